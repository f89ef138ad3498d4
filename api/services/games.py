"""The games that there are, as JSON has them."""

from __future__ import annotations

from typing import Any

from springtail.engines import game, game_ids
from springtail.solvers.strength import levels_of


def describe_games() -> list[dict[str, Any]]:
    """Return id, title, players, options, nature, number of levels and components of every game."""
    return [_describe(game_id) for game_id in game_ids()]


def _describe(game_id: str) -> dict[str, Any]:
    info = game(game_id).info
    return {
        "id": info.id,
        "title": info.title,
        "players": list(info.players),
        "options": {
            name: {"default": option.default, "values": list(option.values), "text": option.text}
            for name, option in info.options.items()
        },
        "chance": info.chance,
        "hidden": info.hidden,
        "longest_game": info.longest_game,
        "levels": len(levels_of(game(game_id)).levels),
        "components": dict(info.components),
    }
