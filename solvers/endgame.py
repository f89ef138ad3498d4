"""Exact values of positions of two sides; the search itself is cython_ext/search/endgame.pyx."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, get_args

from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.search.endgame import Endgame as Solver
from springtail.cython_ext.search.endgame import RootAction
from springtail.solvers.analysis import Analysis
from springtail.solvers.checkpoint import check_header, read_checkpoint, write_checkpoint
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.score import Kind, Line, Score
from springtail.solvers.search import Search
from springtail.solvers.solution import Solution, Status
from springtail.solvers.trees import UNLIMITED, Objective

Moves = Literal["one", "best", "all"]

CHOICES: dict[str, tuple[object, ...]] = {
    "objective": get_args(Objective),
    "moves": get_args(Moves),
    "open_hands": (True, False),
}
"""The settings of the endgame solver with the values that they take."""


@dataclass(frozen=True)
class Endgame:
    """Settings of the endgame solver.

    Raises:
        InvalidOptions: naming every setting that is out of range.
    """

    objective: Objective = "outcome"
    """"outcome": the return, ties broken by the margin. "margin": the margin, ties broken by the return."""
    moves: Moves = "best"
    """"best": find all actions that keep the value, and the play expected after the first of them. "all": the exact
    value of each action, too. "one": the value and one action, and no more."""
    open_hands: bool = False
    """Solve a game with hidden information as if all of it were seen."""

    def __post_init__(self) -> None:
        wrong = [
            f"{name}: {shown(getattr(self, name))} is not one of {', '.join(map(str, allowed))}"
            for name, allowed in CHOICES.items()
            if not any(
                type(getattr(self, name)) is type(choice) and getattr(self, name) == choice for choice in allowed
            )
        ]
        if wrong:
            raise InvalidOptions("; ".join(wrong))

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> EndgameSearch:
        """Return the solution of this position, not yet begun.

        Raises:
            Unsupported: when the game hides something or has more than two sides.
            InvalidLimit: for limits that the solver does not have, or when the memory cap cannot hold its stack.
        """
        if limit.depth is not None:
            raise InvalidLimit("depth: the endgame solver looks to the end of the game; limit time or nodes")
        if limit.simulations is not None and limit.time is None and limit.nodes is None:
            raise InvalidLimit("simulations: the endgame solver makes none; limit time or nodes")
        if position.game.info.hidden and (isinstance(position, Observation) or not self.open_hands):
            raise Unsupported(
                f"endgame: {position.game.id} has hidden information; give a whole state and open_hands=True"
            )
        if isinstance(position, Observation):
            position = position.sample(0)
        return EndgameSearch(self, position, limit, multipv)


class EndgameSearch(Search):
    """The solution of one position under way."""

    def __init__(self, settings: Endgame, state: State, limit: Limit, multipv: int) -> None:
        self.settings = settings
        self._state = state
        self._limit = limit
        self._multipv = multipv
        self._solver = Solver(
            state,
            memory_bytes=limit.memory_bytes,
            by_margin=settings.objective == "margin",
            moves=settings.moves,
        )
        self._unbounded = self._solver.unbounded
        seat, sides = state.current_player(), state.game.info.sides or state.game.players
        self._side = [other for other in range(state.game.players) if other % sides == seat % sides]

        self._nodes_before = 0
        self._seconds_before = 0.0

    def step(self, seconds: float) -> None:
        self._solver.run(seconds=seconds, nodes=self._nodes_before + (self._limit.nodes or UNLIMITED))

    @property
    def finished(self) -> StopReason | None:
        if self._solver.finished:
            return "proof"
        if self._limit.nodes is not None and self._solver.nodes >= self._nodes_before + self._limit.nodes:
            return "nodes"
        return None

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        found = self.solution(stopped_by, seconds)
        first = found.moves[0]
        return Analysis(
            game=found.game,
            seat=found.seat,
            solver="endgame",
            move=first.action,
            score=found.value or first.score,
            lines=found.moves[: self._multipv],
            stopped_by=stopped_by,
            time=seconds,
            simulations=0,
            nodes=found.nodes,
            depth=found.depth,
            memory_bytes=found.memory_bytes,
            memory_full=found.memory_full,
            threads=1,
            seed=None,
            objective=found.objective,
        )

    def solution(self, stopped_by: StopReason | None, seconds: float) -> Solution:
        """Return what has been proven so far."""
        solver, game = self._solver, self._state.game
        solver.take_stock()
        low, high = solver.interval
        known_low, known_high = solver.known_at_once
        status: Status = "bounded" if (low, high) != (known_low, known_high) else "aborted"
        if low == high:
            status = "solved"
        moves = sorted(solver.root_actions(), key=self._place)
        return Solution(
            game=game.id,
            seat=self._state.current_player(),
            objective=self.settings.objective,
            status=status,
            value=self._score("exact", low) if low == high else None,
            bounds=(self._bound("lower", low, high), self._bound("upper", low, high)),
            rounding=solver.rounding,
            moves=tuple(self._line(move, is_first=move is moves[0]) for move in moves),
            distance=solver.distance,
            stopped_by=stopped_by,
            time=self._seconds_before + seconds,
            nodes=solver.nodes,
            depth=solver.depth,
            memory_bytes=solver.memory_bytes,
            memory_full=solver.full,
            position=self._state.clone(),
        )

    def save(self, path: Path, seconds: float) -> None:
        """Write a file from which `restore` goes on.

        Args:
            path: the file; it is replaced when it is there.
            seconds: since the call.

        Raises:
            OSError: when it cannot be written; the one from before is still there.
        """
        numbers, parts = self._solver.save()
        write_checkpoint(path, self._identity() | {"time": self._seconds_before + seconds, "progress": numbers}, parts)

    def restore(self, path: Path) -> None:
        """Go on from a file that `save` wrote; the limits count anew.

        Raises:
            InvalidCheckpoint: when it is damaged, or was written for another position, game, option, objective,
                memory or version.
            OSError: when it cannot be read.
        """
        header, parts = read_checkpoint(path)
        check_header(path, header, self._identity())
        self._solver.restore(header["progress"], parts)
        self._nodes_before = self._solver.nodes
        self._seconds_before = header["time"]

    def _identity(self) -> dict[str, Any]:
        """What a checkpoint is written for, as JSON reads it back."""
        game = self._state.game
        identity = {
            "version": version("springtail"),
            "game": game.id,
            "options": game.written_options(),
            "position": f"{self._state.key:016x}",
            "objective": self.settings.objective,
            "moves": self.settings.moves,
            "memory_mb": self._limit.memory_bytes / 2**20,
            "layout": self._solver.layout,
        }
        read_back: dict[str, Any] = json.loads(json.dumps(identity))
        return read_back

    def _place(self, move: RootAction) -> tuple[int, int, int]:
        """Sort key: what the seat that moves likes best first."""
        low, high = self._for_mover(move.low, move.high)
        return -low, -high, move.action

    def _for_mover(self, low: int, high: int) -> tuple[int, int]:
        """Turn bounds on seat 0's value into bounds on that of the seat that moves."""
        return (low, high) if 0 in self._side else (-high, -low)

    def _bound(self, kind: Literal["lower", "upper"], low: int, high: int) -> Score | None:
        """Return what the seat that moves gets at least or at most, from bounds on seat 0's value."""
        end = low if (kind == "lower") == (0 in self._side) else high
        return None if end in self._unbounded else self._score("exact" if low == high else kind, end)

    def _line(self, move: RootAction, is_first: bool) -> Line:
        text = self._state.game.action_string(move.action)
        score = None if is_first else self._bound("upper", move.low, move.high)
        if score is None:
            score = self._bound("lower", move.low, move.high)
        if score is None:
            score = Score.of_figures("estimate", self._solver.estimate(move.action))
        pv = tuple(map(self._state.game.action_string, self._solver.line)) if is_first else ()
        return Line(text, score, move.nodes, pv or (text,))

    def _score(self, kind: Kind, value: int) -> Score:
        return Score.of_figures(kind, self._solver.figures(value), () if kind == "exact" else self._side)
