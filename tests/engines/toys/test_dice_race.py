"""The dice race: its rules, and exact values by dynamic programming written apart from the game."""

from fractions import Fraction
from functools import cache

import pytest

import springtail as st


def race(**state):
    return st.game("dice_race", target=10).position({"state": state})


def exact_win(state, known):
    """Probability that seat 0 of two wins when both play best, through the API."""
    if state.key not in known:
        if state.is_terminal():
            known[state.key] = Fraction(state.winners() == [0])
        elif state.is_chance_node():
            weighted = state.chance_weights()
            total = sum(weight for _, weight in weighted)
            known[state.key] = sum(w * exact_win(state.child(a), known) for a, w in weighted) / total
        else:
            best = max if state.current_player() == 0 else min
            known[state.key] = best(exact_win(state.child(action), known) for action in state.legal_actions())
    return known[state.key]


def reference_win(target, faces):
    """Probability that the seat to move wins from the start, from the rules alone."""

    @cache
    def win(own, other, worth):
        held = own + worth
        hold = Fraction(1) if held >= target else 1 - win(other, held, 1)
        bust = Fraction(1) if own + 1 >= target else 1 - win(other, own + 1, 1)
        roll = bust
        for number in range(2, faces + 1):
            roll += Fraction(1) if held + number >= target else win(own, other, worth + number)
        return max(hold, roll / faces)

    return win(0, 0, 1)


def test_the_shortest_race_is_worth_31_in_36():
    """To 2: a roll wins with 5 in 6; after a 1 the other misses with 1 in 6 and then holding wins."""
    assert exact_win(st.game("dice_race", target=2).start(), {}) == Fraction(31, 36)


@pytest.mark.parametrize(("target", "faces"), [(3, 6), (5, 3), (8, 6), (12, 4)])
def test_values_agree_with_dynamic_programming(target, faces):
    assert exact_win(st.game("dice_race", target=target, faces=faces).start(), {}) == reference_win(target, faces)


def test_holding_moves_by_the_worth_and_a_1_by_one_space():
    state = race(spaces=[0, 0], worth=1, mover=0, rolling=False)
    for action in ("roll", "4", "roll", "3"):
        state.apply_action(action)
    assert state.to_dict()["state"] == {"spaces": [0, 0], "worth": 8, "mover": 0, "rolling": False}
    assert state.child("hold").scores() == [8, 0]
    assert state.child("hold").current_player() == 1
    state.apply_action("roll")
    assert state.child("1").to_dict()["state"] == {"spaces": [1, 0], "worth": 1, "mover": 1, "rolling": False}
    assert state.child("2").winners() == [0]


def test_seats_take_turns_and_only_the_first_on_the_target_wins():
    state = st.game("dice_race", players=4, target=2).start()
    for seat in range(4):
        assert state.current_player() == seat
        state.apply_action("hold")
    assert state.child("hold").winners() == [0]
    assert state.child("hold").scores() == [2, 1, 1, 1]
    assert state.child("hold").returns() == pytest.approx([1, -1 / 3, -1 / 3, -1 / 3])


def test_the_die_is_fair_and_has_the_faces_asked_for():
    state = st.game("dice_race", faces=20).start().child("roll")
    assert state.current_player() == st.CHANCE
    assert state.chance_outcomes() == [(str(number), 1 / 20) for number in range(1, 21)]
    with pytest.raises(st.IllegalAction, match="21"):
        state.apply_action("21")


@pytest.mark.parametrize(
    "options", [{"target": 1}, {"target": 101}, {"target": 5.0}, {"faces": 2}, {"faces": "6"}, {"players": 5}]
)
def test_options_out_of_range_are_refused(options):
    with pytest.raises(st.InvalidOptions, match=next(iter(options))):
        st.game("dice_race", **options)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"spaces": [10, 10]}, "only one seat can be on the target"),
        ({"spaces": [4, 10]}, "it is still the mover"),
        ({"spaces": [10, 4], "worth": 4}, "worth: 1 and no die"),
        ({"spaces": [10, 4], "rolling": True}, "worth: 1 and no die"),
        ({"worth": 6}, "worth: 6 more spaces would have won"),
        ({"worth": 2}, "worth: 2 cannot be"),
        ({"spaces": [0, 3]}, "the seats take turns"),
        ({"spaces": [0, 3], "mover": 1}, "the seats take turns"),
        ({"spaces": [0, 0], "mover": 1}, "the seats take turns"),
        ({"rolling": 1}, "rolling: 1 is not true or false"),
        ({"spaces": [1, 2, 3]}, "spaces: must be a list of 2"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change, reason):
    good = {"spaces": [4, 4], "worth": 1, "mover": 0, "rolling": False}
    race(**good)
    with pytest.raises(st.InvalidPosition, match=reason):
        race(**good | change)


def test_the_drawing_shows_the_turn():
    assert str(race(spaces=[4, 1], worth=4, mover=1, rolling=True)) == (
        "  seat 0 ....0\n> seat 1 .1\ntarget 10, turn worth 4, the die rolls"
    )
