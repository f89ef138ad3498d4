"""Many positions on several processes, and on executors of somebody else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import springtail as st
from springtail.command_line.random_game import random_game
from springtail.solvers.analysis import Analysis
from springtail.solvers.solution import Solution

SHORT = st.Limit(simulations=200)


def known(found: Analysis | Solution) -> dict[str, Any]:
    """Return what does not depend on the clock."""
    return {name: value for name, value in found.to_dict().items() if name != "time"}


@pytest.fixture
def positions() -> list[Any]:
    """Positions of several games: states, an observation, and a document."""
    decisions = [
        next(state for state in random_game(st.game(game_id), 3) if state.current_player() >= 0)
        for game_id in ("butterfly", "spring_rally", "spring_on_a_string", "dice_race")
    ]
    return [*decisions, decisions[1].observation(decisions[1].current_player()), decisions[0].to_dict()]


@pytest.fixture
def endings() -> list[st.State]:
    """Positions of connect four that are solved at once."""
    positions = list(random_game(st.game("connect_four"), 8))
    return positions[-8:-1]


def test_analyses_are_the_same_on_one_process_on_many_and_on_threads(positions: list[Any]) -> None:
    alone = [known(found) for found in st.analyse_many(positions, SHORT, seed=5)]
    assert len(alone) == len(positions)
    assert [known(found) for found in st.analyse_many(positions, SHORT, seed=5, processes=2)] == alone
    with ThreadPoolExecutor(3) as threads:
        assert [known(found) for found in st.analyse_many(positions, SHORT, seed=5, executor=threads)] == alone


def test_solutions_are_the_same_on_one_process_on_many_and_on_threads(endings: list[st.State]) -> None:
    alone = [known(found) for found in st.solve_many(endings, "outcome", moves="all")]
    assert alone == [known(st.solve(state, "outcome", moves="all")) for state in endings]
    assert [known(found) for found in st.solve_many(endings, "outcome", moves="all", processes=2)] == alone
    with ThreadPoolExecutor(3) as threads:
        assert [known(found) for found in st.solve_many(endings, "outcome", moves="all", executor=threads)] == alone


@pytest.mark.parametrize("many", [lambda given: st.analyse_many(given, SHORT), st.solve_many])
def test_a_wrong_position_is_refused_before_anything_runs(many: Any, endings: list[st.State]) -> None:
    with pytest.raises(st.InvalidPosition, match="game: missing"):
        many([*endings, {}])


def test_a_wrong_setting_is_told_from_other_processes_too(endings: list[st.State]) -> None:
    with pytest.raises(st.InvalidOptions, match="mcts has no setting 'cleverness'"):
        st.analyse_many(endings, SHORT, solver="mcts", cleverness=9, processes=2)


@pytest.mark.parametrize("processes", [0, -1, True, 1.5, "2", 10**9])
def test_a_wrong_number_of_processes_is_named(processes: Any, endings: list[st.State]) -> None:
    with pytest.raises(st.InvalidOptions, match="processes: must be a whole number from 1"):
        st.analyse_many(endings, SHORT, processes=processes)


def test_nothing_is_analysed_on_nothing() -> None:
    assert st.analyse_many([], SHORT, processes=2) == []


class Endless(Executor):
    """Finishes one task; somebody presses Ctrl-C while another one goes on."""

    def __init__(self) -> None:
        self._tasks = 0

    def submit(self, task: Any, /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._tasks += 1
        if self._tasks == 1:
            future.set_result(task(*args, **named))
        elif self._tasks == 2:
            threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
        return future


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_keeps_the_answers_of_others(endings: list[st.State]) -> None:
    found = st.solve_many(endings, "outcome", executor=Endless())
    assert [solution.status for solution in found] == ["solved"]


def test_an_executor_whose_process_died_is_told(endings: list[st.State]) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        worker = pool.submit(os.getpid).result()
        os.kill(worker, signal.SIGTERM)
        with pytest.raises(ConnectionError, match="executor: it gave up task 0"):
            for _ in range(100):  # until the pool has noticed
                st.solve_many(endings, executor=pool)
                time.sleep(0.05)


def test_a_script_without_a_guard_is_told_what_it_needs(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import springtail as st\nst.solve_many([st.game('nim').start()] * 2, processes=2)\n", encoding="utf-8"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60)
    assert "Unsupported: processes: they cannot start; more than 1 need a script in a file" in done.stderr
