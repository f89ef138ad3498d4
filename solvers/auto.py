"""Which search for which position."""

from __future__ import annotations

from springtail.cython_ext.game import Observation, State
from springtail.solvers.limit import Limit

SECONDS_A_DEAL = {8: 0.0001, 12: 0.0005, 16: 0.004, 20: 0.02, 24: 0.15}
"""Plies left -> seconds to solve one deal with open hands, as measured on Spring Rally (bench/deals.py)."""

ENOUGH_DEALS = 40
"""Deals that a time limit must have room for before ISMCTS gives way to solving them."""


def choose(view: State | Observation, limit: Limit) -> list[str]:
    """Return the names of the solvers for what may be searched, the best first.

    What hides nothing is searched by mcts. An observation of a game that hides something is searched by ismcts, and
    near the end by deals, when the time limit has room for enough of them.
    """
    if isinstance(view, State) or not view.game.info.hidden:
        return ["mcts"]
    left = view.plies_left()
    if limit.time is None or left is None or view.count_worlds() is None:
        return ["ismcts"]
    cost = next((seconds for plies, seconds in SECONDS_A_DEAL.items() if left <= plies), None)
    fits = cost is not None and cost * ENOUGH_DEALS <= limit.time
    return ["deals", "ismcts"] if fits else ["ismcts"]
