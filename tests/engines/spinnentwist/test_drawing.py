"""The text drawing of a position."""

from __future__ import annotations

import re

import pytest
from scenes.spinnentwist import after, scene

import springtail as st


@pytest.mark.parametrize("web", ["sommermorgen", "spiral"])
def test_it_shows_every_point_once_in_100_columns(web):
    game = st.game("spinnentwist", web=web)
    lines = game.start().draw().splitlines()
    picture = "\n".join(lines[: next(at for at, line in enumerate(lines) if line == "")])
    assert sorted(re.findall(r"\b(?:[a-j]\d|o)\b", picture)) == sorted(game.web.points)
    assert max(map(len, lines)) <= 100
    assert len(lines) <= 50


def test_it_marks_the_spiders():
    drawing = after(scene(["a4", "c5"], ["o", "f3"], female="h2"), "a4-a3").draw()
    assert {"(c5)", "(a3'", "[o]", "[f3]", "<h2>"} <= set(re.findall(r"[(\[<][a-j0-9o]+[)\]>']", drawing))
    assert " a4 " in drawing


def test_it_says_what_has_become_of_the_males():
    drawing = scene(["a4"], ["f3", "g3"], mated=(2, 0), supply=(4, 6)).draw()
    assert "seat 0, white: 1 points, 2 mated, 3 eaten, 1 in the web, 4 in supply" in drawing
    assert "seat 1, black: -2 points, 0 mated, 2 eaten, 2 in the web, 6 in supply" in drawing


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (scene(turns=6), "turn 7: the female is awake"),
        (scene(turns=6, quiet_turns=3), "turn 7, 3 quiet turns of 60: the female is awake"),
        (scene(["a4"], die=4, supply=(5, None)), "turn 41: the female eats, the die shows 4"),
        (after(scene(["b4"], ["b5"], die=1, supply=(5, None)), "+f5"), "seat 0 acts: b4-a4 b4-b3 b4-c4 end"),
        (after(scene(["b4"], ["a1"]), "b4-a4"), "seat 1 moves the female towards a4: >a1"),
        (after(scene(["b4"], ["a1"]), "b4-a4", ">a1"), "the die is rolled for a meal"),
        (after(scene(["a1"], ["e5"], supply=(1, None)), "a1-o"), "the game is over, won by seat 1"),
    ],
)
def test_it_says_what_is_to_be_decided(state, line):
    assert line in state.draw().splitlines()


def test_it_is_the_same_for_every_seat():
    state = scene(["a4"], ["f3"])
    assert state.draw(0) == state.draw(1) == state.observation(0).draw() == str(state) == state.draw()


@pytest.mark.parametrize("kind", ["rings", "spiral"])
@pytest.mark.parametrize(("spokes", "rings"), [(3, 1), (3, 42), (14, 9), (10, 7), (5, [1, 4, 2, 1, 3])])
def test_points_of_any_web_stand_apart(kind, spokes, rings):
    game = st.game("spinnentwist", web={"spokes": spokes, "rings": rings, "cross_connections": kind})
    picture = game.start().draw().partition("\n\n")[0]
    assert sorted(re.findall(r"\b(?:[a-n]\d+|o)\b", picture)) == sorted(game.web.points)
