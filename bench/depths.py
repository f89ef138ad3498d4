"""How many plies alpha-beta looks ahead in a second of processor time, on average over fifty positions of each game.

    python -m bench.depths
    python -m bench.depths --game butterfly spinnentwist --seconds 0.2

The positions are those of the bench signature (`springtail bench`), which pins the mean depth under a limit in nodes,
so that it is the same on every machine. What a game hides is shown. Where all is searched to the end the depth is that
of the last iteration.
"""

from __future__ import annotations

import statistics
import time
from argparse import Namespace
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show
from springtail.command_line.bench import DEPTH_LIMIT, depth_positions, mean_depth
from springtail.solvers.alphabeta import AlphaBeta

STEP_SECONDS = 0.01


def depth_in(state: st.State, seconds: float) -> int:
    """Return the plies that alpha-beta looks ahead in so much processor time."""
    search = AlphaBeta(open_hands=True).begin(state, st.Limit())
    started = time.process_time()
    while search.finished is None and time.process_time() - started < seconds:
        search.step(STEP_SECONDS)
    return search.analysis(None, 0.0).depth


def rows(arguments: Namespace) -> Iterator[Row]:
    """Search the positions of each game."""
    for game_id in arguments.game:
        positions = depth_positions(game_id)
        yield {
            "game": game_id,
            "positions": len(positions),
            "seconds": arguments.seconds,
            "depth": statistics.fmean(depth_in(state, arguments.seconds) for state in positions),
            f"depth of {DEPTH_LIMIT.nodes:,} nodes": mean_depth(positions, DEPTH_LIMIT),
        }


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--game", nargs="+", default=st.game_ids(), choices=st.game_ids(), metavar="ID")
    taken.add_argument("--seconds", type=float, default=1.0, help="of processor time, a position (default %(default)s)")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)
