"""Sommermorgen looks the same when it is turned by a spoke or mirrored."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from scenes.spinnentwist import after, fields_of, perft, scene

import springtail as st

SPOKES = "abcdefghij"
Relabel = Callable[[str], str]


def relabelled(image: str) -> Relabel:
    """Return what puts the spokes of `image` in the place of a to j, in any text of points."""
    spokes = dict(zip(SPOKES, image, strict=True))
    return lambda text: re.sub(r"[a-j](?=\d)", lambda found: spokes[found[0]], text)


TURNED = relabelled(SPOKES[1:] + SPOKES[0])
MIRRORED = relabelled(SPOKES[0] + SPOKES[:0:-1])


def place(fields: Any) -> st.State:
    return st.game("spinnentwist").position({"state": fields})


@pytest.mark.parametrize("relabel", [TURNED, MIRRORED], ids=["turned", "mirrored"])
@pytest.mark.parametrize("seed", range(10))
def test_the_same_is_legal_up_to_relabelling(relabel, seed):
    random = st.Random(seed)
    state = st.game("spinnentwist").start()
    twin = state.clone()
    while not state.is_terminal():
        assert twin.current_player() == state.current_player()
        assert twin.legal_actions() == sorted(map(relabel, state.legal_actions()))
        actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
        action = actions[random.below(len(actions))]
        state.apply_action(action)
        twin.apply_action(relabel(action))
    assert twin.scores() == state.scores()
    assert twin.is_terminal()


@pytest.mark.parametrize("relabel", [TURNED, MIRRORED], ids=["turned", "mirrored"])
def test_relabelled_positions_have_the_same_perft(relabel):
    state = after(scene(["a4", "c3", "h1"], ["c5", "d2", "i5"], female="b2", mover=1), "d2-c2")
    twin = place(json.loads(relabel(json.dumps(fields_of(state)))))
    assert [perft(twin, depth) for depth in range(1, 5)] == [perft(state, depth) for depth in range(1, 5)]
