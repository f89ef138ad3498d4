"""Boards of Spring on a String: the shipped ones, and what is read from an owner's description."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import springtail as st
from springtail.cython_ext.errors import InvalidOptions
from springtail.engines.spring_on_a_string.meadows import COLOURS, read_board, shipped

FLOWERS = [
    {"name": "Y4", "colour": "Y", "petals": 4, "x": 0, "y": 0},
    {"name": "Y5", "colour": "Y", "petals": 5, "x": 60, "y": 0},
    {"name": "R4", "colour": "R", "petals": 4, "x": 60.5, "y": 80},
]
OWN = {"ends": [200, 120], "hole": 5, "tip": 10, "flowers": FLOWERS}


def test_the_default_board_is_that_of_the_rules():
    board = shipped()["meadow20"]
    assert len(board.flowers) == 20
    assert board.names[:3] == ("W6", "P7", "R5")
    assert [sum(f.petals == petals for f in board.flowers) for petals in range(4, 9)] == [4] * 5
    assert sum(flower.petals for flower in board.flowers) == 120
    missing = {c: ({4, 5, 6, 7, 8} - {f.petals for f in board.flowers if f.colour == c}).pop() for c in COLOURS}
    assert missing == {"Y": 6, "R": 7, "W": 8, "P": 4, "K": 5}
    nearest = [min(d for d in row if d) for row in board.distances]
    assert (min(nearest), max(nearest), round(sum(nearest) / 20)) == (500, 693, 578)


def test_the_variant_has_every_colour_and_number_once_in_each_row_and_column():
    flowers = shipped()["meadow25"].flowers
    assert len({(flower.colour, flower.petals) for flower in flowers}) == 25
    for at in range(5):
        for line in (flowers[5 * at : 5 * at + 5], flowers[at::5]):
            assert len({flower.colour for flower in line}) == len({flower.petals for flower in line}) == 5


@pytest.mark.parametrize("name", ["meadow20", "meadow25"])
def test_shipped_boards_say_that_they_are_reconstructions(name):
    assert st.game("spring_on_a_string", board=name).info.components["places"] == "reconstruction"
    assert st.game("spring_on_a_string", board=shipped()[name]).info.components == {}


def test_distances_are_rounded_once():
    board = read_board(OWN)
    assert board.distances == ((0, 600, 1003), (600, 0, 800), (1003, 800, 0))


def test_the_lace_is_as_long_as_the_board_says():
    """One flower takes 5 mm, the next 60 + 5, the third 80 + 5: 155 of 190 mm."""
    state = st.game("spring_on_a_string", board=OWN, animals=0).start()
    state.apply_action("Y4")
    assert "(petals 4); lace Y4, 185 mm left" in state.draw()
    for limit, reached in ((155, True), (154.9, False)):
        board = OWN | {"ends": [limit + 10, 100]}
        fields = st.game("spring_on_a_string", board=board, animals=0).start().to_dict()["state"]
        laces = [{"flowers": ["Y4", "Y5"], "ends": [0, 0], "end": 0}, fields["laces"][1]]
        fields |= {"laces": laces, "latest": [0], "collections": 2}
        later = st.game("spring_on_a_string", board=board, animals=0).position({"state": fields})
        assert later.legal_actions() == (["R4"] if reached else ["pass"])


def test_reach_is_exact_for_every_length():
    board = shipped()["meadow20"]
    for tenths in range(1000, 1060):
        described = board.to_dict() | {"ends": [tenths / 10, tenths / 10], "hole": 0, "tip": 0}
        state = st.game("spring_on_a_string", board=described, animals=0).start()
        state.apply_action("W6")
        state.apply_action("Y7")
        within = {name for name, way in zip(board.names, board.distances[0], strict=True) if way <= tenths}
        assert set(state.legal_actions()) == within - {"W6", "Y7"}


@pytest.mark.parametrize("name", ["meadow20", "meadow25"])
def test_a_board_is_described_as_it_is_read(name):
    board = shipped()[name]
    assert read_board(board.to_dict()) == board


def test_a_board_comes_from_a_file(tmp_path: Path):
    source = Path(__file__).parents[3] / "engines" / "spring_on_a_string" / "meadow20.toml"
    path = tmp_path / "measured.toml"
    path.write_text(source.read_text("utf-8").replace("hole = 5", "hole = 6.5"), "utf-8")
    game = st.game("spring_on_a_string", board=path)
    assert game.options["board"].hole == 65
    assert st.load(game.start(seed=1).to_dict()).game.options["board"] == game.options["board"]
    with pytest.raises(InvalidOptions, match="option board: .*missing.toml"):
        st.game("spring_on_a_string", board=tmp_path / "missing.toml")


def changed(at: int, **fields: Any) -> dict[str, Any]:
    flowers = [dict(flower) for flower in FLOWERS]
    flowers[at] |= fields
    return OWN | {"flowers": flowers}


@pytest.mark.parametrize(
    ("board", "reason"),
    [
        (changed(1, name="Y4"), "flowers: 2 are called Y4"),
        (changed(1, name="Y/4"), "flowers[1].name: 'Y/4' is no letter"),
        (changed(1, name="pass"), "flowers[1].name: 'pass' is no letter"),
        (changed(1, colour="G"), "flowers[1].colour: 'G' is none of Y, R, W, P, K"),
        (changed(1, petals=0), "flowers[1].petals: 0 is not a whole number from 1 to 15"),
        (changed(1, x=0), "flowers: Y4 and Y5 are in the same place"),
        (changed(1, x=-1), "flowers[1].x: -1 is no number of mm"),
        (changed(1, x=0.25), "flowers[1].x: 0.25 is no number of mm from 0 to 1000 with at most one decimal"),
        (changed(1, x=float("nan")), "flowers[1].x: nan is no number of mm"),
        (changed(1, wings=2), "flowers[1].'wings': unknown field"),
        (OWN | {"flowers": []}, "flowers: must be a list of 1 to 28 flowers"),
        (OWN | {"flowers": FLOWERS * 10}, "flowers: must be a list of 1 to 28 flowers"),
        (OWN | {"flowers": ["Y4"]}, "flowers[0]: must be an object"),
        (OWN | {"ends": [120, 200]}, "ends: the longer one comes first"),
        (OWN | {"ends": 470}, "ends: must be the two lengths of a lace"),
        (OWN | {"hole": "5"}, "hole: '5' is no number of mm"),
        ({"ends": [470, 340], "flowers": FLOWERS}, "hole: missing"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_the_reason(board, reason):
    with pytest.raises(InvalidOptions) as caught:
        st.game("spring_on_a_string", board=board)
    assert f"option board: {reason}" in str(caught.value) or f"; {reason}" in str(caught.value)


def test_animals_that_need_an_order_of_petals_are_refused_where_there_is_none():
    board = changed(1, petals=4)
    for options in ({"animals": {"Y": "dung_beetle"}}, {"animals": {"R": "stick_insect"}, "stick_colour": "Y"}):
        with pytest.raises(InvalidOptions, match="cannot be on Y, where flowers of this board have the same petals"):
            st.game("spring_on_a_string", board=board, **options)
    game = st.game("spring_on_a_string", board=board, animals=2)
    for seed in range(300):
        setup = game.start(seed=seed).record()["setup"]
        assert setup["animals"].get("Y") != "dung_beetle"
        assert setup.get("stick_colour") != "Y"


junk = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=5),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)


@given(some.fixed_dictionaries({}, optional={name: junk for name in OWN}))
def test_any_description_is_read_or_refused(described):
    try:
        board = read_board(OWN | described)
    except ValueError:
        return
    assert all(board.distances[one][other] > 0 for one, other in combinations(range(len(board.flowers)), 2))
