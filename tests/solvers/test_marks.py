"""What a result of searching writes on the picture of its position."""

from __future__ import annotations

import pickle
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import springtail as st
from springtail.solvers.marks import FAINTEST, label_of, marks_of
from springtail.solvers.score import Line, Score


def line(action: str, share: float, margin: float = 0.0, kind: str = "estimate", **more: object) -> Line:
    value = 2 * share - 1
    score = Score(kind, (value, -value), (margin, -margin), (0.1, 0.1), (0.1, 0.1), **more)
    return Line(action, score, 1, (action,))


@pytest.mark.parametrize(
    ("kind", "label"), [("exact", "=75%"), ("lower", "≥75%"), ("upper", "≤75%"), ("estimate", "≈75%")]
)
def test_a_label_says_what_kind_its_value_is(kind: str, label: str) -> None:
    assert label_of(line("a", 0.75, kind=kind, bounded=(0,)).score, 0, "outcome") == label


def test_a_bound_is_the_opposite_bound_to_the_other_seat() -> None:
    assert label_of(line("a", 0.75, kind="lower", bounded=(0,)).score, 1, "outcome") == "≤25%"


@pytest.mark.parametrize(("margin", "label"), [(3, "=+3"), (-2.25, "=-2.2"), (0, "=+0")])
def test_where_the_margin_is_valued_it_is_the_label(margin: float, label: str) -> None:
    assert label_of(line("a", 0.5, margin, "exact").score, 0, "margin") == label


def test_what_a_proof_does_not_cover_is_labelled_an_estimate() -> None:
    assert label_of(line("a", 0.5, 2, "exact", covers="margins").score, 0, "outcome") == "≈50%"
    assert label_of(line("a", 0.5, 2, "exact", covers="returns").score, 0, "margin") == "≈+2"


def test_the_best_line_is_drawn_strongest_and_a_lost_one_faintly() -> None:
    marks = marks_of([line("a", 0.8), line("b", 0.7), line("c", 0.1)], 0, "outcome")
    assert [mark.weight for mark in marks] == [1, pytest.approx(0.8), FAINTEST]


def test_an_analysis_marks_its_lines_on_its_position() -> None:
    state = st.game("connect_four").start()
    found = st.analyse(state, st.Limit(simulations=300), multipv=3)
    assert found.to_svg(size=300) == state.to_svg(marks=found.marks(), size=300)
    assert [mark.action for mark in found.marks()] == [line.action for line in found.lines]
    assert found._repr_svg_() == found.to_svg()


def test_an_analysis_keeps_the_position_it_was_asked_about() -> None:
    state = st.game("connect_four").start()
    found = st.analyse(state, st.Limit(simulations=100))
    state.apply_action(found.move)
    assert found.position == st.game("connect_four").start()


def test_an_analysis_of_a_hidden_game_shows_what_the_seat_sees() -> None:
    state = st.load({"game": "three_card_poker", "actions": ["J", "K"]})
    found = st.analyse(state, st.Limit(simulations=200), multipv=2)
    svg = found.to_svg()
    assert svg == state.to_svg(0, marks=found.marks())
    assert pickle.loads(pickle.dumps(found)).to_svg() == svg


def test_a_solution_marks_its_moves() -> None:
    found = st.solve(st.game("nim", piles=(1, 2)).start(), objective="outcome", moves="all")
    marked = {element.get("data-mark") for element in ElementTree.fromstring(found.to_svg()).iter()} - {None}
    assert marked == {"a1", "b1", "b2"}
    assert [mark.label for mark in found.marks()] == ["=100%", "=0%", "=0%"]


def test_without_its_position_an_analysis_has_no_picture() -> None:
    found = replace(st.analyse(st.game("tic_tac_toe").start(), st.Limit(simulations=10)), position=None)
    assert found._repr_svg_() is None
    with pytest.raises(st.Unsupported, match="give the marks to State.to_svg"):
        found.to_svg()


def test_a_notebook_shows_the_table_and_the_picture() -> None:
    found = st.analyse(st.game("tic_tac_toe").start(), st.Limit(simulations=10))
    assert found._repr_html_().endswith(found.to_svg())
    assert "<table>" in found._repr_html_()
