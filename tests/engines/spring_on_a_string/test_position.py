"""Positions, set-ups and records of Spring on a String as JSON."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import springtail as st
from springtail.engines import game_class

VARIANTS = {
    "swallowtail": "others",
    "ladybird": "permanent",
    "firefly": "latched",
    "harvestman": "until_used",
    "knot_gap": 40,
}
EMPTY = {
    **{"animals": {}, "stick_colour": None, "mover": 0, "stick": [], "cards": {}, "banned": [], "swallowtail": None},
    **{"laces": [{"flowers": [], "ends": [], "end": 0}] * 2, "bans": [[], []], "pending": [[], []]},
    **{"swallowtail_seat": None, "fed": [], "is_lit": False, "harvest": [], "due": "turn", "has_acted": False},
    **{"has_hopped": False, "new_harvest": False, "double_turn": 0, "latest": [], "quiet_slots": 0},
    **{"collections": 0, "earlier": []},
}
"""The fields of the beginning, for two."""


def play(players: int, board: str, animals: int, variants: bool, seed: int, plies: int) -> st.State:
    """Return the state after some plies of a random game."""
    random = st.Random(seed)
    options = VARIANTS if variants else {}
    state = st.game("spring_on_a_string", players=players, board=board, animals=animals, **options).start(seed=seed)
    for _ in range(plies):
        if state.is_terminal():
            break
        actions = state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    return state


positions = some.builds(
    play,
    some.integers(2, 4),
    some.sampled_from(["meadow20", "meadow25"]),
    some.integers(0, 5),
    some.booleans(),
    some.integers(0, 2**32),
    some.integers(0, 60),
)


def lace(*flowers: str, other: tuple[str, ...] = (), end: int = 0) -> dict[str, Any]:
    """Return a lace, first with the flowers of one end and then with those of the other."""
    return {"flowers": [*flowers, *other], "ends": [0] * len(flowers) + [1] * len(other), "end": end}


def fields_with(**changes: Any) -> dict[str, Any]:
    return EMPTY | changes


def reasons(players: int = 2, options: dict[str, Any] | None = None, **changes: Any) -> tuple[str, ...]:
    """Return why a position with these changes cannot be."""
    wide = {"laces": [lace()] * players, "bans": [[]] * players, "pending": [[]] * players}
    game = st.game("spring_on_a_string", players=players, **(options or {}))
    with pytest.raises(st.InvalidPosition) as caught:
        game.position({"state": EMPTY | wide | changes})
    return caught.value.reasons


def validate(kind: str, document: object) -> None:
    validator = jsonschema.Draft202012Validator(game_class("spring_on_a_string").schema(kind))
    validator.validate(json.loads(json.dumps(document)))


@settings(deadline=None)
@given(positions)
def test_any_position_is_written_and_read_back(state):
    again = st.load(json.dumps(state.to_dict()))
    assert again == state
    assert again.game == state.game
    assert again.key == state.key
    assert again.to_dict() == state.to_dict()
    assert again.legal_actions() == state.legal_actions()
    assert again.is_terminal() == state.is_terminal()


@settings(deadline=None, max_examples=30)
@given(positions)
def test_the_schema_accepts_all_documents(state):
    validate("position", state.to_dict())
    validate("record", state.record())
    validate("observation", state.observation(1).to_dict())


@pytest.mark.parametrize("kind", ["record", "position", "observation"])
def test_schemas_are_schemas(kind):
    jsonschema.Draft202012Validator.check_schema(game_class("spring_on_a_string").schema(kind))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("mover", 4),
        ("animals", {"G": "bee"}),
        ("animals", {"Y": "wasp"}),
        ("laces", [lace()]),
        ("cards", {"bee": 0}),
        ("due", "cricket"),
        ("earlier", ["12"]),
        ("swallowtail", 0),
        ("stick_colour", "yellow"),
    ],
)
def test_the_schema_refuses_what_no_position_has(field, value):
    with pytest.raises(jsonschema.ValidationError):
        validate("position", {"game": "spring_on_a_string", "state": fields_with(**{field: value})})
    with pytest.raises(st.InvalidPosition, match=field):
        st.game("spring_on_a_string").position({"state": fields_with(**{field: value})})


def test_a_position_in_an_extra_collection_is_written_and_read_back():
    state = st.game("spring_on_a_string").start(setup={"animals": {"Y": "grasshopper", "R": "harvestman"}})
    for action in ("Y4", "R5"):
        state.apply_action(action)
        assert st.load(state.to_dict()) == state
    assert state.to_dict()["state"]["harvest"] == [0]


def test_marks_of_earlier_slots_are_kept_with_a_fly_only():
    fly = st.game("spring_on_a_string").start(setup={"animals": {"Y": "fly"}})
    for action in ("R5", "W6", "Y4", "Y5"):
        fly.apply_action(action)
    assert len(fly.to_dict()["state"]["earlier"]) == 2
    assert play(2, "meadow20", 0, False, 1, 4).to_dict()["state"]["earlier"] == []


def test_states_with_other_animals_differ():
    game = st.game("spring_on_a_string")
    first, second = (game.start(setup={"animals": {"Y": name}}) for name in ("bee", "hornet"))
    assert first != second
    assert first.key != second.key


def test_a_game_with_animals_refuses_others():
    game = st.game("spring_on_a_string", animals={"Y": "bee"})
    assert game.start().to_dict()["state"]["animals"] == {"Y": "bee"}
    with pytest.raises(st.InvalidPosition, match="animals: this game is played with"):
        game.start(setup={"animals": {"Y": "hornet"}})
    with pytest.raises(st.InvalidPosition, match="animals: this game is played with"):
        game.position({"state": EMPTY})


def test_a_set_up_may_leave_out_everything():
    assert st.game("spring_on_a_string").start(setup={}) == st.game("spring_on_a_string", animals=0).start()


@pytest.mark.parametrize(
    ("animals", "stick_colour", "reason"),
    [
        ({"Y": "bee", "R": "bee"}, None, "animals.Y: bee is there 2 times"),
        ({"Y": "stick_insect"}, None, "stick_colour: None is no colour without animal; they are R, W, P, K"),
        ({"Y": "stick_insect", "R": "bee"}, "R", "stick_colour: 'R' is no colour without animal; they are W, P, K"),
        ({"Y": "bee"}, "R", "stick_colour: 'R', but there is no stick_insect in play"),
        ({"Y": 3}, None, "animals.Y: 3 is none of bumblebee, hornet"),
        ([], None, "animals: must be an object from colours to animals"),
    ],
)
def test_animals_that_cannot_be_are_refused(animals, stick_colour, reason):
    setup = {"animals": animals, "stick_colour": stick_colour}
    with pytest.raises(st.InvalidPosition) as caught:
        st.game("spring_on_a_string").start(setup=setup)
    assert any(found.startswith(f"setup.{reason}") for found in caught.value.reasons)


def test_a_stick_insect_needs_a_free_lace_and_a_free_colour():
    four = reasons(4, animals={"Y": "stick_insect"}, stick_colour="R")
    assert four == ("animals: stick_insect needs a lace that nobody plays with; 4 players have all",)
    all_five = dict(zip("YRWPK", ("stick_insect", "bee", "hornet", "fly", "snail"), strict=True))
    assert "at most 4 can be in play" in reasons(animals=all_five, stick_colour="R")[0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"laces": [lace("Y4", "Y4"), lace()]}, "laces[0]: goes through Y4 2 times (G11)"),
        ({"laces": [lace("Y4"), lace("Y4")]}, "laces: 2 are in Y4, 1 can be (G12)"),
        ({"laces": [lace("Y4", end=1), lace()]}, "laces[0].end: must be 0, and ends too, without an earthworm in play"),
        ({"laces": [lace("W6", "Y7", "Y4"), lace()]}, "laces[0]: end 0 is 76.9 mm too short for its flowers"),
        ({"stick": ["Y8"]}, "stick: must be empty without a stick insect in play"),
        ({"cards": {"snail": 0}}, "cards: snail is not in play"),
        ({"bans": [["Y"], []]}, "bans[0]: must be empty without a peacock_butterfly in play"),
        ({"banned": ["Y"]}, "banned: must be empty without a large_white in play"),
        ({"swallowtail": 5}, "swallowtail: must be null without one in play"),
        ({"fed": [0]}, "fed: must be empty but for a ladybird in play with option ladybird='permanent'"),
        ({"is_lit": True}, "is_lit: must be false but for a firefly in play with option firefly='latched'"),
        ({"harvest": [0]}, "harvest: seat 0 has not collected a flower of a harvestman last"),
        ({"due": "locust"}, "due: there is no locust in play"),
        ({"has_acted": True}, "latest: begins with seat 0, who has acted"),
        ({"double_turn": 1}, "double_turn: must be 0 unless three play (G16)"),
        ({"has_hopped": True}, "has_hopped: must be false unless a grasshopper is in play and the mover has acted"),
        ({"laces": [lace("Y4"), lace()], "collections": 1}, "latest: seat 0 has collected, for its lace is in flowers"),
        ({"collections": 3, "latest": [0]}, "collections: 0 flowers are on laces, of 1 seats that have collected"),
        ({"latest": [0]}, "latest: names the seats that have collected"),
        ({"earlier": ["0" * 16]}, "earlier: must be empty without a fly in play"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(changes, reason):
    assert reason in reasons(**changes)


@pytest.mark.parametrize(
    ("animal", "changes", "reason"),
    [
        ("snail", {"cards": {"snail": 1}}, "cards.snail: seat 1 has collected nothing"),
        ("peacock_butterfly", {"bans": [[], ["Y"]]}, "bans[1]: must be empty, seat 1 has collected nothing"),
        ("peacock_butterfly", {"bans": [["R"], []]}, "bans[0]: must be empty when the slot of that seat begins"),
        (
            "large_white",
            {"pending": [[], ["R"]], "banned": ["R"]},
            "pending: names a colour that is banned already, or pending for another seat",
        ),
        ("swallowtail", {"swallowtail_seat": 1}, "swallowtail_seat: tells who closed the petals"),
        ("grasshopper", {"due": "grasshopper"}, "has_acted: must be true when an extra collection is due"),
        ("cricket", {"due": "cricket_laced"}, "due: there is no locust in play"),
    ],
)
def test_what_an_animal_does_not_do_is_refused(animal, changes, reason):
    assert any(found.startswith(reason) for found in reasons(animals={"Y": animal}, **changes))


def test_an_extra_collection_that_is_impossible_is_refused():
    wrong = reasons(
        animals={"Y": "locust"},
        laces=[lace("Y4"), lace()],
        latest=[0],
        collections=1,
        due="locust",
        has_acted=True,
    )
    assert wrong == ("due: no flower can be collected as locust, so the slot is over",)


def test_the_lace_of_a_stick_insect_leaves_the_lowest_flower_first():
    cast = {"animals": {"Y": "stick_insect"}, "stick_colour": "R"}
    assert reasons(**cast, stick=["R4", "R8"]) == (
        "stick: leaves the lowest flowers first, so it is in the last of R4, R5, R6, R8",
    )
    later = fields_with(**cast, stick=["R6", "R8"])
    state = st.game("spring_on_a_string").position({"state": later})
    assert {"R4", "R5"} <= set(state.legal_actions())
    assert not {"R6", "R8"} & set(state.legal_actions())


def test_all_that_is_wrong_is_said_at_once():
    assert len(reasons(mover=7, laces=3, cards=[], due="x", earlier=[1], latest=[0, 0])) == 6


def test_option_variants_are_written_only_where_they_are_chosen():
    assert st.game("spring_on_a_string", animals=3).start(seed=1).to_dict()["options"] == {
        "players": 2,
        "board": "meadow20",
    }
    chosen = st.game("spring_on_a_string", **VARIANTS).start(seed=1).to_dict()["options"]
    assert chosen == {"players": 2, "board": "meadow20", **VARIANTS}
