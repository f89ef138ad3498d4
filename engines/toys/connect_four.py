"""Connect four: an action is the number of the column, 1 to 7 from the left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from springtail.cython_ext.game import State
from springtail.cython_ext.games.connect_four import ConnectFourRules, is_four
from springtail.cython_ext.info import Option
from springtail.cython_ext.picture import WIDTH, Picture, Place, status_of
from springtail.cython_ext.svg import SEAT_HUES
from springtail.engines.fields import Fields

ROWS = 6
COLUMNS = 7


class ConnectFour(ConnectFourRules):
    """Four in a row of one's own stones win; a full board is a draw."""

    id = "connect_four"
    title = "Connect four"
    OPTIONS = {"players": Option(2, (2,), "number of seats")}

    def name_action(self, action: int) -> str:
        return str(action + 1)

    def find_action(self, text: str) -> int | None:
        return int(text) - 1 if text in ("1", "2", "3", "4", "5", "6", "7") else None

    def place_position(self, state: State, fields: Mapping[str, Any]) -> None:
        """Read `board`, six rows from the top, `x` seat 0 and `o` seat 1; whose turn it is follows from the count."""
        read = Fields(fields, ["board"])
        rows = read.board(ROWS, COLUMNS, ".xo")
        read.check()
        columns = ["".join(row[column] for row in reversed(rows)) for column in range(COLUMNS)]
        for number, column in enumerate(columns, 1):
            if "." in column.rstrip("."):
                read.add(f"board: a stone in column {number} hangs in the air")
        stones = {side: _bits(columns, side) for side in "xo"}
        lead = stones["x"].bit_count() - stones["o"].bit_count()
        if lead not in (0, 1):
            read.add(f"board: x must have as many stones as o or one more, not {lead:+d}")
        won = [side for side in "xo" if is_four(stones[side])]
        if len(won) == 2:
            read.add("board: both have four in a row; the game ends with the first")
        read.check()
        if won and lead != (won[0] == "x"):
            read.add(f"board: {won[0]} has four in a row, so the last stone must be {won[0]}")
        if won and not any(_came_last(columns, number, won[0]) for number in range(COLUMNS)):
            read.add(f"board: no last stone makes all fours of {won[0]} at once")
        read.check()
        self.place_stones(state, stones["x"], stones["o"])

    def position_fields(self, state: State) -> dict[str, object]:
        return {"board": self.stones(state)}

    def draw(self, state: State, seat: int | None = None) -> str:
        return "\n".join([*self.stones(state), "1234567"])

    def picture(self, state: State, seat: int | None, actions: list[str]) -> Picture:
        """Draw the board; the place of an action is where its stone comes to lie."""
        picture = Picture(status_of(state))
        board = self.stones(state)
        side = (WIDTH - 12) / COLUMNS
        picture.height = ROWS * side + 34
        picture.rect(0, 0, WIDTH, ROWS * side + 12, rx=12, fill="board")
        for column in range(COLUMNS):
            x = 6 + (column + 0.5) * side
            for row in range(ROWS):
                _draw_stone(picture, board[row][column], x, 6 + (row + 0.5) * side, 0.42 * side)
            picture.text(x, ROWS * side + 24, str(column + 1), 14, anchor="middle", fill="muted")
            free = sum(board[row][column] == "." for row in range(ROWS))
            if str(column + 1) in actions and free:
                picture.places[str(column + 1)] = Place.around((x, 6 + (free - 0.5) * side), 0.42 * side)
        return picture


def _draw_stone(picture: Picture, stone: str, x: float, y: float, radius: float) -> None:
    if stone == ".":
        picture.circle(x, y, radius, fill="field")
        return
    hue = SEAT_HUES["xo".index(stone)]
    picture.circle(x, y, radius, fill=hue)
    picture.circle(x, y, 0.78 * radius, fill="none", stroke="on-solid", stroke_opacity=0.35, stroke_width=1.5)
    picture.text(x, y, stone, 0.9 * radius, anchor="middle", fill="on-solid", font_weight="bold")


def _bits(columns: list[str], side: str) -> int:
    """Return the stones of a side as bits of the compiled board: seven a column, the lowest row first."""
    return sum(
        1 << 7 * number + row for number, column in enumerate(columns) for row in range(ROWS) if column[row] == side
    )


def _came_last(columns: list[str], number: int, side: str) -> bool:
    """Return whether without the top stone of this column, which is the side's, it has no four."""
    column = columns[number].rstrip(".")
    shorter = [*columns[:number], column[:-1].ljust(ROWS, "."), *columns[number + 1 :]]
    return column.endswith(side) and not is_four(_bits(shorter, side))


OPENSPIEL_NAME = "connect_four"
"""The same game in OpenSpiel."""


def from_openspiel(player: int, action: int) -> int:
    """Return the id of an action of OpenSpiel's game: the same, the column."""
    return action


GAME = ConnectFour
