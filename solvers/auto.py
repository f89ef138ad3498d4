"""Which search for which position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from springtail.cython_ext.game import Observation, State
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.search import Search, Solver

SECONDS_A_DEAL = {8: 0.0001, 12: 0.0005, 16: 0.004, 20: 0.02, 24: 0.15}
"""Plies left -> seconds to solve one deal with open hands, as measured on Spring Rally (bench/deals.py)."""

ENOUGH_DEALS = 40
"""Deals that a time limit must have room for before ISMCTS gives way to solving them."""

SHARE_TO_SOLVE = 0.5
"""Part of the limit that a solution must be expected to fit in, at the median, to be tried."""

PATIENCE = 4
"""How many times the median a solution that was begun is waited for."""

MOST_TO_SOLVE = 0.85
"""Part of the limit that a solution gets at the most; the rest is for the other search when it fails."""

NODES_A_SECOND = 1_000_000
"""Of the endgame solver, at least; what limits in nodes are taken for."""


SPARED = ("seed", "threads")
"""Settings that a search may go without: it draws nothing, or has one thread."""


def choose(view: State | Observation, limit: Limit) -> list[str]:
    """Return the names of the solvers for what may be searched, the best first.

    What hides nothing is searched by the stronger of mcts and alphabeta, as the game says for two players. An
    observation of a game that hides something is searched by ismcts, and near the end by deals, when the time limit has
    room for enough of them.
    """
    if isinstance(view, State) or not view.game.info.hidden:
        state = view if isinstance(view, State) else view.sample(0)
        is_for_alpha_beta = (
            view.game.stronger_search(state) == "alphabeta"
            and view.game.players == 2
            and (limit.time is not None or limit.nodes is not None or limit.simulations is None)
        )
        return ["alphabeta", "mcts"] if is_for_alpha_beta else ["mcts"]
    left = view.plies_left()
    if limit.time is None or left is None or view.count_worlds() is None:
        return ["ismcts"]
    cost = next((seconds for plies, seconds in SECONDS_A_DEAL.items() if left <= plies), None)
    fits = cost is not None and cost * ENOUGH_DEALS <= limit.time
    return ["deals", "ismcts"] if fits else ["ismcts"]


def seconds_to_solve(view: State | Observation, limit: Limit) -> float | None:
    """Return the seconds that an exact solution is to be tried for first; None where it is not worth trying.

    How long positions of one size take differs by ten times and more, hence the patience.
    """
    if view.game.info.hidden or not isinstance(view, State) or limit.depth is not None:
        return None
    seconds = view.game.solving_seconds(view)
    room = limit.time
    if limit.nodes is not None:
        room = min(limit.nodes / NODES_A_SECOND, inf if room is None else room)
    if seconds is None or room is None or seconds > SHARE_TO_SOLVE * room:
        return None
    return min(PATIENCE * seconds, MOST_TO_SOLVE * room)


@dataclass(frozen=True)
class SolveFirst:
    """The settings of two searches: an exact one that is given some seconds, and one that goes on if it fails.

    Where several lines are asked for, only the other one has them all.
    """

    exact: Solver
    other: Solver
    seconds: float

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> Search:
        """Return the search, not yet begun; errors are those of both."""
        if multipv > 1:
            return self.other.begin(position, limit, multipv)
        return SolveFirstSearch(self, position, limit, multipv)


class SolveFirstSearch(Search):
    """The search of one position."""

    def __init__(self, settings: SolveFirst, position: State | Observation, limit: Limit, multipv: int) -> None:
        self._settings = settings
        self._position = position
        self._limit = limit
        self._multipv = multipv
        nodes = None if limit.nodes is None else int(settings.seconds * NODES_A_SECOND)
        self._search = settings.exact.begin(position, Limit(nodes=nodes, memory_mb=limit.memory_mb), multipv)
        self._seconds_left = settings.seconds
        self._nodes_before = 0
        self._is_exact = True

    def step(self, seconds: float) -> None:
        seconds = min(seconds, self._seconds_left) if self._is_exact else seconds
        self._search.step(seconds)
        self._seconds_left -= seconds
        if self._is_exact and self._search.finished != "proof" and (self._search.finished or self._seconds_left <= 0):
            self._go_on()

    def _go_on(self) -> None:
        """Turn to the other search, with what is left of the nodes; not when the action found is proven to win."""
        found = self._search.analysis(None, 0.0)
        self._seconds_left = inf
        if found.score.kind == "lower" and found.score.pov(found.seat).expected_return == 1:
            return
        self._nodes_before = found.nodes
        self._search.close()
        limit = self._limit
        if limit.nodes is not None:
            limit = replace(limit, nodes=max(limit.nodes - self._nodes_before, 1))
        self._search = self._settings.other.begin(self._position, limit, self._multipv)
        self._is_exact = False
        self._search.step(0.0)

    @property
    def finished(self) -> StopReason | None:
        return self._search.finished

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        found = self._search.analysis(stopped_by, seconds)
        return replace(found, nodes=found.nodes + self._nodes_before)

    def close(self) -> None:
        self._search.close()
