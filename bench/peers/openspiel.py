"""OpenSpiel's side of a comparison: its games and bots, and games written in Python, through our adapter."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

import springtail as st
from bench.turns import Contestant
from springtail.adapters.openspiel import Game, Rules

MEMORY_MB = 2000


def playouts(state: pyspiel.State, count: int) -> Contestant:
    """Play a state to the end at random so many times a turn, wholly inside C++."""

    def play(seed: int) -> None:
        # The first simulation values the root itself, here by so many playouts.
        evaluator = pyspiel.RandomRolloutEvaluator(count, seed)
        pyspiel.MCTSBot(state.get_game(), evaluator, 1.0, 1, MEMORY_MB, False, seed, False).mcts_search(state)

    return Contestant("OpenSpiel", count, play)


def searches(state: pyspiel.State, simulations: int, exploration: float) -> Contestant:
    """Search once a turn with the C++ MCTSBot: one playout a simulation, no proven values."""

    def search(seed: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        game = state.get_game()
        pyspiel.MCTSBot(game, evaluator, exploration, simulations, MEMORY_MB, False, seed, False).mcts_search(state)

    return Contestant("OpenSpiel", simulations, search)


def check_lockstep(ours: st.State, theirs: pyspiel.State, games: int) -> None:
    """Play random games from both states at once and compare movers, actions, outcomes and results.

    Raises:
        AssertionError: where the two differ, with the actions that led there.
    """
    for seed in range(games):
        draw = random.Random(seed)
        mine, other = ours.clone(), theirs.clone()
        while not mine.is_terminal():
            assert not other.is_terminal(), mine.history()
            assert mine.current_player() == other.current_player(), mine.history()
            if mine.is_chance_node():
                outcomes = [(mine.game.action_id(name), chance) for name, chance in mine.chance_outcomes()]
                assert _rounded(outcomes) == _rounded(other.chance_outcomes()), mine.history()
                action = mine.game.action_id(mine.sample_chance(draw.getrandbits(32)))
            else:
                assert mine.legal_action_ids() == other.legal_actions(), mine.history()
                action = draw.choice(mine.legal_action_ids())
            mine.apply_action_id(action)
            other.apply_action(action)
        assert other.is_terminal(), mine.history()
        assert mine.returns() == other.returns(), mine.history()


def _rounded(outcomes: list[tuple[int, float]]) -> list[tuple[int, float]]:
    return sorted((action, round(chance, 12)) for action, chance in outcomes)


def python_game(
    name: str, game: st.Game, start: Callable[[], Rules], chance: pyspiel.GameType.ChanceMode | None = None
) -> Game:
    """Return a game that is written in Python as OpenSpiel has its Python games, without registering it.

    Args:
        name: that no other game has.
        game: the compiled game, for its sizes.
        start: makes the first position.
        chance: how chance events are told; None by whether the game has any.
    """
    modes, knowledge = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    kind = pyspiel.GameType(
        short_name=name,
        long_name=name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance or (modes.EXPLICIT_STOCHASTIC if game.info.chance else modes.DETERMINISTIC),
        information=knowledge.IMPERFECT_INFORMATION if game.info.hidden else knowledge.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players,
        min_num_players=game.players,
        provides_information_state_string=game.info.hidden,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    sizes = pyspiel.GameInfo(
        num_distinct_actions=game.info.actions,
        max_chance_outcomes=game.info.actions if game.info.chance else 0,
        num_players=game.players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.info.longest_game,
    )
    return Game(kind, sizes, {}, start)
