"""The picture of Spring: cards, pots and fences by name, and where actions are."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import springtail as st

EXAMPLE = Path(__file__).parents[3] / "examples" / "spring.json"
TITLE = "{http://www.w3.org/2000/svg}title"


def example() -> st.State:
    state = st.load(EXAMPLE.read_text("utf-8"))
    assert isinstance(state, st.State)
    return state


def titles(svg: str) -> list[str]:
    """Return what is named in a picture, in the order in which it is drawn."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(TITLE)]


def test_every_card_is_named_and_says_whether_it_is_free():
    fields = example().to_dict()["state"]
    cards = {number: card for number, card in enumerate(fields["layout"]) if card}
    named = [title for title in titles(example().to_svg()) if title.startswith("card ")]
    assert [title.partition(",")[0].split(":")[0] for title in named] == [f"card {number}" for number in cards]
    taken = {action.split(":")[0] for action in example().legal_actions()}
    assert {title.split(":")[0][5:] for title in named if "not free" not in title} >= taken


def test_pots_and_fences_of_the_layout_are_named():
    fields = example().to_dict()["state"]
    named = titles(example().to_svg())
    for pot in fields["pots"]:
        colour = "red" if pot[0] == "R" else "white"
        assert f"{colour} pot on {pot.partition('@')[2]}" in named
    in_hand = sum(1 for pieces in fields["stock"] for name in ("long", "short") if pieces[name])
    assert sum(name in ("long fence", "short fence") for name in named) == len(fields["fences"]) + in_hand


def test_the_two_ways_round_of_a_card_have_places_of_their_own():
    state = st.game("spring").start(seed=1)
    while state.current_player() < 0 or len(state.legal_actions()) < 4:
        if state.is_chance_node():
            state.apply_action(state.sample_chance(3))
        else:
            state.apply_action(state.legal_actions()[0])
    actions = state.legal_actions()
    places = state.game.picture(state, None, actions).places
    assert set(places) == set(actions)
    assert len(set(places.values())) == len(places)


def test_every_take_has_a_place():
    state = example()
    while state.legal_actions() and not state.is_terminal():
        places = state.game.picture(state, None, state.legal_actions()).places
        assert set(places) == set(state.legal_actions())
        state.apply_action(state.legal_actions()[-1])
