"""A picture of a position, or the curve of a record, as SVG.

A record is drawn at its end, or after --ply actions. With --analyse the best actions of the seat that moves are marked
with their values; with --curve every position is analysed and the values are drawn by ply.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from springtail.command_line import output, position, search
from springtail.command_line.numbers import number, whole
from springtail.curves import curve
from springtail.cython_ext.errors import InvalidOptions, InvalidPosition, Unsupported
from springtail.cython_ext.game import Observation, State
from springtail.cython_ext.svg import THEMES
from springtail.engines.documents import begin
from springtail.thinking import analyse

EXAMPLES = """\
  springtail render record.json --ply 12 -o position.svg
  springtail render record.json --seat 1 --format text
  springtail render --game butterfly --option players=3 --analyse --time 2 --theme dark -o best.svg
  springtail render record.json --curve --simulations 500 -o curve.svg
"""

FORMATS = ("svg", "text")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_argument_group("what to draw")
    what.add_argument("--ply", type=whole, metavar="N", help="after so many actions of a record; default all")
    what.add_argument("--seat", type=whole, metavar="N", help="what this seat sees; default all there is")
    kind = what.add_mutually_exclusive_group()
    kind.add_argument("--analyse", action="store_true", help="mark the best actions, with their values")
    kind.add_argument("--curve", action="store_true", help="the values of a record by ply; the limit is for each")
    how = parser.add_argument_group("how to draw it")
    how.add_argument("--format", choices=FORMATS, default="svg", help="default svg")
    how.add_argument("--theme", choices=THEMES, default="auto", help="default auto: what the reader prefers")
    how.add_argument("--size", type=number, metavar="PIXELS", help="width; default 480")
    how.add_argument("-o", "--output", metavar="FILE", help="write it there instead of to standard output")
    search.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the picture, or write it to a file."""
    limits = [name for name in ("time", "simulations", "nodes", "depth") if getattr(arguments, name) is not None]
    if limits and not (arguments.analyse or arguments.curve):
        raise InvalidOptions(f"--{limits[0]}: only with --analyse or --curve, nothing else is searched")
    if arguments.format == "text" and (arguments.analyse or arguments.curve):
        raise InvalidOptions("--format: marks and curves are drawn as svg; `springtail analyse` writes text")
    given = position.read_position(arguments)
    drawn, picture = _curve(arguments, given) if arguments.curve else _picture(arguments, given)
    if arguments.output is not None:
        Path(arguments.output).write_text(f"{picture}\n", "utf-8", newline="\n")
    if arguments.json:
        where = {"picture": picture} if arguments.output is None else {"file": arguments.output}
        output.print_json({"game": given.game.id, "format": arguments.format} | drawn | where)
    elif arguments.output is None:
        print(picture)
    return 0


def _curve(arguments: argparse.Namespace, given: State | Observation) -> tuple[dict[str, Any], str]:
    """Return what is to be said of the curve of a record, and the curve."""
    if not isinstance(given, State) or arguments.seat is not None:
        raise InvalidOptions("--curve: needs a whole record, not what one seat sees")
    with output.progress(_shown) as report:
        found = curve(
            given,
            search.limit_of(arguments),
            report=None if report is None else lambda done, all_plies: report((done, all_plies)),
            **search.settings_of(arguments),
        )
    scores = [None if score is None else score.to_dict() for score in found.scores]
    return {"scores": scores}, found.to_svg(ply=arguments.ply, size=arguments.size, theme=arguments.theme)


def _shown(progress: tuple[int, int]) -> output.Shown:
    done, plies = progress
    return [(plies, done)], f"{done} of {plies} positions"


def _picture(arguments: argparse.Namespace, given: State | Observation) -> tuple[dict[str, Any], str]:
    """Return what is to be said of the picture of a position, and the picture."""
    at_ply = given if arguments.ply is None else _at_ply(given, arguments.ply)
    view = at_ply if arguments.seat is None else _seen(at_ply, arguments.seat)
    if arguments.format == "text":
        return {}, view.draw()
    if not arguments.analyse:
        return {}, view.to_svg(size=arguments.size, theme=arguments.theme)
    found = search.search(arguments, view if view.game.info.hidden else at_ply, analyse)
    picture = view.to_svg(marks=found.marks(), size=arguments.size, theme=arguments.theme)
    return {"analysis": found.to_dict()}, picture


def _at_ply(given: State | Observation, ply: int) -> State:
    """Return the state after so many actions of a record."""
    if not isinstance(given, State):
        raise InvalidPosition("--ply: this is what one seat sees; a record has plies")
    try:
        state, actions = begin(given.record())
    except Unsupported:
        raise InvalidPosition("--ply: this is a position; a record has plies") from None
    if not 0 <= ply <= len(actions):
        raise InvalidPosition(f"--ply: must be a whole number from 0 to {len(actions)}, not {ply}")
    for action in actions[:ply]:
        state.apply_action(action)
    return state


def _seen(given: State | Observation, seat: int) -> Observation:
    """Return what a seat sees."""
    if isinstance(given, State):
        return given.observation(seat)
    if given.seat != seat:
        raise InvalidPosition(f"--seat: this is what seat {given.seat} sees")
    return given
