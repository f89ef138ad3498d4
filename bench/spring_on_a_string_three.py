"""Spring on a String for three without animals: max^n to the end of the game, behind the first flower of each player.

    python -m bench.spring_on_a_string_three --positions 20

The first flowers are drawn at random. All players maximise their own result; the order of the flowers breaks ties, so
that another play of equals could end otherwise, and a value is not called exact.
"""

from __future__ import annotations

import random
from argparse import Namespace
from collections.abc import Iterator
from statistics import median

import springtail as st
from bench.report import Row, parser, show

PLAYERS = 3


def position(seed: int) -> st.State:
    """Return a position behind the first flower of each player."""
    draw = random.Random(seed)
    state = st.game("spring_on_a_string", players=PLAYERS, animals=0).start(seed=0)
    for _ in range(PLAYERS):
        state.apply_action(draw.choice(state.legal_actions()))
    return state


def rows(arguments: Namespace) -> Iterator[Row]:
    """Search the positions, each to its end or for the limit."""
    limit = st.Limit(time=arguments.seconds, memory_mb=arguments.memory_mb)
    found = [
        st.best_move(position(seed), limit, solver="alphabeta", others="max_n") for seed in range(arguments.positions)
    ]
    ended = [analysis for analysis in found if analysis.stopped_by == "proof"]
    yield {
        "positions": len(found),
        "searched to the end": len(ended),
        "seconds, median": median(analysis.time for analysis in found),
        "most": max(analysis.time for analysis in found),
        "nodes, median": median(analysis.nodes for analysis in found),
        **{f"seat {seat} wins": sum(analysis.score.returns[seat] > 0 for analysis in ended) for seat in range(PLAYERS)},
    }


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--positions", type=int, default=20, help="default %(default)s")
    taken.add_argument("--seconds", type=float, default=60.0, help="for each position (default %(default)s)")
    taken.add_argument("--memory-mb", type=float, default=2048.0, help="default %(default)s")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)
