"""OpenSpiel's side of a comparison: its games and bots, and a game of ours as one of its Python games."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

import springtail as st

MEMORY_MB = 2000


def search(state: pyspiel.State, simulations: int, exploration: float, seed: int) -> None:
    """Search with OpenSpiel's C++ MCTSBot: one playout a simulation, no proven values."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    game = state.get_game()
    pyspiel.MCTSBot(game, evaluator, exploration, simulations, MEMORY_MB, False, seed, False).mcts_search(state)


def playouts(state: pyspiel.State, count: int, seed: int) -> None:
    """Play a state to the end at random, wholly inside C++: the first simulation values the root itself."""
    evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
    pyspiel.MCTSBot(state.get_game(), evaluator, 1.0, 1, MEMORY_MB, False, seed, False).mcts_search(state)


def check_lockstep(
    ours: Callable[[int], st.State], theirs: Callable[[int], pyspiel.State], translate: Callable[[int], int], games: int
) -> None:
    """Play random games in both at once and compare movers, legal actions, outcomes and results.

    Args:
        ours: makes our state of a seed.
        theirs: makes OpenSpiel's state of the same seed.
        translate: our action id to theirs; ascending.
        games: how many.

    Raises:
        AssertionError: where the two differ.
    """
    for seed in range(games):
        draw = random.Random(seed)
        mine, other = ours(seed), theirs(seed)
        while not mine.is_terminal():
            assert not other.is_terminal(), mine.history()
            assert mine.current_player() == other.current_player(), mine.history()
            if mine.is_chance_node():
                outcomes = [(translate(mine.game.action_id(name)), chance) for name, chance in mine.chance_outcomes()]
                assert _rounded(outcomes) == _rounded(other.chance_outcomes()), mine.history()
                action = mine.game.action_id(mine.sample_chance(draw.getrandbits(32)))
            else:
                actions = mine.legal_action_ids()
                assert [translate(action) for action in actions] == other.legal_actions(), mine.history()
                action = draw.choice(actions)
            mine.apply_action_id(action)
            other.apply_action(translate(action))
        assert other.is_terminal(), mine.history()
        assert mine.returns() == other.returns(), mine.history()


def _rounded(outcomes: list[tuple[int, float]]) -> list[tuple[int, float]]:
    return sorted((action, round(chance, 12)) for action, chance in outcomes)
