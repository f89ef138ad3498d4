"""springtail: AI opponents and exact solvers for modern board games.

>>> import springtail as st
>>> state = st.game("connect_four").start()
>>> st.best_move(state, st.Limit(simulations=2000)).move
'4'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from springtail.arguments import CHANCE, TERMINAL
from springtail.curves import curve
from springtail.cython_ext.batch import Batch
from springtail.cython_ext.errors import (
    IllegalAction,
    InvalidCheckpoint,
    InvalidLimit,
    InvalidLog,
    InvalidOptions,
    InvalidPosition,
    SpringtailError,
    TooManyOutcomes,
    Unsupported,
)
from springtail.cython_ext.game import Game, Observation, Random, State
from springtail.cython_ext.picture import Mark
from springtail.engines import PythonGame, game, game_ids
from springtail.engines.documents import load
from springtail.reviewing import Review, review
from springtail.solvers.analysis import Analysis
from springtail.solvers.curve import Curve
from springtail.solvers.limit import Limit
from springtail.solvers.perft import perft, perft_divide
from springtail.solvers.score import Line, Score, SeatScore
from springtail.solvers.search import Run
from springtail.solvers.solution import Solution
from springtail.solving import solve, solve_many
from springtail.thinking import Bot, analyse, analyse_many, analysis, best_move

if TYPE_CHECKING:
    from springtail.matches.runner import match as match

__version__: str

LATE = {"match": "springtail.matches.runner"}
"""Names that few need -> the modules to load when they are used."""

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Analysis",
    "Batch",
    "Bot",
    "Curve",
    "Game",
    "IllegalAction",
    "InvalidCheckpoint",
    "InvalidLimit",
    "InvalidLog",
    "InvalidOptions",
    "InvalidPosition",
    "Limit",
    "Line",
    "Mark",
    "Observation",
    "PythonGame",
    "Random",
    "Review",
    "Run",
    "Score",
    "SeatScore",
    "Solution",
    "SpringtailError",
    "State",
    "TooManyOutcomes",
    "Unsupported",
    "analyse",
    "analyse_many",
    "analysis",
    "best_move",
    "curve",
    "game",
    "game_ids",
    "load",
    "match",
    "perft",
    "perft_divide",
    "review",
    "solve",
    "solve_many",
]


def __getattr__(name: str) -> Any:
    """Find what takes longer than the import when it is asked for: LATE, and the version, which pyproject.toml has."""
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    if name not in LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(LATE[name]), name)
