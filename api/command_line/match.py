"""Plays many games between players, with seats and luck evened out, and says who is stronger.

A PLAYER is written as SOLVER@LIMIT[,SETTING=VALUE...] with the limit in s, sims, nodes or plies; as random, greedy,
greedy_margin or a heuristic of the game; or as jsonl[@LIMIT]:COMMAND, a program that speaks JSON lines.

With --log each game is written when it ends, and a match that was stopped, or killed, goes on where it was by the
same command. Without players the log is shown; with --games it goes on. Ctrl-C ends the match and shows the table.
"""

from __future__ import annotations

import argparse
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from springtail.command_line import output, position
from springtail.command_line.numbers import number, whole
from springtail.cython_ext.errors import InvalidOptions, InvalidPosition, Unsupported
from springtail.engines import game
from springtail.engines.records import read_records
from springtail.matches.fixtures import PAIRINGS
from springtail.matches.log import read_log
from springtail.matches.report import Report, Standing
from springtail.matches.runner import Progress, match, report_of
from springtail.matches.sprt import Sprt
from springtail.matches.statistics import WinShare
from springtail.solving import Rhythm

EXAMPLES = """\
  springtail match --game tic_tac_toe mcts@200sims random --games 40
  springtail match --game butterfly --option players=3 mcts@0.1s greedy random --games 300 --log three.jsonl
  springtail match --log three.jsonl
  springtail match --game spinnentwist alphabeta@2000nodes mcts@500sims --games 1000 --sprt 0,50 --log test.jsonl
  springtail match --game spring_rally --pairing first ismcts@0.2s winder --games 300 --processes 2 --json
  springtail match --game butterfly auto@0.2s "jsonl@0.2s:springtail jsonl" --openings positions.jsonl
  springtail match --game butterfly mcts@1s alphabeta@1s --games 5000 --log far.jsonl --scheduler tcp://10.0.0.1:8786
"""

DEFAULT_GAMES = 100
SECONDS_A_REPORT = 0.1
STOPPED = {
    "games": "all games were played",
    "sprt": "the test has decided",
    "interrupt": "it was interrupted",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("players", metavar="PLAYER", nargs="*", help="two or more; see above")
    what = parser.add_argument_group("what is played")
    what.add_argument("--game", metavar="ID", help="`springtail games` lists them")
    what.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[], help="of the game; can be repeated"
    )
    what.add_argument(
        "--games", type=whole, metavar="N", help=f"at least, the last set is played to its end; default {DEFAULT_GAMES}"
    )
    what.add_argument(
        "--pairing",
        choices=PAIRINGS,
        default=PAIRINGS[0],
        help="all players against each other (the default), or the first one against each other one",
    )
    what.add_argument("--openings", metavar="FILE", help="positions or records to begin with, one a line")
    what.add_argument("--seed", type=whole, default=0, help="of deals, chance, seat orders and players; default 0")
    what.add_argument("--timeout", type=number, metavar="SECONDS", help="for a move; who takes longer loses the game")
    what.add_argument(
        "--sprt", metavar="ELO0,ELO1", help="two players: stop when ELO0 or ELO1 is decided, with 5 %% error each"
    )
    how = parser.add_argument_group("how it is played")
    how.add_argument("--log", metavar="FILE", help="to go on with, and to write each game to")
    how.add_argument("--processes", type=whole, metavar="N", help="default one a core; 1 plays in this process")
    how.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask cluster to play on instead")
    output.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play and print the table; Ctrl-C and SIGTERM end the match, not the verb."""
    found = _played(arguments)
    if arguments.json:
        output.print_json(found.to_dict())
    else:
        print_report(found)
    return 0


def _played(arguments: argparse.Namespace) -> Report:
    given: dict[str, Any] = {
        "pairing": arguments.pairing,
        "seed": arguments.seed,
        "timeout": arguments.timeout,
        "openings": [] if arguments.openings is None else read_openings(arguments.openings),
    }
    players: Any = arguments.players
    if not players:
        if arguments.log is None:
            raise InvalidOptions("PLAYER: missing; name two or more players, or a match by --log")
        if arguments.games is None:
            return report_of(arguments.log, _sprt(arguments.sprt))
        head, _ = read_log(arguments.log)
        played = game(head["game"], **head["options"])
        players = head["players"]
        given |= {"pairing": head["line_ups"], "seed": head["seed"], "timeout": head["timeout"]}
    elif arguments.game is None:
        raise InvalidOptions("--game: missing; `springtail games` lists them")
    else:
        played = game(arguments.game, **position.named_values("--option", arguments.option, {}))
    with _terminated_like_ctrl_c(), _executor(arguments) as where, output.progress(_shown) as report:
        return match(
            played,
            players,
            DEFAULT_GAMES if arguments.games is None else arguments.games,
            log=arguments.log,
            sprt=_sprt(arguments.sprt),
            report=None if report is None else _now_and_then(report),
            **given,
            **where,
        )


def read_openings(file: str) -> list[dict[str, Any]]:
    """Return the documents of a file, one a line.

    Raises:
        InvalidPosition: when it cannot be read, naming the line.
    """
    try:
        with open(file, "rb") as stream:
            entries = list(read_records(stream))
    except OSError as error:
        raise InvalidPosition(position.unreadable(file, error)) from None
    wrong = next((entry for entry in entries if entry.wrong or entry.cut_off), None)
    if wrong is not None:
        raise InvalidPosition(f"{file}, line {wrong.line}: {wrong.wrong or 'is cut off'}")
    return [entry.fields for entry in entries]


def _sprt(text: str | None) -> Sprt | None:
    if text is None:
        return None
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise InvalidOptions(f"--sprt: must be two numbers such as 0,10, not {text[:60]!r}") from None
    return Sprt(elo0, elo1)


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Give the arguments of `match` that say where to play."""
    if arguments.scheduler is None:
        yield {"processes": _cores() if arguments.processes is None else arguments.processes}
        return
    if arguments.processes is not None:
        raise InvalidOptions("--scheduler: give it or --processes, not both")
    try:
        from distributed import Client
    except ImportError:
        raise Unsupported("--scheduler: needs Dask; pip install 'springtail[cluster]'") from None
    with Client(arguments.scheduler) as client:  # type: ignore[no-untyped-call]
        yield {"executor": client.get_executor()}


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _terminated_like_ctrl_c() -> Iterator[None]:
    """Take SIGTERM for Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _now_and_then(report: Callable[[Progress], None]) -> Callable[[Progress], None]:
    """Pass on what is reported some times a second: games may end more often than a terminal can draw."""
    rhythm = Rhythm(SECONDS_A_REPORT)
    return lambda progress: report(progress) if rhythm.is_due() or progress.games == progress.of else None


def _shown(progress: Progress) -> output.Shown:
    left = "" if progress.seconds_left is None else f", {_span(progress.seconds_left)} left"
    faults = f", {progress.faults} by faults" if progress.faults else ""
    text = f"{progress.games:,} of {progress.of:,} games{faults}, {progress.rate:.3g} a second{left}"
    return [(progress.of, progress.games)], text


def _span(seconds: float) -> str:
    """Return a time in the two largest of its units."""
    whole_seconds = round(seconds)
    for size, unit, below, smaller in ((86400, "d", 3600, "h"), (3600, "h", 60, "min"), (60, "min", 1, "s")):
        if whole_seconds >= size:
            return f"{whole_seconds // size} {unit} {whole_seconds % size // below} {smaller}"
    return f"{whole_seconds} s"


def print_report(found: Report) -> None:
    """Print a line a player, and what follows from all games."""
    ratings = {rating.player: f"{rating.mean:.1f} ± {rating.error:.1f}" for rating in found.ratings or []}
    headers = ("player", "games", "win share", "95 %", "margin", *RATING[: bool(ratings)], *HEADERS)
    output.print_table(headers, [_row(standing, ratings) for standing in found.standings])
    print()
    for line in _conclusions(found):
        print(line)


RATING = ("rating",)
HEADERS = ("crashes", "illegal", "too late", "s a move", "sims a move", "nodes a move")


def _row(standing: Standing, ratings: dict[str, str]) -> Sequence[str]:
    return (
        standing.player,
        f"{standing.games:,}",
        "-" if standing.win_share is None else f"{standing.win_share.value:.3f}",
        "-" if standing.win_share is None else _interval(standing.win_share),
        "-" if standing.margin is None else f"{standing.margin:+.2f}",
        *((ratings.get(standing.player, "-"),) if ratings else ()),
        *(f"{count:,}" for count in standing.faults.values()),
        f"{standing.seconds:.3g}",
        f"{standing.simulations:,.0f}",
        f"{standing.nodes:,.0f}",
    )


def _interval(share: WinShare) -> str:
    return f"{share.low:.3f} to {share.high:.3f}"


def _conclusions(found: Report) -> Iterator[str]:
    ended = "" if found.stopped_by is None else f"; ended because {STOPPED[found.stopped_by]}"
    yield f"{len(found.games):,} games, {len(found.sets):,} whole sets{ended}"
    if found.void:
        yield f"{found.void:,} games are void: each process that played them died"
    if found.seats:
        yield f"win share by seat: {', '.join(f'{share:.3f}' for share in found.seats)}"
    if found.ties is not None:
        yield f"games with more than one winner: {found.ties:.3f}"
    if found.elo is not None:
        low, value, high = (
            "beyond" if figure is None else f"{figure:+.0f}"
            for figure in (found.elo.low, found.elo.value, found.elo.high)
        )
        yield f"Elo of {found.standings[0].player} over {found.standings[1].player}: {value} ({low} to {high})"
    if found.verdict is not None:
        bounds = f"{found.verdict.bounds[0]:.2f} to {found.verdict.bounds[1]:.2f}"
        decision = found.verdict.decision or "not decided"
        yield f"SPRT: {decision}, log likelihood ratio {found.verdict.llr:.2f} ({bounds})"
        yield f"pairs by their share: {', '.join(map(str, found.verdict.pentanomial))}"
    if found.rank_test is not None:
        yield f"that players who all play alike differ so much has p = {found.rank_test.p_value:.3g}"
