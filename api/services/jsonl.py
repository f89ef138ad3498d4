"""Queries and answers as lines of JSON, in the shape of KataGo's analysis engine (docs/json_lines.md)."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import version
from typing import Any, BinaryIO, get_args

from springtail.cython_ext.errors import InvalidPosition, SpringtailError, shown
from springtail.engines.documents import MOST_CHARACTERS, parse
from springtail.services.ceilings import Ceilings
from springtail.services.games import describe_games
from springtail.services.query import Action, Answer, Id, failure, read_id, read_query
from springtail.services.reasons import InvalidQuery, Reason, split_field
from springtail.services.scheduler import Scheduler

FIRST_ID = re.compile(r'\s*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?[0-9]{1,16}(?![0-9.eE]))')
PASSED_OVER = 65_536
"""Bytes of a line that is too long that are read at once."""


class LineService:
    """Reads lines, hands queries to a scheduler, and writes answers as they come, in any order.

    Every line gets exactly one answer with `is_final`, empty lines none.
    """

    def __init__(self, scheduler: Scheduler, ceilings: Ceilings, write: Callable[[bytes], object]) -> None:
        """Take where queries go, and where answers go.

        Args:
            scheduler: what works on queries.
            ceilings: what a query may use at the most.
            write: writes a line, end of line included, as a whole and at once; called from one thread at a time.
        """
        self._scheduler = scheduler
        self._ceilings = ceilings
        self._write = write
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._error: Exception | None = None

    def start(self, stream: BinaryIO) -> None:
        """Read all lines of a stream, in a thread."""
        threading.Thread(target=self._read, args=(stream,), name="springtail-lines", daemon=True).start()

    def wait(self) -> None:
        """Wait until the stream has ended and all is answered.

        Raises:
            OSError: when answers cannot be written any more; all queries were terminated then.
        """
        self._ended.wait()
        self._scheduler.drain()
        if self._error is not None:
            raise self._error

    def _read(self, stream: BinaryIO) -> None:
        try:
            for line in read_lines(stream):
                self.handle(line)
                if self._error is not None:
                    return
        except Exception as error:
            self._fail(error)
        self._ended.set()

    def handle(self, line: bytes) -> None:
        """Do what one line asks for; what is wrong with it is its answer."""
        id, action = None, None
        try:
            request = _parse(line)
            id, action = read_id(request), _read_action(request)
            self._do(id, action, request)
        except SpringtailError as error:
            self._answer(failure(error, _find_id(line) if id is None else id, action))

    def _do(self, id: Id, action: str, request: Mapping[str, Any]) -> None:
        if action not in OWN_ACTIONS:
            self._scheduler.submit(read_query(request, self._ceilings), self._answer, wait=True)
            return
        names, do = OWN_ACTIONS[action]
        _check_fields(action, request, names)
        self._answer({"id": id, "action": action, "is_final": True} | do(self._scheduler, request))

    def _answer(self, answer: Answer) -> None:
        line = json.dumps(answer, allow_nan=False).encode() + b"\n"
        with self._lock:
            if self._error is not None:
                return
            try:
                self._write(line)
                return
            except Exception as error:
                self._error = error
        self._fail(self._error)

    def _fail(self, error: Exception) -> None:
        """End everything, since nobody can be answered."""
        self._error = error
        self._scheduler.terminate_all()
        self._ended.set()


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield the lines that are not empty; of one that is too long the beginning, longer than documents may be."""
    while line := stream.readline(MOST_CHARACTERS + 1):
        rest = line
        while len(line) > MOST_CHARACTERS and rest and not rest.endswith(b"\n"):
            rest = stream.readline(PASSED_OVER)
        if line.strip():
            yield line


def _parse(line: bytes) -> dict[str, Any]:
    try:
        return parse(line)
    except InvalidPosition as error:
        reasons = [split_field(text) for text in error.reasons]
        raise InvalidQuery(
            Reason("line" if field == "document" else field, message) for field, message in reasons
        ) from None


def _find_id(line: bytes) -> Id:
    """Return the id in a line that is not right: it must be JSON at least, or have the id as its first field."""
    text = line.decode("utf-8", "replace")
    first = FIRST_ID.match(text)
    try:
        request = json.loads(text) if first is None else {"id": json.loads(first[1])}
    except (ValueError, RecursionError):
        return None
    return read_id(request) if isinstance(request, dict) else None


def _read_action(request: Mapping[str, Any]) -> str:
    action = request.get("action", "analyse")
    known = [*get_args(Action), *OWN_ACTIONS]
    if action not in known:
        raise InvalidQuery([Reason("action", f"{shown(action)} is not one of {', '.join(known)}")])
    return str(action)


def _check_fields(action: str, request: Mapping[str, Any], names: tuple[str, ...]) -> None:
    known = ("id", "action", *names)
    wrong = [
        Reason(shown(name).strip("'"), f"unknown field; {action} has {', '.join(known)}")
        for name in request
        if name not in known
    ]
    wrong += [Reason(name, "missing") for name in names if name not in request]
    if request.get("id") is not None and read_id(request) is None:
        wrong.append(Reason("id", "must be a text of at most 200 characters or a whole number below 2**53"))
    if wrong:
        raise InvalidQuery(wrong)


def _version(scheduler: Scheduler, request: Mapping[str, Any]) -> Answer:
    return {"version": version("springtail")}


def _games(scheduler: Scheduler, request: Mapping[str, Any]) -> Answer:
    return {"games": describe_games()}


def _terminate(scheduler: Scheduler, request: Mapping[str, Any]) -> Answer:
    query_id = read_id({"id": request["query_id"]})
    return {"query_id": query_id, "terminated": 0 if query_id is None else scheduler.terminate_id(query_id)}


def _terminate_all(scheduler: Scheduler, request: Mapping[str, Any]) -> Answer:
    return {"terminated": scheduler.terminate_all()}


def _stats(scheduler: Scheduler, request: Mapping[str, Any]) -> Answer:
    return scheduler.stats()


OWN_ACTIONS: dict[str, tuple[tuple[str, ...], Callable[[Scheduler, Mapping[str, Any]], Answer]]] = {
    "version": ((), _version),
    "games": ((), _games),
    "terminate": (("query_id",), _terminate),
    "terminate_all": ((), _terminate_all),
    "stats": ((), _stats),
}
"""What a line can ask for besides queries: the fields that it must have, and what is answered."""
