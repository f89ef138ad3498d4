"""Tic-tac-toe: an action is the column and row of a cell, `a1` bottom left to `c3` top right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from springtail.cython_ext.game import State
from springtail.cython_ext.games.tic_tac_toe import TicTacToeRules, is_three
from springtail.cython_ext.info import Option
from springtail.cython_ext.picture import WIDTH, Picture, Place, status_of
from springtail.cython_ext.svg import SEAT_HUES
from springtail.engines.fields import Fields

CELLS = ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3")


class TicTacToe(TicTacToeRules):
    """Three in a row of one's own stones win; a full board is a draw, which is what best play leads to."""

    id = "tic_tac_toe"
    title = "Tic-tac-toe"
    OPTIONS = {"players": Option(2, (2,), "number of seats")}

    def name_action(self, action: int) -> str:
        return CELLS[action]

    def find_action(self, text: str) -> int | None:
        return CELLS.index(text) if text in CELLS else None

    def place_position(self, state: State, fields: Mapping[str, Any]) -> None:
        """Read `board`, three rows from the top, `x` seat 0 and `o` seat 1; whose turn it is follows from the count."""
        read = Fields(fields, ["board"])
        cells = "".join(reversed(read.board(3, 3, ".xo")))
        read.check()
        stones = {side: sum(1 << 3 * (at % 3) + at // 3 for at in range(9) if cells[at] == side) for side in "xo"}
        lead = stones["x"].bit_count() - stones["o"].bit_count()
        if lead not in (0, 1):
            read.add(f"board: x must have as many stones as o or one more, not {lead:+d}")
        won = [side for side in "xo" if is_three(stones[side])]
        if len(won) == 2:
            read.add("board: both have three in a row; the game ends with the first")
        read.check()
        if won and lead != (won[0] == "x"):
            read.add(f"board: {won[0]} has three in a row, so the last stone must be {won[0]}")
        read.check()
        self.place_stones(state, stones["x"], stones["o"])

    def position_fields(self, state: State) -> dict[str, object]:
        return {"board": self.stones(state)}

    def draw(self, state: State, seat: int | None = None) -> str:
        rows = [f"{3 - at} {row}" for at, row in enumerate(self.stones(state))]
        return "\n".join([*rows, "  abc"])

    def picture(self, state: State, seat: int | None, actions: list[str]) -> Picture:
        picture = Picture(status_of(state))
        side, gap, left = 100, 8, 38
        picture.height = 3 * side + 24
        for row, stones in enumerate(self.stones(state)):
            picture.text(left - 14, (row + 0.5) * side, str(3 - row), 14, anchor="middle", fill="muted")
            for column, stone in enumerate(stones):
                x, y = left + column * side, row * side
                picture.rect(x, y, side - gap, side - gap, rx=10, fill="board")
                _draw_stone(picture, stone, x + (side - gap) / 2, y + (side - gap) / 2)
                cell = f"{'abc'[column]}{3 - row}"
                if cell in actions:
                    picture.places[cell] = Place(x + 4, y + 4, side - gap - 8, side - gap - 8)
        for column, letter in enumerate("abc"):
            picture.text(left + (column + 0.46) * side, 3 * side + 10, letter, 14, anchor="middle", fill="muted")
        picture.seat_chip(WIDTH - 36, 20, 0)
        _draw_stone(picture, "x", WIDTH - 12, 20, 0.32)
        picture.seat_chip(WIDTH - 36, 50, 1)
        _draw_stone(picture, "o", WIDTH - 12, 50, 0.32)
        return picture


def _draw_stone(picture: Picture, stone: str, x: float, y: float, scale: float = 1.0) -> None:
    arm, width = 24 * scale, 11 * scale
    if stone == "x":
        way = f"M{x - arm} {y - arm}L{x + arm} {y + arm}M{x - arm} {y + arm}L{x + arm} {y - arm}"
        picture.path(way, fill="none", stroke=SEAT_HUES[0], stroke_width=width, stroke_linecap="round")
    elif stone == "o":
        picture.circle(x, y, 1.1 * arm, fill="none", stroke=SEAT_HUES[1], stroke_width=width)


OPENSPIEL_NAME = "tic_tac_toe"
"""The same game in OpenSpiel."""


def from_openspiel(player: int, action: int) -> int:
    """Return the id of an action of OpenSpiel's game, which numbers cells row by row from the top left."""
    return 3 * (action % 3) + 2 - action // 3


GAME = TicTacToe
