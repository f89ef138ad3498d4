"""From how many spiders before the end Spinnentwist is solved: seconds of processor time by spiders left of both.

    python -m bench.endings
    python -m bench.endings --left 5 6 --positions 20 --objective outcome --nodes 3000000

Positions come from games between two MCTS, one a game for each number of spiders left: the first turn that begins with
so many. The game ends when one of them has a single spider left, so with four the next loss or mating ends it, with
five the second at the latest. The limit is in nodes, so that a busy machine solves as many: 30 million take some 10 s.
`width` is how far apart the proven bounds of the positions that are not solved are on average.
"""

from __future__ import annotations

import statistics
import time
from argparse import Namespace
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show

SIMULATIONS = 400
"""Of each search in the games that the positions come from."""


def turns_of(seed: int, web: str) -> Iterator[tuple[int, st.State]]:
    """Play a game and yield the beginning of each turn with the number of spiders left."""
    state, chance, limit = st.game("spinnentwist", web=web).start(), st.Random(seed), st.Limit(simulations=SIMULATIONS)
    with st.Bot("mcts", seed=seed) as white, st.Bot("mcts", seed=seed + 1000) as black:
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(state.sample_chance(chance))
                continue
            fields = state.to_dict()["state"]
            if not fields["has_acted"] and fields["shaken"] is None:
                yield 20 - sum(fields["mated"]) - sum(fields["eaten"]), state.clone()
            state.apply_action((white, black)[state.current_player()].best_move(state, limit).move)


def endings(left: list[int], positions: int, web: str) -> dict[int, list[st.State]]:
    """Return so many positions for each number of spiders left, from as many games as it takes."""
    found: dict[int, list[st.State]] = {count: [] for count in left}
    seed = 0
    while any(len(states) < positions for states in found.values()):
        first: dict[int, st.State] = {}
        for count, state in turns_of(seed, web):
            first.setdefault(count, state)
        for count in found.keys() & first.keys():
            found[count].append(first[count])
        seed += 1
    return {count: states[:positions] for count, states in found.items()}


def rows(arguments: Namespace) -> Iterator[Row]:
    """Solve the positions."""
    for left, states in endings(arguments.left, arguments.positions, arguments.web).items():
        seconds, widths, solutions = [], [], []
        for state in states:
            started = time.process_time()
            solution = st.solve(state, arguments.objective, st.Limit(nodes=arguments.nodes), moves="one")
            took = time.process_time() - started
            solutions.append(solution)
            seconds.append(took)
            if solution.status != "solved":
                low, high = (figure(bound, arguments.objective, state.current_player()) for bound in solution.bounds)
                widths.append(high - low)
        yield {
            "web": arguments.web,
            "objective": arguments.objective,
            "left": left,
            "positions": len(states),
            "solved": sum(solution.status == "solved" for solution in solutions),
            "seconds": statistics.median(seconds),
            "most": max(seconds),
            "nodes": statistics.median(solution.nodes for solution in solutions),
            "deepest": statistics.median(solution.depth for solution in solutions),
            "width": statistics.fmean(widths) if widths else None,
        }


def figure(bound: st.Score | None, objective: str, seat: int) -> float:
    """Return the return or the margin of a bound."""
    assert bound is not None, "the rules of Spinnentwist bound every position"
    return (bound.margins if objective == "margin" else bound.returns)[seat]


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--web", default="sommermorgen", choices=["sommermorgen", "spiral"])
    taken.add_argument("--objective", default="margin", choices=["margin", "outcome"])
    taken.add_argument("--left", type=int, nargs="+", default=[4, 5, 6, 7, 8])
    taken.add_argument("--positions", type=int, default=20, help="of each (default %(default)s)")
    taken.add_argument("--nodes", type=int, default=30_000_000, help="a position (default %(default)s)")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)
