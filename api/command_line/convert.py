"""Turns documents into others: records into positions, positions into what a seat sees, records into traces.

A FILE has one document, or one a line, plain or gzipped; a record that is cut off at the end of the file is read up to
there. What comes of them is one document a line.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from springtail.command_line import output
from springtail.command_line.numbers import whole
from springtail.command_line.record_file import read_entries
from springtail.cython_ext.errors import InvalidOptions, InvalidPosition, SpringtailError, shown
from springtail.cython_ext.game import Observation, State
from springtail.engines.documents import load
from springtail.engines.records import Entry, plain_record, states_of, trace

EXAMPLES = """\
  springtail convert game.json --to position --ply 10
  springtail convert games.jsonl.gz --to position --ply all --output positions.jsonl.gz
  springtail convert game.json --to observation --seat 0
  springtail convert traces.jsonl.gz --to record --split games
  springtail convert games/*.json --to trace --output traces.jsonl.gz
"""

KINDS = ("record", "trace", "position", "observation")

Ply = int | Literal["all"] | None
"""After how many actions of a record; None is at its end."""

Document = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="records, positions or observations as JSON; - reads standard input",
    )
    what = parser.add_argument_group("into what")
    what.add_argument(
        "--to",
        required=True,
        metavar="KIND",
        help=f"{', '.join(KINDS)}; a trace is a record that tells all legal actions and the end, for replay --check",
    )
    what.add_argument(
        "--ply",
        type=_ply,
        metavar="N",
        help="after so many actions of a record, or all: one after the other; default its end",
    )
    what.add_argument("--seat", type=whole, metavar="N", help="whose observation; default the seat that moves")
    where = parser.add_argument_group("where to")
    where.add_argument("--output", metavar="FILE", help="default standard output; a name that ends in .gz is gzipped")
    where.add_argument("--split", metavar="FOLDER", help="one document a file, named by number")
    output.add_arguments(parser)


def _ply(text: str) -> Ply:
    if text != "all" and not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"must be all or a whole number from 0 on, not {shown(text)}")
    return "all" if text == "all" else int(text)


def run(arguments: argparse.Namespace) -> int:
    """Convert all documents of all files, each written as soon as it is known."""
    _check(arguments)
    count = 0
    with _writer(arguments) as write:
        for file in arguments.files:
            for entry in read_entries(file):
                if entry.cut_off:
                    print(f"springtail: {file}: line {entry.line}: cut off; read up to there", file=sys.stderr)
                for document in _converted(file, entry, arguments):
                    write(json.dumps(document, allow_nan=False).encode() + b"\n")
                    count += 1
        if not count:
            raise InvalidPosition(f"{arguments.files[-1]}: there is no document in it")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Raise InvalidOptions for what does not go together."""
    kind, ply = arguments.to, arguments.ply
    wrong = []
    if kind not in KINDS:
        wrong.append(f"--to: {shown(kind)} is not one of {', '.join(KINDS)}")
    if ply == "all" and kind in ("record", "trace"):
        wrong.append("--ply: all is for positions and observations")
    if arguments.seat is not None and kind != "observation":
        wrong.append("--seat: is for --to observation")
    if arguments.output is not None and arguments.split is not None:
        wrong.append("--split: give --output or --split, not both")
    if wrong:
        raise InvalidOptions("; ".join(wrong))


def _converted(file: str, entry: Entry, arguments: argparse.Namespace) -> Iterator[Document]:
    try:
        if arguments.to in ("record", "trace"):
            yield _record(_cut(entry, arguments.ply), arguments.to)
        else:
            for view in _views(entry, arguments.ply):
                yield _position(view) if arguments.to == "position" else _observation(view, arguments.seat)
    except SpringtailError as error:
        raise InvalidPosition(f"{file}: line {entry.line}: {error}") from None


def _record(entry: Entry, kind: str) -> Document:
    """Return a record; a position becomes one that begins there."""
    if not entry.wrong and "actions" not in entry.fields and not entry.cut_off:
        start = _position(load(entry.fields))
        begun = {name: start[name] for name in ("game", "options")} | {"position": start["state"], "actions": []}
        entry = replace(entry, fields=begun)
    return trace(entry) if kind == "trace" else plain_record(entry)


def _cut(entry: Entry, ply: Ply) -> Entry:
    """Return a record with its first actions only."""
    actions = entry.fields.get("actions")
    if not isinstance(ply, int) or not isinstance(actions, list):
        return entry
    _check_ply(ply, len(actions))
    return replace(entry, fields=entry.fields | {"actions": actions[:ply]})


def _views(entry: Entry, ply: Ply) -> Iterator[State | Observation]:
    """Yield what is to be written of a document: one position, or all positions of a record."""
    is_record = entry.wrong or entry.cut_off or "actions" in entry.fields
    views: Iterator[State | Observation] = states_of(entry) if is_record else iter([load(entry.fields)])
    if ply == "all":
        yield from views
        return
    number = 0
    for number, view in enumerate(views):  # noqa: B007  the last one is wanted
        if number == ply:
            break
    _check_ply(ply or 0, number)
    yield view


def _check_ply(ply: int, most: int) -> None:
    if ply > most:
        raise InvalidPosition(f"--ply: {ply}, but there are {most} actions")


def _position(view: State | Observation) -> Document:
    if isinstance(view, Observation):
        if view.game.info.hidden:
            raise InvalidPosition("seat: this is what one seat sees; a whole position cannot be made of it")
        view = view.sample(0)
    return view.to_dict()


def _observation(view: State | Observation, seat: int | None) -> Document:
    if isinstance(view, Observation):
        if seat not in (None, view.seat):
            raise InvalidPosition(f"--seat: this is what seat {view.seat} sees")
        return view.to_dict()
    if seat is None and view.current_player() < 0:
        raise InvalidPosition("--seat: missing; no seat has to move here")
    return view.observation(view.current_player() if seat is None else seat).to_dict()


@contextmanager
def _writer(arguments: argparse.Namespace) -> Iterator[Callable[[bytes], object]]:
    """Give what lines are written with, each at once."""
    if arguments.split is not None:
        yield _Folder(Path(arguments.split)).write
    elif arguments.output is not None:
        with _replaced(Path(arguments.output)) as stream:
            yield stream.write
    else:
        yield lambda line: print(line.decode(), end="", flush=True)


class _Folder:
    """A folder in which every line becomes a file."""

    def __init__(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._path = path
        self._number = 0

    def write(self, line: bytes) -> None:
        self._number += 1
        (self._path / f"{self._number:06}.json").write_bytes(line)


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    """Give a file to write that takes the place of another when all went well, so that one can be read and replaced."""
    part = path.with_name(f"{path.name}.part")
    try:
        with gzip.open(part, "wb") if path.suffix == ".gz" else open(part, "wb") as stream:
            yield cast(BinaryIO, stream)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)
