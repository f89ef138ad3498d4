"""Which search for which game."""

from __future__ import annotations

from springtail.cython_ext.errors import Unsupported
from springtail.cython_ext.game import Game


def choose(game: Game, open_hands: bool) -> str:
    """Return the name of the solver for a game.

    Raises:
        Unsupported: when no search that is there can play the game fairly.
    """
    if game.info.hidden and not open_hands:
        raise Unsupported(
            f"solver: {game.id} has hidden information and no search here plays it from one seat's view yet; "
            "open_hands=True searches it with all cards seen"
        )
    return "mcts"
