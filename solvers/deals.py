"""Every deal that a seat holds possible, solved with open hands; the values are averages over these deals.

Such an average is not an equilibrium: inside one deal everybody plays as if all cards were seen (Frank and Basin
1998, "Search in games with incomplete information", strategy fusion). Near the end of a game little is left to hide,
and exact play in each deal is worth more than that costs. The walk itself is cython_ext/search/maxn.pyx.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from springtail.cython_ext.errors import InvalidOptions, Unsupported
from springtail.cython_ext.game import Observation, Random, State
from springtail.cython_ext.search.maxn import Walk
from springtail.solvers.analysis import Analysis
from springtail.solvers.ismcts import ISMCTS
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.mcts import MCTS
from springtail.solvers.score import Line, Score
from springtail.solvers.search import Search
from springtail.solvers.trees import UNLIMITED, Objective, TreeSettings

FIRST_GUESS_SIMULATIONS = 200
"""Simulations of ISMCTS that answer while no deal is solved yet."""


@dataclass(frozen=True)
class Deals:
    """Settings of the average over solved deals.

    Raises:
        InvalidOptions: naming every setting that is out of range.
    """

    objective: Objective = "outcome"
    """"outcome": every seat plays for its return. "margin": for its margin."""
    paranoid: bool = False
    """All other seats play against the one that searches, instead of each for itself (max^n)."""
    most_deals: int = 200
    """Deals are all solved when they are at most so many, else so many are drawn."""
    seed: int | None = 0
    """Same seed: same deals drawn."""
    open_hands: bool = False
    """Solve the one deal that a whole State shows, as if all of it were seen."""

    def __post_init__(self) -> None:
        TreeSettings(objective=self.objective, seed=self.seed)
        if type(self.paranoid) is not bool:
            raise InvalidOptions(f"paranoid: must be True or False, not {self.paranoid!r}")
        if type(self.most_deals) is not int or not 1 <= self.most_deals <= 10**9:
            raise InvalidOptions(f"most_deals: must be a whole number above 0, not {self.most_deals!r}")

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> DealsSearch:
        """Return a search of all deals consistent with an observation; a State is one deal, with open hands.

        Raises:
            Unsupported: when the seat does not move.
            InvalidLimit: when the memory cap is too small.
        """
        return DealsSearch(self, position, limit, multipv)


class DealsSearch(Search):
    """One search: one deal after the other."""

    def __init__(self, settings: Deals, position: State | Observation, limit: Limit, multipv: int) -> None:
        self._settings = settings
        self._limit = limit
        self._multipv = multipv
        self._game = position.game
        self._seat = position.current_player()
        if isinstance(position, State):
            self._count: int | None = 1
            self._worlds: Iterator[State] = iter([position])
        else:
            self._count = position.count_worlds()
            self._worlds = position.worlds() if self._are_all_solved() else self._drawn(position)
        self._position = position
        self._walk: Walk | None = Walk(
            next(self._worlds),
            memory_bytes=limit.memory_bytes,
            by_margin=settings.objective == "margin",
            paranoid=self._seat if settings.paranoid else -1,
        )
        self._solved = 0
        self._nodes = 0
        self._sums: dict[int, list[list[tuple[float, float]]]] = {}
        self._first_guess: Analysis | None = None
        self._ended: StopReason | None = None

    def _are_all_solved(self) -> bool:
        return self._count is not None and self._count <= self._settings.most_deals

    def _drawn(self, observation: Observation) -> Iterator[State]:
        random = Random(self._settings.seed)
        for _ in range(self._settings.most_deals):
            yield observation.sample(random)

    def step(self, seconds: float) -> None:
        if self._first_guess is None:
            self._guess()
        if self._walk is None:
            return
        nodes = UNLIMITED if self._limit.nodes is None else self._limit.nodes - self._nodes
        before = self._walk.nodes
        self._walk.run(seconds=seconds, nodes=max(1, nodes))
        self._nodes += self._walk.nodes - before
        if self._walk.unlisted:
            raise Unsupported(f"deals: in {self._game.id} a deal follows that cannot be listed; use ismcts")
        if self._walk.finished:
            self._count_in(self._walk)
        if self._limit.nodes is not None and self._nodes >= self._limit.nodes:
            self._ended = self._ended or "nodes"

    def _guess(self) -> None:
        """Find something to answer with until the first deal is solved."""
        few = Limit(simulations=FIRST_GUESS_SIMULATIONS, memory_mb=1)
        settings = TreeSettings(objective=self._settings.objective, seed=self._settings.seed)
        guess: MCTS | ISMCTS = (
            MCTS(**vars(settings), open_hands=True) if isinstance(self._position, State) else ISMCTS(**vars(settings))
        )
        search = guess.begin(self._position, few, self._multipv)
        search.step(1.0)
        self._first_guess = search.analysis(None, 0.0)

    def _count_in(self, walk: Walk) -> None:
        """Add up the values of a solved deal and take the next one."""
        self._solved += 1
        for action, returns, margins in walk.root_table():
            self._sums.setdefault(action, []).append(list(zip(returns, margins, strict=True)))
        world = next(self._worlds, None)
        if world is None:
            self._walk, self._ended = None, "deals"
        else:
            walk.restart(world)

    @property
    def finished(self) -> StopReason | None:
        return self._ended

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        if not self._sums:
            assert self._first_guess is not None
            return replace(self._first_guess, stopped_by=stopped_by, time=seconds)
        lines = sorted((self._line(action) for action in self._sums), key=self._worth, reverse=True)
        return Analysis(
            game=self._game.id,
            seat=self._seat,
            solver="deals",
            move=lines[0].action,
            score=lines[0].score,
            lines=tuple(lines[: self._multipv]),
            stopped_by=stopped_by,
            time=seconds,
            simulations=self._first_guess.simulations if self._first_guess else 0,
            nodes=self._nodes,
            depth=0,
            memory_bytes=self._limit.memory_bytes,
            memory_full=False,
            deals=self._solved,
            deals_possible=self._count,
            threads=1,
            seed=self._settings.seed,
            objective=self._settings.objective,
        )

    def _worth(self, line: Line) -> tuple[float, float]:
        own = line.score.pov(self._seat)
        worth = (own.expected_return, own.margin)
        return worth if self._settings.objective == "outcome" else worth[::-1]

    def _line(self, action: int) -> Line:
        text = self._game.action_string(action)
        deals = self._sums[action]
        seats = range(self._game.players)
        columns = [[deal[seat][part] for deal in deals] for part in (0, 1) for seat in seats]
        means = [math.fsum(column) / len(column) for column in columns]
        returns, margins = tuple(means[: len(seats)]), tuple(means[len(seats) :])
        if self._count == 1:
            return Line(text, Score.exact(returns, margins), len(deals), (text,))
        complete = self._are_all_solved() and self._solved == self._count
        errors = [0.0 if complete else _error(column, mean) for column, mean in zip(columns, means, strict=True)]
        score = Score("estimate", returns, margins, tuple(errors[: len(seats)]), tuple(errors[len(seats) :]))
        return Line(text, score, len(deals), (text,))


def _error(values: list[float], mean: float) -> float | None:
    """Standard error of a mean; None for a single value."""
    count = len(values)
    return None if count < 2 else math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
