"""Spring on a String: the meadow and the laces, without the animals (rules/spring_on_a_string.md, sections 4 to 6).

Flowers are numbered as the board lists them; a set of flowers is one word, one bit a flower. Colours are numbered as in
`COLOURS` of the engine, petals are those printed. Lengths are whole numbers of 0.1 mm.

A slot is what a seat does before the next one is on: one turn, two in the third player's first slot (G16), each with
its extra collections (G17).
"""
from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t

from springtail.cython_ext.bits cimport lowest_bit

cdef enum:
    SEATS = 4
    COLOURS = 5
    MOST_FLOWERS = 28
    NOWHERE = 31            # where a lace end without flowers is
    ROWS = 32
    MOST_PETALS = 15
    BUCKETS = 64            # classes of lengths, for `reach`
    ANIMALS = 31            # numbered from 1, as in the rulebook
    CARDS = 4
    OTHER_END = 0x80        # in `path`: collected with the end that the game did not begin with
    MOST_COLLECTIONS = 400  # G6
    MARKS = 480             # slots that the repetition rule can look back
    MOST_SYMMETRIES = 7     # a square has so many besides staying as it is

cdef enum Due:              # what the ply that comes next is
    TURN                    # a turn, also the second one of the double turn
    HOP                     # the extra collection of the Grasshopper
    CHAIN                   # that of the Locust
    CRICKET_FIRST           # those of the Cricket
    CRICKET_SECOND
    CRICKET_LACED           # the same, behind a Locust flower

ctypedef struct Lace:
    uint32_t flowers        # those it goes through
    int16_t left[2]         # [end] length that can still be used
    int16_t stretched       # what the way from knot to knot took of the other end (option knot_gap)
    int16_t unused
    uint16_t points         # printed petals
    uint8_t counts[2]       # [end] flowers
    uint8_t last[2]         # [end] the last flower, or NOWHERE
    uint8_t end             # the active one
    uint8_t length          # of `path`
    uint8_t path[MOST_FLOWERS]  # flowers in order of collection, with OTHER_END; 0 behind the last

ctypedef struct Meadow:
    # What G27 leaves out of the full state.
    uint16_t collections    # G6
    uint16_t marked         # slots in `marks`
    uint8_t latest[SEATS]   # seats and 1 by their latest collection, the latest first; 0 behind the last (G7)
    uint8_t due             # a Due
    uint8_t has_acted       # the mover has collected in this slot
    uint8_t has_hopped      # the extra of the Grasshopper was granted in this turn
    uint8_t double_turn     # turns that are not over of the third player's first slot (G16)
    uint8_t new_harvest     # the mover's open Harvestman limit began in this slot
    uint8_t quiet           # slots in succession that were passed and changed nothing (G5)
    uint8_t is_over
    uint8_t unused[1]
    # The full state, from here to the last lace.
    uint32_t stick          # flowers with the lace of the Stick Insect
    uint8_t mover
    uint8_t harvest         # seats whose Harvestman limit is open
    uint8_t cards[CARDS]    # [card in front] seat and 1, 0 in the middle
    uint8_t bans[SEATS]     # [chooser] colours, of the Peacock Butterfly
    uint8_t pending[SEATS]  # [chooser] colours, of the Large White
    uint8_t banned          # colours that a Large White has closed for good
    uint8_t swallowed       # the petals that a Swallowtail closes, or 0
    uint8_t swallower       # seat and 1 that closed them (option swallowtail); else 0
    uint8_t fed             # seats that have had five petals (option ladybird)
    uint8_t is_lit          # a colour was complete (option firefly)
    uint8_t unused_too
    Lace laces[SEATS]       # of as many as play
    uint64_t marks[MARKS]   # full states with which slots began, with a Fly only

cdef struct Choice:         # what the mover may collect
    int seat
    const Lace *lace
    uint32_t allowed        # flowers that no animal closes
    bint may_share          # flowers with one lace are open too
    bint must_share         # they alone are

ctypedef void (*Restriction)(const Tables *, const Meadow *, Choice *) noexcept nogil
# An effect gets the flower and the colour that was named with it.
ctypedef void (*Effect)(const Tables *, Meadow *, int, int) noexcept nogil
ctypedef int (*Scoring)(const Tables *, const Meadow *, int) noexcept nogil     # what it adds to the points of a seat

cdef struct Symmetry:       # a way of laying the board on itself
    uint8_t flowers[ROWS]   # [flower] which one it comes to lie on; NOWHERE stays
    uint8_t colours[COLOURS]

cdef struct Tables:
    int players
    int flowers
    int pass_action                     # action ids: flowers, the pass, flowers with a colour
    int first_named
    uint32_t named                      # flowers that a colour is named with
    int16_t lengths[2]                  # [end] usable
    int knot_gap                        # below 0: no matter
    uint32_t colour_sets[COLOURS]
    uint32_t petal_sets[MOST_PETALS + 1]
    uint32_t even
    uint8_t colour_of[MOST_FLOWERS]
    uint8_t petals_of[MOST_FLOWERS]
    uint8_t ascending[COLOURS][MOST_FLOWERS + 1]    # flowers by petals, NOWHERE behind the last
    uint16_t distances[ROWS][ROWS]
    uint16_t costs[ROWS][ROWS]          # [last flower or NOWHERE][next flower]
    uint16_t nearest[MOST_FLOWERS]      # cost of a flower from the one next to it
    uint8_t by_nearest[MOST_FLOWERS]    # flowers, those with the least of that first
    int far                             # from this length on every flower is in reach
    int shift                           # length >> shift is a bucket, below `far`
    uint32_t within[ROWS][BUCKETS]      # [last][bucket] flowers in reach with every length of the bucket
    uint32_t edge[ROWS][BUCKETS]        # with some
    int symmetries
    Symmetry symmetries_[MOST_SYMMETRIES]
    # The animals in play.
    uint32_t of[ANIMALS + 1]            # [animal] flowers of its colour, none when it is not in play
    uint8_t animal_of[COLOURS]          # or 0
    int restrictions
    int notes
    int scorings
    int lastings
    Restriction restrictions_[COLOURS]
    Effect befores[COLOURS]             # [colour]
    Effect effects[COLOURS]             # [colour]
    Effect notes_[COLOURS]              # of every collection
    Scoring scorings_[COLOURS]
    Restriction lastings_[COLOURS]      # restrictions that last while nothing is pulled out
    bint swallowtail_of_others
    bint ladybird_is_permanent
    bint firefly_is_latched
    bint harvestman_until_used
    bint has_fly
    bint is_plain                       # no animals, two players
    bint may_share                      # flowers may get a second lace
    bint cap_matters                    # a game may come to MOST_COLLECTIONS
    uint32_t watched                    # flowers whose owners matter for what is legal
    bint newest_matters
    bint parity_matters                 # on which side an end is
    uint32_t wild                       # flowers that do not count their own petals
    int least_petals
    int most_petals
    int most_points                     # that a lace can have
    uint64_t salt                       # of keys: the animals in play
    double points_of_length             # what `estimate` makes of a length of 0.1 mm,
    double points_of_open               # at most, for each flower that is still open,
    double tempo                        # and of being the mover


cdef inline uint32_t bit(int flower) noexcept nogil:
    return <uint32_t>1 << flower


# Laces.

cdef inline int first_of(const Lace *lace, int end) noexcept nogil:
    """Return the flower next to the knot of an end that has one."""
    cdef int at = 0
    while lace.path[at] >> 7 != end:
        at += 1
    return lace.path[at] & ~OTHER_END


cdef inline int gap_between(const Tables *tables, int first, int other_first) noexcept nogil:
    """Return how much of the other end it takes to come from knot to knot (section 7, Earthworm)."""
    return max(0, <int>tables.distances[first][other_first] - tables.knot_gap)


cdef inline uint32_t reach_over_gap(const Tables *tables, const Lace *lace) noexcept nogil:
    """Return what is in reach of an other end without flowers, where the way to it counts."""
    cdef int flower, first = first_of(lace, 0)
    cdef uint32_t found = 0
    for flower in range(tables.flowers):
        if tables.costs[NOWHERE][flower] + gap_between(tables, first, flower) <= lace.left[1]:
            found |= bit(flower)
    return found


cdef inline void stretch(const Tables *tables, Lace *lace) noexcept nogil:
    """Bring what the way from knot to knot takes up to date."""
    cdef int gap = 0
    if lace.counts[0] and lace.counts[1]:
        gap = gap_between(tables, first_of(lace, 0), first_of(lace, 1))
    lace.left[1] += lace.stretched - gap
    lace.stretched = gap


cdef inline uint32_t reach_of(const Tables *tables, int last, int left) noexcept nogil:
    """Return the flowers that a length is enough for from a flower, or from NOWHERE."""
    cdef int bucket, flower
    cdef uint32_t found, edge
    if left >= tables.far:
        return bit(tables.flowers) - 1
    if left < 0:
        return 0
    bucket = left >> tables.shift
    found = tables.within[last][bucket]
    edge = tables.edge[last][bucket]
    while edge:
        flower = lowest_bit(edge)
        edge &= edge - 1
        if tables.costs[last][flower] <= left:
            found |= bit(flower)
    return found


cdef inline uint32_t reach(const Tables *tables, const Lace *lace) noexcept nogil:
    """Return the flowers that the lace is long enough for, those it goes through included."""
    if tables.knot_gap >= 0 and lace.end and lace.counts[1] == 0 and lace.counts[0]:
        return reach_over_gap(tables, lace)
    return reach_of(tables, lace.last[lace.end], lace.left[lace.end])


cdef inline int newest(const Lace *lace) noexcept nogil:
    """Return the flower collected last that is still on the lace (G14), or NOWHERE."""
    return lace.path[lace.length - 1] & ~OTHER_END if lace.length else NOWHERE


cdef inline void thread(const Tables *tables, Lace *lace, int flower) noexcept nogil:
    """Pass the active end through a flower."""
    cdef int end = lace.end
    lace.left[end] -= tables.costs[lace.last[end]][flower]
    lace.flowers |= bit(flower)
    lace.points += tables.petals_of[flower]
    lace.counts[end] += 1
    lace.last[end] = <uint8_t>flower
    lace.path[lace.length] = <uint8_t>(flower | (OTHER_END if end else 0))
    lace.length += 1
    if tables.knot_gap >= 0:
        stretch(tables, lace)


cdef inline void unthread(const Tables *tables, Lace *lace) noexcept nogil:
    """Pull the active end, which goes through a flower, out of its last one."""
    cdef int end = lace.end, flower = lace.last[end], at = lace.length - 1, before
    while lace.path[at] >> 7 != end:
        at -= 1
    before = at - 1
    lace.length -= 1
    while at < lace.length:
        lace.path[at] = lace.path[at + 1]
        at += 1
    lace.path[lace.length] = 0
    while before >= 0 and lace.path[before] >> 7 != end:
        before -= 1
    lace.last[end] = lace.path[before] & ~OTHER_END if before >= 0 else NOWHERE
    lace.flowers &= ~bit(flower)
    lace.points -= tables.petals_of[flower]
    lace.counts[end] -= 1
    lace.left[end] += tables.costs[lace.last[end]][flower]
    if tables.knot_gap >= 0:
        stretch(tables, lace)


cdef inline void pull_out(const Tables *tables, Meadow *meadow, int seat) noexcept nogil:
    """Pull a seat's active end out of its last flower; the limit of a Harvestman goes with its flower, the newest."""
    unthread(tables, &meadow.laces[seat])
    meadow.harvest &= ~(1 << seat)


# Flowers.

cdef inline uint32_t laced(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Return the flowers with the lace of a player (section 7, Firefly)."""
    cdef uint32_t flowers = 0
    cdef int seat
    for seat in range(tables.players):
        flowers |= meadow.laces[seat].flowers
    return flowers


cdef inline uint32_t foreign(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    """Return the flowers with the lace of another player."""
    cdef uint32_t flowers = 0
    cdef int other
    for other in range(tables.players):
        if other != seat:
            flowers |= meadow.laces[other].flowers
    return flowers


cdef inline uint32_t of_colours(const Tables *tables, int colours) noexcept nogil:
    """Return the flowers of some colours."""
    cdef uint32_t flowers = 0
    while colours:
        flowers |= tables.colour_sets[lowest_bit(<uint64_t>colours)]
        colours &= colours - 1
    return flowers


cdef inline uint32_t colours_of(const Tables *tables, uint32_t flowers) noexcept nogil:
    """Return all flowers of the colours that are among some."""
    cdef uint32_t found = 0
    cdef int colour
    for colour in range(COLOURS):
        if flowers & tables.colour_sets[colour]:
            found |= tables.colour_sets[colour]
    return found


cdef inline uint32_t places(const Tables *tables, const Meadow *meadow, const Choice *choice) noexcept nogil:
    """Return the flowers with room for the lace of the mover (G11, G12)."""
    cdef uint32_t once = meadow.stick, twice = 0, room = 0
    cdef int seat
    for seat in range(tables.players):
        twice |= once & meadow.laces[seat].flowers
        once |= meadow.laces[seat].flowers
    if not choice.must_share:
        room = ~once
    if choice.may_share or choice.must_share:
        room |= once & ~twice
    return room & ~choice.lace.flowers


cdef inline uint32_t choices(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Return the flowers that the mover can collect now: what every animal allows (section 5)."""
    cdef Choice choice
    cdef int at
    choice.seat = meadow.mover
    choice.lace = &meadow.laces[meadow.mover]
    choice.allowed = reach(tables, choice.lace)
    choice.may_share = tables.players == 4
    choice.must_share = False
    for at in range(tables.restrictions):
        tables.restrictions_[at](tables, meadow, &choice)
    return choice.allowed & places(tables, meadow, &choice)


cdef inline int score(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    """Return the points of a seat as it stands: printed petals, and what the animals in play make of them."""
    cdef int at, points = meadow.laces[seat].points
    for at in range(tables.scorings):
        points += tables.scorings_[at](tables, meadow, seat)
    return points
