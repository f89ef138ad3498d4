"""The layout with what lies on what, its pots and fences, the own areas, the pieces of each seat and the deck."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from springtail.cython_ext.game import State
from springtail.cython_ext.picture import WIDTH, Picture, Place, status_of
from springtail.cython_ext.svg import Drawing, Point, shortened
from springtail.engines.spring.notation import COLOURS, KINDS, PATTERNS
from springtail.engines.spring.position import STAGES, STOCK, Placed, Space, spaces_from, tops

if TYPE_CHECKING:
    from springtail.engines.spring.game import Spring

LABELS = 16
"""Units left of and above the layout for the numbers of its columns and rows."""
TALLEST = 340
"""Units that a layout may be high."""
LARGEST_SPACE = 44
AREA_SPACE = 26
"""The largest space of an own area."""
MINIATURE = 8.5
"""A space of the cards of the deck."""
PIECES = ("red pot", "white pot", "long fence", "short fence")
"""The names of a stock."""
FIRST_CARD = tuple(spaces_from((0, 0)))
"""Where the first card of the layout and of an area lies."""
TURNED = 0.24
"""Part of a space that the two ways round of a card lie apart, where one place shows both."""
ACTION = re.compile(r"(?:(\d+):)?(discard|[RW]{4}|[PLS])(?:@(-?\d+),(-?\d+))?")
"""A card, perhaps one that is taken, or a piece, and its space."""


def picture(game: Spring, state: State, actions: list[str]) -> Picture:
    """Return the picture of a state, with places for those of `actions` that happen on the layout or in an own area."""
    scene = game.scene(state)
    sheet = Picture(status(state, scene))
    layout = Layout(sheet, scene)
    if layout.spaces:
        layout.draw()
        sheet.height = layout.bottom
    own: Grid | None = None
    for seat in (0, 1):
        area = _seat(sheet, game, state, scene, seat)
        own = area if seat == scene["mover"] else own
    _deck(sheet, scene)
    for action in actions:
        if place := _place(action, layout, own):
            sheet.places[action] = place
    return sheet


def status(state: State, scene: Mapping[str, Any]) -> str:
    """Return what comes next, in a sentence."""
    if state.is_terminal():
        return status_of(state)
    seat = f"Seat {scene['mover']}"
    if state.is_chance_node():
        return f"{seat} draws a card" if scene["layout"] else "The first card is drawn"
    stage = STAGES[scene["stage"]]
    if stage == "place":
        return f"{seat} lays {KINDS[scene['drawn']]}"
    return {
        "colour": f"{seat} chooses a colour",
        "piece": f"{seat} may put a pot or a fence",
        "take": f"{seat} takes a card",
    }[stage]


class Grid:
    """Spaces on a sheet: where they are, and how large."""

    def __init__(self, spaces: Iterable[Space], corner: Point, room: Point, largest: float, around: int = 0) -> None:
        """Take the spaces that are to be seen, one or more, and how many around them; the room and the largest one."""
        columns, rows = zip(*spaces, strict=True)
        self.columns = range(min(columns) - around, max(columns) + around + 1)
        self.rows = range(min(rows) - around, max(rows) + around + 1)
        self.side = min(largest, room[0] / len(self.columns), room[1] / len(self.rows))
        self.left = corner[0] + (room[0] - self.side * len(self.columns)) / 2
        self.top = corner[1]

    @property
    def bottom(self) -> float:
        """Where the lowest row ends."""
        return self.top + self.side * len(self.rows)

    def corner(self, space: Space) -> Point:
        """Return the top left corner of a space."""
        return self.left + (space[0] - self.columns[0]) * self.side, self.top + (space[1] - self.rows[0]) * self.side

    def junction(self, space: Space) -> Point:
        """Return where the four spaces from a top left one meet."""
        x, y = self.corner(space)
        return x + self.side, y + self.side

    def card_place(self, letters: str, space: Space, origin: Point | None = None) -> Place:
        """Return the place of a card that is laid; the two ways round of a card lie beside each other."""
        x, y = self.junction(space)
        turn = letters[::-1]
        x += self.side * TURNED * ((letters > turn) - (letters < turn))
        return Place.around((x, y), 0.27 * self.side, origin)

    def flower(self, sheet: Drawing, letter: str, space: Space) -> None:
        """Draw a flower in the middle of a space."""
        x, y = self.corner(space)
        draw_flower(sheet, letter, x + self.side / 2, y + self.side / 2, 0.36 * self.side)


class Layout(Grid):
    """The cards of both seats on a sheet, in the order in which they were laid."""

    def __init__(self, sheet: Picture, scene: Mapping[str, Any]) -> None:
        self.sheet = sheet
        self.scene = scene
        self.cards = [card and Placed(PATTERNS[card[0]], (card[1], card[2])) for card in scene["layout"]]
        self.spaces = [space for card in self.cards if card for space in spaces_from(card.space)]
        is_laying = STAGES[scene["stage"]] == "place"
        room = (WIDTH - 2 * LABELS, TALLEST)
        super().__init__(self.spaces or FIRST_CARD, (LABELS, LABELS), room, LARGEST_SPACE, around=int(is_laying))

    def draw(self) -> None:
        """Draw numbers, cards, pots and fences."""
        for x in self.columns:
            middle = self.corner((x, 0))[0] + self.side / 2
            self.sheet.text(middle, 7, str(x), 11, anchor="middle", fill="muted")
        for y in self.rows:
            self.sheet.text(7, self.corner((0, y))[1] + self.side / 2, str(y), 11, anchor="middle", fill="muted")
        top = tops(self.cards)
        for number, card in enumerate(self.cards):
            if card:
                seen = [space for space in spaces_from(card.space) if top[space] == number]
                self._card(number, card, seen)
        for colour, x, y in self.scene["pots"]:
            self._pot("RW"[colour], (x, y))
        for is_short, x, y in self.scene["fences"]:
            draw_fence(self.sheet, *self.junction((x, y)), self.side, bool(is_short))

    def _card(self, number: int, card: Placed, seen: list[Space]) -> None:
        """Draw a card, its number on a space that shows it; a free one, which nothing lies on, with a bold edge."""
        x, y = self.corner(card.space)
        is_free = len(seen) == len(card.letters)
        with self.sheet.group(title=f"card {number}: {card}{'' if is_free else ', not free'}"):
            self.sheet.rect(
                x + 0.8, y + 0.8, 2 * self.side - 1.6, 2 * self.side - 1.6, rx=0.16 * self.side, fill="green-soft",
                stroke="green-ink" if is_free else "green", stroke_width=2 if is_free else 1,
            )  # fmt: skip
            for space, letter in zip(spaces_from(card.space), card.letters, strict=True):
                if space in seen:
                    self.flower(self.sheet, letter, space)
            if seen:
                self._number(number, card, seen[0])

    def _number(self, number: int, card: Placed, space: Space) -> None:
        """Write the number of a card into its corner on one of its spaces."""
        x, y = self.corner(space)
        size = max(0.25 * self.side, 9)
        x += 0.72 * size if space[0] == card.space[0] else self.side - 0.72 * size
        y += 0.7 * size if space[1] == card.space[1] else self.side - 0.7 * size
        self.sheet.circle(x, y, 0.6 * size, fill="green-soft")
        self.sheet.text(x, y, str(number), size, anchor="middle", fill="green-ink", font_weight="bold")

    def _pot(self, letter: str, space: Space) -> None:
        """Draw a pot with its flower, larger than others."""
        x, y = self.corner(space)
        side = self.side
        with self.sheet.group(title=f"{'red' if letter == 'R' else 'white'} pot on {space[0]},{space[1]}"):
            self.sheet.circle(x + side / 2, y + side / 2, 0.44 * side, fill="green-soft")  # hides the flower below
            draw_pot(self.sheet, letter, x + side / 2, y + side / 2, 0.42 * side)


def draw_flower(sheet: Drawing, letter: str, x: float, y: float, radius: float) -> None:
    """Draw a red flower of five round petals, or a white one of many pointed ones."""
    if letter == "R":
        for petal in range(5):
            angle = 2 * pi * petal / 5
            sheet.circle(x + 0.56 * radius * sin(angle), y - 0.56 * radius * cos(angle), 0.44 * radius, fill="red")
    else:
        tips = [(1.05 - 0.43 * (at % 2)) * radius for at in range(18)]
        points = [(x + tip * sin(pi * at / 9), y - tip * cos(pi * at / 9)) for at, tip in enumerate(tips)]
        width = max(0.07 * radius, 0.5)
        sheet.polygon(points, fill="white", stroke="black", stroke_width=width, stroke_linejoin="round")
    sheet.circle(x, y, 0.27 * radius, fill="gold")


def draw_pot(sheet: Drawing, letter: str, x: float, y: float, radius: float) -> None:
    """Draw a pot from the side with its flower above."""
    corners = ((-0.8, 0.2), (0.8, 0.2), (0.5, 1), (-0.5, 1))
    sheet.polygon(
        [(x + across * radius, y + down * radius) for across, down in corners],
        fill="brown", stroke="brown-ink", stroke_width=max(0.06 * radius, 0.5), stroke_linejoin="round",
    )  # fmt: skip
    draw_flower(sheet, letter, x, y - 0.25 * radius, 0.72 * radius)


def draw_fence(sheet: Drawing, x: float, y: float, side: float, is_short: bool) -> None:
    """Draw a fence whose middle is at a junction: two rails along two spaces, with posts."""
    across, down = (1, 0) if is_short else (0, 1)
    reach, gap = 0.92 * side, 0.07 * side
    with sheet.group(title=f"{'short' if is_short else 'long'} fence"):
        for rail in (-gap, gap):
            start = (x - reach * across + rail * down, y - reach * down + rail * across)
            end = (x + reach * across + rail * down, y + reach * down + rail * across)
            sheet.line(start, end, stroke="brown-ink", stroke_width=max(0.06 * side, 1), stroke_linecap="round")
        for post in (-0.8, -0.4, 0, 0.4, 0.8):
            at = (x + post * reach * across, y + post * reach * down)
            size = 0.17 * side
            sheet.line(
                (at[0] - size * down, at[1] - size * across), (at[0] + size * down, at[1] + size * across),
                stroke="brown", stroke_width=max(0.1 * side, 1.4), stroke_linecap="round",
            )  # fmt: skip


def _seat(sheet: Picture, game: Spring, state: State, scene: Mapping[str, Any], seat: int) -> Grid | None:
    """Draw the panel of a seat: points by row, pieces and the own area, whose spaces are returned."""
    top = sheet.height + 8
    points = game.score_sheet(state)[seat]
    total = sum(points.values())
    moves = not state.is_terminal() and scene["mover"] == seat
    is_taking = moves and STAGES[scene["stage"]] == "take"
    area = _area(scene, seat)
    grid = None
    height = 28.0 if scene["colours"] is None else 50.0
    if area or is_taking:
        grid = Grid(area or FIRST_CARD, (10, top + 52), (WIDTH - 20, 7 * AREA_SPACE), AREA_SPACE, around=int(is_taking))
        height = grid.bottom - top + 8
    sheet.seat_row(top, seat, f"{total} point{'s' if total != 1 else ''}", moves=moves, height=height)
    if scene["colours"] is not None:
        colour = scene["colours"][seat]
        draw_flower(sheet, "RW"[colour], 90, top + 14, 8)
        sheet.text(102, top + 14, COLOURS[colour], 12)
    rows = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in points.items() if count)
    sheet.text(WIDTH - 12, top + 37, shortened(rows, 11, 210), 11, anchor="end", fill="muted")
    _stock(sheet, scene["stock"][seat], 12, top + 37)
    if grid is not None:
        sheet.rect(grid.left, grid.top, grid.side * len(grid.columns), grid.bottom - grid.top, rx=4, fill="board")
        for space, letter in area.items():
            x, y = grid.corner(space)
            sheet.rect(x + 0.5, y + 0.5, grid.side - 1, grid.side - 1, rx=3, fill="green-soft", stroke="green")
            grid.flower(sheet, letter, space)
    sheet.height = top + height
    return grid


def _area(scene: Mapping[str, Any], seat: int) -> dict[Space, str]:
    """Return what is on each space of an own area."""
    if not scene["areas"][seat]:
        return {}
    left, top, rows = scene["areas"][seat]
    return {
        (left + x, top + y): "RW"[flower]
        for y, row in enumerate(rows)
        for x, flower in enumerate(row)
        if flower is not None
    }


def _stock(sheet: Picture, counts: Iterable[int], x: float, y: float) -> None:
    """Draw the pots and fences in hand, each kind with how many there are."""
    for name, title, count in zip(STOCK, PIECES, counts, strict=True):
        if not count:
            continue
        with sheet.group(title=f"{count} {title}{'s' if count > 1 else ''}"):
            if name in COLOURS:
                draw_pot(sheet, "RW"[COLOURS.index(name)], x + 8, y, 9)
            else:
                draw_fence(sheet, x + 8, y, 9, name == "short")
            sheet.text(x + 19, y, f"×{count}", 12)
        x += 46


def _deck(sheet: Picture, scene: Mapping[str, Any]) -> None:
    """Draw the card that is to be laid, those that nobody has seen, and those under the deck, in order."""
    rows = [
        ("To be laid", [(scene["drawn"], 1)] if scene["drawn"] is not None else []),
        ("Deck", sorted(Counter(scene["unseen"]).items())),
        ("Under it", [(kind, 1) for kind in scene["returned"]]),
    ]
    rows = [(title, cards) for title, cards in rows if cards]
    if not rows:
        return
    for title, cards in rows:
        top = sheet.height + 8
        left, step, room = 82.0, 2 * MINIATURE + 24, WIDTH - 82
        a_row = max(1, int(room // step))
        lines = -(-len(cards) // a_row)
        sheet.panel(top, 26 * lines + 8, title)
        for at, (kind, count) in enumerate(cards):
            x, y = left + step * (at % a_row), top + 8.5 + 26 * (at // a_row)
            draw_miniature(sheet, KINDS[kind], x, y)
            if count > 1:
                sheet.text(x + 2 * MINIATURE + 3, y + MINIATURE, f"×{count}", 11)
        sheet.height = top + 26 * lines + 8


def draw_miniature(sheet: Drawing, letters: str, x: float, y: float) -> None:
    """Draw a small card by its top left corner."""
    with sheet.group(title=letters):
        sheet.rect(x, y, 2 * MINIATURE, 2 * MINIATURE, rx=3, fill="green-soft", stroke="green", stroke_width=0.8)
        for at, letter in enumerate(letters):
            row, column = divmod(at, 2)
            draw_flower(sheet, letter, x + (column + 0.5) * MINIATURE, y + (row + 0.5) * MINIATURE, 0.4 * MINIATURE)


def _place(action: str, layout: Layout, own: Grid | None) -> Place | None:
    """Return where an action happens."""
    found = ACTION.fullmatch(action)
    if found is None:
        return None
    number, what, *numbers = found.groups()
    card = layout.cards[int(number)] if number and int(number) < len(layout.cards) else None
    if number and card is None:
        return None
    if what == "discard":
        return Place.around(layout.junction(card.space), 0.4 * layout.side) if card else None
    if None in numbers:
        return None
    space = int(numbers[0]), int(numbers[1])
    if card:
        return own.card_place(what, space, layout.junction(card.space)) if own else None
    if what == "P":
        x, y = layout.corner(space)
        return Place(x + 2, y + 2, layout.side - 4, layout.side - 4)
    x, y = layout.junction(space)
    if what in "LS":
        across, down = (0.9, 0.22) if what == "S" else (0.22, 0.9)
        return Place(x - across * layout.side, y - down * layout.side, 2 * across * layout.side, 2 * down * layout.side)
    return layout.card_place(what, space)
