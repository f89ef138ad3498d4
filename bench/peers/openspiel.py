"""OpenSpiel's side of a comparison: its games and bots, and a game of ours as one of its Python games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

import pyspiel

import springtail as st
from bench.turns import Contestant

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


class Rules(Protocol):
    """A position of a game written in Python, played on in place; what our PythonGame wants too."""

    def current_player(self) -> int:
        """Return the seat that moves, or CHANCE."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def legal_actions(self) -> list[int]:
        """Return the legal actions of a seat, ascending."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of a chance event with their probabilities; not asked of a game without any."""

    def apply_action(self, action: int) -> None:
        """Play a legal action or an outcome."""

    def returns(self) -> list[float]:
        """Return the final return of each seat."""

    def clone(self) -> Rules:
        """Return an independent copy."""


class Held:
    """Rules that are copied by one call; OpenSpiel would copy them attribute by attribute."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rules | None) -> None:
        self.rules = rules

    def __deepcopy__(self, memo: object) -> Held:
        return Held(None if self.rules is None else self.rules.clone())


class PythonState(pyspiel.State):
    """A position of a Python game; OpenSpiel asks for nothing else during a search."""

    def __init__(self, game: PythonGame) -> None:
        super().__init__(game)
        # OpenSpiel copies a state by making a new one and copying what it holds, so a start is made when needed.
        self.held = Held(None)

    def _rules(self) -> Rules:
        held = self.held
        if held.rules is None:
            held.rules = self.get_game().start()
        return held.rules

    def current_player(self) -> int:
        rules = self._rules()
        return st.TERMINAL if rules.is_terminal() else rules.current_player()

    def is_terminal(self) -> bool:
        return self._rules().is_terminal()

    def _legal_actions(self, player: int) -> list[int]:
        return self._rules().legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._rules().chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self._rules().apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(action)

    def returns(self) -> list[float]:
        return self._rules().returns()

    def __str__(self) -> str:
        return str(self.history())


class PythonGame(pyspiel.Game):
    """A game of ours as OpenSpiel has its Python games."""

    def __init__(self, name: str, game: st.Game, start: Callable[[], Rules]) -> None:
        """Take a name that no other game has, the compiled game for its sizes, and what makes the first position."""
        chance = pyspiel.GameType.ChanceMode
        kind = pyspiel.GameType(
            short_name=name,
            long_name=name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=chance.EXPLICIT_STOCHASTIC if game.info.chance else chance.DETERMINISTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=game.players,
            min_num_players=game.players,
            provides_information_state_string=False,
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
        super().__init__(kind, sizes, {})
        self.start = start

    def new_initial_state(self) -> PythonState:
        return PythonState(self)

    def make_py_observer(self, observation_type: object = None, parameters: object = None) -> None:
        return None
