"""What holds in every position, by routines of their own (rules/spring_on_a_string.md, section 9)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as some
from scenes.spring_on_a_string import MEADOW, after, flowers, scene, start

import springtail as st

USABLE = (4600, 3300)
"""Of the two ends of a lace without its tip, in 0.1 mm."""


def states_of(players: int, animals: int, seed: int) -> Iterator[st.State]:
    """Yield the states of a random game."""
    random = st.Random(seed)
    state = st.game("spring_on_a_string", players=players, animals=animals).start(seed=seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        state = state.child(actions[random.below(len(actions))])
        yield state


def ends_of(lace: dict[str, Any]) -> list[list[str]]:
    """Return the flowers of each end."""
    passages = list(zip(lace["flowers"], lace["ends"], strict=True))
    return [[name for name, at in passages if at == end] for end in range(2)]


def used(path: list[str]) -> int:
    """Return what of an end some flowers take, in 0.1 mm."""
    places = [(MEADOW[name].x, MEADOW[name].y) for name in path]
    ways = sum(round(10 * math.dist(one, other)) for one, other in zip(places, places[1:], strict=False))
    return ways + 50 * len(path)


def points(state: st.State, seat: int) -> int:
    """Return the points of a seat."""
    fields = state.to_dict()["state"]
    colour_of = {animal: colour for colour, animal in fields["animals"].items()}
    lace = fields["laces"][seat]
    total = 2 if fields["cards"].get("hornet") == seat else 0
    for path in ends_of(lace):
        for pair in (path[at : at + 2] for at in range(0, len(path), 2)):
            for name, other in zip(pair, reversed(pair), strict=True):
                if name[0] == colour_of.get("bee"):
                    total += MEADOW[other].petals
                elif name[0] == colour_of.get("bumblebee"):
                    total += MEADOW[lace["flowers"][-1]].petals
                else:
                    total += MEADOW[name].petals
    return total


games = {"players": some.integers(2, 4), "animals": some.integers(0, 5), "seed": some.integers(0, 2**32)}


@settings(max_examples=40, deadline=None)
@given(**games)
def test_laces_are_long_enough_and_flowers_wide_enough(players, animals, seed):
    for state in states_of(players, animals, seed):
        fields = state.to_dict()["state"]
        has_earthworm = "earthworm" in fields["animals"].values()
        laces_in = Counter(fields["stick"])
        for lace in fields["laces"]:
            longer, shorter = map(used, ends_of(lace))
            assert longer <= USABLE[players == 3 and not has_earthworm]
            assert shorter <= (USABLE[1] if has_earthworm else 0)
            assert len(set(lace["flowers"])) == len(lace["flowers"])
            laces_in.update(lace["flowers"])
        assert max(laces_in.values(), default=0) <= 2


@settings(max_examples=40, deadline=None)
@given(**games)
def test_scores_are_those_of_the_laces(players, animals, seed):
    for state in states_of(players, animals, seed):
        assert state.scores() == [points(state, seat) for seat in range(players)]


@settings(max_examples=40, deadline=None)
@given(**games)
def test_a_game_without_a_fly_ends_with_a_round_of_passes_or_the_cap(players, animals, seed):
    states = list(states_of(players, animals, seed))
    fields = states[-1].to_dict()["state"]
    if "fly" not in fields["animals"].values():
        assert states[-1].history()[-players:] == ["pass"] * players or fields["collections"] == 400


def test_four_collections_free_every_flower_of_the_stick_insect():
    state = after(start(2, stick_colour="K", W="stick_insect"), "W6 W7 W5 W4")
    assert state.to_dict()["state"]["stick"] == []


def test_meadow25_takes_five_collections_to_free_every_flower_of_the_stick_insect():
    state = start(2, stick_colour="K", options={"board": "meadow25"}, W="stick_insect")
    assert len(state.to_dict()["state"]["stick"]) == 5
    state = after(state, "W7 W6 W5 W4")
    assert state.to_dict()["state"]["stick"] == ["K8"]
    assert "K8" not in flowers(state)


def test_sides_alternate_from_the_bottom_after_every_pull_out():
    lace = "K8 W5 Y7"
    for left in range(4):
        state = scene(" ".join(lace.split()[:left]), "", R="longicorn")
        assert bool({"R6", "R4"} & flowers(state)) == (left % 2 == 1)
