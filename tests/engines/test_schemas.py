"""The JSON Schemas that all five games ship hold for all that they write, and all of that can be read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import springtail as st
from springtail.command_line.random_game import random_game
from springtail.engines import game_class
from springtail.engines.records import Entry, replay_record, trace

KINDS = ("record", "position", "observation")
GAMES: dict[str, list[dict[str, Any]]] = {
    "butterfly": [{"players": 2}, {"players": 5, "nets": "all"}],
    "spinnentwist": [{}, {"web": "spiral"}],
    "spring": [{}, {"pots_per_card": "any", "fence_on": "any", "pot_blocks": "space"}],
    "spring_on_a_string": [{"players": 2}, {"players": 4}],
    "spring_rally": [{"players": 3}, {"players": 5, "track": "volcano"}],
}
CASES = [(game_id, options) for game_id, cases in GAMES.items() for options in cases]


@cache
def validator(game_id: str, kind: str) -> Draft202012Validator:
    schema = game_class(game_id).schema(kind)  # type: ignore[attr-defined]
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def written(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document as its reader gets it, after a look at its schema."""
    kind = "record" if "actions" in document else "observation" if "seat" in document else "position"
    as_read: dict[str, Any] = json.loads(json.dumps(document))
    validator(document["game"], kind).validate(as_read)
    return as_read


def states(game_id: str, options: dict[str, Any]) -> Iterator[st.State]:
    """Yield every seventh position of a random game, and the last."""
    state: st.State | None = None
    for number, state in enumerate(random_game(st.game(game_id, **options), 11)):
        if number % 7 == 0:
            yield state
    assert state is not None
    yield state


def test_there_is_a_schema_for_each_game() -> None:
    assert set(GAMES) == set(st.game_ids(toys=False))


@pytest.mark.parametrize(("game_id", "options"), CASES)
class TestWritten:
    def test_positions_are_valid_and_read_again(self, game_id: str, options: dict[str, Any]) -> None:
        for state in states(game_id, options):
            assert st.load(written(state.to_dict())) == state

    def test_observations_of_every_seat_are_valid_and_read_again(self, game_id: str, options: dict[str, Any]) -> None:
        for state in states(game_id, options):
            for seat in range(state.game.players):
                seen = state.observation(seat)
                assert st.load(written(seen.to_dict())).to_dict() == seen.to_dict()

    def test_records_are_valid_and_read_again(self, game_id: str, options: dict[str, Any]) -> None:
        for state in states(game_id, options):
            assert st.load(written(state.record())) == state

    def test_traces_are_valid_and_the_engine_agrees(self, game_id: str, options: dict[str, Any]) -> None:
        *_, end = states(game_id, options)
        told = written(trace(Entry(1, end.record())))
        assert told["winners"] and len(told["plies"]) == len(told["actions"])
        assert replay_record(Entry(1, told), check=True).disagreement is None

    def test_records_that_begin_with_a_position_are_valid_and_read_again(
        self, game_id: str, options: dict[str, Any]
    ) -> None:
        state = [state for state in states(game_id, options) if not state.is_terminal()][1]
        action = state.sample_chance(1) if state.is_chance_node() else state.legal_actions()[0]
        start = state.to_dict()
        begun = {"game": game_id, "options": start["options"], "position": start["state"], "actions": [action]}
        assert st.load(written(begun)) == state.child(action)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_is_neither_is_not_valid(game_id: str) -> None:
    record = st.game(game_id).start(seed=1).record()
    for wrong in (
        record | {"colour": "red"},
        record | {"position": {}},
        record | {"plies": [{"player": "nobody"}]},
        record | {"plies": [{"player": "chance", "outcomes": {record["game"]: 0.5}}]},
        record | {"winners": [9]},
        {name: record[name] for name in ("game", "setup")},
        {},
    ):
        assert not validator(game_id, "record").is_valid(wrong)


@pytest.mark.parametrize("game_id", GAMES)
def test_the_file_as_a_whole_is_a_schema_of_all_three_kinds(game_id: str) -> None:
    from importlib.resources import files

    schema = json.loads(files(f"springtail.engines.{game_id}").joinpath("schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    state = st.game(game_id).start(seed=1)
    for document in (state.record(), state.to_dict(), state.observation(0).to_dict()):
        assert Draft202012Validator(schema).is_valid(json.loads(json.dumps(document)))
    assert not Draft202012Validator(schema).is_valid({"game": game_id})
