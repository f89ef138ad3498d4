"""Perft: how many ways there are to play on, the field's measure for a move generator."""

from __future__ import annotations

from springtail.cython_ext.errors import InvalidLimit, InvalidPosition, shown
from springtail.cython_ext.game import State
from springtail.cython_ext.search.perft import count_leaves


def perft(state: State, depth: int) -> int:
    """Return the number of ways to play `depth` plies from a position.

    Decisions and chance events are plies, and every outcome of a chance event is one way, however likely. A game
    that is over before the depth counts nothing; one that ends with the last ply counts like any other.

    Args:
        state: where to begin; what it hides lies as it lies.
        depth: plies, 0 or more.

    Raises:
        InvalidPosition: when it is no State.
        InvalidLimit: when the depth is none.
        TooManyOutcomes: when a deal lies within the depth.

    >>> import springtail as st
    >>> st.perft(st.game("connect_four").start(), 4)
    2401
    """
    _check(state, depth, 0)
    return count_leaves(state, depth) if depth else 1


def perft_divide(state: State, depth: int) -> dict[str, int]:
    """Return the perft after each legal action, or each outcome of a chance event, one ply less deep.

    Arguments and errors are those of `perft`, but the depth is at least 1. The values add up to the perft.

    >>> import springtail as st
    >>> st.perft_divide(st.load({"game": "tic_tac_toe", "actions": ["b2", "a1", "a2", "c2", "b1", "b3"]}), 2)
    {'a3': 2, 'c1': 2, 'c3': 2}
    """
    _check(state, depth, 1)
    branches = sorted(outcome for outcome, _ in state.chance_weights()) or state.legal_actions()
    return {action: perft(state.child(action), depth - 1) for action in branches}


def _check(state: State, depth: int, least: int) -> None:
    if not isinstance(state, State):
        raise InvalidPosition(f"state: must be a State, not {type(state).__name__}")
    if type(depth) is not int or not least <= depth < 2**31:
        raise InvalidLimit(f"depth: must be a whole number from {least} to 2**31 - 1, not {shown(depth)}")
