"""The log of a match: JSON lines, the first one describes the match, each other is a game. It is only added to.

What the log has is what was played. A line that is cut off at the end, as a crash or a full disk leaves it, is dropped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from springtail.cython_ext.errors import InvalidLog, InvalidPosition
from springtail.engines.documents import parse
from springtail.matches.game import Played

VERSION = 1
HEAD = "springtail_match"
"""Name of the field of the first line that has the VERSION of the format."""
BEGINNING = json.dumps({HEAD: VERSION}).encode()[:-1]


def read_log(path: str | os.PathLike[str]) -> tuple[dict[str, Any], list[Played]]:
    """Return the description of a match and its games by number, each once.

    Raises:
        InvalidLog: naming the line that is wrong.
        OSError: when the file cannot be read.
    """
    head, games, _ = _read(Path(path), Path(path).read_bytes())
    if head is None:
        raise InvalidLog(f"{path}: is empty")
    return head, games


def _read(path: Path, content: bytes) -> tuple[dict[str, Any] | None, list[Played], int]:
    """Return the description, the games by number, and how many bytes of the file are whole lines."""
    whole = content.rfind(b"\n") + 1
    lines = content[:whole].split(b"\n")[:-1]
    if not lines:
        if content and not BEGINNING.startswith(content[: len(BEGINNING)]):
            raise InvalidLog(f"{path}: is no log of a match")
        return None, [], 0
    head = _line(path, 1, lines[0])
    if head.pop(HEAD, None) != VERSION:
        raise InvalidLog(f"{path}: is no log of a match, or one of another version of springtail")
    games: dict[int, Played] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            played = Played.read(_line(path, number, line))
        except InvalidPosition as error:
            raise InvalidLog(f"{path}, line {number}: {error}") from None
        games.setdefault(played.number, played)
    return head, [games[number] for number in sorted(games)], whole


def _line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        return parse(line)
    except InvalidPosition as error:
        raise InvalidLog(f"{path}, line {number}: {error}") from None


class Log:
    """A log that games are added to; nobody else may do so meanwhile."""

    def __init__(self, path: str | os.PathLike[str], description: Mapping[str, Any]) -> None:
        """Begin a log, or go on with one.

        Raises:
            InvalidLog: when the file is something else, or the log of another match; it stays as it is.
            OSError: when it cannot be read or written.
        """
        self.path = Path(path)
        self.games: list[Played] = []
        """What was there, by number."""
        self._file: BinaryIO = open(self.path, "ab+", buffering=0)
        try:
            _lock(self._file, self.path)
            self._begin(json.loads(json.dumps(description)))
        except BaseException:
            self._file.close()
            raise

    def _begin(self, description: dict[str, Any]) -> None:
        self._file.seek(0)
        head, self.games, whole = _read(self.path, self._file.read())
        if head is not None:
            differing = [name for name in description if head.get(name) != description[name]]
            if differing:
                was, now = (json.dumps(of.get(differing[0])) for of in (head, description))
                raise InvalidLog(
                    f"{self.path}: is the log of another match: {', '.join(differing)} differ; "
                    f"{differing[0]} is {_short(was)} there, {_short(now)} here"
                )
        self._file.truncate(whole)
        if head is None:
            self._write({HEAD: VERSION, **description})

    def add(self, played: Played) -> None:
        """Write a game.

        Raises:
            OSError: naming the file, for instance when the disk is full; what was written of the line is dropped when
                the log is read.
        """
        self._write(played.to_dict())

    def _write(self, fields: Mapping[str, Any]) -> None:
        line = memoryview(json.dumps(fields, allow_nan=False).encode() + b"\n")
        while line:
            try:
                written = self._file.write(line)
            except OSError as error:
                raise OSError(error.errno, f"{error.strerror}; the log has all games before", str(self.path)) from None
            line = line[written:]

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."


def _lock(file: BinaryIO, path: Path) -> None:
    """Keep others from adding to the file, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InvalidLog(f"{path}: another match is writing it") from None
