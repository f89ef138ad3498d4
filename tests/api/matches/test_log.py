"""The log of a match."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import springtail as st
from springtail.matches.game import play
from springtail.matches.log import Log, read_log
from springtail.matches.match import make_match

MATCH = make_match(st.game("tic_tac_toe"), ["random", "greedy"], seed=4)
GAMES = [play(MATCH.fixture(number)) for number in range(3)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A log with three games."""
    path = tmp_path / "match.jsonl"
    with Log(path, MATCH.to_dict()) as log:
        for played in GAMES:
            log.add(played)
    return path


def test_a_log_is_read_as_it_was_written(path: Path) -> None:
    assert read_log(path) == (json.loads(json.dumps(MATCH.to_dict())), GAMES)


def test_a_log_is_gone_on_with(path: Path) -> None:
    before = path.read_bytes()
    with Log(path, MATCH.to_dict()) as log:
        assert log.games == GAMES
        log.add(play(MATCH.fixture(3)))
    assert path.read_bytes().startswith(before)
    assert [played.number for played in read_log(path)[1]] == [0, 1, 2, 3]


@given(cut=some.integers(0, 3000))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_wherever_a_log_is_cut_off_the_whole_lines_are_left(path: Path, cut: int) -> None:
    content = path.read_bytes()
    copy = path.with_name("cut.jsonl")
    copy.write_bytes(content[:cut])
    with Log(copy, MATCH.to_dict()) as log:
        assert log.games == GAMES[: max(content[:cut].count(b"\n") - 1, 0)]
        for played in GAMES[len(log.games) :]:
            log.add(played)
    assert copy.read_bytes() == content


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"seed": 5}, "seed differ; seed is 4 there, 5 here"),
        ({"players": ["random", "mcts@9sims"]}, 'players differ; players is {"random": "random", "greedy"'),
        ({"game": st.game("connect_four")}, "game differ"),
        ({"timeout": 3.0}, "timeout differ; timeout is null there, 3.0 here"),
        ({"pairing": [[1, 0]]}, "line_ups differ"),
        ({"openings": [{"game": "tic_tac_toe", "actions": ["b2"]}]}, "openings differ"),
    ],
)
def test_the_log_of_another_match_is_refused_and_stays_as_it_is(
    path: Path, changed: dict[str, Any], message: str
) -> None:
    before = path.read_bytes() + b'{"cut off'
    path.write_bytes(before)
    given: dict[str, Any] = {"game": st.game("tic_tac_toe"), "players": ["random", "greedy"], "seed": 4} | changed
    with pytest.raises(st.InvalidLog) as caught:
        Log(path, make_match(**given).to_dict())
    assert "is the log of another match" in str(caught.value)
    assert message in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello", b"hello\n", b"{}\n", b'{"springtail_match": 2}\n', b"\xff\n", b"\0" * 9])
def test_a_file_that_is_no_log_is_refused_and_stays_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(content)
    with pytest.raises(st.InvalidLog):
        Log(path, MATCH.to_dict())
    assert path.read_bytes() == content


@pytest.mark.parametrize("line", [b"{", b"{}", b'{"match": 3}', b'{"match": {"number": 1}}', b""])
def test_a_damaged_line_is_named(path: Path, line: bytes) -> None:
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(st.InvalidLog, match="line 5: "):
        read_log(path)


def test_a_game_that_is_there_twice_counts_once(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines, lines[2]]))
    assert read_log(path)[1] == GAMES


@pytest.mark.skipif(sys.platform == "win32", reason="needs flock")
def test_two_matches_do_not_write_one_log(path: Path) -> None:
    with Log(path, MATCH.to_dict()), pytest.raises(st.InvalidLog, match="another match is writing it"):
        Log(path, MATCH.to_dict())


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of POSIX")
def test_a_full_disk_is_told_and_the_match_goes_on_later(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    arguments = ["match", "--game", "tic_tac_toe", "random", "greedy", "--games", "20", "--log", str(path)]
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "from springtail.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    full = subprocess.run(
        [sys.executable, "-c", code, *arguments, "--processes", "1"], capture_output=True, text=True, timeout=60
    )
    assert full.returncode == 2
    assert full.stderr == f"springtail: [Errno 27] File too large; the log has all games before: '{path}'\n"
    assert 0 < len(read_log(path)[1]) < 20
    found = st.match(st.game("tic_tac_toe"), ["random", "greedy"], games=20, log=path)
    assert [played.number for played in read_log(path)[1]] == list(range(20))
    assert len(found.games) == 20
