"""The frame of every picture: who moves, the game's own drawing, and marks on its actions.

A game draws its board and says where its actions are on it (`Picture.places`); the frame does the rest, the same for
every game. See "Its picture" in CONTRIBUTING.md.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.svg import (
    MONO,
    SEAT_HUES,
    Drawing,
    Point,
    checked_size,
    checked_theme,
    fitting_size,
    text_width,
    wrapped,
)

if TYPE_CHECKING:
    from springtail.cython_ext.game import Game, State

WIDTH = 400
"""Units that a game's drawing is wide. Text of 11 is legible in a picture of 300 pixels."""
SIZE = 480
"""Pixels that a picture is wide when nothing else is asked for."""
MARGIN = 14
LISTED = 8
"""Marks that are listed below the board, those without a place on it always."""
WIDEST = 120
"""Characters of a line of a text drawing that are shown beside each other; a board may need as many."""
CHIP_SIZE = 11.5
CHIP_ROW = 23
SMALL = 26
"""Units; the label of a lower place lies on its middle."""
SHORTEST_ARROW = 8
"""Units; between places that are closer no arrow is drawn."""
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


class Picture(Drawing):
    """What a game draws: `WIDTH` units wide, `height` high, from the top left corner of its own area."""

    def __init__(self, status: str) -> None:
        """Take what comes next, in one sentence."""
        super().__init__()
        self.status = status
        self.height = 0.0
        self.places: dict[str, Place] = {}
        """Where the actions that were asked for are; those without a place are left out."""

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


def svg_of(
    state: State,
    seat: int | None = None,
    *,
    marks: Iterable[Mark] = (),
    targets: bool = False,
    size: float | None = None,
    theme: str = "auto",
) -> str:
    """Return the picture of a state, which is already concealed from `seat` when one is given.

    Raises:
        InvalidOptions: for a size, theme or mark that cannot be.
        IllegalAction: when a marked action is none of this game.
    """
    size = checked_size(SIZE if size is None else size)
    checked_theme(theme)
    game = state.game
    marked = checked_marks(game, marks)
    may_move = state.current_player() in ((seat,) if seat is not None else range(game.players))
    wanted = state.legal_actions() if targets and may_move else []
    picture = game.picture(state, seat, list(dict.fromkeys([*(mark.action for mark in marked), *wanted])))
    return _Frame(picture, marked, wanted).write_of(state, seat, size, theme)


def checked_marks(game: Game, marks: object) -> list[Mark]:
    """Return marks as a list.

    Raises:
        InvalidOptions: when they are no marks, or have a weight that cannot be.
        IllegalAction: when an action is none of this game.
    """
    if isinstance(marks, str) or not isinstance(marks, Iterable):
        raise InvalidOptions(f"marks: must be a list of Mark, not {type(marks).__name__}")
    checked = []
    for number, mark in enumerate(marks):
        if not isinstance(mark, Mark):
            raise InvalidOptions(f"marks[{number}]: must be a Mark, not {shown(mark)}")
        if not isinstance(mark.label, str):
            raise InvalidOptions(f"marks[{number}].label: must be a text, not {shown(mark.label)}")
        weight = mark.weight
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 <= weight <= 1:
            raise InvalidOptions(f"marks[{number}].weight: must be a number from 0 to 1, not {shown(weight)}")
        game.action_id(mark.action)
        checked.append(mark)
    return checked


class _Frame(Drawing):
    """The whole sheet: header, the game's drawing with its marks, and the list of marks."""

    def __init__(self, picture: Picture, marks: Sequence[Mark], targets: Sequence[str]) -> None:
        super().__init__()
        self.picture = picture
        self.marks = marks
        self.targets = targets
        self.bottom = float(MARGIN)

    def write_of(self, state: State, seat: int | None, size: float, theme: str) -> str:
        """Return the sheet as SVG."""
        game = state.game
        self._header(game, state.current_player(), seat)
        with self.group(transform=f"translate({MARGIN} {self.bottom:g})"):
            self.elements += self.picture.elements
            self._marks_on_board()
            self._target_areas()
        self.bottom += self.picture.height
        self._list()
        height = self.bottom + MARGIN
        paper = Drawing()
        paper.rect(0, 0, WIDTH + 2 * MARGIN, height, rx=10, fill="paper")
        paper.elements += self.elements
        seen = "" if seat is None else f", as seat {seat} sees it"
        return paper.write(
            WIDTH + 2 * MARGIN,
            height,
            title=f"{game.title or game.id}{seen}. {self.picture.status}.",
            desc=game.draw(state, seat),
            size=size,
            theme=theme,
        )

    def _header(self, game: Game, mover: int, seat: int | None) -> None:
        """Write what comes next and, above it, the game and whose view this is."""
        name = game.title or game.id
        self.text(MARGIN, self.bottom + 6, name, 11.5, fill="muted", font_weight="bold")
        if seat is not None:
            self.text(MARGIN + WIDTH, self.bottom + 6, f"as seat {seat} sees it", 11.5, fill="muted", anchor="end")
        self.bottom += 18
        left = MARGIN
        if mover >= 0:
            chip = Picture("")
            chip.seat_chip(MARGIN + 10, self.bottom + 12, mover, 10)
            self.elements += chip.elements
            left += 28
        for line in wrapped(self.picture.status, 16, WIDTH + MARGIN - left):
            self.text(left, self.bottom + 12, line, 16, font_weight="bold")
            self.bottom += 21
        self.bottom += 12

    def _marks_on_board(self) -> None:
        """Outline marked places, strongest last so that it lies on top, then arrows, then labels."""
        placed = [(self.picture.places[mark.action], mark) for mark in self.marks if mark.action in self.picture.places]
        placed.sort(key=lambda pair: pair[1].weight)
        for place, mark in placed:
            with self.group(data_mark=mark.action, title=f"{mark.action} {mark.label}".strip()):
                self._outline(place, mark.weight)
        stacked: dict[Point, int] = {}
        for place, mark in reversed(placed):
            if mark.label:
                number = stacked.get(place.centre, 0)
                self._badge(place, mark, number)
                stacked[place.centre] = number + 1

    def _outline(self, place: Place, weight: float) -> None:
        """Shade and outline a place, with an arrow to it, on a halo that parts it from whatever is below."""
        around = {"x": place.x, "y": place.y, "width": place.width, "height": place.height, "rx": place.radius}
        stroke = 1.5 + 2 * weight
        tip = None if place.origin is None else _edge(place, place.origin)
        if place.origin is not None and tip is not None and math.dist(place.origin, tip) > SHORTEST_ARROW:
            self.arrow(
                place.origin,
                tip,
                2 + 2.5 * weight,
                fill="accent",
                fill_opacity=0.4 + 0.4 * weight,
                stroke="paper",
                stroke_opacity=0.7,
            )
        self.add("rect", **around, fill="accent", fill_opacity=0.04 + 0.1 * weight)
        self.add("rect", **around, fill="none", stroke="paper", stroke_width=stroke + 2, stroke_opacity=0.8)
        self.add("rect", **around, fill="none", stroke="accent", stroke_width=stroke)

    def _badge(self, place: Place, mark: Mark, number: int) -> None:
        """Write a mark's label on the upper edge of its place, on all of a small one; more of them go below it."""
        size = 11
        width = text_width(mark.label, size, bold=True) + 9
        x = min(max(place.centre[0], width / 2 - MARGIN + 2), WIDTH + MARGIN - 2 - width / 2)
        y = (place.centre[1] if place.height < SMALL else place.y + 3) + 15 * number
        fill, ink = ("accent", "on-accent") if mark.weight >= 0.999 else ("paper", "accent")
        self.rect(x - width / 2, y - 7.5, width, 15, rx=7.5, fill=fill, stroke="accent", stroke_width=1.2)
        self.text(x, y, mark.label, size, anchor="middle", fill=ink, font_weight="bold")

    def _target_areas(self) -> None:
        """Lay an invisible shape over each action that has a place, for pages to react to."""
        for action in self.targets:
            if action in self.picture.places:
                place = self.picture.places[action]
                with self.group(data_action=action, title=action):
                    around = {"x": place.x, "y": place.y, "width": place.width, "height": place.height}
                    self.add("rect", **around, rx=place.radius, fill="paper", fill_opacity=0)

    def _list(self) -> None:
        """List marks below the board: all without a place, and as many of the others as fit."""
        homeless = sum(mark.action not in self.picture.places for mark in self.marks)
        room = max(LISTED - homeless, 0)
        listed = []
        for mark in self.marks:
            if mark.action in self.picture.places:
                room -= 1
            if mark.action not in self.picture.places or room >= 0:
                listed.append(mark)
        if not listed:
            return
        longest = max(text_width(f"{mark.action}  {mark.label}", 12.5, bold=True) for mark in listed)
        columns = 3 if longest < 96 and len(listed) > 4 else 2 if longest < 168 and len(listed) > 1 else 1
        rows = math.ceil(len(listed) / columns)
        gap = 8
        width = (WIDTH - gap * (columns - 1)) / columns
        self.bottom += 12
        for number, mark in enumerate(listed):
            column, row = divmod(number, rows)
            self._listed(mark, MARGIN + column * (width + gap), self.bottom + 28 * row, width)
        self.bottom += 28 * rows - 5

    def _listed(self, mark: Mark, x: float, y: float, width: float) -> None:
        """Write one mark of the list over a bar that is as long as it is strong."""
        data = {} if mark.action in self.picture.places else {"data_mark": mark.action}
        with self.group(title=f"{mark.action} {mark.label}".strip(), **data):
            self.rect(x, y, width, 23, rx=5, fill="panel")
            self.rect(x + 5, y + 20, max((width - 10) * mark.weight, 3), 3, rx=1.5, fill="accent")
            left = width - 16 - (text_width(mark.label, 12.5, bold=True) + 8 if mark.label else 0)
            size = max(fitting_size(mark.action, 12.5, left, bold=True), 7)
            shown_action = mark.action
            while text_width(shown_action, size, bold=True) > left and len(shown_action) > 2:
                shown_action = f"{shown_action[:-2]}…"
            self.text(x + 8, y + 10.5, shown_action, size, font_weight="bold")
            self.text(x + width - 8, y + 10.5, mark.label, 12.5, anchor="end")


def _edge(place: Place, origin: Point) -> Point:
    """Return where the straight way from outside to the middle of a place meets its edge."""
    centre = place.centre
    across, down = origin[0] - centre[0], origin[1] - centre[1]
    if place.radius >= min(place.width, place.height) / 2:
        share = place.width / 2 / (math.hypot(across, down) or 1)
    else:
        share = min(
            place.width / 2 / abs(across) if across else math.inf, place.height / 2 / abs(down) if down else math.inf
        )
    share = min(share, 1.0)
    return centre[0] + across * share, centre[1] + down * share
