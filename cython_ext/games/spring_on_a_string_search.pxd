"""Spring on a String: what can still be collected, for searches.

A path is a sequence of flowers that a lace end is long enough for. Since ways are straight, whatever a path can come to
is in reach at once, and every stop on the way only makes it longer; so what is open to a lace shrinks from flower to
flower.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from springtail.cython_ext.bits cimport hash_bytes, lowest_bit, mix, popcount
from springtail.cython_ext.games.spring_on_a_string_animals cimport (
    BEE, EARTHWORM, FLY, HORNET, HORNET_CARD, HORNET_POINTS, MOSQUITO, bee_score,
)
from springtail.cython_ext.games.spring_on_a_string_meadow cimport (
    MOST_PETALS, NOWHERE, OTHER_END, SEATS, Choice, Lace, Meadow, Symmetry, Tables, bit, newest, reach_of, unthread,
)

cdef enum:
    FEW = 3         # flowers that paths are followed for one by one

cdef enum Pulls:    # what animals can still pull out
    NONE
    LAST_ONES       # of each lace the last flower
    ANY


cdef inline int most_stops(const Tables *tables, int last, int left, uint32_t open) noexcept nogil:
    """Return how many of some flowers a length is enough for at the most, each reached from its nearest neighbour.

    But for the first one of a lace, which takes no way.
    """
    cdef int at, flower, stops = 0
    if last == NOWHERE and open:
        stops = 1
        left -= tables.costs[NOWHERE][0]
    for at in range(tables.flowers):
        flower = tables.by_nearest[at]
        if open >> flower & 1:
            left -= tables.nearest[flower]
            if left < 0:
                return stops
            stops += 1
    return stops


cdef inline int best_of(const Tables *tables, uint32_t open, int count) noexcept nogil:
    """Return the most petals that so many of some flowers have."""
    cdef int petals, some, sum = 0
    for petals in range(MOST_PETALS, 0, -1):
        if count <= 0:
            break
        if open & tables.petal_sets[petals]:
            some = min(count, popcount(open & tables.petal_sets[petals]))
            sum += some * petals
            count -= some
    return sum


cdef inline int best_path(const Tables *tables, int last, int left, uint32_t open) noexcept nogil:
    """Return the most petals of a path over some flowers, all of them looked at."""
    cdef int flower, best = 0
    cdef uint32_t rest
    open &= reach_of(tables, last, left)
    rest = open
    while rest:
        flower = lowest_bit(rest)
        rest &= rest - 1
        best = max(best, <int>tables.petals_of[flower] + best_path(
            tables, flower, left - tables.costs[last][flower], open & ~bit(flower)
        ))
    return best


cdef inline int most_gain(const Tables *tables, int last, int left, uint32_t open) noexcept nogil:
    """Return a bound on the petals of a path: what the best one has where few stops are left."""
    cdef int stops
    open &= reach_of(tables, last, left)
    if open == 0:
        return 0
    stops = most_stops(tables, last, left, open)
    if stops <= FEW:
        return best_path(tables, last, left, open)
    return best_of(tables, open, stops)


cdef inline bint is_dearer(const Tables *tables, int last, int one, int other) noexcept nogil:
    """Whether a flower costs more for each petal than another."""
    return tables.petals_of[other] * tables.costs[last][one] > tables.petals_of[one] * tables.costs[last][other]


cdef inline int sure_gain(const Tables *tables, int last, int left, uint32_t open) noexcept nogil:
    """Return the petals of a path that nobody can cut off: the best one where few stops are left, else a greedy one."""
    cdef int flower, best, sum = 0
    cdef uint32_t rest
    open &= reach_of(tables, last, left)
    while open and most_stops(tables, last, left, open) > FEW:
        best = lowest_bit(open)
        rest = open & (open - 1)
        while rest:
            flower = lowest_bit(rest)
            rest &= rest - 1
            if is_dearer(tables, last, best, flower):
                best = flower
        sum += tables.petals_of[best]
        left -= tables.costs[last][best]
        last = best
        open &= ~bit(best)
        open &= reach_of(tables, last, left)
    return sum + best_path(tables, last, left, open)


# What a seat can still come to, with any animals in play.

cdef inline bint may_sting(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Whether a Mosquito can still make anyone pull out: nobody's reach grows before."""
    cdef uint32_t flowers = tables.of[MOSQUITO] & still_open(tables, meadow)
    cdef const Lace *lace
    cdef int seat
    if flowers:
        for seat in range(tables.players):
            lace = &meadow.laces[seat]
            if flowers & ~lace.flowers & reach_of_ends(tables, lace):
                return True
    return False


cdef inline uint32_t reach_of_ends(const Tables *tables, const Lace *lace) noexcept nogil:
    """Return the flowers in reach of the active end, or of both where an Earthworm may switch."""
    cdef uint32_t found = reach_of(tables, lace.last[lace.end], lace.left[lace.end])
    cdef int other = lace.end ^ 1
    return found | reach_of(tables, lace.last[other], lace.left[other]) if found & tables.of[EARTHWORM] else found


cdef inline uint32_t still_open(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Return the flowers that may get another lace while nothing is pulled out; the Stick Insect's may go."""
    cdef uint32_t once = 0, twice = 0
    cdef int seat
    for seat in range(tables.players):
        twice |= once & meadow.laces[seat].flowers
        once |= meadow.laces[seat].flowers
    return ~twice if tables.may_share else ~once


cdef inline int gain_of(const Tables *tables, const Lace *lace, uint32_t open) noexcept nogil:
    """Return a bound on the printed petals that a lace can still get, with both ends where an Earthworm may switch."""
    cdef int other = lace.end ^ 1, stops
    cdef uint32_t there
    if tables.of[EARTHWORM] & open & reach_of(tables, lace.last[lace.end], lace.left[lace.end]) == 0:
        return most_gain(tables, lace.last[lace.end], lace.left[lace.end], open)
    there = open & reach_of(tables, lace.last[other], lace.left[other])
    open &= reach_of(tables, lace.last[lace.end], lace.left[lace.end])
    stops = most_stops(tables, lace.last[other], lace.left[other], there)
    stops += most_stops(tables, lace.last[lace.end], lace.left[lace.end], open)
    return best_of(tables, open | there, stops)


cdef inline int wild_points(const Tables *tables, const Meadow *meadow, int seat, int petals) noexcept nogil:
    """Return the points of a lace as if its flowers that do not count their own petals had so many."""
    cdef uint32_t flowers = meadow.laces[seat].flowers & tables.wild
    cdef int points = meadow.laces[seat].points
    while flowers:
        points += petals - tables.petals_of[lowest_bit(flowers)]
        flowers &= flowers - 1
    return points


cdef inline bint may_fly(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    """Whether a seat can still come to a fly flower; the reach of its end grows only by that."""
    cdef const Lace *lace = &meadow.laces[seat]
    return tables.of[FLY] & ~lace.flowers & reach_of_ends(tables, lace) != 0


cdef inline Pulls pulls_left(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Return what can still be pulled out."""
    cdef int seat
    if tables.of[MOSQUITO] and (tables.has_fly or may_sting(tables, meadow)):
        return ANY
    if tables.has_fly:
        for seat in range(tables.players):
            if may_fly(tables, meadow, seat):
                return LAST_ONES if tables.of[EARTHWORM] == 0 else ANY
    return NONE


cdef inline Lace without_last(const Tables *tables, const Lace *lace) noexcept nogil:
    """Return a lace with one end as the next Fly leaves it before its own flower is threaded."""
    cdef Lace shorter = lace[0]
    if shorter.length:
        unthread(tables, &shorter)
    return shorter


cdef inline int most_behind_a_fly(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    """Return a bound on the printed petals of a seat while Flies may pull out last flowers, its own or others'.

    All but the last flower of a lace stay, for a fly flower takes the place of the last.
    """
    cdef Lace lace = meadow.laces[seat]
    cdef uint32_t open
    if may_fly(tables, meadow, seat):
        lace = without_last(tables, &lace)
    open = ~lace.flowers & reach_of(tables, lace.last[0], lace.left[0])
    return lace.points + best_of(tables, open, most_stops(tables, lace.last[0], lace.left[0], open))


cdef inline int most_points(
    const Tables *tables, const Meadow *meadow, int seat, uint32_t open, Pulls pulls
) noexcept nogil:
    """Return a bound on the final points of a seat."""
    cdef Choice choice
    cdef int at, points, gain
    cdef uint32_t wild
    if pulls == LAST_ONES:
        points = most_behind_a_fly(tables, meadow, seat) + HORNET_POINTS * (tables.of[HORNET] != 0)
        return points + popcount(tables.wild) * (tables.most_petals - tables.least_petals)
    if pulls == ANY:
        return tables.most_points
    choice.seat = seat
    choice.lace = &meadow.laces[seat]
    choice.allowed = open & ~choice.lace.flowers
    for at in range(tables.lastings):
        tables.lastings_[at](tables, meadow, &choice)
    points = wild_points(tables, meadow, seat, tables.most_petals)
    gain = gain_of(tables, choice.lace, choice.allowed)
    wild = choice.allowed & tables.wild
    if wild and gain:
        gain += popcount(wild) * (tables.most_petals - tables.least_petals)
    points += gain
    if tables.of[HORNET] and (meadow.cards[HORNET_CARD] == seat + 1 or tables.of[HORNET] & open):
        points += HORNET_POINTS
    return points


cdef inline int least_points(
    const Tables *tables, const Meadow *meadow, int seat, uint32_t open, Pulls pulls
) noexcept nogil:
    """Return a bound on the final points of a seat."""
    cdef int points
    if pulls == LAST_ONES and not tables.wild:
        return without_last(tables, &meadow.laces[seat]).points
    if pulls != NONE:
        return 0
    points = wild_points(tables, meadow, seat, tables.least_petals)
    if meadow.cards[HORNET_CARD] == seat + 1 and not (tables.of[HORNET] & open):
        points += HORNET_POINTS
    return points


# Keys.

cdef inline uint64_t paths_key(const Tables *tables, int last, int left, uint32_t open) noexcept nogil:
    """Return a hash of all paths over some flowers."""
    cdef uint64_t key = 0
    cdef int flower
    cdef uint32_t rest
    open &= reach_of(tables, last, left)
    rest = open
    while rest:
        flower = lowest_bit(rest)
        rest &= rest - 1
        key += mix(<uint64_t>(flower + 1) * 0x9e3779b97f4a7c15ULL ^ paths_key(
            tables, flower, left - tables.costs[last][flower], open & ~bit(flower)
        ))
    return key


cdef inline uint64_t future_key(const Tables *tables, const Lace *lace, uint32_t open) noexcept nogil:
    """Return a hash of where a lace can still go; where many stops are left, of where it ends and how long it is."""
    cdef int last = lace.last[lace.end], left = lace.left[lace.end]
    open &= reach_of(tables, last, left)
    if most_stops(tables, last, left, open) <= FEW:
        return paths_key(tables, last, left, open)
    return mix(<uint64_t>last << 32 | <uint64_t>left << 1 | 1)


cdef inline uint64_t lace_key(const Tables *tables, const Meadow *meadow, int seat, uint32_t open) noexcept nogil:
    """Return a hash of what a lace has to do with the rest of a game in which nothing is pulled out."""
    cdef const Lace *lace = &meadow.laces[seat]
    cdef uint64_t key = lace.flowers & tables.watched, parity = lace.counts[lace.end] & 1
    if tables.of[EARTHWORM]:
        key = mix(key << 32 | lace.end << 24 | parity << 16 | lace.counts[0] << 8 | lace.counts[1])
        key ^= <uint64_t>lace.last[0] << 56 | <uint64_t>lace.last[1] << 48
        key ^= <uint64_t>(<uint16_t>lace.left[0]) << 16 | <uint16_t>lace.left[1]
        return mix(key) + <uint64_t>newest(lace)
    key = key << 16 | (newest(lace) if tables.newest_matters or (tables.of[BEE] and parity) else 0) << 8
    if tables.parity_matters:
        key |= parity
    return mix(key) + future_key(tables, lace, open & ~lace.flowers)


cdef inline int settled_points(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    """Return the points that a lace has, without what a Bumblebee will change."""
    return meadow.laces[seat].points + (bee_score(tables, meadow, seat) if tables.of[BEE] else 0)


cdef inline uint64_t future_of_all(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Return a hash of what decides about the rest of a game without a Fly: positions that go on alike, with the same
    differences of points, have the same."""
    cdef uint32_t open = still_open(tables, meadow)
    cdef size_t header = <const char *>meadow.laces - <const char *>&meadow.stick
    cdef uint64_t key = hash_bytes(&meadow.stick, header)
    cdef bint pulls = tables.of[MOSQUITO] and may_sting(tables, meadow)
    cdef int seat, lowest = settled_points(tables, meadow, 0)
    key ^= <uint64_t>meadow.due << 56 | <uint64_t>meadow.double_turn << 48
    key ^= <uint64_t>(meadow.has_acted | meadow.has_hopped << 1 | meadow.new_harvest << 2 | meadow.is_over << 3) << 40
    key = mix(key ^ open)
    if pulls and tables.cap_matters:
        key = mix(key ^ meadow.collections)
    for seat in range(1, tables.players):
        lowest = min(lowest, settled_points(tables, meadow, seat))
    for seat in range(tables.players):
        key = mix(key ^ <uint64_t>(settled_points(tables, meadow, seat) - lowest) << 8 ^ meadow.latest[seat])
        if pulls:
            key = mix(key + hash_bytes(&meadow.laces[seat], sizeof(Lace)))
        else:
            key = mix(key + lace_key(tables, meadow, seat, open))
    return key


# Symmetries.

cdef inline uint32_t moved(const uint8_t *to, uint32_t numbers) noexcept nogil:
    """Return the set of what each of some numbers comes to lie on."""
    cdef uint32_t found = 0
    while numbers:
        found |= bit(to[lowest_bit(numbers)])
        numbers &= numbers - 1
    return found


cdef inline void move_lace(const Symmetry *symmetry, Lace *lace) noexcept nogil:
    cdef int at
    lace.flowers = moved(symmetry.flowers, lace.flowers)
    lace.last[0] = symmetry.flowers[lace.last[0]]
    lace.last[1] = symmetry.flowers[lace.last[1]]
    for at in range(lace.length):
        lace.path[at] = symmetry.flowers[lace.path[at] & ~OTHER_END] | (lace.path[at] & OTHER_END)


cdef inline void lay_on(
    const Tables *tables, const Symmetry *symmetry, const Meadow *meadow, Meadow *into, size_t bytes
) noexcept nogil:
    """Fill in what a position without a Fly, of so many bytes, looks like from another side of the board."""
    cdef int seat
    memcpy(into, meadow, bytes)
    into.stick = moved(symmetry.flowers, meadow.stick)
    into.banned = <uint8_t>moved(symmetry.colours, meadow.banned)
    for seat in range(SEATS):
        into.bans[seat] = <uint8_t>moved(symmetry.colours, meadow.bans[seat])
        into.pending[seat] = <uint8_t>moved(symmetry.colours, meadow.pending[seat])
    for seat in range(tables.players):
        move_lace(symmetry, &into.laces[seat])
