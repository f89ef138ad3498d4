"""The JSON Schema that ships with Butterfly accepts all that it writes."""

import json
import random
from pathlib import Path

import jsonschema
import pytest

from springtail.engines import game, game_class


def validator(kind: str) -> jsonschema.Draft202012Validator:
    schema = game_class("butterfly").schema(kind)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("nets", ["sparse", "all", ["b2", "d4"]])
def test_all_documents_of_a_game_are_valid(players, nets):
    record, position, observation = map(validator, ("record", "position", "observation"))
    choice = random.Random(players)
    state = game("butterfly", players=players, nets=nets).start(seed=players)
    ply = 0
    while not state.is_terminal():
        if ply % 4 == 0 or state.is_chance_node():
            position.validate(json.loads(json.dumps(state.to_dict())))
            observation.validate(json.loads(json.dumps(state.observation(players - 1).to_dict())))
        actions = state.legal_actions()
        state.apply_action(choice.choice(actions) if actions else state.sample_chance(choice.getrandbits(32)))
        ply += 1
    position.validate(json.loads(json.dumps(state.to_dict())))
    record.validate(json.loads(json.dumps(state.record())))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("to_move", 5),
        ("to_move", True),
        ("board", []),
        ("hedgehog", {"cell": "c4"}),
        ("pending", {"destination": "c4", "nets": 0, "drawing": False}),
        ("discarded", ["R1"]),
        ("collections", [["R6"], []]),
        ("extra", 1),
    ],
)
def test_wrong_values_are_not_valid(field, value):
    fields = game("butterfly").start(seed=1).to_dict()
    position = validator("position")
    assert position.is_valid(fields)
    fields["state"][field] = value
    assert not position.is_valid(fields)


def test_traces_are_valid_records():
    for line in (Path(__file__).parents[2] / "conformance" / "butterfly.jsonl").read_text("utf-8").splitlines():
        validator("record").validate(json.loads(line))


def test_there_is_no_other_schema():
    with pytest.raises(ValueError, match="'replay'"):
        game_class("butterfly").schema("replay")
