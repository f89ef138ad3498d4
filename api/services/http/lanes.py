"""Queries side by side: short searches, long ones, and solves do not wait for each other."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from springtail.services.query import Answer, Query
from springtail.services.scheduler import Scheduler, Ticket

SHORT_SECONDS = 2.0
"""A search that may think no longer than this is short."""


@dataclass(frozen=True)
class Submitted:
    """A query that was handed in."""

    ticket: Ticket
    lane: Scheduler

    def terminate(self) -> None:
        """End it, if it has not ended: what was found so far is its final answer."""
        self.lane.terminate(self.ticket)


class Lanes:
    """A scheduler for each kind of query. The threads of all of them share the processors, as the system deals them
    out, so that a query waits only for queries of its own kind."""

    def __init__(self, workers: int | None, solves_at_once: int, waiting: int) -> None:
        """Start the threads.

        Args:
            workers: short searches, and as many long ones, worked on at once; None is one a processor.
            solves_at_once: solves worked on at once.
            waiting: queries of each kind that may wait.
        """
        self.by_name = {
            "short": Scheduler(workers, waiting),
            "long": Scheduler(workers, waiting),
            "solve": Scheduler(solves_at_once, waiting),
        }

    def submit(self, query: Query, answer: Callable[[Answer], None]) -> Submitted:
        """Hand a query in; arguments and errors are those of `Scheduler.submit`."""
        lane = self.by_name[lane_of(query)]
        return Submitted(lane.submit(query, answer), lane)

    def refuse(self) -> None:
        """Take no more queries."""
        for lane in self.by_name.values():
            lane.drain(0)

    def drain(self, seconds: float) -> bool:
        """Take no more queries and wait for so long at the most; return whether all are answered."""
        self.refuse()
        end = time.monotonic() + seconds
        return all([lane.drain(max(0.0, end - time.monotonic())) for lane in self.by_name.values()])

    def terminate_all(self) -> None:
        """End all queries, each with what it has found."""
        for lane in self.by_name.values():
            lane.terminate_all()

    def close(self) -> None:
        """End all queries, each with what it has found, and the threads."""
        self.refuse()
        for lane in self.by_name.values():
            lane.close()


def lane_of(query: Query) -> str:
    """Return the name of the lane that a query belongs in."""
    if query.action == "solve":
        return "solve"
    return "short" if query.limit.time is not None and query.limit.time <= SHORT_SECONDS else "long"
