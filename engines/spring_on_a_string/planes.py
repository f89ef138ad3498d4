"""Spring on a String as arrays."""

from __future__ import annotations

import numpy

from springtail.cython_ext.game import Observation
from springtail.cython_ext.games.spring_on_a_string import SpringOnAStringRules
from springtail.engines.planes import Plane, Planes, mark, marks, own_first, seat_mark, shares, zeros
from springtail.engines.spring_on_a_string.animals import ANIMALS
from springtail.engines.spring_on_a_string.game import SpringOnAString
from springtail.engines.spring_on_a_string.meadows import COLOURS
from springtail.engines.spring_on_a_string.position import CARDS, DUES, MOST_COLLECTIONS

MOST_PETALS = SpringOnAStringRules.PETALS_AT_MOST
FLAGS = ("is_lit", "has_acted", "has_hopped", "new_harvest")


def planes(observation: Observation) -> Planes:
    """Return what all see; flowers in the order of the board, colours Y, R, W, P, K.

    Left out are the earlier positions that the rule on repetition looks at.

    - `laces` (players, 2, flowers): for both ends of each seat's lace, the flowers on it, numbered in the order
      of collection, of the number of flowers.
    - `end` (players, 2): the end that each seat goes on with.
    - `stick` (flowers,): those with the lace of the stick insect.
    - `animals` (5, 31): the animal of each colour; animals in the order of the catalogue.
    - `stick_colour` (5,): the colour that the stick insect laced.
    - `cards` (4, players): who has the card of the hornet, black arches, tarantula and snail.
    - `bans` (players, 5), `pending` (players, 5): colours that the peacock and the large white keep a seat from, now
      and from its next turn on.
    - `banned` (5,): colours that are banned for all.
    - `swallowtail` (15,), `swallowtail_seat` (players,): the number of petals that is banned, 1 to 15, and by whom.
    - `fed` (players,), `harvest` (players,): seats with `fed` and `harvest` (docs/spring_on_a_string.md).
    - `latest` (players, players): seats by their last collection, the earliest first.
    - `flags` (4,): `is_lit`, `has_acted`, `has_hopped`, `new_harvest`.
    - `due` (6,): what the mover does: a turn or an extra collection.
    - `double_turn` (1,), `quiet_slots` (1,), `collections` (1,): of 2, of the number of players, of 400.
    - `mover` (players,): whose turn it is.
    """
    game = observation.game
    assert isinstance(game, SpringOnAString)
    fields = observation.to_dict()["state"]
    seat, players, names = observation.seat, game.players, game.board.names
    laces, latest = zeros(players, 2, len(names)), zeros(players, players)
    for into, lace in zip(laces, own_first(fields["laces"], seat), strict=True):
        for place, (flower, end) in enumerate(zip(lace["flowers"], lace["ends"], strict=True), 1):
            into[end, names.index(flower)] = place / len(names)
    for place, one in enumerate(fields["latest"]):
        latest[place] = seat_mark(one, seat, players)
    animals = [fields["animals"].get(letter) for letter in COLOURS]
    counts = (fields["double_turn"] / 2, fields["quiet_slots"] / players, fields["collections"] / MOST_COLLECTIONS)
    swallowed = fields["swallowtail"]
    return {
        "laces": laces,
        "end": numpy.stack([mark(lace["end"], 2) for lace in own_first(fields["laces"], seat)]),
        "stick": marks(map(names.index, fields["stick"]), len(names)),
        "animals": numpy.stack([mark(name and ANIMALS.index(name), len(ANIMALS)) for name in animals]),
        "stick_colour": marks(map(COLOURS.index, fields["stick_colour"] or ""), len(COLOURS)),
        "cards": numpy.stack([seat_mark(fields["cards"].get(name), seat, players) for name in CARDS]),
        "bans": _by_seat(fields["bans"], seat),
        "pending": _by_seat(fields["pending"], seat),
        "banned": _colours(fields["banned"]),
        "swallowtail": mark(swallowed and swallowed - 1, MOST_PETALS),
        "swallowtail_seat": seat_mark(fields["swallowtail_seat"], seat, players),
        "fed": _seats(fields["fed"], seat, players),
        "harvest": _seats(fields["harvest"], seat, players),
        "latest": latest,
        "flags": shares([fields[name] for name in FLAGS], 1),
        "due": mark(DUES.index(fields["due"]), len(DUES)),
        **{
            name: shares([count], 1)
            for name, count in zip(("double_turn", "quiet_slots", "collections"), counts, strict=True)
        },
        "mover": seat_mark(fields["mover"], seat, players),
    }


def _colours(letters: list[str]) -> Plane:
    return marks(map(COLOURS.index, letters), len(COLOURS))


def _by_seat(letters: list[list[str]], seat: int) -> Plane:
    return numpy.stack([_colours(own) for own in own_first(letters, seat)])


def _seats(seats: list[int], seat: int, players: int) -> Plane:
    return marks([(one - seat) % players for one in seats], players)
