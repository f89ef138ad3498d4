"""What a match is: a game, players, a schedule and a seed, from which each of its games follows by its number."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from springtail.cython_ext.errors import InvalidLog, InvalidOptions, InvalidPosition, SpringtailError, shown
from springtail.cython_ext.game import Game, State, seed_words
from springtail.engines import game
from springtail.engines.documents import load
from springtail.matches.fixtures import LUCK, PLAYER, LineUp, Pairing, Schedule, line_ups
from springtail.matches.players import Described, Player, first_decision, read_player, read_written, sees
from springtail.solvers.limit import Limit

Document = Mapping[str, Any]
Seed = tuple[int, ...]


@dataclass(frozen=True)
class Contestant:
    """A player under the name that it has in a match."""

    name: str
    player: Player
    described: str
    """How it was given; a function by where it is."""


@dataclass(frozen=True)
class Fixture:
    """One game to play; it can be pickled, and whoever plays it plays the same game."""

    number: int
    set: int
    game: Game
    opening: Document | None
    """A position or a record to begin with, instead of a deal."""
    luck: Seed
    """Seed of the deal and of the chance events, the same in all games of a set."""
    seats: tuple[Contestant, ...]
    seeds: tuple[int, ...]
    """Of what the player at each seat draws."""
    timeout: float | None

    def start(self) -> State:
        """Return the state from which the game is played."""
        if self.opening is None:
            return self.game.start(seed=self.luck)
        state = load(self.opening)
        assert isinstance(state, State)
        return state


@dataclass(frozen=True)
class Match:
    """The description of a match; `make_match` makes one from what a caller has."""

    game: Game
    contestants: tuple[Contestant, ...]
    line_ups: tuple[LineUp, ...]
    seed: int = 0
    openings: tuple[Document, ...] = ()
    timeout: float | None = None

    @cached_property
    def schedule(self) -> Schedule:
        """Who sits where in which game."""
        return Schedule(self.line_ups, self.seed)

    @property
    def is_duel(self) -> bool:
        """Whether it is one player against another at two seats."""
        return self.game.players == 2 and self.line_ups == ((0, 1),)

    def fixture(self, number: int) -> Fixture:
        """Return a game of the match, the first one has number 0."""
        place = self.schedule.place(number)
        rounds = place.set // len(self.line_ups)
        return Fixture(
            number=number,
            set=place.set,
            game=self.game,
            opening=self.openings[rounds % len(self.openings)] if self.openings else None,
            luck=(self.seed, LUCK, place.set),
            seats=tuple(self.contestants[player] for player in place.seats),
            seeds=tuple(seed_words([self.seed, PLAYER, number, seat], 1)[0] >> 1 for seat in range(self.game.players)),
            timeout=self.timeout,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the description as the first line of a log has it."""
        return {
            "game": self.game.id,
            "options": self.game.written_options(),
            "players": {contestant.name: contestant.described for contestant in self.contestants},
            "line_ups": [list(line_up) for line_up in self.line_ups],
            "seed": self.seed,
            "openings": self._openings_told(),
            "timeout": self.timeout,
        }

    def _openings_told(self) -> dict[str, Any] | None:
        if not self.openings:
            return None
        text = json.dumps(self.openings, sort_keys=True, default=dict)
        return {"count": len(self.openings), "sha256": hashlib.sha256(text.encode()).hexdigest()}

    def check(self) -> None:
        """Let each player look at a first decision.

        Raises:
            SpringtailError: when one cannot play the game.
        """
        state = self.fixture(0).start()
        state = state if state.current_player() >= 0 else first_decision(self.game)
        for contestant in self.contestants:
            contestant.player.check(sees(contestant.player, state))


def make_match(
    game: Game,
    players: Sequence[Described] | Mapping[str, Described],
    *,
    pairing: Pairing = "all",
    seed: int = 0,
    openings: Sequence[Document] = (),
    limit: Limit | None = None,
    timeout: float | None = None,
) -> Match:
    """Return the match that is described; arguments as `match`.

    Raises:
        InvalidOptions: for a wrong player, name, pairing, seed or timeout.
        InvalidLimit: for a limit that is wrong or missing.
        InvalidPosition: for an opening that no game can begin with, by its number.
    """
    if not isinstance(game, Game):
        raise InvalidOptions(f"game: must be a springtail.Game, not {type(game).__name__}")
    contestants = tuple(_contestants(players, limit))
    if type(seed) is not int or not 0 <= seed < 2**64:
        raise InvalidOptions(f"seed: must be a whole number from 0 to 2**64 - 1, not {shown(seed)}")
    if timeout is not None and (
        isinstance(timeout, bool) or not isinstance(timeout, (int, float)) or not 0 < timeout < 1e9
    ):
        raise InvalidOptions(f"timeout: must be a number of seconds above 0, not {shown(timeout)}")
    return Match(
        game,
        contestants,
        line_ups(pairing, len(contestants), game.players),
        seed,
        tuple(_opening(game, number, document) for number, document in enumerate(openings)),
        timeout,
    )


def described_match(head: Mapping[str, Any]) -> Match:
    """Return the match that a log describes, to be looked at; its openings and functions are not in it.

    Raises:
        InvalidLog: when it is no description.
        InvalidOptions: for a game or a player that is unknown here.
    """
    try:
        its_game = game(head["game"], **head["options"])
        players = [Contestant(name, read_written(text), text) for name, text in head["players"].items()]
        pairing = line_ups(head["line_ups"], len(players), its_game.players)
        return Match(its_game, tuple(players), pairing, head["seed"], timeout=head["timeout"])
    except (KeyError, TypeError, AttributeError) as error:
        raise InvalidLog(f"log: its first line describes no match ({type(error).__name__}: {error})") from None


def _contestants(players: Sequence[Described] | Mapping[str, Described], limit: Limit | None) -> list[Contestant]:
    if isinstance(players, str) or not isinstance(players, (Sequence, Mapping)):
        raise InvalidOptions(f"players: must be a list of players, or an object of them, not {shown(players)}")
    named = players.items() if isinstance(players, Mapping) else ((None, player) for player in players)
    found: list[Contestant] = []
    for name, described in named:
        player = read_player(described, limit)
        text = player.text()
        found.append(Contestant(text if name is None else name, player, text))
    names = [contestant.name for contestant in found]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise InvalidOptions(f"players: {shown(double)} is there twice; an object gives each a name")
    return found


def _opening(game: Game, number: int, document: Document) -> Document:
    """Return a document with which a game can begin."""
    try:
        state = load(document)
    except SpringtailError as error:
        raise InvalidPosition(f"openings[{number}]: {error}") from None
    if not isinstance(state, State):
        raise InvalidPosition(f"openings[{number}]: is what one seat sees; a game begins with a position or a record")
    if state.game.id != game.id or state.game.players != game.players:
        raise InvalidPosition(
            f"openings[{number}]: is of {state.game.id} for {state.game.players}, not {game.id} for {game.players}"
        )
    if state.is_terminal():
        raise InvalidPosition(f"openings[{number}]: the game is over")
    return document
