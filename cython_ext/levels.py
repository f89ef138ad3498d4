"""Levels of strength: how a game is played badly enough for those who learn it, as it was measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Level:
    """How one level of strength plays: a small search, and how much it misjudges what that finds."""

    solver: str
    """Name of the search."""
    misjudgement: float = 0.0
    """Temperature of the softmax over what actions lose, in win share; 0 plays the best action found."""
    points: float = 1e6
    """A loss of so many points of margin counts as much as that of the whole win share."""
    simulations: int | None = None
    """Limits of the search."""
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True)
class Measured:
    """What a match of a level against the next lower one gave."""

    level: int | None
    """None is full strength."""
    players: int
    """Seats of the games."""
    games: int
    share: float
    """Win share of a seat of this level among one seat each of both; 2/3 is two to one."""
    low: float
    """The 95 % interval of the share, over sets of games of one set-up."""
    high: float


@dataclass(frozen=True)
class Levels:
    """The scale of a game."""

    levels: tuple[Level, ...]
    """Weakest first; level 1 is the first."""
    measured: tuple[Measured, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Levels:
        """Return the scale in a TOML file: [common] is taken over into each [[level]]; [[measured]] are matches."""
        import tomllib  # late: few calls need it

        tables: Mapping[str, Any] = tomllib.loads(path.read_text("utf-8"))
        common = tables.get("common", {})
        levels = tuple(Level(**common | table) for table in tables["level"])
        rows = (
            table | {"level": None if table["level"] == "full" else table["level"]}
            for table in tables.get("measured", ())
        )
        return cls(levels, tuple(Measured(**row) for row in rows))
