"""One game of a match, played to its end whatever the players do."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from springtail.cython_ext.errors import IllegalAction, InvalidPosition, shown
from springtail.cython_ext.game import Random, State
from springtail.matches.engine import TimeOver
from springtail.matches.match import Contestant, Fixture
from springtail.matches.players import Seated, sees
from springtail.matches.statistics import Outcome

End = Literal["over", "crash", "illegal", "time", "void"]
"""Over by the rules; a player raised an error, played what is illegal, or took too long; each process died with it."""
ENDS: tuple[End, ...] = ("over", "crash", "illegal", "time", "void")
LONGEST_ERROR = 300


@dataclass
class Effort:
    """What a player did at one seat."""

    moves: int = 0
    """Decisions that it made; where only one action is legal nobody is asked."""
    simulations: int = 0
    nodes: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Played:
    """A game that was played."""

    number: int
    set: int
    players: tuple[str, ...]
    """Name at each seat."""
    end: End
    record: Mapping[str, Any]
    """The record document; with `position` instead of `setup` where the game began with a position."""
    winners: tuple[int, ...] = ()
    """The seats that win; after a player's fault all that are not on its side; none when void."""
    scores: tuple[int, ...] | None = None
    """Of each seat; None where the game was not over."""
    culprit: int | None = None
    """The seat whose fault ended the game."""
    error: str = ""
    efforts: tuple[Effort, ...] = field(default=(), compare=False)

    @property
    def outcome(self) -> Outcome:
        """Who won, as statistics take it; of a void game nothing can be said."""
        return Outcome.of(self.players, self.scores or (0,) * len(self.players), self.winners)

    def to_dict(self) -> dict[str, Any]:
        """Return a line of a log: the record, and the field `match`; only `seconds` differ where it is played again."""
        over = {} if self.scores is None else {"scores": list(self.scores), "winners": list(self.winners)}
        efforts = {name: [getattr(effort, name) for effort in self.efforts] for name in vars(Effort())}
        match = {
            "number": self.number,
            "set": self.set,
            "players": list(self.players),
            "end": self.end,
            "culprit": self.culprit,
            "error": self.error,
            "winners": list(self.winners),
            "plies": len(self.record["actions"]),
            **efforts,
        }
        return {**self.record, **over, "match": match}

    @classmethod
    def read(cls, line: Mapping[str, Any]) -> Self:
        """Return the game of a line of a log.

        Raises:
            InvalidPosition: when it is none.
        """
        try:
            match, scores = line["match"], line.get("scores")
            efforts = zip(*(match[name] for name in vars(Effort())), strict=True)
            return cls(
                number=match["number"],
                set=match["set"],
                players=tuple(match["players"]),
                end=match["end"],
                record={name: line[name] for name in line if name not in ("scores", "winners", "match")},
                winners=tuple(match["winners"]),
                scores=None if scores is None else tuple(scores),
                culprit=match["culprit"],
                error=match["error"],
                efforts=tuple(Effort(*effort) for effort in efforts),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidPosition(f"match: not a game of a match ({type(error).__name__}: {error})") from None


def play(fixture: Fixture) -> Played:
    """Play a game. A player that fails loses it, and the others share the win."""
    state = fixture.start()
    efforts = tuple(Effort() for _ in fixture.seats)
    seated = [
        contestant.player.seat(seed, fixture.timeout)
        for contestant, seed in zip(fixture.seats, fixture.seeds, strict=True)
    ]
    chance_events = 0
    try:
        while not state.is_terminal():
            mover = state.current_player()
            if mover >= 0:
                legal = state.legal_actions()
                fault = None
                action = legal[0]
                if len(legal) > 1:
                    action, fault = _decide(fixture, state, legal, seated[mover], efforts[mover])
                if fault is not None:
                    return _ended(fixture, state, efforts, mover, *fault)
            else:
                # The n-th chance event of each game of a set draws the same, however much the others have drawn.
                action = state.sample_chance(Random([*fixture.luck, chance_events]))
                chance_events += 1
            state.apply_action(action)
    finally:
        for player in seated:
            player.close()
    return Played(
        **_told(fixture, state, efforts), end="over", winners=tuple(state.winners()), scores=tuple(state.scores())
    )


def void(fixture: Fixture, error: str) -> Played:
    """Return a game that could not be played: each process that tried died."""
    return Played(**_told(fixture, fixture.start(), tuple(Effort() for _ in fixture.seats)), end="void", error=error)


def _decide(
    fixture: Fixture, state: State, legal: list[str], player: Seated, effort: Effort
) -> tuple[str, tuple[End, str] | None]:
    """Return a player's action, and its fault when it has none."""
    contestant: Contestant = fixture.seats[state.current_player()]
    started = time.perf_counter()
    fault: tuple[End, str] | None = None
    action: object = None
    try:
        action = player.choose(sees(contestant.player, state))
    except TimeOver as error:
        fault = "time", str(error)
    except (Exception, SystemExit) as error:
        fault = "crash", f"{type(error).__name__}: {error}"
    seconds = time.perf_counter() - started
    effort.moves += 1
    effort.seconds = round(effort.seconds + seconds, 4)
    effort.simulations, effort.nodes = player.simulations, player.nodes
    if fault is None and fixture.timeout is not None and seconds > fixture.timeout:
        fault = "time", f"{seconds:.3f} s for a move, {fixture.timeout:g} s allowed"
    if fault is None and action not in legal:
        fault = "illegal", _why(state, action)
    return (str(action), None) if fault is None else ("", (fault[0], fault[1][:LONGEST_ERROR]))


def _why(state: State, action: object) -> str:
    try:
        state.child(action)  # type: ignore[arg-type]
    except IllegalAction as error:
        return str(error)
    return f"action {shown(action)}: not as it is written"


def _ended(fixture: Fixture, state: State, efforts: tuple[Effort, ...], culprit: int, end: End, error: str) -> Played:
    sides = state.game.info.sides or state.game.players
    winners = tuple(seat for seat in range(state.game.players) if seat % sides != culprit % sides)
    return Played(**_told(fixture, state, efforts), end=end, culprit=culprit, error=error, winners=winners)


def _told(fixture: Fixture, state: State, efforts: tuple[Effort, ...]) -> dict[str, Any]:
    """Return what is told of every game, however it ended."""
    return {
        "number": fixture.number,
        "set": fixture.set,
        "players": tuple(contestant.name for contestant in fixture.seats),
        "record": _record(fixture, state),
        "efforts": efforts,
    }


def _record(fixture: Fixture, state: State) -> dict[str, Any]:
    if fixture.opening is None or "actions" in fixture.opening:
        return state.record()
    beginning = fixture.start().to_dict()
    return {
        "game": beginning["game"],
        "options": beginning["options"],
        "position": beginning["state"],
        "actions": state.history(),
    }
