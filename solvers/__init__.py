"""How to think: the searches, their limits, and the scores and analyses that they give."""

from __future__ import annotations

import importlib
from dataclasses import fields
from typing import Any

from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Game
from springtail.solvers import auto
from springtail.solvers.search import Solver

SOLVERS = {
    "mcts": "springtail.solvers.mcts:MCTS",
    "ismcts": "springtail.solvers.ismcts:ISMCTS",
    "deals": "springtail.solvers.deals:Deals",
    "endgame": "springtail.solvers.endgame:Endgame",
}
"""Name of a solver -> where its class of settings is; each is imported when it is first used."""


def solver_names() -> list[str]:
    """Return what `solver=` takes."""
    return ["auto", *SOLVERS]


def make_solver(name: str, game: Game, /, **settings: Any) -> Solver:
    """Return a solver with its settings.

    Args:
        name: "auto" or a name in SOLVERS.
        game: what it is to search; decides what "auto" is.
        settings: fields of the solver's class.

    Raises:
        Unsupported: when there is no such solver, or none for the game.
        InvalidOptions: for a setting that the solver does not have, or a value it does not take.
    """
    if name == "auto":
        name = auto.choose(game, settings.get("open_hands") is True)
    if not isinstance(name, str) or name not in SOLVERS:
        raise Unsupported(f"solver: {shown(name)} is not one of {', '.join(solver_names())}")
    module, _, class_name = SOLVERS[name].partition(":")
    settings_class = getattr(importlib.import_module(module), class_name)
    known = [entry.name for entry in fields(settings_class)]
    for setting in settings:
        if setting not in known:
            raise InvalidOptions(f"{name} has no setting {shown(setting)}; it has {', '.join(known)}")
    solver: Solver = settings_class(**settings)
    return solver
