"""Ratings of players of games for two to five, by openskill, which is an extra: `pip install springtail[match]`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import fmean
from typing import Any

from springtail.cython_ext.errors import Unsupported
from springtail.matches.statistics import Outcome

START, START_ERROR = 25.0, 25.0 / 3
"""Of a player without games."""


@dataclass(frozen=True)
class Rating:
    """How strong a player is by all games so far."""

    player: str
    mean: float
    error: float
    """Standard deviation of what is believed; games of one set count as if they were independent."""
    games: int

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return dict(vars(self))


def ratings(outcomes: Iterable[Outcome]) -> list[Rating]:
    """Return the ratings of all players, the strongest first.

    The model is Bradley-Terry with full pairing (Weng and Lin 2011), in which each two seats of a game count as a win,
    a draw or a loss by their places: a tie draws equals together, and the order of the seats does not matter. The
    ratings depend a little on the order of the games, so give them by their numbers. A player that sits at several
    seats gets the mean of what each would have got; a game of one player against itself says nothing.

    Raises:
        Unsupported: when openskill is not installed.
    """
    if find_spec("openskill") is None:
        raise Unsupported("ratings: need openskill; pip install 'springtail[match]'")
    from openskill.models import BradleyTerryFull

    model = BradleyTerryFull(mu=START, sigma=START_ERROR)
    believed: dict[str, tuple[float, float]] = {}
    games: dict[str, int] = {}
    for outcome in outcomes:
        names = sorted(set(outcome.players))
        for name in names:
            games[name] = games.get(name, 0) + 1
        if len(names) == 1:
            believed.setdefault(names[0], (START, START_ERROR))
            continue
        before = [believed.get(name, (START, START_ERROR)) for name in outcome.players]
        seats = [[model.rating(mu=mean, sigma=error)] for mean, error in before]
        after = [seat[0] for seat in model.rate(seats, ranks=list(map(float, outcome.places)))]
        for name in names:
            own = [rating for rating, player in zip(after, outcome.players, strict=True) if player == name]
            believed[name] = fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own)
    found = [Rating(name, *believed[name], games[name]) for name in believed]
    return sorted(found, key=lambda rating: (-rating.mean, rating.player))
