"""Solving Butterfly for two exactly: seconds of processor time and nodes by tiles left.

    python -m bench.solving
    python -m bench.solving --nets sparse --tiles 12 14 16 18 20
    python -m bench.solving --tiles 36 --positions 4 --seed 1 --memory-mb 4096 --most 2000000000

Positions of random play with so many tiles on the board, before a move; 36 tiles are a whole deal, the hedgehog placed
where MCTS places it. What is found is the margin and one best action. `growth` is how many times as many nodes one
more tile takes than in the row before. A position that is not solved within `--most` nodes counts with the time they
took.
"""

from __future__ import annotations

import statistics
import time
from argparse import Namespace
from collections.abc import Iterator
from itertools import count, islice

import springtail as st
from bench.report import Row, parser, show
from bench.turns import target

GOALS = {("none", 20): 0.1, ("none", 24): 1.0, ("none", 28): 10.0, ("sparse", 16): 1.0, ("sparse", 20): 30.0}
"""(Nets, tiles left) -> seconds at the median."""
WHOLE_DEAL = 36
PLACING = st.Limit(simulations=20_000)


def endgame(nets: str, tiles: int, seed: int) -> st.State | None:
    """Return the position of a random game in which so many tiles are left, or None when it ends before."""
    state = st.game("butterfly", players=2, nets=nets).start(seed=seed)
    if tiles == WHOLE_DEAL:
        return state.child(st.best_move(state, PLACING, solver="mcts", seed=1).move)
    random = st.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(random))
            continue
        fields = state.to_dict()["state"]
        left = sum(tile is not None for row in fields["board"] for tile in row)
        if left == tiles and fields["hedgehog"] and not fields["pending"]:
            return state
        actions = state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    return None


def rows(arguments: Namespace) -> Iterator[Row]:
    """Solve the positions."""
    before: tuple[int, float] | None = None
    limit = st.Limit(nodes=arguments.most, memory_mb=arguments.memory_mb)
    for tiles in arguments.tiles:
        found = (endgame(arguments.nets, tiles, seed) for seed in count(arguments.seed))
        seconds, nodes, solved = [], [], 0
        for state in islice(filter(None, found), arguments.positions):
            started = time.process_time()
            solution = st.solve(state, "margin", limit, moves="one")
            seconds.append(time.process_time() - started)
            nodes.append(solution.nodes)
            solved += solution.status == "solved"
        median, middle = statistics.median(seconds), statistics.median(nodes)
        yield {
            "nets": arguments.nets,
            "tiles": tiles,
            "positions": len(seconds),
            "solved": solved,
            "seconds": median,
            "mean": statistics.mean(seconds),
            "longest": max(seconds),
            "nodes": round(middle),
            "growth": None if before is None else (middle / before[1]) ** (1 / (tiles - before[0])),
            **target(median, at_most=GOALS.get((arguments.nets, tiles))),
        }
        before = tiles, middle


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--nets", default="none", choices=["none", "sparse", "all"])
    taken.add_argument("--tiles", type=int, nargs="+", default=[20, 22, 24, 26, 28], help="left (default %(default)s)")
    taken.add_argument("--positions", type=int, default=50, help="of each (default %(default)s)")
    taken.add_argument("--seed", type=int, default=0, help="of the first position (default %(default)s)")
    taken.add_argument("--most", type=int, default=20_000_000, help="nodes for a position (default %(default)s)")
    taken.add_argument("--memory-mb", type=float, default=512.0, help="(default %(default)s)")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)
