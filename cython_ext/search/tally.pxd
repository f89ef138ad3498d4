"""What Monte Carlo searches count at the root, and what they strive for."""
from libc.stdint cimport int64_t, uint32_t

from springtail.cython_ext.rules cimport MAX_SEATS, Action

cdef struct Objective:
    bint by_margin              # the margin alone counts
    double margin_weight        # else its share beside the return, to break ties
    double utility_per_point    # scales margins

cdef struct Tally:
    # What the simulations through one root action returned.
    double visits
    double returns[MAX_SEATS]
    double returns_squared[MAX_SEATS]
    double margins[MAX_SEATS]
    double margins_squared[MAX_SEATS]


cdef inline double utility(const Objective *objective, double value, double points) noexcept nogil:
    """What a seat strives for, from its return and its margin."""
    cdef double scaled = points * objective.utility_per_point
    if objective.by_margin:
        return scaled
    return value + objective.margin_weight * (min(max(scaled, -1.0), 1.0) - value)


cdef inline void add_simulation(Tally *tally, int seats, const double *returns, const double *margins) noexcept nogil:
    """Add one simulation."""
    cdef int seat
    tally.visits += 1
    for seat in range(seats):
        tally.returns[seat] += returns[seat]
        tally.returns_squared[seat] += returns[seat] * returns[seat]
        tally.margins[seat] += margins[seat]
        tally.margins_squared[seat] += margins[seat] * margins[seat]


cdef object root_row(Action action, int64_t visits, const Tally *tally, int seats, object exact)
cdef list to_list(const double *values, int length)
