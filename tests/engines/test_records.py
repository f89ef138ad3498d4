"""Records in files: what is read of them, and what --check finds."""

from __future__ import annotations

import copy
import gzip
import io
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import springtail as st
from springtail.engines.records import Entry, read_records, replay_record

Trace = dict[str, Any]


@pytest.fixture(scope="session")
def trace() -> Trace:
    """A short dice race."""
    state = st.game("dice_race", players=2, target=8, faces=6).start()
    plies: list[dict[str, Any]] = []
    for action in ("roll", "6", "hold", "roll", "1", "roll", "2"):
        if state.is_chance_node():
            plies.append(
                {"player": "chance", "outcomes": {str(face): "2/12" for face in range(1, 7)}, "action": action}
            )
        else:
            plies.append({"player": state.current_player(), "legal": state.legal_actions(), "action": action})
        state.apply_action(action)
    return {**state.record(), "plies": plies, "scores": state.scores(), "winners": state.winners()}


def read(content: bytes) -> list[Entry]:
    return list(read_records(io.BufferedReader(io.BytesIO(content))))


def lines(*documents: Any) -> bytes:
    return b"".join(json.dumps(document).encode() + b"\n" for document in documents)


def disagreement(trace: Trace) -> str | None:
    """Return what a check says of a trace."""
    return replay_record(Entry(1, trace), check=True).disagreement


def changed(trace: Trace, *path: Any, to: Any) -> Trace:
    """Return the trace with another value at a path."""
    other = copy.deepcopy(trace)
    inner = other
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = to
    return other


def test_the_trace_of_these_tests_is_a_finished_game_with_chance(trace: Trace) -> None:
    assert {ply["player"] for ply in trace["plies"]} == {0, 1, "chance"}
    assert trace["winners"]
    assert disagreement(trace) is None


def test_a_file_has_one_object_a_line(trace: Trace) -> None:
    entries = read(lines(trace, trace))
    assert [entry.line for entry in entries] == [1, 2]
    assert all(entry.fields == trace and not entry.cut_off for entry in entries)


def test_empty_lines_are_passed_over(trace: Trace) -> None:
    assert [entry.line for entry in read(b"\n" + lines(trace) + b" \n" + lines(trace) + b"\n")] == [2, 4]


def test_a_file_may_be_one_object_over_several_lines(trace: Trace) -> None:
    assert read(json.dumps(trace, indent=2).encode()) == [Entry(1, trace)]


def test_a_last_line_without_its_end_of_line_is_whole(trace: Trace) -> None:
    assert read(lines(trace).rstrip()) == [Entry(1, trace)]


def test_a_gzipped_file_is_known_by_its_content(trace: Trace) -> None:
    assert read(gzip.compress(lines(trace, trace))) == read(lines(trace, trace))


def test_an_empty_file_has_no_records() -> None:
    assert read(b"") == []
    assert read(gzip.compress(b"")) == []


def test_a_bad_line_is_told_and_the_next_ones_are_read(trace: Trace) -> None:
    entries = read(lines(trace) + b"{oops}\n" + lines([1]) + lines(trace))
    assert [bool(entry.wrong) for entry in entries] == [False, True, True, False]
    assert "not JSON" in entries[1].wrong and "must be a JSON object" in entries[2].wrong


def test_a_line_without_its_end_in_the_middle_is_not_taken_for_cut_off(trace: Trace) -> None:
    whole = lines(trace)
    for end in range(1, len(whole) - 1):
        entries = read(whole + whole[:end] + b"\n" + whole)
        assert [bool(entry.wrong) for entry in entries] == [False, True, False]
        assert not any(entry.cut_off for entry in entries)


@pytest.mark.parametrize("indent", [None, 1])
def test_a_record_cut_off_anywhere_is_read_up_to_there(trace: Trace, indent: int | None) -> None:
    text = json.dumps(trace, indent=indent).encode()
    played = []
    for end in range(1, len(text)):
        [entry] = read(text[:end])
        if "actions" in entry.fields:
            assert entry.cut_off
            replay = replay_record(entry, check=True)
            assert replay.disagreement is None
            assert replay.state.history() == trace["actions"][: replay.plies]
            played.append(replay.plies)
        else:
            with pytest.raises(st.InvalidPosition):
                replay_record(entry)
    assert played == sorted(played)
    assert set(played) == set(range(len(trace["actions"]) + 1))


def test_a_gzipped_file_cut_off_is_read_up_to_there(trace: Trace) -> None:
    packed = gzip.compress(lines(*[changed(trace, "setup", to={})] * 40))
    entries = read(packed[:-12])
    assert len(entries) > 1
    assert all(replay_record(entry, check=True).disagreement is None for entry in entries)


def test_a_character_cut_in_two_is_no_fault() -> None:
    [entry] = read('{"game": "nim", "actions": ["a1", "é'.encode()[:-1])
    assert entry == Entry(1, {"game": "nim", "actions": ["a1"]}, cut_off=True)


@pytest.mark.parametrize(
    "text", ["{]", '{"a": [}', "nothing", '{"a": ' + 100 * "[", 100 * '{"a":', '{"a": 1} "', '"', "[1, 2"]
)
def test_what_is_no_beginning_of_a_record_is_wrong_and_not_cut_off(text: str) -> None:
    [entry] = read(text.encode())
    assert entry.wrong and not entry.cut_off and not entry.fields


def test_a_file_that_only_begins_like_gzip_is_refused() -> None:
    with pytest.raises(st.InvalidPosition, match="not gzip"):
        read(b"\x1f\x8b and then something else")


def test_a_line_without_end_is_refused_before_it_fills_the_memory() -> None:
    with pytest.raises(st.InvalidPosition, match="line 2: longer than 1000000 characters"):
        read(b"{}\n" + 2_000_000 * b" ")
    with pytest.raises(st.InvalidPosition, match="line 1: longer than"):
        read(gzip.compress(50_000_000 * b" "))


@given(some.binary())
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    try:
        for entry in read(content):
            replay_record(entry, check=True)
    except st.SpringtailError as error:
        assert str(error)


@settings(deadline=None)
@given(some.data())
def test_a_trace_with_one_part_replaced_agrees_disagrees_or_is_refused(
    trace: Trace, junk: some.SearchStrategy[Any], data: some.DataObject
) -> None:
    field = data.draw(some.sampled_from(sorted(trace)))
    path = [field]
    if field in ("plies", "actions"):
        path.append(data.draw(some.integers(0, len(trace[field]) - 1)))
    if field == "plies" and data.draw(some.booleans()):
        path.append(data.draw(some.sampled_from(["player", "legal", "outcomes", "action"])))
    try:
        disagreement(changed(trace, *path, to=data.draw(junk)))
    except st.SpringtailError as error:
        assert str(error)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("plies", 0, "player"), 1, "plies[0].player: 1 in the record, 0 in the engine"),
        (("plies", 1, "player"), 0, "plies[1].player: 0 in the record, chance in the engine"),
        (("plies", 0, "legal"), [], "plies[0].legal: only in the engine: 'hold', 'roll'"),
        (("plies", 0, "legal"), ["hold", "roll", "run"], "plies[0].legal: only in the record: 'run'"),
        (("plies", 0, "legal"), 7, "plies[0].legal: must be texts"),
        (("plies", 0, "action"), "run", "plies[0].action: 'run', but 'roll' among the actions"),
        (("plies", 1, "outcomes", "3"), "1/5", "plies[1].outcomes.3: 1/5 in the record, 1/6 in the engine"),
        (("plies", 1, "outcomes", "3"), 0.1, "plies[1].outcomes.3: must be a fraction as text, not 0.1"),
        (("plies", 1, "outcomes", "3"), "1/0", "plies[1].outcomes.3: must be a fraction as text, not '1/0'"),
        (("plies", 1, "outcomes"), {}, "plies[1].outcomes: only in the engine: '1', '2', '3', '4', '5', '6'"),
        (("actions", 1), "7", "plies[1].action: '6', but '7' among the actions"),
        (("plies",), [], "plies: 0, but 7 actions"),
        (("scores",), [0, 0], "scores: [0, 0] in the record, [8, 1] in the engine"),
        (("winners",), [1], "winners: [1] in the record, [0] in the engine"),
    ],
)
def test_a_check_names_the_first_disagreement(trace: Trace, path: tuple[Any, ...], value: Any, message: str) -> None:
    assert disagreement(changed(trace, *path, to=value)) == message


def test_a_check_without_plies_still_finds_an_action_that_cannot_be_played(trace: Trace) -> None:
    record = {name: value for name, value in trace.items() if name != "plies"}
    found = disagreement(changed(record, "actions", 1, to="7"))
    assert found is not None and found.startswith("actions[1]: action '7': not")


def test_a_check_finds_a_game_that_ended_too_soon_or_goes_on(trace: Trace) -> None:
    shorter = trace | {"actions": trace["actions"][:-1], "plies": trace["plies"][:-1]}
    assert disagreement(shorter) == "scores: the record is at its end, but in the engine player -1 comes next"
    longer = trace | {"actions": [*trace["actions"], "roll"], "plies": [*trace["plies"], {"player": 1}]}
    assert disagreement(longer) == "plies[7].player: 1 in the record, over in the engine"


def test_outcomes_of_a_deal_are_a_disagreement() -> None:
    deal = st.game("whist").start(seed=1).sample_chance(1)
    record = {"game": "whist", "actions": [deal], "plies": [{"player": "chance", "action": deal}]}
    assert disagreement(record) is None
    assert "too many to list" in str(disagreement(changed(record, "plies", 0, "outcomes", to={deal: "1/1"})))


def test_without_a_check_nothing_is_compared(trace: Trace) -> None:
    wrong = changed(changed(trace, "scores", to=[1, 1]), "plies", 0, "player", to=1)
    assert replay_record(Entry(1, wrong)).disagreement is None


@pytest.mark.parametrize("missing", ["game", "actions"])
def test_a_record_needs_its_game_and_actions(trace: Trace, missing: str) -> None:
    with pytest.raises(st.InvalidPosition, match=f"{missing}: "):
        replay_record(Entry(1, {name: value for name, value in trace.items() if name != missing}), check=True)
