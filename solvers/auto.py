"""Which search for which game."""

from __future__ import annotations

from springtail.cython_ext.game import Game


def choose(game: Game, open_hands: bool) -> str:
    """Return the name of the solver for a game: ismcts where a seat may not see everything, else mcts."""
    return "ismcts" if game.info.hidden and not open_hands else "mcts"
