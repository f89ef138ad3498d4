"""How strong players are, from games grouped in sets: win shares and Elo differences with their intervals.

The games of a set have the same set-up and differ in who sits where. They go together: what one seat is dealt, the
other has in the next game. So a set, not a game, is what is counted here, by the mean over its games.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import Any

from springtail.cython_ext.errors import InvalidOptions, shown


@dataclass(frozen=True)
class Outcome:
    """How one game ended."""

    players: tuple[str, ...]
    """Name of the player at each seat; one may sit at several."""
    shares: tuple[float, ...]
    """Of the win, a seat: 1 alone, 1/k with k winners, 0."""
    places: tuple[int, ...]
    """Of each seat: 1 for those that win, then by the score; equal ones share a place, and the next follows at once."""

    @classmethod
    def of(cls, players: Sequence[str], scores: Sequence[float], winners: Sequence[int]) -> Outcome:
        """Return the outcome of a finished game.

        >>> Outcome.of(["ann", "bob", "cyd"], scores=[7, 9, 9], winners=[1])
        Outcome(players=('ann', 'bob', 'cyd'), shares=(0.0, 1.0, 0.0), places=(3, 1, 2))

        Args:
            players: name at each seat.
            scores: final figure of each seat, higher is better.
            winners: the seats that win.
        """
        standings = [
            (seat not in winners, -score) if seat not in winners else (False, 0) for seat, score in enumerate(scores)
        ]
        order = sorted(set(standings))
        shares = tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(len(players)))
        return cls(tuple(players), shares, tuple(order.index(standing) + 1 for standing in standings))


Set = Sequence[Outcome]
"""The games of one set-up with different seat orders."""


@dataclass(frozen=True)
class WinShare:
    """The part of the wins that a player gets, with its interval."""

    value: float
    low: float
    high: float
    confidence: float
    """How often such an interval has the true value inside, 0 to 1."""
    sets: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return dict(vars(self))


@dataclass(frozen=True)
class Elo:
    """The difference of strength of two players in Elo; None where the games set no bound."""

    value: float | None
    low: float | None
    high: float | None
    confidence: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return dict(vars(self))


def set_shares(sets: Iterable[Set], player: str) -> list[float]:
    """Return a player's win share in each set: the mean over its games, and over its seats in a game.

    Sets in which the player does not sit are left out.
    """
    found = []
    for games in sets:
        shares = [
            share for game in games for name, share in zip(game.players, game.shares, strict=True) if name == player
        ]
        if shares:
            found.append(fmean(shares))
    return found


def win_share(shares: Sequence[float], confidence: float = 0.95) -> WinShare:
    """Return the mean of win shares of sets with its interval.

    The interval is the score interval of Wilson (1927) with the variance between sets in place of that of a coin:
    the design effect (Kish 1965) is their ratio, as for clustered surveys (Dean and Pagano 2015). It is at most 1, less
    where seat or deal decide and sets are alike. One set that is lost and one that is won are added to find it, so
    that the interval does not collapse where all sets are alike, at 0 and at 1 too.

    >>> won_all = win_share([1.0] * 50)
    >>> won_all.value, round(won_all.low, 2), won_all.high
    (1.0, 0.93, 1.0)

    Args:
        shares: mean share of a player in each set, 0 to 1; `set_shares` gives them.
        confidence: 0 to 1, both excluded.

    Raises:
        InvalidOptions: without sets, or for a confidence outside its range.
    """
    count = len(shares)
    if not count:
        raise InvalidOptions("sets: at least one is needed")
    z = quantile(confidence)
    mean = fmean(shares)
    spread = z * z * _design_effect(shares) / count
    centre = (mean + spread / 2) / (1 + spread)
    reach = math.sqrt(mean * (1 - mean) * spread + spread * spread / 4) / (1 + spread)
    low, high = min(mean, centre - reach), max(mean, centre + reach)
    return WinShare(mean, max(0.0, low), min(1.0, high), confidence, count)


def _design_effect(shares: Sequence[float]) -> float:
    """Return the variance between sets over that of a coin with the same mean; above 0, at most 1."""
    smoothed = [0.0, 1.0, *shares]
    mean = fmean(smoothed)
    return math.fsum((share - mean) ** 2 for share in smoothed) / len(smoothed) / (mean * (1 - mean))


def elo(share: WinShare) -> Elo:
    """Return the Elo difference of two players that a win share stands for (logistic; 400 points are odds of 10 to 1).

    >>> elo(win_share([1.0, 0.5] * 40)).value
    190.84850188786498
    """
    return Elo(elo_of(share.value), elo_of(share.low), elo_of(share.high), share.confidence)


def elo_of(share: float) -> float | None:
    """Return the Elo difference that gives a win share; None at 0 and 1, which none gives."""
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else None


def share_of(elo: float) -> float:
    """Return the win share that an Elo difference gives.

    >>> share_of(0), round(share_of(120), 3)
    (0.5, 0.666)
    """
    return 1 / (1 + 10 ** (-elo / 400))


def quantile(confidence: float) -> float:
    """Return how many standard errors an interval reaches to each side; InvalidOptions outside 0 to 1."""
    if isinstance(confidence, bool) or not isinstance(confidence, (int, float)) or not 0 < confidence < 1:
        raise InvalidOptions(f"confidence: must be between 0 and 1, not {shown(confidence)}")
    return NormalDist().inv_cdf((1 + confidence) / 2)
