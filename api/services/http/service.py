"""The endpoints."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive

from springtail.services.games import describe_games
from springtail.services.http.bodies import parse_body, read_body
from springtail.services.http.inbox import Inbox
from springtail.services.http.jobs import Jobs
from springtail.services.http.lanes import Lanes, Submitted
from springtail.services.http.metrics import MEDIA_TYPE, Metrics
from springtail.services.http.openapi import make_document
from springtail.services.http.page import make_page
from springtail.services.http.problems import Problem
from springtail.services.http.settings import Settings
from springtail.services.http.streams import REPORT_EVERY, AnswerStream, Json, wanted_stream
from springtail.services.query import Action, Answer, Query, is_failure, read_query

LINKS = {"/v1/openapi.json": "OpenAPI document", "/v1/games": "games"}
"""What the page leads to."""
READERS = 2
"""Threads that read long documents, which takes a while, and the event loop must not wait for it."""
SHORT_BYTES = 8192
"""A body that is no longer is read in the event loop, which is done sooner than handing it to a thread."""


class Service:
    """Answers requests; a method an endpoint."""

    def __init__(self, settings: Settings) -> None:
        """Start the threads that search."""
        self.settings = settings
        self.is_draining = False
        self.lanes = Lanes(settings.workers, settings.solves_at_once, settings.waiting)
        self.jobs = Jobs(self.lanes, settings.jobs, settings.job_seconds)
        self.counted = Metrics()
        self._document = make_document(settings)
        self._readers = ThreadPoolExecutor(READERS, "springtail-reader")

    async def drain(self) -> None:
        """Take no more queries, wait for those that there are as long as the grace is, and end the rest."""
        self.is_draining = True
        await asyncio.to_thread(self.lanes.drain, self.settings.grace)
        await asyncio.to_thread(self.lanes.close)
        self._readers.shutdown(wait=False, cancel_futures=True)

    def hurry(self) -> None:
        """End all queries now, each with what it has found."""
        self.lanes.terminate_all()

    async def games(self, request: Request) -> Response:
        """GET /v1/games."""
        return Json({"games": describe_games()})

    async def version(self, request: Request) -> Response:
        """GET /v1/version."""
        return Json({"version": version("springtail")})

    async def health(self, request: Request) -> Response:
        """GET /v1/health."""
        if self.is_draining:
            raise Problem(503, "the service ends and takes no more queries", kind="draining")
        return Json({"status": "ok"})

    async def metrics(self, request: Request) -> Response:
        """GET /v1/metrics."""
        return Response(self.counted.text(self.lanes, self.jobs), media_type=MEDIA_TYPE)

    async def openapi(self, request: Request) -> Response:
        """GET /v1/openapi.json."""
        return Json(self._document)

    async def page(self, request: Request) -> Response:
        """GET /."""
        return HTMLResponse(make_page(self._document, LINKS, str(request.base_url).rstrip("/")))

    async def best_move(self, request: Request) -> Response:
        """POST /v1/best-move."""
        return await self._search(request, "best_move")

    async def analyse(self, request: Request) -> Response:
        """POST /v1/analyse."""
        return await self._search(request, "analyse")

    async def solve(self, request: Request) -> Response:
        """POST /v1/solve."""
        query = await self._read(request, "solve")
        job = self.jobs.start(replace(query, report_every=query.report_every or 1.0))
        return Json(job.to_dict(), 202, {"Location": f"/v1/solve/{job.id}"})

    async def job(self, request: Request) -> Response:
        """GET and DELETE /v1/solve/{job}."""
        job = self.jobs.find(request.path_params["job"])
        if job is None:
            raise Problem(404, "there is no such job, or it was forgotten")
        if request.method == "DELETE":
            await self.jobs.end(job)
        return Json(job.to_dict())

    async def ask(self, fields: Mapping[str, Any], action: Action, receive: Receive) -> Answer:
        """Return the final answer to a query that a page of this service makes, under the same ceilings.

        Args:
            fields: of the query.
            action: "best_move" or "analyse".
            receive: of the request that it is made for; a client that leaves ends the search.

        Raises:
            Problem: when there is none.
        """
        query = read_query(fields, self.settings.search, action)
        return await _first(self._answers(replace(query, report_every=None), receive))

    async def _search(self, request: Request, action: Action) -> Response:
        query = await self._read(request, action)
        kind = wanted_stream(request.headers)
        every = None if kind is None else query.report_every or REPORT_EVERY
        answers = self._answers(replace(query, report_every=every), request.receive)
        first = await _first(answers)
        return Json(first) if kind is None else AnswerStream(first, answers, kind)

    async def _read(self, request: Request, action: Action) -> Query:
        """Return the query in a request.

        Raises:
            Problem: with all that is wrong.
        """
        if self.is_draining:
            raise Problem(503, "the service ends and takes no more queries", kind="draining")
        body = await read_body(request, self.settings.body_bytes, self.settings.patience)
        ceilings = self.settings.solve if action == "solve" else self.settings.search

        def read() -> Query:
            return read_query(parse_body(body), ceilings, action)

        if len(body) <= SHORT_BYTES:
            return read()
        return await asyncio.get_running_loop().run_in_executor(self._readers, read)

    async def _answers(self, query: Query, receive: Receive) -> AsyncGenerator[Answer, None]:
        """Yield the answers to a query, the last of them final; a client that leaves ends its search."""
        inbox = Inbox()
        submitted = self.lanes.submit(query, inbox.put)
        watching = asyncio.create_task(_terminate_when_left(submitted, receive))
        try:
            while True:
                answer = await inbox.get()
                yield answer
                if answer["is_final"]:
                    return
        finally:
            watching.cancel()
            submitted.terminate()


async def _first(answers: AsyncGenerator[Answer, None]) -> Answer:
    """Return the first answer; raises the Problem that it tells of."""
    first = await anext(answers)
    if is_failure(first):
        raise Problem.in_answer(first)
    if first["move"] is None:
        raise Problem(503, "the service ended before the search began", kind="draining")
    return first


async def _terminate_when_left(submitted: Submitted, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    submitted.terminate()
