"""Connect four against OpenSpiel's compiled one: random playouts and MCTS, one thread each.

    python -m bench.peers.connect_four

Both engines search from the empty board with the same number of simulations, one playout each, and the same constant
of UCB1. Ours is called through the public API, so that making and reading the tree count.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyspiel

import springtail as st
from bench.peers import openspiel, own
from bench.report import Row, parser, show
from bench.turns import compare

LOCKSTEP_GAMES = 200


def rows(turns: int) -> Iterator[Row]:
    """Check that both play the same game, then compare."""
    ours = st.game("connect_four").start()
    theirs = pyspiel.load_game("connect_four").new_initial_state()
    openspiel.check_lockstep(ours, theirs, LOCKSTEP_GAMES)
    yield compare(
        "random playouts",
        "playouts",
        own.playouts(ours, 200_000),
        openspiel.playouts(theirs, 10_000),
        turns=turns,
        at_least=25,
    )
    for simulations, goal in (10_000, 15), (100_000, 12):
        yield compare(
            f"MCTS, {simulations:,} simulations a search",
            "simulations",
            own.searches(ours, simulations, 100_000 // simulations),
            openspiel.searches(theirs, simulations, own.EXPLORATION),
            turns=turns,
            at_least=goal,
        )


if __name__ == "__main__":
    arguments = parser(__doc__, turns=10).parse_args()
    show(rows(arguments.turns), form=arguments.form, packages=["open_spiel"])
