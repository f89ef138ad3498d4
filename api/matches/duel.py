"""A test of a match of two that stops it when it has decided."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import fmean

from springtail.cython_ext.errors import Unsupported
from springtail.matches.game import Played
from springtail.matches.match import Match
from springtail.matches.sprt import Sprt, Verdict, sprt
from springtail.matches.statistics import set_shares

MOST_SINGLE_LOOKS = 64
"""Pairs after each of which the test looks; later it looks after about every hundredth part more."""


class Duel:
    """The pairs of a match of two by their numbers, without a gap, as far as the test has not decided.

    So a match that was interrupted, and one on many machines, stops at the same pair and with the same verdict.
    """

    def __init__(self, match: Match, test: Sprt, games: Iterable[Played] = ()) -> None:
        """Begin with the games that were played.

        Raises:
            Unsupported: when the match is no duel.
        """
        if not match.is_duel:
            raise Unsupported("sprt: tests one player against another at two seats")
        self._name = match.contestants[0].name
        self._schedule = match.schedule
        self._test = test
        self._waiting: dict[int, list[Played]] = {}
        self._next = 0
        self._pairs: list[float] = []
        self.verdict: Verdict = sprt([], test)
        """At the pair where it decided, or at the last look."""
        for played in games:
            self.add(played)

    def add(self, played: Played) -> None:
        """Take another game, in any order."""
        self._waiting.setdefault(played.set, []).append(played)
        while self.verdict.decision is None:
            games = self._waiting.get(self._next, [])
            if len(games) < self._schedule.size(self._next):
                return
            del self._waiting[self._next]
            self._next += 1
            if all(game.end != "void" for game in games):
                self._pairs.append(fmean(set_shares([[game.outcome for game in games]], self._name)))
                if len(self._pairs) % _stride(len(self._pairs)) == 0:
                    self.verdict = sprt(self._pairs, self._test)


def _stride(pairs: int) -> int:
    """Return the pairs from one look to the next."""
    return int(2 ** max(0, pairs.bit_length() - MOST_SINGLE_LOOKS.bit_length()))
