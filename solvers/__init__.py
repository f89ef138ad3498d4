"""How to think: the searches, their limits, and the scores and analyses that they give."""

from __future__ import annotations

import importlib
from dataclasses import fields
from typing import Any

from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Observation, State
from springtail.solvers import auto
from springtail.solvers.limit import Limit
from springtail.solvers.search import Solver

SOLVERS = {
    "mcts": "springtail.solvers.mcts:MCTS",
    "ismcts": "springtail.solvers.ismcts:ISMCTS",
    "deals": "springtail.solvers.deals:Deals",
    "alphabeta": "springtail.solvers.alphabeta:AlphaBeta",
    "endgame": "springtail.solvers.endgame:Endgame",
}
"""Name of a solver -> where its class of settings is; each is imported when it is first used."""


def solver_names() -> list[str]:
    """Return what `solver=` takes."""
    return ["auto", *SOLVERS]


def make_solver(name: str, view: State | Observation, limit: Limit, /, **settings: Any) -> Solver:
    """Return a solver with its settings.

    Args:
        name: "auto" or a name in SOLVERS.
        view: what it is to search; decides with the limit what "auto" is.
        limit: how long.
        settings: fields of the solver's class; "auto" takes a solver that has them all.

    Raises:
        Unsupported: when there is no such solver, or none for the game.
        InvalidOptions: for a setting that the solver does not have, or a value it does not take.
    """
    names = auto.choose(view, limit) if name == "auto" else [name]
    if not isinstance(name, str) or names[-1] not in SOLVERS:
        raise Unsupported(f"solver: {shown(name)} is not one of {', '.join(solver_names())}")
    for name in names:
        module, _, class_name = SOLVERS[name].partition(":")
        settings_class = getattr(importlib.import_module(module), class_name)
        known = [entry.name for entry in fields(settings_class)]
        unknown = [setting for setting in settings if setting not in known]
        if not unknown:
            break
    if unknown:
        raise InvalidOptions(f"{name} has no setting {shown(unknown[0])}; it has {', '.join(known)}")
    solver: Solver = settings_class(**settings)
    return solver
