"""What holds for the pictures of every game: well formed, every action marked, nothing hidden shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from springtail.cython_ext.errors import IllegalAction, InvalidOptions
from springtail.cython_ext.frame import LISTED
from springtail.cython_ext.game import Game, Random, State
from springtail.cython_ext.picture import Mark
from springtail.engines import game, game_class, game_ids

MOST_PLIES = 16
"""Positions of a game that are drawn, evenly spread; the first and the last are among them."""


def tables() -> Iterator[object]:
    """Each game with the fewest and the most seats."""
    for game_id in game_ids():
        players = game_class(game_id).OPTIONS["players"].values
        for seats in sorted({min(players), max(players)}):
            yield pytest.param((game_id, seats), id=f"{game_id}-{seats}")


def random_game(made: Game, seed: int) -> list[State]:
    random = Random(seed)
    states = [made.start(seed=seed)]
    while not states[-1].is_terminal():
        state = states[-1]
        if state.is_chance_node():
            action = state.sample_chance(random)
        else:
            legal = state.legal_actions()
            action = legal[random.below(len(legal))]
        states.append(state.child(action))
    return states[:: max(1, len(states) // MOST_PLIES)] + states[-1:]


@pytest.fixture(params=tables(), scope="module")
def states(request: pytest.FixtureRequest) -> list[State]:
    """Positions of one random game."""
    game_id, seats = request.param
    return random_game(game(game_id, players=seats), seed=5)


def views(state: State) -> list[str]:
    """Return the picture of all there is, and that of each seat."""
    return [state.to_svg(), *(state.to_svg(seat) for seat in range(state.game.players))]


def marked(svg: str) -> set[str]:
    """Return the actions that a picture marks."""
    return {element.get("data-mark") for element in ElementTree.fromstring(svg).iter()} - {None}


def test_every_position_is_a_well_formed_picture(states: list[State]) -> None:
    for state in states:
        for svg in views(state):
            root = ElementTree.fromstring(svg)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert "nan" not in svg and "inf" not in root.get("viewBox")


def test_pictures_share_a_page(states: list[State]) -> None:
    """No id can clash, and no style reaches out of its picture."""
    for svg in views(states[len(states) // 2]):
        assert not re.search(r"\b(id|href)=|url\(", svg)
        (style,) = re.findall("<style>(.*)</style>", svg)
        selectors = re.sub(r"\{[^{}]*\}", ";", style.replace("@media(prefers-color-scheme:dark){", ""))
        assert set(selectors.strip("};").split(";")) == {":where(.springtail)"}


def test_the_same_position_is_the_same_picture(states: list[State]) -> None:
    state = states[len(states) // 2]
    assert views(state) == views(state.clone())


def test_every_legal_action_is_marked(states: list[State]) -> None:
    for state in states:
        marks = [Mark(action, f"<{number}>", 1 / (number + 1)) for number, action in enumerate(state.legal_actions())]
        assert marked(state.to_svg(marks=marks)) == {mark.action for mark in marks}


def test_actions_that_are_not_legal_can_be_marked(states: list[State]) -> None:
    made = states[0].game
    step = max(1, made.info.actions // 60)
    marks = [Mark(made.action_string(number)) for number in range(0, made.info.actions, step)]
    for state in (states[0], states[len(states) // 2], states[-1]):
        assert marked(state.to_svg(marks=marks)) == {mark.action for mark in marks}


def test_the_seat_that_moves_gets_its_targets(states: list[State]) -> None:
    for state in states:
        mover = state.current_player()
        for seat in range(state.game.players):
            svg = state.to_svg(seat, targets=True)
            targets = {element.get("data-action") for element in ElementTree.fromstring(svg).iter()} - {None}
            assert targets <= set(state.legal_actions() if seat == mover else [])


def test_the_drawing_in_text_is_the_description(states: list[State]) -> None:
    for state in states:
        desc = ElementTree.fromstring(state.to_svg()).find("{http://www.w3.org/2000/svg}desc")
        assert desc.text == state.draw()


def test_a_drawing_in_text_keeps_its_columns() -> None:
    state = game("dice_race").start()
    lines = [e.text for e in ElementTree.fromstring(state.to_svg()).iter("{http://www.w3.org/2000/svg}text")]
    assert lines[-3:] == [line.replace(" ", "\N{NO-BREAK SPACE}") for line in state.draw().splitlines()]
    assert lines[-2].startswith("\N{NO-BREAK SPACE}" * 2)


@pytest.mark.parametrize("game_id", [name for name in game_ids() if game(name).info.hidden])
def test_what_a_seat_cannot_see_changes_no_byte_of_its_picture(game_id: str) -> None:
    different = 0
    for state in random_game(game(game_id), seed=3):
        for seat in range(state.game.players):
            seen = state.observation(seat)
            marks = [Mark(action, "1") for action in seen.legal_actions()]
            picture = seen.to_svg(marks=marks, targets=True)
            assert state.to_svg(seat, marks=marks, targets=True) == picture
            for seed in range(4):
                world = seen.sample(seed)
                assert world.to_svg(seat, marks=marks, targets=True) == picture
                different += world.to_svg() != state.to_svg()
    assert different


def test_a_notebook_shows_pictures(states: list[State]) -> None:
    state = states[len(states) // 2]
    assert state._repr_svg_() == state.to_svg()
    assert state.observation(0)._repr_svg_() == state.to_svg(0)


def test_a_label_is_text_whatever_it_is() -> None:
    svg = game("tic_tac_toe").start().to_svg(marks=[Mark("b2", '<script>"&')])
    assert "<script>" not in svg
    assert "&lt;script&gt;&quot;&amp;" in svg


def test_a_label_of_any_length_stays_on_the_picture() -> None:
    label = "W" * 100_000
    svg = game("tic_tac_toe").start().to_svg(marks=[Mark("b2", label)])
    texts = [e.text for e in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert max(map(len, texts)) < 40
    assert f"b2 {label}" in svg  # under the pointer


def listed(svg: str, labels: list[str]) -> list[int]:
    """Return how often each label stands on a picture."""
    texts = [element.text for element in ElementTree.fromstring(svg).iter()]
    return [texts.count(label) for label in labels]


def test_marks_on_the_board_are_listed_too_while_there_is_room() -> None:
    state = game("tic_tac_toe").start()
    marks = [Mark(action, f"no. {number}") for number, action in enumerate(state.legal_actions())]
    assert listed(state.to_svg(marks=marks), [mark.label for mark in marks]) == [2] * LISTED + [1]


def test_marks_without_a_place_are_always_listed() -> None:
    state = game("connect_four").start()
    for action in "444444":
        state.apply_action(action)
    marks = [*(Mark("4", f"no. {number}") for number in range(LISTED + 2)), Mark("3", "on the board")]
    assert listed(state.to_svg(marks=marks), [mark.label for mark in marks]) == [1] * (LISTED + 3)


@pytest.mark.parametrize(
    ("marks", "reason"),
    [
        ("b2", "marks: must be a list of Mark, not str"),
        (5, "marks: must be a list of Mark, not int"),
        (["b2"], "marks.0.: must be a Mark, not 'b2'"),
        ([Mark("b2", weight=1.5)], "marks.0..weight: must be a number from 0 to 1, not 1.5"),
        ([Mark("b2", weight=float("nan"))], "marks.0..weight: must be"),
        ([Mark("b2", label=None)], "marks.0..label: must be a text"),
    ],
)
def test_marks_that_cannot_be_are_refused(marks: object, reason: str) -> None:
    with pytest.raises(InvalidOptions, match=reason):
        game("tic_tac_toe").start().to_svg(marks=marks)


def test_a_marked_action_must_be_one_of_the_game() -> None:
    with pytest.raises(IllegalAction, match="z9"):
        game("tic_tac_toe").start().to_svg(marks=[Mark("z9")])
