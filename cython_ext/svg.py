"""Scalable vector graphics: shapes and text on a drawing, colours by name, written as the same bytes every time."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from springtail.cython_ext.errors import InvalidOptions, shown

Theme: TypeAlias = Literal["auto", "light", "dark"]
Point: TypeAlias = tuple[float, float]
"""x to the right, y down."""

THEMES = ("auto", "light", "dark")
SMALLEST, LARGEST = 16, 16_384
"""Pixels that a picture may be wide."""
SANS = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"
MONO = "Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace"

COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#fbfaf6", "#191b1f"),
    "panel": ("#f1efe7", "#24272d"),
    "ink": ("#22252a", "#eceae3"),
    "muted": ("#5f636b", "#a4a8b1"),
    "line": ("#d5d1c4", "#3c4048"),
    "board": ("#e6e1d1", "#2d3138"),
    "field": ("#f6f3e9", "#3a3f48"),
    "accent": ("#a3168c", "#ff8fe9"),
    "accent-soft": ("#f0cfe9", "#5b2453"),
    "on-accent": ("#ffffff", "#2a0524"),
    "on-solid": ("#ffffff", "#14161a"),
    "white": ("#ffffff", "#f6f4ee"),
    "black": ("#1b1d21", "#0c0d0f"),
    "gold": ("#e8b800", "#f7d23e"),
}
"""Name -> in light, in dark."""

HUES: dict[str, tuple[tuple[str, str], tuple[str, str], tuple[str, str]]] = {
    "red": (("#c4361f", "#ff8b73"), ("#f9d9d0", "#57271d"), ("#7f1d0f", "#ffc9bc")),
    "orange": (("#b85c00", "#ffa640"), ("#fde0bd", "#533310"), ("#703800", "#ffd6a3")),
    "yellow": (("#8f7200", "#f2d544"), ("#fbefb0", "#4b4210"), ("#5b4800", "#fbeb9d")),
    "green": (("#1d7a46", "#5fd294"), ("#cfeed8", "#1b4630"), ("#0f4f2b", "#b5f0cd")),
    "teal": (("#00797a", "#4fcfcf"), ("#c6ecea", "#124546"), ("#004c4d", "#aef0ee")),
    "blue": (("#1f5fbf", "#7db2ff"), ("#d3e3fb", "#1f3a63"), ("#123d80", "#c5dcff")),
    "purple": (("#6b3fb5", "#bb9cff"), ("#e5daf8", "#3d2b66"), ("#43237d", "#dfd0ff")),
    "pink": (("#b0326e", "#ff8fbe"), ("#fad7e6", "#592440"), ("#731a45", "#ffcbe1")),
    "brown": (("#7a4f2a", "#d5a373"), ("#ecdcc9", "#4a3523"), ("#51321a", "#ecd0b4")),
    "grey": (("#60666f", "#a9b0ba"), ("#e0e2e6", "#3b4048"), ("#3b4047", "#d6dae0")),
}
"""Name -> solid, soft (a surface) and ink (text on soft), each in light and in dark."""

for _hue, (_solid, _soft, _ink) in HUES.items():
    COLOURS |= {_hue: _solid, f"{_hue}-soft": _soft, f"{_hue}-ink": _ink}

SEAT_HUES = ("blue", "orange", "green", "pink", "brown", "purple", "teal", "grey")
"""The hue of each seat; its number always stands beside it."""

_NARROW = frozenset("fijlrtI.,:;'|!()[]{}/\\- ")
_WIDE = frozenset("mwMW@%…—")
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass
class Element:
    """One element; `content` is text or what is in it."""

    tag: str
    attributes: dict[str, str | float]
    content: str | list[Element] = field(default_factory=list)


class Drawing:
    """A sheet to draw on. Lengths are in units of the sheet, colours are names of `COLOURS` or "none".

    Attributes are those of SVG, with `_` for `-`: `fill`, `stroke`, `stroke_width`, `opacity`, `rx` ...

    >>> sheet = Drawing()
    >>> sheet.circle(5, 5, 4, fill="red")
    >>> with sheet.group(opacity=0.5):
    ...     sheet.text(5, 5, "a < b", 3, anchor="middle")
    >>> print(sheet.write(10, 10, title="A dot", size=300, theme="light")[:60])
    <svg xmlns="http://www.w3.org/2000/svg" class="springtail" v
    """

    def __init__(self) -> None:
        self.elements: list[Element] = []

    def add(self, tag: str, content: str | list[Element] = "", /, **attributes: str | float) -> Element:
        """Add an element and return it."""
        named = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        self.elements.append(Element(tag, named, content))
        return self.elements[-1]

    def rect(self, x: float, y: float, width: float, height: float, **style: str | float) -> None:
        """Add a rectangle by its top left corner."""
        self.add("rect", x=x, y=y, width=width, height=height, **style)

    def circle(self, x: float, y: float, radius: float, **style: str | float) -> None:
        """Add a circle by its centre."""
        self.add("circle", cx=x, cy=y, r=radius, **style)

    def line(self, start: Point, end: Point, **style: str | float) -> None:
        """Add a straight line."""
        self.add("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **style)

    def polygon(self, points: Sequence[Point], **style: str | float) -> None:
        """Add a closed polygon."""
        self.add("polygon", points=" ".join(f"{written(x)},{written(y)}" for x, y in points), **style)

    def path(self, way: str, **style: str | float) -> None:
        """Add a path by its `d`; `written` writes its numbers."""
        self.add("path", d=way, **style)

    def text(
        self, x: float, y: float, text: str, size: float = 12, *, anchor: str = "start", **style: str | float
    ) -> None:
        """Add one line of text, its capitals centred on height y; `anchor` is "start", "middle" or "end"."""
        style.setdefault("fill", "ink")
        if anchor != "start":
            style["text_anchor"] = anchor
        self.add("text", text, x=x, y=y + 0.36 * size, font_size=size, **style)

    def arrow(self, start: Point, end: Point, width: float, **style: str | float) -> None:
        """Add an arrow as one filled outline, its shaft `width` thick, its tip at `end`."""
        length = math.dist(start, end)
        if length == 0:
            return
        along, across = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        head = min(3.2 * width, 0.7 * length)
        outline = [
            (0.0, 0.5), (length - head, 0.5), (length - head, 1.5), (length, 0.0),
            (length - head, -1.5), (length - head, -0.5), (0.0, -0.5),
        ]  # fmt: skip
        turned = [
            (start[0] + far * along - off * width * across, start[1] + far * across + off * width * along)
            for far, off in outline
        ]
        self.polygon(turned, stroke_linejoin="round", **style)

    @contextmanager
    def group(self, *, title: str = "", **attributes: str | float) -> Iterator[None]:
        """Put all that is added inside into one group; `title` is shown by a browser under the pointer."""
        outside = self.elements
        self.elements = [Element("title", {}, title)] if title else []
        try:
            yield
        finally:
            inside, self.elements = self.elements, outside
            self.add("g", inside, **attributes)

    def write(
        self, width: float, height: float, *, title: str, desc: str = "", size: float, theme: str = "auto"
    ) -> str:
        """Return the drawing as one SVG element.

        There are no ids in it, and its style speaks of its own class only, so any number of pictures fit on one page.

        Args:
            width: of the sheet, in its units.
            height: the same.
            title: a short name, for screen readers.
            desc: what the picture shows, for screen readers.
            size: pixels that the picture is wide; its height follows.
            theme: "light" and "dark" write plain colours, for any viewer of SVG; "auto" follows the reader's
                preference by custom properties (`--springtail-ink` ...), which a page may set as well.

        Raises:
            InvalidOptions: for a size or theme that cannot be.
        """
        pixels = checked_size(size)
        theme = checked_theme(theme)
        used: set[str] = set()
        inside = "".join(_written(element, theme, used) for element in self.elements)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="springtail" '
            f'viewBox="0 0 {written(width)} {written(height)}" '
            f'width="{written(pixels)}" height="{written(pixels * height / width)}" '
            f'role="img" font-family="{SANS}">'
            f"<title>{escaped(title)}</title>"
            + (f"<desc>{escaped(desc)}</desc>" if desc else "")
            + (_style(used) if theme == "auto" else "")
            + f"{inside}</svg>"
        )


def checked_size(size: object) -> float:
    """Return a width in pixels; raise InvalidOptions when it is none."""
    if isinstance(size, bool) or not isinstance(size, int | float) or not SMALLEST <= size <= LARGEST:
        raise InvalidOptions(f"size: must be a number of pixels from {SMALLEST} to {LARGEST}, not {shown(size)}")
    return size


def checked_theme(theme: object) -> str:
    """Return a theme; raise InvalidOptions when it is none."""
    if not isinstance(theme, str) or theme not in THEMES:
        raise InvalidOptions(f"theme: must be one of {', '.join(THEMES)}, not {shown(theme)}")
    return theme


def written(value: float) -> str:
    """Return a number with at most two decimals.

    >>> written(2.0), written(-0.001), written(1.256)
    ('2', '0', '1.26')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return text as XML has it; what XML cannot have becomes the replacement character."""
    text = _NOT_XML.sub("\ufffd", text).replace("&", "&amp;").replace("<", "&lt;")
    return text.replace(">", "&gt;").replace('"', "&quot;")


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return about how wide a line of text comes out in a font like Helvetica."""
    em = sum(0.3 if c in _NARROW else 0.88 if c in _WIDE else 0.68 if c.isupper() else 0.56 for c in text)
    return size * em * (1.06 if bold else 1.0)


def shortened(text: str, size: float, width: float, bold: bool = False) -> str:
    """Return a text, cut off with dots where it would be wider than `width`."""
    if text_width(text, size, bold) <= width:
        return text
    room = width - text_width("…", size, bold)
    kept = 0
    while kept < len(text) and (room := room - text_width(text[kept], size, bold)) >= 0:
        kept += 1
    return f"{text[:kept]}…"


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return text in lines that are not wider than `width`, broken at spaces."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _style(colours: set[str]) -> str:
    """Return the style that gives the custom properties of these colours their values."""

    def properties(side: int) -> str:
        return ";".join(f"--springtail-{name}:{COLOURS[name][side]}" for name in sorted(colours))

    return (
        f"<style>:where(.springtail){{{properties(0)}}}"
        f"@media(prefers-color-scheme:dark){{:where(.springtail){{{properties(1)}}}}}</style>"
    )


def _written(element: Element, theme: str, used: set[str]) -> str:
    """Return an element as text; the names of the colours in it are added to `used`."""
    attributes = "".join(f' {name}="{_value(name, value, theme, used)}"' for name, value in element.attributes.items())
    content = element.content
    inside = escaped(content) if isinstance(content, str) else "".join(_written(e, theme, used) for e in content)
    return f"<{element.tag}{attributes}>{inside}</{element.tag}>" if inside else f"<{element.tag}{attributes}/>"


def _value(name: str, value: str | float, theme: str, used: set[str]) -> str:
    if not isinstance(value, str):
        return written(value)
    if name not in ("fill", "stroke") or value == "none":
        return escaped(value)
    light, dark = COLOURS[value]
    used.add(value)
    return {"light": light, "dark": dark}.get(theme, f"var(--springtail-{value})")
