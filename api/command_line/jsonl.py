"""Answers queries, one JSON object a line, for other programs.

Queries come on standard input and answers go to standard output, in any order. At the end of input what is queued is
finished; Ctrl-C and SIGTERM end all searches, each with what it has found.
"""

from __future__ import annotations

import argparse
import os
import sys
from dataclasses import fields

from springtail.command_line import output
from springtail.command_line.numbers import number, whole
from springtail.cython_ext.errors import InvalidOptions
from springtail.services.ceilings import Ceilings
from springtail.services.jsonl import LineService
from springtail.services.scheduler import MOST_WAITING, Scheduler
from springtail.solvers.limit import Limit

EXAMPLES = """\
  springtail jsonl < queries.jsonl > answers.jsonl
  echo '{"id": "a", "action": "best_move", "position": {"game": "connect_four", "actions": ["4"]}}' | springtail jsonl
  springtail jsonl --workers 4 --time 10 --memory-mb 64
"""

GRACE_SECONDS = 2.0
"""What a reader of answers has, after Ctrl-C or SIGTERM, to take those that are left."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--workers", type=whole, metavar="N", help="queries worked on at once; default one a processor")
    parser.add_argument(
        "--waiting",
        type=whole,
        default=MOST_WAITING,
        metavar="N",
        help=f"queries read ahead; default {MOST_WAITING}",
    )
    ceilings = parser.add_argument_group("ceilings; a query may ask for less")
    ceilings.add_argument("--time", type=number, metavar="SECONDS", help="of a query; default none")
    ceilings.add_argument("--simulations", type=whole, metavar="N", help="of a query; default none")
    ceilings.add_argument("--nodes", type=whole, metavar="N", help="of a query; default none")
    ceilings.add_argument("--memory-mb", type=number, metavar="MB", help="of a query; default none")
    ceilings.add_argument("--threads", type=whole, default=1, metavar="N", help="of a query; default 1")
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Answer until the end of input."""
    limits = {entry.name: getattr(arguments, entry.name, None) for entry in fields(Limit)}
    ceilings = Ceilings(Limit(**limits), threads=arguments.threads)
    for name in ("workers", "waiting"):
        if getattr(arguments, name) is not None and not 1 <= getattr(arguments, name) <= 10**6:
            raise InvalidOptions(f"--{name}: must be from 1 to 1000000, not {getattr(arguments, name)}")
    import numpy.random  # noqa: F401  the first search would wait for it

    if sys.stdin.isatty():
        print("springtail: type queries, one JSON object a line, and end them with Ctrl-D", file=sys.stderr)
    scheduler = Scheduler(arguments.workers, arguments.waiting)
    service = LineService(scheduler, ceilings, write_line)
    try:
        # Not sys.stdin: Python waits for who reads it when it ends.
        service.start(open(sys.stdin.fileno(), "rb", closefd=False))
        service.wait()
    except KeyboardInterrupt:
        if not scheduler.close(GRACE_SECONDS):
            raise
    return 0


def write_line(line: bytes) -> None:
    """Write a line to standard output as a whole and at once."""
    file, left = sys.stdout.fileno(), memoryview(line)
    while left:
        left = left[os.write(file, left) :]
