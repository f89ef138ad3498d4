"""What goes wrong, as problem details (RFC 9457)."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from springtail.services.query import Answer, failure
from springtail.services.reasons import Reason

LOG = logging.getLogger("springtail.services")

STATUSES = {"invalid_query": 422, "busy": 429, "draining": 503, "out_of_memory": 503, "internal_error": 500}
"""Kind of an error in an answer -> status."""
KINDS = {
    400: "malformed_request",
    401: "not_authorized",
    404: "not_found",
    405: "method_not_allowed",
    408: "request_timeout",
    413: "body_too_large",
    415: "unsupported_media_type",
}
"""Status of what is wrong with the request itself -> its kind."""
RETRY_AFTER = {429: "1", 503: "10"}
"""Status -> seconds after which it is worth to try again."""


class Problem(Exception):
    """Something that a client is told instead of an answer."""

    def __init__(
        self,
        status: int,
        detail: str,
        *,
        kind: str | None = None,
        reasons: Iterable[Mapping[str, str]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Take what is told.

        Args:
            status: of the response.
            detail: what is wrong and what would be right, for people.
            kind: the same for programs, as in `error` of the JSON lines service; None is that of the status.
            reasons: all that is wrong, each with `field` and `message`.
            headers: of the response, besides.
        """
        super().__init__(detail)
        self.status = status
        self.body = {
            "type": "about:blank",
            "title": HTTPStatus(status).phrase,
            "status": status,
            "detail": detail,
            "kind": kind or KINDS[status],
            "reasons": list(reasons),
        }
        self.headers = dict(headers or {})
        if status in RETRY_AFTER:
            self.headers["Retry-After"] = RETRY_AFTER[status]

    @classmethod
    def of(cls, error: Exception) -> Problem:
        """Return what a client is told about an error of springtail."""
        return cls.in_answer(failure(error))

    @classmethod
    def in_answer(cls, answer: Answer) -> Problem:
        """Return what a client is told when the final answer of its query is an error."""
        told: dict[str, Any] = answer["error"]
        return cls(STATUSES[told["kind"]], told["message"], kind=told["kind"], reasons=told["reasons"])

    def response(self) -> Response:
        """Return the response."""
        refuses_body = self.status in (408, 413)
        return (BodyRefused if refuses_body else ProblemResponse)(self.body, self.status, self.headers)


def malformed(message: str) -> Problem:
    """Return the problem with a body that is not JSON."""
    return Problem(400, f"body: {message}", reasons=[Reason("body", message).to_dict()])


class ProblemResponse(JSONResponse):
    """Problem details as a response."""

    media_type = "application/problem+json"


class BodyRefused(ProblemResponse):
    """The response to a body that is not read to its end, after which the connection is closed.

    A client that is still sending would not see the response if the connection were closed at once; what it goes on
    to send is thrown away for a while.
    """

    SECONDS = 2.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response."""
        headers = [*self.raw_headers, (b"connection", b"close")]
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        try:
            async with asyncio.timeout(self.SECONDS):
                while (await receive()).get("more_body", False):
                    pass
        except TimeoutError:
            pass
        await send({"type": "http.response.body", "body": b""})


async def told(request: Request, error: Exception) -> Response:
    """Return the response that tells a Problem, or what starlette raises; the handler of exceptions."""
    if isinstance(error, HTTPException):
        detail = f"{request.method} {request.url.path}: {error.detail}"
        error = Problem(error.status_code, detail, headers=error.headers)
    elif not isinstance(error, Problem):
        error = Problem.of(error)
    return error.response()
