"""Solving one deal with open hands to the end of the game: seconds of processor time by tricks left.

    python -m bench.deals
    python -m bench.deals --tricks 7 --positions 11

Spring Rally, the beginning of a trick of the last round after random play, solved exactly by max^n.
solvers/auto.py decides by these figures when ISMCTS gives way to solving deals.
"""

from __future__ import annotations

import statistics
import time
from argparse import Namespace
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show
from bench.turns import target

GOALS = {(3, 5): 0.05, (3, 7): 5.0}
"""(Players, tricks left) -> seconds at the median."""


def last_tricks(players: int, tricks: int, seed: int) -> st.State | None:
    """Return the position of a random game in which so many tricks are left, or None when it ends before."""
    state = st.game("spring_rally", players=players).start(seed=seed)
    random = st.Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(state.sample_chance(random))
            continue
        fields = state.to_dict()["state"]
        if fields["round"] == 3 and not any(fields["table"]) and {len(hand) for hand in fields["hands"]} == {tricks}:
            return state
        actions = state.legal_actions()
        state.apply_action(actions[random.below(len(actions))])
    return None


def rows(arguments: Namespace) -> Iterator[Row]:
    """Solve the positions."""
    for tricks in arguments.tricks:
        seconds, nodes = [], []
        seed = 0
        while len(seconds) < arguments.positions:
            state = last_tricks(arguments.players, tricks, seed)
            seed += 1
            if state is None:
                continue
            started = time.process_time()
            found = st.analyse(state, st.Limit(nodes=10**10), solver="deals", open_hands=True)
            seconds.append(time.process_time() - started)
            nodes.append(found.nodes)
        median = statistics.median(seconds)
        yield {
            "players": arguments.players,
            "tricks": tricks,
            "positions": len(seconds),
            "seconds": median,
            "most": max(seconds),
            "nodes": statistics.median(nodes),
            **target(median, at_most=GOALS.get((arguments.players, tricks))),
        }


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--players", type=int, default=3, choices=[3, 4, 5])
    taken.add_argument("--tricks", type=int, nargs="+", default=[2, 3, 4, 5, 6])
    taken.add_argument("--positions", type=int, default=21, help="of each (default %(default)s)")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)
