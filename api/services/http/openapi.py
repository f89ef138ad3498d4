"""The OpenAPI document of the service."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from springtail.cython_ext.game import Random
from springtail.engines import game, game_ids
from springtail.services.http.metrics import MEDIA_TYPE as METRICS
from springtail.services.http.problems import KINDS, STATUSES, ProblemResponse
from springtail.services.http.schemas import (
    SCALARS,
    SCHEMAS,
    Schema,
    closed,
    of_answer,
    of_documents,
    of_nothing,
    of_query,
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
        "paths": _paths(settings),
        "components": {"schemas": known},
    }
    if settings.token is not None:
        document["security"] = [{"token": []}]
        document["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    return document


def _paths(settings: Settings) -> dict[str, Any]:
    stream = " Accept: application/x-ndjson or text/event-stream sends interim answers, too."
    job = {"parameters": [{"name": "job", "in": "path", "required": True, "schema": {"type": "string"}}]}
    return {
        "/v1/best-move": {"post": _posting("best_move", settings, "The action to play in a position." + stream)},
        "/v1/analyse": {"post": _posting("analyse", settings, "The values of the best actions." + stream)},
        "/v1/solve": {"post": _solving(settings)},
        "/v1/solve/{job}": {
            "get": job
            | _operation(
                "look_at_job", "How far a job is, with what is proven so far.", settings, _content(JSON, "Job"), (404,)
            ),
            "delete": job
            | _operation(
                "end_job",
                "End a job; the response is its last. It is forgotten then.",
                settings,
                _content(JSON, "Job"),
                (404,),
            ),
        },
        "/v1/games": {
            "get": _operation("games", "The games with their options and components.", settings, _inline(_games()))
        },
        "/v1/version": {
            "get": _operation(
                "version", "The version of springtail.", settings, _inline(closed({"version": SCALARS[str]}))
            )
        },
        "/v1/health": {
            "get": _operation(
                "health", "Whether queries are taken.", settings, _inline(closed({"status": {"const": "ok"}})), (503,)
            )
            | {"security": []}
        },
        "/v1/metrics": {
            "get": _operation("metrics", "Figures for Prometheus.", settings, {METRICS: {"schema": SCALARS[str]}})
        },
        "/v1/openapi.json": {
            "get": _operation("openapi", "This document.", settings, _inline({"type": "object"})) | {"security": []}
        },
    }


def _posting(action: Action, settings: Settings, text: str) -> Schema:
    answer = {"$ref": f"{SCHEMAS}{NAMES[action]}Answer"}
    content = {JSON: {"schema": answer}, LINES: {"schema": SCALARS[str]}, EVENTS: {"schema": SCALARS[str]}}
    return _operation(action, text, settings, content, OF_BODIES) | _asked(
        NAMES[action], {"limit": {"simulations": 1000}}
    )


def _solving(settings: Settings) -> Schema:
    text = "Begin a job that finds the exact value of a position of two sides, and the actions that keep it."
    made = _operation("solve", text, settings, {}, OF_BODIES) | _asked("Solve", {"limit": {"time": 5}})
    location = {"description": "Where the job is.", "required": True, "schema": SCALARS[str]}
    made["responses"] = {
        "202": {
            "description": "The job has begun.",
            "headers": {"Location": location},
            "content": _content(JSON, "Job"),
        }
    } | {status: response for status, response in made["responses"].items() if status != "200"}
    return made


def _asked(name: str, limit: Schema) -> Schema:
    example = {"position": _example_position(), **limit}
    return {
        "requestBody": {
            "required": True,
            "content": {JSON: {"schema": {"$ref": f"{SCHEMAS}{name}Query"}, "example": example}},
        }
    }


def _operation(name: str, text: str, settings: Settings, content: Schema, statuses: tuple[int, ...] = ()) -> Schema:
    told = sorted({*statuses, 500, *([] if settings.token is None else [401])})
    problems = {
        str(status): {"description": TEXTS[status], "content": _content(ProblemResponse.media_type, "Problem")}
        for status in told
    }
    return {
        "operationId": name,
        "summary": text.partition(".")[0] + ".",
        "description": text,
        "responses": {"200": {"description": "Done.", "content": content}} | problems,
    }


def _content(media_type: str, name: str) -> Schema:
    return {media_type: {"schema": {"$ref": f"{SCHEMAS}{name}"}}}


def _inline(schema: Schema) -> Schema:
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
        {"$ref": f"{SCHEMAS}SolveAnswer"},
        {"$ref": f"{SCHEMAS}NothingFound"},
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
        "options": {"type": "object"},
        "chance": SCALARS[bool],
        "hidden": SCALARS[bool],
        "longest_game": {"type": ["integer", "null"]},
        "components": {"type": "object"},
    }
    each = {"type": "object", "properties": properties, "required": list(properties)}
    return closed({"games": {"type": "array", "items": each}})


@cache
def _example_position() -> dict[str, Any]:
    """Return a position at which a seat has to move."""
    state = game(game_ids()[0]).start(seed=1)
    while state.is_chance_node():
        state.apply_action(state.sample_chance(Random(1)))
    return state.to_dict()
