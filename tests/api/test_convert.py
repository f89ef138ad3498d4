"""springtail convert: what becomes of each kind of document, and where it is written."""

from __future__ import annotations

import gzip
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import springtail as st
from springtail.__main__ import main

Convert = Callable[..., list[dict[str, Any]]]
Refused = Callable[..., str]

POKER = {"game": "three_card_poker", "options": {"players": 2}, "setup": {}, "actions": ["Q", "K", "pass", "bet"]}
TRACES = sorted((Path(__file__).parents[1] / "conformance").glob("*.jsonl"))


@pytest.fixture
def convert(capsys: pytest.CaptureFixture[str]) -> Convert:
    """Runs the verb and returns the documents that it prints."""

    def call(*arguments: object) -> list[dict[str, Any]]:
        code = main(["convert", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert (code, err) == (0, "")
        return [json.loads(line) for line in out.splitlines()]

    return call


@pytest.fixture
def refused(capsys: pytest.CaptureFixture[str]) -> Refused:
    """Runs the verb, which is to refuse, and returns what it says."""

    def call(*arguments: object) -> str:
        code = main(["convert", *map(str, arguments)])
        out, err = capsys.readouterr()
        assert (code, err.count("\n")) == (2, 1)
        return err

    return call


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes documents to a file, one a line."""

    def call(*documents: Any, name: str = "documents.jsonl") -> Path:
        path = tmp_path / name
        path.write_text("".join(json.dumps(document) + "\n" for document in documents))
        return path

    return call


def test_a_record_becomes_the_position_at_its_end(convert: Convert, write: Any) -> None:
    assert convert(write(POKER), "--to", "position") == [st.load(POKER).to_dict()]


def test_a_record_becomes_the_position_after_some_actions(convert: Convert, write: Any) -> None:
    for ply in range(5):
        expected = st.load(POKER | {"actions": POKER["actions"][:ply]}).to_dict()
        assert convert(write(POKER), "--to", "position", "--ply", ply) == [expected]


def test_a_record_becomes_all_its_positions(convert: Convert, write: Any) -> None:
    found = convert(write(POKER, POKER), "--to", "position", "--ply", "all")
    assert len(found) == 2 * 5
    assert found[4] == st.load(POKER).to_dict()


def test_an_observation_hides_what_the_seat_cannot_see(convert: Convert, write: Any) -> None:
    [seen] = convert(write(POKER), "--to", "observation", "--seat", 1)
    assert (seen["seat"], seen["state"]["cards"]) == (1, [None, "K"])


def test_an_observation_is_that_of_the_seat_that_moves(convert: Convert, write: Any) -> None:
    [seen] = convert(write(POKER), "--to", "observation", "--ply", 3)
    assert seen == st.load(POKER | {"actions": ["Q", "K", "pass"]}).observation(1).to_dict()


def test_a_position_becomes_an_observation_and_a_record_that_begins_there(convert: Convert, write: Any) -> None:
    position = st.load(POKER).to_dict()
    assert convert(write(position), "--to", "observation", "--seat", 0)[0]["state"]["cards"] == ["Q", None]
    [record] = convert(write(position), "--to", "record")
    assert (record["position"], record["actions"]) == (position["state"], [])
    assert convert(write(record), "--to", "record") == [record]
    assert st.load(record) == st.load(position)


@pytest.mark.parametrize("traces", TRACES, ids=lambda path: path.stem)
def test_traces_become_plain_records_and_traces_again(
    convert: Convert, tmp_path: Path, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    originals = [json.loads(line) for line in traces.read_text("utf-8").splitlines()]
    records, again = tmp_path / "records.jsonl", tmp_path / "traces.jsonl.gz"
    assert convert(traces, "--to", "record", "--output", records) == []
    plain = [json.loads(line) for line in records.read_text("utf-8").splitlines()]
    assert [record["actions"] for record in plain] == [original["actions"] for original in originals]
    assert all({*record} == {"game", "options", "setup", "actions"} for record in plain)
    convert(records, "--to", "trace", "--output", again)
    for made, original in zip(map(json.loads, gzip.open(again)), originals, strict=True):
        assert (made["scores"], made["winners"]) == (original["scores"], original["winners"])
        assert [ply.get("legal") for ply in made["plies"]] == [ply.get("legal") for ply in original["plies"]]
    assert main(["replay", "--check", str(again)]) == 0
    assert capsys.readouterr().out == f"{len(originals)} of {len(originals)} records agree\n"


def test_records_become_one_file_each_and_one_file_again(convert: Convert, write: Any, tmp_path: Path) -> None:
    games = [POKER | {"actions": POKER["actions"][:ply]} for ply in range(3)]
    convert(write(*games), "--to", "record", "--split", tmp_path / "a" / "b")
    files = sorted((tmp_path / "a" / "b").iterdir())
    assert [file.name for file in files] == ["000001.json", "000002.json", "000003.json"]
    assert convert(*files, "--to", "record") == games


def test_a_file_can_take_its_own_place(convert: Convert, write: Any) -> None:
    path = write(POKER, POKER)
    convert(path, "--to", "position", "--output", path)
    assert [json.loads(line) for line in path.read_text().splitlines()] == [st.load(POKER).to_dict()] * 2


def test_a_failure_leaves_the_file_as_it_was(refused: Refused, write: Any, tmp_path: Path) -> None:
    path = write(POKER, POKER | {"actions": ["A"]})
    before = path.read_bytes()
    assert f"{path}: line 2: actions[0]" in refused(path, "--to", "position", "--output", path)
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_standard_input_is_read(convert: Convert, monkeypatch: pytest.MonkeyPatch) -> None:
    content = io.BufferedReader(io.BytesIO(gzip.compress(json.dumps(POKER).encode())))  # type: ignore[arg-type]
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content))
    assert convert("-", "--to", "record") == [POKER]


def test_a_record_that_is_cut_off_is_read_up_to_there(write: Any, capsys: pytest.CaptureFixture[str]) -> None:
    path = write(POKER)
    path.write_text(path.read_text() + json.dumps(POKER)[:-6])
    assert main(["convert", str(path), "--to", "record"]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["actions"] for line in out.splitlines()] == [POKER["actions"], ["Q", "K", "pass"]]
    assert err == f"springtail: {path}: line 2: cut off; read up to there\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--to", "picture"], "--to: 'picture' is not one of record, trace, position, observation"),
        (["--to", "position", "--ply", "-1"], "--ply: "),
        (["--to", "position", "--ply", "1e3"], "--ply: must be all or a whole number from 0 on, not '1e3'"),
        (["--to", "position", "--ply", "5"], "--ply: 5, but there are 4 actions"),
        (["--to", "record", "--ply", "5"], "--ply: 5, but there are 4 actions"),
        (["--to", "record", "--ply", "all"], "--ply: all is for positions and observations"),
        (["--to", "position", "--seat", "1"], "--seat: is for --to observation"),
        (["--to", "observation", "--seat", "2"], "seat 2: seats are whole numbers from 0 to 1"),
        (["--to", "observation", "--ply", "0"], "--seat: missing; no seat has to move here"),
        (["--to", "record", "--output", "x", "--split", "y"], "--split: give --output or --split, not both"),
        (["--to", "record", "--output", "no/such/folder"], "No such file or directory"),
    ],
)
def test_what_does_not_go_together_is_told(refused: Refused, write: Any, arguments: list[str], message: str) -> None:
    assert message in refused(write(POKER), *arguments)


def test_an_observation_makes_no_position_of_a_game_that_hides_something(refused: Refused, write: Any) -> None:
    path = write(st.load(POKER).observation(0).to_dict())
    assert "seat: this is what one seat sees" in refused(path, "--to", "position")
    assert "--seat: this is what seat 0 sees" in refused(path, "--to", "observation", "--seat", 1)


def test_files_without_a_document_are_refused(refused: Refused, tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"\n")
    assert "there is no document in it" in refused(tmp_path / "empty", "--to", "record")
    assert "No such file" in refused(tmp_path / "none", "--to", "record")
