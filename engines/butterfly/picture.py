"""The square with its hedgehog, nets and tiles, what each seat has collected, and the bag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from springtail.cython_ext.game import State
from springtail.cython_ext.picture import CHIP_ROW, WIDTH, Chip, Picture, Place, chip_rows
from springtail.engines.butterfly.components import COLUMNS, Tile
from springtail.engines.butterfly.insects import HUES, draw_insect, kind_of
from springtail.engines.butterfly.position import DIRECTIONS, discarded

if TYPE_CHECKING:
    from springtail.engines.butterfly.game import Butterfly

LABELS = 18
"""Units left of and above the square for its letters and numbers."""
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""Direction -> one cell on, in columns and rows."""


def picture(game: Butterfly, state: State, actions: list[str]) -> Picture:
    """Return the picture of a state, with places for those of `actions` that are on the square or the bag."""
    sheet = Picture(status(game, state))
    square = Square(game, state, sheet)
    square.draw()
    for action in actions:
        if place := square.place(action):
            sheet.places[action] = place
    sheet.height = square.bottom
    for seat, score in enumerate(state.scores()):
        _collection(sheet, game, state, seat, score)
    bag = game.bag(state)
    top = sheet.height + 8
    _tiles(sheet, game, f"Bag: {len(bag)}", bag)
    if "draw" in actions:
        sheet.places["draw"] = Place(2, top + 2, 80, 26)
    if gone := discarded(game, state):
        _tiles(sheet, game, "Out of the game", gone)
    return sheet


def status(game: Butterfly, state: State) -> str:
    """Return what comes next, in a sentence."""
    seat = f"Seat {game.seat_to_move(state)}"
    pending = game.pending(state)
    if state.is_terminal():
        winners = " and ".join(f"seat {winner}" for winner in state.winners())
        return f"{seat} cannot move: won by {winners}"
    if game.hedgehog(state) is None:
        return f"{seat} puts the hedgehog down"
    if pending is None:
        return f"{seat} moves the hedgehog"
    destination, nets, drawing = pending
    more = f", {nets} nets left" if nets > 1 else ""
    doing = "draws a tile" if drawing else "draws or skips"
    return f"{seat} {doing} on the way to {game.cells[destination]}{more}"


class Square:
    """The cells on a sheet."""

    def __init__(self, game: Butterfly, state: State, sheet: Picture) -> None:
        self.game = game
        self.sheet = sheet
        self.size = game.SIZES[game.players]
        self.side = (WIDTH - LABELS) / self.size
        self.bottom = LABELS + self.side * self.size
        self.tiles = game.tiles_laid(state)
        self.hedgehog = game.hedgehog(state)
        self.pending = game.pending(state)

    def corner(self, cell: int) -> tuple[float, float]:
        """Return the top left corner of a cell."""
        row, column = divmod(cell, self.size)
        return LABELS + column * self.side, LABELS + row * self.side

    def middle(self, cell: int) -> tuple[float, float]:
        """Return the middle of a cell."""
        x, y = self.corner(cell)
        return x + self.side / 2, y + self.side / 2

    def place(self, action: str) -> Place | None:
        """Return where an action is: a destination, or one side of the cell that the hedgehog is put on."""
        if action in self.game.cells:
            x, y = self.corner(self.game.cells.index(action))
            return Place(x + 2, y + 2, self.side - 4, self.side - 4, 6, self._origin(self.game.cells.index(action)))
        if action[:-1] in self.game.cells:
            x, y = self.middle(self.game.cells.index(action[:-1]))
            across, down = STEPS[action[-1]]
            radius = self.side / 8
            return Place.around((x + across * 0.3 * self.side, y + down * 0.35 * self.side), radius)
        return None

    def _origin(self, cell: int) -> tuple[float, float] | None:
        """Return where the arrow to a cell begins: before the hedgehog, when it is in the same line."""
        if self.hedgehog is None or cell == self.hedgehog[0]:
            return None
        x, y = self.middle(self.hedgehog[0])
        to_x, to_y = self.middle(cell)
        if abs(to_x - x) > 1 and abs(to_y - y) > 1:
            return None
        length = abs(to_x - x) + abs(to_y - y)
        reach = 0.44 * self.side
        return x + reach * (to_x - x) / length, y + reach * (to_y - y) / length

    def draw(self) -> None:
        """Draw letters, numbers, cells, nets, tiles and the hedgehog."""
        for at in range(self.size):
            middle = LABELS + (at + 0.5) * self.side
            self.sheet.text(middle, 7, COLUMNS[at], 12, anchor="middle", fill="muted")
            self.sheet.text(7, middle, str(at + 1), 12, anchor="middle", fill="muted")
        for cell, kind in enumerate(self.tiles):
            if kind is not None:
                self._tile(cell, self.game.TILES[kind])
            else:
                self._empty(cell)
        if self.pending:
            x, y = self.corner(self.pending[0])
            self.sheet.rect(
                x + 2, y + 2, self.side - 4, self.side - 4, rx=7, fill="none", stroke="ink", stroke_width=2.5,
                stroke_dasharray="6 4",
            )  # fmt: skip
        if self.hedgehog:
            self._draw_hedgehog(*self.hedgehog)

    def _tile(self, cell: int, tile: Tile) -> None:
        x, y = self.corner(cell)
        side = self.side
        kind = kind_of(tile.kind)
        with self.sheet.group(title=f"{self.game.cells[cell]}: {tile.code}, {kind.replace('_', ' ')}"):
            self.sheet.rect(
                x + 1.5, y + 1.5, side - 3, side - 3, rx=0.13 * side, fill=f"{HUES[kind]}-soft",
                stroke=HUES[kind], stroke_width=0.8, stroke_opacity=0.55,
            )  # fmt: skip
            draw_insect(self.sheet, kind, x + side / 2, y + 0.37 * side, 0.23 * side)
            self.sheet.text(
                x + side / 2, y + 0.79 * side, tile.code, 0.27 * side, anchor="middle",
                fill=f"{HUES[kind]}-ink", font_weight="bold",
            )  # fmt: skip
            if cell in self.game.nets:
                self._mesh(x + 0.78 * side, y + 0.08 * side, 0.14 * side, 3, f"{HUES[kind]}-ink", 0.8)

    def _empty(self, cell: int) -> None:
        x, y = self.corner(cell)
        self.sheet.rect(x + 1.5, y + 1.5, self.side - 3, self.side - 3, rx=0.13 * self.side, fill="board")
        if cell in self.game.nets:
            with self.sheet.group(title=f"{self.game.cells[cell]}: open net"):
                self._mesh(x + 0.17 * self.side, y + 0.17 * self.side, 0.66 * self.side, 5, "muted", 1.3)

    def _mesh(self, x: float, y: float, side: float, lines: int, colour: str, width: float) -> None:
        """Draw a net: so many lines across and as many down."""
        step = side / (lines - 1)
        across = "".join(f"M{x:.2f} {y + at * step:.2f}h{side:.2f}" for at in range(lines))
        down = "".join(f"M{x + at * step:.2f} {y:.2f}v{side:.2f}" for at in range(lines))
        self.sheet.path(across + down, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")

    def _draw_hedgehog(self, cell: int, direction: int) -> None:
        """Draw the hedgehog from above, its nose where it looks; small above a tile's code when it stands on one."""
        x, y = self.middle(cell)
        scale = self.side / 44
        if self.tiles[cell] is not None:
            scale, y = 0.68 * scale, y - 0.13 * self.side
        turned = {"N": -90, "E": 0, "S": 90, "W": 180}[DIRECTIONS[direction]]
        with self.sheet.group(
            title=f"the hedgehog on {self.game.cells[cell]}, looking {DIRECTIONS[direction]}",
            transform=f"translate({x:.2f} {y:.2f})rotate({turned})scale({scale:.2f})",
        ):
            self.sheet.path(SPINES, fill="brown-ink", stroke="paper", stroke_width=1.6, stroke_linejoin="round")
            self.sheet.path("M2 -9.5Q12 -8 18.5 0Q12 8 2 9.5Z", fill="brown")
            self.sheet.circle(18, 0, 2.4, fill="ink")
            for side in (-1, 1):
                self.sheet.circle(9.5, 4 * side, 1.5, fill="paper")


SPINES = (
    "M6 -13L0 -11.5L-1 -17L-6.5 -13L-11 -16.5L-12.5 -10.5L-18 -10L-15.5 -5L-19.5 0L-15.5 5L-18 10L-12.5 10.5"
    "L-11 16.5L-6.5 13L-1 17L0 11.5L6 13L8 7Q3 0 8 -7Z"
)
"""Outline of the hedgehog's back when it looks east."""


def _collection(sheet: Picture, game: Butterfly, state: State, seat: int, score: int) -> None:
    """Draw the panel of a seat: its score, and its tiles as chips."""
    top = sheet.height + 8
    rows = chip_rows(_chips(game, game.collection(state, seat)), WIDTH - 18)
    height = 30 + CHIP_ROW * len(rows)
    moves = game.seat_to_move(state) == seat and not state.is_terminal()
    sheet.seat_row(top, seat, f"{score} point{'s' if score != 1 else ''}", moves=moves, height=height)
    sheet.chips(rows, 9, top + 29)
    sheet.height = top + height


def _tiles(sheet: Picture, game: Butterfly, title: str, kinds: list[int]) -> None:
    """Draw a panel with a title and tiles as chips."""
    top = sheet.height + 8
    rows = chip_rows(_chips(game, kinds), WIDTH - 18)
    height = 28 + CHIP_ROW * len(rows)
    sheet.panel(top, height, title)
    sheet.chips(rows, 9, top + 27)
    sheet.height = top + height


def _chips(game: Butterfly, kinds: list[int]) -> Iterator[Chip]:
    """Yield a chip for each kind of tile among these."""
    for kind, count in sorted(Counter(kinds).items()):
        tile = game.TILES[kind]
        yield f"{tile.code}×{count}" if count > 1 else tile.code, HUES[kind_of(tile.kind)]
