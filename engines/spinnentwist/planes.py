"""Spinnentwist as arrays."""

from __future__ import annotations

import numpy

from springtail.cython_ext.game import Observation
from springtail.engines.planes import Planes, mark, marks, own_first, seat_mark, shares
from springtail.engines.spinnentwist.game import Spinnentwist
from springtail.engines.spinnentwist.position import MOST_QUIET_TURNS, MOST_TURNS, SPIDERS

FLAGS = ("is_rolling", "has_acted", "has_entered", "has_mated", "is_eventful")


def planes(observation: Observation) -> Planes:
    """Return what a seat sees; points in the order of the web, row 0 of two is the own one.

    - `males` (2, points): where the males of each seat are.
    - `female` (points,): where she is.
    - `shaken` (points,): the male whose shaking she walks after, while her way is decided.
    - `moved` (points,): the mover's males that have moved this turn.
    - `spiders` (3, 2): of ten each, in supply, mated and eaten.
    - `die` (7,): the number that lies, 0 when she is not eating.
    - `flags` (5,): `is_rolling`, `has_acted`, `has_entered`, `has_mated`, `is_eventful` (docs/spinnentwist.md).
    - `turns` (2,): turns in succession without event, of 60, and of the game, of 400.
    - `mover` (2,): whose turn it is; the female's way is decided by the other.
    """
    game = observation.game
    assert isinstance(game, Spinnentwist)
    fields = observation.to_dict()["state"]
    points, seat = game.web.points, observation.seat
    numbers = {point: number for number, point in enumerate(points)}
    spiders = [own_first(fields[name], seat) for name in ("supply", "mated", "eaten")]
    turns = [fields["quiet_turns"] / MOST_QUIET_TURNS, fields["turns"] / MOST_TURNS]
    return {
        "males": numpy.stack(
            [marks([numbers[point] for point in fields["males"][one]], len(points)) for one in (seat, 1 - seat)]
        ),
        "female": mark(numbers[fields["female"]], len(points)),
        "shaken": mark(None if fields["shaken"] is None else numbers[fields["shaken"]], len(points)),
        "moved": marks([numbers[point] for point in fields["moved"]], len(points)),
        "spiders": shares(spiders, SPIDERS),
        "die": mark(fields["die"], 7),
        "flags": shares([fields[name] for name in FLAGS], 1),
        "turns": shares(turns, 1),
        "mover": seat_mark(fields["mover"], seat, 2),
    }
