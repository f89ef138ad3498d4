"""The programs in examples/ run, and do what they say."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

import springtail as st

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
RALLY = """
--seat 2 --hand "B4 B11 G7 R2 R12" --round 2 --leader 0 --table "B13 B6" --winds "0 2 1 2" --progress "14 21 5 12"
"""


def run(program: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / program), *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


def test_every_example_is_named_on_a_page() -> None:
    pages = "".join(page.read_text("utf-8") for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")))
    files = {path.relative_to(ROOT).as_posix() for path in EXAMPLES.rglob("*") if path.is_file()}
    assert {file for file in files if "__pycache__" not in file and file not in pages} == set()


def test_the_rally_bot_plays_a_card_of_its_hand() -> None:
    done = run("rally_bot.py", *shlex.split(RALLY), "--time", 0.1, "--tricks", "G11 G13 G4 G2, R3 R9 B5 R13")
    assert done.returncode == 0, done.stderr
    first, *lines = done.stdout.splitlines()
    assert first in ("play B4", "play B11")
    assert len(lines) == 2
    assert all(re.fullmatch(r"  B\d+ +win share 0\.\d\d, margin [+-]\d+\.\d", line) for line in lines)


def test_the_rally_bot_names_what_cannot_be() -> None:
    done = run("rally_bot.py", *shlex.split(RALLY), "--tricks", "G11 G13 G4 G2")  # there were two
    assert done.returncode == 2
    assert "cannot be: hands[2]: 5 cards, must be 6" in done.stdout


def test_the_endgame_study_names_what_was_given_away() -> None:
    done = run("endgame_study.py", "examples/records/spring_on_a_string.json", "--plies", 5)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "  13  seat 0  Y8       margin exactly +15.00; gives away 9.00, better: Y5",
        "  14  seat 1  pass     margin exactly -6.00",
        "  15  seat 0  W6       margin exactly +6.00",
        "  16  seat 1  pass     margin exactly -6.00",
        "  17  seat 0  pass     margin exactly +6.00",
        "scores [36, 30]",
    ]


def test_the_endgame_study_tells_bounds_where_the_time_is_too_short() -> None:
    done = run("endgame_study.py", "examples/records/spring_on_a_string.json", "--plies", 17, "--seconds", 0.001)
    assert done.returncode == 0, done.stderr
    assert re.search(r"margin \S+ to \S+", done.stdout)


def test_watching_ends_when_the_best_move_is_stable() -> None:
    done = run("watch.py", "examples/butterfly.json", "--patience", 0.2, "--most", 30)
    assert done.returncode == 0, done.stderr
    *reports, last = done.stdout.splitlines()
    move = reports[-1].split()[2]
    assert re.search(rf" s  {move} it is, after [\d,]+ simulations$", last)


def test_the_tournament_ranks_everybody(tmp_path: Path) -> None:
    done = run("tournament.py", "--game", "tic_tac_toe", "--games", 12, "--log", tmp_path / "log.jsonl")
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert rows[0][0] == "search" and sorted(row[0] for row in rows) == ["random", "search", "shortest"]
    shares = [float(row[-1]) for row in rows]
    assert shares == sorted(shares, reverse=True)
    assert len((tmp_path / "log.jsonl").read_text("utf-8").splitlines()) > 12


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_node_client_prints_answers_and_says_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text('{"game": "nim", "actions": ["z"]}')
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        ["node", EXAMPLES / "node_client.mjs", tmp_path / "bad.json", EXAMPLES / "spring.json"],
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr == "position.actions[0]: action 'z': not the notation of nim\n"
    assert re.search(r"spring\.json: seat \d plays \S+, win share [01]\.\d\d \(\w+\)\n$", done.stdout)


@pytest.fixture
def server() -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """A connection to the small server: what it says, and what is said to it."""
    command = [sys.executable, str(EXAMPLES / "async_server.py"), "--port", "0", "--seconds", "5"]  # a proof ends it
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout
            port = int(process.stdout.readline().split()[-1])
            with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
                yield connection.makefile("rb"), connection.makefile("wb")
        finally:
            process.kill()


def test_the_small_server_answers_each_line_and_lives_through_bad_ones(server: tuple[IO[bytes], IO[bytes]]) -> None:
    says, told = server
    nim = {"game": "nim", "options": {"piles": [2, 1]}, "actions": []}
    for line in (json.dumps(nim), "nonsense", json.dumps(nim | {"actions": ["a1"]})):
        told.write(line.encode() + b"\n")
    told.flush()
    first, bad, second = (json.loads(says.readline()) for _ in range(3))
    assert first["move"] == "a1" and first["score"]["kind"] == "exact"
    assert bad["error"].startswith("document: not JSON")
    assert second["move"] in ("a1", "b1")


@pytest.mark.parametrize(
    ("game", "option"),
    [
        ("butterfly", "nets"),
        ("spinnentwist", "web"),
        ("spring", "deck"),
        ("spring_rally", "track"),
        ("spring_on_a_string", "board"),
    ],
)
def test_own_components_make_a_game_of_their_own(game: str, option: str) -> None:
    own = st.game(game, **{option: EXAMPLES / "components" / f"{game}_{option}.toml"})
    assert own != st.game(game)
    state = own.start(seed=1)
    while not state.is_terminal():
        state.apply_action(state.sample_chance(1) if state.is_chance_node() else state.legal_actions()[0])
    assert st.load(state.record()).scores() == state.scores()
