"""A search under way, and the loop around it that owns the clock, Ctrl-C, cancelling and streaming."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from types import TracebackType
from typing import Protocol

from springtail.cython_ext.game import Observation, State
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit, StopReason

CHUNK_SECONDS = 0.010
"""Time between two looks at Ctrl-C and cancelling; the compiled search runs that long without the GIL."""
ANSWER_SECONDS = 0.001
"""Kept back from a time limit to put the answer together."""


class Search(ABC):
    """One search of one position. Every solver makes its own kind."""

    @abstractmethod
    def step(self, seconds: float) -> None:
        """Search on for about so long; look at one action at least."""

    @property
    @abstractmethod
    def finished(self) -> StopReason | None:
        """Why the search itself has ended, or None; the time limit is not its business."""

    @abstractmethod
    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        """Return what has been found so far."""

    def resume(self, state: State, limit: Limit, multipv: int) -> bool:
        """Search another position next; return False when nothing of this search helps there."""
        return False

    def close(self) -> None:  # noqa: B027
        """Let go of threads."""


class Solver(Protocol):
    """The settings of a kind of search; a frozen dataclass."""

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> Search:
        """Return a search, not yet begun; an Observation where the game hides something from the seat that moves."""


class Watch:
    """Runs a search under a limit, chunk by chunk, from the moment of the caller's call."""

    def __init__(
        self, search: Search, limit: Limit, started: float, position: State | Observation | None = None
    ) -> None:
        self.search = search
        self.position = position.clone() if isinstance(position, State) else position
        self.started = started
        self.deadline = None if limit.time is None else started + max(limit.time - ANSWER_SECONDS, 0.0)
        self.stop_requested = False
        self.reason: StopReason | None = None
        self.stepped = False

    def step(self) -> bool:
        """Search one chunk; return whether the search goes on. The first chunk always finds something."""
        left = CHUNK_SECONDS if self.deadline is None else self.deadline - time.monotonic()
        if self.stepped:
            if self.stop_requested:
                self.reason = "stop"
            elif left <= 0:
                self.reason = "time"
        if self.reason is None:
            self.search.step(max(0.0, min(CHUNK_SECONDS, left)))
            self.stepped = True
            self.reason = self.search.finished
        return self.reason is None

    def analysis(self) -> Analysis:
        """Return what has been found so far."""
        found = self.search.analysis(self.reason, time.monotonic() - self.started)
        return replace(found, position=self.position)


def run(watch: Watch, report: Callable[[Analysis], None] | None = None, report_every: float = 0.25) -> Analysis:
    """Search to the end in this thread and return the final analysis.

    Ctrl-C (KeyboardInterrupt) ends the search and returns what was found, `stopped_by` "interrupt".

    Args:
        watch: the search and its limit.
        report: called with what was found so far, about every `report_every` seconds.
        report_every: seconds.
    """
    reported = time.monotonic()
    try:
        while watch.step():
            if report is not None and time.monotonic() - reported >= report_every:
                report(watch.analysis())
                reported = time.monotonic()
    except KeyboardInterrupt:
        if not watch.stepped:
            raise
        watch.reason = "interrupt"
    return watch.analysis()


class Run:
    """A search in the background: iterate to see it think, call `stop` to end it.

    Works as an iterator and context manager, and as their async twins. Iterating gives an Analysis about
    every `report_every` seconds, made when it is asked for, so a slow reader never sees old values; the last one
    has `stopped_by` set.
    """

    def __init__(self, watch: Watch, report_every: float) -> None:
        self._watch = watch
        self._report_every = report_every
        self._changed = threading.Condition()
        self._wanted = False
        self._latest: Analysis | None = None
        self._final: Analysis | None = None
        self._error: BaseException | None = None
        self._delivered = False
        self._reported = time.monotonic()
        self._thread = threading.Thread(target=self._work, name="springtail-analysis", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        final: Analysis | None = None
        try:
            while self._watch.step():
                if self._wanted:
                    self._publish(self._watch.analysis())
            final = self._watch.analysis()
        except BaseException as error:  # handed to the reader, whatever it is
            self._error = error
        finally:
            self._watch.search.close()
            with self._changed:
                self._final = final
                self._delivered = final is None
                self._changed.notify_all()

    def _publish(self, analysis: Analysis) -> None:
        with self._changed:
            self._latest = analysis
            self._wanted = False
            self._changed.notify_all()

    @property
    def _ended(self) -> bool:
        return self._final is not None or self._error is not None

    def _next(self) -> Analysis | None:
        """Wait for the next report; None when the final one has been given."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._ended, timeout=max(0.0, self._reported + self._report_every - time.monotonic())
            )
            if not self._ended:
                self._latest = None
                self._wanted = True
                self._changed.wait_for(lambda: self._latest is not None or self._ended)
            if self._error is not None:
                raise self._error
            self._reported = time.monotonic()
            if self._final is None:
                return self._latest
            if self._delivered:
                return None
            self._delivered = True
            return self._final

    def stop(self) -> None:
        """Ask the search to end; harmless when it has ended. The final analysis still comes."""
        self._watch.stop_requested = True

    def result(self) -> Analysis:
        """Wait for the end and return the final analysis."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended)
        if self._final is None:
            assert self._error is not None
            raise self._error
        return self._final

    def close(self) -> None:
        """Stop and wait until the search has let go of everything."""
        self.stop()
        self._thread.join()

    def __iter__(self) -> Iterator[Analysis]:
        while (analysis := self._next()) is not None:
            yield analysis

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def __aiter__(self) -> AsyncIterator[Analysis]:
        import asyncio

        while (analysis := await asyncio.to_thread(self._next)) is not None:
            yield analysis

    async def __aenter__(self) -> Run:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import asyncio

        self.stop()
        await asyncio.to_thread(self.close)
