"""The picture of Spring on a String: laces above and below the cloth, flowers by name, animals in words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import springtail as st
from springtail.cython_ext.svg import COLOURS, SEAT_HUES
from springtail.engines.spring_on_a_string.animals import ANIMALS
from springtail.engines.spring_on_a_string.meanings import MEANINGS

SVG = "{http://www.w3.org/2000/svg}"


def after(*actions: str, animals: dict[str, str] | None = None) -> st.State:
    state = st.game("spring_on_a_string").start(setup={"animals": animals or {}})
    for action in actions:
        state.apply_action(action)
    return state


def links(state: st.State, seat: int) -> list[bool]:
    """Return of each link of a lace whether it is drawn above the cloth, those below first."""
    drawing = ElementTree.fromstring(state.to_svg(theme="light"))
    own = [line for line in drawing.iter(f"{SVG}line") if line.get("stroke") == COLOURS[SEAT_HUES[seat]][0]]
    return [line.get("stroke-dasharray") is None for line in own]


def test_links_lie_above_and_below_the_cloth_in_turn():
    state = after("W6", "Y7", "P7", "R6", "R5", "W4", "K4")
    assert links(state, 0) == [False, True, True]
    assert links(state, 1) == [False, True]


def test_flowers_are_named_with_their_laces():
    svg = after("W6", "Y7").to_svg()
    assert "W6: white, 6 petals, lace of seat 0" in svg
    assert "Y7: yellow, 7 petals, lace of seat 1" in svg
    assert "P7: purple, 7 petals</title>" in svg


def test_flowers_with_the_lace_of_the_stick_insect_say_so():
    state = st.game("spring_on_a_string").start(setup={"animals": {"Y": "stick_insect"}, "stick_colour": "P"})
    assert state.to_svg().count("lace of the stick insect") == len(state.game.board.of_colour("P"))


def test_every_animal_has_a_meaning():
    assert tuple(MEANINGS) == ANIMALS


@pytest.mark.parametrize("animal", ["peacock_butterfly", "large_white"])
def test_colours_that_are_named_with_a_flower_have_places_of_their_own(animal):
    state = after(animals={"Y": animal})
    places = state.game.picture(state, None, state.legal_actions()).places
    named = [action for action in places if action.startswith("Y4/")]
    assert len({places[action] for action in named}) == len(named) == 5


def test_a_board_with_long_names_and_little_room_can_be_drawn():
    flowers = [
        {"name": f"Flower{at}", "colour": "YRWPK"[at % 5], "petals": 1 + at % 15, "x": 9 * (at % 7), "y": at // 7}
        for at in range(28)
    ]
    board = {"ends": [470, 340], "hole": 5, "tip": 10, "flowers": flowers}
    state = st.game("spring_on_a_string", board=board, animals=0).start()
    ElementTree.fromstring(state.to_svg(size=300))
