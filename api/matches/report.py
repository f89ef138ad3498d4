"""What came out of a match: a line a player, and what follows from the games together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from statistics import fmean
from typing import Any, Literal

from springtail.matches.duel import Duel
from springtail.matches.game import ENDS, Played
from springtail.matches.match import Match
from springtail.matches.rank_test import RankTest, rank_test
from springtail.matches.rating import Rating, ratings
from springtail.matches.sprt import Sprt, Verdict
from springtail.matches.statistics import Elo, Set, WinShare, elo, set_shares, win_share

StoppedBy = Literal["games", "sprt", "interrupt"]
"""All games were played; the test has decided; Ctrl-C or SIGTERM."""


@dataclass(frozen=True)
class Standing:
    """What one player did."""

    player: str
    games: int
    win_share: WinShare | None
    """Mean share of the win, a seat; None without a finished set."""
    margin: float | None
    """Mean of its score less the best other where games were over; None without such games."""
    faults: dict[str, int]
    """How often it crashed, played what is illegal, and took too long."""
    seconds: float
    """For a decision, mean."""
    simulations: float
    nodes: float

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return vars(self) | {"win_share": None if self.win_share is None else self.win_share.to_dict()}


@dataclass(frozen=True)
class Report:
    """A match as far as it was played."""

    match: Match
    games: tuple[Played, ...]
    """By number."""
    stopped_by: StoppedBy | None
    """None for what a log has, which may go on."""
    test: Sprt | None = None

    @cached_property
    def sets(self) -> list[Set]:
        """The sets of which every game was played, by number; what statistics count."""
        found: dict[int, list[Played]] = {}
        for played in self.games:
            if played.end != "void":
                found.setdefault(played.set, []).append(played)
        return [
            [played.outcome for played in games]
            for which, games in sorted(found.items())
            if len(games) == self.match.schedule.size(which)
        ]

    @cached_property
    def standings(self) -> list[Standing]:
        """A line a player, in the order of the match."""
        return [self._standing(contestant.name) for contestant in self.match.contestants]

    def _standing(self, name: str) -> Standing:
        seats = [(game, seat) for game in self.games for seat, player in enumerate(game.players) if player == name]
        shares = set_shares(self.sets, name)
        margins = [
            game.scores[seat] - max(game.scores[other] for other in range(len(game.scores)) if other != seat)
            for game, seat in seats
            if game.scores is not None
        ]
        faults = Counter(game.end for game, seat in seats if game.culprit == seat)
        efforts = [game.efforts[seat] for game, seat in seats]
        moves = max(sum(effort.moves for effort in efforts), 1)
        return Standing(
            player=name,
            games=len({game.number for game, _ in seats}),
            win_share=win_share(shares) if shares else None,
            margin=fmean(margins) if margins else None,
            faults={end: faults[end] for end in ENDS if end in ("crash", "illegal", "time")},
            seconds=sum(effort.seconds for effort in efforts) / moves,
            simulations=sum(effort.simulations for effort in efforts) / moves,
            nodes=sum(effort.nodes for effort in efforts) / moves,
        )

    @cached_property
    def seats(self) -> list[float]:
        """Mean win share of each seat, whoever sat there."""
        outcomes = [outcome for games in self.sets for outcome in games]
        return [fmean(shares) for shares in zip(*(outcome.shares for outcome in outcomes), strict=True)]

    @property
    def ties(self) -> float | None:
        """Share of the games that were over which more than one seat won; None without such games."""
        over = [len(game.winners) > 1 for game in self.games if game.end == "over"]
        return fmean(over) if over else None

    @property
    def elo(self) -> Elo | None:
        """How much stronger the first of two players is; None where it is no duel, or no set is finished."""
        share = self.standings[0].win_share
        return elo(share) if self.match.is_duel and share is not None else None

    @cached_property
    def verdict(self) -> Verdict | None:
        """What the test says of the pairs in order, up to the first at which it decides; None without a test."""
        return None if self.test is None else Duel(self.match, self.test, self.games).verdict

    @cached_property
    def ratings(self) -> list[Rating] | None:
        """Ratings of all players, the strongest first; None without games or without openskill."""
        outcomes = [outcome for games in self.sets for outcome in games]
        return ratings(outcomes) if outcomes and find_spec("openskill") else None

    @cached_property
    def rank_test(self) -> RankTest | None:
        """Whether the players differ at all; None without a finished set."""
        return rank_test(self.sets) if self.sets else None

    @property
    def void(self) -> int:
        """Games that no process lived to the end of; they count for nothing."""
        return sum(game.end == "void" for game in self.games)

    def to_dict(self) -> dict[str, Any]:
        """Return the report as JSON has it, without the games."""
        return {
            "match": self.match.to_dict(),
            "games": len(self.games),
            "sets": len(self.sets),
            "void": self.void,
            "stopped_by": self.stopped_by,
            "standings": [standing.to_dict() for standing in self.standings],
            "seats": self.seats,
            "ties": self.ties,
            "plies": fmean(len(game.record["actions"]) for game in self.games) if self.games else None,
            "elo": None if self.elo is None else self.elo.to_dict(),
            "sprt": None if self.verdict is None else self.verdict.to_dict(),
            "ratings": None if self.ratings is None else [rating.to_dict() for rating in self.ratings],
            "rank_test": None if self.rank_test is None else self.rank_test.to_dict(),
        }
