"""The server: sockets, clients that take too long, signals."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

import h11
import uvicorn
from starlette.routing import BaseRoute
from uvicorn.protocols.http.h11_impl import H11Protocol

from springtail.services.http.app import make_app
from springtail.services.http.problems import Problem
from springtail.services.http.service import Service
from springtail.services.http.settings import Settings

BACKLOG = 256
"""Connections that the system keeps waiting to be accepted."""
FLUSH_SECONDS = 2
"""What clients have to take their answers when the service ends."""


def bind(host: str, port: int, patience: float) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: a name or an address.
        port: 0 takes any that is free.
        patience: seconds after which a client that takes nothing of what is sent to it is cut off, where the system
            can do that.

    Raises:
        OSError: when it cannot.
    """
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(patience * 1000))
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def url_of(listening: socket.socket) -> str:
    """Return where a socket listens."""
    host, port = listening.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], object],
    pages: Callable[[Service], Sequence[BaseRoute]] = lambda service: (),
) -> None:
    """Serve until SIGTERM or Ctrl-C, and then finish what was begun; a second signal ends that, too.

    Args:
        settings: ceilings and sizes.
        listening: from `bind`; closed at the end.
        ready: called when requests are answered.
        pages: makes further routes, such as those of the board.
    """
    asyncio.run(_serve(settings, listening, ready, pages))


async def _serve(
    settings: Settings,
    listening: socket.socket,
    ready: Callable[[], object],
    pages: Callable[[Service], Sequence[BaseRoute]],
) -> None:
    import numpy.random  # noqa: F401  the first search would wait for it

    service = Service(settings)
    server = Server(
        uvicorn.Config(
            make_app(service, pages(service)),
            http=_protocol(settings),
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=FLUSH_SECONDS,
        )
    )
    ended = asyncio.Event()
    with _signals(asyncio.get_running_loop(), service, ended):
        serving = asyncio.create_task(server.serve([listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.005)
        ready()
        ending = asyncio.create_task(ended.wait())
        await asyncio.wait({serving, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        await service.drain()
        server.should_exit = True
        await serving


@contextlib.contextmanager
def _signals(loop: asyncio.AbstractEventLoop, service: Service, ended: asyncio.Event) -> Iterator[None]:
    """Set `ended` at the first signal, and end all queries at the second."""

    def end() -> None:
        if ended.is_set():
            service.hurry()
        ended.set()

    def handle(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end)

    before = {number: signal.signal(number, handle) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Server(uvicorn.Server):
    """A server that leaves signals to who runs it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def _protocol(settings: Settings) -> type[asyncio.Protocol]:
    """Return the protocol of a connection."""
    return type("Connection", (Connection,), {"patience": settings.patience, "most": settings.connections})


class Connection(H11Protocol):
    """One client, which is cut off when it takes too long, or is one too many."""

    patience = 10.0
    """Seconds for the header of a request, and for the rest of a body that nobody waits for."""
    most = 256
    """Connections at once."""
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin."""
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.write(CROWDED)
            transport.close()
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what the client has sent."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        super().connection_lost(exc)
        self._unwatch()

    def _watch(self) -> None:
        """Let the clock run while the client owes something that no endpoint waits for."""
        owes_header = self.conn.their_state is h11.IDLE
        owes_body = self.conn.their_state is h11.SEND_BODY and self.conn.our_state is h11.DONE
        if not (owes_header or owes_body):
            self._unwatch()
        elif self._timer is None:
            self._timer = self.loop.call_later(self.patience, self.transport.abort)

    def _unwatch(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _crowded() -> bytes:
    response = Problem(503, "too many clients are connected", kind="busy").response()
    headers = b"".join(b"%b: %b\r\n" % header for header in response.raw_headers)
    return b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n%b\r\n%b" % (headers, bytes(response.body))


CROWDED = _crowded()
"""What a client is told that is one too many."""
