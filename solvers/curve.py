"""The values of a game ply by ply, as a plot."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, floor, log10
from typing import NamedTuple

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.picture import CHIP_SIZE, MARGIN, SIZE, WIDTH, Sheet
from springtail.cython_ext.svg import SEAT_HUES, Point, Theme, checked_size, checked_theme, text_width
from springtail.solvers.marks import SIGNS
from springtail.solvers.score import Kind, Score

LEFT, RIGHT = 36, 26
"""Units beside a plot, for its numbers and for the chips of the seats."""
SHARE_HEIGHT, MARGIN_HEIGHT = 150, 120
ERRORS = 2
"""Standard errors that a band reaches to either side."""
DASHES = ("none", "7 3", "2 3", "9 3 2 3", "4 2", "1 2", "12 4", "6 2 1 2")
"""How the line of each seat is broken, so that it is not known by its colour alone."""
ROOM_FOR_DOTS = 6
"""Units from ply to ply below which estimates have no dots."""


class Value(NamedTuple):
    """One value of one seat, and how sure it is."""

    ply: int
    value: float
    error: float | None
    """Standard error, None when unknown."""
    kind: Kind


@dataclass(frozen=True)
class Curve:
    """The values of a game, ply by ply; a notebook shows it as a plot.

    >>> lost, won = Score.exact((-1, 1), (-3, 3)), Score.exact((1, -1), (3, -3))
    >>> Curve("A game", (won, None, lost), ("a1", "b2")).to_svg(size=300)[:4]
    '<svg'
    """

    title: str
    scores: tuple[Score | None, ...]
    """The value of the position after so many plies, None where nobody asked, as at chance events."""
    actions: tuple[str, ...] = ()
    """What was played; the first leads from the first score to the second."""
    notes: Mapping[int, str] = field(default_factory=dict)
    """Ply -> a few characters to be written above it, such as "?" for a mistake that led there."""

    def __post_init__(self) -> None:
        seats = {len(score.returns) for score in self.scores if score is not None}
        if len(seats) > 1:
            raise InvalidOptions(f"scores: are for {' and '.join(map(str, sorted(seats)))} seats; must be for as many")
        for ply in self.notes:
            if not 0 <= ply < len(self.scores):
                raise InvalidOptions(f"notes: there is no score after {shown(ply)} plies")

    @property
    def seats(self) -> int:
        """Number of seats; 0 when there is no score."""
        return next((len(score.returns) for score in self.scores if score is not None), 0)

    def win_shares(self, seat: int) -> list[Value]:
        """Return the win shares of a seat, 0 to 1, where there are scores."""
        return list(self._values(seat, "returns"))

    def margins(self, seat: int) -> list[Value]:
        """Return the margins of a seat, in points, where there are scores."""
        return list(self._values(seat, "margins"))

    def _values(self, seat: int, figures: str) -> Iterator[Value]:
        for ply, score in enumerate(self.scores):
            if score is None:
                continue
            own = score.pov(seat)
            kind = own.kind if score.covers in ("both", figures) else "estimate"
            if figures == "margins":
                yield Value(ply, own.margin, own.margin_stderr, kind)
            else:
                share = (self.seats - 1) / self.seats if self.seats > 1 else 1
                yield Value(ply, own.win_share, None if own.stderr is None else own.stderr * share, kind)

    def to_svg(self, *, ply: int | None = None, size: float | None = None, theme: Theme = "auto") -> str:
        """Return the plot as SVG: the win shares by ply, and below them the margins (docs/pictures.md).

        Args:
            ply: where to draw a line from top to bottom; None draws none.
            size: pixels that it is wide; None is 480.
            theme: "light", "dark", or "auto" for what the reader prefers.

        Raises:
            InvalidOptions: for a ply, size or theme that cannot be.
        """
        pixels = checked_size(SIZE if size is None else size)
        checked_theme(theme)
        if ply is not None and (type(ply) is not int or not 0 <= ply < len(self.scores)):
            raise InvalidOptions(f"ply: must be a whole number from 0 to {len(self.scores) - 1}, not {shown(ply)}")
        return _Plots(self, ply).write_as(pixels, theme)

    def _repr_svg_(self) -> str:
        return self.to_svg()


class _Axis:
    """A plot's place on the sheet, and the values that it spans."""

    def __init__(self, top: float, height: float, low: float, high: float, plies: int) -> None:
        self.top, self.height = top, height
        self.low, self.high = low, high
        self.step = (WIDTH - LEFT - RIGHT) / max(plies - 1, 1)

    def at(self, ply: int, value: float) -> Point:
        """Return the point of a value; what is beyond the axis is drawn on its end."""
        value = min(max(value, self.low), self.high)
        return LEFT + ply * self.step, self.top + self.height * (self.high - value) / (self.high - self.low)


class _Plots(Sheet):
    """The sheet with both plots of a curve."""

    def __init__(self, curve: Curve, ply: int | None) -> None:
        super().__init__()
        self.curve = curve
        self.ply = ply

    def write_as(self, size: float, theme: str) -> str:
        """Return the sheet as SVG."""
        curve, width = self.curve, WIDTH + 2 * MARGIN
        height = 44 + SHARE_HEIGHT + 40 + MARGIN_HEIGHT + 60 + MARGIN
        self.rect(0, 0, width, height, rx=10, fill="paper")
        with self.group(transform=f"translate({MARGIN} {MARGIN})"):
            self.text(0, 6, curve.title, 13, font_weight="bold")
            self._plot("Win share", 44, SHARE_HEIGHT, curve.win_shares, (0.0, 1.0), _percent)
            low, high = self._span()
            self._plot("Margin", 84 + SHARE_HEIGHT, MARGIN_HEIGHT, curve.margins, (low, high), _points)
            bottom = 84 + SHARE_HEIGHT + MARGIN_HEIGHT
            self._plies(_Axis(0, 1, 0, 1, len(curve.scores)), bottom + 12)
            self._legend(bottom + 36)
        return self.write(
            width,
            height,
            title=f"{curve.title}: win share and margin by ply",
            desc=self._spoken(),
            size=size,
            theme=theme,
        )

    def _shown_seats(self) -> range:
        """Of two seats the first one is enough: the other has what is missing to 100%."""
        return range(1 if self.curve.seats == 2 else self.curve.seats)

    def _span(self) -> tuple[float, float]:
        """Return the lowest and highest margin, rounded outward; 0 is always among them."""
        values = [value.value for seat in self._shown_seats() for value in self.curve.margins(seat)]
        low, high = min([0.0, *values]), max([0.0, *values])
        step = _tick(high - low or 1)
        return floor(low / step) * step, ceil(high / step) * step if high > low else step

    def _plot(
        self,
        name: str,
        top: float,
        height: float,
        values_of: Callable[[int], list[Value]],
        span: tuple[float, float],
        write: Callable[[float], str],
    ) -> None:
        axis = _Axis(top, height, *span, len(self.curve.scores))
        right = WIDTH - RIGHT
        self.text(0, top - 15, name, 12, fill="muted", font_weight="bold")
        self.rect(LEFT, top, right - LEFT, height, fill="panel")
        step = 0.25 if span == (0.0, 1.0) else _tick(span[1] - span[0])
        for number in range(round((span[1] - span[0]) / step) + 1):
            value = span[0] + number * step
            _, y = axis.at(0, value)
            middle = value == (0.5 if span == (0.0, 1.0) and self.curve.seats == 2 else 0.0)
            self.line((LEFT, y), (right, y), stroke="muted" if middle else "line", stroke_width=1)
            self.text(LEFT - 5, y, write(value), 11, anchor="end", fill="muted")
        if self.ply is not None:
            x, _ = axis.at(self.ply, 0)
            self.line((x, top - 4), (x, top + height), stroke="accent", stroke_width=1.5)
        for seat in self._shown_seats():
            self._band(axis, seat, values_of(seat))
        for seat in self._shown_seats():
            self._line(axis, seat, values_of(seat), write)
        self._ends(axis, values_of)
        for ply, note in self.curve.notes.items() if span == (0.0, 1.0) else ():
            x, _ = axis.at(ply, 0)
            x = min(max(x, LEFT), WIDTH - text_width(note, CHIP_SIZE, bold=True) / 2)
            self.text(x, top - 10, note, CHIP_SIZE, anchor="middle", fill="accent", font_weight="bold")

    def _band(self, axis: _Axis, seat: int, values: list[Value]) -> None:
        """Draw how far the estimates may be off, stretch by stretch."""
        stretch: list[Value] = []
        for value in [*values, None]:
            if value is not None and value.kind == "estimate" and value.error is not None:
                stretch.append(value)
            elif stretch:
                above = [axis.at(v.ply, v.value + ERRORS * (v.error or 0)) for v in stretch]
                below = [axis.at(v.ply, v.value - ERRORS * (v.error or 0)) for v in reversed(stretch)]
                self.polygon(
                    above + below,
                    fill=SEAT_HUES[seat],
                    fill_opacity=0.18,
                    stroke=SEAT_HUES[seat],
                    stroke_opacity=0.3,
                    stroke_width=0.8,
                )
                stretch = []

    def _line(self, axis: _Axis, seat: int, values: list[Value], write: Callable[[float], str]) -> None:
        """Draw the line of a seat, thick where both its ends are exact, and a sign for the kind of each value."""
        hue = SEAT_HUES[seat]
        for one, other in zip(values, values[1:], strict=False):
            exact = one.kind == other.kind == "exact"
            self.line(
                axis.at(one.ply, one.value),
                axis.at(other.ply, other.value),
                stroke=hue,
                stroke_width=3 if exact else 1.5,
                stroke_linecap="round",
                stroke_dasharray=DASHES[seat],
            )
        for value in values:
            x, y = axis.at(value.ply, value.value)
            after = "".join(f" {action}" for action in self.curve.actions[max(value.ply - 1, 0) : value.ply])
            said = f"ply {value.ply}{after}: seat {seat} {SIGNS[value.kind]}{write(value.value)}"
            with self.group(title=said):
                self._sign(x, y, value.kind, hue, axis.step)

    def _sign(self, x: float, y: float, kind: Kind, hue: str, step: float) -> None:
        """Draw the sign of a kind: a dot, a ring, or a triangle that points where the value may be."""
        if kind == "exact":
            self.circle(x, y, min(3, 0.7 * step), fill=hue)
        elif kind == "estimate":
            seen = step >= ROOM_FOR_DOTS
            self.circle(x, y, 2.6, fill="paper", stroke=hue, stroke_width=1.4, opacity=1 if seen else 0)
        else:
            away = -4 if kind == "lower" else 4
            self.polygon([(x, y + away), (x - 3.5, y - away / 2), (x + 3.5, y - away / 2)], fill=hue)

    def _ends(self, axis: _Axis, values_of: Callable[[int], list[Value]]) -> None:
        """Draw the chip of each seat: where its line ends, or of two seats at the end of the axis that is its win."""
        x = WIDTH - 10
        if self.curve.seats == 2:
            self.seat_chip(x, axis.top + 9, 0, 8)
            self.seat_chip(x, axis.top + axis.height - 9, 1, 8)
            return
        ends = [(axis.at(0, values[-1].value)[1], seat) for seat in self._shown_seats() if (values := values_of(seat))]
        least = axis.top + 8
        for number, (y, seat) in enumerate(sorted(ends)):
            most = axis.top + axis.height - 8 - 17 * (len(ends) - 1 - number)
            least = min(max(y, least), most)
            self.seat_chip(x, least, seat, 8)
            least += 17

    def _plies(self, axis: _Axis, y: float) -> None:
        """Write numbers of plies below the plots."""
        step = max(1, round(_tick(max(len(self.curve.scores) - 1, 1))))
        for ply in range(0, len(self.curve.scores), step):
            self.text(axis.at(ply, 0)[0], y, str(ply), 11, anchor="middle", fill="muted")
        self.text(0, y, "ply", 11, fill="muted")

    def _legend(self, y: float) -> None:
        """Explain the signs of the kinds that are there."""
        kinds = {
            value.kind
            for seat in self._shown_seats()
            for value in self.curve.win_shares(seat) + self.curve.margins(seat)
        }
        words: dict[Kind, str] = {
            "exact": "exact",
            "estimate": f"an estimate, ± {ERRORS} standard errors",
            "lower": "at least",
            "upper": "at most",
        }
        x = 4.0
        for kind, text in words.items():
            if kind in kinds:
                self._sign(x, y, kind, "ink", WIDTH)
                self.text(x + 9, y, text, 11, fill="muted")
                x += text_width(text, 11) + 30

    def _spoken(self) -> str:
        """Return the values in words, for screen readers."""
        lines = []
        for ply, score in enumerate(self.curve.scores):
            if score is not None:
                shares = ", ".join(f"seat {seat} {share:.0%}" for seat, share in enumerate(score.win_shares))
                lines.append(f"after {ply} plies ({score.kind}): {shares}")
        return "\n".join(lines)


def _percent(value: float) -> str:
    return f"{value:.0%}"


def _points(value: float) -> str:
    return f"{value:+.4g}" if value else "0"


def _tick(span: float) -> float:
    """Return a round step that divides a span into about four."""
    power = 10.0 ** floor(log10(span / 4))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= span / 4.5)
