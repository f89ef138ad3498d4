"""What a search says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.picture import Mark
from springtail.solvers.limit import StopReason
from springtail.solvers.marks import Pictured, marks_of
from springtail.solvers.score import Line, Score


@dataclass(frozen=True)
class Analysis(Pictured):
    """The state of a search, final or under way."""

    game: str
    seat: int
    """The seat that moves."""
    solver: str
    move: str
    """The action to play."""
    score: Score
    """The value of the position, which is that of `move`."""
    lines: tuple[Line, ...]
    """The best actions, best first; as many as `multipv` asked for and were looked at."""
    stopped_by: StopReason | None
    """What ended the search; None while it goes on."""
    time: float
    """Seconds since the call."""
    simulations: int
    nodes: int
    """Nodes in the search tree."""
    depth: int
    """Plies of the longest line looked at."""
    memory_bytes: int
    """Bytes of the memory cap in use."""
    memory_full: bool
    """Whether the memory cap kept the tree from growing."""
    threads: int
    seed: int | None
    objective: str
    """What is maximised: "outcome" (win share, margin to break ties) or "margin"."""
    deals: int | None = None
    """Deals whose solutions were averaged; None where values are no such average."""
    deals_possible: int | None = None
    """Deals that the seat holds possible; None when not counted."""
    position: State | Observation | None = field(default=None, repr=False, compare=False)
    """What was searched, for pictures; where the game hides something, only what the seat may know."""

    def marks(self) -> list[Mark]:
        return marks_of(self.lines, self.seat, self.objective)

    def to_dict(self) -> dict[str, Any]:
        """Return the analysis as JSON has it."""
        return {
            "game": self.game,
            "seat": self.seat,
            "solver": self.solver,
            "move": self.move,
            "score": self.score.to_dict(),
            "lines": [line.to_dict() for line in self.lines],
            "stopped_by": self.stopped_by,
            "time": self.time,
            "simulations": self.simulations,
            "nodes": self.nodes,
            "depth": self.depth,
            "memory_bytes": self.memory_bytes,
            "memory_full": self.memory_full,
            "threads": self.threads,
            "seed": self.seed,
            "objective": self.objective,
            "deals": self.deals,
            "deals_possible": self.deals_possible,
        }

    def _repr_html_(self) -> str:
        """Return the best actions as a table and below it on the board, which a notebook shows."""
        from springtail.solvers.html import analysis_table

        return analysis_table(self) + (self._repr_svg_() or "")

    def __str__(self) -> str:
        own = self.score.pov(self.seat)
        lines = [
            f"{self.move}  for seat {self.seat}: {own.kind} win share {own.win_share:.3f}, margin {own.margin:+.1f}",
            f"{self.solver}, {self.simulations} simulations in {self.time:.2f} s, stopped by {self.stopped_by}",
        ]
        for line in self.lines:
            seen = line.score.pov(self.seat)
            lines.append(
                f"  {line.action:8} {seen.kind:8} {seen.win_share:.3f} {seen.margin:+7.1f}  "
                f"visits {line.visits:<9} {' '.join(line.pv)}"
            )
        return "\n".join(lines)
