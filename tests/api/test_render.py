"""`springtail render`: what it draws, where to, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import springtail as st
from springtail.__main__ import main

RECORD = {"game": "tic_tac_toe", "options": {"players": 2}, "setup": {}, "actions": ["b2", "a1", "c3"]}
POKER = {"game": "three_card_poker", "actions": ["J", "K"]}

Render = Callable[..., tuple[int, str, str]]


@pytest.fixture
def render(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Render:
    """Runs the verb on a document and returns the exit code, standard output and standard error."""

    def call(document: object, *arguments: object) -> tuple[int, str, str]:
        path = tmp_path / "document.json"
        path.write_text(json.dumps(document))
        code = main(["render", str(path), *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


def test_a_record_is_drawn_at_its_end(render: Render) -> None:
    assert render(RECORD) == (0, f"{st.load(RECORD).to_svg()}\n", "")


def test_a_record_is_drawn_after_any_ply(render: Render) -> None:
    for ply in range(4):
        state = st.load(RECORD | {"actions": RECORD["actions"][:ply]})
        assert render(RECORD, "--ply", ply)[1] == f"{state.to_svg()}\n"


def test_theme_and_size_are_as_asked_for(render: Render) -> None:
    _, out, _ = render(RECORD, "--theme", "dark", "--size", 300)
    assert out == f"{st.load(RECORD).to_svg(theme='dark', size=300)}\n"


def test_a_seat_sees_its_own_cards(render: Render) -> None:
    state = st.load(POKER)
    assert render(POKER, "--seat", 1)[1] == f"{state.to_svg(1)}\n" != render(POKER)[1]
    assert render(POKER, "--seat", 1, "--format", "text")[1] == f"{state.draw(1)}\n"


def test_an_observation_is_drawn_as_its_seat_sees_it(render: Render) -> None:
    seen = st.load(POKER).observation(1)
    assert render(seen.to_dict())[1] == f"{seen.to_svg()}\n" == render(seen.to_dict(), "--seat", 1)[1]


def test_marks_are_those_of_an_analysis(render: Render) -> None:
    found = st.analyse(st.load(RECORD), st.Limit(simulations=100), multipv=2)
    _, out, _ = render(RECORD, "--analyse", "--simulations", 100, "--multipv", 2)
    assert out == f"{found.to_svg()}\n"


def test_the_moving_seat_can_be_analysed_from_what_it_sees(render: Render) -> None:
    found = st.analyse(st.load(POKER), st.Limit(simulations=100), multipv=3)
    assert render(POKER, "--analyse", "--simulations", 100, "--seat", 0)[1] == f"{found.to_svg()}\n"


def test_a_curve_has_the_values_of_every_ply(render: Render) -> None:
    found = st.curve(RECORD, st.Limit(simulations=50), multipv=3, seed=0)
    _, out, _ = render(RECORD, "--curve", "--simulations", 50, "--ply", 2)
    assert out == f"{found.to_svg(ply=2)}\n"


def test_a_file_is_written_in_its_place(render: Render, tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    assert render(RECORD, "-o", path) == (0, "", "")
    assert path.read_text("utf-8") == f"{st.load(RECORD).to_svg()}\n"


def test_the_answer_in_json_has_the_picture_or_its_file(render: Render, tmp_path: Path) -> None:
    answer = json.loads(render(RECORD, "--json")[1])
    assert answer == {"game": "tic_tac_toe", "format": "svg", "picture": st.load(RECORD).to_svg()}
    path = str(tmp_path / "curve.svg")
    answer = json.loads(render(RECORD, "--json", "--curve", "--simulations", 50, "-o", path)[1])
    assert answer["file"] == path and len(answer["scores"]) == 4 and "picture" not in answer


@pytest.mark.parametrize(
    ("document", "arguments", "reason"),
    [
        (RECORD, ["--ply", 4], "--ply: must be a whole number from 0 to 3, not 4"),
        (RECORD, ["--ply", -1], "--ply: must be a whole number from 0 to 3, not -1"),
        (RECORD, ["--seat", 2], "seat 2: seats are whole numbers from 0 to 1"),
        (RECORD, ["--time", 1], "--time: only with --analyse or --curve"),
        (RECORD, ["--size", 5], "size: must be a number of pixels"),
        (RECORD, ["--theme", "red"], "--theme: invalid choice"),
        (RECORD, ["--analyse", "--curve"], "--curve: not allowed with argument --analyse"),
        (RECORD, ["--analyse", "--format", "text"], "--format: marks and curves are drawn as svg"),
        (RECORD, ["--curve", "--seat", 0, "--simulations", 5], "--curve: needs a whole record"),
        (RECORD, ["-o", "no/such/folder/x.svg"], "no/such/folder/x.svg"),
        (st.load(RECORD).to_dict(), ["--ply", 0], "--ply: this is a position; a record has plies"),
        (st.load(POKER).observation(0).to_dict(), ["--ply", 0], "--ply: this is what one seat sees"),
        (st.load(POKER).observation(0).to_dict(), ["--seat", 1], "--seat: this is what seat 0 sees"),
        (POKER, ["--analyse", "--simulations", 5, "--seat", 1], "seat 1 sees, but seat 0 has to move"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    render: Render, document: object, arguments: list[object], reason: str
) -> None:
    code, out, err = render(document, *arguments)
    assert (code, out) == (2, "")
    assert reason in err and err.count("\n") == 1
