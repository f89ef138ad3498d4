"""What the endgame solver says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.picture import Mark
from springtail.solvers.limit import StopReason
from springtail.solvers.marks import Pictured, marks_of
from springtail.solvers.score import Line, Score

Status = Literal["solved", "bounded", "aborted"]
"""The value is known; bounds on it were proven; nothing was proven beyond what the rules say at once."""


@dataclass(frozen=True)
class Solution(Pictured):
    """What is proven about a position, in the end or while the solver works on it."""

    game: str
    seat: int
    """The seat that moves."""
    objective: str
    """What is valued: "outcome" (the return first, the margin breaks ties) or "margin"."""
    status: Status
    value: Score | None
    """The exact value when the status is "solved"."""
    bounds: tuple[Score | None, Score | None]
    """The seat that moves gets at least the first, at most the second, None where nothing is known."""
    rounding: float
    """The value may be wrong by so much through rounding at chance nodes, in returns, or in points when the margin is
    valued; 0 where there is no chance."""
    moves: tuple[Line, ...]
    """What is known about each action, best first: those that keep the value have the kind "exact"."""
    distance: int | None
    """Plies to the end of the game along the line of the first move; None where chance or a limit cuts it short."""
    stopped_by: StopReason | None
    """What ended the solver: "proof" is that nothing is left to find out; None while it goes on."""
    time: float
    """Seconds since the call, those before a checkpoint included."""
    nodes: int
    """Positions looked at."""
    depth: int
    """Plies of the longest line looked at."""
    memory_bytes: int
    memory_full: bool
    """Whether the table had to forget; that costs time, not truth."""
    position: State | Observation | None = field(default=None, repr=False, compare=False)
    """What was solved, for pictures."""

    def marks(self) -> list[Mark]:
        return marks_of(self.moves, self.seat, self.objective)

    @property
    def best(self) -> tuple[str, ...]:
        """The actions proven to keep the value; all of them once `stopped_by` is "proof", unless one was asked for."""
        if self.value is None:
            return ()
        return tuple(line.action for line in self.moves if line.score == self.value)

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as JSON has it."""
        return {
            "game": self.game,
            "seat": self.seat,
            "objective": self.objective,
            "status": self.status,
            "value": None if self.value is None else self.value.to_dict(),
            "bounds": [None if bound is None else bound.to_dict() for bound in self.bounds],
            "rounding": self.rounding,
            "best": list(self.best),
            "moves": [line.to_dict() for line in self.moves],
            "distance": self.distance,
            "stopped_by": self.stopped_by,
            "time": self.time,
            "nodes": self.nodes,
            "depth": self.depth,
            "memory_bytes": self.memory_bytes,
            "memory_full": self.memory_full,
        }

    def _repr_html_(self) -> str:
        """Return what is proven about each action as a table and below it on the board, which a notebook shows."""
        from springtail.solvers.html import solution_table

        return solution_table(self) + (self._repr_svg_() or "")
