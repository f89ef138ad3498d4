"""Max^n with iterative deepening, for three seats or more; the walk itself is cython_ext/search/maxn.pyx."""

from __future__ import annotations

from collections.abc import Sequence

from springtail.cython_ext.errors import IllegalAction
from springtail.cython_ext.game import State
from springtail.cython_ext.search.maxn import Walk
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.score import Line, Score
from springtail.solvers.search import Search
from springtail.solvers.trees import UNLIMITED, Objective

FIRST_STEP_SECONDS = 3600.0
"""What the first look ahead, by one ply, may take whatever the limit: there is no answer before."""


class MaxNSearch(Search):
    """The search of one position: every seat plays for itself (Luckhardt and Irani 1986)."""

    def __init__(
        self, state: State, limit: Limit, multipv: int, *, objective: Objective, actions: Sequence[str] | None
    ) -> None:
        self._actions = state.legal_actions() if actions is None else actions
        if not self._actions or not set(self._actions) <= set(state.legal_actions()):
            raise IllegalAction("actions: must be legal actions, at least one")
        self._state = state.clone()
        self._limit = limit
        self._multipv = multipv
        self._objective = objective
        self._depth = 0
        self._table: list[tuple[int, list[float], list[float]]] = []
        self._walk = Walk(state, memory_bytes=limit.memory_bytes, by_margin=objective == "margin", horizon=1)

    @property
    def _nodes_left(self) -> int:
        return (self._limit.nodes or UNLIMITED) - self._walk.nodes

    def step(self, seconds: float) -> None:
        if not self._table:
            self._walk.run(seconds=FIRST_STEP_SECONDS, nodes=UNLIMITED)
            self._take_iteration()
        elif self.finished is None and self._walk.run(seconds=seconds, nodes=max(self._nodes_left, 0)):
            self._take_iteration()

    def _take_iteration(self) -> None:
        """Keep what an iteration that came to its end has found, and begin the next one."""
        self._depth += 1
        self._table = self._walk.root_table()
        if self._walk.is_cut and self.finished is None:
            self._walk.restart(self._state, self._depth + 1)

    @property
    def finished(self) -> StopReason | None:
        if self._walk.finished and not self._walk.is_cut:
            return "proof"
        if self._limit.depth is not None and self._depth >= self._limit.depth:
            return "depth"
        return "nodes" if self._nodes_left <= 0 else None

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        seat = self._state.current_player()
        lines = sorted(self._lines(), key=lambda line: self._figure(line.score, seat), reverse=True)
        return Analysis(
            game=self._state.game.id,
            seat=seat,
            solver="alphabeta",
            move=lines[0].action,
            score=lines[0].score,
            lines=tuple(lines[: self._multipv]),
            stopped_by=stopped_by,
            time=seconds,
            simulations=0,
            nodes=self._walk.nodes,
            depth=self._depth,
            memory_bytes=self._limit.memory_bytes,
            memory_full=False,
            threads=1,
            seed=None,
            objective=self._objective,
        )

    def _lines(self) -> list[Line]:
        """Return the actions that were asked for with their values of the last whole iteration."""
        found = []
        for action_id, returns, margins in self._table:
            action = self._state.game.action_string(action_id)
            if action in self._actions:
                unknown = (None,) * len(returns)
                score = Score("estimate", tuple(returns), tuple(margins), unknown, unknown)
                found.append(Line(action, score, 0, (action,)))
        return found

    def _figure(self, score: Score, seat: int) -> float:
        return (score.margins if self._objective == "margin" else score.returns)[seat]
