"""Files of records, as verbs are given them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BufferedReader

from springtail.command_line import position
from springtail.cython_ext.errors import InvalidPosition, SpringtailError
from springtail.engines.records import Entry, read_records
from springtail.matches.log import HEAD


def read_entries(file: str) -> Iterator[Entry]:
    """Yield what is in a file, or in standard input for "-", one after the other.

    Raises:
        InvalidPosition: when the file cannot be read.
    """
    if file == "-":
        position.announce_terminal()
        assert isinstance(sys.stdin.buffer, BufferedReader)
        yield from _records(read_records(sys.stdin.buffer))
        return
    try:
        with open(file, "rb") as stream:
            yield from _records(read_records(stream))
    except (OSError, ValueError) as error:
        if isinstance(error, SpringtailError):
            raise
        raise InvalidPosition(position.unreadable(file, error)) from None


def _records(entries: Iterator[Entry]) -> Iterator[Entry]:
    """Pass on all but the first line of the log of a match, which describes it."""
    return (entry for entry in entries if HEAD not in entry.fields)
