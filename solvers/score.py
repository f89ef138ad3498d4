"""Values of positions that say for which seat they are and how sure they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from springtail.cython_ext.search.scale import Figures

Kind = Literal["exact", "lower", "upper", "estimate"]
"""Proven; proven not to be lower, or higher, than this; an estimate."""
Covers = Literal["both", "returns", "margins"]
"""What a kind speaks of; the other figures are estimates."""

OPPOSITE: dict[Kind, Kind] = {"lower": "upper", "upper": "lower"}
"""What a bound for some seats is for their opponents."""


@dataclass(frozen=True)
class SeatScore:
    """A score as one seat sees it."""

    kind: Kind
    expected_return: float
    """-1 (lost) to 1 (sole win)."""
    win_share: float
    """0 to 1; a win shared by k seats counts 1/k."""
    margin: float
    """Expected own score less the best other's, in points of the game."""
    stderr: float | None
    """Standard error of the expected return; 0 when exact, None when unknown."""
    margin_stderr: float | None
    """Standard error of the margin; 0 when exact, None when unknown."""


@dataclass(frozen=True)
class Score:
    """The value of a position, one entry a seat in each tuple.

    With three seats or more an exact score is the value when every seat plays for itself (max^n).
    """

    kind: Kind
    returns: tuple[float, ...]
    """Expected returns [seat], -1 to 1."""
    margins: tuple[float, ...]
    """Expected margins [seat], in points: own score less the best other's."""
    stderr: tuple[float | None, ...]
    """Standard errors of the returns [seat]."""
    margin_stderr: tuple[float | None, ...]
    """Standard errors of the margins [seat]."""
    covers: Covers = "both"
    """Whether `kind` speaks of the returns, the margins or both."""
    bounded: tuple[int, ...] = ()
    """The seats that a "lower" or "upper" bound is meant for; for the others it is the opposite bound."""

    @classmethod
    def exact(cls, returns: Sequence[float], margins: Sequence[float]) -> Score:
        """Make a proven score."""
        nothing = (0.0,) * len(returns)
        return cls("exact", tuple(returns), tuple(margins), nothing, nothing)

    @classmethod
    def of_figures(cls, kind: Kind, figures: Figures, bounded: Sequence[int] = ()) -> Score:
        """Make a score from the figures of a depth-first search."""
        exact, unknown = (0.0,) * len(figures.returns), (None,) * len(figures.returns)
        return cls(
            kind,
            tuple(figures.returns),
            tuple(figures.margins),
            exact if kind == "exact" and figures.covers != "margins" else unknown,
            exact if kind == "exact" and figures.covers != "returns" else unknown,
            figures.covers,
            tuple(bounded),
        )

    @property
    def win_shares(self) -> tuple[float, ...]:
        """Expected win shares [seat], 0 to 1."""
        seats = len(self.returns)
        return tuple((value * (seats - 1) + 1) / seats for value in self.returns)

    def pov(self, seat: int) -> SeatScore:
        """Return the score as `seat` sees it; raises IndexError when there is no such seat."""
        if seat < 0:
            raise IndexError(f"seat {seat}: seats are 0 to {len(self.returns) - 1}")
        return SeatScore(
            self.kind if seat in self.bounded else OPPOSITE.get(self.kind, self.kind),
            self.returns[seat],
            self.win_shares[seat],
            self.margins[seat],
            self.stderr[seat],
            self.margin_stderr[seat],
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the score as JSON has it."""
        return {
            "kind": self.kind,
            "covers": self.covers,
            "bounded": list(self.bounded),
            "returns": list(self.returns),
            "win_shares": list(self.win_shares),
            "margins": list(self.margins),
            "stderr": list(self.stderr),
            "margin_stderr": list(self.margin_stderr),
        }


@dataclass(frozen=True)
class Line:
    """One action of the root with its value and the play expected after it."""

    action: str
    score: Score
    visits: int
    """Simulations that went through the action, or deals in which it was solved."""
    pv: tuple[str, ...]
    """The principal variation, `action` first, chance events included; it can be replayed from the root."""

    def to_dict(self) -> dict[str, Any]:
        """Return the line as JSON has it."""
        return {
            "action": self.action,
            "score": self.score.to_dict(),
            "visits": self.visits,
            "pv": list(self.pv),
        }

    def _repr_html_(self) -> str:
        """Return the value for each seat as a table, which a notebook shows."""
        from springtail.solvers.html import line_table

        return line_table(self)
