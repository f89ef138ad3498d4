"""A program of somebody else as a player: one JSON object a line to its standard input, one back for each.

A program that runs is kept for the next game of this process; one that failed is ended, and started again when it is
asked next.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping
from functools import cache
from typing import IO, Any

MOST_CHARACTERS = 1_000_000
"""Of a line that is read."""
LAST_LINES = 3
"""Of its standard error, to say why it ended."""
SECONDS_TO_END = 2.0


class EngineFailed(Exception):
    """The program ended, or answered with something that is no answer."""


class TimeOver(Exception):
    """A player took longer than it may."""


@cache
def engine(command: tuple[str, ...]) -> Engine:
    """Return the engine of this process that runs a command."""
    return Engine(command)


class Engine:
    """One program; several threads may ask it, one after the other."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._said: deque[str] = deque(maxlen=LAST_LINES)
        self._asked = 0
        self._turn = threading.Lock()
        atexit.register(self.close)

    def ask(self, document: Mapping[str, Any], how: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        """Return the answer for a position or an observation.

        Args:
            document: what is to be searched.
            how: other fields of the request, such as `limit`.
            timeout: seconds.

        Raises:
            TimeOver: when there was no answer in time; the program is ended.
            EngineFailed: for an error that it reports, a wrong answer, or when it has ended.
        """
        with self._turn:
            self._asked += 1
            request = {"id": str(self._asked), "position": document, **how}
            try:
                return self._answer(request, timeout)
            except BaseException:  # an answer that nobody awaits any more would be taken for the next one
                self.close()
                raise

    def _answer(self, request: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        process = self._process or self._start()
        assert process.stdin is not None
        with contextlib.suppress(OSError):  # it has ended, which is found out below
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
        deadline = time.monotonic() + timeout
        while True:
            try:
                line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.0))
            except queue.Empty:
                raise TimeOver(f"no answer after {timeout:g} s") from None
            if line is None:
                raise EngineFailed(self._last_words(process))
            answer = _parse(line)
            if answer.get("id") != request["id"] or answer.get("is_final") is False:
                continue
            if "error" in answer:
                raise EngineFailed(f"it says: {_message(answer['error'])}")
            if not isinstance(answer.get("move"), str):
                raise EngineFailed(f"an answer without a move: {line[:200]}")
            return answer

    def _start(self) -> subprocess.Popen[str]:
        self._lines, self._said = queue.Queue(), deque(maxlen=LAST_LINES)
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(
                self._command,
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                text=True,
                encoding="utf-8",
                errors="replace",
                start_new_session=True,  # Ctrl-C is ours
            )
        except (OSError, ValueError) as error:
            raise EngineFailed(f"{self._command[0]}: {getattr(error, 'strerror', None) or error}") from None
        assert process.stdout is not None and process.stderr is not None
        threading.Thread(target=_read, args=(process.stdout, self._lines), daemon=True).start()
        threading.Thread(target=_keep, args=(process.stderr, self._said), daemon=True).start()
        self._process = process
        return process

    def _last_words(self, process: subprocess.Popen[str]) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_END)
        said = " | ".join(line.strip() for line in self._said)
        return f"it ended with code {process.returncode}" + (f": {said[:300]}" if said else "")

    def close(self) -> None:
        """End the program: it is told by the end of its input, and killed if it does not hear."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        try:
            process.wait(SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _parse(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise EngineFailed(f"not a JSON object: {line[:200]!r}")
    return answer


def _message(error: object) -> str:
    return str(error.get("message", error) if isinstance(error, dict) else error)[:200]


def _read(stream: IO[str], lines: queue.Queue[str | None]) -> None:
    """Pass on each line, and None at the end."""
    with stream, contextlib.suppress(ValueError, OSError):
        while line := stream.readline(MOST_CHARACTERS):
            lines.put(line)
    lines.put(None)


def _keep(stream: IO[str], said: deque[str]) -> None:
    """Read to the end, so that the program never waits; what is kept are the last lines."""
    with stream, contextlib.suppress(ValueError, OSError):
        while line := stream.readline(MOST_CHARACTERS):
            said.append(line)
