"""The action to play in a position, with its reasons.

Where only one action is legal it is the answer at once; `analyse` searches on.
"""

from __future__ import annotations

import argparse

from springtail.command_line import search
from springtail.thinking import best_move

EXAMPLES = """\
  springtail best-move examples/butterfly.json --time 5
  springtail best-move --game connect_four --actions "4 4 5" --simulations 20000
  springtail best-move - --json < position.json
"""

add_arguments = search.add_arguments


def run(arguments: argparse.Namespace) -> int:
    """Search and print the answer."""
    return search.run(arguments, best_move)
