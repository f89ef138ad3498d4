"""What JSON lines cost: `springtail jsonl` in a process of its own, asked through its pipes.

    python -m bench.jsonl               # everything
    python -m bench.jsonl latency rate  # or a part: latency, rate, late, quick
    python -m bench.jsonl --soak 10000  # memory, threads and open files over so many queries

Times are wall time as the caller sees it. Latency is taken turn about with the same call in Python, which pays for
reading the document, too: 1,000 simulations by mcts or ismcts, seeds fixed. Of a time limit a millisecond is kept back
to answer, so a limit of 2 ms is a search of one. On a busy machine the processor time that is added says more than the
wall time.
"""

from __future__ import annotations

import json
import os
import queue
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import springtail as st
from bench.report import Row, parser, show, sizes
from bench.turns import target
from springtail.command_line.random_game import random_game
from springtail.engines import game, game_ids

ADDED_SECONDS = 0.001
LATE_SECONDS = 0.005
SIMULATIONS = 1000
AT_ONCE = 64
"""Queries that are on their way while the rate is measured."""
RATE_SECONDS = 4.0
LIMITS = (0.02, 0.1, 0.5)
LATE_QUERIES = 300
QUICK_QUERIES = 300
LONG_SEARCHES = 6


class Service:
    """The process, and what it answers."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.answers: queue.SimpleQueue[tuple[float, dict[str, Any]]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.answers.put((time.perf_counter(), json.loads(line)))

    def send(self, **query: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(query).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, **query: Any) -> dict[str, Any]:
        """Send a query that is alone, or the only one that will be answered, and return its answer."""
        self.send(**query)
        return self.answers.get()[1]

    def processor_seconds(self) -> float:
        """Return the processor time that the process has had, as Linux counts it by threads."""
        threads = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


@contextmanager
def service(*arguments: str) -> Iterator[Service]:
    """Start the service, and end it by the end of its input."""
    command = [sys.executable, "-m", "springtail", "jsonl", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    try:
        yield Service(process)
    finally:
        process.stdin.close()
        process.wait()


def document(game_id: str) -> dict[str, Any]:
    """Return a position some plies into a game, at a decision."""
    beginning = islice(random_game(game(game_id), 5), 12)
    return [state for state in beginning if state.current_player() >= 0][-1].to_dict()


def latency(turns: int) -> Iterator[Row]:
    """Measure what is added to the call in Python, game by game."""
    with service() as served:
        for game_id in game_ids(toys=False):
            yield _added(served, game_id, turns)


def _added(served: Service, game_id: str, turns: int) -> Row:
    position = document(game_id)
    solver = "ismcts" if game(game_id).info.hidden else "mcts"
    limit = {"simulations": SIMULATIONS}
    ours, theirs = [], []
    own_processor = processor = 0.0
    for seed in range(turns + 3):
        if seed == 3:
            own_processor, processor = 0.0, served.processor_seconds()
        started, own_before = time.perf_counter(), time.thread_time()
        found = st.best_move(position, st.Limit(**limit), solver=solver, seed=seed)
        between, own_processor = time.perf_counter(), own_processor + time.thread_time() - own_before
        answer = served.ask(action="best_move", position=position, solver=solver, seed=seed, limit=limit)
        ended = time.perf_counter()
        assert answer["move"] == found.move
        if seed >= 3:  # the first ones warm both up
            ours.append(between - started)
            theirs.append(ended - between)
    processor = served.processor_seconds() - processor - own_processor
    added = 1000 * (statistics.median(theirs) - statistics.median(ours))
    return {
        "measured": f"best-move, {game_id}",
        "in Python ms": 1000 * statistics.median(ours),
        "over lines ms": 1000 * statistics.median(theirs),
        "added ms": added,
        "added processor ms": 1000 * processor / turns,
        **target(added, at_most=1000 * ADDED_SECONDS),
    }


def rate(turns: int) -> Iterator[Row]:
    """Measure queries a second, so many of them on their way at any time."""
    with service() as served:
        for game_id in ("connect_four", *game_ids(toys=False)):
            for limit in ({"simulations": 1}, {"time": 0.002}):
                yield _rate(served, game_id, limit)


def _rate(served: Service, game_id: str, limit: dict[str, Any]) -> Row:
    query = {"position": document(game_id), "limit": limit}
    for _ in range(AT_ONCE):
        served.send(**query)
    count, started, processor = 0, time.perf_counter(), served.processor_seconds()
    while time.perf_counter() - started < RATE_SECONDS:
        assert "error" not in served.answers.get()[1]
        served.send(**query)
        count += 1
    seconds, processor = time.perf_counter() - started, served.processor_seconds() - processor
    for _ in range(AT_ONCE):
        served.answers.get()
    [(name, value)] = limit.items()
    return {
        "measured": f"{game_id}, {name} {value}",
        "queries /s": round(count / seconds),
        "queries /processor s": round(count / processor),
    }


def late(turns: int) -> Iterator[Row]:
    """Measure how late answers come after their time limit, with as many searches as processors at any time."""
    workers = os.cpu_count() or 1
    with service("--workers", str(workers)) as served:
        served.ask(position=document("butterfly"), limit={"simulations": 1})
        for limit in LIMITS:
            over = []
            query = {"position": document("butterfly"), "solver": "mcts", "limit": {"time": limit}}
            sent: dict[int, float] = {}
            for number in range(max(20, round(LATE_QUERIES * min(1.0, 0.1 / limit)))):
                if number >= workers:
                    over.append(_late_by(served, sent, limit))
                sent[number] = time.perf_counter()
                served.send(id=number, **query)
            over += [_late_by(served, sent, limit) for _ in range(workers)]
            yield _percentiles(f"late, limit {1000 * limit:g} ms, {workers} at once", over, LATE_SECONDS)


def _late_by(served: Service, sent: dict[int, float], limit: float) -> float:
    came, answer = served.answers.get()
    assert answer["stopped_by"] == "time"
    return came - sent[answer["id"]] - limit


def quick(turns: int) -> Iterator[Row]:
    """Measure what a quick query waits for its answer while long searches are on all processors, and more wait."""
    with service() as served:
        position = document("butterfly")
        served.ask(position=position, limit={"simulations": 1})
        for _ in range(LONG_SEARCHES):
            served.send(position=position, limit={"time": 600})
        time.sleep(0.5)
        draw = random.Random(0)
        took = []
        for _ in range(QUICK_QUERIES):
            time.sleep(draw.uniform(0, 0.02))
            started = time.perf_counter()
            served.ask(position=position, limit={"time": 0.001})
            took.append(time.perf_counter() - started)
        served.send(action="terminate_all")
        yield _percentiles(f"quick query among {LONG_SEARCHES} long ones", took, None)


def _percentiles(label: str, seconds: list[float], goal: float | None) -> Row:
    ordered = sorted(seconds)
    last = ordered[min(len(ordered) - 1, round(0.99 * len(ordered)))]
    return {
        "measured": label,
        "queries": len(ordered),
        "p50 ms": 1000 * statistics.median(ordered),
        "p99 ms": 1000 * last,
        "most ms": 1000 * ordered[-1],
        **target(1000 * last, at_most=None if goal is None else 1000 * goal),
    }


def soak(queries: int, looks: int = 10) -> Iterator[Row]:
    """Ask all kinds of things so many times, wrong and terminated ones among them, and look now and then."""
    with service() as served:
        done = 0
        for look in range(looks + 1):
            for _ in range(queries // looks if look else 500):
                _send_something(served, done)
                done += 1
                if done > AT_ONCE:
                    served.answers.get()
            yield {"queries": done, **sizes(served.process.pid)}


def _send_something(served: Service, number: int) -> None:
    ids = game_ids(toys=False)
    position = DOCUMENTS.setdefault(ids[number % 5], document(ids[number % 5]))
    kind = number % 20
    if kind == 3:
        served.send(id=number, position=position, limit={"time": -1}, settings={"luck": 1})
    elif kind == 7:
        served.send(id=number, position=position, limit={"time": 600})
    elif kind == 8:
        served.send(id=number, action="terminate", query_id=number - 1)
    elif kind == 11:
        served.send(id=number, position={"game": "tic_tac_toe", "actions": ["b2"]}, action="solve")
    elif kind == 13:
        served.send(id=number, action="stats")
    else:
        served.send(id=number, position=position, limit={"simulations": 50}, include=["drawing"])


DOCUMENTS: dict[str, dict[str, Any]] = {}
PARTS = {"latency": latency, "rate": rate, "late": late, "quick": quick}


if __name__ == "__main__":
    taken = parser(__doc__, turns=200)
    taken.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    taken.add_argument("--soak", type=int, metavar="N", help="queries; memory is looked at ten times")
    arguments = taken.parse_args()
    chosen = arguments.parts or list(PARTS)
    if unknown := set(chosen) - set(PARTS):
        taken.error(f"there is no part {', '.join(unknown)}")
    rows = (row for part in chosen for row in PARTS[part](arguments.turns))
    show(rows if arguments.soak is None else soak(arguments.soak), form=arguments.form)
