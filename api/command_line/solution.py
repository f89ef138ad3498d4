"""What is proven about a position, in words for people."""

from __future__ import annotations

from springtail.command_line.output import print_table
from springtail.cython_ext.game import State
from springtail.solvers.score import Score
from springtail.solvers.solution import Solution
from springtail.solvers.words import effort, play, proven_value, verdict


def print_solution(state: State, found: Solution) -> None:
    """Print the position, what is proven about it and about each action, and what it took."""
    print(state.draw())
    print()
    print(verdict(found))
    if found.value is not None:
        others = [line.score for line in found.moves if line.action not in found.best]
        open_still = any(_figures(score) == _figures(found.value) for score in others)
        print(f"  kept {'at least ' if open_still else ''}by: {' '.join(found.best)}")
    if len(found.moves[0].pv) > 1:
        end = "" if found.distance is None else f" ({found.distance} plies to the end)"
        print(f"  expected play: {play(found.moves[0])}{end}")
    if found.rounding:
        print(f"  right to {found.rounding:.1g}: means at chance events are rounded")
    print()
    rows = [(line.action, proven_value(line.score, found.seat), f"{line.visits:,}") for line in found.moves]
    print_table(("move", "value", "nodes"), rows)
    print()
    print(effort(found))


def _figures(score: Score) -> tuple[tuple[float, ...], tuple[float, ...]]:
    return score.returns, score.margins
