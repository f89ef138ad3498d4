"""How well a search plays Butterfly: one seat searches, the others play greedily, seats rotated over the same deals.

    python -m bench.strength.butterfly --log butterfly.jsonl
    python -m bench.strength.butterfly --players 2 --player mcts@0.02s mcts@0.1s mcts@0.5s --log butterfly.jsonl

The log has one game a line; what it has is not played again, so a match can be stopped and continued. The interval is
Wilson's, 95 %. With a limit in seconds the strength depends on the machine and its load: see the simulations.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from bench.report import Row, parser, show
from bench.strength.matches import check_players, play_all, rotation, summary, wilson
from bench.turns import target

GOALS = {2: 0.9, 3: 2 / 3, 4: 2 / 4, 5: 2 / 5}
"""Players -> win share to reach against greedy at 0.1 s a move: 90 %, and twice the fair share."""


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play the match of each number of players and each player."""
    for players in arguments.players:
        for player in arguments.player:
            fixtures = rotation("butterfly", player, arguments.against, players, arguments.games)
            outcomes = play_all(fixtures, arguments.log, arguments.processes)
            if not outcomes:
                return
            row = summary(outcomes, wilson(sum(outcome.share for outcome in outcomes) / len(outcomes), len(outcomes)))
            yield {
                "players": players,
                "player": player,
                "against": arguments.against,
                **row,
                **target(row["win share"], at_least=GOALS[players] if arguments.against == "greedy" else None),
            }
            if len(outcomes) < len(fixtures):
                return


def read_arguments() -> Namespace:
    """Return the arguments, the names of players checked."""
    taken = parser(__doc__)
    taken.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5], choices=list(GOALS))
    taken.add_argument("--player", nargs="+", default=["mcts@0.1s"], help="whose strength (default %(default)s)")
    taken.add_argument("--against", default="greedy", help="at all other seats (default %(default)s)")
    taken.add_argument("--games", type=int, default=200, help="of each match, at least (default %(default)s)")
    taken.add_argument("--processes", type=int, default=2, help="default %(default)s")
    taken.add_argument("--log", type=Path, help="file to continue and to append to")
    arguments = taken.parse_args()
    try:
        check_players("butterfly", 2, (*arguments.player, arguments.against))
    except ValueError as error:
        taken.error(str(error))
    return arguments


if __name__ == "__main__":
    arguments = read_arguments()
    show(rows(arguments), as_json=arguments.json)
