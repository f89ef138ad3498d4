"""The command line as other programs and people at a terminal meet it: processes, signals, pipes, terminals."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from scenes.processes import wait_until_busy

SPRINGTAIL = [sys.executable, "-m", "springtail"]
FOUR = ["--game", "connect_four"]

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="terminals and /proc as Linux has them")


def run(arguments: Sequence[str], **how: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SPRINGTAIL, *arguments], capture_output=True, text=True, timeout=60, **how)


def on_terminal(command: Sequence[str]) -> tuple[int, str]:
    """Run a command with a terminal for standard output and error; return the exit code and all that it shows."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "120"},
    )
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            shown += os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
    os.close(ours)
    return process.wait(), shown.decode()


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_prints_the_result_so_far(threads: str) -> None:
    process = subprocess.Popen(
        [*SPRINGTAIL, "best-move", *FOUR, "--time", "60", "--json", "--threads", threads],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_until_busy(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    found = json.loads(out)
    assert found["stopped_by"] == "interrupt"
    assert found["move"] in "1234567"


def test_ctrl_c_prints_what_is_proven() -> None:
    process = subprocess.Popen(
        [*SPRINGTAIL, "solve", *FOUR, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until_busy(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    found = json.loads(out)
    assert (found["status"], found["stopped_by"]) == ("aborted", "interrupt")
    assert found["nodes"] > 0


def test_ctrl_c_before_anything_is_found_is_130_and_silent() -> None:
    process = subprocess.Popen(
        [*SPRINGTAIL, "perft", *FOUR, "--depth", "30"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until_busy(process)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode == 130


def test_a_reader_that_leaves_is_no_error() -> None:
    process = subprocess.Popen(
        [*SPRINGTAIL, "games", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([*SPRINGTAIL, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith("springtail: ") and done.stderr.count("\n") == 1


def test_a_pipe_gets_no_progress_and_no_colours() -> None:
    done = run(["best-move", *FOUR, "--time", "0.5"])
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout


def test_the_entry_point_is_installed() -> None:
    script = os.path.join(os.path.dirname(sys.executable), "springtail")
    if not os.path.exists(script):
        pytest.skip("springtail is not installed as a script here")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("springtail ")


def test_output_that_the_terminal_cannot_show_is_no_error() -> None:
    done = run(["best-move", *FOUR, "--simulations", "500"], env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stderr) == (0, "")


def test_a_terminal_gets_progress_that_vanishes() -> None:
    pytest.importorskip("rich")
    code, shown = on_terminal([*SPRINGTAIL, "best-move", *FOUR, "--time", "1"])
    assert code == 0
    assert "simulations" in shown.partition("Best move for seat 0")[0]
    assert "\x1b[2K" in shown.partition("Best move for seat 0")[0]  # the line of the bar is erased


def test_a_terminal_sees_what_a_solve_has_proven() -> None:
    pytest.importorskip("rich")
    code, shown = on_terminal([*SPRINGTAIL, "solve", *FOUR, "--time", "0.8"])
    assert code == 0
    assert shown.count("Not solved; nothing is proven for seat 0") > 1  # in the bar, and at the end


def test_a_terminal_without_rich_gets_plain_text() -> None:
    code = "import sys; sys.modules['rich'] = None; from springtail.__main__ import main; sys.exit(main(sys.argv[1:]))"
    exit_code, shown = on_terminal([sys.executable, "-c", code, "best-move", *FOUR, "--time", "0.4"])
    assert exit_code == 0
    assert "\x1b" not in shown
    assert "Best move for seat 0" in shown


def test_a_terminal_is_told_what_is_awaited() -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*SPRINGTAIL, "perft", "-", "--depth", "1"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(theirs)
    os.write(ours, b'{"game": "connect_four", "actions": []}\n\x04')
    out, err = process.communicate(timeout=60)
    os.close(ours)
    assert err == "springtail: type or paste the JSON document, then end it (Ctrl-D)\n"
    assert out.startswith("7 leaves")


def test_numpy_is_not_loaded_before_a_search_starts(tmp_path: Path) -> None:
    record = tmp_path / "record.json"
    record.write_text('{"game": "connect_four", "actions": ["4"]}')
    code = (
        "import sys; from springtail.__main__ import main; "
        f"main(['perft', {str(record)!r}, '--depth', '2']); main(['games']); main(['best-move']); "
        "print([name for name in ('numpy', 'rich', 'asyncio') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "[]"
