"""Set-ups of Butterfly: dealt and given."""

import pytest

from springtail.cython_ext.errors import InvalidPosition
from springtail.cython_ext.game import State
from springtail.engines import game


def dealt(players: int = 2, seed: int = 1) -> list[list[str]]:
    return game("butterfly", players=players).start(seed=seed).record()["setup"]["board"]


def reasons(setup: object, players: int = 2) -> tuple[str, ...]:
    with pytest.raises(InvalidPosition) as caught:
        game("butterfly", players=players).start(setup=setup)
    return caught.value.reasons


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_deal_lays_tiles_of_the_box_and_leaves_the_others_in_the_bag(players):
    butterfly = game("butterfly", players=players)
    state = butterfly.start(seed=3)
    everywhere = sorted(butterfly.tiles_laid(state) + butterfly.bag(state))
    assert everywhere == [kind for kind, tile in enumerate(butterfly.TILES) for _ in range(tile.copies)]


def test_the_same_seed_deals_the_same_board_and_another_seed_another():
    assert dealt(seed=5) == dealt(seed=5) != dealt(seed=6)


def test_every_tile_lies_on_every_cell_about_as_often():
    """Flowers are 13 of 100 tiles: 4.68 of 36 cells, with a standard deviation of 1.62."""
    flowers = [sum(row.count("FL") for row in dealt(seed=seed)) for seed in range(300)]
    assert sum(flowers) / len(flowers) == pytest.approx(4.68, abs=4 * 1.62 / len(flowers) ** 0.5)
    first = [dealt(seed=seed)[0][0] for seed in range(300)]
    assert 20 <= first.count("FL") <= 62


def test_a_given_board_is_laid_as_it_is():
    board = dealt(seed=9)
    state = game("butterfly").start(setup={"board": board})
    assert isinstance(state, State)
    assert state.to_dict()["state"]["board"] == board


def test_all_reasons_are_given_at_once():
    board = dealt()
    board[0][0] = "Q9"
    board[2][3] = 7
    board[5][5] = None
    found = reasons({"board": board, "bag": []})
    assert [reason.split(":")[0] for reason in found] == [
        "setup.'bag'",
        "setup.board[0][0]",
        "setup.board[2][3]",
        "setup.board[5][5]",
    ]
    assert "'Q9'" in found[1]


@pytest.mark.parametrize("setup", [[], "board", 3, {}, {"board": None}, {"board": "R1"}, {"board": {}}])
def test_what_is_no_set_up_is_refused(setup):
    assert reasons(setup)[0].startswith("setup")


def test_a_board_of_another_number_of_players_is_refused():
    assert reasons({"board": dealt(players=3)}) == ("setup.board: must be a list of 6",)
    assert "must be a list of 7" in reasons({"board": dealt()}, players=3)[0]
    short = [row[:5] for row in dealt()]
    assert len(reasons({"board": short})) == 6


def test_more_of_a_tile_than_there_are_is_refused():
    board = [["R1"] * 6, ["FL"] * 6, ["FL"] * 6, ["FL"] * 6, *dealt()[4:]]
    found = "; ".join(reasons({"board": board}))
    assert "6 tiles R1, the game has 2" in found or "7 tiles R1, the game has 2" in found
    assert "tiles FL, the game has 13" in found
