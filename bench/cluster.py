"""What it costs to hand out the games of a match: time and bytes a task, by executor; and how long games are.

    python -m bench.cluster                  # all of it, half a minute
    python -m bench.cluster --machines 100   # and a model of so many machines from these figures

A task is a fixture that is sent and a game that comes back. Its overhead is measured with games that take next to no
time, played one task each. The Dask cluster is real: a scheduler and workers of their own, over TCP on this machine.
"""

from __future__ import annotations

import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import springtail as st
from bench.report import Row, parser, show
from springtail.executors import local
from springtail.matches.game import play
from springtail.matches.match import Match, make_match

TASKS, WARMING = 3000, 200
SEED = 1
GAMES_FOR_LENGTH = 20
PLAYER = {"spring_rally": "ismcts@300sims"}
OTHERS = "mcts@300sims"
CORES_A_MACHINE = 16
SECONDS_A_MOVE = (0.05, 0.2, 1.0)
TRIVIAL = st.game("nim", piles=(1,))


def overhead() -> Iterator[Row]:
    """Play games of one forced move on each executor."""
    with local(1) as here:
        yield _overhead("this process", here, {})
    with local(2) as processes:
        yield _overhead("2 local processes", processes, {})
    with dask(2) as (executor, running):
        yield _overhead("Dask, 2 workers", executor, running)


def _overhead(where: str, executor: Executor, running: Mapping[str, int]) -> Row:
    """Return what a task takes: wall time, and processor time of this process and of others by their ids."""
    match = make_match(TRIVIAL, ["random", "greedy"], seed=SEED)
    _play(match, executor, WARMING)
    before = _processor_ms(running)
    started = time.perf_counter()
    _play(match, executor, TASKS)
    took = 1000 * (time.perf_counter() - started) / TASKS
    spent = {name: (after - before[name]) / TASKS for name, after in _processor_ms(running).items()}
    return {"where": where, "tasks": TASKS, "wall ms a task": took, **spent}


def _play(match: Match, executor: Executor, tasks: int) -> None:
    for future in [executor.submit(play, match.fixture(number)) for number in range(tasks)]:
        future.result()


def _processor_ms(running: Mapping[str, int]) -> dict[str, float]:
    import psutil

    times = {name: psutil.Process(process).cpu_times() for name, process in {"client": os.getpid(), **running}.items()}
    return {f"{name} ms": 1000 * (found.user + found.system) for name, found in times.items()}


@contextmanager
def dask(workers: int) -> Iterator[tuple[Executor, dict[str, int]]]:
    """Give an executor on a cluster of its own, and the processes of scheduler and first worker."""
    from distributed import Client

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        program = [sys.executable, "-m", "distributed.cli."]
        common = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
        running = [subprocess.Popen([*program[:2], f"{program[2]}dask_scheduler", "--port", "0", *common], **quiet)]
        try:
            while not file.exists() or not file.read_text().endswith("}"):
                time.sleep(0.05)
            worker = [*program[:2], f"{program[2]}dask_worker", "--nthreads", "1", "--no-nanny", *common]
            running += [subprocess.Popen(worker, **quiet) for _ in range(workers)]
            with Client(json.loads(file.read_text())["address"]) as client:
                client.wait_for_workers(workers)
                yield client.get_executor(), {"scheduler": running[0].pid, "worker": running[1].pid}
        finally:
            for process in reversed(running):
                process.terminate()
                process.wait()


def lengths() -> Iterator[Row]:
    """Play some games of each game with the fewest and the most players."""
    for game_id in st.game_ids(toys=False):
        numbers = st.game(game_id).info.players
        for players in sorted({numbers[0], numbers[-1]}):
            yield _length(st.game(game_id, players=players), PLAYER.get(game_id, OTHERS))


def _length(game: st.Game, player: str) -> Row:
    match = make_match(game, [player], seed=SEED)
    fixtures = [match.fixture(number) for number in range(GAMES_FOR_LENGTH)]
    games = [play(fixture) for fixture in fixtures]
    moves = [sum(effort.moves for effort in played.efforts) for played in games]
    seconds = [sum(effort.seconds for effort in played.efforts) for played in games]
    return {
        "game": game.id,
        "players": game.players,
        "plies": statistics.fmean(len(played.record["actions"]) for played in games),
        "moves": statistics.fmean(moves),
        "bytes sent": round(statistics.fmean(len(pickle.dumps(fixture)) for fixture in fixtures)),
        "bytes back": round(statistics.fmean(len(pickle.dumps(played)) for played in games)),
        "bytes of log": round(statistics.fmean(len(json.dumps(played.to_dict())) for played in games)),
        "ms a move": 1000 * sum(seconds) / sum(moves),
    }


def model(machines: int, task_ms: float, games: list[Row]) -> Iterator[Row]:
    """Say what so many machines play, from what a task costs and how long games are.

    Client and scheduler are one thread each, so the one that needs more processor time a task bounds the rate.
    """
    cores = machines * CORES_A_MACHINE
    for row in games:
        for seconds in SECONDS_A_MOVE:
            game_seconds = seconds * float(row["moves"] or 0)
            rate, most = cores / game_seconds, 1000 / task_ms
            yield {
                "game": row["game"],
                "players": row["players"],
                "s a move": seconds,
                "s a game": game_seconds,
                "games an hour": round(3600 * min(rate, most)),
                "of the bound": rate / most,
                "MB an hour": 3600
                * min(rate, most)
                * (int(row["bytes sent"] or 0) + int(row["bytes back"] or 0))
                / 2**20,
            }


def main() -> None:
    """Print the tables."""
    taken = parser(__doc__)
    taken.add_argument("--machines", type=int, help=f"of {CORES_A_MACHINE} cores, one worker each core")
    arguments = taken.parse_args()
    costs = list(overhead())
    show(costs, form=arguments.form, packages=["distributed"])
    games = list(lengths())
    show(games, form=arguments.form)
    if arguments.machines is not None:
        busiest = max(float(costs[-1][f"{name} ms"] or 0) for name in ("client", "scheduler"))
        show(model(arguments.machines, busiest, games), form=arguments.form)


if __name__ == "__main__":
    main()
