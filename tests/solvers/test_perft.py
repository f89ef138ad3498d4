"""Perft: counts that are pinned, counted again in Python, and wrong arguments."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import springtail as st

GOLDEN = json.loads((Path(__file__).parents[1] / "golden" / "perft.json").read_text("utf-8"))
"""Records with `perft`, the counts at depth 1, 2, ... after their last action."""
SLOWLY = 3000
"""Counts up to here are made again in Python."""


def beginning(row: dict[str, Any]) -> st.State:
    """Return the position that the counts of a golden row are for."""
    state = st.load({name: value for name, value in row.items() if name != "perft"})
    assert isinstance(state, st.State)
    return state


def slow_perft(state: st.State, depth: int) -> int:
    """Count by the public methods of State alone."""
    if depth == 0:
        return 1
    branches = [outcome for outcome, _ in state.chance_outcomes()] or state.legal_actions()
    return sum(slow_perft(state.child(action), depth - 1) for action in branches)


def name(row: dict[str, Any]) -> str:
    return f"{row['game']} after {len(row['actions'])}"


@pytest.mark.parametrize("row", GOLDEN, ids=name)
def test_the_counts_are_those_that_are_pinned(row: dict[str, Any]) -> None:
    state = beginning(row)
    assert [st.perft(state, depth) for depth in range(1, len(row["perft"]) + 1)] == row["perft"]


@pytest.mark.parametrize("row", GOLDEN, ids=name)
def test_counting_slowly_gives_the_same(row: dict[str, Any]) -> None:
    state = beginning(row)
    counts = [count for count in row["perft"] if count <= SLOWLY]
    assert [slow_perft(state, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("row", GOLDEN, ids=name)
def test_the_counts_after_each_action_add_up(row: dict[str, Any]) -> None:
    state = beginning(row)
    divided = st.perft_divide(state, 3)
    assert list(divided) == (sorted(outcome for outcome, _ in state.chance_outcomes()) or state.legal_actions())
    assert sum(divided.values()) == row["perft"][2]


def test_at_depth_zero_there_is_one_way() -> None:
    assert st.perft(st.game("connect_four").start(), 0) == 1


def test_a_game_that_is_over_counts_only_when_the_last_ply_ends_it() -> None:
    state = st.load({"game": "connect_four", "actions": list("121212")})
    assert st.perft_divide(state, 1)["1"] == 1
    assert st.perft_divide(state, 2)["1"] == 0
    assert st.perft(state.child("1"), 0) == 1
    assert st.perft(state.child("1"), 1) == 0


def test_beyond_the_longest_game_there_is_nothing() -> None:
    assert st.perft(st.game("connect_four").start(), 2**31 - 1) == 0


def test_the_state_stays_as_it_is() -> None:
    state = st.game("dice_race").start(seed=1)
    before = state.clone()
    st.perft(state, 5)
    assert state == before


def test_a_deal_cannot_be_counted() -> None:
    state = st.game("whist").start(seed=1)
    with pytest.raises(st.TooManyOutcomes, match="whist has a deal 0 plies from here"):
        st.perft(state, 1)
    with pytest.raises(st.TooManyOutcomes):
        st.perft_divide(state, 1)


@pytest.mark.parametrize("depth", [-1, 2**31, 1.0, True, None, "3"])
def test_a_wrong_depth_is_refused(depth: Any) -> None:
    with pytest.raises(st.InvalidLimit, match="depth: must be a whole number from 0"):
        st.perft(st.game("connect_four").start(), depth)


def test_a_division_needs_a_ply() -> None:
    with pytest.raises(st.InvalidLimit, match="depth: must be a whole number from 1"):
        st.perft_divide(st.game("connect_four").start(), 0)


def test_only_a_state_can_be_counted() -> None:
    with pytest.raises(st.InvalidPosition, match="state: must be a State, not dict"):
        st.perft({"game": "connect_four"}, 1)  # type: ignore[arg-type]


def test_ctrl_c_ends_the_count() -> None:
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        st.perft(st.game("connect_four").start(), 30)


def test_other_threads_run_meanwhile() -> None:
    state = st.game("connect_four").start()
    ticks = []
    counting = threading.Thread(target=st.perft, args=(state, 9))
    counting.start()
    while counting.is_alive():
        ticks.append(time.monotonic())
        time.sleep(0.001)
    assert len(ticks) > 5
