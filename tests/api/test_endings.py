"""How verbs end that are not left to end by themselves: signals, pipes, disks, memory; in processes of their own."""

from __future__ import annotations

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from scenes.processes import wait_until_busy

import springtail as st

SPRINGTAIL = [sys.executable, "-m", "springtail"]
FOUR = ["--game", "connect_four"]
RECORD = {"game": "nim", "options": {"players": 2, "piles": [3, 4, 5]}, "setup": {}, "actions": ["a3", "b4", "c5"]}
ADDRESS_SPACE = 600 * 2**20
"""Bytes, in which Python and numpy have room, and a large search has not."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, /proc and /dev as Linux has them")
full_disk = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """A file with more records than a pipe holds."""
    path = tmp_path / "records.jsonl"
    path.write_text(20_000 * (json.dumps(RECORD) + "\n"))
    return path


def begin(*arguments: object, **how: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*SPRINGTAIL, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how
    )


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run `springtail` with the redirections of a shell."""
    text = command.replace("springtail", shlex.join(SPRINGTAIL), 1)
    return subprocess.run(["sh", "-c", text], input="", capture_output=True, text=True, timeout=60)


class TestSigterm:
    @pytest.mark.parametrize("verb", ["best-move", "analyse", "solve"])
    def test_it_prints_the_result_so_far(self, verb: str) -> None:
        process = begin(verb, *FOUR, "--time", "60", "--json")
        wait_until_busy(process)
        process.terminate()
        out, err = process.communicate(timeout=30)
        assert (process.returncode, err) == (0, "")
        assert json.loads(out)["stopped_by"] == "interrupt"

    @pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
    @pytest.mark.parametrize("verb", [["perft", *FOUR, "--depth", "30"], ["bench"]])
    def test_before_anything_is_found_it_is_silent(self, verb: list[str], sign: signal.Signals) -> None:
        process = begin(*verb)
        wait_until_busy(process)
        process.send_signal(sign)
        assert process.communicate(timeout=30)[1] == ""
        assert process.returncode == (130 if sign == signal.SIGINT else 143)

    def test_a_solve_leaves_a_checkpoint_to_go_on_from(self, tmp_path: Path) -> None:
        checkpoint = tmp_path / "four.solve"
        process = begin("solve", *FOUR, "--checkpoint", checkpoint, "--memory-mb", "16", "--json")
        wait_until_busy(process)
        process.terminate()
        nodes = json.loads(process.communicate(timeout=30)[0])["nodes"]
        done = begin("solve", *FOUR, "--checkpoint", checkpoint, "--memory-mb", "16", "--nodes", "1000", "--json")
        assert json.loads(done.communicate(timeout=60)[0])["nodes"] >= nodes + 1000


class TestPipes:
    @pytest.mark.parametrize("verb", [["replay"], ["convert", "--to", "record"]])
    def test_a_reader_that_leaves_ends_a_verb_that_writes_much(self, verb: list[str], records: Path) -> None:
        process = begin(*verb, records)
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=60) == 141
        assert process.stderr.read() == ""
        process.stderr.close()

    def test_records_are_converted_one_by_one(self) -> None:
        process = begin("convert", "-", "--to", "record", stdin=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps(RECORD) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == RECORD
        assert process.communicate(timeout=30) == ("", "")

    @pytest.mark.parametrize(
        ("command", "code", "err"),
        [
            ("springtail games >&-", 2, "springtail: standard output is closed\n"),
            ("springtail jsonl >&-", 2, "springtail: standard output is closed\n"),
            ("springtail best-move - <&-", 2, "springtail: document: not JSON"),
            ("springtail convert - --to record <&-", 2, "springtail: -: there is no document in it\n"),
            ("springtail jsonl <&-", 0, ""),
            ("springtail best-move --game nim 2>&-", 0, ""),
            ("springtail best-move --game ches 2>&-", 2, ""),
        ],
    )
    def test_what_is_closed_from_the_beginning_is_told(self, command: str, code: int, err: str) -> None:
        done = shell(command)
        assert done.returncode == code
        assert done.stderr.startswith(err) and done.stderr.count("\n") <= 1


@full_disk
class TestFullDisk:
    @pytest.mark.parametrize(
        "command",
        [
            "springtail best-move --game nim",
            "springtail analyse --game nim --json",
            "springtail solve --game nim",
            "springtail perft --game nim --depth 2",
            "springtail replay RECORDS",
            "springtail convert RECORDS --to trace",
        ],
    )
    def test_it_is_told_on_one_line(self, command: str, records: Path) -> None:
        done = shell(command.replace("RECORDS", str(records)) + " > /dev/full")
        assert done.returncode == 2
        assert done.stderr == "springtail: [Errno 28] No space left on device\n"

    def test_a_conversion_that_fails_leaves_nothing_behind(self, tmp_path: Path, records: Path) -> None:
        output = tmp_path / "out" / "traces.jsonl"
        output.parent.mkdir()
        limit = 100_000

        def small_files() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        process = begin("convert", records, "--to", "trace", "--output", output, preexec_fn=small_files)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (2, "", "springtail: [Errno 27] File too large\n")
        assert list(output.parent.iterdir()) == []


class TestMemory:
    @pytest.mark.parametrize(
        ("game_id", "solver"),
        [
            ("connect_four", "mcts"),
            ("connect_four", "alphabeta"),
            ("butterfly", "mcts"),
            ("spring_rally", "ismcts"),
        ],
    )
    def test_the_cap_holds_and_the_answer_says_so(
        self, solver: str, game_id: str, midgame: Callable[[str], st.State]
    ) -> None:
        found = st.analyse(midgame(game_id), st.Limit(time=1.0, memory_mb=0.5), solver=solver)
        assert found.memory_bytes <= 2**19
        assert found.memory_full
        assert found.lines

    @pytest.mark.parametrize(
        "arguments",
        [
            ["best-move", *FOUR, "--solver", "mcts"],
            ["best-move", *FOUR, "--solver", "alphabeta"],
            ["solve", *FOUR],
        ],
    )
    def test_a_machine_without_the_memory_is_told_of(self, arguments: list[str]) -> None:
        def little_memory() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))

        process = begin(*arguments, "--memory-mb", "4000", "--time", "1", preexec_fn=little_memory)
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out) == (2, "")
        assert err.startswith("springtail: ") and err.count("\n") == 1
        assert "memory" in err
