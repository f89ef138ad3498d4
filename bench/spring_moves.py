"""How often the move in phase 2 of Spring is an optimal one, by the exact solver.

    python -m bench.spring_moves
    python -m bench.spring_moves --seconds 0.2 --cards 8 --positions 50

The positions are those of bench.spring_endgames. A move is optimal when it keeps the exact value: the return, with
`--objective outcome`, or the margin.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

import springtail as st
from bench.report import Row, parser, show
from bench.spring_endgames import endgames
from bench.turns import target
from springtail.solvers.trees import Objective

GOAL = {(8, 1.0): 0.95}
"""(Cards left, seconds a move) -> share of optimal moves."""


def is_optimal(state: st.State, move: str, objective: Objective) -> bool:
    """Return whether a move keeps the exact value."""
    solution, after = st.solve(state, objective, moves="one"), st.solve(state.child(move), objective, moves="one")
    assert solution.value is not None
    assert after.value is not None
    if objective == "outcome":
        return after.value.returns == solution.value.returns
    return after.value.margins == solution.value.margins


def rows(arguments: Namespace) -> Iterator[Row]:
    """Choose the moves and judge them."""
    limit = st.Limit(time=arguments.seconds)
    states = endgames([arguments.cards], arguments.positions)[arguments.cards]
    found = [st.best_move(state, limit, solver=arguments.solver) for state in states]
    pairs = list(zip(states, found, strict=True))
    share = sum(is_optimal(state, analysis.move, arguments.objective) for state, analysis in pairs) / len(pairs)
    yield {
        "cards left": arguments.cards,
        "solver": arguments.solver,
        "seconds a move": arguments.seconds,
        "positions": len(pairs),
        "proven when chosen": sum(analysis.score.kind == "exact" for analysis in found),
        "optimal": share,
        **target(share, at_least=GOAL.get((arguments.cards, arguments.seconds))),
    }


if __name__ == "__main__":
    taken = parser(__doc__)
    taken.add_argument("--cards", type=int, default=8, help="cards left (default %(default)s)")
    taken.add_argument("--positions", type=int, default=100, help="at most (default %(default)s)")
    taken.add_argument("--seconds", type=float, default=1.0, help="a move (default %(default)s)")
    taken.add_argument("--solver", default="auto", help="default %(default)s")
    taken.add_argument("--objective", choices=["outcome", "margin"], default="outcome", help="default %(default)s")
    arguments = taken.parse_args()
    show(rows(arguments), form=arguments.form)
