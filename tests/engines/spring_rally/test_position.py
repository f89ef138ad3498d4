"""Position documents of Spring Rally."""

import json

import pytest

from springtail.cython_ext.errors import InvalidPosition
from springtail.engines import game
from springtail.engines.documents import load

STATE = {
    "round": 2,
    "leader": 1,
    "progress": [12, 5, 19],
    "winds": [2, 0, 1],
    "table": ["G4"],
    "hands": [["B5", "R2", "R3"], ["B6", "R4"], ["G5", "G6", "R8"]],
    "played": ["B2", "B3", "B4", "B7", "B8", "B9", "B10", "G2", "G3", "G7", "G8", "G9"],
    "voids": [["G"], [], []],
}


def position(**change):
    return {"game": "spring_rally", "options": {"players": 3}, "state": STATE | change}


def reasons(**change):
    with pytest.raises(InvalidPosition) as refused:
        load(position(**change))
    return refused.value.reasons


def test_a_position_written_by_hand_is_read():
    state = load(json.dumps(position()))
    assert state.current_player() == 2
    assert state.legal_actions() == ["G5", "G6"]
    assert state.to_dict()["state"] == STATE


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("track", ["beach", "volcano", {"length": 12, "uphill": [[2, 3]], "downhill": [[5, 6]]}])
def test_every_state_of_a_game_reads_back(random_states, players, track):
    rally = game("spring_rally", players=players, track=track)
    for seed in range(3):
        for state in random_states(rally, seed):
            again = load(json.dumps(state.to_dict()))
            assert again == state
            assert again.key == state.key
            assert again.legal_actions() == state.legal_actions()


def test_what_comes_next_follows_from_the_cards_and_the_cars(play):
    no_cards = {"hands": [[], [], []], "played": [], "table": [], "voids": [[], [], []], "winds": [0, 0, 0]}
    assert load(position(**no_cards, leader=2)).is_chance_node()
    full = load(play(load(position()), "G5", "B5").to_dict())
    assert full.current_player() == 0
    assert full.legal_actions() == ["keep", "release"]
    after_round_3 = no_cards | {"played": full.game.deck, "round": 3, "leader": 2}
    assert load(position(**after_round_3)).winners() == [2]


def test_a_void_that_the_table_shows_need_not_be_written(play):
    state = play(load(position(voids=[[], [], []])), "G5", "B5")
    document = state.to_dict()
    document["state"]["voids"] = [[], [], []]
    assert load(document) == state


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"round": 0}, "round: 0 is not a whole number from 1 to 3"),
        ({"round": 4}, "round: 4"),
        ({"leader": 3}, "leader: 3"),
        ({"leader": True}, "leader: True"),
        ({"progress": [12, 5]}, "progress: must be a list of 3"),
        ({"progress": [12, 5, 69]}, "progress[2]: 69"),
        ({"progress": [12, 5, -1]}, "progress[2]: -1"),
        ({"progress": [12, 5, 39]}, "progress: seats 1, 2 are all on space 5"),
        ({"progress": [12, 7, 19]}, "progress[1]: space 7 is on a slope, where no car stays"),
        ({"progress": [12, 50, 19]}, "progress[1]: space 16 is on a slope, where no car stays"),
        ({"progress": [68, 5, 68]}, "progress: seats 0, 2 have all finished; the first ends the game"),
        ({"progress": [68, 5, 19]}, "table: must be the trick that took seat 0 to the finish, or all tricks are over"),
        ({"winds": [10, 0, 1]}, "winds[0]: 10"),
        ({"winds": [5, 0, 1]}, "winds[0]: 5 are more than the 4 finished tricks of this round"),
        ({"winds": [4, 4, 4]}, "winds: too many; the winner of a trick does not wind, and 4 are finished"),
        ({"table": ["G4", "G4"]}, "table: G4 is there 2 times, in table, table"),
        ({"table": ["B5"]}, "hands[0]: B5 is there 2 times, in hands[0], table"),
        ({"table": ["X4"]}, "table[0]: 'X4' is none of B2, "),
        ({"table": ["R11"]}, "table[0]: 'R11' is none of B2, "),
        ({"table": ["G4", "G5", "B5", "R8"]}, "table: must be a list of at most 3"),
        ({"hands": [["B5", "R2", "R3"], ["B6", "R4"]]}, "hands: must be a list of 3"),
        ({"hands": [["B5", "R2"], ["B6", "R4"], ["G5", "G6", "R8"]]}, "hands[0]: 2 cards, must be 3"),
        ({"hands": [["B5", "R2", "R3"], ["B6", "R4", "R9"], ["G5", "G6", "R8"]]}, "hands[1]: 3 cards, must be 2"),
        ({"hands": [["G10", "R2", "R3"], ["B6", "R4"], ["G5", "G6", "R8"]]}, "hands[0]: has G10, but seat 0 did not"),
        ({"played": STATE["played"][1:]}, "played: 11 cards are not whole tricks of 3"),
        ({"played": [*STATE["played"][1:], "R2"]}, "hands[0]: R2 is there 2 times, in hands[0], played"),
        ({"voids": [["G"], [], ["Y"]]}, "voids[2][0]: 'Y' is none of B, G, R"),
        ({"voids": [["G"], ["G"], []]}, "table: seat 1 plays G4, but did not follow G before"),
        ({"voids": [["G"], ["R"], []]}, "voids[1]: R was not led yet"),
        ({"mover": 1}, "'mover': unknown field"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_the_reason(change, reason):
    assert any(given.startswith(reason) for given in reasons(**change)), reasons(**change)


def test_in_round_1_only_who_won_a_trick_has_left_the_start():
    state = {"round": 1, "leader": 0, "progress": [4, 0, 3], "winds": [0, 1, 1]}
    cards = {"table": [], "played": ["B2", "B3", "B4"], "voids": [[], [], []]}
    hands = {"hands": [["G2", "G3", "G4", "G5"], ["R2", "R3", "R4", "R5"], ["G6", "G7", "G8", "G9"]]}
    assert reasons(**state, **cards, **hands) == ("progress[2]: must be 0, the seat has won no trick yet",)


def test_a_round_begins_with_the_car_in_the_lead():
    rally = game("spring_rally", players=3)
    empty = {"table": [], "hands": [[], [], []], "played": [], "voids": [[], [], []], "winds": [0, 0, 0]}
    assert reasons(**empty) == ("leader: must be 2, the car in the lead",)
    assert rally.position({"state": STATE | empty | {"leader": 2}}).is_chance_node()


def test_a_full_trick_with_nothing_to_release_is_over(play):
    before = position(winds=[0, 0, 1], table=["G4", "G5", "B5"])
    before["state"]["hands"] = [["R2", "R3"], ["B6", "R4"], ["G6", "R8"]]
    with pytest.raises(InvalidPosition, match="this trick is over, as seat 0 wins it and has nothing to release"):
        load(before)


def test_a_round_that_is_over_is_written_as_the_next():
    deck = game("spring_rally", players=3).deck
    change = {"round": 1, "table": [], "hands": [[], [], []], "played": deck[:15], "voids": [[], [], []]}
    assert reasons(**change, winds=[1, 0, 2]) == (
        "played: all tricks of round 1 are over; write round 2 before its deal",
    )


def test_more_tricks_than_a_round_has_are_refused():
    deck = game("spring_rally", players=3).deck
    change = {"round": 1, "table": [], "hands": [[], [], []], "played": deck[:18], "voids": [[], [], []]}
    assert "played: more than the 5 tricks of round 1" in reasons(**change, winds=[0, 0, 0])


def test_all_reasons_are_given_at_once():
    given = reasons(
        progress=[12, 7, 12], winds=[5, 0, 1], played=STATE["played"][1:] + ["R2"], voids=[["G"], ["R"], []]
    )
    assert [reason.split(":")[0] for reason in given] == [
        "hands[0]",
        "hands[1]",
        "winds[0]",
        "progress[1]",
        "progress",
    ]
    given = reasons(round=7, leader="x", progress=None, winds=[0, 0, None], table=["X"], hands=[], played=3, voids={})
    assert {reason.split(":")[0].split("[")[0] for reason in given} == set(STATE)


def test_a_finished_game_reads_back(lay, play):
    for hands, progress in ((["B10 R2", "B4 R3", "B9 R4"], [65, 3, 5]), (["B10", "B4", "B9"], [60, 3, 5])):
        over = play(lay(hands, progress=progress, winds=[3, 0, 0]), *(hand.split()[0] for hand in hands), "keep")
        assert load(over.to_dict()) == over
        assert over.is_terminal()
