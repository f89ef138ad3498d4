"""What a search or the solver has found, as tables for a notebook or a page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from springtail.solvers.analysis import Analysis
from springtail.solvers.score import Line
from springtail.solvers.solution import Solution
from springtail.solvers.words import KINDS, effort, margin, play, proven_value, verdict, win_share

RIGHT = ' style="text-align: right"'
LEFT = ' style="text-align: left"'
FIGURES = ("win share", "margin", "visits", "nodes")
"""Columns of numbers, which stand at the right."""


def analysis_table(found: Analysis) -> str:
    """Return the best actions as a table: values for the seat that moves, and the play expected after them."""
    rows = []
    for line in found.lines:
        own = line.score.pov(found.seat)
        value = (win_share(line.score, own), margin(own), KINDS[own.kind])
        rows.append((line.action, *value, f"{line.visits:,}", play(line)))
    head = ("move", "win share", "margin", "", "visits", "expected play")
    return table(f"Best move for seat {found.seat}: {found.move}", head, rows, f"{found.solver}: {effort(found)}")


def solution_table(found: Solution) -> str:
    """Return what is proven about each action as a table, with the actions that keep the value in bold."""
    rows = [(line.action, proven_value(line.score, found.seat), f"{line.visits:,}", play(line)) for line in found.moves]
    head = ("move", "value", "nodes", "expected play")
    return table(verdict(found), head, rows, effort(found), bold=found.best)


def line_table(line: Line) -> str:
    """Return the value of an action as a table, a row a seat."""
    rows = []
    for seat in range(len(line.score.returns)):
        own = line.score.pov(seat)
        rows.append((str(seat), win_share(line.score, own), margin(own), KINDS[own.kind]))
    return table(line.action, ("seat", "win share", "margin", ""), rows, f"expected play: {play(line)}")


def table(
    caption: str, head: Sequence[str], rows: Sequence[Sequence[str]], below: str, bold: Sequence[str] = ()
) -> str:
    """Return a table in HTML. All texts are escaped; rows that begin with one of `bold` are bold."""
    sides = [RIGHT if name in FIGURES else LEFT for name in head]

    def written(row: Sequence[str], tag: str) -> str:
        weight = ' style="font-weight: bold"' if tag == "td" and row[0] in bold else ""
        cells = (f"<{tag}{side}>{escape(text)}</{tag}>" for text, side in zip(row, sides, strict=True))
        return f"<tr{weight}>{''.join(cells)}</tr>"

    body = "".join([written(head, "th"), *(written(row, "td") for row in rows)])
    return f"<p><strong>{escape(caption)}</strong></p><table>{body}</table><p>{escape(below)}</p>"
