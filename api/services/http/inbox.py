"""Answers on their way from the threads that make them to the event loop."""

from __future__ import annotations

import asyncio

from springtail.services.query import Answer


class Inbox:
    """Keeps the newest answer until it is taken, so that a slow reader never sees old values, and nothing piles up."""

    def __init__(self) -> None:
        """Belong to the event loop that runs."""
        self._loop = asyncio.get_running_loop()
        self._came = asyncio.Event()
        self._newest: Answer = {}

    def put(self, answer: Answer) -> None:
        """Put an answer in, from any thread."""
        self._loop.call_soon_threadsafe(self._take_in, answer)

    async def get(self) -> Answer:
        """Wait for an answer that was not yet taken, and return it."""
        await self._came.wait()
        self._came.clear()
        return self._newest

    def _take_in(self, answer: Answer) -> None:
        self._newest = answer
        self._came.set()
