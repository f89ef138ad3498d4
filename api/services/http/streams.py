"""Answers that are sent as they come: one JSON object a line, or as server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from springtail.services.query import Answer

LINES = "application/x-ndjson"
EVENTS = "text/event-stream"
REPORT_EVERY = 0.25
"""Seconds between interim answers of a stream, where its client does not say."""


def encoded(value: Any) -> bytes:
    """Return a value as one line of JSON."""
    return json.dumps(value, allow_nan=False).encode()


class Json(JSONResponse):
    """JSON as everything else in springtail writes it."""

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return encoded(content)


def wanted_stream(headers: Headers) -> str | None:
    """Return the kind of stream that a client wants, the first that its Accept header names; None for one answer."""
    for accepted in headers.get("accept", "").split(","):
        kind = accepted.partition(";")[0].strip().lower()
        if kind in (LINES, EVENTS):
            return kind
        if kind == "application/json":
            return None
    return None


class AnswerStream(Response):
    """Interim answers and the final one; a client that reads slowly misses interim ones and never the final one."""

    def __init__(self, first: Answer, others: AsyncIterator[Answer], media_type: str) -> None:
        """Take the answers.

        Args:
            first: the first answer.
            others: all after it.
            media_type: LINES or EVENTS.
        """
        super().__init__(media_type=media_type, headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._first = first
        self._others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answers."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        await self._send_one(self._first, send)
        async for answer in self._others:
            await self._send_one(answer, send)
        await send({"type": "http.response.body", "body": b""})

    async def _send_one(self, answer: Answer, send: Send) -> None:
        line = encoded(answer) + b"\n"
        if self.media_type == EVENTS:
            line = b"event: %b\ndata: %b\n" % (b"answer" if answer["is_final"] else b"report", line)
        await send({"type": "http.response.body", "body": line, "more_body": True})
