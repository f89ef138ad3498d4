"""The meadow with the laces above and below the cloth, the animals in play, and what each seat has."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING, Any

from springtail.cython_ext.game import State
from springtail.cython_ext.picture import WIDTH, Picture, Place, status_of
from springtail.cython_ext.svg import SEAT_HUES, Drawing, Point, shortened, wrapped
from springtail.engines.spring_on_a_string.drawing import closed
from springtail.engines.spring_on_a_string.meadows import COLOURS, Flower
from springtail.engines.spring_on_a_string.meanings import MEANINGS

if TYPE_CHECKING:
    from springtail.engines.spring_on_a_string.game import SpringOnAString

BORDER = 30
"""Units around the flowers."""
TALLEST = 420
LARGEST_FLOWER = 24
ROOMY = 13
"""From this radius on there is room for long names below flowers."""
SMALLEST_FLOWER = 9
HUES = {"Y": "yellow", "R": "red", "W": "grey", "P": "purple", "K": "pink"}
"""Letter of a colour -> its hue."""
PETALS = HUES | {"Y": "gold", "W": "white"}
"""Letter of a colour -> what its petals are filled with."""
NAMES = {"Y": "yellow", "R": "red", "W": "white", "P": "purple", "K": "pink"}
ENDS = ("lace", "other end")
LONGEST_NAME = 3
"""Letters that fit into a flower."""


def picture(game: SpringOnAString, state: State, actions: list[str]) -> Picture:
    """Return the picture of a state, with places for those of `actions` that collect a flower."""
    scene = game.scene(state)
    sheet = Picture(status(game, state, scene))
    meadow = MeadowDrawing(sheet, game, scene)
    meadow.draw()
    for action in actions:
        if place := meadow.place(action):
            sheet.places[action] = place
    sheet.height = meadow.bottom
    for seat in range(game.players):
        _seat(sheet, game, state, scene, seat)
    _animals(sheet, game)
    if lines := [line for each in closed(game, scene) for line in wrapped(each, 12, WIDTH - 24)]:
        _lines(sheet, lines)
    return sheet


def status(game: SpringOnAString, state: State, scene: dict[str, Any]) -> str:
    """Return what comes next, in a sentence."""
    if state.is_terminal():
        return status_of(state)
    due = game.DUES[scene["due"]].replace("_", " ")
    more = "" if due == "turn" and not scene["has_acted"] else " once more" + (f" ({due})" if due != "turn" else "")
    return f"Seat {scene['mover']} collects a flower{more}"


class MeadowDrawing:
    """The flowers of a board on a sheet."""

    def __init__(self, sheet: Picture, game: SpringOnAString, scene: dict[str, Any]) -> None:
        self.sheet = sheet
        self.game = game
        self.scene = scene
        flowers = game.board.flowers
        left, top = min(flower.x for flower in flowers), min(flower.y for flower in flowers)
        width = max(flower.x for flower in flowers) - left
        height = max(flower.y for flower in flowers) - top
        room = WIDTH - 2 * BORDER
        scale = min(room / max(width, 1), (TALLEST - 2 * BORDER) / max(height, 1))
        inset = BORDER + (room - scale * width) / 2
        self.points = [(inset + scale * (flower.x - left), BORDER + scale * (flower.y - top)) for flower in flowers]
        nearest = min((dist(one, other) for one, other in combinations(self.points, 2)), default=LARGEST_FLOWER)
        self.radius = max(SMALLEST_FLOWER, min(LARGEST_FLOWER, 0.46 * nearest))
        self.bottom = 2 * BORDER + scale * height

    def place(self, action: str) -> Place | None:
        """Return where an action is: its flower, or the petal of it that stands for the colour named."""
        name, _, colour = action.partition("/")
        if name not in self.game.board.names:
            return None
        x, y = self.points[self.game.board.names.index(name)]
        origin = self._origin((x, y))
        if not colour:
            return Place.around((x, y), self.radius + 2, origin)
        angle = 2 * pi * COLOURS.index(colour) / len(COLOURS)
        far = 0.75 * self.radius
        return Place.around((x + far * sin(angle), y - far * cos(angle)), 0.42 * self.radius, origin)

    def _origin(self, target: Point) -> Point | None:
        """Return where the arrow to a flower begins: beside the last flower of the mover's active end."""
        lace = self.scene["laces"][self.scene["mover"]]
        path = [flower for flower, end in lace["path"] if end == lace["end"]]
        if not path or self.points[path[-1]] == target:
            return None
        return _towards(self.points[path[-1]], target, self.radius)

    def draw(self) -> None:
        """Draw the links below the cloth, the petals, the links above it, and the middles with names and rings."""
        self.sheet.rect(0.75, 0.75, WIDTH - 1.5, self.bottom - 1.5, rx=9, fill="board")
        links = list(self._links())
        for hue, start, end, is_above in links:
            if not is_above:
                self.sheet.line(start, end, stroke=hue, stroke_width=2.2, stroke_dasharray="5 4")
        for flower, (x, y) in zip(self.game.board.flowers, self.points, strict=True):
            draw_petals(self.sheet, flower.colour, flower.petals, x, y, self.radius)
        for hue, start, end, is_above in links:
            if is_above:
                self.sheet.line(start, end, stroke="board", stroke_width=5.4)
                self.sheet.line(start, end, stroke=hue, stroke_width=3.4)
        for number, flower in enumerate(self.game.board.flowers):
            self._flower(number, flower)

    def _links(self) -> list[tuple[str, Point, Point, bool]]:
        """Return the links of all laces: hue, both flowers, and whether it lies on the cloth.

        The first flower of an end is passed from below, so the first link lies on top (ruling G10).
        """
        found = []
        for seat, lace in enumerate(self.scene["laces"]):
            for end in (0, 1):
                path = [self.points[flower] for flower, at in lace["path"] if at == end]
                for number, (one, other) in enumerate(pairwise(path)):
                    found.append((SEAT_HUES[seat], one, other, number % 2 == 0))
        return found

    def _flower(self, number: int, flower: Flower) -> None:
        """Draw the middle of a flower with its name, and a ring for each lace in it."""
        x, y = self.points[number]
        seats = [seat for seat, lace in enumerate(self.scene["laces"]) if any(at == number for at, _ in lace["path"])]
        laces = [f"lace of seat {seat}" for seat in seats]
        laces += ["lace of the stick insect"] * (number in self.scene["stick"])
        name = f"{flower.name}: {NAMES[flower.colour]}, {flower.petals} petals"
        with self.sheet.group(title=", ".join([name, *laces])):
            draw_middle(self.sheet, flower.colour, x, y, self.radius)
            self._rings(seats, number, x, y)
            inside = flower.name if len(flower.name) <= LONGEST_NAME else f"{flower.colour}{flower.petals}"
            size = min(0.56 * self.radius, 1.15 * self.radius / max(len(inside) - 0.6, 1))
            self.sheet.text(x, y, inside, size, anchor="middle", fill="ink", font_weight="bold")
            if inside != flower.name and self.radius >= ROOMY:
                self.sheet.text(x, y + 1.35 * self.radius, flower.name, 10, anchor="middle", fill="muted")

    def _rings(self, seats: list[int], number: int, x: float, y: float) -> None:
        """Draw a ring for each lace, the seat's number on it; thick where the lace's active end is."""
        for at, seat in enumerate(seats):
            lace = self.scene["laces"][seat]
            ends = [flower for flower, end in lace["path"] if end == lace["end"]]
            is_last = ends[-1:] == [number]
            radius = (0.62 + 0.2 * at) * self.radius
            self.sheet.circle(x, y, radius, fill="none", stroke=SEAT_HUES[seat], stroke_width=3.4 if is_last else 1.8)
            side = 1 if at else -1
            self.sheet.seat_chip(x + 0.8 * side * self.radius, y - 0.72 * self.radius, seat, max(0.27 * self.radius, 5))
        if number in self.scene["stick"]:
            self.sheet.circle(
                x, y, 0.9 * self.radius, fill="none", stroke="brown", stroke_width=2, stroke_dasharray="3 3"
            )


def draw_petals(sheet: Drawing, colour: str, petals: int, x: float, y: float, radius: float) -> None:
    """Draw so many petals around a middle."""
    size = min(0.34 * radius, radius * 0.78 * sin(pi / max(petals, 3)))
    for petal in range(petals):
        angle = 2 * pi * petal / petals
        far = radius - size
        sheet.circle(
            x + far * sin(angle), y - far * cos(angle), size, fill=PETALS[colour], stroke=f"{HUES[colour]}-ink",
            stroke_width=max(0.035 * radius, 0.5),
        )  # fmt: skip


def draw_middle(sheet: Drawing, colour: str, x: float, y: float, radius: float) -> None:
    """Draw the light middle of a flower, on which there is room for text."""
    hue = HUES[colour]
    sheet.circle(x, y, 0.56 * radius, fill=f"{hue}-soft", stroke=f"{hue}-ink", stroke_width=max(0.035 * radius, 0.5))


def _towards(start: Point, end: Point, far: float) -> Point:
    """Return the point that is so far from one point on the way to another one."""
    length = dist(start, end)
    share = min(far / length, 0.5) if length else 0
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _seat(sheet: Picture, game: SpringOnAString, state: State, scene: dict[str, Any], seat: int) -> None:
    """Draw the panel of a seat: points with their parts, what is left of its lace, and cards in front of it."""
    parts = [f"{part.replace('_', ' ')} {points:+d}" for part, points in game.points(state, seat).items() if points]
    lace = scene["laces"][seat]
    left = [
        f"{name} {game.length_left(state, seat, end) / 10:g} mm"
        for end, name in enumerate(ENDS)
        if end == lace["end"] or any(at == end for _, at in lace["path"])
    ]
    held = [name.replace("_", " ") for name, seated in zip(game.CARDS, scene["cards"], strict=True) if seated == seat]
    if held:
        left.append(f"card{'s' if len(held) > 1 else ''} {', '.join(held)}")
    top = sheet.height + 8
    moves = seat == state.current_player()
    total = state.scores()[seat]
    sheet.seat_row(top, seat, f"{total} point{'s' if total != 1 else ''}", moves=moves, height=48)
    sheet.text(12, top + 36, shortened(f"{'; '.join(left)} left" if not held else "; ".join(left), 12, 235), 12)
    sheet.text(WIDTH - 12, top + 36, shortened(", ".join(parts), 11, 145), 11, anchor="end", fill="muted")
    sheet.height = top + 48


def _animals(sheet: Picture, game: SpringOnAString) -> None:
    """Draw a panel with the animals, each on its colour, and what they do."""
    cast = game.cast
    if cast is None or not cast.animals:
        return
    rows = [(letter, name.replace("_", " "), MEANINGS[name]) for letter, name in cast.animals]
    if cast.stick_colour:
        rows.append((cast.stick_colour, "laced", "by the stick insect at the beginning"))
    top = sheet.height + 8
    texts = [wrapped(f"{name}: {meaning}", 12, WIDTH - 46) for _, name, meaning in rows]
    height = 10 + sum(6 + 15 * len(lines) for lines in texts)
    sheet.panel(top, height)
    y = top + 8
    for (letter, _, _), lines in zip(rows, texts, strict=True):
        draw_petals(sheet, letter, 5, 19, y + 8, 9)
        draw_middle(sheet, letter, 19, y + 8, 9)
        sheet.text(19, y + 8, letter, 9, anchor="middle", font_weight="bold")
        for line in lines:
            sheet.text(36, y + 8, line, 12)
            y += 15
        y += 6
    sheet.height = top + height


def _lines(sheet: Picture, lines: list[str]) -> None:
    top = sheet.height + 8
    height = 10 + 16 * len(lines)
    sheet.panel(top, height)
    for at, line in enumerate(lines):
        sheet.text(12, top + 13 + 16 * at, line, 12)
    sheet.height = top + height
