"""Positions, observations and records of Spinnentwist as JSON."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from scenes.spinnentwist import after, fields_of, scene

import springtail as st
from springtail.engines import game_class

OWN = {"spokes": 5, "rings": [2, 3, 2, 4, 2], "cross_connections": [["a1", "b1"], ["b3", "c2"], ["d2", "e1"]]}
WEBS = ["sommermorgen", "spiral", OWN, {"spokes": 10, "rings": 7, "cross_connections": "spiral"}]


def play(web: Any, seed: int, plies: int) -> st.State:
    """Return the state after some plies of a random game."""
    random = st.Random(seed)
    state = st.game("spinnentwist", web=web).start()
    for _ in range(plies):
        if state.is_terminal():
            break
        actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    return state


positions = some.builds(play, some.sampled_from(WEBS), some.integers(0, 2**32), some.integers(0, 250))


def validate(kind: str, document: object) -> None:
    validator = jsonschema.Draft202012Validator(game_class("spinnentwist").schema(kind))
    validator.validate(json.loads(json.dumps(document)))


def reasons(state: st.State, **changes: Any) -> tuple[str, ...]:
    """Return why a position with these changes cannot be."""
    with pytest.raises(st.InvalidPosition) as caught:
        state.game.position({"state": fields_of(state) | changes})
    return caught.value.reasons


@settings(deadline=None)
@given(positions)
def test_any_position_is_written_and_read_back(state):
    again = st.load(json.dumps(state.to_dict()))
    assert again == state
    assert again.key == state.key
    assert again.to_dict() == state.to_dict()
    assert again.legal_actions() == state.legal_actions()
    assert again.chance_outcomes() == state.chance_outcomes()


@pytest.mark.parametrize("kind", ["record", "position", "observation"])
def test_schemas_are_schemas(kind):
    jsonschema.Draft202012Validator.check_schema(game_class("spinnentwist").schema(kind))


@settings(deadline=None, max_examples=15)
@given(positions)
def test_documents_fit_their_schemas(state):
    validate("position", state.to_dict())
    validate("record", state.record())
    validate("observation", state.observation(1).to_dict())


@settings(deadline=None)
@given(positions)
def test_a_record_replays(state):
    again = st.load(json.dumps(state.record()))
    assert again == state
    assert again.record() == state.record()


@pytest.mark.parametrize("kind", ["positions", "", None])
def test_another_kind_of_schema_is_refused(kind):
    with pytest.raises(ValueError, match="there are 'record', 'position' and 'observation'"):
        game_class("spinnentwist").schema(kind)


def test_an_observation_hides_nothing():
    state = play("spiral", 5, 60)
    for seat in (0, 1):
        assert state.observation(seat).to_dict()["state"] == fields_of(state)


def test_males_are_listed_in_the_order_of_points():
    assert fields_of(scene(["c5", "a5", "o"], female="b1"))["males"] == [["o", "a5", "c5"], []]
    assert scene(["c5", "a5"]) == scene(["a5", "c5"])


def test_a_position_is_the_same_on_whatever_way_it_was_reached():
    state = scene(["a4", "c4"], die=5, supply=(None, 8))
    one, other = after(state, "a4-a3", "c4-c3"), after(state, "c4-c3", "a4-a3")
    assert one == other
    assert one.key == other.key
    assert one.history() != other.history()


def test_the_counters_are_part_of_the_position_but_not_of_the_recurring_key():
    one, other = scene(["a4"], turns=40), scene(["a4"], turns=60, quiet_turns=7)
    assert one != other
    assert one.key != other.key
    assert one.game.recurring_key(one) == other.game.recurring_key(other)
    assert one.game.recurring_key(one) != one.game.recurring_key(scene(["a3"], turns=40))


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"mover": 2}, "mover"),
        ({"female": "a6"}, "female"),
        ({"female": None}, "female"),
        ({"males": [["a4"]]}, "males"),
        ({"males": [["a4", "k1"], ["f4"]]}, "males[0][1]"),
        ({"supply": [9]}, "supply"),
        ({"mated": [-1, 0]}, "mated[0]"),
        ({"eaten": [0, "0"]}, "eaten[1]"),
        ({"die": 7}, "die"),
        ({"shaken": "z"}, "shaken"),
        ({"is_rolling": 1}, "is_rolling"),
        ({"moved": "a4"}, "moved"),
        ({"has_acted": None}, "has_acted"),
        ({"quiet_turns": 61}, "quiet_turns"),
        ({"turns": 401}, "turns"),
        ({"turns": 40.0}, "turns"),
        ({"spiders": 3}, "'spiders'"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_naming_its_field(changes, field):
    assert [reason.partition(":")[0] for reason in reasons(scene(["a4"], ["f4"]), **changes)] == [field]


@pytest.mark.parametrize("field", list(fields_of(scene())))
def test_a_missing_field_is_refused(field):
    fields = fields_of(scene(["a4"], ["f4"]))
    del fields[field]
    with pytest.raises(st.InvalidPosition, match=f"{field}: missing"):
        scene().game.position({"state": fields})


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"supply": [8, 9]}, r"supply[0]: web, supply, mated and eaten have 1 + 8 + 0 + 0, not 10 males"),
        (
            {"males": [["a4"], ["f4", "f5"]]},
            r"supply[1]: web, supply, mated and eaten have 2 + 9 + 0 + 0, not 10 males",
        ),
        ({"males": [["a4"], ["a4"]]}, "males: 2 spiders are on a4, one can be"),
        ({"males": [["o"], ["f4"]]}, "males: 2 spiders are on o, one can be"),
        ({"moved": ["f4"], "has_acted": True}, "moved: no male of seat 0, the mover, is on f4"),
        ({"moved": ["a4", "a4"], "has_acted": True}, "moved: a4 is there 2 times"),
        ({"moved": ["a4"]}, "has_acted: must be true when moved is not empty"),
        ({"is_eventful": True}, "has_acted: must be true when is_eventful is true"),
        ({"has_acted": True, "has_entered": True}, "is_eventful: must be true when has_entered is true"),
        (
            {"has_acted": True, "has_mated": True, "is_eventful": True},
            "has_mated: no male of seat 0 has mated",
        ),
        (
            {"males": [[], ["f4"]], "supply": [10, 9], "has_acted": True, "has_entered": True, "is_eventful": True},
            "has_entered: all males of seat 0 are still in supply",
        ),
        ({"die": 3}, "die: must be 0 before the first meal"),
        ({"shaken": "a4"}, "shaken: a4 must be among moved, a male that shakes the web"),
        (
            {"shaken": "a4", "moved": ["a4"], "has_acted": True, "die": 2, "supply": [8, 9], "eaten": [1, 0]},
            "shaken: must be null while she eats, or before the die is rolled",
        ),
        ({"is_rolling": True}, "is_rolling: must be false without a meal in this turn"),
        (
            {
                **{"is_rolling": True, "die": 1, "has_acted": True, "is_eventful": True},
                **{"supply": [8, 9], "eaten": [1, 0]},
            },
            "is_rolling: must be false while the die lies",
        ),
        ({"turns": 41}, "turns: seat 0 begins, so seat 0 moves after an even number"),
        ({"mover": 1}, "turns: seat 0 begins, so seat 1 moves after an odd number"),
        ({"turns": 0}, "turns: 0 are too few, 1 males of seat 0 have entered, at most one in a turn"),
        ({"turns": 2, "quiet_turns": 3}, "quiet_turns: cannot be more than turns, 2"),
        (
            {"quiet_turns": 3, "is_eventful": True, "has_acted": True},
            "quiet_turns: must be 0 when is_eventful is true",
        ),
        (
            {"turns": 400, "moved": ["a4"], "has_acted": True},
            "has_acted: must be false, the game has ended by the number of turns",
        ),
        (
            {"supply": [0, 9], "mated": [9, 0]},
            "is_eventful: must be true when a seat has a single spider left, the game ended with that removal",
        ),
        (
            {
                **{"supply": [0, 9], "mated": [9, 0], "is_eventful": True, "has_acted": True},
                **{"shaken": "a4", "moved": ["a4"]},
            },
            "shaken: must be null and is_rolling false, the game is over",
        ),
        (
            {"males": [[], ["f4"]], "supply": [0, 9], "mated": [4, 0], "eaten": [6, 0]},
            "eaten[0]: the game ends before the last spider is gone",
        ),
        (
            {"supply": [0, 0], "mated": [9, 9], "is_eventful": True, "has_acted": True},
            "eaten: the game ends when the first seat has a single spider left, then the other has more",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_its_reason(changes, reason):
    assert reason in reasons(scene(["a4"], ["f4"]), **changes)


def test_all_reasons_are_given_at_once():
    found = reasons(scene(["a4"], ["f4"]), supply=[8, 8], die=2, turns=41, moved=["c3"])
    assert sorted(reason.partition(":")[0] for reason in found) == [
        "die", "has_acted", "moved", "supply[0]", "supply[1]", "turns"
    ]  # fmt: skip


@settings(deadline=None)
@given(state=positions, data=some.data())
def test_a_position_with_other_values_is_refused_or_played_to_its_end(state, data):
    fields = fields_of(state)
    other = fields_of(data.draw(positions))
    names = data.draw(some.sets(some.sampled_from(sorted(fields)), max_size=4))
    try:
        mixed = state.game.position({"state": fields | {name: other[name] for name in names}})
    except st.InvalidPosition as error:
        assert error.reasons
        return
    random = st.Random(1)
    for _ in range(state.game.info.longest_game):
        assert mixed.game.position(mixed.to_dict()) == mixed
        if mixed.is_terminal():
            break
        actions = [mixed.sample_chance(random)] if mixed.is_chance_node() else mixed.legal_actions()
        mixed.apply_action(actions[random.below(len(actions))])
    assert mixed.is_terminal()
