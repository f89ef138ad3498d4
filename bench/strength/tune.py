"""Two settings of a search head to head: every deal twice, seats swapped.

    python -m bench.strength.tune butterfly mcts:exploration=0.5@5000 mcts:exploration=0.9@5000 --deals 200

The win share is that of the first player; its 95 % interval is over deals, as the two games of a deal go together.
0.5 inside the interval says that this many deals do not tell the settings apart.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from bench.report import Row, parser, show
from bench.strength.matches import Fixture, check_players, paired, play_all, summary


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play the match."""
    first, second = arguments.first, arguments.second
    fixtures = [
        Fixture(arguments.game, deal, seats, seats.index(first))
        for deal in range(arguments.deals)
        for seats in ((first, second), (second, first))
    ]
    outcomes = play_all(fixtures, arguments.log, arguments.processes)
    if outcomes:
        yield {"game": arguments.game, "first": first, "second": second, **summary(outcomes, paired(outcomes))}


def read_arguments() -> Namespace:
    """Return the arguments, the names of players checked."""
    taken = parser(__doc__)
    taken.add_argument("game", help="id of a game for two")
    taken.add_argument("first", help="for instance mcts:exploration=0.5@5000")
    taken.add_argument("second", help="for instance mcts:exploration=0.9@5000")
    taken.add_argument("--deals", type=int, default=100, help="two games each (default %(default)s)")
    taken.add_argument("--processes", type=int, default=2, help="default %(default)s")
    taken.add_argument("--log", type=Path, help="file to continue and to append to")
    arguments = taken.parse_args()
    if arguments.first == arguments.second:
        taken.error("first and second are the same")
    try:
        check_players(arguments.game, 2, (arguments.first, arguments.second))
    except ValueError as error:
        taken.error(str(error))
    return arguments


if __name__ == "__main__":
    arguments = read_arguments()
    show(rows(arguments), as_json=arguments.json)
