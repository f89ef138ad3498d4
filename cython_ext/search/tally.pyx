"""The rows in which Monte Carlo searches report on the actions of the root."""

from libc.stdint cimport int64_t

from springtail.cython_ext.rules cimport Action

from typing import NamedTuple


class RootRow(NamedTuple):
    """What a tree knows of one action of the root.

    `tallied` counts the simulations that the sums cover; it is below `visits` in a tree that was kept from an
    earlier search. Returns, margins and their squares are sums [seat]; `exact` is (returns, margins) [seat], or None
    when nothing is proven.
    """

    action: int
    visits: int
    tallied: int
    returns: list
    returns_squared: list
    margins: list
    margins_squared: list
    exact: tuple | None


cdef object root_row(Action action, int64_t visits, const Tally *tally, int seats, object exact):
    return RootRow(
        action,
        visits,
        <int64_t>tally.visits,
        to_list(tally.returns, seats),
        to_list(tally.returns_squared, seats),
        to_list(tally.margins, seats),
        to_list(tally.margins_squared, seats),
        exact,
    )


cdef list to_list(const double *values, int length):
    cdef int at
    return [values[at] for at in range(length)]
