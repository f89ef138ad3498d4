"""Positions for the tests, given by what matters in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from springtail.cython_ext.game import State
from springtail.engines import game


def scene(
    white: Sequence[str] = (),
    black: Sequence[str] = (),
    *,
    web: Any = "sommermorgen",
    mated: Sequence[int] = (0, 0),
    supply: Sequence[int | None] = (None, None),
    **fields: Any,
) -> State:
    """Return a position of males; the others are in supply or, where `supply` says how many are, eaten."""
    males = [list(white), list(black)]
    rest = [10 - len(males[seat]) - mated[seat] for seat in range(2)]
    supply = [rest[seat] if supply[seat] is None else supply[seat] for seat in range(2)]
    state: dict[str, Any] = {
        "mover": 0,
        "female": "o",
        "males": males,
        "supply": supply,
        "mated": list(mated),
        "eaten": [rest[seat] - supply[seat] for seat in range(2)],
        "die": 0,
        "shaken": None,
        "is_rolling": False,
        "moved": [],
        "has_acted": False,
        "has_entered": False,
        "has_mated": False,
        "is_eventful": False,
        "quiet_turns": 0,
    } | fields
    state.setdefault("turns", 40 + state["mover"])
    return game("spinnentwist", web=web).position({"state": state})


def after(state: State, *actions: str) -> State:
    """Return the state after some actions."""
    state = state.clone()
    for action in actions:
        state.apply_action(action)
    return state


def fields_of(state: State) -> dict[str, Any]:
    """Return the fields of the position."""
    fields: dict[str, Any] = state.to_dict()["state"]
    return fields


def perft(state: State, depth: int) -> int:
    """Count the ways to play on for some plies, chance outcomes among them; a game that ends sooner counts once."""
    actions = state.legal_actions() or [face for face, _ in state.chance_outcomes()]
    if depth == 0 or not actions:
        return 1
    return sum(perft(state.child(action), depth - 1) for action in actions)
