"""Who sits where: people and engines."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import State
from springtail.matches.engine import EngineFailed, TimeOver
from springtail.matches.players import Player, Searcher, read_player, sees
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.thinking import best_move

PERSON = "human"
DEFAULT_ENGINE = "auto@1s"
DEFAULT_LIMIT = Limit(time=1.0)

Report = Callable[[Analysis], None]


@dataclass(frozen=True)
class Engine:
    """A player that is no person."""

    text: str
    """As it was written."""
    player: Player

    @property
    def limit(self) -> Limit:
        """What ends its search; no limit where it does not search."""
        return self.player.limit if isinstance(self.player, Searcher) else Limit()

    def choose(self, state: State, seed: int, report: Report | None) -> tuple[str, str]:
        """Return an action, and what is to be noted about it; Ctrl-C ends a search with what it has found.

        Args:
            state: the position, of which the player is shown what its seat may know.
            seed: of all that it draws.
            report: told of a search under way.

        Raises:
            Unsupported: when it is a program that failed.
        """
        view = sees(self.player, state)
        if not isinstance(self.player, Searcher):
            seated = self.player.seat(seed, None)
            try:
                return seated.choose(view), ""
            except (EngineFailed, TimeOver) as error:
                raise Unsupported(f"{self.text}: {error}") from None
            finally:
                seated.close()
        settings = self.player.with_seed(seed)
        found = best_move(view, self.limit, solver=self.player.solver, report=report, **settings)
        return found.move, f"interrupted after {found.time:.1f} s" if found.stopped_by == "interrupt" else ""


Seat = Engine | None
"""An engine, or None for a person."""


def read_seat(text: str) -> Seat:
    """Return who is described: `human`, or a player of a match, which thinks for a second where no limit is named.

    Raises:
        InvalidOptions: when it is neither; InvalidLimit for a bad limit.
    """
    return None if text == PERSON else Engine(text, read_player(text, DEFAULT_LIMIT))


def read_seats(texts: Sequence[str], players: int) -> list[Seat]:
    """Return who sits at each seat.

    Args:
        texts: `SEAT=PLAYER` each. Without any a person has seat 0; seats that are not named are engines.
        players: how many seats there are.

    Raises:
        InvalidOptions: for a seat that there is not, or is given twice, or a player that cannot be.
        InvalidLimit: for a bad limit.
    """
    seats: list[Seat] = [read_seat(DEFAULT_ENGINE)] * players
    if not texts:
        seats[0] = None
    given = set()
    for text in texts:
        number, equals, player = text.partition("=")
        seat = int(number) if re.fullmatch(r"[0-9]{1,3}", number) else players
        if not equals or seat >= players:
            raise InvalidOptions(f"--seat: {shown(text)} must be SEAT=PLAYER, with a seat from 0 to {players - 1}")
        if seat in given:
            raise InvalidOptions(f"--seat: seat {seat} is given twice")
        given.add(seat)
        seats[seat] = read_seat(player)
    return seats


def check_seats(seats: Sequence[Seat], state: State) -> None:
    """Raise a SpringtailError when an engine cannot play on from a position."""
    state = state.clone()
    while state.is_chance_node():
        state.apply_action(state.sample_chance(0))
    for engine in {engine.text: engine for engine in seats if engine is not None}.values():
        if not state.is_terminal():
            engine.player.check(sees(engine.player, state))
