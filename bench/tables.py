"""The tables that a script goes through: the games by their numbers of players."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

import springtail as st


def add_tables(taken: ArgumentParser) -> None:
    """Add the options that choose them."""
    taken.add_argument("--game", nargs="+", choices=st.game_ids(toys=False), default=st.game_ids(toys=False))
    taken.add_argument("--players", type=int, nargs="+", help="numbers of seats (default all)")


def tables(arguments: Namespace) -> Iterator[st.Game]:
    """Return each game with each number of players that is asked for."""
    for game_id in arguments.game:
        for players in arguments.players or st.game(game_id).info.players:
            yield st.game(game_id, players=players)
