"""How a verb is told how long and how to search, and how it shows that it does."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any

from springtail.command_line import answer, output, position
from springtail.command_line.numbers import number, strength, whole
from springtail.cython_ext.game import Observation, State
from springtail.solvers import solver_names
from springtail.solvers.analysis import Analysis
from springtail.solvers.limit import Limit
from springtail.solvers.words import spoken_value

DEFAULT_SECONDS = 1.0
SETTINGS = (
    *("solver", "strength", "multipv", "threads", "seed", "objective"),
    *("exploration", "final_move", "leaf", "open_hands"),
)
"""Arguments that are handed on under their names when they are given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    position.add_arguments(parser)
    limits = parser.add_argument_group("limits; the first one reached ends the search")
    limits.add_argument("--time", type=number, metavar="SECONDS", help=f"default {DEFAULT_SECONDS:g} without a limit")
    limits.add_argument("--simulations", type=whole, metavar="N", help="iterations of a Monte Carlo search")
    limits.add_argument("--nodes", type=whole, metavar="N", help="nodes of the search tree")
    limits.add_argument("--depth", type=whole, metavar="N", help="plies of the longest line")
    limits.add_argument("--memory-mb", type=number, metavar="MB", help="the search goes on within them; default 256")
    how = parser.add_argument_group("how to search")
    how.add_argument("--multipv", type=whole, default=3, metavar="N", help="actions to give lines for; default 3")
    how.add_argument("--solver", metavar="NAME", help=f"{', '.join(solver_names())}; default auto")
    how.add_argument("--strength", type=strength, metavar="N", help="a level from 1 on, or full (the default)")
    how.add_argument("--threads", type=whole, metavar="N", help="default 1")
    how.add_argument("--objective", metavar="NAME", help="outcome (the win share, the default) or margin")
    how.add_argument("--exploration", type=number, metavar="C", help="constant of UCB1, for returns from -1 to 1")
    how.add_argument("--final-move", metavar="NAME", help="robust (the default), max or secure")
    how.add_argument("--leaf", metavar="NAME", help="playout (the default) or estimate")
    how.add_argument(
        "--setting",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="any other setting of the solver, such as observers=multi; can be repeated",
    )
    how.add_argument("--open-hands", action="store_true", default=None, help="search with all hidden cards seen")
    output.add_arguments(parser)


def run(arguments: argparse.Namespace, find: Callable[..., Analysis]) -> int:
    """Search by `best_move` or `analyse` and print the answer; Ctrl-C ends the search, not the verb."""
    given = position.read_position(arguments)
    found = search(arguments, given, find)
    if arguments.json:
        output.print_json(found.to_dict())
    else:
        hides = given.game.info.hidden and not arguments.open_hands
        answer.print_answer(given.observation(found.seat) if hides and isinstance(given, State) else given, found)
    return 0


def search(arguments: argparse.Namespace, given: State | Observation, find: Callable[..., Analysis]) -> Analysis:
    """Search a position by `best_move` or `analyse` as the arguments say, and show the progress."""
    limit = limit_of(arguments)
    with output.progress(partial(_shown, limit)) as report:
        return find(given, limit, report=report, **settings_of(arguments))


def settings_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of the search that are given."""
    settings = {name: value for name in SETTINGS if (value := getattr(arguments, name)) is not None}
    return position.named_values("--setting", arguments.setting, settings)


def limit_of(arguments: argparse.Namespace) -> Limit:
    """Return the limits that are given, or the default."""
    given = Limit(**{field.name: getattr(arguments, field.name) for field in fields(Limit)})
    return Limit(time=DEFAULT_SECONDS, memory_mb=given.memory_mb) if given.is_endless else given


def _shown(limit: Limit, found: Analysis) -> output.Shown:
    used = [
        (limit.time, found.time),
        (limit.simulations, found.simulations),
        (limit.nodes, found.nodes),
        (limit.depth, found.depth),
    ]
    value = spoken_value(found.score, found.seat)
    return used, f"{found.move}  {value}  {found.simulations:,} simulations"
