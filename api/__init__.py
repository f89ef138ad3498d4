"""springtail: AI opponents and exact solvers for modern board games.

>>> import springtail as st
>>> state = st.game("connect_four").start()
>>> st.best_move(state, st.Limit(simulations=2000)).move
'4'
"""

from springtail.arguments import CHANCE, TERMINAL
from springtail.cython_ext.errors import (
    IllegalAction,
    InvalidCheckpoint,
    InvalidLimit,
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
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.solvers.perft import perft, perft_divide
from springtail.solvers.score import Line, Score, SeatScore
from springtail.solvers.search import Run
from springtail.solvers.solution import Solution
from springtail.solving import solve
from springtail.thinking import Bot, analyse, analyse_many, analysis, best_move

__version__: str

__all__ = [
    "CHANCE",
    "TERMINAL",
    "Analysis",
    "Bot",
    "Game",
    "IllegalAction",
    "InvalidCheckpoint",
    "InvalidLimit",
    "InvalidOptions",
    "InvalidPosition",
    "Limit",
    "Line",
    "Mark",
    "Observation",
    "PythonGame",
    "Random",
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
    "game",
    "game_ids",
    "load",
    "perft",
    "perft_divide",
    "solve",
]


def __getattr__(name: str) -> str:
    """Find the version, which pyproject.toml has, when it is asked for: that takes longer than the import."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version(__name__)
