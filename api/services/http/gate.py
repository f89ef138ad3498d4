"""What stands before all endpoints: the token, counting, and what becomes of faults."""

from __future__ import annotations

import logging
import secrets
import time

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from springtail.services.http.metrics import Metrics
from springtail.services.http.problems import Problem

LOG = logging.getLogger("springtail.services")

GUARDED = "/v1/"
"""What paths begin with that need the token."""
OPEN = ("/v1/health", "/v1/openapi.json")
"""Those of them that do not."""
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")


class Gate:
    """Middleware that asks for the token, where there is one, counts requests, and tells of faults."""

    def __init__(self, app: ASGIApp, token: str | None, metrics: Metrics) -> None:
        self._app = app
        self._token = None if token is None else token.encode()
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-content-type-options", b"nosniff")]
            await send(message)

        try:
            app = self._app if self._lets_in(scope) else refuse
            await app(scope, receive, send_on)
        except Exception as error:
            LOG.exception("%s %s", scope["method"], scope["path"])
            if status:
                raise  # too late to tell; the connection is closed
            await Problem.of(error).response()(scope, receive, send_on)
        finally:
            endpoint = getattr(scope.get("endpoint"), "__name__", "none")
            method = scope["method"] if scope["method"] in METHODS else "other"
            self._metrics.count(endpoint, method, status or 500, time.perf_counter() - started)

    def _lets_in(self, scope: Scope) -> bool:
        path = scope["path"]
        if self._token is None or not path.startswith(GUARDED) or path in OPEN:
            return True
        scheme, _, given = Headers(scope=scope).get("authorization", "").partition(" ")
        return scheme.lower() == "bearer" and secrets.compare_digest(given.strip().encode(), self._token)


async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a request that has not the token."""
    problem = Problem(401, "send the token: Authorization: Bearer ...", headers={"WWW-Authenticate": "Bearer"})
    await problem.response()(scope, receive, send)
