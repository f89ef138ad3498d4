"""The service with its board, in this process, over a real socket; its searches are short."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

pytest.importorskip("starlette", reason="the board needs `springtail[serve]`")
pytest.importorskip("uvicorn", reason="the board needs `springtail[serve]`")
pytest.importorskip("httpx", reason="tests of the board ask with httpx")

import httpx
import uvicorn

from springtail.services.board.held import Key
from springtail.services.board.routes import board_routes
from springtail.services.ceilings import Ceilings
from springtail.services.http.app import make_app
from springtail.services.http.service import Service
from springtail.services.http.settings import Settings
from springtail.solvers.limit import Limit

SHORT = Ceilings(Limit(time=0.2, simulations=200, memory_mb=64.0), priority=0)


@pytest.fixture(scope="session")
def key() -> Key:
    """The secret of the server."""
    return Key(bytes(32))


@contextmanager
def served(settings: Settings, key: Key) -> Iterator[str]:
    """Serve in a thread, and give the address."""
    service = Service(settings)
    app = make_app(service, board_routes(service, key))
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="off"))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()
    asyncio.run(service.drain())
    listening.close()


@pytest.fixture(scope="session")
def address(key: Key) -> Iterator[str]:
    """Where the service is."""
    with served(Settings(search=SHORT), key) as address:
        yield address


@pytest.fixture(scope="session")
def locked_address(key: Key) -> Iterator[str]:
    """Where a service is that wants the token "sesame"."""
    with served(Settings(search=SHORT, token="sesame"), key) as address:
        yield address


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60, follow_redirects=True) as client:
        yield client
