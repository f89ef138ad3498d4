"""What HTTP adds: `springtail serve` in a process of its own, asked over one kept connection.

    python -m bench.http                  # latency of best-move against the call in Python, and requests a second
    python -m bench.http --soak 10000     # memory, threads and open files over so many requests

Latency is wall time as the caller sees it, taken turn about with the call in Python, which pays for reading the
position, too; 1,000 simulations, seeds fixed. Memory and threads are what Linux says about the process.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import springtail as st
from bench.report import Row, parser, show, sizes
from bench.turns import target
from springtail.command_line.random_game import random_game
from springtail.engines import game, game_ids

ADDED_SECONDS = 0.003
SIMULATIONS = 1000
SEARCH: dict[str, Any] = {"limit": {"simulations": SIMULATIONS}}
CLIENTS = 16
HEADERS = {"Content-Type": "application/json"}


class Service:
    """The service, and one connection to it."""

    def __init__(self, process: subprocess.Popen[str], url: str) -> None:
        self.process = process
        host, _, port = url.removeprefix("http://").partition(":")
        self.address = host, int(port)
        self._connection = http.client.HTTPConnection(*self.address)

    def another(self) -> Service:
        """Return the service with a connection of its own; one that asks nothing for five seconds is closed."""
        return Service(self.process, "http://{}:{}".format(*self.address))

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Return status and body of a response."""
        self._connection.request(method, path, None if body is None else json.dumps(body), HEADERS)
        response = self._connection.getresponse()
        return response.status, response.read()


@contextmanager
def service(*arguments: str) -> Iterator[Service]:
    """Start the service; end it by SIGTERM."""
    process = subprocess.Popen(
        [sys.executable, "-m", "springtail", "serve", "--port", "0", "--json", *arguments],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield Service(process, json.loads(process.stdout.readline())["url"])
    finally:
        process.terminate()
        process.wait()


def rows(turns: int) -> Iterator[Row]:
    """Measure each game, then requests a second."""
    with service() as served:
        for game_id in game_ids(toys=False):
            yield _added(served, game_id, turns)
        yield _rate(served, "GET /v1/version", "GET", "/v1/version", None)
        position = {"game": "connect_four", "actions": ["4"]}
        body = {"position": position, "limit": {"simulations": 1}, "solver": "mcts"}
        yield _rate(served, "best-move, 1 simulation", "POST", "/v1/best-move", body)
        yield _beside_long_ones(served.another(), body, turns)


def _added(served: Service, game_id: str, turns: int) -> Row:
    state = [one for one in islice(random_game(game(game_id), 5), 12) if one.current_player() >= 0][-1]
    document = state.to_dict()
    ours, theirs = [], []
    for seed in range(turns + 3):
        started = time.perf_counter()
        found = st.best_move(document, st.Limit(simulations=SIMULATIONS), seed=seed)
        between = time.perf_counter()
        status, answer = served.ask("POST", "/v1/best-move", {"position": document, "seed": seed, **SEARCH})
        ended = time.perf_counter()
        assert (status, json.loads(answer)["move"]) == (200, found.move)
        if seed >= 3:  # the first ones warm both up
            ours.append(between - started)
            theirs.append(ended - between)
    added = statistics.median(over - plain for plain, over in zip(ours, theirs, strict=True))
    return {
        "measured": f"best-move, {game_id}",
        "in Python ms": statistics.median(ours) * 1000,
        "over HTTP ms": statistics.median(theirs) * 1000,
        "added ms": added * 1000,
        **target(added * 1000, at_most=ADDED_SECONDS * 1000),
    }


def _rate(served: Service, name: str, method: str, path: str, body: Any, seconds: float = 3.0) -> Row:
    """Return requests a second of some clients, each of which waits for its answer before it asks again."""
    counts = [0] * CLIENTS
    end = time.perf_counter() + seconds

    def ask_on(number: int) -> None:
        own = served.another()
        while time.perf_counter() < end:
            assert own.ask(method, path, body)[0] == 200
            counts[number] += 1

    threads = [threading.Thread(target=ask_on, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"measured": f"{name}, {CLIENTS} clients", "requests /s": round(sum(counts) / seconds)}


def _beside_long_ones(served: Service, body: Any, turns: int) -> Row:
    """Return how long a short query takes while an analysis a processor and a solve are worked on."""
    position = {"game": "connect_four", "actions": []}
    job = json.loads(served.ask("POST", "/v1/solve", {"position": position})[1])["job"]
    long = [http.client.HTTPConnection(*served.address) for _ in range(os.cpu_count() or 1)]
    for connection in long:
        connection.request("POST", "/v1/analyse", json.dumps({"position": position, "limit": {"time": 60}}), HEADERS)
    time.sleep(0.5)
    times = []
    for _ in range(turns):
        started = time.perf_counter()
        assert served.ask("POST", "/v1/best-move", body)[0] == 200
        times.append((time.perf_counter() - started) * 1000)
    for connection in long:
        connection.close()
    served.ask("DELETE", f"/v1/solve/{job}")
    name = f"best-move, 1 simulation, beside {len(long)} analyses and a solve"
    return {
        "measured": name,
        "over HTTP ms": statistics.median(times),
        "95 % within ms": sorted(times)[-(turns // 20) - 1],
    }


def soak(requests: int, looks: int = 10) -> Iterator[Row]:
    """Ask all kinds of things so many times, wrong ones and clients that hang up among them, and look now and then."""
    with service("--workers", "2") as served:
        for look in range(looks + 1):
            for number in range(requests // looks if look else 500):
                asyncio.run(_leave(served)) if number % 50 == 0 else _ask_something(served, number)
            yield {"requests": 500 + look * (requests // looks), **sizes(served.process.pid)}


def _ask_something(served: Service, number: int) -> None:
    positions = ({"game": "connect_four", "actions": ["4"]}, {"game": "tic_tac_toe", "actions": ["b2"]})
    body: dict[str, Any] = {"position": positions[number % 2], "limit": {"simulations": 100}}
    if number % 10 == 3:
        assert served.ask("POST", "/v1/analyse", body | {"solver": "none"})[0] == 422
    elif number % 10 == 6:
        job = json.loads(served.ask("POST", "/v1/solve", {"position": positions[0], "limit": {"nodes": 1000}})[1])
        assert served.ask("DELETE", f"/v1/solve/{job['job']}")[0] == 200
    elif number % 10 == 9:
        assert served.ask("GET", "/v1/metrics")[0] == 200
    else:
        assert served.ask("POST", "/v1/best-move", body)[0] == 200


async def _leave(served: Service) -> None:
    """Ask for a long analysis and hang up."""
    _, writer = await asyncio.open_connection(*served.address)
    body = json.dumps({"position": {"game": "connect_four", "actions": []}, "limit": {"time": 50}})
    head = f"POST /v1/analyse HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    writer.write(f"{head}\r\n\r\n{body}".encode())
    await writer.drain()
    writer.close()
    await writer.wait_closed()


if __name__ == "__main__":
    taken: argparse.ArgumentParser = parser(__doc__, turns=200)
    taken.add_argument("--soak", type=int, metavar="N", help="requests; memory is looked at ten times")
    arguments = taken.parse_args()
    measured = rows(arguments.turns) if arguments.soak is None else soak(arguments.soak)
    show(measured, form=arguments.form, packages=["starlette", "uvicorn", "h11"])
