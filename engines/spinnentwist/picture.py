"""The web with the female and her males, the die, and what has become of the males of each seat."""

from __future__ import annotations

from itertools import combinations
from math import cos, dist, pi, sin
from typing import TYPE_CHECKING, Any

from springtail.cython_ext.game import State
from springtail.cython_ext.picture import WIDTH, Picture, Place
from springtail.cython_ext.svg import SEAT_HUES, Drawing, Point, written
from springtail.engines.spinnentwist.position import MOST_QUIET_TURNS
from springtail.engines.spinnentwist.webs import SPOKES, Web

if TYPE_CHECKING:
    from springtail.engines.spinnentwist.game import Spinnentwist

MIDDLE = WIDTH / 2
RADIUS = 164
"""Units from the centre to the outermost points."""
HUB = 22
"""Units from the centre that the first ring is farther out than the rings are from each other."""
COLOURS = ("white", "black")
"""Of the males of each seat."""
PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}
"""Face of a die -> its spots, numbered row by row in a square of nine."""


def picture(game: Spinnentwist, state: State, actions: list[str]) -> Picture:
    """Return the picture of a state, with places for those of `actions` that happen in the web."""
    sheet = Picture(status(game, state))
    scene = game.scene(state)
    web = WebDrawing(game.web, scene)
    web.draw(sheet)
    for action in actions:
        if place := web.place(action):
            sheet.places[action] = place
    top = 2 * MIDDLE + 8
    for seat, points in enumerate(state.scores()):
        moves = seat == state.current_player()
        sheet.seat_row(top, seat, f"{points} point{'s' if points != 1 else ''}", moves=moves, height=52)
        counts = [(name, scene[name][seat]) for name in ("supply", "mated", "eaten")]
        counts.insert(1, ("web", len(scene["males"][seat])))
        for column, (name, count) in enumerate(counts):
            _fate(sheet, name, count, seat, 12 + 98 * column, top + 37)
        top += 60
    quiet = f", {scene['quiet_turns']} of {MOST_QUIET_TURNS} quiet turns" if scene["quiet_turns"] else ""
    sheet.text(2, top + 8, f"Turn {scene['turns'] + 1}{quiet}", 12, fill="muted")
    sheet.text(WIDTH - 2, top + 8, _female(scene), 12, anchor="end", fill="muted")
    sheet.height = top + 16
    return sheet


def status(game: Spinnentwist, state: State) -> str:
    """Return what comes next, in a sentence."""
    if state.is_terminal():
        winners = state.winners()
        return "The game is over: a draw" if len(winners) > 1 else f"The game is over, won by seat {winners[0]}"
    if state.is_chance_node():
        return "The die is rolled for a meal"
    shaken = game.scene(state)["shaken"]
    mover = state.current_player()
    if shaken is None:
        return f"Seat {mover} to move"
    return f"Seat {mover} moves the female towards {game.web.points[shaken]}"


def _female(scene: dict[str, Any]) -> str:
    return f"The female eats: {scene['die']}" if scene["die"] else "The female is awake"


class WebDrawing:
    """A web in the upper square of a sheet, the spokes clockwise from the top, winding outward as a spiral web does."""

    def __init__(self, web: Web, scene: dict[str, Any]) -> None:
        self.web = web
        self.scene = scene
        self.step = (RADIUS - HUB) / (max(web.rings) + web.winding * (1 - 1 / len(web.rings)))
        self.points = self._lay()
        nearest = min(dist(one, other) for one, other in combinations(self.points, 2))
        self.spider = min(0.44 * nearest, 10.5)
        """Radius of a male's body."""
        self.dot = min(0.25 * nearest, 2.6)

    def _lay(self) -> list[Point]:
        points = [(MIDDLE, MIDDLE)]
        for spoke, line in enumerate(self.web.spokes):
            part = spoke / len(self.web.spokes)
            points += [
                self._at(part, HUB + self.step * (ring + self.web.winding * part)) for ring in range(1, len(line) + 1)
            ]
        return points

    def _at(self, part: float, distance: float) -> Point:
        """Return a point by its part of a round and its distance from the centre."""
        return MIDDLE + distance * sin(2 * pi * part), MIDDLE - distance * cos(2 * pi * part)

    def place(self, action: str) -> Place | None:
        """Return where an action is: the point that a male or the female goes to."""
        names = self.web.points
        radius = self.spider + 3
        if action.startswith("+"):
            return Place.around(self.points[names.index(action[1:])], radius)
        if action.startswith(">"):
            return self._way(self.scene["female"], names.index(action[1:]), 1.5 * self.spider, radius)
        origin, dash, target = action.partition("-")
        if dash:
            return self._way(names.index(origin), names.index(target), self.spider, radius)
        return None

    def _way(self, start: int, end: int, gap: float, radius: float) -> Place:
        """Return the place of a move, its arrow beginning `gap` from the point that it leaves."""
        (x, y), target = self.points[start], self.points[end]
        length = dist((x, y), target)
        if length <= gap + radius:
            return Place.around(target, radius)
        share = gap / length
        return Place.around(target, radius, (x + share * (target[0] - x), y + share * (target[1] - y)))

    def draw(self, sheet: Picture) -> None:
        """Draw threads, names, entry fields and spiders."""
        sheet.circle(MIDDLE, MIDDLE, MIDDLE - 2, fill="board")
        along = len(self.points) - 1
        for number, (one, other) in enumerate(self.web.threads):
            width = 1.8 if number < along else 1.1
            sheet.line(self.points[one], self.points[other], stroke="muted", stroke_width=width, stroke_opacity=0.75)
        for point, (x, y) in enumerate(self.points):
            is_entry = point in self.web.entry_fields
            radius, fill = (1.7 * self.dot, "field") if is_entry else (self.dot, "muted")
            with sheet.group(title=self.web.points[point]):
                sheet.circle(x, y, radius, fill=fill, stroke="muted", stroke_width=1.2)
        self._names(sheet)
        for seat, males in enumerate(self.scene["males"]):
            for point in males:
                self._male(sheet, seat, point)
        self._draw_female(sheet)

    def _names(self, sheet: Picture) -> None:
        """Write the letters of the spokes outside, and the numbers of the rings beside the first spoke."""
        for spoke, line in enumerate(self.web.spokes):
            part = spoke / len(self.web.spokes)
            x, y = self._at(part, dist(self.points[line[-1]], (MIDDLE, MIDDLE)) + 23)
            sheet.text(x, y, SPOKES[spoke], 13, anchor="middle", fill="muted", font_weight="bold")
        every = 1 if self.step >= 14 else 5
        for ring, point in enumerate(self.web.spokes[0], 1):
            if ring % every == 0:
                x, y = self.points[point]
                sheet.text(x - self.spider - 7, y - 8, str(ring), 11, anchor="end", fill="muted")

    def _male(self, sheet: Picture, seat: int, point: int) -> None:
        """Draw a male with the number of its seat; dashed when it has moved, doubly ringed when the female comes."""
        x, y = self.points[point]
        radius = self.spider
        moved = point in self.scene["moved"]
        name = f"{self.web.points[point]}: male of seat {seat}{', has moved' if moved else ''}"
        with sheet.group(title=name):
            if point == self.scene["shaken"]:
                for wider in (4, 7.5):
                    sheet.circle(x, y, radius + wider, fill="none", stroke="red", stroke_width=1.6)
            _spider(sheet, x, y, radius, SEAT_HUES[seat], COLOURS[seat])
            sheet.text(x, y, str(seat), 1.25 * radius, anchor="middle", fill=COLOURS[1 - seat], font_weight="bold")
            if moved:
                sheet.circle(x, y, radius + 2.5, fill="none", stroke="ink", stroke_width=1.3, stroke_dasharray="3 2.4")

    def _draw_female(self, sheet: Picture) -> None:
        """Draw the female, larger, and the die beside her while she eats."""
        x, y = self.points[self.scene["female"]]
        radius = 1.4 * self.spider
        die = self.scene["die"]
        with sheet.group(title=f"{self.web.points[self.scene['female']]}: the female"):
            _spider(sheet, x, y, radius, "red", "red")
            wide, high = radius / 2.2, radius / 1.8
            hourglass = [(-wide, -high), (wide, -high), (-wide, high), (wide, high)]
            sheet.polygon([(x + across, y + down) for across, down in hourglass], fill="on-solid")
            if die:
                _die(sheet, x + 0.75 * radius, y + 0.75 * radius, 1.5 * self.spider, die)


def _spider(sheet: Drawing, x: float, y: float, radius: float, legs: str, body: str) -> None:
    """Draw a spider from above: eight bent legs and a body."""
    way = []
    for angle in (22, 58, 122, 158, 202, 238, 302, 338):
        across, down = sin(angle * pi / 180), -cos(angle * pi / 180)
        bent = 1 if 90 < angle < 180 or angle > 270 else -1
        knee = (x + radius * (1.3 * across - 0.12 * bent * down), y + radius * (1.3 * down + 0.12 * bent * across))
        foot = (x + radius * (1.55 * across + 0.25 * bent * down), y + radius * (1.55 * down - 0.25 * bent * across))
        way.append(
            f"M{written(x + 0.8 * radius * across)} {written(y + 0.8 * radius * down)}"
            f"L{written(knee[0])} {written(knee[1])}L{written(foot[0])} {written(foot[1])}"
        )
    legs_width = max(0.17 * radius, 0.8)
    sheet.path(
        "".join(way), fill="none", stroke=legs, stroke_width=legs_width, stroke_linejoin="round", stroke_linecap="round"
    )
    sheet.circle(x, y, radius, fill=body, stroke=legs, stroke_width=max(0.2 * radius, 1))


def _die(sheet: Drawing, x: float, y: float, side: float, face: int) -> None:
    """Draw the face of a die by its middle."""
    sheet.rect(x - side / 2, y - side / 2, side, side, rx=0.2 * side, fill="white", stroke="black", stroke_width=1)
    for spot in PIPS[face]:
        row, column = divmod(spot, 3)
        sheet.circle(x + (column - 1) * 0.27 * side, y + (row - 1) * 0.27 * side, 0.1 * side, fill="black")


def _fate(sheet: Drawing, name: str, count: int, seat: int, x: float, y: float) -> None:
    """Write how many males of a seat share a fate, after a sign for it."""
    if name == "mated":
        heart = f"M{x + 7} {y + 6}c-10 -8 -5 -14 0 -9c5 -5 10 1 0 9Z"
        sheet.path(heart, fill="red")
    elif name == "eaten":
        cross = f"M{x + 2} {y - 5}l10 10m0 -10l-10 10"
        sheet.path(cross, fill="none", stroke="muted", stroke_width=2.4, stroke_linecap="round")
    elif name == "web":
        _spider(sheet, x + 7, y, 4, SEAT_HUES[seat], COLOURS[seat])
    else:
        sheet.circle(x + 7, y, 5, fill=COLOURS[seat], stroke=SEAT_HUES[seat], stroke_width=1.6)
    words = {"web": "in the web", "supply": "to come"}
    sheet.text(x + 19, y, f"{count} {words.get(name, name)}", 12)
