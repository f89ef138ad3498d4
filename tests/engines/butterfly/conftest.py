"""Positions of Butterfly for the tests of this folder."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

from springtail.cython_ext.game import State
from springtail.engines import game


def lay_position(
    rows: str,
    hedgehog: str,
    *,
    held: Sequence[Iterable[str]] = (),
    bag: Iterable[str] | None = None,
    to_move: int = 0,
    pending: dict[str, Any] | None = None,
    players: int = 2,
    nets: Any = "none",
) -> State:
    """Return a position.

    Args:
        rows: the board, a line a row; `.` has no tile. What is left out on the right and below is empty.
        hedgehog: as it would be placed, `c4N`.
        held: the collections of the first seats. Tiles that must be somewhere else go to the last seat.
        bag: the exact content of the bag; by default as many tiles as after the set-up.
    """
    butterfly = game("butterfly", players=players, nets=nets)
    size = butterfly.SIZES[players]
    board: list[list[str | None]] = [[None] * size for _ in range(size)]
    for row, tiles in enumerate(rows.splitlines()):
        for column, tile in enumerate(tiles.split()):
            board[row][column] = None if tile == "." else tile
    collections = [list(tiles) for tiles in held] + [[] for _ in range(players - len(held))]
    placed = [tile for row in board for tile in row if tile] + sum(collections, [])
    rest = Counter({tile.code: tile.copies for tile in butterfly.TILES})
    rest.subtract(placed)
    if bag is None:
        bag = sorted(rest.elements())[: 100 - size * size]
    rest.subtract(bag)
    elsewhere = list(rest.elements())
    collections[-1] += [tile for tile in elsewhere if tile[0] != "C"]
    return butterfly.position(
        {
            "state": {
                "board": board,
                "hedgehog": {"cell": hedgehog[:2], "direction": hedgehog[2]},
                "collections": collections,
                "discarded": [tile for tile in elsewhere if tile[0] == "C"],
                "to_move": to_move,
                "pending": pending,
            }
        }
    )


@pytest.fixture
def lay() -> Callable[..., State]:
    return lay_position
