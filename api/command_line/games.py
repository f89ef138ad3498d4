"""The games, with their options and how sure their components are.

A component is published (a source states it), inferred (it follows from what is published) or a reconstruction
(nobody published it; it fits all that is known).
"""

from __future__ import annotations

import argparse
import json
from typing import Any, get_args

from springtail.command_line import output
from springtail.cython_ext.info import Certainty
from springtail.services.games import describe_games

EXAMPLES = """\
  springtail games
  springtail games --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print all games."""
    games = describe_games()
    if arguments.json:
        output.print_json(games)
        return 0
    for entry in games:
        print(f"{entry['id']}: {entry['title']}, {_listed(entry['players'])} players")
        for name, option in entry["options"].items():
            choices = f": {_listed(option['values'])}" if len(option["values"]) > 1 else ""
            print(f"  {name}={_written(option['default'])}  {option['text']}{choices}")
        for certainty in get_args(Certainty):
            if components := [name for name, sure in entry["components"].items() if sure == certainty]:
                print(f"  {certainty}: {_listed(components)}")
    return 0


def _listed(values: list[Any]) -> str:
    return ", ".join(map(_written, values))


def _written(value: Any) -> str:
    """Return an option's value as --option takes it."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))
