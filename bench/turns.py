"""Two contestants, turn about in one process: a busy machine slows both alike, so their ratio repeats."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.report import Row


@dataclass(frozen=True)
class Contestant:
    """Does `work` units of work a call."""

    name: str
    work: int
    run: Callable[[int], object]
    """Takes a seed; another one each turn."""

    def rate(self, seed: int, clock: Callable[[], float]) -> float:
        """Return units of work a second of one call."""
        started = clock()
        self.run(seed)
        return self.work / (clock() - started)


def compare(
    label: str,
    unit: str,
    first: Contestant,
    second: Contestant,
    *,
    turns: int,
    clock: Callable[[], float] = time.process_time,
    at_least: float | None = None,
    at_most: float | None = None,
) -> Row:
    """Return how many times as fast the first is as the second: median, least and most over the turns.

    Args:
        label: what is compared.
        unit: of work.
        first: whose rate stands above the line.
        second: whose rate stands below it.
        turns: how often each runs; one turn before these warms both up.
        clock: CPU time of the process, or wall time where that is the matter.
        at_least: the target of the median ratio.
        at_most: the same, the other way round.
    """
    pairs = list(_take_turns(first, second, turns, clock))
    ratios = [one / other for one, other in pairs]
    median = statistics.median(ratios)
    return {
        "comparison": label,
        "unit": unit,
        "first": first.name,
        "first /s": round(statistics.median(one for one, _ in pairs)),
        "second": second.name,
        "second /s": round(statistics.median(other for _, other in pairs)),
        "ratio": median,
        "least": min(ratios),
        "most": max(ratios),
        **target(median, at_least=at_least, at_most=at_most),
    }


def target(value: float, *, at_least: float | None = None, at_most: float | None = None) -> Row:
    """Return the columns that say what a value should be and whether it is."""
    if at_least is not None:
        return {"target": f">= {at_least:.3g}", "met": value >= at_least}
    if at_most is not None:
        return {"target": f"<= {at_most:.3g}", "met": value <= at_most}
    return {"target": None, "met": None}


def _take_turns(
    first: Contestant, second: Contestant, turns: int, clock: Callable[[], float]
) -> Iterator[tuple[float, float]]:
    for turn in range(turns + 1):
        pair = first.rate(turn, clock), second.rate(turn, clock)
        if turn:
            yield pair
