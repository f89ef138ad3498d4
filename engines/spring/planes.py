"""Spring as arrays."""

from __future__ import annotations

import re
from collections import Counter

import numpy

from springtail.cython_ext.game import Observation
from springtail.engines.planes import Planes, mark, own_first, seat_mark, shares, zeros
from springtail.engines.spring.deck import MOST_CARDS
from springtail.engines.spring.notation import AREA_REACH, COLOURS, KINDS, REACH
from springtail.engines.spring.position import FENCES_A_KIND, MOST_GARDENS, STAGES, STOCK, spaces_from

SIDE = 2 * REACH + 2
"""Spaces on a side of the square that the layout can reach."""
AREA_SIDE = 2 * AREA_REACH + 2
LETTERS = "RW"


def planes(observation: Observation) -> Planes:
    """Return what a seat sees; row y + 17 and column x + 17 is the space x,y, red is 0 and white 1.

    - `layout` (2, 36, 36): for each colour, where its flowers are seen.
    - `pots` (2, 36, 36): for each colour, where a pot stands.
    - `fences` (2, 36, 36): long and short ones, on the top left one of their four spaces.
    - `height` (36, 36): 1 + the laying index of the card on top, of 18.
    - `cards` (18, 7): by laying index, whether the card lies there, whether its four spaces are white, and its x and y,
      17 more than in the notation, of 36.
    - `areas` (2, 2, 18, 18): the own area and the other's, for each colour; row y + 8 and column x + 8.
    - `unseen` (10,): cards of each kind that nobody has seen yet, of 18; kinds in the order of the alphabet.
    - `returned` (18, 10): the kinds of the known cards at the bottom of the deck, the next one first.
    - `drawn` (10,): the kind of the card that is being laid.
    - `tried` (1,): cards drawn in this turn that had no place, of 18.
    - `colours` (2, 2): the colour of the own seat and of the other.
    - `stock` (2, 4): pots, red and white, and fences, long and short, of two each, of the own seat and of the other.
    - `gardens` (2,): the score of phase 1 when it is over, of 27.
    - `stage` (5,): what comes next, a draw, a card, a colour, a piece or a card to be taken.
    - `mover` (2,): whose turn it is.
    """
    fields = observation.to_dict()["state"]
    seat = observation.seat
    layout, pots, fences, height = zeros(2, SIDE, SIDE), zeros(2, SIDE, SIDE), zeros(2, SIDE, SIDE), zeros(SIDE, SIDE)
    cards = zeros(MOST_CARDS, 7)
    for number, card in enumerate(fields["layout"]):
        if card is None:
            continue
        pattern, x, y = _placed(card)
        whites = [letter == "W" for letter in pattern]
        cards[number] = [1, *whites, (x + REACH) / SIDE, (y + REACH) / SIDE]
        for white, (column, row) in zip(whites, spaces_from((x, y)), strict=True):
            layout[:, row + REACH, column + REACH] = [not white, white]
            height[row + REACH, column + REACH] = (number + 1) / MOST_CARDS
    for into, pieces, letters in (pots, fields["pots"], LETTERS), (fences, fields["fences"], "LS"):
        for piece in pieces:
            letter, x, y = _placed(piece)
            into[letters.index(letter), y + REACH, x + REACH] = 1
    areas = zeros(2, 2, AREA_SIDE, AREA_SIDE)
    for into, area in zip(areas, own_first(fields["areas"], seat), strict=True):
        if area is not None:
            _, left, top = _placed(f"@{area['corner']}")
            for y, row in enumerate(area["rows"], top + AREA_REACH):
                for x, letter in enumerate(row, left + AREA_REACH):
                    if letter != ".":
                        into[LETTERS.index(letter), y, x] = 1
    returned = zeros(MOST_CARDS, len(KINDS))
    for place, kind in enumerate(fields["returned"]):
        returned[place, KINDS.index(kind)] = 1
    unseen = Counter(fields["unseen"])
    colours = [None if fields["colours"] is None else COLOURS.index(fields["colours"][one]) for one in (seat, 1 - seat)]
    return {
        "layout": layout,
        "pots": pots,
        "fences": fences,
        "height": height,
        "cards": cards,
        "areas": areas,
        "unseen": shares([unseen[kind] for kind in KINDS], MOST_CARDS),
        "returned": returned,
        "drawn": mark(None if fields["drawn"] is None else KINDS.index(fields["drawn"]), len(KINDS)),
        "tried": shares([fields["tried"]], MOST_CARDS),
        "colours": numpy.stack([mark(colour, 2) for colour in colours]),
        "stock": shares([[fields["stock"][one][name] for name in STOCK] for one in (seat, 1 - seat)], FENCES_A_KIND),
        "gardens": shares(own_first(fields["gardens"] or [0, 0], seat), MOST_GARDENS),
        "stage": mark(STAGES.index(fields["stage"]), len(STAGES)),
        "mover": seat_mark(fields["mover"], seat, 2),
    }


def _placed(written: str) -> tuple[str, int, int]:
    """Return the letters, x and y of `RWWW@1,-1`."""
    letters, x, y = re.split("[@,]", written)
    return letters, int(x), int(y)
