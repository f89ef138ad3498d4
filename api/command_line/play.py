"""Plays a game with people and engines at the table.

GAME is the id of a game, or a file with a JSON document to go on from: a record, also one that is cut off, or a
position. You are seat 0 and engines take the others, unless --seat says otherwise. The game is written to a file after
every move, so that nothing is lost. At the prompt, `help` lists what else one can write than actions.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from springtail.command_line import position
from springtail.command_line.numbers import whole
from springtail.cython_ext.errors import InvalidOptions, InvalidPosition
from springtail.cython_ext.game import Observation, Random, State
from springtail.engines import game, game_ids
from springtail.engines.documents import load, parse
from springtail.engines.records import read_records, replay_record
from springtail.play.game_file import GameFile, default_path, new_file
from springtail.play.json_lines import JsonLines
from springtail.play.seats import check_seats, read_seats
from springtail.play.session import Session, Voice
from springtail.play.table import Table
from springtail.play.terminal import Terminal

EXAMPLES = """\
  springtail play butterfly
  springtail play spring_rally --option players=3 --seat 0=human --seat 2=human
  springtail play spring --seat 0=mcts@0.5s --seat 1=human
  springtail play butterfly-2026-05-01-201500.json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="id of a game, or a JSON document to go on from")
    parser.add_argument(
        "--seat",
        metavar="SEAT=PLAYER",
        action="append",
        default=[],
        help="who plays a seat: human, or an engine such as auto@0.5s; others are auto; can be repeated",
    )
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="an option of the game; can be repeated"
    )
    parser.add_argument("--setup", metavar="FILE", help="JSON object with the set-up, instead of one that is drawn")
    parser.add_argument("--seed", type=whole, help="of the set-up and of chance events; default: a fresh one")
    kept = parser.add_mutually_exclusive_group()
    kept.add_argument("--save", metavar="FILE", help="keep the game there; default: a new file here when people play")
    kept.add_argument("--no-save", action="store_true", help="keep it nowhere")
    parser.add_argument(
        "--json", action="store_true", help="read actions from standard input, and print one JSON object a line"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until the game is over or left."""
    state = _begin(arguments)
    seats = read_seats(arguments.seat, state.game.players)
    people = [seat for seat, engine in enumerate(seats) if engine is None]
    if people and not arguments.json and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InvalidOptions(
            f"--seat: seat {people[0]} is a person's, who needs a terminal; give it an engine, such as "
            f"--seat {people[0]}=auto, or --json to write its actions to standard input"
        )
    check_seats(seats, state)
    voice: Voice = JsonLines() if arguments.json else Terminal()
    random = Random() if arguments.seed is None else Random([arguments.seed, 1])
    session = Session(Table(state, random), seats, voice, _file(arguments, state, bool(people)))
    if session.play() == "interrupt":
        raise KeyboardInterrupt
    return 0


def _begin(arguments: argparse.Namespace) -> State:
    """Return the position to play from.

    Raises:
        InvalidPosition: for a bad document, or a game that is over.
        InvalidOptions: for an unknown game or option.
    """
    if arguments.game in game_ids() or not Path(arguments.game).exists():
        its_game = game(arguments.game, **position.named_values("--option", arguments.option, {}))
        if arguments.setup is None:
            return its_game.start(seed=arguments.seed)
        return its_game.start(setup=parse(position.read_file(arguments.setup)))
    if arguments.option or arguments.setup is not None:
        raise InvalidOptions("--option, --setup: the document says already what is played")
    state = _read(arguments.game)
    if state.is_terminal():
        raise InvalidPosition(f"{arguments.game}: the game is over; `springtail replay` shows it")
    return state


def _read(file: str) -> State:
    """Return the position that a document leads to; a record that is cut off leads as far as it goes."""
    try:
        with open(file, "rb") as stream:
            entry = next(read_records(stream), None)
    except (OSError, ValueError) as error:
        raise InvalidPosition(position.unreadable(file, error)) from None
    if entry is not None and entry.cut_off:
        return replay_record(entry).state
    given = load(position.read_file(file))
    if isinstance(given, Observation):
        if given.game.info.hidden:
            raise InvalidPosition("seat: this is what one seat sees; playing on needs a whole position")
        return given.sample(0)
    return given


def _file(arguments: argparse.Namespace, state: State, has_people: bool) -> GameFile | None:
    """Return where the game is to be kept."""
    if arguments.save is not None:
        path = Path(arguments.save)
        is_gone_on_with = path.exists() and Path(arguments.game).exists() and path.samefile(arguments.game)
        return GameFile(path) if is_gone_on_with else new_file(path)
    return GameFile(default_path(state)) if has_people and not arguments.no_save else None
