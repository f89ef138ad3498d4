"""The tables that a notebook shows."""

from __future__ import annotations

import re
from dataclasses import replace
from xml.etree import ElementTree

import springtail as st


def cells(html: str) -> list[list[str]]:
    """Return the rows of the table, head first; fail where tags do not match."""
    page = ElementTree.fromstring(f"<body>{html}</body>")
    return [["".join(cell.itertext()) for cell in row] for row in page.iter("tr")]


def test_an_analysis_shows_a_row_a_line() -> None:
    found = st.analyse(st.game("connect_four").start(), st.Limit(simulations=500), multipv=3)
    head, *rows = cells(found._repr_html_())
    assert head == ["move", "win share", "margin", "", "visits", "expected play"]
    assert [row[0] for row in rows] == [line.action for line in found.lines]
    assert all(re.fullmatch(r"0\.\d{3} ± [\d.e-]+", row[1]) for row in rows)
    assert f"Best move for seat 0: {found.move}" in found._repr_html_()


def test_a_bound_is_called_one() -> None:
    found = st.analyse(st.game("nim").start(), st.Limit(simulations=2000))
    (line,) = found.lines
    bound = replace(line, score=replace(line.score, kind="lower", bounded=(0,)))
    (_, row) = cells(replace(found, lines=(bound,))._repr_html_())
    assert row[3] == "at least"
    assert [row[3] for row in cells(bound._repr_html_())[1:]] == ["at least", "at most"]


def test_a_solution_shows_what_is_proven_and_the_actions_that_keep_it_in_bold() -> None:
    solution = st.solve(st.load({"game": "tic_tac_toe", "actions": ["b2", "a2"]}), "outcome")
    html = solution._repr_html_()
    assert "Solved for seat 0: win share 1.000" in html
    bold = re.findall(r'<tr style="font-weight: bold"><td[^>]*>(\w+)', html)
    assert tuple(bold) == solution.best
    assert len(cells(html)) == 1 + len(solution.moves) > 1 + len(bold)


def test_a_line_shows_its_value_for_each_seat() -> None:
    state = st.game("spring_rally", players=3).start()
    state.apply_action(state.sample_chance(1))
    found = st.analyse(state, st.Limit(simulations=200))
    assert len(cells(found.lines[0]._repr_html_())) == 1 + 3


def test_actions_are_written_as_text() -> None:
    found = st.analyse(st.game("nim").start(), st.Limit(simulations=100))
    line = replace(found.lines[0], action="<b>&", pv=("<script>",))
    for shown in (line, replace(found, lines=(line,), move="<b>&", position=None)):
        html = shown._repr_html_()
        assert "<script>" not in html
        assert "&lt;b&gt;&amp;" in html
