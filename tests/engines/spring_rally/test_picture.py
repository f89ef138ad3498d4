"""The picture of Spring Rally: whose cards it shows, and who wins the trick so far."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import springtail as st
from springtail.engines.spring_rally.cards import IDS

POSITION = {
    "round": 2, "leader": 1, "progress": [12, 5, 45], "winds": [2, 0, 1], "table": ["G4"],
    "hands": [["B5", "R2", "R3"], ["B6", "R4"], ["G5", "G6", "R8"]],
    "played": ["B2", "B3", "B4", "B7", "B8", "B9", "B10", "G2", "G3", "G7", "G8", "G9"],
    "voids": [["G"], [], []],
}  # fmt: skip


@pytest.fixture
def state() -> st.State:
    return st.load({"game": "spring_rally", "options": {"players": 3}, "state": POSITION})


def texts(svg: str) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_a_state_shows_all_hands(state: st.State) -> None:
    shown = texts(state.to_svg())
    assert {"B5", "R2", "R3", "B6", "R4", "G5", "G6", "R8"} <= set(shown)


def test_an_observation_shows_the_own_hand_and_known_voids_only(state: st.State) -> None:
    svg = state.to_svg(1)
    shown = texts(svg)
    assert "Hand of seat 1" in shown and "no G" in shown
    assert not {"B5", "R2", "R3", "G5", "G6", "R8"} & set(shown)
    assert not {"B5", "R2", "R3", "G5", "G6", "R8"} & set(svg.replace("<", " ").replace(">", " ").split())


def test_a_car_in_its_second_lap_says_so(state: st.State) -> None:
    titles = [e.text for e in ElementTree.fromstring(state.to_svg()).iter("{http://www.w3.org/2000/svg}title")]
    assert "seat 2, space 11, lap 2" in titles
    assert "seat 0, space 12, lap 1" in titles


@pytest.mark.parametrize(
    ("trick", "place"), [(["G4"], 0), (["G4", "G6"], 1), (["G4", "R2"], 1), (["G4", "R2", "G10"], 1)]
)
def test_the_card_that_wins_so_far_is_known(state: st.State, trick: list[str], place: int) -> None:
    assert state.game.winning_place([IDS[card] for card in trick]) == place


@pytest.mark.parametrize("count", [0, 4])
def test_a_trick_has_a_card_and_not_more_than_seats(state: st.State, count: int) -> None:
    with pytest.raises(ValueError, match=f"table: must have 1 to 3 cards, not {count}"):
        state.game.winning_place([0] * count)
