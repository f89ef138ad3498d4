"""Symmetric boards of Spring on a String: how they lie on themselves, and that searches know the sides as one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import springtail as st
from springtail.engines.spring_on_a_string.animals import ANIMALS
from springtail.engines.spring_on_a_string.meadows import COLOURS, MOST_SYMMETRIES, Board, read_board, shipped

MIRRORED = str.maketrans("YRWPK", "RYPWK")
"""The colours of the right half, by those of the left half."""


def mirrored_board(petals: Mapping[str, int], ends: tuple[int, int] = (230, 150)) -> dict[str, Any]:
    """Return a board of which the right half mirrors the left one.

    Args:
        petals: colour and number of a flower -> its petals; left flowers stand in a column each, pink in the middle.
        ends: of a lace, in mm.
    """
    flowers = []
    for at, (name, count) in enumerate(petals.items()):
        place = {"petals": count, "y": 55 * (at % 3) + at}
        for side, letter in ((-1, name[0]), (1, name[0].translate(MIRRORED))):
            if letter != "K" or side == 1:
                x = 200 + side * (0 if letter == "K" else 30 + 40 * (at // 3))
                flowers.append({"name": letter + name[1:], "colour": letter, "x": x, **place})
    return {"ends": list(ends), "hole": 5, "tip": 10, "flowers": flowers}


SMALL = mirrored_board({"Y5": 5, "K6": 6, "W7": 7, "Y8": 8})
"""Seven flowers."""


def start(board: dict[str, Any], animals: Mapping[str, str], stick: str | None = None, players: int = 2) -> st.State:
    setup = {"animals": dict(animals), "stick_colour": stick}
    return st.game("spring_on_a_string", board=board, players=players).start(setup=setup)


def mirrored(action: str) -> str:
    """Return an action as seen from the other side."""
    name, _, colour = action.partition("/")
    if name == "pass":
        return action
    seen = name[0].translate(MIRRORED) + name[1:]
    return f"{seen}/{colour.translate(MIRRORED)}" if colour else seen


def some_action(state: st.State, random: st.Random) -> str:
    actions = state.legal_actions()
    return actions[random.below(len(actions))]


def square(letters: str) -> Board:
    """Return a board of four flowers with the same petals in a square, in colours clockwise."""
    corners = ((0, 0), (80, 0), (80, 80), (0, 80))
    flowers = [
        {"name": f"{colour}{at}", "colour": colour, "petals": 5, "x": x, "y": y}
        for at, (colour, (x, y)) in enumerate(zip(letters, corners, strict=True))
    ]
    return read_board({"ends": [200, 120], "hole": 5, "tip": 10, "flowers": flowers})


def test_a_square_lies_on_itself_in_seven_other_ways():
    assert len(square("YRWP").symmetries({})) == MOST_SYMMETRIES == 7


def test_a_symmetry_takes_colours_to_colours_where_there_are_animals():
    """Two and two side by side: the mirror and both half turns of a rectangle are left of those of a square."""
    found = square("YYRR").symmetries({"K": "hornet"})
    assert sorted(found) == [((1, 0, 3, 2), COLOURS), ((2, 3, 0, 1), "RYWPK"), ((3, 2, 1, 0), "RYWPK")]


def test_a_symmetry_leaves_the_colour_of_an_animal_as_it_is():
    assert square("YYRR").symmetries({"Y": "hornet"}) == [((1, 0, 3, 2), COLOURS)]


def test_petals_keep_flowers_apart():
    board = read_board(SMALL)
    (flowers, colours), *others = board.symmetries({"K": "hornet"})
    assert not others
    assert [board.names[at] for at in flowers] == [mirrored(name) for name in board.names]
    assert colours == COLOURS.translate(MIRRORED)


@pytest.mark.parametrize("name", ["meadow20", "meadow25"])
def test_no_shipped_board_is_symmetric(name):
    assert shipped()[name].symmetries({}) == []


@pytest.mark.parametrize(
    ("players", "animal"),
    [
        (players, animal)
        for players in (2, 3, 4)
        for animal in (None, *ANIMALS)
        if animal != "fly" and (players, animal) != (4, "stick_insect")  # four players need all laces
    ],
)
def test_games_seen_from_the_other_side_share_keys_ply_by_ply(players, animal):
    board = mirrored_board({"Y5": 5, "K6": 6, "W7": 7, "Y8": 8, "W4": 4, "K5": 5, "Y6": 6}, ends=(300, 200))
    stick = "Y" if animal == "stick_insect" else None
    state = start(board, {"K": animal} if animal else {}, stick, players)
    other = start(board, {"K": animal} if animal else {}, stick and "R", players)
    random = st.Random(players)
    while not state.is_terminal():
        assert state.game.symmetric_key(state) == other.game.symmetric_key(other)
        action = some_action(state, random)
        state.apply_action(action)
        other.apply_action(mirrored(action))
    assert state.scores() == other.scores()


def test_positions_that_differ_have_keys_that_do():
    random = st.Random(5)
    by_key: dict[int, set[tuple[str, str]]] = {}
    for _ in range(200):
        state, way = start(SMALL, {}), ()
        for _ in range(random.below(4)):
            if not state.is_terminal():
                way = (*way, some_action(state, random))
                state.apply_action(way[-1])
        sides = {way, tuple(map(mirrored, way))}
        by_key.setdefault(state.game.symmetric_key(state), set()).add(min(sides))
    assert all(len({len(way) % 2 for way in ways}) == 1 for ways in by_key.values())
    openings = [ways for ways in by_key.values() if any(len(way) == 1 for way in ways)]
    assert len(openings) == 4
    assert all(len(ways) == 1 for ways in openings)


@pytest.mark.parametrize("animal", [None, "stag_beetle", "mosquito", "earthworm", "large_white", "grasshopper", "fly"])
@pytest.mark.parametrize("objective", ["margin", "outcome"])
def test_symmetric_boards_are_solved_to_the_same_values(animal, objective):
    """The board is made a little askew: nothing is cheaper or dearer for it, and nothing shares a key any more."""
    askew = {**SMALL, "flowers": [{**flower} for flower in SMALL["flowers"]]}
    askew["flowers"][0]["y"] += 0.1
    even, odd = (start(board, {"K": animal} if animal else {}) for board in (SMALL, askew))
    assert not odd.game.board.symmetries({})
    random = st.Random(3)
    for _ in range(4):
        solutions = [st.solve(state, objective, st.Limit(memory_mb=16), moves="all") for state in (even, odd)]
        assert [solution.status for solution in solutions] == ["solved"] * 2
        assert solutions[0].value.margins == solutions[1].value.margins
        assert solutions[0].value.returns == solutions[1].value.returns
        assert solutions[0].best == solutions[1].best
        action = some_action(even, random)
        even, odd = even.child(action), odd.child(action)
        if even.is_terminal():
            break


def test_a_symmetric_board_takes_fewer_nodes():
    board = mirrored_board({"Y5": 5, "K6": 6, "W7": 7, "Y8": 8, "W4": 4, "Y7": 7}, ends=(300, 200))
    askew = {**board, "flowers": [{**flower} for flower in board["flowers"]]}
    askew["flowers"][0]["y"] += 0.1
    even, odd = (st.solve(start(each, {}), "margin", st.Limit(memory_mb=64)) for each in (board, askew))
    assert even.value == odd.value
    assert even.nodes < 0.8 * odd.nodes
