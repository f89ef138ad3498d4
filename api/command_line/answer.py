"""What a search has found, in words for people."""

from __future__ import annotations

from springtail.command_line.output import print_table
from springtail.cython_ext.game import Observation, State
from springtail.solvers.analysis import Analysis
from springtail.solvers.words import KINDS, effort, margin, play, spoken_value, win_share


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
                win_share(line.score, own),
                margin(own),
                KINDS[own.kind],
                f"{line.visits:,}",
                play(line),
            )
        )
    return rows


def _effort(found: Analysis) -> str:
    simulations = f"{found.simulations:,} simulations, " if found.simulations else ""
    return f"{found.solver}: {simulations}{effort(found)}"
