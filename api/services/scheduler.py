"""Threads that work on queries: the highest priority first, then first come, and short ones past the long ones."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal

from springtail.services.ceilings import MOST_PRIORITY
from springtail.services.query import Answer, Id, Query, is_failure, run_query
from springtail.services.reasons import Busy, Draining

LOG = logging.getLogger("springtail.services")

MOST_WAITING = 10_000
QUICK_SECONDS = 0.05
QUICK_SIMULATIONS = 500
QUICK_NODES = 5_000
"""A query within one of these is quick: it does not wait for long ones."""


class Ticket:
    """A query that was handed in, and where its answers go."""

    def __init__(self, query: Query, answer: Callable[[Answer], None], number: int) -> None:
        self.query = query
        self.number = number
        self.state: Literal["waiting", "running", "answered"] = "waiting"
        self.stop_requested = False
        self._answer = answer
        self._arrived = time.monotonic()
        self._waited = 0.0

    @property
    def place(self) -> tuple[int, int]:
        """What decides which query comes next, the highest: those that only have to be told of their end first."""
        return MOST_PRIORITY + 1 if self.stop_requested else self.query.priority, -self.number

    @property
    def is_quick(self) -> bool:
        """Whether it is surely done in a moment."""
        limit = self.query.limit
        return (
            (limit.time is not None and limit.time <= QUICK_SECONDS)
            or (limit.simulations is not None and limit.simulations <= QUICK_SIMULATIONS)
            or (limit.nodes is not None and limit.nodes <= QUICK_NODES)
        )

    def begin(self) -> None:
        """Take note that it waits no longer."""
        self.state = "running"
        self._waited = time.monotonic() - self._arrived

    def report(self, answer: Answer) -> None:
        """Hand out an answer, with the seconds that the query waited. What the receiver raises is logged."""
        try:
            self._answer(answer | {"waited": self._waited})
        except Exception:
            LOG.exception("the answer to query %r could not be handed out", self.query.id)


class Line:
    """Tickets that wait, in order."""

    def __init__(self) -> None:
        self._by_priority: dict[int, OrderedDict[int, Ticket]] = {}

    def add(self, ticket: Ticket) -> None:
        self._by_priority.setdefault(ticket.query.priority, OrderedDict())[ticket.number] = ticket

    def remove(self, ticket: Ticket) -> None:
        tickets = self._by_priority[ticket.query.priority]
        del tickets[ticket.number]
        if not tickets:
            del self._by_priority[ticket.query.priority]

    def first(self) -> Ticket | None:
        """Return the one that comes next, None when none waits."""
        return next(iter(self._by_priority[max(self._by_priority)].values())) if self._by_priority else None


class Scheduler:
    """Works on queries in a fixed number of threads; a context manager that ends with all queries answered.

    Each query gets exactly one final answer, also when it is terminated or fails. One thread more than `workers` is
    kept for quick queries, so that they never wait for long ones. Answers are handed out in the thread that made them.
    """

    def __init__(self, workers: int | None = None, most_waiting: int = MOST_WAITING) -> None:
        """Start the threads.

        Args:
            workers: queries worked on at once, besides a quick one; None is one a processor.
            most_waiting: queries that may wait.
        """
        self.workers = workers or os.cpu_count() or 1
        self._most_waiting = most_waiting
        self._terminated, self._quick, self._long = Line(), Line(), Line()
        self._live: dict[int, Ticket] = {}
        self._counts = dict.fromkeys(("waiting", "running", "answered", "terminated", "failed", "refused"), 0)
        self._effort = {"simulations": 0, "nodes": 0}
        self._number = 0
        self._started = time.monotonic()
        self._is_draining = False
        self._has_ended = False
        self._lock = threading.Lock()
        self._quick_came, self._some_came, self._one_left = (threading.Condition(self._lock) for _ in range(3))
        self._quick_is_idle = False
        self._threads = [
            threading.Thread(target=self._work, args=(number == 0,), name=f"springtail-worker-{number}", daemon=True)
            for number in range(self.workers + 1)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, query: Query, answer: Callable[[Answer], None], wait: bool = False) -> Ticket:
        """Hand a query in.

        Args:
            query: what to work on.
            answer: called with each interim answer and the final one, from another thread.
            wait: whether to wait for room when too many wait.

        Raises:
            Busy: when too many wait.
            Draining: when no more are taken.
        """
        with self._lock:
            if wait:
                self._one_left.wait_for(lambda: self._is_draining or self._counts["waiting"] < self._most_waiting)
            if self._is_draining:
                self._counts["refused"] += 1
                raise Draining("the service ends and takes no more queries")
            if self._counts["waiting"] >= self._most_waiting:
                self._counts["refused"] += 1
                raise Busy(f"{self._most_waiting} queries wait already; try again later")
            self._number += 1
            ticket = Ticket(query, answer, self._number)
            self._live[ticket.number] = ticket
            self._counts["waiting"] += 1
            self._put(ticket)
        return ticket

    def terminate(self, ticket: Ticket) -> bool:
        """End a query: what was found so far is its final answer. Return whether it had not ended yet."""
        with self._lock:
            is_to_move = ticket.state == "waiting" and not ticket.stop_requested
            if is_to_move:
                self._line_of(ticket).remove(ticket)
            ticket.stop_requested = True
            if is_to_move:
                self._put(ticket)
            return ticket.state != "answered"

    def terminate_id(self, id: Id) -> int:
        """End all queries with an id and return how many there were."""
        with self._lock:
            tickets = [ticket for ticket in self._live.values() if ticket.query.id == id]
        return sum(map(self.terminate, tickets))

    def terminate_all(self) -> int:
        """End all queries and return how many there were."""
        with self._lock:
            tickets = list(self._live.values())
        return sum(map(self.terminate, tickets))

    def drain(self, seconds: float | None = None) -> bool:
        """Take no more queries and wait until all are answered; return whether they are.

        Args:
            seconds: to wait at the most; None waits as long as it takes.
        """
        with self._lock:
            self._is_draining = True
            self._one_left.notify_all()
            return self._one_left.wait_for(lambda: not self._live, seconds)

    def close(self, seconds: float | None = None) -> bool:
        """End all queries and the threads; return whether all were answered.

        Args:
            seconds: to wait for receivers of answers at the most; None waits as long as it takes.
        """
        with self._lock:
            self._is_draining = True
        self.terminate_all()
        is_done = self.drain(seconds)
        with self._lock:
            self._has_ended = True
            self._quick_came.notify_all()
            self._some_came.notify_all()
        for thread in self._threads if is_done else ():
            thread.join()
        return is_done

    def stats(self) -> dict[str, Any]:
        """Return how many queries wait, run, and were answered, terminated, failed and refused; and what it took."""
        with self._lock:
            seconds = time.monotonic() - self._started
            return {"workers": self.workers, **self._counts, **self._effort, "uptime": seconds}

    def _line_of(self, ticket: Ticket) -> Line:
        if ticket.stop_requested:
            return self._terminated
        return self._quick if ticket.is_quick else self._long

    def _put(self, ticket: Ticket) -> None:
        """Put a ticket in its line and wake one thread for it, if one is idle; the lock is held."""
        line = self._line_of(ticket)
        line.add(ticket)
        if line is not self._long and self._quick_is_idle:
            self._quick_is_idle = False
            self._quick_came.notify()
        else:
            self._some_came.notify()

    def _take(self, ticket: Ticket) -> None:
        """Take a ticket out of its line; the lock is held."""
        self._line_of(ticket).remove(ticket)
        ticket.begin()
        self._counts["waiting"] -= 1
        self._counts["running"] += 1
        self._one_left.notify_all()

    def _next(self, only_quick: bool) -> Ticket | None:
        """Wait for a ticket and take it; None when the scheduler has ended."""
        lines = [self._terminated, self._quick] + ([] if only_quick else [self._long])
        with self._lock:
            while not self._has_ended:
                firsts = [ticket for line in lines if (ticket := line.first()) is not None]
                if firsts:
                    ticket = max(firsts, key=lambda first: first.place)
                    self._take(ticket)
                    return ticket
                if only_quick:
                    self._quick_is_idle = True
                    self._quick_came.wait()
                    self._quick_is_idle = False
                else:
                    self._some_came.wait()
        return None

    def _work(self, only_quick: bool) -> None:
        while (ticket := self._next(only_quick)) is not None:
            self._finish(ticket, self._answer_of(ticket))

    @staticmethod
    def _answer_of(ticket: Ticket) -> Answer:
        if ticket.stop_requested:
            return ticket.query.nothing()
        return run_query(ticket.query, ticket.report, lambda: ticket.stop_requested)

    def _finish(self, ticket: Ticket, answer: Answer) -> None:
        """Count a query as answered and hand out its final answer; draining waits for that."""
        with self._lock:
            ticket.state = "answered"
            self._counts["running"] -= 1
            self._counts["answered"] += 1
            self._counts["terminated"] += ticket.stop_requested
            self._counts["failed"] += is_failure(answer)
            for name in self._effort:
                self._effort[name] += answer.get(name, 0)
        ticket.report(answer)
        with self._lock:
            del self._live[ticket.number]
            self._one_left.notify_all()

    def __enter__(self) -> Scheduler:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
