"""Three-card poker: the rules, and the exact values of strategies against Kuhn's solution."""

import itertools
from fractions import Fraction

import pytest

import springtail as st

START = st.game("three_card_poker").start()
FIRST_VALUE = Fraction(-1, 18)

# A strategy: {(card, decisions so far): probability of `bet`}.
ACTS = {0: [(), ("pass", "bet")], 1: [("pass",), ("bet",)]}


def first_strategy(alpha):
    """Kuhn's equilibria of seat 0, alpha from 0 to 1/3."""
    return {
        ("J", ()): alpha,
        ("Q", ()): Fraction(0),
        ("K", ()): 3 * alpha,
        ("J", ("pass", "bet")): Fraction(0),
        ("Q", ("pass", "bet")): alpha + Fraction(1, 3),
        ("K", ("pass", "bet")): Fraction(1),
    }


SECOND_STRATEGY = {
    ("J", ("pass",)): Fraction(1, 3),
    ("Q", ("pass",)): Fraction(0),
    ("K", ("pass",)): Fraction(1),
    ("J", ("bet",)): Fraction(0),
    ("Q", ("bet",)): Fraction(1, 3),
    ("K", ("bet",)): Fraction(1),
}


def expected_margin(state, strategies):
    """Chips that seat 0 wins on average, over all deals."""
    if state.is_terminal():
        return Fraction(state.margin(0))
    if state.is_chance_node():
        weighted = state.chance_weights()
        total = sum(weight for _, weight in weighted)
        return sum(weight * expected_margin(state.child(card), strategies) for card, weight in weighted) / total
    seat, history = state.current_player(), state.history()
    bet = strategies[seat][history[seat], tuple(history[2:])]
    return sum(
        chance * expected_margin(state.child(action), strategies)
        for action, chance in (("bet", bet), ("pass", 1 - bet))
        if chance
    )


def pure_strategies(seat):
    places = list(itertools.product("JQK", ACTS[seat]))
    for choice in itertools.product((Fraction(0), Fraction(1)), repeat=len(places)):
        yield dict(zip(places, choice, strict=True))


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_in_equilibrium_the_first_seat_loses_an_eighteenth_of_a_chip(alpha):
    assert expected_margin(START, [first_strategy(alpha), SECOND_STRATEGY]) == FIRST_VALUE


def test_no_strategy_of_the_first_seat_does_better_against_the_equilibrium():
    assert max(expected_margin(START, [own, SECOND_STRATEGY]) for own in pure_strategies(0)) == FIRST_VALUE


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 3)])
def test_no_strategy_of_the_second_seat_does_better_against_the_equilibrium(alpha):
    assert min(expected_margin(START, [first_strategy(alpha), own]) for own in pure_strategies(1)) == FIRST_VALUE


@pytest.mark.parametrize(
    ("history", "scores"),
    [
        ("J K pass pass", [0, 1]),
        ("K J pass pass", [1, 0]),
        ("J K bet pass", [1, 0]),
        ("J K bet bet", [0, 2]),
        ("K Q bet bet", [2, 0]),
        ("K Q pass bet pass", [0, 1]),
        ("Q J pass bet bet", [2, 0]),
        ("Q K pass bet bet", [0, 2]),
    ],
)
def test_the_score_is_what_was_won_from_the_other(history, scores):
    state = START.clone()
    for action in history.split():
        assert not state.is_terminal()
        state.apply_action(action)
    assert state.is_terminal()
    assert state.scores() == scores
    assert state.winners() == [scores.index(max(scores))]


def test_cards_are_dealt_one_after_the_other_without_repeats():
    assert START.chance_outcomes() == [("J", 1 / 3), ("Q", 1 / 3), ("K", 1 / 3)]
    assert START.child("Q").chance_outcomes() == [("J", 1 / 2), ("K", 1 / 2)]
    with pytest.raises(st.IllegalAction):
        START.child("Q").child("Q")


def test_a_seat_sees_its_own_card_and_at_a_showdown_both():
    state = START.child("Q").child("K")
    assert state.observation(0).to_dict()["state"]["cards"] == ["Q", None]
    assert state.observation(1).to_dict()["state"]["cards"] == [None, "K"]
    assert state.child("pass").child("pass").observation(0).to_dict()["state"]["cards"] == ["Q", "K"]
    assert state.child("bet").child("pass").observation(0).to_dict()["state"]["cards"] == ["Q", None]
    assert state.draw(1) == "cards ? K, no action yet"


@pytest.mark.parametrize(
    ("cards", "actions", "reason"),
    [
        (["J", "J"], [], "cards: there is only one J"),
        (["J"], ["pass"], "actions: none before both cards are dealt"),
        (["J", "Q"], ["pass", "pass", "bet"], "actions: pass, pass, bet is no course"),
        (["J", "Q"], ["bet", "bet", "bet", "bet"], "actions: must be a list of at most 3"),
        (["J", "A"], ["fold"], r"cards\[1\]: 'A' is none of J, Q, K.*actions\[0\]: 'fold' is none of pass, bet"),
        (["J", None], [], r"cards\[1\]: None is none of"),
    ],
)
def test_a_position_that_cannot_be_is_refused(cards, actions, reason):
    with pytest.raises(st.InvalidPosition, match=reason):
        START.game.position({"state": {"cards": cards, "actions": actions}})


def test_an_observation_must_not_tell_the_other_card():
    seen = START.child("Q").child("K").observation(0).to_dict()
    for cards, reason in ((["Q", "K"], r"cards\[1\]: must be null"), ([None, None], r"cards\[0\]: None is none of")):
        with pytest.raises(st.InvalidPosition, match=reason):
            st.load(seen | {"state": {"cards": cards, "actions": []}})
