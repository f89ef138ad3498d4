"""The values of the best actions of a position."""

from __future__ import annotations

import argparse

from springtail.command_line import search
from springtail.thinking import analyse

EXAMPLES = """\
  springtail analyse examples/butterfly.json --time 10 --multipv 5
  springtail analyse --game tic_tac_toe --simulations 1000 --objective margin --json
"""

add_arguments = search.add_arguments


def run(arguments: argparse.Namespace) -> int:
    """Search and print the answer."""
    return search.run(arguments, analyse)
