"""What verbs print: one JSON value, or a table; and a bar while they work."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TextIO, TypeVar

Found = TypeVar("Found")
Shown = tuple[Sequence[tuple[float | None, float]], str]
"""Limits, None where there is none, each with how much of it is used up; and a text."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="answer with JSON, and nothing else, on standard output")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    print(json.dumps(value, allow_nan=False))


def takes_rich(stream: TextIO) -> bool:
    """Return whether rich, which is optional, is there and writes to a terminal."""
    return stream.isatty() and find_spec("rich") is not None


def print_table(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table: by rich on a terminal, else as plain columns."""
    if takes_rich(sys.stdout):
        _print_rich(headers, rows)
        return
    lines = [list(headers), *map(list, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(headers))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _print_rich(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*headers, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


@contextmanager
def progress(describe: Callable[[Found], Shown]) -> Iterator[Callable[[Found], None] | None]:
    """Give what a search is to report to: a bar on standard error that vanishes at the end, where rich can draw it.

    Args:
        describe: what to show of a report.
    """
    if not takes_rich(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = BarColumn(), TextColumn("{task.description}", markup=False)
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as bar:
        task = bar.add_task("", total=None)

        def report(found: Found) -> None:
            used, text = describe(found)
            shares = [have / most for most, have in used if most is not None]
            total = 1 if shares else None  # without a limit it only shows that it works
            bar.update(task, total=total, completed=max(shares, default=0), description=text, refresh=True)

        yield report
