"""Our side of a comparison, through the public API where there is one."""

from __future__ import annotations

import springtail as st
from bench.turns import Contestant
from springtail.cython_ext.search import playouts as bulk
from springtail.solvers.mcts import MCTS

EXPLORATION = MCTS.exploration
"""The constant of UCB1 that users get; peers are given the same."""


def playouts(state: st.State, count: int) -> Contestant:
    """Play a state to the end at random so many times a turn."""
    return Contestant("springtail", count, lambda seed: bulk.playouts(state, count, seed))


def searches(state: st.State, simulations: int, count: int) -> Contestant:
    """Search so many times a turn by MCTS, a new tree each time: making it and reading it count."""
    limit = st.Limit(simulations=simulations)

    def search(seed: int) -> None:
        for number in range(count):
            st.analyse(state, limit, solver="mcts", seed=seed * count + number)

    return Contestant("springtail", count * simulations, search)
