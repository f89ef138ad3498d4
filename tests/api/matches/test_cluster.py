"""Matches, analyses and solutions on a cluster: a scheduler and workers as processes of their own, over TCP."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scenes.players import deadly

import springtail as st
from springtail.matches.log import read_log
from springtail.matches.runner import Progress

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install springtail[cluster]")

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX"),
]

TESTS = Path(__file__).parents[2]
GAME = st.game("connect_four")
PLAYERS = ["mcts@300sims", "random"]
GAMES = 120
SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",
    "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "3s",  # how long a dead worker is asked for what it has
}
"""Of Dask, so that tests are short."""


class Cluster:
    """A scheduler, and workers that come and go."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._processes: list[subprocess.Popen[bytes]] = []
        self._run("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0")

    @property
    def address(self) -> str:
        """Where the scheduler listens, once it does."""
        wait_until(lambda: self._file.exists() and self._file.read_text().endswith("}"))
        address: str = json.loads(self._file.read_text())["address"]
        return address

    def add_worker(self) -> subprocess.Popen[bytes]:
        """Start a worker; it takes tasks as soon as it has found the scheduler."""
        return self._run("dask_worker", "--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--no-dashboard")

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--scheduler-file", str(self._file), *arguments]
        with (self._folder / f"{program}.log").open("ab") as log:
            process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env=os.environ | {"PYTHONPATH": str(TESTS), **SETTINGS},
            )
        self._processes.append(process)
        return process

    def close(self) -> None:
        """End all processes that still run."""
        for process in reversed(self._processes):
            process.kill()
            process.wait()


def wait_until(holds: Callable[[], Any], seconds: float = 60) -> None:
    """Wait for something to happen."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.02)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster with two workers."""
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    try:
        made.add_worker()
        made.add_worker()
        yield made
    finally:
        made.close()


@pytest.fixture
def client(cluster: Cluster) -> Iterator[Any]:
    """A client of the cluster with two workers at least."""
    with distributed.Client(cluster.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The log of the match, played in this process."""
    path = tmp_path_factory.mktemp("whole") / "log.jsonl"
    st.match(GAME, PLAYERS, games=GAMES, log=path)
    return lines(path)


def lines(path: Path) -> list[str]:
    """Return the games of a log by number, without the seconds."""
    games = [played.to_dict() for played in read_log(path)[1]]
    for game in games:
        del game["match"]["seconds"]
    return [json.dumps(game) for game in games]


def test_a_worker_that_is_killed_costs_no_game_and_one_that_joins_late_plays(
    cluster: Cluster, client: Any, tmp_path: Path
) -> None:
    def first(view: st.State) -> str:
        (tmp_path / str(os.getpid())).touch()
        return view.legal_actions()[0]

    def disturb(progress: Progress) -> None:
        if not late and progress.games >= 10 and (tmp_path / str(victim.pid)).exists():
            victim.send_signal(signal.SIGKILL)
            late.append(cluster.add_worker())
            client.wait_for_workers(4 - bool(victim.wait()), timeout=60)

    victim, late = cluster.add_worker(), list[subprocess.Popen[bytes]]()
    client.wait_for_workers(3, timeout=60)
    players, log = {"mcts": "mcts@300sims", "first": first}, tmp_path / "log"
    found = st.match(GAME, players, games=GAMES, log=log, executor=client.get_executor(), in_flight=20, report=disturb)
    assert (found.stopped_by, found.void) == ("games", 0)
    st.match(GAME, players, games=GAMES, log=tmp_path / "whole")
    assert lines(log) == lines(tmp_path / "whole")
    assert (tmp_path / str(late[0].pid)).exists()  # and the victim had played when it was killed


def test_a_client_that_is_killed_comes_back_and_goes_on_from_the_log(
    cluster: Cluster, client: Any, whole: list[str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    command = [sys.executable, "-m", "springtail", "match", "--game", "connect_four", *PLAYERS, "--games", str(GAMES)]
    command += ["--log", str(log), "--scheduler", cluster.address, "--json"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    wait_until(lambda: log.exists() and log.read_bytes().count(b"\n") > 10)
    process.kill()
    process.wait()
    assert len(read_log(log)[1]) < GAMES
    done = subprocess.run(command, capture_output=True, timeout=120)
    assert json.loads(done.stdout)["games"] == GAMES
    assert lines(log) == whole


def test_a_game_that_kills_its_workers_is_void(cluster: Cluster, client: Any) -> None:
    for _ in range(2):
        cluster.add_worker()
    client.wait_for_workers(4, timeout=60)
    found = st.match(
        GAME, {"deadly": deadly, "random": "random"}, games=1, pairing=[[0, 0]], executor=client.get_executor()
    )
    assert [game.end for game in found.games] == ["void"]
    assert "deadly" in found.games[0].players


def test_analyses_and_solutions_are_the_same_on_a_cluster(client: Any) -> None:
    def known(found: Any) -> list[Any]:
        return [{name: value for name, value in one.to_dict().items() if name != "time"} for one in found]

    state = GAME.start()
    positions = []
    for action in "444443266235":
        state.apply_action(action)
        positions.append(state.clone())
    limit = st.Limit(simulations=300)
    there = st.analyse_many(positions, limit, executor=client.get_executor())
    assert known(there) == known(st.analyse_many(positions, limit))
    few = st.Limit(nodes=5000)
    there = st.solve_many(positions, "outcome", few, executor=client.get_executor())
    assert known(there) == known(st.solve_many(positions, "outcome", few))
