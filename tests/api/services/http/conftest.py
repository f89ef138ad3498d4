"""The service as its clients meet it: a process of its own, at a port that it prints."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import httpx

WAIT_SECONDS = 60
"""For anything that ought to happen at once; so long only where a machine has much else to do."""
FOUR = {"game": "connect_four", "actions": ["4"]}


class Served:
    """A service under test, and a client of it."""

    def __init__(self, arguments: tuple[str, ...], token: str | None = None) -> None:
        for needed in ("starlette", "uvicorn", "httpx"):
            pytest.importorskip(needed)
        import httpx

        environment = {name: value for name, value in os.environ.items() if name != "SPRINGTAIL_TOKEN"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "springtail", "serve", "--port", "0", "--json", *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment | ({} if token is None else {"SPRINGTAIL_TOKEN": token}),
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        self.url: str = json.loads(line)["url"]
        self.client = httpx.Client(base_url=self.url, timeout=WAIT_SECONDS)

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.url.removeprefix("http://").partition(":")
        return host, int(port)

    def ask(self, path: str, headers: dict[str, str] | None = None, **fields: Any) -> httpx.Response:
        """Post a query about a small position."""
        return self.client.post(path, json={"position": FOUR, **fields}, headers=headers)

    def figures(self) -> dict[str, float]:
        """Return the figures of /v1/metrics by their names with labels."""
        lines = self.client.get("/v1/metrics").text.splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}

    def wait_for(self, name: str, value: float) -> None:
        """Wait until a figure has a value."""
        wait_until(lambda: self.figures()[name] == value, f"{name} to be {value}")

    def sizes(self) -> tuple[int, int, int]:
        """Return kilobytes of memory, threads, and open files of the process."""
        process = Path(f"/proc/{self.process.pid}")
        fields = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
        return int(fields["VmRSS"].split()[0]), int(fields["Threads"]), len(os.listdir(process / "fd"))

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Send a signal and wait; return the exit code and what stood on standard error."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.wait()

    def wait(self) -> tuple[int, str]:
        """Wait for the end; return the exit code and what stood on standard error."""
        _, err = self.process.communicate(timeout=WAIT_SECONDS)
        return self.process.returncode, err

    def close(self) -> None:
        """End it, which must go well if it has not ended."""
        self.client.close()
        try:
            assert self.process.poll() is not None or self.end() == (0, "")
        finally:
            self.process.kill()
            self.process.wait()
            for stream in (self.process.stdout, self.process.stderr):
                assert stream is not None
                stream.close()


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Wait until something is so."""
    end = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Starts services with arguments of the command line; they end with the test, and must end well."""
    with ExitStack() as stack:

        def start(*arguments: str, token: str | None = None) -> Served:
            made = Served(arguments, token)
            stack.callback(made.close)
            return made

        yield start


@pytest.fixture(scope="package")
def served() -> Iterator[Served]:
    """A service with one worker of each kind, for tests that leave it as it was."""
    made = Served(("--workers", "1", "--waiting", "3", "--jobs", "3", "--patience", "1"))
    yield made
    made.close()


@pytest.fixture(scope="package")
def guarded() -> Iterator[Served]:
    """A service with the token "sesame"."""
    made = Served((), token="sesame")
    yield made
    made.close()
