"""JSON lines: each line gets exactly one final answer, whatever is in it; over streams and over real processes."""

from __future__ import annotations

import fcntl
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import termios
import time
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, BinaryIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import springtail as st
from springtail.engines.documents import MOST_CHARACTERS
from springtail.services.ceilings import Ceilings
from springtail.services.jsonl import OWN_ACTIONS, LineService, read_lines
from springtail.services.query import FIELDS, SEARCH_FIELDS
from springtail.services.scheduler import Scheduler

FOUR: dict[str, Any] = {"game": "connect_four", "actions": []}
QUICK = {"position": FOUR, "limit": {"simulations": 20}}
LONG = {"position": FOUR, "limit": {"time": 600}}
JSONL = [sys.executable, "-m", "springtail", "jsonl"]
CLIENT = Path(__file__).with_name("client.mjs")
SMALL = Ceilings(st.Limit(time=0.02, simulations=50, memory_mb=8))

linux = pytest.mark.skipif(sys.platform != "linux", reason="signals and devices as Linux has them")


def line(**fields: Any) -> bytes:
    return json.dumps(fields).encode() + b"\n"


def answers_to(content: bytes | BinaryIO, ceilings: Ceilings | None = None, **how: Any) -> list[dict[str, Any]]:
    """Serve a stream to its end and return what is answered."""
    written: list[bytes] = []
    with Scheduler(workers=2, **how) as scheduler:
        service = LineService(scheduler, ceilings or Ceilings(), written.append)
        service.start(io.BytesIO(content) if isinstance(content, bytes) else content)
        service.wait()
    assert all(one.endswith(b"\n") and one.count(b"\n") == 1 for one in written)
    return [json.loads(one) for one in written]


class TestLines:
    def test_queries_are_answered_under_their_ids(self) -> None:
        answers = answers_to(b"".join(line(id=number, **QUICK) for number in range(30)))
        assert sorted(answer["id"] for answer in answers) == list(range(30))
        assert all(answer["is_final"] and answer["move"] in "1234567" for answer in answers)

    def test_the_last_line_may_lack_its_end(self) -> None:
        assert [answer["id"] for answer in answers_to(line(id=1, **QUICK).rstrip())] == [1]

    def test_empty_lines_are_passed_over(self) -> None:
        assert len(answers_to(b"\n \n\r\n" + line(id=1, **QUICK) + b"\n")) == 1

    def test_more_queries_than_may_wait_are_read_as_there_is_room(self) -> None:
        answers = answers_to(b"".join(line(id=number, **QUICK) for number in range(40)), most_waiting=3)
        assert sorted(answer["id"] for answer in answers) == list(range(40))

    def test_ceilings_hold(self) -> None:
        [answer] = answers_to(line(id=1, **LONG), SMALL)
        assert answer["stopped_by"] in ("time", "simulations")

    @pytest.mark.parametrize(
        ("text", "id", "fields"),
        [
            (b"{", None, ["line"]),
            (b"[]", None, ["line"]),
            (b"\xff\xfe", None, ["line"]),
            (b'{"id": "a", oops}', "a", ["line"]),
            (b' {"id":7,"position":{"game', 7, ["line"]),
            (b'{"id": "\\u00e9", ', "é", ["line"]),
            (b'{"position": NaN, "id": "a"}', "a", ["line"]),
            (b'{"position": 1, "id": "a", "position": 2}', "a", ["position"]),
            (b'{"id": 1.5, ', None, ["line"]),
            (b'{"id": [1], "position": 3}', None, ["id", "position"]),
            (b'{"id": "a", "action": "sing"}', "a", ["action"]),
            (b'{"id": "a", "action": ["games"]}', "a", ["action"]),
            (b'{"id": "a", "action": "games", "of": 1}', "a", ["of"]),
            (b'{"id": "a", "action": "terminate"}', "a", ["query_id"]),
            (b'{"id": [], "action": "stats"}', None, ["id"]),
            (b'{"id": "a", "position": ' + 100_000 * b"[", "a", ["line"]),
        ],
    )
    def test_a_bad_line_is_answered_with_its_id_and_field(self, text: bytes, id: Any, fields: list[str]) -> None:
        answers = answers_to(text + b"\n" + line(id="next", **QUICK))
        [error] = [answer for answer in answers if "error" in answer]
        assert (error["id"], error["is_final"], error["error"]["kind"]) == (id, True, "invalid_query")
        assert [reason["field"] for reason in error["error"]["reasons"]] == fields
        assert [answer["id"] for answer in answers if answer is not error] == ["next"]

    def test_a_line_too_long_is_refused_without_reading_it_into_memory(self) -> None:
        class Endless(io.RawIOBase):
            left = 50 * MOST_CHARACTERS

            def readable(self) -> bool:
                return True

            def readinto(self, buffer: Any) -> int:
                count = min(len(buffer), self.left)
                buffer[:count] = b"x" * count
                self.left -= count
                return count

        held = [len(one) for one in read_lines(io.BufferedReader(Endless()))]
        assert held == [MOST_CHARACTERS + 1]
        long = b'{"id": "long", "position": "' + MOST_CHARACTERS * b"x" + b'"}\n'
        error, answer = sorted(answers_to(long + line(id="next", **QUICK)), key=lambda one: "error" not in one)
        assert error["id"] == "long" and "longer than" in error["error"]["message"]
        assert answer["id"] == "next"

    def test_own_actions_are_answered(self) -> None:
        asked = {name: {"query_id": "x"} if name == "terminate" else {} for name in OWN_ACTIONS}
        answers = answers_to(b"".join(line(id=name, action=name, **more) for name, more in asked.items()))
        by_id = {answer["id"]: answer for answer in answers}
        assert set(by_id) == set(OWN_ACTIONS)
        assert [game["id"] for game in by_id["games"]["games"]] == st.game_ids()
        assert by_id["terminate"]["terminated"] == by_id["terminate_all"]["terminated"] == 0
        assert by_id["stats"]["workers"] == 2

    def test_a_query_is_terminated_by_its_id(self) -> None:
        lines = [line(id="a", **LONG), line(id="b", **LONG), line(id="t", action="terminate", query_id="a")]
        answers = answers_to(b"".join([*lines, line(id="all", action="terminate_all")]))
        ended = {answer["id"]: answer for answer in answers}
        assert len(answers) == 4
        assert (ended["a"]["stopped_by"], ended["b"]["stopped_by"]) == ("stop", "stop")
        assert ended["t"]["terminated"] == 1

    def test_when_answers_cannot_be_written_everything_ends(self) -> None:
        def fail(line: bytes) -> None:
            raise BrokenPipeError

        with Scheduler(workers=1) as scheduler:
            service = LineService(scheduler, Ceilings(), fail)
            service.start(io.BytesIO(b"".join([line(**LONG), line(**LONG), line(**QUICK)])))
            with pytest.raises(BrokenPipeError):
                service.wait()

    def test_a_stream_that_breaks_is_told(self) -> None:
        class Broken(io.BytesIO):
            def readline(self, size: int | None = -1) -> bytes:
                raise OSError("gone")

        with pytest.raises(OSError, match="gone"):
            answers_to(Broken())


class TestFuzz:
    @settings(max_examples=80)
    @given(some.data())
    def test_a_line_of_any_kind_gets_one_final_answer(
        self, junk: some.SearchStrategy[Any], data: some.DataObject
    ) -> None:
        names = some.sampled_from([*FIELDS, *SEARCH_FIELDS, "query_id"])
        actions = some.sampled_from(["best_move", "analyse", "solve", *OWN_ACTIONS])
        values = junk | actions | some.sampled_from([FOUR, {"time": 0.001}, [], {}, 0, 1])
        requests = some.dictionaries(names, values, max_size=5)
        texts = data.draw(
            some.lists(
                some.binary(max_size=30)
                | some.text(max_size=30).map(lambda text: text.encode("utf-8", "replace"))
                | requests.map(lambda request: json.dumps({"position": FOUR, **request}, default=str).encode())
                | requests.map(lambda request: json.dumps(request, default=str).encode()[:-2]),
                max_size=4,
            )
        )
        lines = [text.replace(b"\n", b" ") for text in texts]
        answers = answers_to(b"\n".join(lines), SMALL)
        assert sum(answer["is_final"] for answer in answers) == sum(bool(one.strip()) for one in lines)
        for answer in answers:
            assert answer.get("error", {}).get("kind") in (None, "invalid_query")


def serve(content: bytes = b"", *arguments: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    """Run a process that answers lines."""
    return subprocess.run([*JSONL, *arguments], input=content, capture_output=True, timeout=60, **how)


class TestProcess:
    @pytest.mark.skipif(shutil.which("node") is None, reason="node, in which the client is written, is not there")
    def test_a_bot_in_another_language_gets_along(self, tmp_path: Path, midgame: Callable[[str], st.State]) -> None:
        positions = {game_id: midgame(game_id).record() for game_id in st.game_ids(toys=False)}
        played = st.game("spring_on_a_string").start(seed=1).record()
        documents = tmp_path / "documents.json"
        documents.write_text(json.dumps(positions | {"connect_four": FOUR, "play": played}))
        node = shutil.which("node")
        assert node is not None
        done = subprocess.run(
            [node, CLIENT, documents, *JSONL, "--workers", "2"], capture_output=True, text=True, timeout=120
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")

    def test_the_end_of_input_finishes_what_is_queued(self) -> None:
        done = serve(b"".join(line(id=number, **QUICK) for number in range(20)))
        assert (done.returncode, done.stderr) == (0, b"")
        assert sorted(json.loads(answer)["id"] for answer in done.stdout.splitlines()) == list(range(20))

    def test_no_input_is_no_error(self) -> None:
        assert (serve().returncode, serve().stdout) == (0, b"")

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["--workers", "0"], b"--workers: must be from 1 to"),
            (["--waiting", "-1"], b"--waiting: must be from 1 to"),
            (["--time", "0"], b"time: must be above 0"),
            (["--threads", "0"], b"threads: must be a whole number above 0"),
        ],
    )
    def test_wrong_ceilings_are_told(self, arguments: list[str], message: bytes) -> None:
        done = serve(b"", *arguments)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"springtail: " + message)

    @linux
    @pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
    def test_a_signal_ends_all_queries_with_what_they_found(self, sign: signal.Signals) -> None:
        process = begin(*(line(id=number, report_every=0, **LONG) for number in range(6)), workers=2)
        assert process.stdout is not None
        process.stdout.readline()  # it searches by now
        process.send_signal(sign)
        out, err = process.communicate(timeout=30)
        final = [answer for answer in map(json.loads, out.splitlines()) if answer["is_final"]]
        assert (process.returncode, err) == (0, b"")
        assert sorted(answer["id"] for answer in final) == list(range(6))
        assert {answer["stopped_by"] for answer in final} == {"stop"}
        assert any(answer["move"] for answer in final)

    @linux
    def test_a_reader_that_leaves_ends_the_service(self) -> None:
        process = begin(line(id=1, report_every=0, **LONG), workers=1)
        assert process.stdout is not None and process.stderr is not None and process.stdin is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=30) == 141
        assert process.stderr.read() == b""
        process.stdin.close()
        process.stderr.close()

    @pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
    def test_a_full_disk_is_told(self) -> None:
        with open("/dev/full", "wb") as full:
            done = subprocess.run(JSONL, input=line(**QUICK), stdout=full, stderr=subprocess.PIPE, timeout=60)
        assert done.returncode == 2
        assert done.stderr.startswith(b"springtail: ") and done.stderr.count(b"\n") == 1

    @linux
    def test_a_reader_that_is_stuck_does_not_keep_the_service_from_ending(self) -> None:
        process = begin(*(line(id=number, report_every=0, **LONG) for number in range(2)), workers=2)
        assert process.stdout is not None
        wait_until_full(process.stdout)
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 143
        process.communicate()


def wait_until_full(pipe: IO[bytes]) -> None:
    """Wait until a pipe that nobody reads takes no more: for half a second nothing was added."""
    before, waiting = -1, array("i", [0])
    for _ in range(100):
        time.sleep(0.5)
        fcntl.ioctl(pipe.fileno(), termios.FIONREAD, waiting)
        if 0 < waiting[0] == before:
            return
        before = waiting[0]
    raise AssertionError("the pipe does not fill")


def begin(*lines: bytes, workers: int) -> subprocess.Popen[bytes]:
    """Start a process that answers lines, and give it some."""
    process = subprocess.Popen(
        [*JSONL, "--workers", str(workers)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(b"".join(lines))
    process.stdin.flush()
    return process
