"""The frame of every picture: who moves, the game's own drawing, and marks on its actions, the same for every game."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.picture import MARGIN, SIZE, WIDTH, Mark, Picture, Place, Sheet
from springtail.cython_ext.svg import Point, checked_size, checked_theme, shortened, text_width, wrapped

if TYPE_CHECKING:
    from springtail.cython_ext.game import Game, State

LISTED = 8
"""Marks that are listed below the board, those without a place on it always."""
LIST_SIZE = 12.5
BADGE_SIZE = 11
WIDEST_BADGE = 120
"""Units that a label on the board is wide at most."""
SMALL = 26
"""Units; the label of a lower place lies on its middle."""
SHORTEST_ARROW = 8
"""Units; between places that are closer no arrow is drawn."""


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


class _Frame(Sheet):
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
        self.rect(0, 0, WIDTH + 2 * MARGIN, height, rx=10, fill="paper")
        self.elements.insert(0, self.elements.pop())  # below everything; how high it is was not known before
        seen = "" if seat is None else f", as seat {seat} sees it"
        return self.write(
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
            self.seat_chip(MARGIN + 10, self.bottom + 12, mover, 10)
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
        self._rect_of(place, fill="accent", fill_opacity=0.04 + 0.1 * weight)
        self._rect_of(place, fill="none", stroke="paper", stroke_width=stroke + 2, stroke_opacity=0.8)
        self._rect_of(place, fill="none", stroke="accent", stroke_width=stroke)

    def _rect_of(self, place: Place, **style: str | float) -> None:
        self.rect(place.x, place.y, place.width, place.height, rx=place.radius, **style)

    def _badge(self, place: Place, mark: Mark, number: int) -> None:
        """Write a mark's label on the upper edge of its place, on all of a small one; more of them go below it."""
        label = shortened(mark.label, BADGE_SIZE, WIDEST_BADGE, bold=True)
        width = text_width(label, BADGE_SIZE, bold=True) + 9
        x = min(max(place.centre[0], width / 2 - MARGIN + 2), WIDTH + MARGIN - 2 - width / 2)
        y = (place.centre[1] if place.height < SMALL else place.y + 3) + 15 * number
        fill, ink = ("accent", "on-accent") if mark.weight >= 0.999 else ("paper", "accent")
        self.rect(x - width / 2, y - 7.5, width, 15, rx=7.5, fill=fill, stroke="accent", stroke_width=1.2)
        self.text(x, y, label, BADGE_SIZE, anchor="middle", fill=ink, font_weight="bold")

    def _target_areas(self) -> None:
        """Lay an invisible shape over each action that has a place, for pages to react to."""
        for action in self.targets:
            if action in self.picture.places:
                with self.group(data_action=action, title=action):
                    self._rect_of(self.picture.places[action], fill="paper", fill_opacity=0)

    def _list(self) -> None:
        """List marks below the board: all without a place, and as many of the others as fit."""
        places = self.picture.places
        room = max(LISTED - sum(mark.action not in places for mark in self.marks), 0)
        listed = []
        for mark in self.marks:
            is_placed = mark.action in places
            if not is_placed or room > 0:
                listed.append(mark)
            room -= is_placed
        if not listed:
            return
        longest = max(text_width(f"{mark.action}  {mark.label}", LIST_SIZE, bold=True) for mark in listed)
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
            label = shortened(mark.label, LIST_SIZE, width / 2)
            room = width - 24 - text_width(label, LIST_SIZE)
            action = shortened(mark.action, LIST_SIZE, room, bold=True)
            self.text(x + 8, y + 10.5, action, LIST_SIZE, font_weight="bold")
            self.text(x + width - 8, y + 10.5, label, LIST_SIZE, anchor="end")


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
