"""Whole matches, in this process and on others."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from scenes.players import broken, cheat, deadly, first, last

import springtail as st
from springtail.matches.log import read_log
from springtail.matches.report import Report
from springtail.matches.runner import Progress
from springtail.matches.sprt import Sprt

TIC = st.game("tic_tac_toe")


def lines(path: Path) -> list[bytes]:
    """Return the lines of a log by number, without the seconds."""
    found = []
    for line in path.read_bytes().splitlines():
        fields = json.loads(line)
        if "match" in fields:
            del fields["match"]["seconds"]
        found.append((fields.get("match", {}).get("number", -1), json.dumps(fields).encode()))
    return [line for _, line in sorted(found)]


def told(found: Report) -> dict[str, Any]:
    """Return a report without the seconds."""
    whole = found.to_dict()
    for standing in whole["standings"]:
        del standing["seconds"]
    return whole


def test_a_match_is_the_same_on_one_process_on_many_and_on_threads(tmp_path: Path) -> None:
    game, players = st.game("butterfly", players=3), ["mcts@30sims", "greedy", "random"]

    def play(name: str, **how: Any) -> tuple[list[bytes], dict[str, Any]]:
        found = st.match(game, players, games=18, seed=3, log=tmp_path / name, **how)
        return lines(tmp_path / name), told(found)

    alone = play("alone")
    assert alone == play("processes", processes=2)
    with ThreadPoolExecutor(3) as threads:
        assert alone == play("threads", executor=threads)
    assert len(alone[0]) == 19


def test_a_match_goes_on_from_its_log_and_can_be_made_longer(tmp_path: Path) -> None:
    log, whole = tmp_path / "log", tmp_path / "whole"
    st.match(TIC, ["mcts@50sims", "random"], games=10, log=log)
    found = st.match(TIC, ["mcts@50sims", "random"], games=23, log=log)
    st.match(TIC, ["mcts@50sims", "random"], games=23, log=whole)
    assert len(found.games) == 24
    assert lines(log) == lines(whole)


def test_the_better_player_wins_more_and_seats_cancel() -> None:
    found = st.match(TIC, ["random", "mcts@300sims"], games=40)
    weak, strong = found.standings
    assert strong.win_share is not None and weak.win_share is not None
    assert strong.win_share.low > 0.6 > weak.win_share.high
    assert strong.win_share.value + weak.win_share.value == pytest.approx(1)
    assert found.elo is not None and found.elo.high is not None and found.elo.high < 0
    assert found.rank_test is not None and found.rank_test.p_value < 0.01
    assert found.seats[0] > found.seats[1]
    assert (weak.simulations, strong.nodes > 0) == (0, True)


def test_ties_are_the_games_that_more_than_one_seat_wins() -> None:
    assert st.match(TIC, ["alphabeta@9plies"], games=4).ties == 1.0
    found = st.match(TIC, ["mcts@50sims", "random"], games=40)
    assert found.ties == sum(game.winners == (0, 1) for game in found.games) / 40
    assert 0 < found.ties < 1


def test_a_game_that_a_fault_ends_is_no_tie() -> None:
    found = st.match(st.game("spring_rally", players=3), {"cheat": cheat}, games=3)
    assert [len(game.winners) for game in found.games] == [2, 2, 2]
    assert found.ties is None


def test_faults_are_counted_apart_and_do_not_end_the_match() -> None:
    found = st.match(TIC, {"broken": broken, "cheat": cheat, "first": first}, games=12)
    faults = {standing.player: standing.faults for standing in found.standings}
    assert faults["broken"] == {"crash": 6, "illegal": 0, "time": 0}
    assert faults["cheat"] == {"crash": 0, "illegal": 6, "time": 0}
    assert faults["first"] == {"crash": 0, "illegal": 0, "time": 0}
    assert [standing.win_share.value for standing in found.standings if standing.win_share][2] == 1.0
    assert (found.stopped_by, len(found.games), found.void) == ("games", 12, 0)


def test_a_game_whose_process_dies_is_void_and_the_others_are_played() -> None:
    players = {"deadly": deadly, "first": first, "last": last}
    found = st.match(TIC, players, games=6, pairing=[[1, 2], [0, 1], [1, 2]], processes=2)
    assert {game.end for game in found.games if "deadly" in game.players} == {"void"}
    assert {game.end for game in found.games if "deadly" not in game.players} == {"over"}
    assert (len(found.games), found.void, len(found.sets)) == (6, 2, 2)
    assert found.standings[0].win_share is None


def test_a_test_ends_the_match_at_the_same_pair_on_one_process_and_on_many(tmp_path: Path) -> None:
    def play(**how: Any) -> Report:
        return st.match(TIC, ["mcts@200sims", "random"], games=2000, sprt=Sprt(0, 100), **how)

    found = play(log=tmp_path / "log")
    assert (found.stopped_by, found.verdict and found.verdict.decision) == ("sprt", "elo1")
    assert 4 < len(found.games) < 400
    assert play(processes=2).verdict == found.verdict
    again = play(log=tmp_path / "log")
    assert (again.verdict, len(again.games)) == (found.verdict, len(found.games))


def test_a_test_is_for_two_players() -> None:
    with pytest.raises(st.Unsupported, match="sprt: tests one player against another at two seats"):
        st.match(TIC, ["random", "greedy", "mcts@9sims"], games=2, sprt=Sprt())


def test_progress_is_reported_after_each_game(tmp_path: Path) -> None:
    st.match(TIC, ["random", "greedy"], games=4, log=tmp_path / "log")
    reports: list[Progress] = []
    st.match(TIC, ["random", "greedy"], games=10, log=tmp_path / "log", report=reports.append)
    assert [report.games for report in reports] == [5, 6, 7, 8, 9, 10]
    assert {report.of for report in reports} == {10}
    assert reports[-1].seconds_left == 0
    assert all(report.rate > 0 for report in reports)


def test_ctrl_c_ends_the_match_with_what_was_played() -> None:
    def stop(progress: Progress) -> None:
        if progress.games == 5:
            raise KeyboardInterrupt

    found = st.match(TIC, ["random", "greedy"], games=10, report=stop)
    assert (found.stopped_by, len(found.games), len(found.sets)) == ("interrupt", 5, 2)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_the_search_that_ctrl_c_hits_is_not_taken_for_a_move() -> None:
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        found = st.match(st.game("connect_four"), ["mcts@60s", "random"], games=2)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert (found.stopped_by, len(found.games)) == ("interrupt", 0)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"games": 0}, "games: must be a whole number above 0"),
        ({"processes": 0}, "processes: must be a whole number from 1"),
        ({"in_flight": -1}, "in_flight: must be"),
        ({"seed": -1}, "seed: must be"),
        ({"timeout": 0}, "timeout: must be"),
        ({"players": ["random", "random"]}, "players: 'random' is there twice"),
        ({"players": "random"}, "players: must be a list"),
        ({"players": []}, "players: a match needs at least one"),
        ({"game": "tic_tac_toe"}, "game: must be a springtail.Game"),
        ({"players": [lambda view: "", "random"], "processes": 2}, "cannot be pickled"),
    ],
)
def test_a_wrong_argument_is_named_before_anything_is_played(
    tmp_path: Path, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(st.SpringtailError) as caught:
        st.match(**({"game": TIC, "players": ["random", "greedy"], "games": 2, "log": tmp_path / "log"} | wrong))
    assert message in str(caught.value)
    assert not (tmp_path / "log").exists()


class Deserting(Executor):
    """An executor that gives up after some tasks."""

    def __init__(self, tasks: int) -> None:
        self._left = tasks

    def submit(self, task: Any, /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self._left -= 1
        if self._left < 0:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_result(task(*args, **named))
        return future


def test_an_executor_that_gives_up_is_told_and_the_log_has_the_games_before(tmp_path: Path) -> None:
    with pytest.raises(ConnectionError, match="executor: it gave up game 3; the log has all games before"):
        st.match(TIC, ["random", "greedy"], games=10, log=tmp_path / "log", executor=Deserting(3), in_flight=2)
    assert len(read_log(tmp_path / "log")[1]) == 3


def test_a_pool_of_somebody_else_that_breaks_is_told(tmp_path: Path) -> None:
    with (
        ProcessPoolExecutor(1, get_context("spawn")) as pool,
        pytest.raises(ConnectionError, match="executor: it broke in game 0"),
    ):
        st.match(TIC, [deadly, "random"], games=4, log=tmp_path / "log", executor=pool)


COMMAND = [sys.executable, "-m", "springtail", "match", "--game", "connect_four", "mcts@400sims", "random"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_match_killed_at_any_moment_goes_on_to_the_same_games(tmp_path: Path) -> None:
    whole, log = tmp_path / "whole.jsonl", tmp_path / "log.jsonl"
    st.match(st.game("connect_four"), ["mcts@400sims", "random"], games=40, log=whole)
    moments = random.Random(5)
    kills = 0
    for _ in range(30):
        arguments = [*COMMAND, "--games", "40", "--log", str(log), "--processes", str(moments.choice([1, 2]))]
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        began = log.stat().st_size if log.exists() else 0
        while process.poll() is None and (log.stat().st_size if log.exists() else 0) <= began:
            time.sleep(0.005)
        time.sleep(moments.uniform(0, 0.1))
        process.kill()
        process.wait()
        kills += process.returncode == -signal.SIGKILL
        if len(lines_so_far(log)) == 41:
            break
    st.match(st.game("connect_four"), ["mcts@400sims", "random"], games=40, log=log)
    assert kills >= 2
    assert lines(log) == lines(whole)


def lines_so_far(log: Path) -> list[bytes]:
    """Return the whole lines of a log."""
    return log.read_bytes().split(b"\n")[:-1]


def processes_of(session: int) -> list[int]:
    """Return the processes of a session (Linux)."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="/proc as Linux has it")
def test_the_workers_of_a_match_that_was_killed_end(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "--games", "4000", "--log", str(log), "--processes", "2"], start_new_session=True
    )
    while not log.exists() or len(lines_so_far(log)) < 3:
        time.sleep(0.01)
    assert len(processes_of(process.pid)) >= 3
    process.kill()
    process.wait()
    deadline = time.monotonic() + 20
    while processes_of(process.pid) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert processes_of(process.pid) == []


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(("sent", "processes"), [(signal.SIGINT, 2), (signal.SIGTERM, 1), (signal.SIGTERM, 2)])
def test_signals_end_a_match_with_the_table_so_far(tmp_path: Path, sent: signal.Signals, processes: int) -> None:
    log = tmp_path / "log.jsonl"
    process = subprocess.Popen(
        [*COMMAND, "--games", "100000", "--log", str(log), "--processes", str(processes), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not log.exists() or len(lines_so_far(log)) < 5:
        time.sleep(0.01)
    if sent == signal.SIGINT:
        os.killpg(process.pid, sent)  # as a terminal does
    else:
        process.send_signal(sent)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    found = json.loads(out)
    assert found["stopped_by"] == "interrupt"
    assert 4 <= found["games"] == len(read_log(log)[1]) < 100000
