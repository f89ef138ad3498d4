"""A game played blindly, to have positions of every kind."""

from __future__ import annotations

from collections.abc import Iterator

from springtail.cython_ext.game import Game, Random, State


def random_game(game: Game, seed: int) -> Iterator[State]:
    """Yield the positions of a game from its start to its end; always the same for a seed."""
    random = Random(seed)
    state = game.start(seed=seed)
    yield state
    while not state.is_terminal():
        if state.is_chance_node():
            action = state.sample_chance(random)
        else:
            actions = state.legal_actions()
            action = actions[random.below(len(actions))]
        state = state.child(action)
        yield state
