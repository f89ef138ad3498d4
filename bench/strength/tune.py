"""Two settings of a search head to head: every deal twice, seats swapped.

    python -m bench.strength.tune butterfly mcts@5000sims,exploration=0.5 mcts@5000sims,exploration=0.9 --deals 200

The win share is that of the first player; its 95 % interval is over deals, as the two games of a deal go together.
0.5 inside the interval says that this many deals do not tell the settings apart.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import springtail as st
from bench.report import Row, parser, show
from bench.strength.matches import summary


def rows(arguments: Namespace) -> Iterator[Row]:
    """Play the match."""
    first, second = arguments.first, arguments.second
    found = st.match(
        st.game(arguments.game, players=2),
        [first, second],
        2 * arguments.deals,
        log=arguments.log,
        processes=arguments.processes,
    )
    yield {"game": arguments.game, "first": first, "second": second, **summary(found)}


def read_arguments() -> Namespace:
    """Return the arguments."""
    taken = parser(__doc__)
    taken.add_argument("game", help="id of a game for two")
    taken.add_argument("first", help="for instance mcts@5000sims,exploration=0.5")
    taken.add_argument("second", help="for instance mcts@5000sims,exploration=0.9")
    taken.add_argument("--deals", type=int, default=100, help="two games each (default %(default)s)")
    taken.add_argument("--processes", type=int, default=2, help="default %(default)s")
    taken.add_argument("--log", type=Path, help="file to continue and to append to")
    return taken.parse_args()


if __name__ == "__main__":
    arguments = read_arguments()
    show(rows(arguments), as_json=arguments.json)
