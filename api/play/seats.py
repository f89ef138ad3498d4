"""Who sits where: people and engines."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from springtail.cython_ext.errors import InvalidOptions, shown
from springtail.cython_ext.game import Observation, State
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.thinking import best_move

PERSON = "human"
DEFAULT_ENGINE = "auto"
DEFAULT_SECONDS = 1.0
ENGINE = re.compile(r"(?P<solver>\w+)(?:@(?P<seconds>[0-9.]+)s)?(?P<settings>(?:,\w+=[^,]+)*)")


@dataclass(frozen=True)
class Engine:
    """A search with its limit, as a player."""

    text: str
    solver: str
    limit: Limit
    settings: dict[str, Any] = field(default_factory=dict)

    def choose(self, view: State | Observation, report: Callable[[Analysis], None] | None) -> Analysis:
        """Search what a seat sees, telling `report` what it finds; Ctrl-C ends the search."""
        return best_move(view, self.limit, solver=self.solver, report=report, **self.settings)


Seat = Engine | None
"""An engine, or None for a person."""


def read_engine(text: str) -> Engine:
    """Return the engine that a text such as `mcts@0.5s,threads=2` describes."""
    found = ENGINE.fullmatch(text)
    if found is None:
        raise InvalidOptions(f"player: {shown(text)} is not like human, auto@0.5s or mcts@1s,threads=2")
    pairs = [pair.partition("=") for pair in found["settings"].split(",")[1:]]
    settings = {name: _value(value) for name, _, value in pairs}
    return Engine(text, found["solver"], Limit(time=float(found["seconds"] or DEFAULT_SECONDS)), settings)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_seats(texts: Sequence[str], players: int) -> list[Seat]:
    """Return who sits at each seat.

    Args:
        texts: `SEAT=PLAYER` each, a player being `human` or an engine. Without any a person has seat 0; seats that are
            not named are engines.
        players: how many seats there are.

    Raises:
        InvalidOptions: for a seat that there is not, or is given twice, or a player that cannot be.
    """
    seats: list[Seat] = [read_engine(DEFAULT_ENGINE)] * players
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
        seats[seat] = None if player == PERSON else read_engine(player)
    return seats
