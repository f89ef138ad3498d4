"""The exact value of a position of two sides, and the actions that keep it.

Without a limit it goes on until all is known. What is printed is proven: a value when there is one, else bounds.
"""

from __future__ import annotations

import argparse
from functools import partial

from springtail.command_line import output, position
from springtail.command_line.numbers import number, whole
from springtail.command_line.solution import print_solution
from springtail.cython_ext.game import State
from springtail.solvers.limit import Limit
from springtail.solvers.solution import Solution
from springtail.solvers.words import verdict
from springtail.solving import solve

EXAMPLES = """\
  springtail solve --game tic_tac_toe --actions "b2 a2"
  springtail solve position.json --objective margin --moves all --json
  springtail solve position.json --time 3600 --memory-mb 4096 --checkpoint position.solve
"""

SETTINGS = ("objective", "moves", "open_hands", "checkpoint", "checkpoint_every")
"""Arguments that are handed on under their names when they are given."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    position.add_arguments(parser)
    limits = parser.add_argument_group("limits; the first one reached ends the solve, and what is proven is printed")
    limits.add_argument("--time", type=number, metavar="SECONDS")
    limits.add_argument("--nodes", type=whole, metavar="N", help="positions looked at")
    limits.add_argument(
        "--memory-mb", type=number, metavar="MB", help="of the table; costs time, not truth; default 256"
    )
    how = parser.add_argument_group("what to find out, and how")
    how.add_argument("--objective", metavar="NAME", help="margin (the default) or outcome (the win share)")
    how.add_argument("--moves", metavar="NAME", help="best (the default): all best actions; all: values of all; one")
    how.add_argument("--open-hands", action="store_true", default=None, help="solve with all hidden cards seen")
    how.add_argument("--checkpoint", metavar="FILE", help="go on from this file when it is there, and write it")
    how.add_argument("--checkpoint-every", type=number, metavar="SECONDS", help="default 60")
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve and print what is proven; Ctrl-C ends the solve, not the verb."""
    given = position.read_position(arguments)
    limit = Limit(time=arguments.time, nodes=arguments.nodes, memory_mb=arguments.memory_mb)
    settings = {name: value for name in SETTINGS if (value := getattr(arguments, name)) is not None}
    with output.progress(partial(_shown, limit)) as report:
        found = solve(given, limit=limit, progress=report, **settings)
    if arguments.json:
        output.print_json(found.to_dict())
    else:
        print_solution(given if isinstance(given, State) else given.sample(0), found)
    return 0


def _shown(limit: Limit, found: Solution) -> output.Shown:
    return [(limit.time, found.time), (limit.nodes, found.nodes)], f"{verdict(found)}  {found.nodes:,} nodes"
