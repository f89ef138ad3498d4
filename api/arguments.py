"""What the calls of the front door take, checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from springtail.cython_ext.errors import InvalidLimit, InvalidOptions, InvalidPosition, shown
from springtail.cython_ext.game import Observation, State
from springtail.engines.documents import load
from springtail.solvers.limit import Limit

Position = State | Observation | Mapping[str, Any] | str | bytes
"""A state, what one seat sees, or a document (JSON text or parsed)."""

CHANCE = -1
"""current_player() of a chance node."""
TERMINAL = -4
"""current_player() of a finished game."""


def searchable(position: Position, settings: Mapping[str, Any]) -> State | Observation:
    """Return what may be searched: where the game hides something, only what the seat that moves may know.

    Raises:
        InvalidPosition: for a bad document, or when no seat, or another than that of an observation, has to move.
    """
    view = position if isinstance(position, (State, Observation)) else load(position)
    mover = view.current_player()
    if mover == TERMINAL:
        raise InvalidPosition("position: the game is over, there is no move to make")
    if mover == CHANCE:
        raise InvalidPosition("position: a chance event comes next; apply its outcome first")
    if isinstance(view, Observation):
        if view.seat != mover:
            raise InvalidPosition(f"seat: this is what seat {view.seat} sees, but seat {mover} has to move")
        return view
    if view.game.info.hidden and not settings.get("open_hands", False):
        return view.observation(mover)
    return view


def checked_limit(limit: Limit) -> Limit:
    """Return a limit, or raise InvalidLimit when it is none."""
    if not isinstance(limit, Limit):
        raise InvalidLimit(f"limit: must be a springtail.Limit, not {type(limit).__name__}")
    return limit


def checked_seconds(name: str, seconds: float) -> float:
    """Return a number of seconds, or raise InvalidOptions naming the argument."""
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 <= seconds < 1e9:
        raise InvalidOptions(f"{name}: must be a number of seconds from 0 on, not {shown(seconds)}")
    return float(seconds)
