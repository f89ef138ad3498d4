"""Connect four against OpenSpiel's compiled one: random playouts and MCTS, one thread each.

    python -m bench.peers.connect_four

Both engines search from the empty board with the same number of simulations, one playout each, and the same constant
of UCB1. Ours is called through the public API, so that making and reading the tree count.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyspiel

import springtail as st
from bench.peers import openspiel
from bench.report import Row, parser, show
from bench.turns import Contestant, compare
from springtail.cython_ext.search.playouts import playouts

LOCKSTEP_GAMES = 200


def rows(turns: int) -> Iterator[Row]:
    """Check that both play the same game, then compare."""
    ours = st.game("connect_four").start()
    theirs = pyspiel.load_game("connect_four").new_initial_state()
    openspiel.check_lockstep(lambda _: ours.clone(), lambda _: theirs.clone(), lambda action: action, LOCKSTEP_GAMES)
    yield compare(
        "random playouts",
        "playouts",
        Contestant("springtail", 200_000, lambda seed: playouts(ours, 200_000, seed)),
        Contestant("OpenSpiel", 10_000, lambda seed: openspiel.playouts(theirs, 10_000, seed)),
        turns=turns,
        at_least=25,
    )
    for simulations, goal in (10_000, 15), (100_000, 12):
        for exploration in 0.7, 1.4:
            yield compare_searches(ours, theirs, simulations, exploration, turns, goal)


def compare_searches(
    ours: st.State, theirs: pyspiel.State, simulations: int, exploration: float, turns: int, goal: float
) -> Row:
    """Compare MCTS of both with the same simulations a search and the same constant of UCB1."""
    limit = st.Limit(simulations=simulations)
    searches = max(1, 100_000 // simulations)

    def search_ours(seed: int) -> None:
        for number in range(searches):
            st.analyse(ours, limit, solver="mcts", seed=seed * searches + number, exploration=exploration)

    return compare(
        f"MCTS, {simulations:,} simulations a search, constant {exploration}",
        "simulations",
        Contestant("springtail", searches * simulations, search_ours),
        Contestant("OpenSpiel", simulations, lambda seed: openspiel.search(theirs, simulations, exploration, seed)),
        turns=turns,
        at_least=goal,
    )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=10).parse_args()
    show(rows(arguments.turns), as_json=arguments.json, packages=["open_spiel"])
