"""Players head to head, each pair of them in a match of its own: every deal from every seat.

    python -m bench.strength.pairs spring mcts@0.2s alphabeta@0.2s auto@0.2s --games 200 --logs spring
    python -m bench.strength.pairs butterfly mcts@{500,1000,2000,4000}sims --neighbours --logs butterfly
    python -m bench.strength.pairs spring_rally ismcts@0.2s ismcts@0.2s,observers=multi --players 3 --games 90

The win share is that of the first player, its 95 % interval over deals, as the games of a deal go together; an interval
that holds the fair share means that so many games do not tell the two apart. With more than two seats one of a pair
sits alone, each in half of the games. `first seat` and `ties` are those of the match, whoever sat where. Each match has
its log in the folder (docs/matches.md), so it can be stopped and continued.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path

import springtail as st
from bench.report import Row, parser, show
from bench.strength.matches import log_of, summary


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play the match of each pair."""
    game = st.game(arguments.game, **({} if arguments.players is None else {"players": arguments.players}))
    pairs = pairwise(arguments.player) if arguments.neighbours else combinations(arguments.player, 2)
    for first, second in pairs:
        found = st.match(
            game,
            [first, second],
            arguments.games,
            log=log_of(arguments.logs, arguments.game, game.players, first, second),
            processes=arguments.processes,
        )
        if not found.sets:
            return
        yield {
            "game": arguments.game,
            "players": game.players,
            "player": first,
            "against": second,
            **summary(found),
            "first seat": found.seats[0],
            "ties": found.ties,
        }
        if found.stopped_by == "interrupt":
            return


def read_arguments() -> Namespace:
    """Return the arguments."""
    taken = parser(__doc__)
    taken.add_argument("game", choices=st.game_ids(), metavar="GAME")
    taken.add_argument("player", nargs="+", help="for instance mcts@5000sims,exploration=0.5")
    taken.add_argument("--neighbours", action="store_true", help="each against the next one only")
    taken.add_argument("--players", type=int, help="seats (default the game's own)")
    taken.add_argument("--games", type=int, default=200, help="of each match, at least (default %(default)s)")
    taken.add_argument("--processes", type=int, default=2, help="default %(default)s")
    taken.add_argument("--logs", type=Path, help="folder of logs, to continue and to append to")
    return taken.parse_args()


if __name__ == "__main__":
    arguments = read_arguments()
    show(rows(arguments), form=arguments.form)
