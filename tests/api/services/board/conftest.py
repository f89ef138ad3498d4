"""A server with the board only, whose engine searches in a thread."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import springtail as st

pytest.importorskip("starlette", reason="the services need `springtail[serve]`")

from starlette.applications import Starlette

from springtail.services.board.held import Key
from springtail.services.board.routes import board_routes

SECRET = bytes(32)


async def ask(query: dict[str, Any]) -> dict[str, Any]:
    """Work on a query as a service does, quickly."""
    find = st.best_move if query["action"] == "best_move" else st.analyse
    settings = query.get("settings", {}) | ({"multipv": query["multipv"]} if "multipv" in query else {})
    limit = st.Limit(simulations=200)
    found = await asyncio.to_thread(find, query["position"], limit, **settings)
    return found.to_dict()


@pytest.fixture(scope="session")
def key() -> Key:
    """The secret of the server."""
    return Key(SECRET)


@pytest.fixture(scope="session")
def application(key: Key) -> Starlette:
    return Starlette(routes=board_routes(ask, key))
