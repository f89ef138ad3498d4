"""Documents from outside: what is read, and that nothing but typed errors comes of the rest."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import springtail as st
from springtail.engines import documents

Junk = some.SearchStrategy[Any]
Midgame = Callable[[str], st.State]


def valid_documents(state: st.State) -> list[dict[str, Any]]:
    """Return a record, and a position and an observation where the game has them."""
    found = [state.record()]
    for write in (state.to_dict, state.observation(0).to_dict):
        try:
            document = write()
            documents.load(document)
        except st.Unsupported:
            continue
        found.append(document)
    return found


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return where every part of a document is."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, part in inside for found in paths(part, (*path, key)))]


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return the document with another value at a path."""
    if not path:
        return value
    changed = copy.deepcopy(document)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def refuse_or_read(document: Any) -> None:
    """Load a document; a typed error is as good as a state."""
    try:
        documents.load(document)
    except st.SpringtailError as error:
        assert str(error)


@pytest.mark.parametrize("game_id", st.game_ids())
def test_a_record_is_replayed_to_its_end(game_id: str, midgame: Midgame) -> None:
    state = midgame(game_id)
    again = st.load(json.dumps(state.record()))
    assert again == state
    assert again.record() == state.record()


@pytest.mark.parametrize("game_id", st.game_ids())
def test_a_position_reads_as_the_state_it_was_written_from(game_id: str, midgame: Midgame) -> None:
    state = midgame(game_id)
    try:
        again = st.load(json.dumps(state.to_dict()))
    except st.Unsupported:
        pytest.skip("the game has no position documents")
    assert again == state
    assert again.legal_actions() == state.legal_actions()
    assert again.to_dict() == state.to_dict()


@pytest.mark.parametrize("game_id", st.game_ids())
def test_an_observation_reads_as_the_observation_it_was_written_from(game_id: str, midgame: Midgame) -> None:
    seen = midgame(game_id).observation(1 % st.game(game_id).players)
    try:
        again = st.load(json.dumps(seen.to_dict()))
    except st.Unsupported:
        pytest.skip("the game has no observation documents")
    assert isinstance(again, st.Observation)
    assert again == seen
    assert again.to_dict() == seen.to_dict()


def test_documents_with_the_same_options_share_their_game() -> None:
    document = st.game("butterfly", players=3).start(seed=1).to_dict()
    assert st.load(document).game is st.load(json.dumps(document)).game
    others = [document["options"] | {"nets": "all"}, {**document["options"], "players": 3.0}]
    assert st.load(document | {"options": others[0]}).game != st.load(document).game
    with pytest.raises(st.InvalidOptions, match="players"):
        st.load(document | {"options": others[1]})


@given(some.data())
def test_a_document_of_any_kind_is_read_or_refused(junk: Junk, data: some.DataObject) -> None:
    refuse_or_read(data.draw(junk))


@given(some.text() | some.binary())
def test_a_text_of_any_kind_is_read_or_refused(text: str | bytes) -> None:
    refuse_or_read(text)


@given(some.text(alphabet='{}[]":,0123456789eE+-.\\u truefalsn', max_size=60))
def test_a_text_that_is_almost_json_is_read_or_refused(text: str) -> None:
    refuse_or_read(text)


@pytest.mark.parametrize("game_id", st.game_ids())
@settings(deadline=None)
@given(some.data())
def test_a_document_with_one_part_replaced_is_read_or_refused(
    game_id: str, midgame: Midgame, junk: Junk, data: some.DataObject
) -> None:
    document = data.draw(some.sampled_from(valid_documents(midgame(game_id))))
    path = data.draw(some.sampled_from(paths(document)))
    refuse_or_read(put(document, path, data.draw(junk)))


@pytest.mark.parametrize("game_id", st.game_ids())
@settings(deadline=None)
@given(some.data())
def test_a_document_cut_off_anywhere_is_refused(game_id: str, midgame: Midgame, data: some.DataObject) -> None:
    text = json.dumps(data.draw(some.sampled_from(valid_documents(midgame(game_id)))))
    with pytest.raises(st.InvalidPosition, match="not JSON"):
        documents.load(text[: data.draw(some.integers(0, len(text) - 1))])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "document: not JSON"),
        ("[]", "document: must be a JSON object, not list"),
        ("7", "document: must be a JSON object, not int"),
        (b"\xff\xfe{}", "document: not JSON: 'utf-8' codec can't decode byte 0xff"),
        ("{}", "game: missing"),
        ('{"colour": 1, "options": 2}', "game: missing.*options: must be an object.*'colour': unknown.*state: missing"),
        ('{"game": 7, "actions": []}', "game: must be a name, not 7"),
        ('{"game": "conect_four", "actions": []}', "did you mean 'connect_four'"),
        ('{"game": "connect_four"}', "a position has `state`, a record has `actions`"),
        ('{"game": "connect_four", "actions": [], "state": {}}', "either `state`"),
        ('{"game": "connect_four", "options": [], "actions": []}', "options: must be an object"),
        ('{"game": "connect_four", "options": {"self": 1}, "actions": []}', "has no option 'self'"),
        ('{"game": "connect_four", "options": {"game_id": 1}, "actions": []}', "has no option 'game_id'"),
        ('{"game": "connect_four", "options": {"players": 2.0}, "actions": []}', "option players: 2.0 is not one of 2"),
        (
            '{"game": "connect_four", "options": {"players": true}, "actions": []}',
            "option players: True is not one of 2",
        ),
        ('{"game": "connect_four", "actions": "4"}', "actions: must be a list of strings"),
        ('{"game": "connect_four", "actions": [4]}', "actions: must be a list of strings"),
        ('{"game": "connect_four", "actions": [], "match": []}', "match: must be an object"),
        ('{"game": "connect_four", "actions": [], "plies": [3]}', "plies: must be a list of objects"),
        ('{"game": "connect_four", "actions": [], "scores": ["1"]}', "scores: must be a list of numbers"),
        ('{"game": "connect_four", "actions": [], "winners": 0}', "winners: must be a list of whole numbers"),
        ('{"game": "connect_four", "actions": ["4", "8"]}', r"actions\[1\]: action '8': not the notation"),
        ('{"game": "connect_four", "actions": ["\\ud800"]}', r"actions\[0\]: action '\\ud800': not the notation"),
        ('{"game": "connect_four", "actions": ["4","4","4","4","4","4","4"]}', r"actions\[6\]: action '4': not legal"),
        ('{"game": "connect_four", "setup": [], "actions": []}', "setup: must be an object"),
        ('{"game": "connect_four", "turn": 1, "actions": []}', "'turn': unknown field"),
        ('{"game": "connect_four", "game": "connect_four"}', "'game': given twice"),
        ('{"game": "connect_four", "state": {"board": NaN}}', "'NaN' is no number in JSON"),
        ('{"game": "connect_four", "state": {"board": -Infinity}}', "'-Infinity' is no number in JSON"),
        ('{"game": "connect_four", "state": {"board": 1e999}}', "'1e999' is no number in JSON, or too large"),
        ('{"game": "connect_four", "state": {"board": 1' + 5000 * "0" + "}}", "document: not JSON: Exceeds the limit"),
        ('{"game": "connect_four", "seat": 2, "state": {}}', "seat: must be a whole number from 0 to 1, not 2"),
        ('{"game": "connect_four", "seat": null, "state": {}}', "seat: must be a whole number from 0 to 1, not None"),
        ('{"game": "connect_four", "state": []}', "state: must be an object"),
        ('{"game": "connect_four", "state": ' + 40 * "[" + 40 * "]" + "}", "nested too deeply; at most 32 levels"),
        (100_000 * "[", "document: nested too deeply"),
        (10_000_000 * " ", "document: longer than 1000000 characters"),
    ],
)
def test_a_wrong_document_is_refused_with_its_reason(text: str | bytes, reason: str) -> None:
    with pytest.raises(st.SpringtailError, match=reason):
        documents.load(text)


def test_all_reasons_are_given_at_once() -> None:
    with pytest.raises(st.InvalidPosition) as caught:
        documents.load({"game": 7, "options": [], "state": {}, "actions": []})
    assert [reason.partition(":")[0] for reason in caught.value.reasons] == ["game", "options", "state"]


def test_a_parsed_object_nested_without_end_is_refused() -> None:
    document: dict[str, Any] = {"game": "connect_four"}
    document["state"] = document
    with pytest.raises(st.InvalidPosition, match="nested too deeply"):
        documents.load(document)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert documents.load(b'\xef\xbb\xbf{"game": "connect_four", "actions": []}') == st.game("connect_four").start()


def test_a_record_keeps_its_setup_when_the_caller_changes_the_object() -> None:
    setup: dict[str, Any] = {}
    state = st.game("connect_four").start(setup=setup)
    setup["later"] = 1
    state.record()["setup"]["later"] = 1
    assert state.record()["setup"] == {}
