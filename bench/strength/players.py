"""Players of a match, named by what they are: `mcts@0.1s`, `mcts:exploration=0.5@2000`, `greedy`, `random`."""

from __future__ import annotations

import ast
import random
from abc import ABC, abstractmethod
from typing import Any

import springtail as st

SEEDLESS = ("alphabeta", "endgame")
"""Solvers that draw nothing."""


class Player(ABC):
    """Sits at one seat for one game."""

    simulations = 0
    """Simulations of all searches so far."""
    searches = 0

    @abstractmethod
    def choose(self, state: st.State) -> str:
        """Return a legal action."""

    def close(self) -> None:  # noqa: B027
        """Let go of trees and threads."""


class RandomPlayer(Player):
    """Draws among the legal actions."""

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)

    def choose(self, state: st.State) -> str:
        return self._draw.choice(state.legal_actions())


class GreedyPlayer(Player):
    """Looks to the end of its own turn and takes what gains most points of its own, ties drawn by the seed.

    Chance events in its turn count by their probability: in Butterfly it draws from the bag where the expected change
    of its score is positive. For games that hide nothing.
    """

    def __init__(self, seed: int) -> None:
        self._draw = random.Random(seed)

    def choose(self, state: st.State) -> str:
        seat = state.current_player()
        values = {action: self._value(state.child(action), seat) for action in state.legal_actions()}
        best = max(values.values())
        return self._draw.choice([action for action, value in values.items() if value > best - 1e-9])

    def _value(self, state: st.State, seat: int) -> float:
        """Return the expected score of a seat when its turn is over, played greedily."""
        mover = state.current_player()
        if mover == st.CHANCE:
            return sum(chance * self._value(state.child(action), seat) for action, chance in state.chance_outcomes())
        if mover == seat:
            return max(self._value(state.child(action), seat) for action in state.legal_actions())
        return state.scores()[seat]


class GreedyMarginPlayer(GreedyPlayer):
    """Takes the action after which its score less the other's is highest, without a look further, ties by the seed."""

    def _value(self, state: st.State, seat: int) -> float:
        return state.margin(seat)


class Winder(Player):
    """Spring Rally by a rule of thumb: loses tricks until its dial shows 10 or more, then wins one and releases.

    It knows what its seat sees, no more.
    """

    ENOUGH = 10
    DIAL = (0, 1, 3, 6, 10, 15, 16, 8, 4, 0)

    def choose(self, state: st.State) -> str:
        seat = state.current_player()
        seen = state.observation(seat).to_dict()["state"]
        is_wound = self.DIAL[seen["winds"][seat]] >= self.ENOUGH
        actions = state.legal_actions()
        if "keep" in actions:
            return "release" if is_wound else "keep"
        players = len(seen["table"])
        order = [(seen["leader"] + turn) % players for turn in range(players)]
        played = [card for other in order if (card := seen["table"][other]) is not None]
        winning = [card for card in actions if self._wins(card, played)]
        losing = [card for card in actions if card not in winning]
        if is_wound:
            return max(winning, key=self._number) if winning else min(losing, key=self._number)
        return max(losing, key=self._number) if losing else min(winning, key=self._number)

    def _wins(self, card: str, played: list[str]) -> bool:
        """Whether the card would win the trick as it stands: highest of the colour that came last as a new one."""
        cards = [*played, card]
        colours = [one[0] for one in cards]
        last_new = max(colours, key=colours.index)
        return card[0] == last_new and self._number(card) == max(self._number(c) for c in cards if c[0] == last_new)

    @staticmethod
    def _number(card: str) -> int:
        return int(card[1:])


class Searcher(Player):
    """A solver under a limit, its tree kept between moves; it does not think where it has no choice."""

    def __init__(self, solver: str, settings: dict[str, Any], limit: st.Limit, seed: int) -> None:
        self._bot = st.Bot(solver, **settings if solver in SEEDLESS else {"seed": seed, **settings})
        self._limit = limit

    def choose(self, state: st.State) -> str:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        analysis = self._bot.best_move(state, self._limit)
        self.simulations += analysis.simulations
        self.searches += 1
        return analysis.move

    def close(self) -> None:
        self._bot.close()


def make_player(name: str, seed: int) -> Player:
    """Return a player for one game.

    Args:
        name: `greedy`, `greedy_margin`, `random`, `winder` (Spring Rally only), or `SOLVER[:SETTING=VALUE,...]@LIMIT`
            with a limit in seconds (`0.1s`), nodes (`5000n`) or simulations (`2000`).
        seed: of all that it draws.

    Raises:
        ValueError: when it is none of these, or the solver does not take the settings or the limit.
    """
    if name == "random":
        return RandomPlayer(seed)
    if name == "greedy":
        return GreedyPlayer(seed)
    if name == "greedy_margin":
        return GreedyMarginPlayer(seed)
    if name == "winder":
        return Winder()
    what, at, limit = name.partition("@")
    solver, _, settings = what.partition(":")
    if not at:
        raise ValueError(
            f"player {name!r}: not greedy, greedy_margin, random, winder or SOLVER[:SETTING=VALUE,...]@LIMIT"
        )
    pairs = [setting.partition("=") for setting in settings.split(",") if setting]
    return Searcher(solver, {key: _setting(value) for key, _, value in pairs}, _limit(limit), seed)


def _setting(text: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def _limit(text: str) -> st.Limit:
    if text.endswith("s"):
        return st.Limit(time=float(text[:-1]))
    return st.Limit(nodes=int(text[:-1])) if text.endswith("n") else st.Limit(simulations=int(text))
