"""Whether the players of a match differ at all: a permutation test on the places in sets of games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

from springtail.cython_ext.errors import InvalidOptions
from springtail.matches.statistics import Set

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

MOST_GAMES = 4
"""Games of a set whose orders are all listed for an exact answer."""
MOST_TOTALS = 3_000
"""Different sums of places that are kept for an exact answer."""
DRAWS = 20_000
"""Orders that are drawn where they are too many to count."""
ROUNDING = 1e-9


@dataclass(frozen=True)
class RankTest:
    """The result of the test."""

    mean_places: dict[str, float]
    """Of each player over all its games, those that are equal in the middle of their places; 1 is first."""
    p_value: float
    """How often players that all play alike differ at least as much as these."""
    is_exact: bool
    """Whether all orders were counted; else some were drawn."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return dict(vars(self))


def rank_test(sets: Iterable[Set], seed: int = 0) -> RankTest:
    """Test whether some players of a match take better places than others.

    If all play alike, the results of the games of one set-up could as well have come in any other order, whoever sat
    where. So within each set the results, seat by seat, are exchanged between the games in all orders, and the sums of
    places of the players are compared with those of all orders (Pitman 1937, "Significance tests which may be applied
    to samples from any populations"; what is compared is the figure of Friedman 1937, the squares of the differences
    from what is expected). The p-value holds whatever the game, the seats and the number of sets are.

    Args:
        sets: games of the same set-up with different seat orders.
        seed: of the orders, where they are drawn.

    Raises:
        InvalidOptions: without games.
    """
    given = [games for games in sets if games]
    if not given:
        raise InvalidOptions("sets: at least one is needed")
    names = sorted({name for games in given for game in games for name in game.players})
    seats = [sum(game.players.count(name) for games in given for game in games) for name in names]
    tables = [_table(games, names) for games in given]
    totals = sum(table.trace() for table in tables)
    expected = sum(table.mean(axis=1).sum(axis=0) for table in tables)
    means = {name: float(total) / 2 / count for name, total, count in zip(names, totals, seats, strict=True)}
    figure = _Figure(expected, seats)
    least = float(figure(totals)) - ROUNDING
    counted = _count(tables)
    if counted is not None:
        is_as_far = figure(list(counted)) >= least
        ways = sum(ways for ways, counts in zip(counted.values(), is_as_far, strict=True) if counts)
        return RankTest(means, ways / sum(counted.values()), is_exact=True)
    drawn = int((figure(_draw(tables, seed)) >= least).sum())
    return RankTest(means, (drawn + 1) / (DRAWS + 1), is_exact=False)


class _Figure:
    """The squares of the differences between sums of places and what is expected, a seat, added up."""

    def __init__(self, expected: NDArray[float64], seats: Sequence[int]) -> None:
        self._expected = expected
        self._seats = seats

    def __call__(self, totals: Any) -> NDArray[float64]:
        from numpy import asarray

        found: NDArray[float64] = ((asarray(totals) - self._expected) ** 2 / self._seats).sum(axis=-1)
        return found


def _table(games: Set, names: Sequence[str]) -> NDArray[int64]:
    """Return [seat order of game, results of game, player]: twice the sum of the player's places."""
    from numpy import array

    results = [_doubled_ranks(game.places) for game in games]
    return array(
        [
            [
                [sum(rank for seat, rank in zip(game.players, ranks, strict=True) if seat == name) for name in names]
                for ranks in results
            ]
            for game in games
        ]
    )


def _doubled_ranks(places: Sequence[int]) -> list[int]:
    """Return twice the ranks, equal ones in the middle of the ranks that they take up together."""
    return [2 * sum(other < place for other in places) + places.count(place) + 1 for place in places]


def _count(tables: Sequence[NDArray[int64]]) -> dict[tuple[int, ...], int] | None:
    """Return the sums of places of all orders, each with the number of orders; None where they are too many."""
    counted: dict[tuple[int, ...], int] = {(0,) * tables[0].shape[2]: 1}
    for table in tables:
        if len(table) > MOST_GAMES:
            return None
        orders = Counter(
            tuple(map(int, table[range(len(table)), order].sum(axis=0))) for order in permutations(range(len(table)))
        )
        common = math.gcd(*orders.values())
        following: Counter[tuple[int, ...]] = Counter()
        for before, ways in counted.items():
            for added, more in orders.items():
                following[tuple(map(sum, zip(before, added, strict=True)))] += ways * (more // common)
        if len(following) > MOST_TOTALS:
            return None
        counted = following
    return counted


def _draw(tables: Sequence[NDArray[int64]], seed: int) -> NDArray[int64]:
    """Return sums of places of orders that are drawn, [draw, player]."""
    from numpy import arange, int64, tile, zeros
    from numpy.random import default_rng

    random = default_rng(seed)
    totals = zeros((DRAWS, tables[0].shape[2]), int64)
    for table in tables:
        orders = random.permuted(tile(arange(len(table)), (DRAWS, 1)), axis=1)
        for game, results in enumerate(table):
            totals += results[orders[:, game]]
    return totals
