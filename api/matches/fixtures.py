"""Who plays whom, where, and from which set-up.

A line-up is who sits at a table, whatever the order of the seats. A set is the games of one line-up from one set-up,
with the same luck, in every seat order, or where those are many in a balanced part of them. So what a seat or a deal
is worth cancels within a set, and sets are independent of each other. A game of a match is found from its number alone.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, combinations, permutations

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.game import Random

LineUp = tuple[int, ...]
"""Numbers of the players, one for each seat."""
Pairing = str | Sequence[Sequence[int]]
"""A name of PAIRINGS, or line-ups."""

PAIRINGS = ("all", "first")
MOST_ORDERS = 6
"""Of the seats in a set; where there are more, each player takes each seat once."""
LUCK, ORDER, PLAYER = range(3)
"""What a seed is for."""


def line_ups(pairing: Pairing, players: int, seats: int) -> tuple[LineUp, ...]:
    """Return the line-ups of a match.

    >>> line_ups("all", 3, 2), line_ups("all", 2, 3), line_ups("first", 2, 3)
    (((0, 1), (0, 2), (1, 2)), ((0, 1, 1), (0, 0, 1)), ((0, 1, 1),))

    Args:
        pairing: "all" has each choice of players that fills the seats; with fewer players than seats, each player with
            one seat against each other with the rest. "first" has the first player at one seat and each other in turn
            at all the rest. Else line-ups as lists of numbers of players.
        players: their number.
        seats: of the game.

    Raises:
        InvalidOptions: when the pairing is none of these, or there are too few players.
    """
    if players < 1:
        raise InvalidOptions("players: a match needs at least one")
    if pairing in PAIRINGS and players == 1:
        return ((0,) * seats,)
    if pairing == "first":
        return tuple((0, *[other] * (seats - 1)) for other in range(1, players))
    if pairing == "all" and players >= seats:
        return tuple(combinations(range(players), seats))
    if pairing == "all":
        pairs = [(one, other) for pair in combinations(range(players), 2) for one, other in (pair, pair[::-1])]
        return tuple(dict.fromkeys(tuple(sorted((one, *[other] * (seats - 1)))) for one, other in pairs))
    if isinstance(pairing, str) or not isinstance(pairing, Sequence) or not pairing:
        raise InvalidOptions(f"pairing: must be {', '.join(PAIRINGS)} or a list of line-ups, not {shown(pairing)}")
    found: list[LineUp] = []
    for line_up in pairing:
        if (
            isinstance(line_up, str)
            or not isinstance(line_up, Sequence)
            or len(line_up) != seats
            or not all(type(player) is int and 0 <= player < players for player in line_up)
        ):
            raise InvalidOptions(
                f"pairing: a line-up has {seats} numbers from 0 to {players - 1}, one a seat; not {shown(line_up)}"
            )
        found.append(tuple(int(player) for player in line_up))
    return tuple(found)


def seat_orders(line_up: LineUp, random: Random) -> list[LineUp]:
    """Return the seat orders of a set: all, or where they are many the rotations of one that is drawn.

    >>> seat_orders((0, 1, 1), Random(0))
    [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    >>> len(seat_orders((0, 1, 2, 3, 4), Random(0)))
    5
    """
    orders = _every_order(line_up)
    if len(orders) <= MOST_ORDERS:
        return list(orders)
    seats = list(line_up)
    random.shuffle(seats)
    return [tuple(seats[turn:] + seats[:turn]) for turn in range(len(seats))]


def count_orders(line_up: LineUp) -> int:
    """Return how many games a set of this line-up has."""
    orders = len(_every_order(line_up))
    return orders if orders <= MOST_ORDERS else len(line_up)


@cache
def _every_order(line_up: LineUp) -> tuple[LineUp, ...]:
    return tuple(sorted(set(permutations(line_up))))


@dataclass(frozen=True)
class Place:
    """Where a game stands in a match."""

    number: int
    set: int
    seats: LineUp
    """Number of the player at each seat."""


@dataclass(frozen=True)
class Schedule:
    """All games of a match in order, without end: round after round, in each a set of every line-up.

    >>> Schedule(((0, 1), (0, 2)), seed=0).place(6)
    Place(number=6, set=3, seats=(0, 2))
    """

    line_ups: tuple[LineUp, ...]
    seed: int

    @cached_property
    def _ends(self) -> list[int]:
        """The number of games of a round up to the end of each of its sets."""
        return list(accumulate(map(count_orders, self.line_ups)))

    def place(self, number: int) -> Place:
        """Return set and seats of a game."""
        rounds, within = divmod(number, self._ends[-1])
        at = bisect_right(self._ends, within)
        which = rounds * len(self.line_ups) + at
        orders = seat_orders(self.line_ups[at], Random([self.seed, ORDER, which]))
        return Place(number, which, orders[within - (self._ends[at - 1] if at else 0)])

    def up_to(self, games: int) -> int:
        """Return the least number of games from `games` on with which a set ends.

        >>> Schedule(((0, 1, 1), (0, 0, 1)), seed=0).up_to(7)
        9
        """
        rounds, within = divmod(games, self._ends[-1])
        return rounds * self._ends[-1] + next(end for end in [0, *self._ends] if end >= within)

    def size(self, which: int) -> int:
        """Return how many games a set has."""
        return count_orders(self.line_ups[which % len(self.line_ups)])
