"""The points of own areas, against the plain game: every decoration that pots can make."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as some
from reference import spring as plain
from scenes.spring import phase_2, sheet

import springtail as st


def random_area(seed: int, cards: int, deck: list[str]) -> plain.Colours:
    """Return an area of random cards on random places."""
    choice = random.Random(seed)
    colours: plain.Colours = {}
    for kind in choice.sample(deck, cards):
        places = sorted(plain.placements(kind, colours)) or [(kind, (0, 0))]
        pattern, place = choice.choice(places)
        colours |= dict(zip(plain.spaces_of(place), pattern, strict=True))
    return colours


def written(colours: plain.Colours) -> dict[str, object]:
    columns, rows = ([space[axis] for space in colours] for axis in (0, 1))
    across, down = range(min(columns), max(columns) + 1), range(min(rows), max(rows) + 1)
    return {
        "corner": f"{across[0]},{down[0]}",
        "rows": ["".join(colours.get((x, y), ".") for x in across) for y in down],
    }


DECK = [kind for kind, copies in plain.DECK.items() for _ in range(copies)]


def assert_scored_alike(colours: plain.Colours, red: int, white: int) -> None:
    state = phase_2("", [written(colours), "RR/WW"], stock=[{"red": red, "white": white}, {}])
    rows = sheet(state, 0)
    expected = plain.best_garden_score(colours, "R", Counter(R=red, W=white))
    assert rows["garden"] + rows["unattached"] + rows["opposing_gardens"] == sum(expected.values())


@pytest.mark.parametrize(("red", "white"), [(0, 0), (1, 0), (0, 1), (1, 1), (2, 0), (0, 2)])
def test_the_best_decoration_is_found(red, white):
    for seed in range(24):
        assert_scored_alike(random_area(seed, 2 + seed % 8, DECK), red, white)


@given(seed=some.integers(0), cards=some.integers(1, 3), red=some.integers(0, 2), white=some.integers(0, 2))
def test_the_best_decoration_of_small_areas_is_found(seed, cards, red, white):
    assert_scored_alike(random_area(seed, cards, DECK), red, white)


def test_the_score_sheet_adds_up_in_every_position():
    choice = random.Random(5)
    for _ in range(3):
        state = st.game("spring").start()
        while not state.is_terminal():
            actions = state.legal_actions() or [kind for kind, _ in state.chance_outcomes()]
            state.apply_action(choice.choice(actions))
            assert [sum(sheet(state, seat).values()) for seat in (0, 1)] == state.scores()
