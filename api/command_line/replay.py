"""Plays records through, and with --check says where they and the engine disagree.

FILE has one record, or one a line, plain or gzipped; a conformance trace, or a game in the log of a match, is a record
that tells more. A record that is cut off at the end of the file is read up to there.
"""

from __future__ import annotations

import argparse
from typing import Any

from springtail.command_line import output
from springtail.command_line.record_file import read_entries
from springtail.cython_ext.errors import InvalidPosition, SpringtailError
from springtail.cython_ext.game import State
from springtail.engines.records import Entry, replay_record

EXAMPLES = """\
  springtail replay game.json
  springtail replay --check traces.jsonl.gz
"""

FAILED = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="records as JSON, one or one a line; - reads standard input")
    parser.add_argument(
        "--check",
        action="store_true",
        help="compare legal actions, outcomes, scores and winners; exit 1 on a difference",
    )
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line a record, and the last position when there is one record only; with --check what differs."""
    answers: list[dict[str, Any]] = []
    last: State | None = None
    for entry in read_entries(arguments.file):
        answer, last = _replay(entry, arguments.check)
        answers.append(answer)
        says_more = not arguments.check or answer["disagreement"] is not None or answer["cut_off"]
        if says_more and not arguments.json:
            print(_in_words(answer))
    if not answers:
        raise InvalidPosition(f"{arguments.file}: there is no record in it")
    failures = sum(answer["disagreement"] is not None for answer in answers)
    if arguments.json:
        output.print_json(answers)
    elif arguments.check:
        print(f"{len(answers) - failures} of {len(answers)} records agree")
    elif len(answers) == 1 and last is not None:
        print(f"\n{last.draw()}")
    return FAILED if failures else 0


def _replay(entry: Entry, check: bool) -> tuple[dict[str, Any], State | None]:
    """Return what there is to say of a record, and where it ends if it can be played."""
    try:
        replay = replay_record(entry, check)
    except SpringtailError as error:
        if not check:
            raise InvalidPosition(f"line {entry.line}: {error}") from None
        return {"line": entry.line, "cut_off": entry.cut_off, "disagreement": str(error)}, None
    state = replay.state
    answer = {
        "line": entry.line,
        "game": state.game.id,
        "plies": replay.plies,
        "cut_off": entry.cut_off,
        "over": state.is_terminal(),
        "scores": state.scores(),
        "winners": state.winners(),
        "disagreement": replay.disagreement,
    }
    return answer, state


def _in_words(answer: dict[str, Any]) -> str:
    where = f"line {answer['line']}"
    if answer["disagreement"] is not None:
        return f"{where}: {answer['disagreement']}"
    scores = " ".join(map(str, answer["scores"]))
    winners = " and ".join(map(str, answer["winners"]))
    end = (f"won by seat {winners}" if answer["over"] else "not over") + ", cut off there" * answer["cut_off"]
    return f"{where}: {answer['game']}, {answer['plies']} plies, scores {scores}, {end}"
