"""Spring Rally as arrays."""

from __future__ import annotations

import numpy

from springtail.cython_ext.game import Observation
from springtail.engines.planes import Plane, Planes, mark, marks, own_first, seat_mark, shares
from springtail.engines.spring_rally.cards import SUITS
from springtail.engines.spring_rally.game import SpringRally

CARDS = [f"{suit}{number}" for suit in SUITS for number in range(1, 16)]
"""All cards of the box."""
PLACES = {card: place for place, card in enumerate(CARDS)}
WINDS = 10


def planes(observation: Observation) -> Planes:
    """Return what a seat sees; cards are blue 1 to 15, green 1 to 15, red 1 to 15.

    - `hand` (45,): the own cards.
    - `played` (45,): the cards of the finished tricks of this round.
    - `table` (players, 45): the card of each seat in the trick.
    - `hand_sizes` (players,): cards that each seat holds, of the most that a hand can have.
    - `voids` (players, 3): suits that each seat has not followed in this round.
    - `progress` (players,): spaces driven, of both laps.
    - `winds` (players, 10): winds of each spring since its last release.
    - `leader` (players,): the seat that leads, or led, the trick on the table.
    - `round` (3,): the round.
    """
    game = observation.game
    assert isinstance(game, SpringRally)
    fields = observation.to_dict()["state"]
    seat, players = observation.seat, game.players
    played_by = {(fields["leader"] + place) % players: card for place, card in enumerate(fields["table"])}
    return {
        "hand": _cards(fields["hands"][seat]),
        "played": _cards(fields["played"]),
        "table": numpy.stack(
            [_cards([played_by[one]] if one in played_by else []) for one in own_first(range(players), seat)]
        ),
        "hand_sizes": shares(own_first(fields["hand_sizes"], seat), max(game.HAND_SIZES)),
        "voids": numpy.stack(
            [marks(map(SUITS.index, suits), len(SUITS)) for suits in own_first(fields["voids"], seat)]
        ),
        "progress": shares(own_first(fields["progress"], seat), game.finish),
        "winds": numpy.stack([mark(winds, WINDS) for winds in own_first(fields["winds"], seat)]),
        "leader": seat_mark(fields["leader"], seat, players),
        "round": mark(fields["round"] - 1, len(game.HAND_SIZES)),
    }


def _cards(cards: list[str]) -> Plane:
    return marks([PLACES[card] for card in cards], len(CARDS))
