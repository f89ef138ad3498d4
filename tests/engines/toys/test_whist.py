"""Whist: the rules, the deal, and redeals around known voids."""

import itertools
import math
from collections import Counter

import pytest

import springtail as st
from springtail.cython_ext.search.playouts import playouts

SMALL = "deal CQ,CK,DA|CA,DQ,HA|DK,HQ,SA|HK,SQ,SK"


def small(*cards):
    """Three cards a hand, dealt so that seat 0 holds CQ CK DA, seat 1 CA DQ HA, seat 2 DK HQ SA, seat 3 HK SQ SK."""
    state = st.game("whist", cards=3).start()
    for action in (SMALL, *cards):
        state.apply_action(action)
    return state


def fields(state):
    return state.to_dict()["state"]


def test_the_suit_led_must_be_followed():
    assert small("CQ").legal_actions() == ["CA"]
    assert small("DA", "DQ").legal_actions() == ["DK"]
    assert small("CQ", "CA").legal_actions() == ["DK", "HQ", "SA"]


def test_the_highest_card_of_the_suit_led_takes_the_trick():
    state = small("CQ", "CA", "SA", "SK")
    assert fields(state)["leader"] == state.current_player() == 1
    assert state.scores() == [0, 1, 0, 1]
    assert fields(small("DA", "DQ", "DK", "SK"))["leader"] == 0


def test_not_following_is_remembered_as_a_void():
    assert fields(small("CQ", "CA", "SA", "SK"))["voids"] == [[], [], ["C"], ["C"]]
    assert fields(small("DA", "DQ", "DK", "HK"))["voids"] == [[], [], [], ["D"]]


def test_partners_win_together():
    state = small("DA", "DQ", "DK", "SK", "CK", "CA", "SA", "HK", "HA", "HQ", "SQ", "CQ")
    assert state.is_terminal()
    assert state.scores() == [1, 2, 1, 2]
    assert state.winners() == [1, 3]
    assert state.returns() == pytest.approx([-1 / 3, 1 / 3, -1 / 3, 1 / 3])


def test_as_many_tricks_for_both_sides_is_shared_by_all():
    state = st.game("whist", cards=2).start()
    for action in ("deal CK,DA|CA,DK|HK,HA|SK,SA", "CK", "CA", "HK", "SK", "DK", "HA", "SA", "DA"):
        state.apply_action(action)
    assert state.scores() == [1, 1, 1, 1]
    assert state.winners() == [0, 1, 2, 3]
    assert state.returns() == [0, 0, 0, 0]


def test_a_smaller_deck_keeps_the_highest_ranks():
    assert st.game("whist", cards=1).deck() == ["CA", "DA", "HA", "SA"]
    assert len(st.game("whist").deck()) == 52
    with pytest.raises(st.IllegalAction, match="C2"):
        small("C2")


def test_a_deal_is_drawn_and_not_listed():
    state = st.game("whist").start()
    with pytest.raises(st.TooManyOutcomes):
        state.chance_outcomes()
    deal = state.sample_chance(1)
    assert deal == state.sample_chance(1) != state.sample_chance(2)
    state.apply_action(deal)
    assert state.history() == [deal]
    assert "deal " + "|".join(map(",".join, fields(state)["hands"])) == deal


def test_every_card_goes_to_every_seat_equally_often():
    whist, random = st.game("whist", cards=3), st.Random(1)
    counts = Counter()
    for _ in range(4000):
        state = whist.start().child(whist.start().sample_chance(random))
        counts.update((seat, card) for seat, hand in enumerate(fields(state)["hands"]) for card in hand)
    assert len(counts) == 48
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 36 + 5 * 72**0.5


@pytest.mark.parametrize(
    "deal",
    [
        SMALL.removeprefix("deal "),
        SMALL.replace("CQ,CK", "CK,CQ"),
        SMALL.replace("SK", "SA"),
        SMALL.replace("SK", "S2"),
        SMALL.replace(",DA|CA", "|CA,DA"),
        SMALL.replace(",SK", ""),
        SMALL + "|",
        SMALL + " ",
        "deal ",
        "CQ",
    ],
)
def test_a_deal_that_cannot_be_is_refused(deal):
    state = st.game("whist", cards=3).start()
    with pytest.raises(st.IllegalAction):
        state.apply_action(deal)
    assert state == st.game("whist", cards=3).start()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hands": [["CK", "DA"], ["DQ", "HA"], ["DK", "HQ"], ["HK", "HK"]]}, "HK is there twice.*SQ is missing"),
        ({"hands": [["CK"], ["DQ", "HA", "DA"], ["DK", "HQ"], ["HK", "SQ"]]}, r"hands\[0\]: 1 cards, must be 2"),
        ({"tricks": [1, 1]}, "played: 4 cards, but 2 finished tricks are 8"),
        ({"voids": [["D"], [], [], []]}, r"voids\[0\]: the hand has cards of D"),
        ({"leader": 4}, "leader: 4 is not a whole number from 0 to 3"),
        ({"voids": [["X"], [], [], []]}, r"voids\[0\]\[0\]: 'X' is none of C, D, H, S"),
        ({"trick": ["DA"], "hands": [["CK"], ["DQ", "HA"], ["DK", "HQ"], ["HK", "SQ"]]}, "hands"),
        ({"hands": [None, [], [], []]}, r"hands\[0\]: must be a list of at most 3"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change, reason):
    good = fields(small("CQ", "CA", "SA", "SK"))
    whist = st.game("whist", cards=3)
    assert fields(whist.position({"state": good})) == good
    with pytest.raises(st.InvalidPosition, match=reason):
        whist.position({"state": good | change})


def test_a_void_nobody_showed_and_one_not_noted_are_refused():
    whist = st.game("whist", cards=3)
    with pytest.raises(st.InvalidPosition, match=r"voids\[3\]: the seat had no occasion yet to fail to follow C"):
        whist.position({"state": fields(small()) | {"voids": [[], [], [], ["C"]]}})
    with pytest.raises(st.InvalidPosition, match=r"voids\[2\]: SA did not follow C"):
        whist.position({"state": fields(small("CQ", "CA", "SA")) | {"voids": [[], [], [], []]}})


def test_before_the_deal_nothing_lies_anywhere():
    whist = st.game("whist", cards=3)
    empty = fields(whist.start())
    assert whist.position({"state": empty}).is_chance_node()
    with pytest.raises(st.InvalidPosition, match="before the deal"):
        whist.position({"state": empty | {"leader": 1}})


def test_a_seat_sees_its_own_hand_only():
    seen = small("CQ").observation(1).to_dict()
    assert seen["state"]["hands"] == [None, ["CA", "DQ", "HA"], None, None]
    assert small("CQ").draw(1).splitlines()[1:3] == ["  seat 0 CQ   ? ?", "> seat 1      CA DQ HA"]


def around_voids(voids):
    """Seat 0 to lead with 4 of 5 tricks left; the cards of the others, and all deals of them that the voids allow."""
    whist = st.game("whist", cards=5)
    own = ["C10", "D10", "H10", "S10"]
    played = ["CA", "DA", "HA", "SA"]
    unseen = [card for card in whist.deck() if card not in own + played]
    allowed = []
    for first in itertools.combinations(unseen, 4):
        if not any(card[0] in voids[0] for card in first):
            rest = [card for card in unseen if card not in first]
            for second in itertools.combinations(rest, 4):
                third = [card for card in rest if card not in second]
                if not any(card[0] in voids[1] for card in second) and not any(card[0] in voids[2] for card in third):
                    allowed.append((first, second, tuple(third)))
    hands = [own, *map(list, allowed[0])]
    position = {
        "hands": hands,
        "played": played,
        "trick": [],
        "leader": 0,
        "tricks": [1, 0],
        "voids": [[], *map(list, voids)],
    }
    return whist.position({"state": position}), allowed


VOIDS = [("C", "D", "H"), ("C", "C", ""), ("CD", "", "H"), ("", "S", "HS"), ("CD", "HS", "")]


@pytest.mark.parametrize("voids", VOIDS)
def test_as_many_worlds_are_counted_as_are_listed(voids):
    state, allowed = around_voids(voids)
    assert state.observation(0).count_worlds() == len(allowed)
    assert len(list(state.observation(0).worlds())) == len(allowed)


def test_a_whole_deal_hides_39_cards_in_three_hands():
    whist = st.game("whist")
    state = whist.start().child(whist.start().sample_chance(1))
    assert state.observation(2).count_worlds() == math.factorial(39) // math.factorial(13) ** 3


@pytest.mark.parametrize("voids", VOIDS)
def test_redeals_around_voids_are_uniform_over_all_deals_that_the_voids_allow(voids):
    state, allowed = around_voids(voids)
    seen, random, draws = state.observation(0), st.Random(1), 20_000
    counts = Counter(tuple(map(tuple, fields(seen.sample(random))["hands"][1:])) for _ in range(draws))
    assert set(counts) <= set(allowed)
    expected, freedom = draws / len(allowed), len(allowed) - 1
    statistic = sum((counts[deal] - expected) ** 2 / expected for deal in allowed)
    assert abs(statistic - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    ("voids", "reason"),
    [
        ([[], ["C", "D", "H", "S"], [], []], "cannot lie so"),
        ([[], ["C"], ["C"], ["C"]], "cannot lie so"),
        ([[], ["C", "D"], ["H", "S"], ["C", "D", "H"]], "cannot lie so"),
        ([["S"], [], [], []], r"voids\[0\]: the hand has cards of S"),
    ],
)
def test_an_observation_that_no_deal_explains_is_refused(voids, reason):
    seen = around_voids(("", "", ""))[0].observation(0).to_dict()
    with pytest.raises(st.InvalidPosition, match=reason):
        st.load(seen | {"state": seen["state"] | {"voids": voids}})


def test_an_observation_must_not_tell_the_other_hands():
    state = around_voids(("", "", ""))[0]
    with pytest.raises(st.InvalidPosition, match=r"hands\[1\]: must be null.*hands\[3\]: must be null"):
        st.load({**state.to_dict(), "seat": 0})


def test_its_own_playout_plays_as_ply_by_ply():
    """Means of both within five standard errors; a return is at most 1/3."""
    state = st.game("whist").start().child(st.game("whist").start().sample_chance(3))
    for _ in range(6):
        state.apply_action(state.legal_actions()[0])
    count = 40_000
    own, own_scores, _ = playouts(state, count, 1)
    generic, generic_scores, _ = playouts(state, count, 2, generic=True)
    assert own == pytest.approx(generic, abs=5 * 2**0.5 * count**0.5 / 3)
    assert own_scores == pytest.approx(generic_scores, abs=5 * 2**0.5 * count**0.5 * 2)
    assert sum(own_scores) == 26 * count
