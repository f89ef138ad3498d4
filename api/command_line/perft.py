"""The number of ways to play on for some plies, to check a move generator.

Decisions and chance events are plies; every outcome counts as one way, however likely. Games that are over before
the depth do not count.
"""

from __future__ import annotations

import argparse
import time

from springtail.command_line import output, position
from springtail.command_line.numbers import whole
from springtail.solvers.perft import perft, perft_divide

EXAMPLES = """\
  springtail perft --game connect_four --depth 8
  springtail perft position.json --depth 3 --divide
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    position.add_arguments(parser)
    parser.add_argument("--depth", type=whole, required=True, metavar="N", help="plies")
    parser.add_argument("--divide", action="store_true", help="show the count after each first action too")
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the count."""
    state = position.read_state(arguments)
    started = time.perf_counter()
    divided = perft_divide(state, arguments.depth) if arguments.divide else None
    leaves = perft(state, arguments.depth) if divided is None else sum(divided.values())
    seconds = time.perf_counter() - started
    answer = {"game": state.game.id, "depth": arguments.depth, "leaves": leaves, "time": seconds}
    if arguments.json:
        output.print_json(answer if divided is None else answer | {"divide": divided})
        return 0
    if divided is not None:
        output.print_table(("action", "leaves"), [(action, f"{count:,}") for action, count in divided.items()])
    print(
        f"{leaves:,} leaves at depth {arguments.depth} in {seconds:.3f} s, {leaves / max(seconds, 1e-9):,.0f} a second"
    )
    return 0
