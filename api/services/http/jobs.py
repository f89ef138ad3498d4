"""Solves that go on while their client does something else."""

from __future__ import annotations

import asyncio
import secrets
import time
from datetime import UTC, datetime
from typing import Any

from springtail.services.http.lanes import Lanes, Submitted
from springtail.services.query import Answer, Query, is_failure
from springtail.services.reasons import Busy


class Job:
    """A query that is worked on, or was, with its newest answer. Belongs to the event loop."""

    def __init__(self) -> None:
        self.id = secrets.token_urlsafe(12)
        self.answer: Answer | None = None
        self.over = asyncio.Event()
        self.ended: float | None = None
        """Monotonic time of the final answer."""
        self._created = datetime.now(UTC)
        self._submitted: Submitted | None = None
        self._loop = asyncio.get_running_loop()

    @property
    def status(self) -> str:
        """ "waiting", "running", "done", or "failed" when its answer is an error."""
        if self.answer is not None and self.over.is_set():
            return "failed" if is_failure(self.answer) else "done"
        is_waiting = self._submitted is not None and self._submitted.ticket.state == "waiting"
        return "waiting" if is_waiting else "running"

    def submit(self, query: Query, lanes: Lanes) -> None:
        """Have the query worked on; raises as `Scheduler.submit`."""
        self._submitted = lanes.submit(query, self._put)

    async def cancel(self) -> None:
        """End it, and wait for its final answer."""
        if self._submitted is not None:
            self._submitted.terminate()
        await self.over.wait()

    def to_dict(self) -> dict[str, Any]:
        """Return the job as JSON has it."""
        return {
            "job": self.id,
            "status": self.status,
            "created": self._created.isoformat(timespec="seconds"),
            "answer": self.answer,
        }

    def _put(self, answer: Answer) -> None:
        self._loop.call_soon_threadsafe(self._take_in, answer)

    def _take_in(self, answer: Answer) -> None:
        self.answer = answer
        if answer["is_final"]:
            self.ended = time.monotonic()
            self.over.set()


class Jobs:
    """The jobs that are known: so many, and finished ones for so long. Those that ended first are forgotten first."""

    def __init__(self, lanes: Lanes, most: int, seconds: float) -> None:
        """Begin without any.

        Args:
            lanes: what works on them.
            most: jobs, finished ones included.
            seconds: for which a finished one is kept.
        """
        self._lanes = lanes
        self._most = most
        self._seconds = seconds
        self._by_id: dict[str, Job] = {}

    def start(self, query: Query) -> Job:
        """Begin a job.

        Raises:
            Busy: when there are too many that have not ended.
            Draining: when no more are taken.
        """
        self._forget_old()
        ended = self._ended()
        if len(self._by_id) >= self._most and not ended:
            raise Busy(f"{self._most} jobs are not done yet; try again later, or delete one")
        job = Job()
        job.submit(query, self._lanes)
        if len(self._by_id) >= self._most:
            del self._by_id[ended[0].id]
        self._by_id[job.id] = job
        return job

    def find(self, id: str) -> Job | None:
        """Return a job, None when there is none or it was forgotten."""
        self._forget_old()
        return self._by_id.get(id)

    async def end(self, job: Job) -> None:
        """End a job with what it has found, and forget it."""
        await job.cancel()
        self._by_id.pop(job.id, None)

    def counts(self) -> dict[str, int]:
        """Return how many jobs there are of each status."""
        self._forget_old()
        counts = dict.fromkeys(("waiting", "running", "done", "failed"), 0)
        for job in self._by_id.values():
            counts[job.status] += 1
        return counts

    def _ended(self) -> list[Job]:
        return sorted((job for job in self._by_id.values() if job.ended is not None), key=lambda job: job.ended or 0.0)

    def _forget_old(self) -> None:
        for job in self._ended():
            if job.ended is not None and time.monotonic() - job.ended > self._seconds:
                del self._by_id[job.id]
