"""How the scale of values is laid out; see scale.pxd."""
from springtail.cython_ext.rules cimport Rules, side_of

from typing import NamedTuple


class Figures(NamedTuple):
    """What a value stands for: returns and margins [seat]; `covers` says which of them it tells.

    "both", "returns" or "margins"; the others are then what such a return, or margin, usually comes with.
    """

    returns: list
    margins: list
    covers: str


cdef void fill_scale(Scale *scale, const Rules *rules, int viewer, bint by_margin) noexcept:
    """Lay out the scale for a viewer and an objective."""
    cdef bint chance = rules.outcomes != NULL
    cdef int seat, partners = 0
    scale.viewer = viewer
    scale.friends = 0
    for seat in range(rules.seats):
        if side_of(rules, seat) == side_of(rules, viewer):
            scale.friends |= 1 << seat
            partners += 1
    scale.by_margin = by_margin
    if by_margin:
        scale.per_point = 1LL << 33 if chance else 1 << 8
        scale.per_return = 0 if chance or rules.settles else 1 << 6
    else:
        scale.per_point = 1 << 10 if chance else 1
        scale.per_return = 1LL << 49 if chance else 1LL << 33
    scale.win = llrint(shared_return(rules.seats, partners) * scale.per_return)
    scale.loss = llrint(shared_return(rules.seats, 0) * scale.per_return)
    scale.worst_tie = llrint(shared_return(rules.seats, rules.seats) * scale.per_return)
    scale.best_tie = llrint(shared_return(rules.seats, min(2 * partners, rules.seats)) * scale.per_return)
    scale.most = scale.win + FARTHEST_MARGIN * scale.per_point if chance else FAR
    scale.least = scale.loss - FARTHEST_MARGIN * scale.per_point if chance else -FAR
    scale.too_large = False


cdef double shared_return(int seats, int winners) noexcept:
    """The return of one of so many winners; of a loser where there are none (rules/README, Returns)."""
    if seats == 1:
        return 1
    return ((<double>seats / winners if winners else 0.0) - 1) / (seats - 1)


cdef object figures(const Scale *scale, const Rules *rules, int64_t value, bint estimated):
    """Return the Figures of a value; of an estimate, which is no sum of a return and a margin.

    The seats that do not play for the viewer are taken to share the rest, and to have the opposite margin.
    """
    cdef double share, points
    cdef int seat, partners = 0
    for seat in range(rules.seats):
        partners += scale.friends >> seat & 1
    covers = "both"
    best = shared_return(rules.seats, partners)
    if estimated or rules.outcomes != NULL or scale.per_point == 0:
        covers = "margins" if scale.by_margin else "returns"
        if scale.by_margin:
            points = <double>value / scale.per_point
            share = min(max(points / rules.margin_scale, -1.0), 1.0) * best
        else:
            # The margin, which breaks ties, would lead out of the range.
            share = min(max(<double>value / scale.per_return, shared_return(rules.seats, 0)), best)
            points = share / best * rules.margin_scale
    elif scale.by_margin:
        points = mean(value, scale.per_point)
        share = nearest_return(scale, rules, value - mean(value, scale.per_point) * scale.per_point)
        if scale.per_return == 0:
            share = best if points > 0 else -best if points < 0 else 0
    else:
        share = nearest_return(scale, rules, value)
        points = value - llrint(share * scale.per_return)
    others = 0.0 if rules.seats == 1 else 0.0 - share * partners / (rules.seats - partners)
    return Figures(
        [share if scale.friends >> seat & 1 else others for seat in range(rules.seats)],
        [points if scale.friends >> seat & 1 else 0.0 - points for seat in range(rules.seats)],
        covers,
    )


cdef double nearest_return(const Scale *scale, const Rules *rules, int64_t value) noexcept:
    """The return, of those that a seat can have in the end, whose value is nearest."""
    cdef int winners
    cdef double found = shared_return(rules.seats, 0), other
    for winners in range(1, rules.seats + 1):
        other = shared_return(rules.seats, winners)
        if abs(value - llrint(other * scale.per_return)) < abs(value - llrint(found * scale.per_return)):
            found = other
    return found


cdef double rounding(const Scale *scale, const Rules *rules, int64_t farthest, int64_t gap):
    """How far, at the most, figures are from the truth: in returns, or in points where the margin is valued.

    One half for each chance node on a line, `gap` between bounds that were taken for equal, and what the margin adds to
    a return, `farthest` points at the most.
    """
    if rules.outcomes == NULL:
        return 0
    if scale.by_margin:
        return (0.5 * rules.longest_game + gap) / scale.per_point
    return (0.5 * rules.longest_game + gap + farthest * scale.per_point) / scale.per_return
