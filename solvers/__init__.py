"""How to think: the searches, their limits, and the scores and analyses that they give."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from springtail.cython_ext.errors import InvalidOptions, Unsupported, shown
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.levels import Level
from springtail.solvers import auto
from springtail.solvers.limit import Limit
from springtail.solvers.search import Solver
from springtail.solvers.strength import Weakened, level_of

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


def make_solver(
    name: str, view: State | Observation, limit: Limit, /, *, strength: int | str | None = None, **settings: Any
) -> Solver:
    """Return a solver with its settings.

    Args:
        name: "auto" or a name in SOLVERS.
        view: what it is to search; decides with the limit what "auto" is.
        limit: how long.
        strength: a level of the game, from 1 on; None and "full" are as strong as the search is (docs/levels.md).
        settings: fields of the solver's class; "auto" takes a solver that has them all.

    Raises:
        Unsupported: when there is no such solver, or none for the game.
        InvalidOptions: for a setting that the solver does not have, or a value it does not take.
    """
    level = level_of(view.game, strength)
    if level is not None:
        return _weakened(name, level, view, limit, settings)
    if name == "auto":
        return _auto_solver(view, limit, settings)
    if not isinstance(name, str) or name not in SOLVERS:
        raise Unsupported(f"solver: {shown(name)} is not one of {', '.join(solver_names())}")
    unknown = _unknown(name, settings)
    if unknown:
        raise InvalidOptions(f"{name} has no setting {shown(unknown[0])}; it has {', '.join(setting_names(name))}")
    solver: Solver = _settings_class(name)(**settings)
    return solver


def _weakened(name: str, level: Level, view: State | Observation, limit: Limit, settings: Mapping[str, Any]) -> Solver:
    """Return the search of a level; of settings it takes the seed."""
    refused = [setting for setting in ("solver",) if name != "auto"]
    refused += [setting for setting in settings if setting != "seed"]
    if refused:
        raise InvalidOptions(f"strength: a level searches in its own way; leave out {', '.join(refused)}")
    inner = make_solver(level.solver, view, limit, **_known(level.solver, settings))
    return Weakened(level, inner, settings.get("seed", 0))


def _auto_solver(view: State | Observation, limit: Limit, settings: Mapping[str, Any]) -> Solver:
    """Return the best solver that has all settings but those it may go without."""
    if spared := {setting: settings[setting] for setting in auto.SPARED if setting in settings}:
        _settings_class("mcts")(**spared)  # checks them, also for a search that goes without
    names = auto.choose(view, limit)
    fitting = [name for name in names if _fits(name, settings)]
    name = fitting[0] if fitting else names[-1]
    own = _known(name, settings) if fitting else settings
    if name == "mcts":
        own = {"leaf": view.game.stronger_leaf(), **own}
    solver = make_solver(name, view, limit, **own)
    seconds = auto.seconds_to_solve(view, limit)
    if seconds is None or not _fits("endgame", settings):
        return solver
    exact = make_solver("endgame", view, limit, **_known("endgame", settings), moves="one")
    return auto.SolveFirst(exact, solver, seconds)


def _settings_class(name: str) -> type[Any]:
    module, _, class_name = SOLVERS[name].partition(":")
    found: type[Any] = getattr(importlib.import_module(module), class_name)
    return found


def setting_names(name: str) -> list[str]:
    """Return the settings that a solver of SOLVERS has."""
    return [entry.name for entry in fields(_settings_class(name))]


def _unknown(name: str, settings: Mapping[str, Any]) -> list[str]:
    """Return the settings that a solver does not have."""
    return [setting for setting in settings if setting not in setting_names(name)]


def _fits(name: str, settings: Mapping[str, Any]) -> bool:
    """Return whether a solver has all settings but those it may go without."""
    return not set(_unknown(name, settings)).difference(auto.SPARED)


def _known(name: str, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that a solver has."""
    return {setting: value for setting, value in settings.items() if setting in setting_names(name)}
