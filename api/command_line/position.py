"""How a verb is given a position: a JSON document, or a game with options and actions."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from springtail.command_line.numbers import whole
from springtail.cython_ext.errors import IllegalAction, InvalidOptions, InvalidPosition, shown
from springtail.cython_ext.game import Observation, State
from springtail.engines import game
from springtail.engines.documents import MOST_CHARACTERS, load


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="JSON document: a position, an observation or a record; - reads standard input",
    )
    instead = parser.add_argument_group("instead of FILE")
    instead.add_argument("--game", metavar="ID", help="begin this game; `springtail games` lists them")
    instead.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of the game, such as players=3, or name=@FILE where it takes a file; can be repeated",
    )
    instead.add_argument(
        "--actions",
        metavar="TEXT",
        default="",
        help='what was played so far: "4 4 5", or a JSON list where actions have blanks in them',
    )
    parser.add_argument("--seed", type=whole, help="of the deal, and of the search; default 0")


def read_position(arguments: argparse.Namespace) -> State | Observation:
    """Return what the arguments describe.

    Raises:
        InvalidPosition: for a bad file, document or action; also when nothing, or too much, is given.
        InvalidOptions: for an unknown game or option.
    """
    if arguments.game is not None and arguments.file is not None:
        raise InvalidPosition("FILE: give a file or --game, not both")
    if arguments.game is not None:
        return _begin(arguments)
    if arguments.option or arguments.actions:
        raise InvalidPosition("--game: missing; --option and --actions need it")
    if arguments.file is None:
        raise InvalidPosition("FILE: missing; give a JSON document, - for standard input, or --game ID")
    return load(read_file(arguments.file))


def read_state(arguments: argparse.Namespace) -> State:
    """Return what the arguments describe, as a whole position; errors are those of `read_position`."""
    position = read_position(arguments)
    if isinstance(position, State):
        return position
    if position.game.info.hidden:
        raise InvalidPosition("seat: this is what one seat sees; a whole position is needed")
    return position.sample(0)


def read_file(file: str) -> bytes:
    """Return the content of a file, or of standard input for "-", as far as a reader of documents will look.

    Raises:
        InvalidPosition: when the file cannot be read.
    """
    if file == "-":
        announce_terminal()
        return sys.stdin.buffer.read(MOST_CHARACTERS + 1)
    try:
        with open(file, "rb") as stream:
            return stream.read(MOST_CHARACTERS + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise InvalidPosition(unreadable(file, error)) from None


def unreadable(file: str, error: OSError | ValueError) -> str:
    """Return the reason why a file cannot be read."""
    return f"{file}: {getattr(error, 'strerror', None) or error}"


def announce_terminal() -> None:
    """Say on a terminal what is awaited there."""
    if sys.stdin.isatty():
        print("springtail: type or paste the JSON document, then end it (Ctrl-D)", file=sys.stderr)


def named_values(argument: str, pairs: Sequence[str], others: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values given as NAME=VALUE together with others.

    Raises:
        InvalidOptions: when one is not of that form, or a name is given twice.
    """
    values = dict(others)
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name in values:
            raise InvalidOptions(f"{argument}: {shown(pair)} {'is given twice' if equals else 'must be NAME=VALUE'}")
        values[name] = _value(value)
    return values


def _begin(arguments: argparse.Namespace) -> State:
    options = named_values("--option", arguments.option, {})
    state = game(arguments.game, **options).start(seed=0 if arguments.seed is None else arguments.seed)
    for ply, action in enumerate(_actions(arguments.actions)):
        try:
            state.apply_action(action)
        except IllegalAction as error:
            raise InvalidPosition(f"--actions[{ply}]: {error}") from None
    return state


def _actions(text: str) -> list[Any]:
    if not text.lstrip().startswith("["):
        return text.split()
    actions = _value(text)
    if not isinstance(actions, list):
        raise InvalidPosition("--actions: not a JSON list")
    return actions


def _value(text: str) -> Any:
    """Return a JSON value, the path that follows an @, or the text itself."""
    if text.startswith("@"):
        return Path(text[1:])
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
