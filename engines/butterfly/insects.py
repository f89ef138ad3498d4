"""What is on the tiles, as small drawings that differ in shape as well as in colour."""

from __future__ import annotations

import math
from collections.abc import Callable

from springtail.cython_ext.svg import Drawing, written

HUES = {
    "red": "red", "blue": "blue", "green": "green", "yellow": "yellow", "flowers": "pink", "dragonflies": "teal",
    "lightning_bugs": "orange", "crickets": "brown", "bees": "yellow", "honeycombs": "orange", "wasps": "purple",
}  # fmt: skip
"""Kind of tile -> hue."""


def kind_of(tile_kind: str) -> str:
    """Return what a tile shows: a doubler shows its butterfly."""
    return tile_kind.removesuffix("_doubler")


def draw_insect(sheet: Drawing, kind: str, x: float, y: float, radius: float) -> None:
    """Draw what a kind of tile shows around a point."""
    with sheet.group(transform=f"translate({written(x)} {written(y)})scale({written(radius / 10)})"):
        SHAPES.get(kind, _butterfly)(sheet, HUES[kind])


def _ellipse(sheet: Drawing, x: float, y: float, wide: float, high: float, turned: float, **style: str | float) -> None:
    sheet.add("ellipse", cx=x, cy=y, rx=wide, ry=high, transform=f"rotate({written(turned)} {x:g} {y:g})", **style)


def _butterfly(sheet: Drawing, hue: str) -> None:
    wing: dict[str, str | float] = {
        "fill": "gold" if hue == "yellow" else hue,
        "stroke": f"{hue}-ink",
        "stroke_width": 0.7,
    }
    for side in (-1, 1):
        _ellipse(sheet, 3.9 * side, 4.8, 3.2, 4.4, -35 * side, **wing)
        _ellipse(sheet, 5 * side, -3, 4.3, 5.9, 40 * side, **wing)
        sheet.circle(5.4 * side, -3.8, 1.6, fill=f"{hue}-soft")
        sheet.path(f"M0 -5Q{side} -8 {3 * side} -9", fill="none", stroke=f"{hue}-ink", stroke_width=0.9)
    _ellipse(sheet, 0, 0.6, 1.3, 6.2, 0, fill=f"{hue}-ink")


def _flower(sheet: Drawing, hue: str) -> None:
    for petal in range(6):
        angle = petal * math.pi / 3
        sheet.circle(5.6 * math.sin(angle), -5.6 * math.cos(angle), 3.5, fill=hue)
    sheet.circle(0, 0, 3, fill="gold", stroke=f"{hue}-ink", stroke_width=0.8)


def _dragonfly(sheet: Drawing, hue: str) -> None:
    for side in (-1, 1):
        _ellipse(sheet, 5 * side, -4.2, 5.2, 1.7, 14 * side, fill=hue)
        _ellipse(sheet, 4.6 * side, -0.4, 4.6, 1.6, -16 * side, fill=hue, fill_opacity=0.75)
    sheet.rect(-0.95, -6, 1.9, 15.5, rx=0.95, fill=f"{hue}-ink")
    sheet.circle(0, -7.2, 2.1, fill=f"{hue}-ink")


def _lightning_bug(sheet: Drawing, hue: str) -> None:
    for ray in (-2, -1, 1, 2):
        angle = ray * 0.52
        sheet.line(
            (7.2 * math.sin(angle), 2 + 5.2 * math.cos(angle)),
            (9.6 * math.sin(angle), 2 + 7.6 * math.cos(angle)),
            stroke=hue,
            stroke_width=1.3,
        )
    _ellipse(sheet, 0, 3, 3.9, 5.2, 0, fill="gold", stroke=hue, stroke_width=1.2)
    sheet.path("M-4.2 2.4C-4.6 -4.4 4.6 -4.4 4.2 2.4Z", fill=hue)
    sheet.line((0, -2.6), (0, 2.2), stroke=f"{hue}-soft", stroke_width=0.9)
    sheet.circle(0, -5, 2.3, fill=f"{hue}-ink")


def _cricket(sheet: Drawing, hue: str) -> None:
    _ellipse(sheet, -0.6, 1.6, 7, 2.7, -12, fill=hue)
    sheet.circle(6.4, -0.2, 2.5, fill=f"{hue}-ink")
    leg = {"fill": "none", "stroke": f"{hue}-ink", "stroke_linecap": "round", "stroke_linejoin": "round"}
    sheet.path("M-1 2.4L-5 -6.8L-8.8 7.6", stroke_width=1.7, **leg)
    sheet.path("M2.4 3L3.6 7.6M-0.6 3.6L0.2 7.6M7 -2Q7.4 -6.4 4 -8.4", stroke_width=1.1, **leg)


def _bee(sheet: Drawing, hue: str) -> None:
    for turned in (-28, 22):
        _ellipse(sheet, turned / 9, -4.6, 2.5, 4.6, turned, fill="blue-soft", stroke=f"{hue}-ink", stroke_width=0.8)
    _ellipse(sheet, 0, 2.4, 7.6, 4.8, 0, fill="gold", stroke=f"{hue}-ink", stroke_width=1)
    for at, high in ((-3.4, 4.1), (0.1, 4.8), (3.6, 4.0)):
        sheet.line((at, 2.4 - high), (at, 2.4 + high), stroke="brown-ink", stroke_width=1.7)
    sheet.circle(6.8, 1.2, 2.4, fill="brown-ink")


def _honeycomb(sheet: Drawing, hue: str) -> None:
    for x, y in ((-4.1, -3.4), (4.1, -3.4), (0, 3.7)):
        corners = [(x + 4.3 * math.sin(at * math.pi / 3), y - 4.3 * math.cos(at * math.pi / 3)) for at in range(6)]
        sheet.polygon(corners, fill="gold", stroke=f"{hue}-ink", stroke_width=1.3, stroke_linejoin="round")


def _wasp(sheet: Drawing, hue: str) -> None:
    for side in (-1, 1):
        _ellipse(sheet, 5 * side, -2.6, 5, 1.9, 28 * side, fill=f"{hue}-soft", stroke=hue, stroke_width=0.9)
    sheet.path("M-3.6 0.6Q0 -1.6 3.6 0.6Q3.6 5.4 0 9.6Q-3.6 5.4 -3.6 0.6Z", fill=hue)
    sheet.path("M-3.4 2.6H3.4M-2.6 5.3H2.6", stroke=f"{hue}-soft", stroke_width=1.3, fill="none")
    sheet.circle(0, -2.2, 2.3, fill=f"{hue}-ink")
    sheet.circle(0, -6.2, 2.2, fill=f"{hue}-ink")


SHAPES: dict[str, Callable[[Drawing, str], None]] = {
    "flowers": _flower,
    "dragonflies": _dragonfly,
    "lightning_bugs": _lightning_bug,
    "crickets": _cricket,
    "bees": _bee,
    "honeycombs": _honeycomb,
    "wasps": _wasp,
}
