"""The OpenAPI document of the service."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import version
from typing import Any

from springtail.engines import game, game_ids
from springtail.services.http.metrics import MEDIA_TYPE as METRICS
from springtail.services.http.problems import KINDS, STATUSES, ProblemResponse
from springtail.services.http.schemas import (
    OBJECT,
    SCALARS,
    Schema,
    closed,
    of_answer,
    of_documents,
    of_nothing,
    of_query,
    reference,
)
from springtail.services.http.settings import Settings
from springtail.services.http.streams import EVENTS, LINES
from springtail.services.query import Action

JSON = "application/json"
ABOUT = """\
The best move in board games about spring and insects, and exact values.

A position is a JSON document, with everything that is needed to go on from it; nothing is kept between requests, but
for jobs. What is wrong with a request is told as problem details (RFC 9457), with all `reasons`.
"""
TEXTS = {
    400: "The body is not JSON.",
    401: "The token is missing or wrong.",
    404: "There is no such job, or it was forgotten.",
    408: "The body did not come in time.",
    413: "The body is too long.",
    415: "The body is not said to be JSON.",
    422: "What is asked for cannot be; `reasons` has all that is wrong.",
    429: "Too many queries wait; try again after `Retry-After` seconds.",
    500: "A fault of springtail.",
    503: "The service ends, or has no memory left.",
}
"""Status of a problem -> what it means."""
NAMES: dict[Action, str] = {"best_move": "BestMove", "analyse": "Analyse", "solve": "Solve"}
"""Action -> what its schemas are called."""
OF_BODIES = (400, 408, 413, 415, 422, 429, 503)

VERSION = closed({"version": SCALARS[str]})
HEALTHY = closed({"status": {"const": "ok"}})


def make_document(settings: Settings) -> dict[str, Any]:
    """Return the document."""
    known: dict[str, Schema] = {}
    known["Position"] = of_documents(known)
    for action, name in NAMES.items():
        ceilings = settings.solve if action == "solve" else settings.search
        known[f"{name}Query"] = of_query(action, ceilings)
        known[f"{name}Answer"] = of_answer(action, known)
    known["NothingFound"] = of_nothing("solve")
    known["Job"] = _job()
    known["Problem"] = _problem()
    document: dict[str, Any] = {
        "openapi": "3.1.0",
        "info": {
            "title": "springtail",
            "version": version("springtail"),
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": _paths(),
        "components": {"schemas": known},
    }
    if settings.token is not None:
        document["security"] = [{"token": []}]
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        for operations in document["paths"].values():
            for operation in operations.values():
                operation["responses"] |= {} if "security" in operation else _problems(401)
    return document


def _paths() -> dict[str, Any]:
    return {
        "/v1/best-move": {"post": _searching("best_move", "The action to play in a position.")},
        "/v1/analyse": {"post": _searching("analyse", "The values of the best actions.")},
        "/v1/solve": {"post": _solving()},
        "/v1/solve/{job}": {
            "get": _of_job("look_at_job", "How far a job is, with what is proven so far."),
            "delete": _of_job("end_job", "Ends a job; the answer is its last, and it is forgotten."),
        },
        "/v1/games": {"get": _operation("games", "The games with their options and components.", _json(_games()))},
        "/v1/version": {"get": _operation("version", "The version of springtail.", _json(VERSION))},
        "/v1/health": {"get": _open(_operation("health", "Whether queries are taken.", _json(HEALTHY), 503))},
        "/v1/metrics": {"get": _operation("metrics", "Figures for Prometheus.", {METRICS: {"schema": SCALARS[str]}})},
        "/v1/openapi.json": {"get": _open(_operation("openapi", "This document.", _json(OBJECT)))},
    }


def _searching(action: Action, text: str) -> Schema:
    text += " With `Accept: application/x-ndjson` or `text/event-stream` interim answers are sent, too."
    streams = {LINES: {"schema": SCALARS[str]}, EVENTS: {"schema": SCALARS[str]}}
    content = _json(reference(f"{NAMES[action]}Answer")) | streams
    return _operation(action, text, content, *OF_BODIES) | _asked(action, {"limit": {"simulations": 1000}})


def _solving() -> Schema:
    text = "Begins a job that finds the exact value of a position of two sides, and the actions that keep it."
    made = _operation("solve", text, _json(reference("Job")), *OF_BODIES) | _asked("solve", {"limit": {"time": 5}})
    begun = made["responses"].pop("200")
    location = {"description": "Where the job is.", "required": True, "schema": SCALARS[str]}
    made["responses"]["202"] = begun | {"description": "The job has begun.", "headers": {"Location": location}}
    return made


def _of_job(name: str, text: str) -> Schema:
    job = {"name": "job", "in": "path", "required": True, "schema": SCALARS[str]}
    return _operation(name, text, _json(reference("Job")), 404) | {"parameters": [job]}


def _asked(action: Action, limit: Schema) -> Schema:
    example = {"position": _example_position(), **limit}
    content = {JSON: {"schema": reference(f"{NAMES[action]}Query"), "example": example}}
    return {"requestBody": {"required": True, "content": content}}


def _operation(name: str, text: str, content: Schema, *statuses: int) -> Schema:
    responses = {"200": {"description": "Done.", "content": content}} | _problems(500, *statuses)
    return {"operationId": name, "summary": f"{text.partition('.')[0]}.", "description": text, "responses": responses}


def _problems(*statuses: int) -> Schema:
    """Return the responses that tell of problems."""
    content = {ProblemResponse.media_type: {"schema": reference("Problem")}}
    return {str(status): {"description": TEXTS[status], "content": content} for status in statuses}


def _open(operation: Schema) -> Schema:
    """Return an operation that needs no token."""
    return operation | {"security": []}


def _json(schema: Schema) -> Schema:
    return {JSON: {"schema": schema}}


def _problem() -> Schema:
    reason = closed({"field": SCALARS[str], "message": SCALARS[str]})
    return closed(
        {
            "type": SCALARS[str],
            "title": SCALARS[str],
            "status": SCALARS[int],
            "detail": SCALARS[str],
            "kind": {"enum": sorted({*KINDS.values(), *STATUSES})},
            "reasons": {"type": "array", "items": reason},
        }
    )


def _job() -> Schema:
    answers = [
        reference("SolveAnswer"),
        reference("NothingFound"),
        {"type": "null"},
        {"type": "object", "required": ["error"]},
    ]
    return closed(
        {
            "job": SCALARS[str],
            "status": {"enum": ["waiting", "running", "done", "failed"]},
            "created": {"type": "string", "format": "date-time"},
            "answer": {"anyOf": answers, "description": "What is proven so far; final when the status is done."},
        }
    )


def _games() -> Schema:
    properties: Schema = {
        "id": SCALARS[str],
        "title": SCALARS[str],
        "players": {"type": "array", "items": SCALARS[int]},
        "options": OBJECT,
        "chance": SCALARS[bool],
        "hidden": SCALARS[bool],
        "longest_game": {"type": ["integer", "null"]},
        "levels": {"type": "integer", "minimum": 1},
        "components": OBJECT,
    }
    each = {"type": "object", "properties": properties, "required": list(properties)}
    return closed({"games": {"type": "array", "items": each}})


@cache
def _example_position() -> dict[str, Any]:
    """Return the shortest beginning of a game that can be searched and solved."""
    games = [game(game_id) for game_id in game_ids()]
    begun = [one.start().to_dict() for one in games if not (one.info.chance or one.info.hidden) and one.players == 2]
    return min(begun, key=lambda document: len(json.dumps(document)))
