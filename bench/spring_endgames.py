"""Solving phase 2 of Spring exactly: seconds of processor time and nodes by cards left.

    python -m bench.spring_endgames
    python -m bench.spring_endgames --cards 12 14 --positions 3 --most 1000000000

Positions come from games between two MCTS of few simulations, one of each game. What is found is the margin and one
best action. `growth` is how many times as many nodes one more card takes than in the row before. A position that is not
solved within `--most` nodes counts with the time they took.
"""

from __future__ import annotations

import statistics
import time
from argparse import Namespace
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show
from bench.turns import target

GOALS = {8: 1.0, 10: 30.0}
"""Cards left -> seconds at the median."""
SIMULATIONS = 100
"""Of each search in the games that the positions come from."""


def endgames(cards: list[int], positions: int) -> dict[int, list[st.State]]:
    """Return so many positions for each number of cards left, one a game."""
    found: dict[int, list[st.State]] = {left: [] for left in cards}
    limit = st.Limit(simulations=SIMULATIONS)
    for seed in range(positions):
        state, chance = st.game("spring").start(), st.Random(seed)
        while not state.is_terminal():
            left = state.game.plies_left(state)
            if left in found:
                found[left].append(state.clone())
            if left == min(cards):
                break
            if state.is_chance_node():
                state.apply_action(state.sample_chance(chance))
            else:
                state.apply_action(st.best_move(state, limit, solver="mcts", seed=chance.below(1 << 30)).move)
    return found


def rows(arguments: Namespace) -> Iterator[Row]:
    """Solve the positions."""
    limit = st.Limit(nodes=arguments.most, memory_mb=arguments.memory_mb)
    before: tuple[int, float] | None = None
    for cards, states in sorted(endgames(arguments.cards, arguments.positions).items()):
        seconds, nodes, solved = [], [], 0
        for state in states:
            started = time.process_time()
            solution = st.solve(state, "margin", limit, moves="one")
            seconds.append(time.process_time() - started)
            nodes.append(solution.nodes)
            solved += solution.status == "solved"
        mean = statistics.geometric_mean(nodes)
        growth = None if before is None else round((mean / before[1]) ** (1 / (cards - before[0])), 2)
        before = cards, mean
        median = statistics.median(seconds)
        yield {
            "cards left": cards,
            "positions": len(states),
            "solved": solved,
            "median s": round(median, 4),
            "worst s": round(max(seconds), 3),
            "median nodes": round(statistics.median(nodes)),
            "growth": growth,
            **target(median, at_most=GOALS.get(cards)),
        }


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--cards", type=int, nargs="+", default=[4, 6, 8, 10], help="cards left (default %(default)s)")
    taken.add_argument("--positions", type=int, default=100, help="of each number (default %(default)s)")
    taken.add_argument("--most", type=int, default=50_000_000, help="nodes of a solve (default %(default)s)")
    taken.add_argument("--memory-mb", type=int, default=512, help="default %(default)s")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)
