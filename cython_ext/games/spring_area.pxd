"""Own areas of Spring as sets of bits: where cards fit, and what an area is worth with pots.

An own area is at most ten spaces wide and high, so a set of its spaces is two words: rows of
eleven bits follow each other, the last column always free. Below, an area of 3 x 2 spaces:

          R R .       red    bits 0 1 12
          W R W       white  bits 11 13

A place on an area is a number too, that of the top left space moved by one row and column:
place 12 lays a card's top left space on bit 0, place 0 one step up and left of it.

A pattern is four bits, top left space first, 1 for white.
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp

from springtail.cython_ext.bits cimport hash_bytes
from springtail.cython_ext.wide_bits cimport (
    Bits, both, down_by, either, first_of, is_empty, meet, same, single, size_of, take_first, up_by, without,
)

cdef enum:
    WIDTH = 11              # bits of a row
    MOST_SPACES = 28        # of nine cards
    WHOLE_CARD = 15

cdef enum:                  # colours
    RED
    WHITE

cdef enum:                  # flowers as their owner sees them
    OWN
    OTHER

ctypedef struct Area:
    Bits shown[2]           # [colour]
    int8_t left             # where bit 0 is in the notation
    int8_t top
    uint8_t width
    uint8_t height
    uint8_t unused[4]


# Laying cards.

cdef inline Bits card_bits(int spaces, int bit) noexcept nogil:
    """Return some spaces of a card, a pattern of them, whose top left space is on a bit."""
    cdef uint64_t card = (
        (spaces >> 3 & 1) | (spaces >> 1 & 2) | <uint64_t>(spaces >> 1 & 1) << WIDTH
        | <uint64_t>(spaces & 1) << (WIDTH + 1)
    )
    cdef Bits bits = Bits(words=[0, 0])
    if bit >= 64:
        bits.words[1] = card << (bit - 64)
    else:
        bits.words[0] = card << bit
        if bit > 64 - 2 * WIDTH:
            bits.words[1] = card >> (64 - bit)
    return bits


cdef inline Bits places_touching(const Area *area) noexcept nogil:
    """Return the places where a card lies on something; of an empty area, the only one (ruling S32)."""
    cdef Bits spaces = either(area.shown[RED], area.shown[WHITE])
    if area.width == 0:
        return single(WIDTH + 1)
    spaces = either(spaces, up_by(spaces, 1))
    return either(spaces, up_by(spaces, WIDTH))


cdef inline Bits area_places(const Area *area, Bits touching, int pattern) noexcept nogil:
    """Return the places of a pattern (ruling S33)."""
    cdef Bits barred = area.shown[pattern & 1 ^ 1]
    barred = either(barred, up_by(area.shown[pattern >> 1 & 1 ^ 1], 1))
    barred = either(barred, up_by(area.shown[pattern >> 2 & 1 ^ 1], WIDTH))
    barred = either(barred, up_by(area.shown[pattern >> 3 & 1 ^ 1], WIDTH + 1))
    return without(touching, barred)


cdef inline void lay_in_area(Area *area, int pattern, int place) noexcept nogil:
    """Lay a card at a place."""
    cdef int x = place % WIDTH - 1, y = place // WIDTH - 1, shift = 0
    if x < 0:
        shift = 1
        area.left -= 1
        area.width += 1
        x = 0
    if y < 0:
        shift += WIDTH
        area.top -= 1
        area.height += 1
        y = 0
    if shift:
        area.shown[RED] = up_by(area.shown[RED], shift)
        area.shown[WHITE] = up_by(area.shown[WHITE], shift)
    area.shown[WHITE] = either(area.shown[WHITE], card_bits(pattern, y * WIDTH + x))
    area.shown[RED] = either(area.shown[RED], card_bits(WHOLE_CARD ^ pattern, y * WIDTH + x))
    area.width = <uint8_t>max(area.width, x + 2)
    area.height = <uint8_t>max(area.height, y + 2)


# Images of areas, for positions that go on alike.

cdef inline uint64_t reversed_word(uint64_t word) noexcept nogil:
    word = (word >> 1 & 0x5555555555555555ULL) | (word & 0x5555555555555555ULL) << 1
    word = (word >> 2 & 0x3333333333333333ULL) | (word & 0x3333333333333333ULL) << 2
    word = (word >> 4 & 0x0f0f0f0f0f0f0f0fULL) | (word & 0x0f0f0f0f0f0f0f0fULL) << 4
    word = (word >> 8 & 0x00ff00ff00ff00ffULL) | (word & 0x00ff00ff00ff00ffULL) << 8
    word = (word >> 16 & 0x0000ffff0000ffffULL) | (word & 0x0000ffff0000ffffULL) << 16
    return word >> 32 | word << 32


cdef inline Bits turned_round(Bits spaces, const Area *area) noexcept nogil:
    """Return spaces of an area as they are after a half turn."""
    cdef Bits bits
    cdef int down = 127 - ((area.height - 1) * WIDTH + area.width - 1)
    bits.words[0] = reversed_word(spaces.words[1])
    bits.words[1] = reversed_word(spaces.words[0])
    if down >= 64:
        bits.words[0] = bits.words[1]
        bits.words[1] = 0
        down -= 64
    return down_by(bits, down) if down else bits


cdef inline Bits upside_down(Bits spaces, const Area *area) noexcept nogil:
    """Return spaces of an area with the order of the rows reversed."""
    cdef Bits bits = Bits(words=[0, 0])
    cdef int _
    for _ in range(area.height):
        bits = up_by(bits, WIDTH)
        bits.words[0] |= spaces.words[0] & ((1 << WIDTH) - 1)
        spaces = down_by(spaces, WIDTH)
    return bits


# Groups of connected flowers.

cdef struct Groups:
    Bits spaces[2][MOST_SPACES]     # [OWN or OTHER, group]
    uint8_t sizes[2][MOST_SPACES]
    int counts[2]


cdef struct Points:         # of an area, for its owner
    int garden              # spaces of the big garden
    int unattached          # own spaces outside it
    int opposing            # gardens of the other colour


cdef inline Bits neighbours(Bits bits) noexcept nogil:
    return either(
        either(up_by(bits, 1), down_by(bits, 1)), either(up_by(bits, WIDTH), down_by(bits, WIDTH))
    )


cdef inline void add_group(Groups *groups, int side, Bits group) noexcept nogil:
    cdef int at = groups.counts[side]
    groups.spaces[side][at] = group
    groups.sizes[side][at] = <uint8_t>size_of(group)
    groups.counts[side] = at + 1


cdef inline void drop_group(Groups *groups, int side, int at) noexcept nogil:
    """Remove a group; the last one takes its number."""
    cdef int last = groups.counts[side] - 1
    groups.spaces[side][at] = groups.spaces[side][last]
    groups.sizes[side][at] = groups.sizes[side][last]
    groups.counts[side] = last


cdef inline void add_groups(Groups *groups, int side, Bits spaces) noexcept nogil:
    """Add the groups that a set of spaces falls into."""
    cdef Bits group, grown
    while not is_empty(spaces):
        group = single(first_of(spaces))
        grown = either(group, both(neighbours(group), spaces))
        while not same(grown, group):
            group = grown
            grown = either(group, both(neighbours(group), spaces))
        add_group(groups, side, group)
        spaces = without(spaces, group)


cdef inline void part(Groups *groups, Bits own, Bits other) noexcept nogil:
    """Fill in the groups of an area."""
    groups.counts[OWN] = 0
    groups.counts[OTHER] = 0
    add_groups(groups, OWN, own)
    add_groups(groups, OTHER, other)


cdef inline void copy_groups(const Groups *groups, Groups *into) noexcept nogil:
    cdef int side, at
    for side in range(2):
        into.counts[side] = groups.counts[side]
        for at in range(groups.counts[side]):
            into.spaces[side][at] = groups.spaces[side][at]
            into.sizes[side][at] = groups.sizes[side][at]


cdef inline void recolour(Groups *groups, Bits space, int side) noexcept nogil:
    """Give a space of the other side to this one: groups beside it join, the one it was in may fall apart."""
    cdef Bits near = neighbours(space), joined = space, left
    cdef int at = groups.counts[side]
    while at:
        at -= 1
        if meet(groups.spaces[side][at], near):
            joined = either(joined, groups.spaces[side][at])
            drop_group(groups, side, at)
    add_group(groups, side, joined)
    at = 0
    while not meet(groups.spaces[side ^ 1][at], space):
        at += 1
    left = without(groups.spaces[side ^ 1][at], space)
    drop_group(groups, side ^ 1, at)
    if size_of(both(left, near)) > 1:
        add_groups(groups, side ^ 1, left)
    elif not is_empty(left):
        add_group(groups, side ^ 1, left)


cdef inline Points points_of(const Groups *groups) noexcept nogil:
    """Count what phase 2 scores (rulings S45 to S47)."""
    cdef Points points = Points(garden=0, unattached=0, opposing=0)
    cdef int at, size
    for at in range(groups.counts[OWN]):
        size = groups.sizes[OWN][at]
        points.unattached += size
        points.garden = max(points.garden, size)
    points.unattached -= points.garden
    for at in range(groups.counts[OTHER]):
        points.opposing += groups.sizes[OTHER][at] > 1
    return points


cdef inline int total_of(Points points) noexcept nogil:
    return points.garden - points.unattached - points.opposing


# Decoration with pots (rulings S40 to S44).

cdef struct Decoration:
    Points best
    int other_pots          # at the beginning


cdef inline Bits outside_garden(const Groups *groups) noexcept nogil:
    """Return the own spaces that an opposing pot may go on: of several largest groups any one is the garden (S42)."""
    cdef Bits spaces = Bits(words=[0, 0])
    cdef int at, garden = 0, size, largest = 0, of_that_size = 0
    for at in range(groups.counts[OWN]):
        spaces = either(spaces, groups.spaces[OWN][at])
        size = groups.sizes[OWN][at]
        if size > largest:
            largest = size
            garden = at
            of_that_size = 0
        of_that_size += size == largest
    return without(spaces, groups.spaces[OWN][garden]) if of_that_size == 1 else spaces


cdef inline void keep_best(Decoration *made, Points points) noexcept nogil:
    if total_of(points) > total_of(made.best):
        made.best = points


cdef inline int gardens_joined(const Groups *groups, Bits space) noexcept nogil:
    """Return how many opposing gardens there are less when a space becomes opposing; -1 when there is one more."""
    cdef Bits near = neighbours(space)
    cdef int at, joined = 0, touched = 0
    for at in range(groups.counts[OTHER]):
        if meet(groups.spaces[OTHER][at], near):
            touched = 1
            joined += groups.sizes[OTHER][at] > 1
    return joined - touched


cdef inline int most_of_other_pots(int unattached, int opposing, int pots) noexcept nogil:
    """Return a bound on what opposing pots can bring: each takes away an unattached flower, all may join gardens."""
    return min(unattached, pots) + max(opposing - 1, 0)


cdef inline void add_other_pots(Decoration *made, const Groups *groups, Bits potted, int pots) noexcept nogil:
    """Try opposing pots, with no own ones after them."""
    cdef Points points = points_of(groups), after_points
    cdef Bits spaces, space
    cdef Groups after
    if total_of(points) + most_of_other_pots(points.unattached, points.opposing, pots) <= total_of(made.best):
        return
    spaces = without(outside_garden(groups), potted)
    while not is_empty(spaces):
        space = single(take_first(&spaces))
        after_points = points
        after_points.unattached -= 1
        after_points.opposing -= gardens_joined(groups, space)
        keep_best(made, after_points)
        if pots > 1:
            copy_groups(groups, &after)
            recolour(&after, space, OTHER)
            potted = either(potted, space)
            add_other_pots(made, &after, potted, pots - 1)


cdef inline int most_of_own_pot(const Groups *groups, Points points, Bits space, int other_pots) noexcept nogil:
    """Return a bound on what an area is worth after an own pot on an opposing space, and then opposing ones."""
    cdef Bits near = neighbours(space)
    cdef int at, size, joined = 1, fewest = points.opposing, most = points.opposing
    for at in range(groups.counts[OWN]):
        if meet(groups.spaces[OWN][at], near):
            joined += groups.sizes[OWN][at]
    at = 0
    while not meet(groups.spaces[OTHER][at], space):
        at += 1
    size = groups.sizes[OTHER][at]
    if size == 2:
        fewest -= 1
        most -= 1
    elif size_of(both(groups.spaces[OTHER][at], near)) > 1:  # it may fall apart, and into single flowers
        fewest -= size <= 5
        most += 3
    joined = max(joined, points.garden)
    size = points.garden + points.unattached + 1 - joined
    return joined - size - fewest + (most_of_other_pots(size, most, other_pots) if other_pots else 0)


cdef inline bint would_join(const Groups *groups, Bits space, Bits own_pot) noexcept nogil:
    """Return whether an own space belongs to the big garden, the only one, once an own pot stands on another space."""
    cdef Bits near = neighbours(own_pot)
    cdef int at, joined = 1, apart = 0
    cdef bint is_joined = False
    for at in range(groups.counts[OWN]):
        if meet(groups.spaces[OWN][at], near):
            joined += groups.sizes[OWN][at]
            is_joined = is_joined or meet(groups.spaces[OWN][at], space)
        else:
            apart = max(apart, groups.sizes[OWN][at])
    return is_joined and joined > apart


cdef inline Bits of_side(const Groups *groups, int side) noexcept nogil:
    """Return all spaces of a side."""
    cdef Bits spaces = Bits(words=[0, 0])
    cdef int at
    for at in range(groups.counts[side]):
        spaces = either(spaces, groups.spaces[side][at])
    return spaces


cdef inline void add_pots(
    Decoration *made, const Groups *groups, Bits potted, int own_pots, int other_pots, int least
) noexcept nogil:
    """Try all that can be done with pots, own ones in succession from the space `least` on.

    What counts in the end is where pots stand, and the order only for where they may stand. So each opposing pot comes
    as late as it can: last, or before an own pot that would make its space part of the big garden.
    """
    cdef Points points = points_of(groups)
    cdef Bits spaces, space
    cdef Groups after
    cdef int bit
    keep_best(made, points)
    if other_pots:
        add_other_pots(made, groups, potted, other_pots)
    if own_pots == 0:
        return
    spaces = without(of_side(groups, OTHER), potted)
    while not is_empty(spaces):
        bit = take_first(&spaces)
        space = single(bit)
        if bit < least or (
                own_pots == 1 and most_of_own_pot(groups, points, space, other_pots) <= total_of(made.best)):
            continue
        copy_groups(groups, &after)
        recolour(&after, space, OWN)
        add_pots(made, &after, either(potted, space), own_pots - 1, other_pots, bit)
    if other_pots:
        add_other_pot_early(made, groups, potted, own_pots, other_pots)


cdef inline int opposing_beside(const Groups *groups, Bits space) noexcept nogil:
    """Count the opposing spaces beside a space."""
    cdef Bits near = neighbours(space)
    cdef int at, count = 0
    for at in range(groups.counts[OTHER]):
        if meet(groups.spaces[OTHER][at], near):
            count += size_of(both(groups.spaces[OTHER][at], near))
    return count


cdef inline Bits beside_group(const Groups *groups, Bits space) noexcept nogil:
    """Return the spaces beside the own group that a space is in."""
    cdef int at = 0
    while not meet(groups.spaces[OWN][at], space):
        at += 1
    return neighbours(groups.spaces[OWN][at])


cdef inline void add_other_pot_early(
    Decoration *made, const Groups *groups, Bits potted, int own_pots, int other_pots
) noexcept nogil:
    """Try opposing pots, one or two, on spaces that the next own pot would make part of the big garden.

    Of one alone nothing is gained unless it joins three gardens: without it the big garden is larger by one at least.
    """
    cdef Bits spaces = without(outside_garden(groups), potted), others, space, other
    cdef Groups without_one, without_other, without_both
    while not is_empty(spaces):
        space = single(take_first(&spaces))
        if made.other_pots == 1 and opposing_beside(groups, space) < 3:
            continue
        copy_groups(groups, &without_one)
        recolour(&without_one, space, OTHER)
        others = without(both(of_side(groups, OTHER), beside_group(groups, space)), potted)
        add_own_pot_then(
            made, groups, space, groups, space, &without_one, others, either(potted, space), own_pots, other_pots - 1
        )
        if other_pots == 1:
            continue
        others = both(without(outside_garden(&without_one), potted), spaces)
        while not is_empty(others):
            other = single(take_first(&others))
            copy_groups(groups, &without_other)
            recolour(&without_other, other, OTHER)
            copy_groups(&without_one, &without_both)
            recolour(&without_both, other, OTHER)
            add_own_pot_then(
                made, &without_other, space, &without_one, other, &without_both,
                without(both(of_side(groups, OTHER), beside_group(&without_other, space)), potted),
                either(potted, either(space, other)), own_pots, other_pots - 2,
            )


cdef inline void add_own_pot_then(
    Decoration *made, const Groups *with_one, Bits one, const Groups *with_other, Bits other, const Groups *groups,
    Bits spaces, Bits potted, int own_pots, int other_pots
) noexcept nogil:
    """Try own pots, out of some spaces, after which one or two opposing pots could no longer be put."""
    cdef Bits space
    cdef Groups after
    while not is_empty(spaces):
        space = single(take_first(&spaces))
        if would_join(with_one, one, space) and would_join(with_other, other, space):
            copy_groups(groups, &after)
            recolour(&after, space, OWN)
            add_pots(made, &after, either(potted, space), own_pots - 1, other_pots, 0)


cdef inline Points best_points(Bits own, Bits other, int own_pots, int other_pots) noexcept nogil:
    """Return what an area is worth with its best decoration."""
    cdef Decoration made
    cdef Groups groups
    part(&groups, own, other)
    made.best = points_of(&groups)
    made.other_pots = other_pots
    if own_pots or other_pots:
        add_pots(&made, &groups, Bits(words=[0, 0]), own_pots, other_pots, 0)
    return made.best


# What solvers ask again and again is remembered, each thread for itself.

cdef extern from *:
    """
    #ifdef _MSC_VER
    #define SPRINGTAIL_OF_THREAD __declspec(thread)
    #else
    #define SPRINGTAIL_OF_THREAD _Thread_local
    #endif

    #define SPRINGTAIL_MEMOS (1 << 14)

    typedef struct {
        uint64_t own[2], other[2], question;    /* 0 where nothing is remembered */
    } AreaQuestion;

    typedef struct {
        AreaQuestion asked;
        int32_t total, take;
    } AreaMemo;

    static SPRINGTAIL_OF_THREAD AreaMemo springtail_memos[SPRINGTAIL_MEMOS];

    static inline AreaMemo *area_memo(const AreaQuestion *asked) {
        return &springtail_memos[hash_bytes(asked, sizeof(AreaQuestion)) & (SPRINGTAIL_MEMOS - 1)];
    }

    static inline int is_answered(const AreaMemo *memo, const AreaQuestion *asked) {
        return memcmp(&memo->asked, asked, sizeof(AreaQuestion)) == 0;
    }
    """
    ctypedef struct AreaQuestion:
        uint64_t own[2]
        uint64_t other[2]
        uint64_t question
    ctypedef struct AreaMemo:
        AreaQuestion asked
        int32_t total
        int32_t take
    AreaMemo *area_memo(const AreaQuestion *asked) noexcept nogil
    bint is_answered(const AreaMemo *memo, const AreaQuestion *asked) noexcept nogil


cdef inline AreaQuestion ask(Bits own, Bits other, int own_pots, int other_pots, int pattern) noexcept nogil:
    """Return what to remember: an area, pots, and the card that is still to be laid, its number and 1, or 0."""
    cdef AreaQuestion asked
    asked.own[0] = own.words[0]
    asked.own[1] = own.words[1]
    asked.other[0] = other.words[0]
    asked.other[1] = other.words[1]
    asked.question = <uint64_t>(1 + own_pots + 8 * other_pots + 64 * pattern)
    return asked


cdef inline int best_total(Bits own, Bits other, int own_pots, int other_pots) noexcept nogil:
    """Return the total of an area with its best decoration."""
    cdef AreaQuestion asked = ask(own, other, own_pots, other_pots, 0)
    cdef AreaMemo *memo = area_memo(&asked)
    if not is_answered(memo, &asked):
        memo.total = total_of(best_points(own, other, own_pots, other_pots))
        memo.asked = asked
    return memo.total
