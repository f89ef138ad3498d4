"""Observations as arrays for learning programs: a few named arrays a game, all numbers from 0 to 1.

Each game's `planes.py` has one function that makes them, and says of each array what it holds. It is given an
Observation, and nothing else, so what a seat cannot see is in no array. Seats come in turn order from the observing
seat on: row 0 is always the own one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

import numpy
from numpy.typing import NDArray

from springtail.cython_ext.errors import Unsupported
from springtail.cython_ext.game import Game, Observation
from springtail.engines.parts import part

_T = TypeVar("_T")

Plane: TypeAlias = NDArray[numpy.float32]
Planes: TypeAlias = dict[str, Plane]
"""Arrays by name, always in the same order and of the same shapes for a game with its options."""


def planes(observation: Observation) -> Planes:
    """Return an observation as named arrays.

    >>> from springtail.engines import game
    >>> arrays = planes(game("spring_rally").start().observation(0))
    >>> arrays["progress"].shape
    (4,)

    Raises:
        Unsupported: where the game has none.
    """
    make: Callable[[Observation], Planes] | None = part(observation.game, "planes", "planes")
    if make is None:
        raise Unsupported(f"planes: {observation.game.id} does not write its observations as arrays")
    return make(observation)


def has_planes(game: Game) -> bool:
    """Return whether the observations of a game can be had as arrays."""
    return part(game, "planes", "planes") is not None


class Layout:
    """Where each array is when all are put behind one another in one.

    >>> from springtail.engines import game
    >>> layout = Layout(game("spring_rally"))
    >>> layout.size, layout.shapes["hand"], layout.places["hand"]
    (337, (45,), slice(0, 45, None))
    """

    def __init__(self, game: Game) -> None:
        """Take a game that has planes.

        Raises:
            Unsupported: where it has none.
        """
        arrays = planes(game.start(seed=0).observation(0))
        self.shapes = {name: array.shape for name, array in arrays.items()}
        """Shape by name."""
        self.places: dict[str, slice] = {}
        """Place by name."""
        self.size = 0
        """Numbers in all."""
        for name, shape in self.shapes.items():
            self.places[name] = slice(self.size, self.size + math.prod(shape))
            self.size += math.prod(shape)

    def flat(self, arrays: Planes) -> Plane:
        """Return the arrays as one, of `size` numbers."""
        return numpy.concatenate([array.ravel() for array in arrays.values()])

    def named(self, flat: Plane) -> Planes:
        """Undo `flat`; the arrays are views."""
        return {name: flat[self.places[name]].reshape(shape) for name, shape in self.shapes.items()}


def zeros(*shape: int) -> Plane:
    """Return an array of zeros."""
    return numpy.zeros(shape, numpy.float32)


def shares(counts: Sequence[Sequence[float]] | Sequence[float], most: float) -> Plane:
    """Return numbers as shares of the most that they can be."""
    return numpy.asarray(counts, numpy.float32) / numpy.float32(most)


def marks(places: Iterable[int], size: int) -> Plane:
    """Return an array of so many zeros with ones at these places."""
    made = zeros(size)
    for place in places:
        made[place] = 1
    return made


def mark(place: int | None, size: int) -> Plane:
    """Return an array of so many zeros with a one at this place, or none."""
    return marks([] if place is None else [place], size)


def own_first(by_seat: Sequence[_T], seat: int) -> list[_T]:
    """Return what is by seat in turn order from `seat` on."""
    return [*by_seat[seat:], *by_seat[:seat]]


def seat_mark(other: int | None, seat: int, players: int) -> Plane:
    """Return an array by seat, from `seat` on, with a one at the other seat, or none."""
    return mark(None if other is None else (other - seat) % players, players)
