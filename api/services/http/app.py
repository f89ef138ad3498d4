"""The application: which path leads to which endpoint, and what stands before all of them."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route

from springtail.cython_ext.errors import SpringtailError
from springtail.services.http.gate import Gate
from springtail.services.http.problems import Problem, told
from springtail.services.http.service import Service


def make_app(service: Service, pages: Sequence[BaseRoute] = ()) -> Starlette:
    """Return the ASGI application.

    Args:
        service: its endpoints.
        pages: further routes, such as those of the board. Those below /v1/ need the token where there is one.
    """
    routes = [
        Route("/v1/games", service.games),
        Route("/v1/version", service.version),
        Route("/v1/health", service.health),
        Route("/v1/metrics", service.metrics),
        Route("/v1/openapi.json", service.openapi),
        Route("/", service.page),
        Route("/v1/best-move", service.best_move, methods=["POST"]),
        Route("/v1/analyse", service.analyse, methods=["POST"]),
        Route("/v1/solve", service.solve, methods=["POST"]),
        Route("/v1/solve/{job}", service.job, methods=["GET", "DELETE"]),
    ]
    handlers = {error: told for error in (Problem, HTTPException, SpringtailError)}
    gate = Middleware(Gate, token=service.settings.token, metrics=service.counted)
    app = Starlette(routes=[*routes, *pages], exception_handlers=handlers, middleware=[gate])
    app.router.redirect_slashes = False
    return app
