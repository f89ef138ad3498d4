"""`solve`: limits, progress, Ctrl-C, and checkpoints from which a killed solve goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

import springtail as st

CONNECT_FOUR = st.game("connect_four")


def played(columns):
    state = CONNECT_FOUR.start()
    for column in columns:
        state.apply_action(column)
    return state


MIDDLE = "44444326556677"
"""Takes some 600,000 nodes."""
OPENING = "4444"
"""Takes minutes."""


def known(solution):
    """What does not depend on the clock."""
    return {name: value for name, value in solution.to_dict().items() if name != "time"}


def test_documents_are_solved_like_states():
    state = played(MIDDLE + "11")
    assert known(st.solve(state.to_dict(), "outcome")) == known(st.solve(state, "outcome"))


def test_the_margin_is_the_default():
    assert st.solve(st.game("nim", piles=(1, 2)).start()).objective == "margin"


@pytest.mark.parametrize("seed", range(8))
def test_where_there_is_chance_a_decided_game_is_worth_a_whole_win(seed):
    state, random = st.game("butterfly", nets="sparse").start(seed=seed), st.Random(seed)
    decisions = []
    while not state.is_terminal():
        decisions += [] if state.is_chance_node() else [state.clone()]
        actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    solution = st.solve(decisions[-1], "outcome", moves="all")
    assert all(line.score.returns in [(1, -1), (0, 0), (-1, 1)] for line in solution.moves)
    assert solution.value.returns == solution.moves[0].score.returns


@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.2])
def test_a_time_limit_is_kept(seconds):
    started = time.monotonic()
    solution = st.solve(played(OPENING), "outcome", st.Limit(time=seconds))
    took = time.monotonic() - started
    assert solution.stopped_by == "time"
    assert took < seconds + 0.25  # a few milliseconds, unless the machine is busy


def test_a_node_limit_is_met_exactly():
    assert st.solve(played(OPENING), "outcome", st.Limit(nodes=12_345)).nodes == 12_345


def test_progress_is_reported():
    seen = []
    st.solve(played(OPENING), "outcome", st.Limit(time=0.2), progress=seen.append, progress_every=0.03)
    assert len(seen) >= 2
    assert all(isinstance(solution, st.Solution) and solution.stopped_by is None for solution in seen)
    nodes = [solution.nodes for solution in seen]
    assert nodes == sorted(nodes)


def test_an_error_in_progress_comes_out():
    def fail(solution):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        st.solve(played(OPENING), "outcome", progress=fail, progress_every=0.0)


def test_the_solution_is_json():
    import json

    json.dumps(st.solve(played(MIDDLE), "outcome", st.Limit(nodes=1000)).to_dict(), allow_nan=False)
    json.dumps(
        st.solve(st.game("dice_race", target=30).start(), "margin", st.Limit(nodes=1000)).to_dict(), allow_nan=False
    )


@pytest.mark.parametrize("position", [{}, "{}", None, 3, b"\xff"])
def test_no_position_is_refused(position):
    with pytest.raises(st.InvalidPosition):
        st.solve(position)


def test_a_finished_game_is_refused():
    with pytest.raises(st.InvalidPosition, match="over"):
        st.solve(played("1212121"))


@pytest.mark.parametrize("settings", [{"progress_every": -1}, {"checkpoint_every": "1"}, {"objective": 3}])
def test_wrong_arguments_are_refused(settings):
    with pytest.raises(st.InvalidOptions):
        st.solve(played(MIDDLE), **settings)


def test_a_wrong_limit_is_refused():
    with pytest.raises(st.InvalidLimit):
        st.solve(played(MIDDLE), limit=3)


def test_a_solve_in_pieces_ends_like_a_whole_one(tmp_path):
    whole, file = st.solve(played(MIDDLE), "outcome"), tmp_path / "solve"
    pieces = 0
    while True:
        solution = st.solve(played(MIDDLE), "outcome", st.Limit(nodes=150_000), checkpoint=file)
        pieces += 1
        if solution.stopped_by == "proof":
            break
    assert pieces > 2
    assert known(solution) == known(whole)


def test_a_finished_checkpoint_answers_at_once(tmp_path):
    file = tmp_path / "solve"
    first = st.solve(played(MIDDLE), "outcome", checkpoint=file)
    again = st.solve(played(MIDDLE), "outcome", st.Limit(nodes=1), checkpoint=str(file))
    assert known(again) == known(first)
    assert again.time >= first.time


def test_a_solve_with_chance_goes_on_too(tmp_path):
    state, file = st.game("dice_race", target=30).start(), tmp_path / "solve"
    whole = st.solve(state, "outcome")
    while (solution := st.solve(state, "outcome", st.Limit(nodes=20_000), checkpoint=file)).stopped_by != "proof":
        pass
    assert known(solution) == known(whole)


def test_a_solve_by_guesses_at_the_margin_goes_on_too(tmp_path, played_on):
    state, file = played_on(st.game("butterfly", nets="none"), 14, st.Random(2)), tmp_path / "solve"
    whole, pieces = st.solve(state, "margin"), 0
    while (
        solution := st.solve(state, "margin", st.Limit(nodes=whole.nodes // 5), checkpoint=file)
    ).stopped_by != "proof":
        pieces += 1
    assert pieces > 2
    assert known(solution) == known(whole)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_a_killed_solve_goes_on_from_its_checkpoint(tmp_path):
    file = tmp_path / "solve"
    code = (
        "import springtail as st\n"
        "state = st.game('connect_four').start()\n"
        f"for column in {MIDDLE!r}: state.apply_action(column)\n"
        f"st.solve(state, 'outcome', checkpoint={str(file)!r}, checkpoint_every=0.02)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code])
    try:
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline and (not file.exists() or file.stat().st_size < 2**20):
            time.sleep(0.01)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    whole = st.solve(played(MIDDLE), "outcome")
    solution = st.solve(played(MIDDLE), "outcome", checkpoint=file)
    assert known(solution) == known(whole)


@pytest.mark.parametrize(
    ("position", "settings", "named"),
    [
        (played(MIDDLE + "1"), {}, "position"),
        (played(MIDDLE), {"objective": "margin"}, "objective"),
        (played(MIDDLE), {"moves": "all"}, "moves"),
        (played(MIDDLE), {"limit": st.Limit(memory_mb=16)}, "memory_mb"),
        (st.game("nim").start(), {}, "game"),
    ],
)
def test_a_checkpoint_of_something_else_is_refused(tmp_path, position, settings, named):
    file = tmp_path / "solve"
    st.solve(played(MIDDLE), "outcome", st.Limit(nodes=1000), checkpoint=file)
    content = file.read_bytes()
    with pytest.raises(st.InvalidCheckpoint, match=named):
        st.solve(position, **({"objective": "outcome"} | settings), checkpoint=file)
    assert file.read_bytes() == content


def test_a_checkpoint_of_other_options_is_refused(tmp_path):
    file = tmp_path / "solve"
    st.solve(st.game("nim", piles=(3, 4)).start(), checkpoint=file)
    with pytest.raises(st.InvalidCheckpoint, match="options"):
        st.solve(st.game("nim", piles=(3, 5)).start(), checkpoint=file)


def test_a_checkpoint_of_another_version_is_refused(tmp_path, monkeypatch):
    file = tmp_path / "solve"
    st.solve(played(MIDDLE), "outcome", st.Limit(nodes=1000), checkpoint=file)
    monkeypatch.setattr("springtail.solvers.endgame.version", lambda name: "0.0.0")
    with pytest.raises(st.InvalidCheckpoint, match="version"):
        st.solve(played(MIDDLE), "outcome", checkpoint=file)


def test_a_folder_that_is_not_there_is_found_out_at_once(tmp_path):
    started = time.monotonic()
    with pytest.raises(OSError, match="No such file"):
        st.solve(played(OPENING), "outcome", st.Limit(time=20), checkpoint=tmp_path / "none" / "solve")
    assert time.monotonic() - started < 5


@pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")
def test_ctrl_c_answers_with_what_was_proven():
    code = (
        "import springtail as st\n"
        "state = st.game('connect_four').start()\n"
        f"for column in {OPENING!r}: state.apply_action(column)\n"
        "print('ready', flush=True)\n"
        "solution = st.solve(state, 'outcome')\n"
        "print(solution.stopped_by, solution.nodes > 0)\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.3)
    asked = time.monotonic()
    process.send_signal(signal.SIGINT)
    answer, _ = process.communicate(timeout=30)
    assert answer == "interrupt True\n"
    assert time.monotonic() - asked < 5
    assert os.waitstatus_to_exitcode(0) == process.returncode
