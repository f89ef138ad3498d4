"""How well a player does against others: it takes one seat, they the rest, seats rotated over the same deals.

    python -m bench.strength.against butterfly --logs butterfly
    python -m bench.strength.against butterfly --players 2 --player mcts@0.02s mcts@0.5s --logs butterfly
    python -m bench.strength.against spring_rally --player ismcts@0.2s --against winder --games 300

Each match has its log in the folder (docs/matches.md), so it can be stopped and continued. The interval is 95 %, over
deals. With a limit in seconds the strength depends on the machine and its load: see the simulations.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import springtail as st
from bench.report import Row, parser, show
from bench.strength.matches import log_of, summary
from bench.turns import target

GOALS = {
    ("butterfly", "greedy"): {2: 0.9, 3: 2 / 3, 4: 2 / 4, 5: 2 / 5},
    ("spinnentwist", "greedy"): {2: 0.95},
    ("spring", "greedy_margin"): {2: 0.8},
    ("spring", "random"): {2: 0.95},
    ("spring_on_a_string", "greedy"): {2: 0.9},
    ("spring_on_a_string", "random"): {2: 0.98},
    ("spring_rally", "random"): {3: 2.3 / 3, 4: 2.3 / 4, 5: 2.3 / 5},
    ("spring_rally", "winder"): {3: 1.5 / 3, 4: 1.5 / 4, 5: 1.5 / 5},
}
"""(Game, opponents) -> players -> win share to reach: 90 % against one, else a multiple of the fair share."""

DEFAULTS = {
    "butterfly": ("mcts@0.1s", "greedy"),
    "spinnentwist": ("alphabeta@0.2s", "greedy"),
    "spring": ("auto@0.2s", "greedy_margin"),
    "spring_on_a_string": ("auto@0.2s", "greedy"),
    "spring_rally": ("ismcts@0.2s", "winder"),
}
"""Game -> player and opponents."""


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play the match of each number of players and each player."""
    goals = GOALS.get((arguments.game, arguments.against), {})
    for players in arguments.players:
        for player in arguments.player:
            found = st.match(
                st.game(arguments.game, players=players),
                [player, arguments.against],
                arguments.games,
                pairing="first",
                log=log_of(arguments.logs, arguments.game, players, player, arguments.against),
                processes=arguments.processes,
            )
            share = found.standings[0].win_share
            if share is None:
                return
            yield {
                "game": arguments.game,
                "players": players,
                "player": player,
                "against": arguments.against,
                **summary(found),
                **target(share.value, at_least=goals.get(players)),
            }
            if found.stopped_by == "interrupt":
                return


def read_arguments() -> Namespace:
    """Return the arguments, defaults filled in."""
    taken = parser(__doc__)
    taken.add_argument("game", choices=list(DEFAULTS))
    taken.add_argument("--players", type=int, nargs="+", help="numbers of seats (default all)")
    taken.add_argument("--player", nargs="+", help=f"whose strength (default {DEFAULTS})")
    taken.add_argument("--against", help="at all other seats")
    taken.add_argument("--games", type=int, default=200, help="of each match, at least (default %(default)s)")
    taken.add_argument("--processes", type=int, default=2, help="default %(default)s")
    taken.add_argument("--logs", type=Path, help="folder of logs, to continue and to append to")
    arguments = taken.parse_args()
    player, against = DEFAULTS[arguments.game]
    arguments.player = arguments.player or [player]
    arguments.against = arguments.against or against
    arguments.players = arguments.players or list(st.game(arguments.game).info.players)
    return arguments


if __name__ == "__main__":
    arguments = read_arguments()
    show(rows(arguments), form=arguments.form)
