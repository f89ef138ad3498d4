"""The writing of SVG: escapes, themes, numbers, sizes."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from springtail.cython_ext.errors import InvalidOptions
from springtail.cython_ext.svg import COLOURS, Drawing, escaped, shortened, text_width, wrapped, written

NAMESPACE = "{http://www.w3.org/2000/svg}"


def sheet(**settings) -> str:
    drawing = Drawing()
    drawing.rect(1, 2, 3, 4, fill="ink", stroke="red-soft")
    return drawing.write(20, 10, **{"title": "A sheet", "size": 100} | settings)


@given(st.text(st.characters(codec=None)))
def test_any_text_comes_out_as_well_formed_xml(text: str) -> None:
    drawing = Drawing()
    drawing.text(0, 0, text)
    with drawing.group(title=text, data_mark=text):
        drawing.circle(1, 1, 1)
    written_text = drawing.write(1, 1, title=text, desc=text, size=100)
    read = ElementTree.fromstring(written_text.encode())
    shown = read.find(f"{NAMESPACE}text").text or ""
    legal = re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
    assert shown == legal.replace("\r\n", "\n").replace("\r", "\n")


def test_markup_in_a_text_is_escaped() -> None:
    assert escaped('<b a="1">&') == "&lt;b a=&quot;1&quot;&gt;&amp;"


def test_the_height_follows_the_width_asked_for() -> None:
    root = ElementTree.fromstring(sheet(size=300))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("300", "150", "0 0 20 10")


@pytest.mark.parametrize(("theme", "side"), [("light", 0), ("dark", 1)])
def test_a_theme_that_is_named_writes_plain_colours(theme: str, side: int) -> None:
    text = sheet(theme=theme)
    assert COLOURS["ink"][side] in text and COLOURS["red-soft"][side] in text
    assert "var(" not in text and "<style>" not in text


def test_the_theme_auto_defines_the_colours_it_uses_for_both_preferences() -> None:
    text = sheet()
    used = set(re.findall(r"var\(--springtail-([a-z-]+)\)", text))
    light, dark = text.split("prefers-color-scheme:dark")
    assert used == {"ink", "red-soft"}
    assert set(re.findall(r"--springtail-([a-z-]+):", light)) == used
    assert set(re.findall(r"--springtail-([a-z-]+):", dark)) == used


@pytest.mark.parametrize("size", [15, 16_385, float("nan"), True, "300", None])
def test_a_size_that_cannot_be_is_refused(size: object) -> None:
    with pytest.raises(InvalidOptions, match="size: must be a number of pixels from 16 to 16384"):
        sheet(size=size)


@pytest.mark.parametrize("theme", ["blue", None, "Light"])
def test_a_theme_that_cannot_be_is_refused(theme: object) -> None:
    with pytest.raises(InvalidOptions, match="theme: must be one of auto, light, dark"):
        sheet(theme=theme)


def test_a_colour_without_a_name_is_a_mistake() -> None:
    drawing = Drawing()
    drawing.circle(1, 1, 1, fill="mauve")
    with pytest.raises(KeyError, match="mauve"):
        drawing.write(2, 2, title="", size=100)


@pytest.mark.parametrize(
    ("surface", "text"),
    [("paper", "ink"), ("paper", "muted"), ("panel", "ink"), ("panel", "muted"), ("board", "ink"), ("field", "ink")]
    + [("accent", "on-accent"), ("paper", "accent"), ("accent-soft", "ink")]
    + [pair for hue in ("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink", "brown", "grey")
       for pair in ((hue, "on-solid"), (f"{hue}-soft", f"{hue}-ink"))],
)  # fmt: skip
@pytest.mark.parametrize("side", [0, 1], ids=["light", "dark"])
def test_text_stands_out_from_its_surface(surface: str, text: str, side: int) -> None:
    """WCAG 2.2, 1.4.3: a contrast of at least 4.5 to 1."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted(luminance(COLOURS[name][side]) for name in (surface, text))
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_numbers_are_short() -> None:
    assert [written(value) for value in (1, 1.0, 0.333333, -0.001, 120.5)] == ["1", "1", "0.33", "0", "120.5"]


def test_wrapped_lines_hold_all_words_and_fit() -> None:
    text = "seat 0 draws or skips on the way to e4, two open nets to decide"
    lines = wrapped(text, 16, 200)
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(text_width(line, 16) <= 200 for line in lines)


@pytest.mark.parametrize("bold", [False, True])
def test_text_that_is_too_wide_is_cut_off_with_dots(bold: bool) -> None:
    assert shortened("abc", 12, 100, bold) == "abc"
    cut = shortened("a" * 40, 12, 100, bold)
    assert cut.startswith("aaaaaaaa") and cut.endswith("a…")
    assert text_width(cut, 12, bold) <= 100 < text_width(f"a{cut}", 12, bold)
    assert shortened("abc", 12, 0) == "…"
