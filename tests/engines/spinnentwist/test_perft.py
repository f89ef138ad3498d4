"""How many ways there are to play on, pinned: a change of the rules shows here. The plain game counts the same."""

from __future__ import annotations

import pytest
from reference.spinnentwist import SOMMERMORGEN, SPIRAL
from reference.spinnentwist import Spinnentwist as Reference
from scenes.spinnentwist import after, fields_of, perft, scene

import springtail as st

WEBS = {"sommermorgen": SOMMERMORGEN, "spiral": SPIRAL}


def start(web: str) -> st.State:
    return st.game("spinnentwist", web=web).start()


def among_males_and_meals(web: str) -> st.State:
    white, black = ["a4", "b2", "j3", "o"], ["a2", "c3", "d1", "i4"]
    return scene(white, black, web=web, female="b1", mated=(2, 1), supply=(1, 1))


def while_she_eats_near_the_end(web: str) -> st.State:
    return scene(["a4", "b2"], ["a1", "c1"], web=web, female="b1", die=2, mated=(5, 2), supply=(0, 1), mover=1)


PINNED = [
    (start, "sommermorgen", [10, 10, 10, 90, 150, 150, 1610, 2330, 11460]),
    (start, "spiral", [10, 11, 11, 99, 165, 165, 1761, 2694, 13090]),
    (among_males_and_meals, "sommermorgen", [30, 92, 440, 5675]),
    (among_males_and_meals, "spiral", [28, 77, 354, 3836]),
    (while_she_eats_near_the_end, "sommermorgen", [18, 206, 1169, 3208]),
    (while_she_eats_near_the_end, "spiral", [17, 177, 894, 2612]),
]


@pytest.mark.parametrize(("position", "web", "counts"), PINNED)
def test_perft(position, web, counts):
    assert [perft(position(web), depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(("position", "web", "counts"), PINNED)
def test_perft_of_the_plain_game(position, web, counts):
    depth = 6 if position is start else 3
    assert plain_perft(plain(position(web)), depth) == counts[depth - 1]


def test_a_finished_game_counts_once():
    assert perft(after(scene(["a1"], ["e5"], supply=(1, None)), "a1-o"), 3) == 1


def plain(state: st.State) -> Reference:
    """Return a position at the beginning of a turn as the plain game."""
    reference = Reference(WEBS[state.game.options["web"]])
    fields = fields_of(state)
    reference.colour = {point: seat for seat in (0, 1) for point in fields["males"][seat]}
    for name in ("supply", "mated", "eaten", "female", "die", "turns"):
        setattr(reference, name, fields[name])
    reference.seat = fields["mover"]
    return reference


def plain_perft(game: Reference, depth: int) -> int:
    actions = [face for face, _ in game.chance_outcomes()] or game.legal_actions()
    if depth == 0 or not actions:
        return 1
    count = 0
    for action in actions:
        child = game.clone()
        child.apply_action(action)
        count += plain_perft(child, depth - 1)
    return count
