"""Nim against the theorem about it."""

from functools import reduce
from operator import xor

import pytest

import springtail as st


def mover_wins(state, known):
    """Whether the mover wins, by looking at all play from here."""
    if state.key not in known:
        known[state.key] = any(
            child.is_terminal() or not mover_wins(child, known) for child in map(state.child, state.legal_actions())
        )
    return known[state.key]


def all_positions(state, found):
    if state.key not in found:
        found[state.key] = state
        for action in state.legal_actions():
            all_positions(state.child(action), found)
    return found


@pytest.mark.parametrize("piles", [(3, 4, 5), (1,), (2, 2), (1, 1, 1, 1, 1, 1, 1, 1), (7, 2, 4)])
def test_the_mover_wins_just_when_the_sum_without_carry_is_not_zero(piles):
    known = {}
    positions = all_positions(st.game("nim", piles=piles).start(), {})
    for state in positions.values():
        if not state.is_terminal():
            sizes = state.to_dict()["state"]["piles"]
            assert mover_wins(state, known) == (reduce(xor, sizes) != 0)


def test_an_action_takes_from_one_pile():
    state = st.game("nim").start()
    state.apply_action("b2")
    assert state.to_dict()["state"] == {"piles": [3, 2, 5], "mover": 1}
    assert state.legal_actions() == ["a1", "a2", "a3", "b1", "b2", "c1", "c2", "c3", "c4", "c5"]


def test_whoever_takes_the_last_wins():
    state = st.game("nim", piles=[1, 1]).start()
    for action in ("a1", "b1"):
        state.apply_action(action)
    assert state.winners() == [1]
    assert state.scores() == [0, 1]
    assert state.returns() == [-1, 1]


def test_piles_may_be_a_list_as_json_has_it():
    assert st.game("nim", piles=[3, 4, 5]) == st.game("nim")
    state = st.game("nim", piles=[15] * 8).start()
    assert st.load({**state.to_dict()}) == state
    assert len(state.legal_actions()) == 120


@pytest.mark.parametrize("piles", [[], [0], [16], [1] * 9, [True], ["3"], 3, None, "345", [3.0], {}])
def test_piles_that_cannot_be_are_refused(piles):
    with pytest.raises(st.InvalidOptions, match="piles"):
        st.game("nim", piles=piles)


def test_a_position_names_all_that_is_wrong():
    with pytest.raises(st.InvalidPosition) as error:
        st.game("nim").position({"state": {"piles": [4, 4, -1], "mover": 2, "hat": 1}})
    assert [reason.split(":")[0] for reason in error.value.reasons] == ["'hat'", "piles[0]", "piles[2]", "mover"]


def test_a_mover_that_the_piles_rule_out_is_refused():
    nim = st.game("nim")
    with pytest.raises(st.InvalidPosition, match="mover: seat 0 is to move, 0 actions"):
        nim.position({"state": {"piles": [3, 4, 5], "mover": 1}})
    with pytest.raises(st.InvalidPosition, match="mover: seat 1 is to move, 1 actions"):
        nim.position({"state": {"piles": [2, 4, 5], "mover": 0}})
    assert nim.position({"state": {"piles": [1, 4, 5], "mover": 0}}).current_player() == 0
    assert nim.position({"state": {"piles": [1, 4, 5], "mover": 1}}).current_player() == 1


def test_the_drawing_shows_the_piles():
    state = st.game("nim").start().child("c5")
    assert str(state) == "a |||\nb ||||\nc"
