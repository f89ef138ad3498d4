"""What a search or the solver has found, in words for people."""

from __future__ import annotations

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


def spoken_value(score: Score, seat: int) -> str:
    """Return a value as a seat sees it, with its uncertainty and its kind."""
    own = score.pov(seat)
    return f"win share {win_share(score, own)}, margin {margin(own)} ({KINDS[own.kind]})"


def win_share(score: Score, own: SeatScore) -> str:
    """Return the win share of a seat with its standard error."""
    seats = len(score.returns)
    return f"{own.win_share:.3f}" + _error(None if own.stderr is None else own.stderr * (seats - 1) / seats, 3)


def margin(own: SeatScore) -> str:
    """Return the margin of a seat, in points, with its standard error."""
    return f"{own.margin:+.2f}" + _error(own.margin_stderr, 2)


def _error(error: float | None, digits: int) -> str:
    if not error:
        return ""
    return f" ± {error:.{digits}f}" if error >= 10**-digits else f" ± {error:.1g}"


def play(line: Line) -> str:
    """Return the beginning of a line."""
    return " ".join(line.pv[:LONGEST_LINE]) + (" ..." if len(line.pv) > LONGEST_LINE else "")


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


def verdict(found: Solution) -> str:
    """Return what is proven about the value, for the seat that moves."""
    seat = found.seat
    if found.value is not None:
        return f"Solved for seat {seat}: {proven_value(found.value, seat)}"
    bounds = " and ".join(proven_value(bound, seat) for bound in found.bounds if bound is not None)
    if found.status == "bounded":
        return f"Not solved; proven for seat {seat}: {bounds}"
    return f"Not solved; nothing is proven for seat {seat} beyond what the rules say{': ' if bounds else ''}{bounds}"


def proven_value(score: Score, seat: int) -> str:
    """Return the figures that a score tells, as a seat sees them, and its kind."""
    own = score.pov(seat)
    figures = {"returns": f"win share {own.win_share:.3f}", "margins": f"margin {own.margin:+.2f}"}
    told = ", ".join(figures.values()) if score.covers == "both" else figures[score.covers]
    return f"{told} ({KINDS[own.kind]})"
