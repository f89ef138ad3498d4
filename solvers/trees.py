"""What Monte Carlo tree searches share: settings, independent trees in threads, and the answer from their roots."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.game import Game
from springtail.cython_ext.search.tally import RootRow
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.score import Line, Score
from springtail.solvers.search import Search

FinalMove = Literal["robust", "max", "secure"]
Objective = Literal["outcome", "margin"]

UNLIMITED = 2**62


@dataclass(frozen=True)
class TreeSettings:
    """Settings that all Monte Carlo tree searches have.

    Raises:
        InvalidOptions: naming every setting that is out of range.
    """

    exploration: float = 1.4
    """Constant of UCB1 for returns from -1 to 1: higher looks wider, lower deeper."""
    final_move: FinalMove = "robust"
    """Which action is played (Chaslot et al. 2008): "robust" has most visits, "max" the highest mean,
    "secure" the highest mean less its standard error. A proven win comes first in any case."""
    margin_weight: float = 0.02
    """Share of the margin in the utility under objective "outcome"; it breaks ties between equal win shares."""
    objective: Objective = "outcome"
    """"outcome": win share, ties broken by margin. "margin": expected margin."""
    threads: int = 1
    """Independent trees, merged at the root."""
    seed: int | None = 0
    """Same seed, simulations and threads: same answer. None takes a fresh one."""

    def __post_init__(self) -> None:
        if wrong := self._wrong():
            raise InvalidOptions("; ".join(wrong))

    def _wrong(self) -> list[str]:
        """Return what is wrong with the settings, each named."""
        wrong = [
            f"{name}: {shown(getattr(self, name))} is not one of {', '.join(map(str, choices))}"
            for name, choices in self._choices().items()
            if getattr(self, name) not in choices
        ]
        if not is_number(self.exploration) or not 0 < self.exploration < 1e6:
            wrong.append(f"exploration: must be a number above 0, not {shown(self.exploration)}")
        if not is_number(self.margin_weight) or not 0 <= self.margin_weight <= 1:
            wrong.append(f"margin_weight: must be from 0 to 1, not {shown(self.margin_weight)}")
        if type(self.threads) is not int or not 1 <= self.threads <= 256:
            wrong.append(f"threads: must be a whole number from 1 to 256, not {shown(self.threads)}")
        if self.seed is not None and (type(self.seed) is not int or not 0 <= self.seed < 2**128):
            wrong.append(f"seed: must be a whole number from 0 to 2**128 - 1, or None, not {shown(self.seed)}")
        return wrong

    def _choices(self) -> dict[str, tuple[object, ...]]:
        """Settings that are one of a few values, with these."""
        return {"final_move": get_args(FinalMove), "objective": get_args(Objective)}


class Tree(Protocol):
    """What the compiled trees offer to the merge at the root."""

    @property
    def simulations(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def full(self) -> bool: ...
    @property
    def node_count(self) -> int: ...
    @property
    def memory_bytes(self) -> int: ...
    @property
    def proven(self) -> bool: ...
    def run(self, *, simulations: int, seconds: float, nodes: int, depth: int) -> None: ...
    def root_table(self) -> list[RootRow]: ...
    def root_proof(self) -> tuple[list[float], list[float]] | None: ...
    def preferred_id(self) -> int | None: ...
    def visits(self, action: int) -> int: ...
    def line(self, action: int) -> list[int]: ...


class TreeSearch(Search):
    """One search: `threads` independent trees of one root."""

    solver = ""

    def __init__(self, settings: TreeSettings, game: Game, seat: int, limit: Limit, multipv: int) -> None:
        from numpy.random import SeedSequence  # late: it costs more than all of springtail

        self.settings = settings
        self._game = game
        self._pool = ThreadPoolExecutor(settings.threads - 1) if settings.threads > 1 else None
        self._pending: list[Future[None]] = []
        self._take(seat, limit, multipv)
        memory = limit.memory_bytes // settings.threads
        if limit.simulations is not None:
            memory = min(memory, self._most_memory(limit.simulations))
        self._trees: Sequence[Tree] = [
            self._plant(seed, memory) for seed in SeedSequence(settings.seed).spawn(settings.threads)
        ]

    @abstractmethod
    def _plant(self, seed: object, memory_bytes: int) -> Tree:
        """Return a new tree at the root."""

    @abstractmethod
    def _most_memory(self, simulations: int) -> int:
        """Bytes that so many simulations can use at the most."""

    def _take(self, seat: int, limit: Limit, multipv: int) -> None:
        self._seat = seat
        self._limit = limit
        self._multipv = multipv
        simulations = UNLIMITED if limit.simulations is None else limit.simulations
        share, rest = divmod(simulations, self.settings.threads)
        self._quotas = [share + (number < rest) for number in range(self.settings.threads)]
        self._nodes = max(1, (limit.nodes or UNLIMITED) // self.settings.threads)
        """Of each tree."""

    def step(self, seconds: float) -> None:
        depth = self._limit.depth or 2**31 - 1

        def run(tree: Tree, quota: int) -> None:
            tree.run(simulations=quota - tree.simulations, seconds=seconds, nodes=self._nodes, depth=depth)

        if self._pool is not None:
            pairs = list(zip(self._trees, self._quotas, strict=True))[1:]
            self._pending = [self._pool.submit(run, tree, quota) for tree, quota in pairs]
        run(self._trees[0], self._quotas[0])
        self._settle()

    def _settle(self) -> None:
        """Wait for the other threads; also after Ctrl-C has cut a step short."""
        for future in self._pending:
            future.result()
        self._pending = []

    @property
    def finished(self) -> StopReason | None:
        """Why the search is over: what ended the first of its trees, once all are at their ends.

        One proof is enough only where the time is limited: else which tree is the first must not matter.
        """
        ends = [self._end_of(tree, quota) for tree, quota in zip(self._trees, self._quotas, strict=True)]
        if "proof" in ends and (self._limit.time is not None or None not in ends):
            return "proof"
        return ends[0] if None not in ends else None

    def _end_of(self, tree: Tree, quota: int) -> StopReason | None:
        """Return why a tree grows no more."""
        if tree.proven and all(row.tallied for row in tree.root_table()):
            return "proof"  # not before every action was looked at, wherever the clock cut the step
        if tree.simulations >= quota:
            return "simulations"
        if self._limit.nodes is not None and tree.node_count >= self._nodes:
            return "nodes"
        if self._limit.depth is not None and tree.depth >= self._limit.depth:
            return "depth"
        return None

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        self._settle()
        trees = self._trees
        rows = [_merge(rows) for rows in zip(*(tree.root_table() for tree in trees), strict=True)]
        ranked = self._rank([row for row in rows if row.tallied])
        proof = next((proof for tree in trees if (proof := tree.root_proof()) is not None), None)
        return Analysis(
            game=self._game.id,
            seat=self._seat,
            solver=self.solver,
            move=self._game.action_string(ranked[0].action),
            score=_score(ranked[0]) if proof is None else Score.exact(*proof),
            lines=tuple(self._line(row) for row in ranked[: self._multipv]),
            stopped_by=stopped_by,
            time=seconds,
            simulations=sum(tree.simulations for tree in trees),
            nodes=sum(tree.node_count for tree in trees),
            depth=max(tree.depth for tree in trees),
            memory_bytes=sum(tree.memory_bytes for tree in trees),
            memory_full=any(tree.full for tree in trees),
            threads=len(trees),
            seed=self.settings.seed,
            objective=self.settings.objective,
        )

    def _rank(self, rows: list[RootRow]) -> list[RootRow]:
        """Sort the root actions, the one to play first."""
        preferred = next((tree.preferred_id() for tree in self._trees if tree.proven), None)
        by_margin = self.settings.objective == "margin"

        def place(row: RootRow) -> tuple[bool, int, float, float, int]:
            score = _score(row).pov(self._seat)
            standing = 0
            if score.kind == "exact" and not by_margin:
                standing = (score.expected_return == 1) - (score.expected_return == -1)
            value, error = (score.margin, score.margin_stderr) if by_margin else (score.expected_return, score.stderr)
            measures = {
                "robust": float(row.visits),
                "max": value,
                "secure": value - (math.inf if error is None else error),
            }
            return row.action == preferred, standing, measures[self.settings.final_move], value, -row.action

        return sorted(rows, key=place, reverse=True)

    def _line(self, row: RootRow) -> Line:
        tree = max(self._trees, key=lambda tree: tree.visits(row.action))
        pv = tuple(self._game.action_string(action) for action in tree.line(row.action))
        return Line(self._game.action_string(row.action), _score(row), row.visits, pv)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _merge(rows: Sequence[RootRow]) -> RootRow:
    """Add up what independent trees found for the same action."""

    def total(lists: Sequence[Sequence[float]]) -> list[float]:
        return [math.fsum(entries) for entries in zip(*lists, strict=True)]

    return RootRow(
        action=rows[0].action,
        visits=sum(row.visits for row in rows),
        tallied=sum(row.tallied for row in rows),
        returns=total([row.returns for row in rows]),
        returns_squared=total([row.returns_squared for row in rows]),
        margins=total([row.margins for row in rows]),
        margins_squared=total([row.margins_squared for row in rows]),
        exact=next((row.exact for row in rows if row.exact is not None), None),
    )


def _score(row: RootRow) -> Score:
    if row.exact is not None:
        return Score.exact(*row.exact)
    means = tuple(value / row.tallied for value in row.returns)
    margins = tuple(value / row.tallied for value in row.margins)
    return Score(
        "estimate",
        means,
        margins,
        tuple(_error(row.tallied, mean, square) for mean, square in zip(means, row.returns_squared, strict=True)),
        tuple(_error(row.tallied, mean, square) for mean, square in zip(margins, row.margins_squared, strict=True)),
    )


def _error(count: int, mean: float, squares: float) -> float | None:
    """Standard error of a mean, from the sum of squares; None for a single value."""
    return None if count < 2 else math.sqrt(max(0.0, squares - count * mean * mean) / (count - 1) / count)
