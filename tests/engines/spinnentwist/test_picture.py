"""The picture of Spinnentwist: where its actions are, and what it says of the spiders."""

from __future__ import annotations

from math import dist
from xml.etree import ElementTree

import pytest

import springtail as st

SHAKEN = {
    "mover": 0, "female": "b2", "males": [["a4", "c3"], ["c5", "d2", "i5"]], "supply": [6, 7], "mated": [1, 0],
    "eaten": [1, 0], "die": 0, "shaken": "a4", "is_rolling": False, "moved": ["a4"], "has_acted": True,
    "has_entered": False, "has_mated": False, "is_eventful": False, "quiet_turns": 2, "turns": 14,
}  # fmt: skip
EATING = SHAKEN | {"die": 3, "shaken": None, "moved": [], "has_acted": False}


def position(fields: dict[str, object], **options: object) -> st.State:
    return st.load({"game": "spinnentwist", "options": options, "state": fields})


def titles(state: st.State) -> set[str | None]:
    return {e.text for e in ElementTree.fromstring(state.to_svg()).iter("{http://www.w3.org/2000/svg}title")}


def test_moves_lead_from_the_male_to_its_point() -> None:
    state = position(EATING)
    moves = [action for action in state.legal_actions() if "-" in action]
    found = state.game.picture(state, None, state.legal_actions()).places
    assert moves and set(moves) <= set(found)
    for place in (found[move] for move in moves):
        assert place.origin is not None
        assert dist(place.origin, place.centre) > place.radius


def test_the_female_has_an_arrow_too() -> None:
    state = position(SHAKEN)
    found = state.game.picture(state, None, state.legal_actions()).places
    assert list(found) == state.legal_actions()


def test_ending_a_turn_has_no_place() -> None:
    assert list(position(EATING).game.picture(position(EATING), None, ["end", "pass", "=3"]).places) == []


def test_males_say_whose_they_are_and_which_have_moved() -> None:
    shown = titles(position(SHAKEN))
    assert {"a4: male of seat 0, has moved", "c3: male of seat 0", "i5: male of seat 1", "b2: the female"} <= shown


@pytest.mark.parametrize(
    ("fields", "status"), [(SHAKEN, "Seat 1 moves the female towards a4"), (EATING, "Seat 0 to move")]
)
def test_the_status_says_what_comes_next(fields: dict[str, object], status: str) -> None:
    state = position(fields)
    assert state.game.picture(state, None, []).status == status


def test_the_spiders_of_a_dense_web_do_not_touch() -> None:
    web = {"spokes": 4, "rings": 20, "cross_connections": "spiral"}
    state = st.game("spinnentwist", web=web).start().child("+a20")
    found = state.game.picture(state, None, [f">{point}" for point in state.game.web.points]).places
    middles = [place.centre for place in found.values()]
    radius = next(iter(found.values())).radius - 3
    assert all(dist(one, other) > 1.9 * radius for one in middles for other in middles if one != other)
