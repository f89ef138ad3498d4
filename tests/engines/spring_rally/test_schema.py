"""The JSON Schemas that the package ships."""

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from springtail.engines import game
from springtail.engines.spring_rally.game import SpringRally

OWN = {"length": 20, "uphill": [[7, 8]], "downhill": [[12, 13]]}


@pytest.fixture(scope="module")
def validators():
    schemas = {kind: SpringRally.schema(kind) for kind in ("record", "position", "observation")}
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    return {kind: Draft202012Validator(schema) for kind, schema in schemas.items()}


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("track", ["beach", "volcano", OWN])
def test_all_documents_of_a_game_are_valid(random_states, validators, players, track):
    for state in random_states(game("spring_rally", players=players, track=track), 2):
        validators["position"].validate(json.loads(json.dumps(state.to_dict())))
        for seat in range(players):
            validators["observation"].validate(json.loads(json.dumps(state.observation(seat).to_dict())))
    validators["record"].validate(json.loads(json.dumps(state.record())))


def test_traces_are_valid_records(validators):
    for line in (Path(__file__).parents[2] / "conformance" / "spring_rally.jsonl").read_text("utf-8").splitlines():
        validators["record"].validate(json.loads(line))


def test_an_observation_from_memory_is_valid(validators):
    state = {"round": 1, "leader": 0, "progress": [0, 0, 0], "winds": [0, 0, 0]}
    seen = {"game": "spring_rally", "seat": 0, "state": state | {"hand": ["B2"], "tricks": [["B3", "B4", "B5"]]}}
    validators["observation"].validate(seen)


@pytest.mark.parametrize(
    "change",
    [
        {"round": 4},
        {"progress": [0, 0]},
        {"winds": [0, 0, 10]},
        {"hand": ["B16"]},
        {"hand": ["B2", "B2"]},
        {"hands": [None, None, None]},
        {"played": []},
        {"wings": 2},
    ],
)
def test_a_wrong_observation_is_not(validators, change):
    state = {"round": 1, "leader": 0, "progress": [0, 0, 0], "winds": [0, 0, 0], "hand": ["B2"], "tricks": []}
    with pytest.raises(ValidationError):
        validators["observation"].validate({"game": "spring_rally", "seat": 0, "state": state | change})


def test_there_is_no_other_schema():
    with pytest.raises(ValueError, match="'deal'"):
        SpringRally.schema("deal")
