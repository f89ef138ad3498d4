"""How many ways there are to play on, pinned: a change of the rules shows here. The plain game counts the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reference.spring import Spring as Reference

import springtail as st

TRACES = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "conformance" / "spring.jsonl").read_text("utf-8").splitlines()
]
PINNED: list[tuple[int, int, list[int]]] = [
    (0, 0, [8, 62, 338, 676, 5088, 36980]),
    (0, 6, [13, 104, 679, 8541, 64942]),
    (0, 12, [7, 45, 264, 1398, 6570, 26730]),
    (0, 13, [7, 44, 246, 1206, 5070, 17640]),
    (1, 16, [7, 32, 160, 1040, 5329, 62066]),
    (1, 52, [26, 511, 10609, 235390]),
    (2, 12, [7, 45, 264, 1398, 6570, 26730]),
    (3, 6, [9, 63, 281, 2901, 18476, 82442]),
    (3, 13, [6, 33, 165, 738, 2880, 9450]),
    (4, 14, [7, 45, 264, 1398, 6570, 26730]),
    (5, 7, [8, 21, 176, 1352, 5179, 53820]),
    (5, 19, [6, 31, 135, 480, 1320, 2520]),
    (6, 17, [7, 45, 265, 1422, 6890, 29730]),
    (7, 15, [13, 104, 692, 8526, 63055]),
    (7, 50, [35, 1011, 29559, 677460]),
]
"""A trace, how many of its plies are played, and the counts 1, 2, ... plies later."""
SLOWLY = 800
"""Counts up to here are made by the plain rules."""


def plain_perft(game: Reference, depth: int) -> int:
    actions = [kind for kind, _ in game.chance_outcomes()] or game.legal_actions()
    if depth == 0 or not actions:
        return 1
    count = 0
    for action in actions:
        child = game.clone()
        child.apply_action(action)
        count += plain_perft(child, depth - 1)
    return count


def played(trace: dict[str, Any], plies: int) -> list[str]:
    actions: list[str] = trace["actions"]
    return actions[:plies]


@pytest.mark.parametrize(("trace", "plies", "counts"), PINNED)
def test_perft(trace, plies, counts):
    state = st.game("spring", **TRACES[trace]["options"]).start()
    for action in played(TRACES[trace], plies):
        state.apply_action(action)
    assert [st.perft(state, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(("trace", "plies", "counts"), PINNED)
def test_perft_of_the_plain_game(trace, plies, counts):
    plain = Reference(**TRACES[trace]["options"])
    for action in played(TRACES[trace], plies):
        plain.apply_action(action)
    few = [count for count in counts if count <= SLOWLY]
    assert [plain_perft(plain, depth + 1) for depth in range(len(few))] == few
