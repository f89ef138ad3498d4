"""Observation documents of Spring Rally, also as somebody at a table writes them."""

import json

import pytest

from springtail.cython_ext.errors import InvalidPosition
from springtail.engines import game
from springtail.engines.documents import load

SEEN = {
    "round": 2,
    "leader": 1,
    "progress": [12, 5, 19],
    "winds": [1, 0, 2],
    "hand": ["B5", "R2", "R3", "R5", "G10"],
    "tricks": [["B2", "B3", "B4"], ["B9", "R6", "B10"]],
    "table": ["G4"],
}
"""As seat 2 of three writes it. Seat 1 led the first trick, seat 0 won it; then seat 1 did not follow blue, and won."""


def observation(seat=2, **change):
    state = {name: value for name, value in (SEEN | change).items() if value is not None}
    return {"game": "spring_rally", "options": {"players": 3}, "seat": seat, "state": state}


def reasons(seat=2, **change):
    with pytest.raises(InvalidPosition) as refused:
        load(observation(seat, **change))
    return refused.value.reasons


def by_hand(state, seat):
    """What the seat would write at the table: its hand, and the tricks of this round from memory."""
    fields = state.to_dict()["state"]
    tricks, table = [], []
    for action in state.history():
        if action.startswith("deal"):
            tricks, table = [], []
        elif action not in ("keep", "release"):
            if len(table) == state.game.players:
                tricks, table = [*tricks, table], []
            table.append(action)
    if table and not fields["table"]:
        tricks.append(table)
    if state.is_chance_node():
        tricks = []
    return {
        "seat": seat,
        "state": {name: fields[name] for name in ("round", "leader", "progress", "winds", "table")}
        | {"hand": fields["hands"][seat], "tricks": tricks},
    }


def test_the_least_that_must_be_written_is_enough():
    seen = load(json.dumps(observation()))
    assert seen.current_player() == 2
    assert seen.legal_actions() == ["G10"]
    assert seen.to_dict()["state"] == {
        "round": 2,
        "leader": 1,
        "progress": [12, 5, 19],
        "winds": [1, 0, 2],
        "table": ["G4"],
        "hands": [None, None, ["B5", "G10", "R2", "R3", "R5"]],
        "played": ["B2", "B3", "B4", "B9", "B10", "R6"],
        "voids": [[], ["B"], []],
        "hand_sizes": [5, 4, 5],
    }


def test_an_empty_table_need_not_be_written():
    state = observation(table=None)
    assert load(state).current_player() == 1
    assert load(state) == load(observation(table=[]))


def test_what_is_written_in_full_is_the_same(play):
    seen = load(observation())
    assert load(json.dumps(seen.to_dict())) == seen
    with_voids = observation(tricks=None, played=["B10", "B2", "B3", "R6", "B4", "B9"], voids=[[], ["B"], []])
    assert load(with_voids) == seen


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_state_of_a_game_reads_back_for_every_seat(random_states, players):
    rally = game("spring_rally", players=players)
    for state in random_states(rally, 5):
        for seat in range(players):
            seen = state.observation(seat)
            again = load(json.dumps(seen.to_dict()))
            assert again == seen
            assert again.to_dict() == seen.to_dict()


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("track", ["beach", "volcano"])
def test_tricks_from_memory_say_the_same_as_played_cards_and_voids(random_states, players, track):
    rally = game("spring_rally", players=players, track=track)
    for seed in range(3):
        for state in random_states(rally, seed):
            if not state.is_terminal():
                for seat in range(players):
                    assert rally.observation(by_hand(state, seat)) == state.observation(seat)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hand": ["B5", "R2", "R3", "R5", "R5"]}, "hands[2]: R5 is there 2 times, in hands[2], hands[2]"),
        ({"hand": ["B2", "R2", "R3", "R5", "G10"]}, "hands[2]: B2 is there 2 times, in hands[2], tricks"),
        ({"table": ["R5"]}, "hands[2]: R5 is there 2 times, in hands[2], table"),
        ({"hand": ["B5", "R2", "R3", "R5", "G11"]}, "hand[4]: 'G11' is none of B2, "),
        ({"hand": ["B5", "R2", "R3", "R5"]}, "hands[2]: 4 cards, must be 5"),
        ({"hand": None}, "hand: missing"),
        ({"hand": 5}, "hand: must be a list of at most 9"),
        ({"hands": [None, None, None]}, "'hand': unknown field"),
        ({"hand_sizes": [5, 4, 4]}, "hand_sizes[2]: 4, must be 5"),
        ({"table": ["B6"]}, "table: seat 1 plays B6, but did not follow B before"),
        ({"tricks": [["B2", "B3", "B4"], ["B9", "R6"]]}, "tricks[1]: must be 3 cards"),
        ({"tricks": [["B2", "B3", "B4"]] * 10}, "tricks: must be a list of at most 9 tricks"),
        ({"tricks": "B2"}, "tricks: must be a list of at most 9 tricks"),
        ({"played": []}, "'played': unknown field"),
        ({"tricks": None}, "played: missing"),
        ({"winds": [1, 0, 1]}, "winds[2]: 1 cannot be after these tricks, only 2"),
        ({"winds": [0, 0, 2]}, "winds[0]: 0 cannot be after these tricks, only 1"),
        ({"winds": [1, 3, 2]}, "winds[1]: 3 are more than the 2 finished tricks of this round"),
        ({"progress": [12, 7, 19]}, "progress[1]: space 7 is on a slope, where no car stays"),
        ({"progress": [12, 12, 19]}, "progress: seats 0, 1 are all on space 12"),
        ({"leader": None}, "leader: missing"),
    ],
)
def test_an_observation_that_cannot_be_is_refused_with_the_reason(change, reason):
    assert any(given.startswith(reason) for given in reasons(**change)), reasons(**change)


def test_a_seat_cannot_write_what_it_does_not_see():
    hands = [["B6"], None, ["B5", "G10", "R2", "R3", "R5"]]
    assert reasons(hand=None, hands=hands) == ("hands[0]: must be null, seat 2 does not see it",)
    assert reasons(hand=None, hands=[None]) == ("hands: must be a list of 3, null for all seats but 2",)


def test_the_own_hand_must_agree_with_the_own_play():
    told = reasons(seat=1, hand=["B5", "R2", "R3", "R5"])
    assert told == ("hands[1]: has B5, but seat 1 did not follow B",)


def test_a_seat_that_follows_after_it_did_not_is_named_with_the_trick():
    tricks = [["B9", "R6", "B10"], ["R9", "R7", "B6"], ["R8", "B7", "R10"]]
    told = reasons(leader=1, tricks=tricks, table=[], winds=[3, 2, 1], hand=["G2", "G3", "G4", "G5"])
    assert any(reason.startswith("tricks[") and "but did not follow" in reason for reason in told), told


def test_voids_that_leave_no_deal_are_refused():
    deck = game("spring_rally", players=3).deck
    blue, rest = [c for c in deck if c[0] == "B"], [c for c in deck if c[0] != "B"]
    told = reasons(
        round=3,
        leader=2,
        tricks=None,
        table=None,
        played=[*rest[:11], blue[0]],
        voids=[["B"], ["B"], []],
        winds=[1, 2, 2],
        hand=rest[11:16],
    )
    assert told == ("hand: no deal is possible; the other hands cannot all be filled without the suits in voids",)


@pytest.mark.parametrize("seat", [-1, 3, True, None, "2", 2.0])
def test_a_seat_that_is_not_there_is_refused(seat):
    with pytest.raises(InvalidPosition, match="seat"):
        load(observation(seat))


def test_all_reasons_are_given_at_once():
    told = reasons(hand=["B2", "R2", "R3"], winds=[0, 0, 2], progress=[12, 7, 12], table=["B6"])
    assert {reason.split(":")[0] for reason in told} == {"hands[2]", "table", "winds[0]", "progress[1]", "progress"}
