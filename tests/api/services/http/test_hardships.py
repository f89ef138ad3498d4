"""Many clients, bad clients, and signals: nothing hangs, nothing leaks, nobody is harmed by another."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

FOUR = {"game": "connect_four", "actions": ["4"]}
HOUR = {"position": FOUR, "limit": {"time": 3600}}
MOMENT = {"position": FOUR, "limit": {"simulations": 50}}
WAIT_SECONDS = 60
LARGE = 100 * 2**20

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="/proc and TCP as Linux has them")


def connect(made: Any) -> socket.socket:
    return socket.create_connection(made.address, WAIT_SECONDS)


def head_of(path: str, length: int | None, *headers: str) -> bytes:
    size = "Transfer-Encoding: chunked" if length is None else f"Content-Length: {length}"
    lines = [f"POST {path} HTTP/1.1", "Host: test", "Content-Type: application/json", size, *headers, "", ""]
    return "\r\n".join(lines).encode()


def post(client: socket.socket, path: str, body: Any, *headers: str) -> None:
    text = json.dumps(body).encode()
    client.sendall(head_of(path, len(text), *headers) + text)


def receive_all(client: socket.socket) -> bytes:
    """Return what comes until the connection is closed, in whatever way."""
    received = b""
    try:
        while part := client.recv(65536):
            received += part
    except ConnectionResetError:
        pass
    return received


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def status_of(response: bytes) -> int:
    return int(response.split(b" ", 2)[1])


def test_two_hundred_clients_at_once_are_answered(serve: Any) -> None:
    made = serve()

    async def ask() -> int:
        reader, writer = await asyncio.open_connection(*made.address)
        body = json.dumps({"position": FOUR, "limit": {"simulations": 200}}).encode()
        writer.write(head_of("/v1/best-move", len(body), "Connection: close") + body)
        response = await reader.read()
        writer.close()
        assert b'"simulations": 200' in response
        return status_of(response)

    async def ask_all() -> list[int]:
        return await asyncio.gather(*(ask() for _ in range(200)))

    assert asyncio.run(ask_all()) == [200] * 200


def test_a_full_queue_refuses_and_asks_to_try_again(served: Any) -> None:
    clients = [connect(served) for _ in range(5)]
    for number, client in enumerate(clients):
        post(client, "/v1/analyse", HOUR)
        state, count = ("running", 1) if number == 0 else ("waiting", min(number, 3))
        served.wait_for(f'springtail_queries{{lane="long",state="{state}"}}', count)
    refused = served.client.post("/v1/analyse", json=HOUR)
    assert (refused.status_code, refused.json()["kind"], refused.headers["retry-after"]) == (429, "busy", "1")
    for client in clients:
        client.close()
    for state in ("running", "waiting"):
        served.wait_for(f'springtail_queries{{lane="long",state="{state}"}}', 0)


@pytest.mark.parametrize("accept", ["application/json", "application/x-ndjson"])
def test_a_client_that_hangs_up_ends_its_search(served: Any, accept: str) -> None:
    with connect(served) as client:
        post(client, "/v1/analyse", HOUR | {"report_every": 0.01}, f"Accept: {accept}")
        served.wait_for('springtail_queries{lane="long",state="running"}', 1)
    served.wait_for('springtail_queries{lane="long",state="running"}', 0)


def test_short_queries_do_not_wait_for_long_ones(served: Any) -> None:
    job = served.ask("/v1/solve").headers["location"]
    with connect(served) as client:
        post(client, "/v1/analyse", HOUR)
        served.wait_for('springtail_queries{lane="long",state="running"}', 1)
        served.wait_for('springtail_queries{lane="solve",state="running"}', 1)
        for limit in ({"time": 0.2}, {"simulations": 200}, {"time": 0.01}):
            assert served.ask("/v1/best-move", limit=limit).status_code == 200
        figures = served.figures()
        assert figures['springtail_queries{lane="long",state="running"}'] == 1
        assert figures['springtail_queries{lane="solve",state="running"}'] == 1
    served.client.delete(job)
    served.wait_for('springtail_queries{lane="long",state="running"}', 0)


@pytest.mark.parametrize("beginning", [b"", b"POST /v1/best-move HTTP/1.1\r\nHost: te", b"GET / HTTP/1.1\r\n"])
def test_a_client_that_does_not_send_its_header_is_cut_off(served: Any, beginning: bytes) -> None:
    with connect(served) as client:
        client.sendall(beginning)
        assert receive_all(client) == b""


def test_a_client_that_sends_its_header_drop_by_drop_is_cut_off(served: Any) -> None:
    with connect(served) as client:
        client.sendall(b"GET /v1/health HTTP/1.1\r\nHost: test\r\n\r\n")  # the second request is the slow one
        assert status_of(client.recv(65536)) == 200
        cut_off = threading.Event()
        threading.Thread(target=lambda: (receive_all(client), cut_off.set())).start()
        sent = 0
        while not cut_off.wait(0.05) and sent < WAIT_SECONDS * 20:
            try:
                client.sendall(b"G" if not sent else b"E")
            except OSError:
                break
            sent += 1
        assert cut_off.wait(WAIT_SECONDS)


def test_a_client_that_does_not_send_its_body_is_told(served: Any) -> None:
    with connect(served) as client:
        client.sendall(head_of("/v1/best-move", 1000) + b'{"position": ')
        response = b"".join(iter(lambda: client.recv(65536), b""))
        assert status_of(response) == 408
        assert b"request_timeout" in response


def test_others_are_answered_while_clients_are_slow(served: Any) -> None:
    slow = [connect(served) for _ in range(20)]
    for number, client in enumerate(slow):
        client.sendall(head_of("/v1/best-move", 1000)[: 20 if number % 2 else None])
    assert served.ask("/v1/best-move", limit={"simulations": 50}).status_code == 200
    for client in slow:
        client.close()


@on_linux
@pytest.mark.parametrize("is_chunked", [False, True])
@pytest.mark.parametrize("asks_first", [False, True])
def test_a_huge_body_is_refused_and_not_kept(served: Any, is_chunked: bool, asks_first: bool) -> None:
    before = served.sizes()[0]
    headers = ["Expect: 100-continue"] if asks_first else []
    with connect(served) as client:
        client.sendall(head_of("/v1/best-move", None if is_chunked else LARGE, *headers))
        if asks_first and not is_chunked:
            assert status_of(client.recv(65536)) == 413
            return
        block = bytes(2**20)
        part = b"100000\r\n" + block + b"\r\n" if is_chunked else block
        response = b""
        try:
            for _ in range(LARGE // len(block)):
                client.sendall(part)
            client.sendall(b"0\r\n\r\n" if is_chunked else b"")
        except OSError:
            pass
        response = receive_all(client)
        if is_chunked and asks_first:
            assert status_of(response) == 100
            response = response.partition(b"\r\n\r\n")[2]
        assert status_of(response) == 413
        assert b"body_too_large" in response
    assert served.sizes()[0] - before < 30_000


@on_linux
def test_a_client_that_reads_nothing_is_cut_off(served: Any) -> None:
    served.client.get("/v1/health")
    files = served.sizes()[2]
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(WAIT_SECONDS)
        client.connect(served.address)
        client.sendall(b"GET /v1/openapi.json HTTP/1.1\r\nHost: test\r\n\r\n" * 500)
        wait_until(lambda: served.sizes()[2] == files + 1)
        wait_until(lambda: served.sizes()[2] == files)
        assert len(receive_all(client)) < 500 * 50_000


def test_one_client_too_many_is_told(serve: Any) -> None:
    made = serve("--connections", "4", "--patience", "30")
    made.client.get("/v1/health")
    clients = [connect(made) for _ in range(4)]
    responses = [receive_all(client) for client in clients[3:]]
    assert status_of(responses[0]) == 503
    assert b"too many clients" in responses[0]
    assert made.client.get("/v1/health").status_code == 200
    for client in clients:
        client.close()


def test_sigterm_lets_searches_finish(serve: Any) -> None:
    made = serve("--grace", "3600", "--workers", "2")

    def begun() -> float:
        figures = made.figures()
        running = figures['springtail_queries{lane="long",state="running"}']
        return running + figures['springtail_queries_total{lane="long",outcome="answered"}']

    with connect(made) as client, connect(made) as staying:
        post(staying, "/v1/analyse", HOUR)
        post(client, "/v1/analyse", {"position": FOUR, "limit": {"simulations": 200_000}}, "Connection: close")
        wait_until(lambda: begun() == 2)
        made.process.send_signal(signal.SIGTERM)
        while (health := made.client.get("/v1/health")).status_code == 200:
            pass
        refused = made.ask("/v1/best-move")
        assert [(r.status_code, r.json()["kind"]) for r in (health, refused)] == [(503, "draining")] * 2
        assert int(refused.headers["retry-after"]) > 0
        response = receive_all(client)
        assert status_of(response) == 200
        assert b'"stopped_by": "simulations"' in response
        assert made.process.poll() is None
    assert made.wait() == (0, "")


@pytest.mark.parametrize("signals", [1, 2])
def test_what_is_not_finished_within_the_grace_ends_with_what_was_found(serve: Any, signals: int) -> None:
    made = serve("--grace", "0.2" if signals == 1 else "3600", "--workers", "1")
    with connect(made) as client, connect(made) as waiting:
        post(client, "/v1/analyse", HOUR)
        made.wait_for('springtail_queries{lane="long",state="running"}', 1)
        post(waiting, "/v1/analyse", HOUR)
        made.wait_for('springtail_queries{lane="long",state="waiting"}', 1)
        for number in range(signals):
            made.process.send_signal(signal.SIGINT if number else signal.SIGTERM)
            while made.client.get("/v1/health").status_code == 200:
                pass
        response = receive_all(client)
        assert status_of(response) == 200
        assert b'"stopped_by": "stop"' in response
        assert status_of(receive_all(waiting)) == 503
    assert made.wait() == (0, "")


def test_sigterm_under_load_answers_or_refuses_everybody(serve: Any) -> None:
    made = serve("--grace", "1")
    statuses: Counter[int | str] = Counter()
    import httpx

    def ask_on() -> None:
        with httpx.Client(base_url=made.url, timeout=WAIT_SECONDS) as client:
            while True:
                try:
                    status = client.post("/v1/best-move", json={"position": FOUR, "limit": {"time": 0.05}}).status_code
                except httpx.TransportError:
                    return
                statuses[status] += 1
                if status != 200:
                    return

    threads = [threading.Thread(target=ask_on) for _ in range(20)]
    for thread in threads:
        thread.start()
    made.ask("/v1/solve")
    while statuses[200] < 30:
        time.sleep(0.01)
    made.process.send_signal(signal.SIGTERM)
    assert made.wait() == (0, "")
    for thread in threads:
        thread.join(WAIT_SECONDS)
        assert not thread.is_alive()
    assert statuses.keys() <= {200, 503}


@on_linux
def test_memory_threads_and_files_stay_flat(served: Any) -> None:
    def ask(times: int) -> None:
        for number in range(times):
            if number % 10 == 0:
                assert served.client.post("/v1/best-move", content=b"{").status_code == 415
                served.client.delete(served.ask("/v1/solve", limit={"nodes": 100}).headers["location"])
            if number % 50 == 0:
                with connect(served) as leaving:
                    post(leaving, "/v1/analyse", HOUR)
            assert served.ask("/v1/best-move", limit={"simulations": 50}).status_code == 200
        served.wait_for('springtail_queries{lane="long",state="running"}', 0)
        served.wait_for('springtail_queries{lane="long",state="waiting"}', 0)

    ask(200)
    memory, threads, files = served.sizes()
    ask(1000)
    grown = served.sizes()
    assert grown[0] - memory < 4_000
    assert grown[1] == threads
    assert grown[2] <= files
