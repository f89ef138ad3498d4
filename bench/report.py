"""What a measurement prints: where it ran and a table, as aligned text, Markdown or JSON."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Literal

Form = Literal["text", "markdown", "json"]
Cell = str | int | float | bool | None
Row = dict[str, Cell]


def parser(description: str | None, turns: int | None = None) -> argparse.ArgumentParser:
    """Return a parser of what all scripts take: how to print, and --turns where there is a default for it."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    forms = made.add_mutually_exclusive_group()
    forms.add_argument("--json", action="store_const", const="json", dest="form", help="print JSON instead of a table")
    forms.add_argument(
        "--markdown",
        action="store_const",
        const="markdown",
        dest="form",
        help="print the table as the documentation has it",
    )
    made.set_defaults(form="text")
    if turns is not None:
        made.add_argument("--turns", type=int, default=turns, help="measurements of each (default %(default)s)")
    return made


def show(rows: Iterable[Row], *, form: Form, packages: Sequence[str] = ()) -> None:
    """Print the machine and the rows; all rows have the columns of the first one and may have more.

    Args:
        rows: made one after the other while this waits.
        form: an aligned table, the same in Markdown, or one JSON object.
        packages: whose versions belong to the figures.
    """
    made = []
    for row in rows:
        made.append(row)
        if sys.stderr.isatty():
            print(f"\r{len(made)} done", end="\r", file=sys.stderr, flush=True)
    where = machine(packages)
    if form == "json":
        print(json.dumps({"machine": where, "rows": made}))
        return
    print(", ".join(f"{name} {value}" for name, value in where.items()))
    print((_markdown if form == "markdown" else _table)(made))


def sizes(process_id: int) -> Row:
    """Return what a process holds now, on Linux."""
    process = Path(f"/proc/{process_id}")
    fields = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    return {
        "memory MB": int(fields["VmRSS"].split()[0]) / 1024,
        "threads": int(fields["Threads"]),
        "files": len(os.listdir(process / "fd")),
    }


def machine(packages: Sequence[str] = ()) -> Row:
    """Return what a figure depends on: processor, load, versions."""
    where: Row = {"processor": _processor(), "cores": os.cpu_count(), "Python": platform.python_version()}
    if hasattr(os, "getloadavg"):
        where["load average"] = round(os.getloadavg()[0], 2)
    for package in ("springtail", *packages):
        try:
            where[package] = version(package)
        except PackageNotFoundError:
            where[package] = None
    return where


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _columns(rows: Sequence[Row]) -> list[str]:
    return list(dict.fromkeys(column for row in rows for column in row))


def _table(rows: Sequence[Row]) -> str:
    columns = _columns(rows)
    cells = [columns, *([_text(row.get(column)) for column in columns] for row in rows)]
    widths = [max(len(line[at]) for line in cells) for at in range(len(columns))]
    lines = [
        "  ".join(
            cell.ljust(width) if _is_text(rows, column) else cell.rjust(width)
            for cell, width, column in zip(line, widths, columns, strict=True)
        ).rstrip()
        for line in cells
    ]
    return "\n".join(lines)


def _markdown(rows: Sequence[Row]) -> str:
    columns = _columns(rows)
    lines = [columns, ["---"] * len(columns), *([_text(row.get(column)) for column in columns] for row in rows)]
    return "\n".join(["", *(f"| {' | '.join(line)} |" for line in lines)])


def _is_text(rows: Sequence[Row], column: str) -> bool:
    return any(isinstance(row.get(column), str) for row in rows)


def _text(cell: Cell) -> str:
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    return cell if isinstance(cell, str) else f"{cell:.3g}" if abs(cell) < 1 else f"{cell:,.2f}"
