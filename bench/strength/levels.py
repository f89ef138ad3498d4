"""The scale of levels of a game: each level against the one below, level 1 against random play.

    python -m bench.strength.levels spring --games 200 --log spring.jsonl        # the rows [[measured]] of its TOML
    python -m bench.strength.levels butterfly --players 3 --levels 2 4 --games 200
    python -m bench.strength.levels spring --levels full --games 40              # full strength, 100,000 nodes a move
    python -m bench.strength.levels --table                                      # the tables of docs/levels.md

All limits are in nodes, plies or simulations, so the figures are those of any machine. A share of 0.667
is two wins to one. The log goes on where it was; each pair has one of its own, FILE with the pair before its suffix.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import springtail as st
from bench.report import parser
from springtail.cython_ext.levels import Level, Measured

UNLIMITED = "1000000nodes"
"""More than any level searches."""
FULL = "auto@100000nodes"


def player(level: int | None) -> str:
    """Return a level as a player of a match; 0 plays at random, None is full strength."""
    if level == 0:
        return "random"
    return FULL if level is None else f"auto@{UNLIMITED},strength={level}"


def measure(game: st.Game, level: int | None, games: int, log: Path | None, processes: int) -> Measured:
    """Play a level against the one below and return what came out."""
    assert game.levels is not None
    below = len(game.levels.levels) if level is None else level - 1
    if log is not None:
        log = log.with_name(f"{log.stem}-{game.players}-{level or 'full'}{log.suffix}")
    found = st.match(game, [player(level), player(below)], games=games, log=log, processes=processes)
    share = found.standings[0].win_share
    assert share is not None
    scale = game.players / 2  # both sit at as many seats, so their win shares add up to two shares of a seat
    return Measured(
        level=level,
        players=game.players,
        games=len(found.games),
        share=round(share.value * scale, 3),
        low=round(share.low * scale, 3),
        high=round(min(share.high * scale, 1.0), 3),
    )


def as_toml(row: Measured) -> str:
    """Return a measurement as a row of levels.toml."""
    level = '"full"' if row.level is None else row.level
    figures = f"games = {row.games}\nshare = {row.share}\nlow = {row.low}\nhigh = {row.high}\n"
    return f"[[measured]]\nlevel = {level}\nplayers = {row.players}\n{figures}"


def table(game: st.Game) -> Iterator[str]:
    """Yield the lines of the table of a game."""
    assert game.levels is not None
    yield "| level | search | misjudges by | players | games | share against the level below |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for row in sorted(game.levels.measured, key=lambda row: (row.players, row.level or 99)):
        level = None if row.level is None else game.levels.levels[row.level - 1]
        search, error = ("`auto`, 100,000 nodes", "") if level is None else (_search(level), f"{level.misjudgement:g}")
        share = f"{row.share:.2f} ({row.low:.2f} to {row.high:.2f})"
        yield f"| {row.level or 'full'} | {search} | {error} | {row.players} | {row.games} | {share} |"


def _search(level: Level) -> str:
    limits = {"plies": level.depth, "nodes": level.nodes, "simulations": level.simulations}
    given = ", ".join(f"{most:,} {unit}" for unit, most in limits.items() if most is not None)
    return f"`{level.solver}`, {'1 ply' if given == '1 plies' else given}"


def read_arguments() -> Namespace:
    """Return the arguments."""
    taken = parser(__doc__)
    taken.add_argument("game", nargs="?", choices=st.game_ids(toys=False))
    taken.add_argument("--table", action="store_true", help="print what was measured")
    taken.add_argument("--players", type=int, help="seats (default the fewest)")
    taken.add_argument("--levels", nargs="+", help="which; `full` is full strength (default all but full)")
    taken.add_argument("--games", type=int, default=200, help="of each pair, at least (default %(default)s)")
    taken.add_argument("--processes", type=int, default=1, help="default %(default)s")
    taken.add_argument("--log", type=Path, help="file to continue and to append to")
    return taken.parse_args()


if __name__ == "__main__":
    arguments = read_arguments()
    if arguments.table:
        for game_id in st.game_ids(toys=False):
            print(f"\n### {st.game(game_id).title}\n", *table(st.game(game_id)), sep="\n")
        sys.exit()
    seats = arguments.players or min(st.game(arguments.game).info.players)
    game = st.game(arguments.game, **({"players": seats} if len(st.game(arguments.game).info.players) > 1 else {}))
    assert game.levels is not None
    names = arguments.levels or [str(number + 1) for number in range(len(game.levels.levels))]
    for name in names:
        level = None if name == "full" else int(name)
        print(as_toml(measure(game, level, arguments.games, arguments.log, arguments.processes)), flush=True)
