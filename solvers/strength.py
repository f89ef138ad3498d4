"""A search that plays at a level of strength: it looks less far, and misjudges what it finds like a learner.

What is right beside the best move is played as well, the more often the less it loses; what loses much is not played at
any level, nor is an action proven to lose where another is not, and what is proven to win is always played.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass, replace

from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Game, Observation, Random, State
from springtail.cython_ext.levels import Level, Levels
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit, StopReason
from springtail.solvers.score import Line
from springtail.solvers.search import Search, Solver

FULL = "full"
"""The strength of the search itself, the same as None."""
FARTHEST = 2.0
"""Temperatures that a played action loses at the most, by what the search finds."""
MEMORY_MB = 64.0
"""Of a search of a level, at the most: it is small, and to clear a large table would take longer than to search."""
GENERAL = Levels(
    (
        Level("mcts", misjudgement=0.3, simulations=100),
        Level("mcts", misjudgement=0.15, simulations=200),
        Level("mcts", misjudgement=0.07, simulations=400),
        Level("mcts", misjudgement=0.03, simulations=1000),
        Level("mcts", simulations=2000),
    )
)
"""The scale of a game that nobody has measured; where something is hidden its searches are of ismcts."""


def levels_of(game: Game) -> Levels:
    """Return the scale of a game: its own, or the general one."""
    return game.levels or GENERAL


def level_of(game: Game, strength: object) -> Level | None:
    """Return the level of a game that a strength names; None is full strength.

    Raises:
        InvalidOptions: when there is no such level.
    """
    if strength is None or strength == FULL:
        return None
    levels = levels_of(game).levels
    if type(strength) is not int or not 1 <= strength <= len(levels):
        raise InvalidOptions(
            f"strength: must be a level of {game.id}, 1 to {len(levels)}, or full, not {shown(strength)}"
        )
    level = levels[strength - 1]
    hides = game.info.hidden and level.solver == "mcts"
    return replace(level, solver="ismcts") if hides else level


@dataclass(frozen=True)
class Weakened:
    """A search of a level, and how it is misjudged."""

    level: Level
    inner: Solver
    seed: int | None = 0
    """Same seed, same position: same action. None takes a fresh one."""

    def begin(self, position: State | Observation, limit: Limit, multipv: int = 1) -> WeakenedSearch:
        """Return the search, not yet begun, under the given limit and that of the level."""
        return WeakenedSearch(self, position, self.limit(limit), multipv)

    def limit(self, given: Limit) -> Limit:
        """Return the tighter of each two limits."""
        own = {name: getattr(self.level, name) for name in ("simulations", "nodes", "depth")}
        both = {
            name: min((most for most in (value, getattr(given, name)) if most is not None), default=None)
            for name, value in own.items()
        }
        return replace(given, **both, memory_mb=min(given.memory_mb or MEMORY_MB, MEMORY_MB))


class WeakenedSearch(Search):
    """The search of one position."""

    def __init__(self, settings: Weakened, position: State | Observation, limit: Limit, multipv: int) -> None:
        self._settings = settings
        self._multipv = multipv
        self._draw = _draw(settings.seed, position)
        self._search = settings.inner.begin(position, limit, max(multipv, len(position.legal_actions())))

    def step(self, seconds: float) -> None:
        self._search.step(seconds)

    @property
    def finished(self) -> StopReason | None:
        return self._search.finished

    def analysis(self, stopped_by: StopReason | None, seconds: float) -> Analysis:
        """Return what has been found, with the action to play, and its line, in the first place."""
        found = self._search.analysis(stopped_by, seconds)
        played = choose(found, self._settings.level, self._draw)
        others = [line for line in found.lines if line is not played]
        return replace(found, move=played.action, score=played.score, lines=(played, *others)[: self._multipv])

    def close(self) -> None:
        self._search.close()


def choose(found: Analysis, level: Level, draw: float) -> Line:
    """Return the line that a level plays: the best one as it judges.

    Args:
        found: an analysis with lines for all actions.
        level: what it plays like.
        draw: a number from 0 to 1 that decides.
    """
    best = found.lines[0]
    if level.misjudgement == 0 or _is_won(best, found.seat):
        return best
    lines = [line for line in found.lines if not _is_lost(line, found.seat)] or list(found.lines)
    values = [_value(line, found.seat, level) for line in lines]
    top = max(values)
    losses = [(top - value) / level.misjudgement for value in values]
    weights = [math.exp(-loss) if loss <= FARTHEST else 0.0 for loss in losses]
    left = draw * math.fsum(weights)
    for line, weight in zip(lines, weights, strict=True):
        left -= weight
        if left < 0:
            return line
    return lines[losses.index(0.0)]


def _value(line: Line, seat: int, level: Level) -> float:
    own = line.score.pov(seat)
    return own.win_share + own.margin / level.points


def _is_won(line: Line, seat: int) -> bool:
    own = line.score.pov(seat)
    return own.kind in ("exact", "lower") and own.expected_return == 1 and line.score.covers != "margins"


def _is_lost(line: Line, seat: int) -> bool:
    own = line.score.pov(seat)
    return own.kind in ("exact", "upper") and own.expected_return == -1 and line.score.covers != "margins"


def _draw(seed: int | None, position: State | Observation) -> float:
    """Return a number from 0 to 1 that follows from a seed and from what the seat that moves may know."""
    try:
        known = json.dumps(position.to_dict(), sort_keys=True)
    except Unsupported:  # a game without documents
        known = position.draw() if isinstance(position, State) else " ".join(position.legal_actions())
    words = hashlib.blake2b(known.encode(), digest_size=8).digest()
    return Random(None if seed is None else [seed, int.from_bytes(words)]).below(2**31) / 2**31
