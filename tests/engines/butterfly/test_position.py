"""Positions of Butterfly as documents: what is written is read back, what cannot be is refused."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from springtail.cython_ext.errors import InvalidPosition, SpringtailError
from springtail.cython_ext.game import State
from springtail.engines import game
from springtail.engines.documents import load


def game_of(players: int, nets: Any, seed: int) -> Iterator[State]:
    """Yield every state of a random game."""
    choice = random.Random(seed)
    state = game("butterfly", players=players, nets=nets).start(seed=seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(choice.choice(actions) if actions else state.sample_chance(choice.getrandbits(32)))
        yield state


def document(ply: int, players: int = 2, nets: Any = "all", seed: int = 1) -> dict[str, Any]:
    """Return the position after some plies of a random game."""
    for at, state in enumerate(game_of(players, nets, seed)):
        if at == ply:
            return state.to_dict()
    raise ValueError("the game is shorter")


def reasons(fields: dict[str, Any]) -> str:
    with pytest.raises(InvalidPosition) as caught:
        load(fields)
    return "\n".join(caught.value.reasons)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("nets", ["sparse", "all", ["b2", "d4"]])
def test_every_state_of_a_game_is_read_back_as_it_was_written(players, nets):
    for state in game_of(players, nets, seed=7):
        written = json.loads(json.dumps(state.to_dict()))
        read = load(written)
        assert read == state
        assert read.key == state.key
        assert read.to_dict() == written
        assert read.current_player() == state.current_player()


def test_a_position_read_back_goes_on_like_the_original():
    for state in game_of(2, "all", seed=3):
        read = load(state.to_dict())
        assert read.legal_actions() == state.legal_actions()
        assert read.chance_weights() == state.chance_weights()
        assert read.scores() == state.scores()


def test_the_order_of_tiles_in_a_collection_does_not_matter():
    fields = document(30, nets="none", players=3)
    shuffled = copy.deepcopy(fields)
    for held in shuffled["state"]["collections"]:
        held.reverse()
    assert load(shuffled) == load(fields)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("board", None, "state.board"),
        ("board", [], "state.board: must be a list of 6"),
        ("hedgehog", "c4N", "state.hedgehog: must be an object"),
        ("hedgehog", {"cell": "g1", "direction": "N"}, "state.hedgehog.cell"),
        ("hedgehog", {"cell": "c4", "direction": "n"}, "state.hedgehog.direction"),
        ("hedgehog", {"cell": "c4", "direction": ["N"]}, "state.hedgehog.direction"),
        ("hedgehog", {"cell": "c4"}, "state.hedgehog.direction: missing"),
        ("hedgehog", {"cell": "c4", "direction": "N", "row": 3}, "state.hedgehog.'row': unknown field"),
        ("hedgehog", None, "before the hedgehog is placed"),
        ("collections", [[]], "state.collections: must be a list of 2"),
        ("collections", [[], "R1"], "state.collections[1]"),
        ("collections", [[], ["R6"]], "state.collections[1][0]: 'R6'"),
        ("collections", [[], ["C1", "C2"]], "state.collections[1]: has C1, C2"),
        ("collections", [["FL"] * 13, ["FL"]], "16 tiles FL, the game has 13"),
        ("collections", [[], []], "tiles are gone"),
        ("collections", [["R1"] * 101, []], "state.collections[0]"),
        ("discarded", ["R1"], "state.discarded[0]"),
        ("discarded", ["C1", "C1"], "2 tiles C1"),
        ("to_move", 2, "state.to_move"),
        ("to_move", -1, "state.to_move"),
        ("to_move", True, "state.to_move"),
        ("to_move", 1.0, "state.to_move"),
        ("to_move", float("nan"), "state.to_move"),
        ("to_move", 10**100, "state.to_move"),
        ("to_move", None, "state.to_move"),
        ("pending", [], "state.pending"),
        ("pending", {"destination": "a1", "nets": 0, "drawing": False}, "state.pending.nets"),
        ("pending", {"destination": "a1", "nets": 1, "drawing": 0}, "state.pending.drawing"),
        ("pending", {"destination": "j1", "nets": 1, "drawing": True}, "state.pending.destination"),
        ("extra", 1, "state.'extra': unknown field"),
    ],
)
def test_a_wrong_field_is_refused_by_name(field, value, reason):
    fields = document(20)
    fields["state"][field] = value
    assert reason in reasons(fields)


@pytest.mark.parametrize("field", ["board", "hedgehog", "collections", "discarded", "to_move", "pending"])
def test_a_missing_field_is_refused_by_name(field):
    fields = document(20)
    del fields["state"][field]
    assert f"state.{field}: missing" in reasons(fields)


def test_a_number_too_large_to_write_is_refused_by_name():
    fields = document(20)
    fields["state"]["to_move"] = 10**5000
    assert "state.to_move: a huge int" in reasons(fields)


def test_all_wrong_fields_are_named_at_once():
    fields = document(20)
    fields["state"]["board"][2][3] = "XX"
    fields["state"]["to_move"] = 9
    fields["state"]["discarded"] = ["R1"]
    fields["state"]["hedgehog"]["cell"] = "z0"
    assert len(reasons(fields).splitlines()) == 4


def test_all_that_wrong_tiles_give_is_named_at_once():
    fields = document(0)
    fields["state"]["board"][0][0] = None
    fields["state"]["collections"][0] = ["RX", "RX", "RX"]
    fields["state"]["to_move"] = 0
    found = reasons(fields)
    for part in ("tiles RX", "board: must be full", "collections: must be empty", "to_move: must be 1"):
        assert part in found


def test_before_the_placement_nothing_can_be_pending():
    fields = document(0)
    fields["state"]["pending"] = {"destination": "a1", "nets": 1, "drawing": False}
    assert "pending: must be null before" in reasons(fields)


def test_a_pending_move_must_be_one_that_the_hedgehog_can_make(lay):
    fields = lay(". . . R1", "a1E", nets=["b1"]).to_dict()
    fields["state"]["pending"] = {"destination": "c1", "nets": 1, "drawing": False}
    assert "state.pending.destination: the hedgehog cannot go to c1" in reasons(fields)
    fields["state"]["pending"] = {"destination": "d1", "nets": 2, "drawing": False}
    assert "state.pending.nets: there are only 1 open nets on the way to d1" in reasons(fields)
    fields["state"]["pending"] = {"destination": "d1", "nets": 1, "drawing": True}
    assert load(fields).is_chance_node()


def test_nothing_can_be_pending_with_an_empty_bag(lay):
    fields = lay(". . . R1", "a1E", nets=["b1"], bag=[]).to_dict()
    fields["state"]["pending"] = {"destination": "d1", "nets": 1, "drawing": False}
    assert "the bag is empty" in reasons(fields)


def test_a_position_of_other_options_is_refused():
    fields = document(5, players=3)
    with pytest.raises(InvalidPosition, match="options"):
        game("butterfly").position(fields)
    fields["options"] = {"players": 2}
    assert "must be a list of 6" in reasons(fields)


json_like = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["R1", "FL", "C1", "c4", "N", "sparse", "board", "state"])
    | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=8), inner, max_size=6),
    max_leaves=20,
)
POSITIONS = [state.to_dict() for ply, state in enumerate(game_of(2, "all", seed=2)) if ply % 4 == 0]


def places_of(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every (container, key or index) inside a document."""
    for key in value if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], (dict, list)):
            yield from places_of(value[key])


def accept_or_refuse(fields: Any) -> None:
    """A document is refused with a typed error, or read as what it says."""
    try:
        state = game("butterfly", nets="all").position(fields)
    except SpringtailError:
        return
    assert load(state.to_dict()) == state
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0] if state.legal_actions() else state.sample_chance(0))


@settings(max_examples=60, deadline=None)
@given(json_like)
def test_garbage_for_a_position_raises_only_typed_errors(garbage):
    accept_or_refuse(garbage)
    accept_or_refuse({"state": garbage})


@settings(max_examples=120, deadline=None)
@given(data=st.data(), base=st.sampled_from(POSITIONS), changes=st.integers(1, 3))
def test_a_position_with_a_few_values_changed_raises_only_typed_errors(data, base, changes):
    fields = copy.deepcopy(base)
    for _ in range(changes):
        container, key = data.draw(st.sampled_from(list(places_of(fields))))
        how = data.draw(st.sampled_from(["replace", "delete", "swap"]))
        if how == "replace":
            container[key] = data.draw(json_like)
        elif how == "delete":
            del container[key]
        else:
            other, there = data.draw(st.sampled_from(list(places_of(fields))))
            container[key] = copy.deepcopy(other[there])
        if not fields.get("state"):
            break
    accept_or_refuse(fields)


@settings(max_examples=50, deadline=None)
@given(data=st.data(), garbage=json_like)
def test_garbage_in_a_set_up_raises_only_typed_errors(data, garbage):
    setup = {"board": copy.deepcopy(POSITIONS[0]["state"]["board"])}
    container, key = data.draw(st.sampled_from(list(places_of(setup))))
    container[key] = garbage
    for given_setup in (setup, garbage):
        try:
            game("butterfly").start(setup=given_setup, seed=None)
        except SpringtailError:
            pass
