"""The value of a position as one whole number, for searches that compare values exactly.

A value is a return and a margin, each times a weight, added up. What decides has a weight that no amount of the
other outweighs; the other breaks ties. Without chance both can be read back from the sum. At a chance node the mean
is rounded to a whole number, half away from zero. That makes a value depend on the position alone, never on the
order of looking, and moves it by at most one half for each chance node on the way.

| objective | chance | a return of 1 | a point of margin |
| outcome | no | 2**33 | 1 |
| outcome | yes | 2**49 | 2**10 |
| margin | no | 2**6 | 2**8 |
| margin | yes | 0 | 2**33 |

Where positions leave out settled points (Rules.settles), a return under objective "margin" counts nothing either.
"""
from libc.math cimport llrint
from libc.stdint cimport int32_t, int64_t, uint32_t

from springtail.cython_ext.rules cimport MAX_SEATS, Rules, margin

cdef enum:
    FARTHEST_MARGIN = 1 << 16   # where there is chance, margins stay below this
    HEAVIEST_NODE = 1 << 12     # and the weights of a chance node add up to no more

cdef extern from *:
    """
    #define SPRINGTAIL_FAR ((int64_t)1 << 60)
    #define SPRINGTAIL_MODESTY 0.999
    """
    # Beyond every value. Where there is chance, values stay below 2**50, so that they can be weighted and added up.
    const int64_t FAR "SPRINGTAIL_FAR"
    # Estimates are this much nearer to nothing than a sole win, which is proven.
    const double MODESTY "SPRINGTAIL_MODESTY"

cdef struct Scale:
    int viewer              # the seat whose return and margin are valued
    uint32_t friends        # set of the seats that play for it; all others play against it
    bint by_margin          # objective "margin"
    int64_t per_return
    int64_t per_point
    int64_t win             # value of the return of winning alone, or with the partners only
    int64_t loss
    int64_t worst_tie       # of sharing the win
    int64_t best_tie
    int64_t least           # no value is below this
    int64_t most
    bint too_large          # a margin or a weight was met that the scale has no room for


cdef inline int64_t worth(Scale *scale, double value, int32_t points) noexcept nogil:
    """Value of a return and a margin of the viewer."""
    cdef int64_t sum = llrint(value * scale.per_return) + points * scale.per_point
    if sum < scale.least or sum > scale.most:
        scale.too_large = True
    return sum


cdef inline int64_t worth_of_end(Scale *scale, const Rules *rules, const void *state) noexcept nogil:
    """Value of a finished game."""
    cdef int32_t scores[MAX_SEATS]
    cdef double returns[MAX_SEATS]
    rules.results(rules, state, scores, returns)
    return worth(scale, returns[scale.viewer], margin(rules, scores, scale.viewer))


cdef inline int64_t least_worth(const Scale *scale, int32_t points) noexcept nogil:
    """Lowest value of a game that ends with at least this margin."""
    return points * scale.per_point + (scale.win if points > 0 else scale.loss if points < 0 else scale.worst_tie)


cdef inline int64_t most_worth(const Scale *scale, int32_t points) noexcept nogil:
    """Highest value of a game that ends with at most this margin."""
    return points * scale.per_point + (scale.win if points > 0 else scale.loss if points < 0 else scale.best_tie)


cdef inline int64_t estimated_worth(const Scale *scale, const Rules *rules, const void *state) noexcept nogil:
    """Estimate from the game's own static estimate, or from the margin as it stands."""
    cdef int32_t scores[MAX_SEATS]
    cdef double returns[MAX_SEATS]
    cdef double estimate
    if rules.estimate != NULL:
        rules.estimate(rules, state, returns)
        estimate = returns[scale.viewer]
    else:
        rules.results(rules, state, scores, returns)
        estimate = margin(rules, scores, scale.viewer) / rules.margin_scale
    if scale.by_margin:
        return llrint(estimate * rules.margin_scale * scale.per_point)
    return llrint(min(max(estimate, -1.0), 1.0) * MODESTY * scale.per_return)


cdef inline int64_t mean(int64_t sum, int64_t weight) noexcept nogil:
    """Rounded mean from a weighted sum, half away from zero."""
    return (sum + weight // 2) // weight if sum >= 0 else -((-sum + weight // 2) // weight)


cdef inline int64_t ratio_down(int64_t a, int64_t b) noexcept nogil:
    """a / b rounded down, for b > 0."""
    cdef int64_t quotient = a // b
    return quotient - (quotient * b > a)


cdef inline int64_t ratio_up(int64_t a, int64_t b) noexcept nogil:
    """a / b rounded up, for b > 0."""
    cdef int64_t quotient = a // b
    return quotient + (quotient * b < a)


cdef object figures(const Scale *scale, const Rules *rules, int64_t value, bint estimated)
cdef double rounding(const Scale *scale, const Rules *rules, int64_t farthest, int64_t gap)
cdef void fill_scale(Scale *scale, const Rules *rules, int viewer, bint by_margin) noexcept
