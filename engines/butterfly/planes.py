"""Butterfly as arrays."""

from __future__ import annotations

from collections import Counter

import numpy

from springtail.cython_ext.game import Observation
from springtail.engines.butterfly.game import Butterfly
from springtail.engines.butterfly.position import DIRECTIONS
from springtail.engines.planes import Plane, Planes, mark, own_first, seat_mark, shares, zeros


def planes(observation: Observation) -> Planes:
    """Return what a seat sees; rows and columns as on the board, row 1 and column a first.

    - `tiles` (63, side, side): for each kind of tile, in the order of components.toml, where one lies.
    - `nets` (side, side): where a net is printed; it is open when no tile lies there.
    - `hedgehog` (4, side, side): for each direction N, E, S, W, where the hedgehog is when it faces so.
    - `destination` (side, side): the cell it moves to while draws from the bag are decided.
    - `nets_left` (1,): open nets on that way that are still to be decided, of `side`.
    - `drawing` (1,): 1 while a tile is being drawn.
    - `collections` (players, 63): tiles of each kind that each seat has, of all copies.
    - `bag` (63,): tiles of each kind in the bag, of all copies.
    - `to_move` (players,): whose turn it is.
    """
    game = observation.game
    assert isinstance(game, Butterfly)
    fields = observation.to_dict()["state"]
    side, kinds, seat = game.SIZES[game.players], game.kinds, observation.seat
    copies = numpy.array([tile.copies for tile in game.TILES], numpy.float32)
    tiles, nets, hedgehog, destination = (
        zeros(len(kinds), side, side),
        zeros(side**2),
        zeros(4, side**2),
        zeros(side**2),
    )
    for row, codes in enumerate(fields["board"]):
        for column, code in enumerate(codes):
            if code is not None:
                tiles[kinds[code], row, column] = 1
    nets[list(game.nets)] = 1
    if fields["hedgehog"]:
        at = fields["hedgehog"]
        hedgehog[DIRECTIONS.index(at["direction"]), game.cells.index(at["cell"])] = 1
    pending = fields["pending"] or {"destination": None, "nets": 0, "drawing": False}
    if pending["destination"]:
        destination[game.cells.index(pending["destination"])] = 1
    collections = numpy.stack([_counts(game, codes) for codes in own_first(fields["collections"], seat)])
    gone = tiles.sum((1, 2)) + collections.sum(0) + _counts(game, fields["discarded"])
    return {
        "tiles": tiles,
        "nets": nets.reshape(side, side),
        "hedgehog": hedgehog.reshape(4, side, side),
        "destination": destination.reshape(side, side),
        "nets_left": shares([pending["nets"]], side),
        "drawing": mark(0 if pending["drawing"] else None, 1),
        "collections": collections / copies,
        "bag": (copies - gone) / copies,
        "to_move": seat_mark(fields["to_move"], seat, game.players),
    }


def _counts(game: Butterfly, codes: list[str]) -> Plane:
    counts = Counter(codes)
    return numpy.array([counts[code] for code in game.kinds], numpy.float32)
