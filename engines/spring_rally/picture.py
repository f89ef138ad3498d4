"""The track with its cars, the trick on the table, the dials, and the hands that are seen."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from springtail.cython_ext.game import State
from springtail.cython_ext.picture import CHIP_ROW, WIDTH, Chip, Picture, Place, chip_rows
from springtail.cython_ext.svg import SEAT_HUES, Point
from springtail.engines.spring_rally.cards import ACTIONS, cards_in, suits_in

if TYPE_CHECKING:
    from springtail.cython_ext.games.spring_rally import RallyFields
    from springtail.engines.spring_rally.game import SpringRally

HUES = {"B": "blue", "G": "green", "R": "red"}
"""Suit -> hue."""
BAND = 34
"""Units that the track is broad."""
TURN = 98
"""Radius of the turns, in the middle of the band."""
STRAIGHT = WIDTH - BAND - 2 * TURN
"""Units of each straight."""
TRACK_HEIGHT = 2 * TURN + BAND
CARD_WIDTH, CARD_HEIGHT = 40, 56


def picture(game: SpringRally, state: State, seat: int | None, actions: list[str]) -> Picture:
    """Return the picture of a state, of what `seat` sees when one is given, with places for cards of the hand shown."""
    rally = game.rally(state)
    sheet = Picture(status(game, state, rally))
    Course(game, rally).draw(sheet)
    _trick(sheet, game, rally)
    sheet.height = TRACK_HEIGHT
    mover = state.current_player()
    for at in range(game.players):
        _seat(sheet, game, rally, at, moves=at == mover, is_seen=seat is None)
    shown = mover if seat is None else seat
    if shown >= 0 and rally.sizes[shown]:
        _hand(sheet, shown, cards_in(rally.hands[shown]), actions)
    if rally.played:
        rows = chip_rows(_chips(cards_in(rally.played)), WIDTH - 18)
        height = 28 + CHIP_ROW * len(rows)
        sheet.panel(sheet.height + 8, height, "Played in this round")
        sheet.chips(rows, 9, sheet.height + 35)
        sheet.height += 8 + height
    return sheet


def status(game: SpringRally, state: State, rally: RallyFields) -> str:
    """Return what comes next, in a sentence."""
    if state.is_terminal():
        return f"The race is over, won by {' and '.join(f'seat {winner}' for winner in state.winners())}"
    if state.is_chance_node():
        return f"The cards of round {rally.round + 1} are dealt"
    mover = state.current_player()
    if len(rally.table) == game.players:
        return f"Seat {mover} keeps or releases its spring"
    return f"Seat {mover} {'plays' if rally.table else 'leads'} a card"


class Course:
    """The track as a loop, clockwise from the left end of the upper straight."""

    def __init__(self, game: SpringRally, rally: RallyFields) -> None:
        self.track = game.track
        self.rally = rally
        self.space_length = (2 * STRAIGHT + 2 * pi * TURN) / self.track.length

    def at(self, space: float, off: float = 0.0) -> Point:
        """Return the point so many spaces after the beginning of space 0, and `off` units outside the middle."""
        way = space * self.space_length
        left, middle = BAND / 2 + TURN, TRACK_HEIGHT / 2
        if way < STRAIGHT:
            return left + way, middle - TURN - off
        way -= STRAIGHT
        if way < pi * TURN:
            angle = way / TURN
            return left + STRAIGHT + (TURN + off) * sin(angle), middle - (TURN + off) * cos(angle)
        way -= pi * TURN
        if way < STRAIGHT:
            return left + STRAIGHT - way, middle + TURN + off
        angle = (way - STRAIGHT) / TURN
        return left - (TURN + off) * sin(angle), middle + (TURN + off) * cos(angle)

    def draw(self, sheet: Picture) -> None:
        """Draw spaces, slopes, the line and the cars."""
        slides = self.track.slides()
        for space, slide in enumerate(slides):
            self._space(sheet, space, slide)
        self._line(sheet)
        every = 1 if self.space_length > 24 else 2 if self.space_length > 14 else 5
        for space in range(0, self.track.length, every):
            x, y = self.at(space + 0.5, -BAND / 2 - 9)
            sheet.text(x, y, str(space), 11, anchor="middle", fill="muted")
        for space in range(self.track.length):
            cars = [seat for seat, progress in enumerate(self.rally.progress) if progress % self.track.length == space]
            self._cars(sheet, space, cars)

    def _space(self, sheet: Picture, space: int, slide: int) -> None:
        """Draw a space; a slope has a triangle that points where a car slides."""
        edge, parts = BAND / 2 - 1, 3
        gap = 0.7 / self.space_length
        steps = [space + gap + (1 - 2 * gap) * part / parts for part in range(parts + 1)]
        outline = [self.at(step, edge) for step in steps] + [self.at(step, -edge) for step in reversed(steps)]
        fill, name = "board", "flat"
        if slide:
            fill, name = ("teal-soft", "downhill") if slide > 0 else ("orange-soft", "uphill")
        with sheet.group(title=f"space {space}, {name}"):
            sheet.polygon(outline, fill=fill)
            if slide:
                tip, back = (0.78, 0.3) if slide > 0 else (0.22, 0.7)
                triangle = [self.at(space + tip), self.at(space + back, 8), self.at(space + back, -8)]
                sheet.polygon(triangle, fill="teal" if slide > 0 else "orange", fill_opacity=0.55)

    def _line(self, sheet: Picture) -> None:
        """Draw the start and finish as a chequered strip at the beginning of space 0."""
        side = BAND / 6
        for row in range(6):
            for column in range(2):
                x, y = self.at(0, BAND / 2 - row * side)
                fill = "white" if (row + column) % 2 else "black"
                sheet.rect(x + (column - 1) * side, y, side, side, fill=fill)

    def _cars(self, sheet: Picture, space: int, cars: list[int]) -> None:
        """Draw the cars on a space, smaller when they are several; one in its second lap has a ring."""
        radius = min(11 if len(cars) == 1 else 7, 0.45 * self.space_length)
        for number, seat in enumerate(cars):
            off = (number - (len(cars) - 1) / 2) * min(2 * radius, (BAND - 2 * radius) / max(len(cars) - 1, 1))
            along = 0.5 if len(cars) < 3 else 0.3 + 0.4 * (number % 2)
            x, y = self.at(space + along, -off)
            lap = self.rally.progress[seat] // self.track.length
            with sheet.group(title=f"seat {seat}, space {space}, lap {lap + 1}"):
                sheet.circle(x, y, radius + 1.5, fill="paper")
                sheet.seat_chip(x, y, seat, radius)
                if lap:
                    sheet.circle(x, y, radius + 1.5, fill="none", stroke="ink", stroke_width=1.5)


def _trick(sheet: Picture, game: SpringRally, rally: RallyFields) -> None:
    """Draw the cards on the table inside the track, in the order played, the winning one with a star."""
    middle = TRACK_HEIGHT / 2
    sheet.text(WIDTH / 2, middle - 57, f"Round {rally.round + 1} of 3", 12, anchor="middle", fill="muted")
    step = CARD_WIDTH + 10
    left = WIDTH / 2 - (game.players * step - 10) / 2
    winning = game.winning_place(rally.table) if rally.table else None
    for place in range(game.players):
        x, y = left + place * step, middle - 40
        seat = (rally.leader + place) % game.players
        if place < len(rally.table):
            _card(sheet, x, y, ACTIONS[rally.table[place]])
        else:
            sheet.rect(
                x,
                y,
                CARD_WIDTH,
                CARD_HEIGHT,
                rx=5,
                fill="none",
                stroke="line",
                stroke_width=1.5,
                stroke_dasharray="4 3",
            )
        if place == winning:
            _star(sheet, x + CARD_WIDTH, y, 9)
        sheet.seat_chip(x + CARD_WIDTH / 2, y + CARD_HEIGHT + 14, seat, 8)
    _slope(sheet, WIDTH / 2 - 78, middle + 52, -1, "slides back")
    _slope(sheet, WIDTH / 2 + 14, middle + 52, 1, "slides on")


def _slope(sheet: Picture, x: float, y: float, way: int, text: str) -> None:
    """Explain a triangle of the track."""
    tip, back = x + 5 + 5 * way, x + 5 - 4 * way
    sheet.polygon([(tip, y), (back, y - 5), (back, y + 5)], fill="teal" if way > 0 else "orange")
    sheet.text(x + 15, y, text, 11, fill="muted")


def _card(sheet: Picture, x: float, y: float, card: str) -> None:
    hue = HUES[card[0]]
    sheet.rect(x, y, CARD_WIDTH, CARD_HEIGHT, rx=5, fill=f"{hue}-soft", stroke=hue, stroke_width=1.2)
    sheet.text(
        x + CARD_WIDTH / 2, y + 0.38 * CARD_HEIGHT, card[1:], 19, anchor="middle", fill=f"{hue}-ink", font_weight="bold"
    )
    sheet.text(
        x + CARD_WIDTH / 2, y + 0.74 * CARD_HEIGHT, card[0], 13, anchor="middle", fill=f"{hue}-ink", font_weight="bold"
    )


def _star(sheet: Picture, x: float, y: float, radius: float) -> None:
    points = []
    for corner in range(10):
        far = radius if corner % 2 == 0 else 0.45 * radius
        points.append((x + far * sin(corner * pi / 5), y - far * cos(corner * pi / 5)))
    sheet.polygon(points, fill="gold", stroke="ink", stroke_width=1, stroke_linejoin="round")


def _seat(sheet: Picture, game: SpringRally, rally: RallyFields, seat: int, *, moves: bool, is_seen: bool) -> None:
    """Draw the panel of a seat: its dial, how far it is, its hand or the backs of its cards, and its known voids."""
    top = sheet.height + 8
    progress, winds = rally.progress[seat], rally.winds[seat]
    sheet.seat_row(top, seat, f"{progress} of {game.finish}", moves=moves, height=54)
    coil = f"M79 {top + 22}v-3" + "l9 -3l-9 -2" * 2 + "v-2"
    sheet.path(coil, fill="none", stroke="muted", stroke_width=1.3, stroke_linejoin="round")
    with sheet.group(title=f"{winds} winds since the last release: {game.DIAL[winds]} spaces"):
        for place, spaces in enumerate(game.DIAL):
            x, here = 93 + 21 * place, place == winds
            sheet.rect(x, top + 6, 20, 17, rx=3, fill=SEAT_HUES[seat] if here else "field")
            fill, weight = ("on-solid", "bold") if here else ("muted", "normal")
            sheet.text(x + 10, top + 14.5, str(spaces), 11, anchor="middle", fill=fill, font_weight=weight)
    if is_seen:
        sheet.chips([_chips(cards_in(rally.hands[seat]))], 9, top + 29)
    else:
        _backs(sheet, rally.sizes[seat], 9, top + 29)
    if voids := suits_in(rally.voids[seat]):
        sheet.text(
            WIDTH - 12, top + 38.5, f"no {', '.join(voids)}", 11.5, anchor="end", fill="muted", font_weight="bold"
        )
    sheet.height = top + 54


def _backs(sheet: Picture, count: int, x: float, y: float) -> None:
    for card in range(count):
        left = x + 19 * card
        sheet.rect(left, y, 16, 19, rx=3, fill="grey-soft", stroke="grey", stroke_width=1)
        sheet.path(f"M{left + 4} {y + 5}l8 9m0 -9l-8 9", fill="none", stroke="grey", stroke_width=1)


def _chips(cards: list[str]) -> list[Chip]:
    return [(card, HUES[card[0]]) for card in cards]


def _hand(sheet: Picture, seat: int, cards: list[str], actions: list[str]) -> None:
    """Draw a hand large enough to pick a card from, and give the cards among `actions` their places."""
    top = sheet.height + 8
    sheet.panel(top, CARD_HEIGHT + 40, f"Hand of seat {seat}")
    step = min((WIDTH - 20) / len(cards), 48)
    for number, card in enumerate(cards):
        x, y = 11 + number * step, top + 31
        _card(sheet, x, y, card)
        if card in actions:
            sheet.places[card] = Place(x, y, CARD_WIDTH, CARD_HEIGHT, 5)
    sheet.height = top + CARD_HEIGHT + 40
