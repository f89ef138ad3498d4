"""What a game draws of a position, and where its actions are on it; see "Its picture" in CONTRIBUTING.md."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from springtail.cython_ext.svg import MONO, SEAT_HUES, Drawing, Point, text_width

if TYPE_CHECKING:
    from springtail.cython_ext.game import Game, State

WIDTH = 400
"""Units that a game's drawing is wide. Text of 11 is legible in a picture of 300 pixels."""
MARGIN = 14
"""Units around it."""
SIZE = 480
"""Pixels that a picture is wide when nothing else is asked for."""
WIDEST = 120
"""Characters of a line of a text drawing that are shown beside each other; a board may need as many."""
CHIP_SIZE = 11.5
CHIP_ROW = 23
CHANCE, TERMINAL = -1, -4

Chip: TypeAlias = tuple[str, str]
"""A few characters on a soft surface of a hue: a card or a tile, written small."""


@dataclass(frozen=True)
class Mark:
    """An action to be shown on a picture.

    >>> Mark("e4", "62%", 0.8).action
    'e4'
    """

    action: str
    """In the game's notation."""
    label: str = ""
    """A few characters that stand beside it, such as its value."""
    weight: float = 1.0
    """How strongly it is drawn, 0 to 1."""


class Place(NamedTuple):
    """Where an action is on a game's drawing: a rectangle, and where an arrow to it begins."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 6
    """Of its corners; half of its width makes it round."""
    origin: Point | None = None

    @classmethod
    def around(cls, centre: Point, radius: float, origin: Point | None = None) -> Place:
        """Return a round place."""
        return cls(centre[0] - radius, centre[1] - radius, 2 * radius, 2 * radius, radius, origin)

    @property
    def centre(self) -> Point:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


class Sheet(Drawing):
    """A drawing `WIDTH` units wide, with the things that pictures of all games share."""

    def seat_chip(self, x: float, y: float, seat: int, radius: float = 9) -> None:
        """Draw a seat's number on its colour."""
        self.circle(x, y, radius, fill=SEAT_HUES[seat])
        self.text(x, y, str(seat), 1.3 * radius, anchor="middle", fill="on-solid", font_weight="bold")

    def seat_row(self, y: float, seat: int, score: str, *, moves: bool = False, height: float = 28) -> None:
        """Draw the panel of a seat over the whole width, with its chip, its name and its score at the right."""
        style = {"stroke": SEAT_HUES[seat], "stroke_width": 1.5} if moves else {"stroke": "line"}
        self.rect(0.75, y, WIDTH - 1.5, height, rx=7, fill="panel", **style)
        self.seat_chip(17, y + 14, seat)
        self.text(32, y + 14, f"Seat {seat}", 13, font_weight="bold")
        self.text(WIDTH - 12, y + 14, score, 14, anchor="end", font_weight="bold")

    def panel(self, y: float, height: float, title: str = "") -> None:
        """Draw a panel over the whole width, with a title in its upper left corner."""
        self.rect(0.75, y, WIDTH - 1.5, height, rx=7, fill="panel", stroke="line")
        if title:
            self.text(10, y + 14, title, 13, font_weight="bold")

    def chips(self, rows: Iterable[Iterable[Chip]], x: float, y: float) -> None:
        """Draw rows of chips from their top left corner; `chip_rows` makes rows, each is `CHIP_ROW` high."""
        for row in rows:
            left = x
            for text, hue in row:
                width = chip_width(text)
                self.rect(left, y, width, 19, rx=4, fill=f"{hue}-soft")
                self.text(left + 4, y + 9.5, text, CHIP_SIZE, fill=f"{hue}-ink", font_weight="bold")
                left += width + 3
            y += CHIP_ROW


class Picture(Sheet):
    """What a game draws, from the top left corner of its own area, `height` units high."""

    def __init__(self, status: str) -> None:
        """Take what comes next, in one sentence."""
        super().__init__()
        self.status = status
        self.height = 0.0
        self.places: dict[str, Place] = {}
        """Where the actions that were asked for are; those without a place are left out."""


def chip_rows(chips: Iterable[Chip], width: float) -> list[list[Chip]]:
    """Arrange chips in rows that are not wider than `width`."""
    rows: list[list[Chip]] = []
    room = 0.0
    for chip in chips:
        needed = chip_width(chip[0])
        if room < needed:
            rows.append([])
            room = width
        rows[-1].append(chip)
        room -= needed + 3
    return rows


def chip_width(text: str) -> float:
    """Return how wide a chip with this text is."""
    return text_width(text, CHIP_SIZE, bold=True) + 8


def text_picture(game: Game, state: State, seat: int | None) -> Picture:
    """Return the text drawing of a game as a picture."""
    picture = Picture(status_of(state))
    fit = textwrap.TextWrapper(WIDEST, drop_whitespace=False, replace_whitespace=False)
    lines = [piece for line in game.draw(state, seat).splitlines() for piece in fit.wrap(line) or [""]]
    size = min(18.0, (WIDTH - 24) / (0.61 * max(map(len, lines), default=1)))
    picture.height = 1.4 * size * len(lines) + 20
    picture.rect(0.5, 0.5, WIDTH - 1, picture.height - 1, rx=7, fill="panel", stroke="line")
    with picture.group(font_family=MONO):
        for number, line in enumerate(lines):
            unbroken = line.replace(" ", "\N{NO-BREAK SPACE}")  # others are taken together by viewers of SVG
            picture.text(12, 10 + 1.4 * size * (number + 0.5), unbroken, size)
    return picture


def status_of(state: State) -> str:
    """Return what comes next, in a sentence that fits every game."""
    mover = state.current_player()
    if mover == CHANCE:
        return "A chance event comes next"
    if mover != TERMINAL:
        return f"Seat {mover} to move"
    winners = state.winners()
    if len(winners) == state.game.players:
        return "The game is over: a draw"
    return f"The game is over, won by {' and '.join(f'seat {winner}' for winner in winners)}"
