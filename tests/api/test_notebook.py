"""What notebooks show: a search that goes on, and a game to step through."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import springtail as st
from springtail.notebook import Progress, StepThrough, bar

RECORD = {"game": "tic_tac_toe", "actions": ["b2", "a1", "c3"]}


def steps(page: str) -> list[dict[str, str]]:
    """Return what a page steps through."""
    found = re.search(r'<script type="application/json" id="steps">(.*?)</script>', page, re.DOTALL)
    assert found
    return list(json.loads(found.group(1)))


def test_a_game_has_a_picture_and_a_title_for_each_position() -> None:
    shown = steps(StepThrough(RECORD).to_html())
    assert [step["title"] for step in shown] == ["Tic-tac-toe", "1. seat 0: b2", "2. seat 1: a1", "3. seat 0: c3"]
    state = st.game("tic_tac_toe").start()
    assert shown[0]["picture"] == state.to_svg(size=400)
    state.apply_action("b2")
    assert shown[1]["picture"] == state.to_svg(size=400)


@pytest.mark.parametrize("give", [json.dumps, lambda record: json.dumps(record).encode(), st.load])
def test_a_game_is_taken_as_text_or_as_a_state(give: Any) -> None:
    assert StepThrough(give(RECORD)).to_html() == StepThrough(RECORD).to_html()


def test_comments_stand_with_their_positions() -> None:
    shown = steps(StepThrough(RECORD, comments=["", "</script><b>the centre</b>"]).to_html())
    assert [step["comment"] for step in shown] == ["", "</script><b>the centre</b>", "", ""]


def test_a_seat_sees_no_more_than_it_may_know() -> None:
    record = {"game": "three_card_poker", "actions": ["Q", "K", "bet"]}
    page = StepThrough(record, seat=0).to_html()
    other = StepThrough(record | {"actions": ["Q", "J", "bet"]}, seat=0).to_html()
    assert page == other
    assert StepThrough(record).to_html() != page


def test_the_cell_of_a_notebook_holds_the_page() -> None:
    game = StepThrough(RECORD)
    cell = game._repr_html_()
    found = re.search(r'srcdoc="([^"]*)" sandbox="allow-scripts"', cell)
    assert found and unescape(found.group(1)) == game.to_html()


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"game": "tic_tac_toe"}, "actions: must be a list of strings"),
        ({"game": "tic_tac_toe", "actions": ["b2", "b2"]}, r"actions\[1\]: action 'b2': not legal"),
        ("{", "document: not JSON"),
    ],
)
def test_what_is_no_record_is_refused(record: Any, reason: str) -> None:
    with pytest.raises(st.InvalidPosition, match=reason):
        StepThrough(record)


@pytest.mark.parametrize("seat", [2, -1, True, "0"])
def test_a_seat_that_is_not_there_is_refused(seat: Any) -> None:
    with pytest.raises(st.InvalidOptions, match="seat: must be None or from 0 to 1"):
        StepThrough(RECORD, seat=seat)


def test_the_bar_shows_the_limit_that_is_used_most() -> None:
    found = st.analyse(st.game("connect_four").start(), st.Limit(simulations=500))
    assert 'value="0.500"' in bar(st.Limit(time=1e6, simulations=1000), found)
    assert 'value="1.000"' in bar(st.Limit(simulations=100), found)
    assert "value" not in bar(st.Limit(), found)
    solution = st.solve(st.game("connect_four").start(), "outcome", st.Limit(nodes=1000))
    assert 'value="0.250"' in bar(st.Limit(nodes=4000), solution)


def test_a_search_is_shown_while_it_goes_on_and_not_after(monkeypatch: pytest.MonkeyPatch) -> None:
    display = pytest.importorskip("IPython.display", reason="of the notebook, extra `notebook`")
    shown: list[str] = []

    class Handle:
        def display(self, html: Any) -> None:
            shown.append(html.data)

        update = display

    monkeypatch.setattr(display, "DisplayHandle", Handle)
    limit = st.Limit(time=0.5)
    with Progress(limit) as progress:
        st.analyse(st.game("connect_four").start(), limit, report=progress, report_every=0.05)
    assert shown[0] == "<progress></progress>" and shown[-1] == ""
    assert len(shown) > 2
    assert all("<progress max=" in html and "Best move for seat 0" in html for html in shown[1:-1])


def test_the_example_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient", reason="runs notebooks")
    pytest.importorskip("ipykernel", reason="the kernel of notebooks")
    nbformat = pytest.importorskip("nbformat", reason="reads notebooks")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path))
    examples = Path(__file__).parents[2] / "examples"
    notebook = nbformat.read(examples / "notebook.ipynb", as_version=4)
    nbclient.NotebookClient(notebook, timeout=60, resources={"metadata": {"path": str(examples)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    shown = [kind for output in outputs for kind in output.get("data", {})]
    assert {"image/svg+xml", "text/html"} <= set(shown)
    assert not [output for output in outputs if output.output_type in ("error", "stream")]
