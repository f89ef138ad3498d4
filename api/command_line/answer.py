"""What a search has found, in words for people."""

from __future__ import annotations

from springtail.command_line.output import print_table
from springtail.cython_ext.game import Observation, State
from springtail.solvers.analysis import Analysis
from springtail.solvers.score import Line, Score, SeatScore
from springtail.solvers.solution import Solution

KINDS = {"exact": "exact", "lower": "at least", "upper": "at most", "estimate": "an estimate"}
STOPPED = {
    "time": "the time was up",
    "simulations": "the simulations were done",
    "nodes": "the nodes were used up",
    "depth": "the depth was reached",
    "proof": "nothing is left to find out",
    "deals": "all deals were solved",
    "forced": "only one action is legal",
    "stop": "it was stopped",
    "interrupt": "it was interrupted",
}
LONGEST_LINE = 8
"""Plies of a line that are shown."""


def print_answer(position: State | Observation, found: Analysis) -> None:
    """Print the position, and what was found there."""
    print(position.draw())
    print()
    print_findings(found)


def print_findings(found: Analysis) -> None:
    """Print the move with its reasons, and the best lines."""
    print(f"Best move for seat {found.seat}: {found.move}")
    for reason in _reasons(found):
        print(f"  {reason}")
    if len(found.lines) > 1:
        print()
        print_table(("", "move", "win share", "margin", "", "visits", "expected play"), _rows(found))
    print()
    print(_effort(found))


def spoken_value(score: Score, seat: int) -> str:
    """Return a value as a seat sees it, with its uncertainty and its kind."""
    own = score.pov(seat)
    return f"win share {_win_share(score, own)}, margin {_margin(own)} ({KINDS[own.kind]})"


def _reasons(found: Analysis) -> list[str]:
    reasons = [spoken_value(found.score, found.seat)]
    own = found.score.pov(found.seat)
    if own.kind == "exact" and own.win_share in (0, 1):
        reasons.append(
            "this wins whatever the others do" if own.win_share else "every action loses when the others play well"
        )
    if len(found.lines[0].pv) > 1:
        reasons.append(f"expected play: {play(found.lines[0])}")
    if found.stopped_by == "forced":
        reasons.append("no other action is legal")
    elif len(found.lines) > 1:
        second = found.lines[1].score.pov(found.seat)
        lead = own.win_share - second.win_share
        points = own.margin - second.margin
        reasons.append(f"before the next best, {found.lines[1].action}: win share {lead:+.3f}, margin {points:+.2f}")
    return reasons


def _rows(found: Analysis) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for place, line in enumerate(found.lines, 1):
        own = line.score.pov(found.seat)
        rows.append(
            (
                str(place),
                line.action,
                _win_share(line.score, own),
                _margin(own),
                KINDS[own.kind],
                f"{line.visits:,}",
                play(line),
            )
        )
    return rows


def _effort(found: Analysis) -> str:
    simulations = f"{found.simulations:,} simulations, " if found.simulations else ""
    return f"{found.solver}: {simulations}{effort(found)}"


def effort(found: Analysis | Solution) -> str:
    """Return what it took, and why it ended."""
    parts = [
        f"{found.nodes:,} nodes",
        f"{found.depth} plies deep",
        f"{found.memory_bytes / 2**20:.1f} MB{' (all it may use)' if found.memory_full else ''}",
        f"{found.time:.2f} s",
    ]
    ended = f"; ended because {STOPPED[found.stopped_by]}" if found.stopped_by else ""
    return f"{', '.join(parts)}{ended}"


def _win_share(score: Score, own: SeatScore) -> str:
    seats = len(score.returns)
    return f"{own.win_share:.3f}" + _error(None if own.stderr is None else own.stderr * (seats - 1) / seats, 3)


def _margin(own: SeatScore) -> str:
    return f"{own.margin:+.2f}" + _error(own.margin_stderr, 2)


def _error(error: float | None, digits: int) -> str:
    if not error:
        return ""
    return f" ± {error:.{digits}f}" if error >= 10**-digits else f" ± {error:.1g}"


def play(line: Line) -> str:
    """Return the beginning of a line."""
    return " ".join(line.pv[:LONGEST_LINE]) + (" ..." if len(line.pv) > LONGEST_LINE else "")
