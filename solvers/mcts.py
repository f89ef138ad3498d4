"""Monte Carlo tree search: options, threads and the answer. The search itself is cython_ext/search/mcts.pyx."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal, get_args

from springtail.cython_ext.errors import IllegalAction, InvalidOptions
from springtail.cython_ext.game import Game, State
from springtail.cython_ext.search.mcts import RootRow, Tree
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.score import Line, Score
from springtail.solvers.search import Search

FinalMove = Literal["robust", "max", "secure"]
Leaf = Literal["playout", "estimate"]
Objective = Literal["outcome", "margin"]

UNLIMITED = 2**62
NODE_BYTES = 24


@dataclass(frozen=True)
class MCTS:
    """Settings of a Monte Carlo tree search (UCB1, vector back-up, proven values).

    Raises:
        InvalidOptions: for a setting that is out of range.
    """

    exploration: float = 0.7
    """Constant of UCB1 for returns from -1 to 1: higher looks wider, lower deeper."""
    final_move: FinalMove = "robust"
    """Which action is played (Chaslot et al. 2008): "robust" has most visits, "max" the highest mean,
    "secure" the highest mean less its standard error. A proven win comes first in any case."""
    leaf: Leaf = "playout"
    """How a leaf is valued: a random playout, or the game's static estimate."""
    margin_weight: float = 0.02
    """Share of the margin in the utility under objective "outcome"; it breaks ties between equal win shares."""
    objective: Objective = "outcome"
    """"outcome": win share, ties broken by margin. "margin": expected margin."""
    threads: int = 1
    """Independent trees, merged at the root."""
    seed: int | None = 0
    """Same seed, simulations and threads: same answer. None takes a fresh one."""
    open_hands: bool = False
    """Search a game with hidden information as if all of it were seen."""

    def __post_init__(self) -> None:
        wrong = []
        for name, value, choices in (
            ("final_move", self.final_move, get_args(FinalMove)),
            ("leaf", self.leaf, get_args(Leaf)),
            ("objective", self.objective, get_args(Objective)),
        ):
            if value not in choices:
                wrong.append(f"{name}: {value!r} is not one of {', '.join(choices)}")
        if not _is_number(self.exploration) or not 0 < self.exploration < 1e6:
            wrong.append(f"exploration: must be a number above 0, not {self.exploration!r}")
        if not _is_number(self.margin_weight) or not 0 <= self.margin_weight <= 1:
            wrong.append(f"margin_weight: must be from 0 to 1, not {self.margin_weight!r}")
        if type(self.threads) is not int or not 1 <= self.threads <= 256:
            wrong.append(f"threads: must be a whole number from 1 to 256, not {self.threads!r}")
        if self.seed is not None and (type(self.seed) is not int or not 0 <= self.seed < 2**128):
            wrong.append(f"seed: must be a whole number from 0 to 2**128 - 1, or None, not {self.seed!r}")
        if wrong:
            raise InvalidOptions("; ".join(wrong))

    def begin(self, state: State, limit: Limit, multipv: int = 1) -> MCTSSearch:
        """Return a search of this position, not yet begun.

        Raises:
            Unsupported: when the game hides something or no seat has to move.
            InvalidLimit: when the memory cap cannot hold the first moves.
        """
        return MCTSSearch(self, state, limit, multipv)


class MCTSSearch(Search):
    """One search: `threads` trees of one root."""

    def __init__(self, settings: MCTS, state: State, limit: Limit, multipv: int) -> None:
        from numpy.random import SeedSequence  # late: it costs more than all of springtail

        self.settings = settings
        self._history = state.history_ids()
        self._pool = ThreadPoolExecutor(settings.threads - 1) if settings.threads > 1 else None
        self._pending: list[Future[None]] = []
        self._trees: list[Tree] = []
        self._take(state, limit, multipv)
        memory = limit.memory_bytes // settings.threads
        if limit.simulations is not None:
            memory = min(memory, self._most_memory(state.game, limit.simulations))
        self._trees = [
            Tree(
                state,
                seed=seed,
                memory_bytes=memory,
                exploration=settings.exploration,
                margin_weight=settings.margin_weight,
                by_margin=settings.objective == "margin",
                by_estimate=settings.leaf == "estimate",
                open_hands=settings.open_hands,
            )
            for seed in SeedSequence(settings.seed).spawn(settings.threads)
        ]

    def _take(self, state: State, limit: Limit, multipv: int) -> None:
        self._state = state.clone()
        self._limit = limit
        self._multipv = multipv
        simulations = UNLIMITED if limit.simulations is None else limit.simulations
        share, rest = divmod(simulations, self.settings.threads)
        self._quotas = [share + (number < rest) for number in range(self.settings.threads)]

    @staticmethod
    def _most_memory(game: Game, simulations: int) -> int:
        """Bytes that so many simulations can use at the most: every one expands one node and proves one line."""
        proofs = 16 * game.players * min(game.info.longest_game, 64)
        return (simulations + 2) * (NODE_BYTES * game.most_actions + proofs) + 4096

    def resume(self, state: State, limit: Limit, multipv: int) -> bool:
        """Search another position next, keeping the part of the trees below it when it follows from the last one.

        Returns:
            Whether anything was kept; when not, this search is to be closed and a new one begun.
        """
        expected, history = self._state.clone(), state.history_ids()
        played = history[len(self._history) :]
        if state.game != self._state.game or history[: len(self._history)] != self._history:
            return False
        try:
            for action in played:
                expected.apply_action(action) if isinstance(action, str) else expected.apply_action_id(action)
        except IllegalAction:
            return False
        if expected != state or state.current_player() < 0:
            return False
        kept = [tree.advance(played) for tree in self._trees]
        self._history = history
        self._take(state, limit, multipv)
        return any(kept)

    def step(self, seconds: float) -> None:
        nodes, depth = self._limit.nodes or UNLIMITED, self._limit.depth or 2**31 - 1
        nodes = max(1, nodes // len(self._trees))

        def run(tree: Tree, quota: int) -> None:
            tree.run(simulations=quota - tree.simulations, seconds=seconds, nodes=nodes, depth=depth)

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
        trees = self._trees
        if any(tree.proven for tree in trees):
            return "proof"
        if all(tree.simulations >= quota for tree, quota in zip(trees, self._quotas, strict=True)):
            return "simulations"
        if self._limit.nodes is not None and sum(tree.node_count for tree in trees) >= self._limit.nodes:
            return "nodes"
        if self._limit.depth is not None and max(tree.depth for tree in trees) >= self._limit.depth:
            return "depth"
        return None

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        self._settle()
        trees, game, seat = self._trees, self._state.game, self._state.current_player()
        rows = [_merge(rows) for rows in zip(*(tree.root_table() for tree in trees), strict=True)]
        ranked = self._rank([row for row in rows if row.tallied], seat)
        lines = tuple(self._line(row) for row in ranked[: self._multipv])
        proof = next((proof for tree in trees if (proof := tree.root_proof()) is not None), None)
        return Analysis(
            game=game.id,
            seat=seat,
            solver="mcts",
            move=game.action_string(ranked[0].action),
            score=_score(ranked[0]) if proof is None else Score.exact(*proof),
            lines=lines,
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

    def _rank(self, rows: list[RootRow], seat: int) -> list[RootRow]:
        """Sort the root actions, the one to play first."""
        preferred = next((tree.preferred_id() for tree in self._trees if tree.proven), None)
        by_margin = self.settings.objective == "margin"

        def place(row: RootRow) -> tuple[bool, int, float, float, int]:
            score = _score(row).pov(seat)
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
        game = self._state.game
        tree = max(self._trees, key=lambda tree: tree.visits(row.action))
        pv = tuple(game.action_string(action) for action in tree.line(row.action))
        return Line(game.action_string(row.action), _score(row), row.visits, pv)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


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
