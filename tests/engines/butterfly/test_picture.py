"""The picture of Butterfly: where its actions are, and what it says comes next."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import springtail as st

PENDING = {
    "board": [[None, None, "H12", None, None, "D3"], [None, None, "H15", None, "B4", "FL"],
              ["D7", "G1", "D8", None, "FL", "GX"], ["YX", None, "B2", None, "Y3", None],
              [None, None, None, None, None, "FL"], ["H13", "B2", "W7", None, None, None]],
    "hedgehog": {"cell": "b4", "direction": "S"},
    "collections": [["B5", "BE", "C3", "L2", "L7", "R4", "Y1", "Y2", "Y2", "Y4"],
                    ["B1", "B4", "C9", "FL", "FL", "L3", "L9", "R1", "R5"]],
    "discarded": ["C5"], "to_move": 1, "pending": {"destination": "b6", "nets": 1, "drawing": False},
}  # fmt: skip


def places(state: st.State, actions: list[str]) -> dict[str, object]:
    return state.game.picture(state, None, actions).places


def test_every_destination_and_every_placement_has_its_own_place() -> None:
    state = st.game("butterfly", players=3).start(seed=1)
    placements = state.legal_actions()
    assert len(set(places(state, placements).values())) == len(placements) == 4 * 49
    state.apply_action("d4N")
    found = places(state, state.legal_actions())
    assert list(found) == state.legal_actions()
    assert all(place.origin for place in found.values())


@pytest.mark.parametrize("action", ["f1", "d4"])
def test_no_arrow_leads_where_the_hedgehog_cannot_look(action: str) -> None:
    state = st.game("butterfly", players=3).start(seed=1).child("d4N")
    assert places(state, [action])[action].origin is None


def test_drawing_is_on_the_bag_and_skipping_nowhere() -> None:
    state = st.load({"game": "butterfly", "state": PENDING})
    assert list(places(state, ["draw", "skip", "R3"])) == ["draw"]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({}, "Seat 1 draws or skips on the way to b6"),
        ({"pending": {"destination": "b6", "nets": 1, "drawing": True}}, "Seat 1 draws a tile on the way to b6"),
        ({"pending": None}, "Seat 1 moves the hedgehog"),
    ],
)
def test_the_status_says_what_comes_next(change: dict[str, object], status: str) -> None:
    state = st.load({"game": "butterfly", "state": PENDING | change})
    assert state.game.picture(state, None, []).status == status


def test_open_nets_and_what_left_the_game_are_shown() -> None:
    svg = st.load({"game": "butterfly", "state": PENDING}).to_svg()
    assert {"b2: open net", "b5: open net", "e5: open net"} <= {e.text for e in ElementTree.fromstring(svg).iter()}
    assert "Out of the game" in svg
