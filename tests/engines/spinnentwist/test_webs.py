"""Webs: the shipped ones and own ones, from descriptions and files."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from reference.spinnentwist import SOMMERMORGEN, SPIRAL

import springtail as st
from springtail.engines.spinnentwist.webs import Web, read_web, shipped

SMALL = {"spokes": 3, "rings": 2, "cross_connections": "rings"}


def own(**changes: Any) -> st.Game:
    return st.game("spinnentwist", web=SMALL | changes)


def neighbours(web: Web) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {point: set() for point in web.points}
    for one, other in web.threads:
        found[web.points[one]].add(web.points[other])
        found[web.points[other]].add(web.points[one])
    return found


@pytest.mark.parametrize(
    ("name", "points", "threads", "expected"), [("sommermorgen", 51, 100, SOMMERMORGEN), ("spiral", 61, 119, SPIRAL)]
)
def test_the_shipped_webs_are_those_of_section_2(name, points, threads, expected):
    web = shipped()[name]
    assert (len(web.points), len(web.threads)) == (points, threads)
    assert neighbours(web) == expected


def test_a_shipped_web_says_how_sure_each_fact_is():
    sure = st.game("spinnentwist").info.components
    assert sure["name"] == "published"
    assert sure["rings"] == sure["cross_connections"] == "reconstruction"
    assert st.game("spinnentwist", web="spiral").info.components["name"] == "reconstruction"
    assert own().info.components == {}


def test_equal_descriptions_give_equal_games():
    pairs = [["b1", "a1"], ["c1", "b1"], ("a1", "c1"), ["a2", "b2"], ["b2", "c2"], ["c2", "a2"]]
    same = own(rings=[2, 2, 2], cross_connections=pairs, entry_fields=["c2", "a2", "b2"])
    assert same == own()
    assert hash(same) == hash(own())
    assert same != own(cross_connections=pairs[1:])


def test_options_are_written_as_json_that_gives_the_game_back():
    for game in (own(), own(rings=[1, 2, 3], cross_connections=[["a1", "b2"]], entry_fields=["a1", "c3"])):
        written = json.loads(json.dumps(game.written_options()))
        assert st.game("spinnentwist", **written) == game
    assert own().written_options()["web"] == SMALL


def test_a_game_with_an_own_web_survives_pickling():
    assert pickle.loads(pickle.dumps(own())) == own()


def test_a_web_is_read_from_a_file(tmp_path: Path):
    path = tmp_path / "measured.toml"
    path.write_text('spokes = 3\nrings = [2, 3, 2]\ncross_connections = [["a1", "b1"], ["b3", "c2"]]\n')
    game = st.game("spinnentwist", web=path)
    assert game == own(rings=[2, 3, 2], cross_connections=[["a1", "b1"], ["b3", "c2"]])
    assert game.start().legal_actions() == ["+a2", "+b3", "+c2"]


def test_a_position_carries_its_web():
    state = own(entry_fields=["b2"]).start()
    state.apply_action("+b2")
    assert st.load(json.dumps(state.to_dict())) == state
    assert st.load(json.dumps(state.record())) == state


def test_a_large_web_is_played_to_its_end():
    state = own(spokes=14, rings=9, cross_connections="spiral").start()
    assert len(state.game.web.points) == 127
    random = st.Random(3)
    while not state.is_terminal():
        actions = [state.sample_chance(random)] if state.is_chance_node() else state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    assert state.game.position(state.to_dict()) == state


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"spokes": 2}, "spokes: 2 is not a whole number from 3 to 14"),
        ({"spokes": 15}, "spokes: 15 is not a whole number from 3 to 14"),
        ({"spokes": 3.0}, "spokes: 3.0 is not"),
        ({"spokes": True}, "spokes: True is not"),
        ({"rings": 0}, "rings: 0 is not a whole number from 1 to 128"),
        ({"rings": [1, 2]}, "rings: must be a list of 3"),
        ({"rings": [1, 0, 2]}, "rings: every spoke has at least 1 point"),
        ({"rings": [1, "2", 2]}, r"rings\[1\]: '2' is not a whole number"),
        ({"rings": 43}, "rings: make 130 crossing points with the centre; at most 128"),
        ({"cross_connections": "ring"}, "cross_connections: must be 'rings' or 'spiral', or a list of at most"),
        ({"cross_connections": [["a1"]]}, r"cross_connections\[0\]: \['a1'\] is no pair"),
        ({"cross_connections": [["a1", "b3"]]}, r"cross_connections\[0\]: \['a1', 'b3'\] is no pair"),
        ({"cross_connections": [["o", "b1"]]}, r"cross_connections\[0\]: \['o', 'b1'\] is no pair"),
        ({"cross_connections": [["a1", "a2"]]}, "a1 and a2 do not lie on neighbouring spokes"),
        ({"spokes": 4, "cross_connections": [["a1", "c1"]]}, "a1 and c1 do not lie on neighbouring spokes"),
        ({"cross_connections": [["a1", "b1"], ["b1", "a1"]]}, "a1 and b1 are joined 2 times"),
        ({"entry_fields": ["a1"]}, "entry_fields: 'a1' is not on the rim, which is a2, b2, c2"),
        ({"entry_fields": ["o"]}, "entry_fields: 'o' is not on the rim"),
        ({"entry_fields": ["a2", "a2"]}, "entry_fields: a2 is named twice"),
        ({"entry_fields": []}, "entry_fields: must be a list of 1 to 3 points"),
        ({"knots": 3}, "'knots': unknown field"),
        (
            {"rings": 30, "cross_connections": [["a1", f"b{ring}"] for ring in range(1, 14)]},
            "15 threads meet at a1; at most 14",
        ),
    ],
)
def test_a_wrong_description_is_refused_with_its_reason(changes, reason):
    with pytest.raises(st.InvalidOptions, match=f"option web: .*{reason}"):
        own(**changes)


def test_all_reasons_are_given_at_once():
    with pytest.raises(st.InvalidOptions) as caught:
        own(cross_connections=[["a1", "a2"], ["a1"]], entry_fields=["b1"])
    assert str(caught.value).count(";") == 2
    with pytest.raises(st.InvalidOptions, match="spokes: missing; rings: missing; cross_connections: missing"):
        st.game("spinnentwist", web={})


@pytest.mark.parametrize("value", ["Sommermorgen", "spirals", 5, None, [], b"spiral", 1e300])
def test_another_value_is_refused_with_what_would_be_right(value):
    with pytest.raises(st.InvalidOptions, match="option web: must be 'sommermorgen', 'spiral', the description"):
        st.game("spinnentwist", web=value)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"spokes = 3\nrings = 0\ncross_connections = []", "rings: 0 is not"),
        (b"spokes = ", "Invalid value"),
        (b"\xff", "decode"),
        (b"a = " + b"[" * 5000, "web.toml"),
    ],
)
def test_a_wrong_file_is_refused_naming_it(tmp_path: Path, content, reason):
    path = tmp_path / "web.toml"
    path.write_bytes(content)
    with pytest.raises(st.InvalidOptions, match="web.toml.*") as caught:
        st.game("spinnentwist", web=path)
    assert reason in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path):
    with pytest.raises(st.InvalidOptions, match="no such"):
        st.game("spinnentwist", web=tmp_path / "no such.toml")


@given(some.data())
def test_a_description_with_any_part_replaced_is_read_or_refused(junk, data):
    described: dict[str, Any] = SMALL | {"cross_connections": [["a1", "b1"], ["b2", "c2"]], "entry_fields": ["a2"]}
    name = data.draw(some.sampled_from(sorted(described)))
    value = data.draw(junk)
    if isinstance(described[name], list) and data.draw(some.booleans()):
        value = [*described[name], value]
    try:
        read_web(described | {name: value})
    except ValueError as error:
        assert str(error)
