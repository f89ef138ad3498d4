"""Alpha-beta with iterative deepening; the search itself is cython_ext/search/alphabeta.pyx."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.search.alphabeta import AlphaBeta as Deepening
from springtail.cython_ext.search.alphabeta import RootLine
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.maxn import MaxNSearch
from springtail.solvers.score import Line, Score
from springtail.solvers.search import Search
from springtail.solvers.trees import UNLIMITED, Objective

DEEPEST = 254
"""Plies that an iteration looks ahead at the most."""

Others = Literal["paranoid", "max_n"]


@dataclass(frozen=True)
class AlphaBeta:
    """Settings of alpha-beta.

    Raises:
        InvalidOptions: naming every setting that is out of range.
    """

    objective: Objective = "outcome"
    """"outcome": the return, ties broken by the margin where they are exact. "margin": the margin."""
    actions: Sequence[str] | None = None
    """Only these actions of the position are looked at; None is all."""
    others: Others = "paranoid"
    """With more than two sides: "paranoid" takes all others to play against the seat that moves, "max_n" each to play
    for itself, which is slower."""
    open_hands: bool = False
    """Search a game with hidden information as if all of it were seen."""

    def __post_init__(self) -> None:
        wrong = []
        if self.objective not in get_args(Objective):
            wrong.append(f"objective: {shown(self.objective)} is not one of {', '.join(get_args(Objective))}")
        if self.others not in get_args(Others):
            wrong.append(f"others: {shown(self.others)} is not one of {', '.join(get_args(Others))}")
        if type(self.open_hands) is not bool:
            wrong.append(f"open_hands: {shown(self.open_hands)} is not True or False")
        if self.actions is not None and (
            isinstance(self.actions, str)
            or not isinstance(self.actions, Sequence)
            or not all(isinstance(action, str) for action in self.actions)
        ):
            wrong.append(f"actions: must be a list of actions, not {shown(self.actions)}")
        if wrong:
            raise InvalidOptions("; ".join(wrong))

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> Search:
        """Return a search of this position, not yet begun.

        Raises:
            Unsupported: when the game hides something or no seat has to move.
            IllegalAction: when one of `actions` is not legal.
            InvalidLimit: for simulations alone, or when the memory cap cannot hold the stack.
        """
        if limit.simulations is not None and limit.time is None and limit.nodes is None and limit.depth is None:
            raise InvalidLimit("simulations: alpha-beta makes none; limit time, nodes or depth")
        if position.game.info.hidden and (isinstance(position, Observation) or not self.open_hands):
            raise Unsupported(f"alphabeta: {position.game.id} has hidden information; use ismcts, or open_hands=True")
        if isinstance(position, Observation):
            position = position.sample(0)
        if self.others == "max_n" and (position.game.info.sides or position.game.players) > 2:
            return MaxNSearch(position, limit, multipv, objective=self.objective, actions=self.actions)
        return AlphaBetaSearch(self, position, limit, multipv)


class AlphaBetaSearch(Search):
    """The search of one position, and of the next ones of the same game."""

    def __init__(self, settings: AlphaBeta, state: State, limit: Limit, multipv: int) -> None:
        self.settings = settings
        self._take(state, limit, multipv)
        self._search = Deepening(
            state,
            memory_bytes=limit.memory_bytes,
            by_margin=settings.objective == "margin",
            lines=multipv,
            actions=self._chosen(state),
        )

    def _take(self, state: State, limit: Limit, multipv: int) -> None:
        self._state = state.clone()
        self._limit = limit
        self._multipv = multipv

    def _chosen(self, state: State) -> list[int] | None:
        if self.settings.actions is None:
            return None
        return [state.game.action_id(action) for action in self.settings.actions]

    @property
    def _deepest(self) -> int:
        return min(self._limit.depth or DEEPEST, DEEPEST)

    def step(self, seconds: float) -> None:
        self._search.run(seconds=seconds, nodes=self._limit.nodes or UNLIMITED, depth=self._deepest)

    @property
    def finished(self) -> StopReason | None:
        if self._search.proven:
            return "proof"
        if self._search.depth >= self._deepest:
            return "depth"
        if self._limit.nodes is not None and self._search.nodes >= self._limit.nodes:
            return "nodes"
        return None

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        found = self._search.root_lines()
        lines = [self._line(line) for line in found]
        return Analysis(
            game=self._state.game.id,
            seat=self._state.current_player(),
            solver="alphabeta",
            move=lines[0].action,
            score=self._score(found[0]),
            lines=tuple(lines[: self._multipv]),
            stopped_by=stopped_by,
            time=seconds,
            simulations=0,
            nodes=self._search.nodes,
            depth=self._search.depth,
            memory_bytes=self._search.memory_bytes,
            memory_full=self._search.full,
            threads=1,
            seed=None,
            objective=self.settings.objective,
        )

    def _score(self, best: RootLine) -> Score:
        """Return the value of the position: at least that of the best action, until no other can be better."""
        if self._search.proven or not best.is_exact:
            return self._line(best).score
        seat, sides = self._state.current_player(), self._state.game.info.sides or self._state.game.players
        side = [other for other in range(self._state.game.players) if other % sides == seat % sides]
        return Score.of_figures("lower", best.figures, side)

    def _line(self, found: RootLine) -> Line:
        pv = tuple(map(self._state.game.action_string, found.line))
        return Line(pv[0], Score.of_figures("exact" if found.is_exact else "estimate", found.figures), found.nodes, pv)

    def resume(self, state: State, limit: Limit, multipv: int) -> bool:
        """Search another position next, with what the table holds; False when it is of another game."""
        if state.game != self._state.game or limit.memory_bytes != self._limit.memory_bytes:
            return False
        self._search.place(state, multipv, self._chosen(state))
        self._take(state, limit, multipv)
        return True
