"""What was found about a position, shown on its picture."""

from __future__ import annotations

from collections.abc import Sequence

from springtail.cython_ext.errors import Unsupported
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.picture import Mark
from springtail.cython_ext.svg import Theme
from springtail.solvers.score import Kind, Line, Score

SIGNS: dict[Kind, str] = {"exact": "=", "lower": "≥", "upper": "≤", "estimate": "≈"}
"""How a label says what kind its value is."""
FAINTEST = 0.15
"""Weight of the weakest mark."""


class Pictured:
    """A result of searching that can show its actions on the picture of its position."""

    position: State | Observation | None

    def marks(self) -> list[Mark]:
        """Return the actions as marks for a picture: labelled with their values, the best ones drawn strongest."""
        raise NotImplementedError

    def to_svg(self, *, targets: bool = False, size: float | None = None, theme: Theme = "auto") -> str:
        """Return a picture of the position with the actions and their values as SVG (docs/pictures.md).

        Arguments and errors are those of `State.to_svg`.

        Raises:
            Unsupported: when this was made without its position.
        """
        if self.position is None:
            raise Unsupported("to_svg: the position is not in here; give the marks to State.to_svg")
        return self.position.to_svg(marks=self.marks(), targets=targets, size=size, theme=theme)

    def _repr_svg_(self) -> str | None:
        return None if self.position is None else self.to_svg()


def label_of(score: Score, seat: int, objective: str) -> str:
    """Return the value that a seat maximises in a few characters: the win share, or by "margin" the points.

    `SIGNS` says what kind it is.

    >>> label_of(Score.exact((1, -1), (3, -3)), 0, "outcome"), label_of(Score.exact((1, -1), (3, -3)), 0, "margin")
    ('=100%', '=+3')
    """
    own = score.pov(seat)
    covered = score.covers in ("both", "margins" if objective == "margin" else "returns")
    sign = SIGNS[own.kind if covered else "estimate"]
    if objective != "margin":
        return f"{sign}{own.win_share:.0%}"
    whole = own.margin == round(own.margin)
    return f"{sign}{own.margin:+.0f}" if whole else f"{sign}{own.margin:+.1f}"


def marks_of(lines: Sequence[Line], seat: int, objective: str) -> list[Mark]:
    """Return lines, best first, as marks: those whose value is far below the best are drawn faintly."""
    if not lines:
        return []
    scores = [line.score.pov(seat) for line in lines]
    values = [score.margin if objective == "margin" else score.win_share for score in scores]
    best = max(values)
    scale = max(best - min(values), 1e-9) if objective == "margin" else 0.5
    return [
        Mark(line.action, label_of(line.score, seat, objective), max(FAINTEST, 1 - (best - value) / scale))
        for line, value in zip(lines, values, strict=True)
    ]
