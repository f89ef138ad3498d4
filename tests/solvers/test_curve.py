"""The plot of values by ply: what is drawn of each kind, where, and for whom."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import springtail as st

SVG = "{http://www.w3.org/2000/svg}"
UNKNOWN = (None, None)


def estimate(value: float, error: float | None = 0.1) -> st.Score:
    return st.Score("estimate", (value, -value), (5 * value, -5 * value), (error, error), (error, error))


def bound(kind: str, value: float) -> st.Score:
    return st.Score(kind, (value, -value), (value, -value), UNKNOWN, UNKNOWN, bounded=(0,))


def exact(value: float) -> st.Score:
    return st.Score.exact((value, -value), (3 * value, -3 * value))


def drawn(curve: st.Curve, **how: object) -> ElementTree.Element:
    return ElementTree.fromstring(curve.to_svg(theme="light", **how))


def titles(curve: st.Curve) -> list[str]:
    return [e.text for e in drawn(curve).iter(f"{SVG}title")][1:]


def test_every_value_tells_its_ply_action_kind_and_figure() -> None:
    curve = st.Curve("A game", (estimate(0.2), bound("lower", 0.5), None, exact(1)), ("a", "b", "c"))
    assert titles(curve) == [
        "ply 0: seat 0 ≈60%",
        "ply 1 a: seat 0 ≥75%",
        "ply 3 c: seat 0 =100%",
        "ply 0: seat 0 ≈+1",
        "ply 1 a: seat 0 ≥+0.5",
        "ply 3 c: seat 0 =+3",
    ]


def test_exact_values_are_joined_by_thick_lines_and_estimates_by_thin_ones() -> None:
    curve = st.Curve("A game", (estimate(0.2), estimate(0.3), exact(1), exact(1)))
    widths = [e.get("stroke-width") for e in drawn(curve).iter(f"{SVG}line") if e.get("stroke-linecap")]
    assert widths == ["1.5", "1.5", "3"] * 2


def test_the_band_reaches_two_standard_errors_of_the_win_share() -> None:
    curve = st.Curve("A game", (estimate(0.0, 0.1), estimate(0.0, 0.1)))
    band = next(e for e in drawn(curve).iter(f"{SVG}polygon") if e.get("fill-opacity"))
    heights = {float(point.split(",")[1]) for point in band.get("points").split()}
    # A return from -1 to 1 is a win share from 0 to 1, 150 units high: 0.1 of the one is 0.05 of the other.
    assert max(heights) - min(heights) == pytest.approx(4 * 0.05 * 150)


def test_only_estimates_with_a_known_error_have_a_band() -> None:
    curve = st.Curve("A game", (exact(1), estimate(0.2, None), bound("upper", 0.2)))
    assert not [e for e in drawn(curve).iter(f"{SVG}polygon") if e.get("fill-opacity")]


def test_two_seats_share_one_line_and_more_have_their_own() -> None:
    three = st.Score("estimate", (0.2, 0.0, -0.2), (1, 0, -1), (0.1,) * 3, (0.1,) * 3)
    assert {title.split(":")[1][:7] for title in titles(st.Curve("A game", (exact(1),)))} == {" seat 0"}
    assert {title.split(":")[1][:7] for title in titles(st.Curve("A game", (three,)))} == {
        " seat 0",
        " seat 1",
        " seat 2",
    }


def test_of_three_seats_the_win_share_has_its_own_error() -> None:
    three = st.Score("estimate", (0.2, 0.0, -0.2), (1, 0, -1), (0.3,) * 3, (0.1,) * 3)
    (value,) = st.Curve("A game", (three,)).win_shares(0)
    assert value.value == pytest.approx((0.2 * 2 + 1) / 3)
    assert value.error == pytest.approx(0.3 * 2 / 3)


def test_what_a_proof_does_not_cover_is_drawn_as_an_estimate() -> None:
    score = st.Score("exact", (0.2, -0.2), (3, -3), (None, None), (0, 0), covers="margins")
    curve = st.Curve("A game", (score,))
    assert [curve.win_shares(0)[0].kind, curve.margins(0)[0].kind] == ["estimate", "exact"]


def test_the_line_of_a_ply_crosses_both_plots() -> None:
    curve = st.Curve("A game", (exact(1), exact(1), exact(1)))
    lines = [e for e in drawn(curve, ply=1).iter(f"{SVG}line") if e.get("x1") == e.get("x2")]
    assert len(lines) == 2
    assert not [e for e in drawn(curve).iter(f"{SVG}line") if e.get("x1") == e.get("x2")]


def test_notes_stand_above_their_ply() -> None:
    curve = st.Curve("A <game>", (exact(0), exact(1)), notes={1: "??<"})
    assert {"??<", "A <game>"} <= {e.text for e in drawn(curve).iter(f"{SVG}text")}


@pytest.mark.parametrize("scores", [(), (None,), (exact(0),), (exact(0),) * 500, (estimate(0.0, None), None)])
@pytest.mark.parametrize("theme", ["auto", "dark"])
def test_any_number_of_scores_can_be_drawn(scores: tuple[st.Score | None, ...], theme: str) -> None:
    svg = st.Curve("A game", scores).to_svg(theme=theme)
    ElementTree.fromstring(svg)
    assert "nan" not in svg and not re.search(r"\b(id|href)=", svg)


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: st.Curve("", (exact(1), st.Score.exact((1, 0, -1), (0, 0, 0)))), "scores: are for 2 and 3 seats"),
        (lambda: st.Curve("", (exact(1),), notes={1: "?"}), "notes: there is no score after 1 plies"),
        (lambda: st.Curve("", (exact(1),)).to_svg(ply=1), "ply: must be a whole number from 0 to 0, not 1"),
        (lambda: st.Curve("", (exact(1),)).to_svg(size=1), "size: must be"),
        (lambda: st.Curve("", (exact(1),)).to_svg(theme="red"), "theme: must be"),
    ],
)
def test_what_cannot_be_drawn_is_refused(make: object, reason: str) -> None:
    with pytest.raises(st.InvalidOptions, match=reason):
        make()


def test_a_notebook_shows_the_curve() -> None:
    curve = st.Curve("A game", (exact(1),))
    assert curve._repr_svg_() == curve.to_svg()
