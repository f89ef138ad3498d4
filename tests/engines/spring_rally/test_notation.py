"""Actions, deals and records in notation."""

import random

import pytest

from springtail.cython_ext.errors import IllegalAction, TooManyOutcomes
from springtail.engines import game

DEAL = "deal B2,B3,B4,B5,B6|G2,G3,G4,G5,G6|R2,R3,R4,R5,R6"


@pytest.fixture
def rally():
    return game("spring_rally", players=3)


def test_every_action_id_has_a_notation_of_its_own(rally):
    names = [rally.action_string(action) for action in range(rally.info.actions)]
    assert [rally.action_id(name) for name in names] == list(range(47))
    cards = [f"{suit}{number}" for suit in "BGR" for number in range(1, 16)]
    assert sorted(names) == sorted([*cards, "keep", "release"])


@pytest.mark.parametrize("text", ["B0", "B16", "b2", "Y3", "B02", " B2", "B", "", "Keep", "deal", "²", "B²"])
def test_what_is_no_action_is_refused(rally, text):
    with pytest.raises(IllegalAction, match="notation"):
        rally.action_id(text)


def test_a_deal_is_sampled_not_listed(rally):
    with pytest.raises(TooManyOutcomes):
        rally.start().chance_outcomes()


def test_a_sampled_deal_reads_back(random_states):
    for players in (3, 4, 5):
        for state in random_states(game("spring_rally", players=players), 4):
            if state.is_chance_node():
                deal = state.sample_chance(8)
                assert state.child(deal).history()[-1] == deal
                assert state.child(deal).to_dict()["state"]["hands"] == [h.split(",") for h in deal[5:].split("|")]


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (DEAL.replace("R2", "B2"), "'B2' is dealt 2 times"),
        (DEAL.replace("R2", "R1"), "'R1' is not in the deck"),
        (DEAL.replace("R2", "R11"), "'R11' is not in the deck"),
        (DEAL.replace("R2,", ""), "seat 2 gets 4 cards, must be 5"),
        (DEAL.replace("R2,", "R2,R7,"), "seat 2 gets 6 cards, must be 5"),
        (DEAL + "|R7,R8,R9,R10,G10", "4 hands are dealt, must be 3"),
        (DEAL[: DEAL.rindex("|")], "2 hands are dealt, must be 3"),
        (DEAL.replace("B2,B3", "B3,B2"), "the hand of seat 0 must be written B2,B3,B4,B5,B6"),
        (DEAL.replace("R6", "R10,").replace("R5,", ""), "not in the deck"),
        (DEAL[5:], "must be `deal `"),
        ("deal ", "'' is not in the deck"),
        ("B2", "must be `deal `"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_and_changes_nothing(rally, deal, reason):
    state = rally.start()
    with pytest.raises(IllegalAction, match=reason):
        state.apply_action(deal)
    assert state == rally.start()
    assert state.history() == []


def test_all_that_is_wrong_with_a_deal_is_said_at_once(rally):
    with pytest.raises(IllegalAction, match=r"(?s)R15.*B2.* dealt 3 times.*seat 1 gets 6"):
        rally.start().apply_action(DEAL.replace("R2", "R15").replace("G2", "B2,B2"))


def test_a_deal_out_of_place_is_refused(rally):
    with pytest.raises(IllegalAction):
        rally.start().child(DEAL).apply_action(DEAL)


def test_hands_sort_by_suit_and_then_number(rally):
    state = rally.start().child("deal B9,B10,G2,G10,R2|B2,B3,B4,B5,B6|R3,R4,R5,R6,R7")
    assert state.to_dict()["state"]["hands"][0] == ["B9", "B10", "G2", "G10", "R2"]
    assert state.legal_actions() == ["B10", "B9", "G10", "G2", "R2"]


def test_changed_deals_are_dealt_or_refused(rally):
    choice = random.Random(3)
    for _ in range(3000):
        text = list(DEAL)
        for _ in range(choice.randint(1, 3)):
            text[choice.randrange(len(text))] = choice.choice("BGR0123456789,|d")
        state = rally.start()
        try:
            state.apply_action("".join(text))
        except IllegalAction:
            assert state == rally.start()
        else:
            assert state.history() == ["".join(text)]
            assert sum(len(hand) for hand in state.to_dict()["state"]["hands"]) == 15
