"""The 31 animals of Spring on a String, one place an animal (rules/spring_on_a_string.md, sections 5, 7 and 8).

An animal is what it has of these, and a line in `fill_catalogue`:

- a restriction takes flowers from what the mover may collect, or lets him into flowers with one lace;
- an effect follows a collection of its colour; the Fly's comes before it;
- a note follows every collection;
- a scoring says what it adds to the points of a seat at the end.

Its kind says what a pull-out does to it (section 5). STATE is read off the laces whenever it is asked for and kept
nowhere. CARD is kept in `cards`, TRIGGERED and PENDING_TURN in fields of their own, which a pull-out leaves as they
are; only `pull_out` ends a pending turn.

For searches it also says which flowers it watches, so that positions which differ in others are alike, and whether its
restriction lasts.

The rulings are those of the table of section 7. What section 8 says of pairs follows from the order of `collect`: the
Fly pulls, the flower is threaded, an open limit of the Harvestman is used up, the effect follows.
"""
from libc.stdint cimport uint8_t, uint32_t

from springtail.cython_ext.bits cimport lowest_bit, popcount
from springtail.cython_ext.games.spring_on_a_string_meadow cimport (
    ANIMALS, CHAIN, COLOURS, CRICKET_FIRST, CRICKET_LACED, CRICKET_SECOND, HOP, NOWHERE, OTHER_END, TURN, Choice,
    Effect, Lace, Meadow, Restriction, Scoring, Tables, bit, colours_of, foreign, laced, newest, of_colours, pull_out,
)

cdef enum:                  # animals, numbered as in the rulebook
    BUMBLEBEE = 1
    HORNET
    BEE
    PEACOCK_BUTTERFLY
    LARGE_WHITE
    SWALLOWTAIL
    BLACK_ARCHES
    SILK_MOTH
    CLOTHES_MOTH
    GARDEN_TIGER
    HAWKMOTH
    DUNG_BEETLE
    LADYBIRD
    LEAF_BEETLE
    STAG_BEETLE
    CARABUS
    FIREFLY
    LONGICORN
    ROSE_CHAFER
    CRICKET
    GRASSHOPPER
    LOCUST
    GARDEN_SPIDER
    HARVESTMAN
    TARANTULA
    MOSQUITO
    FLY
    SNAIL
    DRAGONFLY
    STICK_INSECT
    EARTHWORM

cdef enum:                  # cards in front, in the order of `cards`
    HORNET_CARD
    BLACK_ARCHES_CARD
    TARANTULA_CARD
    SNAIL_CARD

cdef enum Kind:
    STATE
    CARD
    TRIGGERED
    PENDING_TURN

cdef enum Watch:            # flowers of a lace that an animal looks at, besides how many there are
    NOTHING
    OWN_COLOUR
    FIVES
    EVERYTHING

cdef enum:
    FIVE = 5                # the petals that Ladybird, Stag Beetle and Harvestman speak of
    HORNET_POINTS = 2

cdef struct Entry:
    Kind kind
    Restriction restriction
    Effect before
    Effect effect
    Effect note
    Scoring scoring
    Watch watch
    bint lasts              # what the restriction closes to a seat stays closed while nothing is pulled out


# 1 Bumblebee: at the end its flowers count as the newest flower on the lace does, by its printed petals.

cdef inline int bumblebee_score(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    cdef const Lace *lace = &meadow.laces[seat]
    cdef uint32_t flowers = lace.flowers & tables.of[BUMBLEBEE]
    cdef int change = 0
    while flowers:
        change += tables.petals_of[newest(lace)] - tables.petals_of[lowest_bit(flowers)]
        flowers &= flowers - 1
    return change


# 2 Hornet: its card is worth two points, also when its flower was pulled out.

cdef inline void hornet_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.cards[HORNET_CARD] = meadow.mover + 1


cdef inline int hornet_score(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    return HORNET_POINTS if meadow.cards[HORNET_CARD] == seat + 1 else 0


# 3 Bee: at the end its flowers count as those they are paired with, (1,2), (3,4) ... of each end.

cdef inline int bee_score(const Tables *tables, const Meadow *meadow, int seat) noexcept nogil:
    cdef const Lace *lace = &meadow.laces[seat]
    cdef int single[2]
    cdef int at, end, flower, other, change = 0
    single[0] = single[1] = NOWHERE
    for at in range(lace.length):
        end = lace.path[at] >> 7
        flower = lace.path[at] & ~OTHER_END
        other = single[end]
        if other == NOWHERE:
            single[end] = flower
            continue
        single[end] = NOWHERE
        if tables.of[BEE] >> flower & 1:
            change += tables.petals_of[other] - tables.petals_of[flower]
        if tables.of[BEE] >> other & 1:
            change += tables.petals_of[flower] - tables.petals_of[other]
    return change


# 4 Peacock Butterfly: a colour that is closed to the opponents until the chooser's next slot begins (`begin_slot`).

cdef inline void peacock_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.bans[meadow.mover] |= 1 << colour


cdef inline void peacock_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef int other, colours = 0
    for other in range(tables.players):
        if other != choice.seat:
            colours |= meadow.bans[other]
    choice.allowed &= ~of_colours(tables, colours)


# 5 Large White: a colour that is closed to all from the chooser's next slot on (`begin_slot`).

cdef inline void large_white_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    cdef int other, closed = meadow.banned
    for other in range(tables.players):
        closed |= meadow.pending[other]
    if not closed >> colour & 1:
        meadow.pending[meadow.mover] |= 1 << colour


cdef inline void large_white_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    choice.allowed &= ~of_colours(tables, meadow.banned)


# 6 Swallowtail: the petals of its flower collected last are closed to all. Option swallowtail="others": the player who
# closed them cannot change that himself.

cdef inline void swallowtail_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    if tables.swallowtail_of_others:
        if meadow.swallower == meadow.mover + 1:
            return
        meadow.swallower = meadow.mover + 1
    meadow.swallowed = tables.petals_of[flower]


cdef inline void swallowtail_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    choice.allowed &= ~tables.petal_sets[meadow.swallowed]


# 7 Black Arches: the holder of its card collects even numbers of petals only.

cdef inline void black_arches_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.cards[BLACK_ARCHES_CARD] = meadow.mover + 1


cdef inline void black_arches_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if meadow.cards[BLACK_ARCHES_CARD] == choice.seat + 1:
        choice.allowed &= tables.even


# 8 Silk Moth: who has a flower of it collects the colours that he has.

cdef inline void silk_moth_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if choice.lace.flowers & tables.of[SILK_MOTH]:
        choice.allowed &= colours_of(tables, choice.lace.flowers)


# 9 Clothes Moth: who has a flower of it collects none with the same petals.

cdef inline void clothes_moth_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef uint32_t flowers = choice.lace.flowers & tables.of[CLOTHES_MOTH]
    while flowers:
        choice.allowed &= ~tables.petal_sets[tables.petals_of[lowest_bit(flowers)]]
        flowers &= flowers - 1


# 10 Garden Tiger: one flower of it a player, over both ends together.

cdef inline void garden_tiger_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if choice.lace.flowers & tables.of[GARDEN_TIGER]:
        choice.allowed &= ~tables.of[GARDEN_TIGER]


# 11 Death's-head Hawkmoth: who has a flower of it has stopped.

cdef inline void hawkmoth_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if choice.lace.flowers & tables.of[HAWKMOTH]:
        choice.allowed = 0


# 12 Dung Beetle: of its flowers only the lowest without a lace is open.

cdef inline void dung_beetle_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef uint32_t flowers = tables.of[DUNG_BEETLE]
    cdef const uint8_t *next_one
    if choice.allowed & flowers == 0:
        return
    next_one = tables.ascending[tables.colour_of[lowest_bit(flowers)]]
    choice.allowed &= ~flowers | lowest_without(next_one, laced(tables, meadow))


cdef inline uint32_t lowest_without(const uint8_t *ascending, uint32_t taken) noexcept nogil:
    """Return the first flower of a list that is not among some, as a set; the empty set when all are."""
    while ascending[0] != NOWHERE and taken >> ascending[0] & 1:
        ascending += 1
    return bit(ascending[0]) if ascending[0] != NOWHERE else 0


# 13 Ladybird: open to who has a five-petal flower; with option ladybird="permanent" to who has ever had one.

cdef inline void ladybird_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if not (choice.lace.flowers & tables.petal_sets[FIVE] or meadow.fed >> choice.seat & 1):
        choice.allowed &= ~tables.of[LADYBIRD]


cdef inline void ladybird_note(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    if tables.ladybird_is_permanent and tables.petals_of[flower] == FIVE:
        meadow.fed |= 1 << meadow.mover


# 14 Leaf Beetle: nothing lower than the highest flower of it that one has.

cdef inline void leaf_beetle_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef uint32_t flowers = choice.lace.flowers & tables.of[LEAF_BEETLE]
    cdef int petals, highest = 0
    while flowers:
        highest = max(highest, <int>tables.petals_of[lowest_bit(flowers)])
        flowers &= flowers - 1
    for petals in range(highest):
        choice.allowed &= ~tables.petal_sets[petals]


# 15 Stag Beetle: players' laces in its flowers stay fewer than those in five-petal flowers.

cdef inline void stag_beetle_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef int seat, fives = 0, stags = 0
    if choice.allowed & tables.of[STAG_BEETLE] == 0:
        return
    for seat in range(tables.players):
        fives += popcount(meadow.laces[seat].flowers & tables.petal_sets[FIVE])
        stags += popcount(meadow.laces[seat].flowers & tables.of[STAG_BEETLE])
    if fives <= stags:
        choice.allowed &= ~tables.of[STAG_BEETLE]


# 16 Carabus: open where another player has a flower with the same petals; the Stick Insect is no player.

cdef inline void carabus_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef uint32_t theirs, flowers = choice.allowed & tables.of[CARABUS]
    cdef int flower
    if flowers == 0:
        return
    theirs = foreign(tables, meadow, choice.seat)
    while flowers:
        flower = lowest_bit(flowers)
        flowers &= flowers - 1
        if theirs & tables.petal_sets[tables.petals_of[flower]] == 0:
            choice.allowed &= ~bit(flower)


# 17 Firefly: open while all flowers of another colour have a player's lace; option firefly="latched": from then on.

cdef inline bint is_a_colour_complete(const Tables *tables, const Meadow *meadow) noexcept nogil:
    cdef uint32_t taken = laced(tables, meadow)
    cdef int colour
    for colour in range(COLOURS):
        if tables.animal_of[colour] != FIREFLY and tables.colour_sets[colour] and (
            tables.colour_sets[colour] & ~taken == 0
        ):
            return True
    return False


cdef inline void firefly_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if choice.allowed & tables.of[FIREFLY] and not meadow.is_lit and not is_a_colour_complete(tables, meadow):
        choice.allowed &= ~tables.of[FIREFLY]


cdef inline void firefly_note(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    if tables.firefly_is_latched and is_a_colour_complete(tables, meadow):
        meadow.is_lit = True


# 18 Longicorn: from the top only, so as an even flower of the active end (G10).

cdef inline void longicorn_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if choice.lace.counts[choice.lace.end] % 2 == 0:
        choice.allowed &= ~tables.of[LONGICORN]


# 19 Rose Chafer: open to who has a flower of another colour with the same petals.

cdef inline void rose_chafer_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef uint32_t flowers = choice.allowed & tables.of[ROSE_CHAFER]
    cdef uint32_t others = choice.lace.flowers & ~tables.of[ROSE_CHAFER]
    cdef int flower
    while flowers:
        flower = lowest_bit(flowers)
        flowers &= flowers - 1
        if others & tables.petal_sets[tables.petals_of[flower]] == 0:
            choice.allowed &= ~bit(flower)


# 20 Cricket: two more collections, any flower and then one of it (`extra_after`); who then has one has stopped.

cdef inline void cricket_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.due = CRICKET_FIRST


cdef inline void cricket_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    cdef int due = meadow.due if choice.seat == meadow.mover else TURN
    if due == CRICKET_SECOND or due == CRICKET_LACED:
        choice.allowed &= tables.of[CRICKET]
        choice.must_share = choice.must_share or due == CRICKET_LACED
    elif due != CRICKET_FIRST and choice.lace.flowers & tables.of[CRICKET]:
        choice.allowed = 0


# 21 Grasshopper: one more collection a turn, of another colour.

cdef inline void grasshopper_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    if not meadow.has_hopped:
        meadow.due = HOP


cdef inline void grasshopper_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if meadow.due == HOP:
        choice.allowed &= ~tables.of[GRASSHOPPER]


# 22 Locust: one more collection, of a flower with one lace.

cdef inline void locust_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.due = CHAIN


cdef inline void locust_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if meadow.due == CHAIN:
        choice.must_share = True


# 23 Garden Spider: while the newest flower is of it, flowers with one lace only.

cdef inline void garden_spider_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if bit(newest(choice.lace)) & tables.of[GARDEN_SPIDER]:
        choice.must_share = True


# 24 Harvestman: the next flower has five petals and may have a lace; over at the end of the next slot at the latest
# (`end_slot`). Option harvestman="until_used": over with the next flower.

cdef inline void harvestman_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.harvest |= 1 << meadow.mover
    meadow.new_harvest = True


cdef inline void harvestman_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if meadow.harvest >> choice.seat & 1:
        choice.allowed &= tables.petal_sets[FIVE]
        choice.may_share = True


# 25 Tarantula: the holder of its card collects flowers with one lace only.

cdef inline void tarantula_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.cards[TARANTULA_CARD] = meadow.mover + 1


cdef inline void tarantula_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if meadow.cards[TARANTULA_CARD] == choice.seat + 1:
        choice.must_share = True


# 26 Mosquito: all others pull their active end back to a flower of its colour or with the same petals.

cdef inline void mosquito_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    cdef uint32_t stop = tables.of[MOSQUITO] | tables.petal_sets[tables.petals_of[flower]]
    cdef const Lace *lace
    cdef int seat
    for seat in range(tables.players):
        lace = &meadow.laces[seat]
        while seat != meadow.mover and bit(lace.last[lace.end]) & ~stop & ~bit(NOWHERE):
            pull_out(tables, meadow, seat)


# 27 Fly: the last flower of the active end is pulled out before the fly flower is threaded.

cdef inline void fly_before(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    cdef const Lace *lace = &meadow.laces[meadow.mover]
    if lace.counts[lace.end]:
        pull_out(tables, meadow, meadow.mover)


# 28 Snail: the holder of its card skips his next slot; then it goes back to the middle (`end_slot`).

cdef inline void snail_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    meadow.cards[SNAIL_CARD] = meadow.mover + 1


cdef inline void snail_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if meadow.cards[SNAIL_CARD] == choice.seat + 1 and not meadow.has_acted:
        choice.allowed = 0


# 29 Dragonfly: while the newest flower is of it, colours that one does not have.

cdef inline void dragonfly_limit(const Tables *tables, const Meadow *meadow, Choice *choice) noexcept nogil:
    if bit(newest(choice.lace)) & tables.of[DRAGONFLY]:
        choice.allowed &= ~colours_of(tables, choice.lace.flowers)


# 30 Stick Insect: its lace begins in all flowers of the extra colour and leaves the lowest at each collection of it.

cdef inline void stick_insect_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    if meadow.stick:
        meadow.stick &= ~lowest_without(tables.ascending[tables.colour_of[lowest_bit(meadow.stick)]], ~meadow.stick)


# 31 Earthworm: passed from the top, it makes the other end the active one.

cdef inline void earthworm_effect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    cdef Lace *lace = &meadow.laces[meadow.mover]
    if lace.counts[lace.end] % 2 == 0:
        lace.end ^= 1


# The catalogue: what each animal has.

cdef inline void define(
    Entry *of, int animal, Kind kind, Restriction restriction, Effect effect, Scoring scoring
) noexcept:
    of[animal].kind = kind
    of[animal].restriction = restriction
    of[animal].effect = effect
    of[animal].scoring = scoring


cdef inline void fill_catalogue(Entry *of) noexcept:
    """Fill in a blank catalogue, by number: the kind, the restriction, the effect and the scoring of each animal."""
    define(of, BUMBLEBEE, STATE, NULL, NULL, bumblebee_score)
    define(of, HORNET, CARD, NULL, hornet_effect, hornet_score)
    define(of, BEE, STATE, NULL, NULL, bee_score)
    define(of, PEACOCK_BUTTERFLY, TRIGGERED, peacock_limit, peacock_effect, NULL)
    define(of, LARGE_WHITE, TRIGGERED, large_white_limit, large_white_effect, NULL)
    define(of, SWALLOWTAIL, TRIGGERED, swallowtail_limit, swallowtail_effect, NULL)
    define(of, BLACK_ARCHES, CARD, black_arches_limit, black_arches_effect, NULL)
    define(of, SILK_MOTH, STATE, silk_moth_limit, NULL, NULL)
    define(of, CLOTHES_MOTH, STATE, clothes_moth_limit, NULL, NULL)
    define(of, GARDEN_TIGER, STATE, garden_tiger_limit, NULL, NULL)
    define(of, HAWKMOTH, STATE, hawkmoth_limit, NULL, NULL)
    define(of, DUNG_BEETLE, STATE, dung_beetle_limit, NULL, NULL)
    define(of, LADYBIRD, STATE, ladybird_limit, NULL, NULL)
    define(of, LEAF_BEETLE, STATE, leaf_beetle_limit, NULL, NULL)
    define(of, STAG_BEETLE, STATE, stag_beetle_limit, NULL, NULL)
    define(of, CARABUS, STATE, carabus_limit, NULL, NULL)
    define(of, FIREFLY, STATE, firefly_limit, NULL, NULL)
    define(of, LONGICORN, STATE, longicorn_limit, NULL, NULL)
    define(of, ROSE_CHAFER, STATE, rose_chafer_limit, NULL, NULL)
    define(of, CRICKET, TRIGGERED, cricket_limit, cricket_effect, NULL)
    define(of, GRASSHOPPER, TRIGGERED, grasshopper_limit, grasshopper_effect, NULL)
    define(of, LOCUST, TRIGGERED, locust_limit, locust_effect, NULL)
    define(of, GARDEN_SPIDER, STATE, garden_spider_limit, NULL, NULL)
    define(of, HARVESTMAN, PENDING_TURN, harvestman_limit, harvestman_effect, NULL)
    define(of, TARANTULA, CARD, tarantula_limit, tarantula_effect, NULL)
    define(of, MOSQUITO, TRIGGERED, NULL, mosquito_effect, NULL)
    define(of, FLY, TRIGGERED, NULL, NULL, NULL)
    define(of, SNAIL, CARD, snail_limit, snail_effect, NULL)
    define(of, DRAGONFLY, STATE, dragonfly_limit, NULL, NULL)
    define(of, STICK_INSECT, TRIGGERED, NULL, stick_insect_effect, NULL)
    define(of, EARTHWORM, TRIGGERED, NULL, earthworm_effect, NULL)
    of[FLY].before = fly_before
    of[LADYBIRD].note = ladybird_note
    of[FIREFLY].note = firefly_note
    of[BUMBLEBEE].watch = OWN_COLOUR
    of[SILK_MOTH].watch = EVERYTHING
    of[CLOTHES_MOTH].watch = OWN_COLOUR
    of[GARDEN_TIGER].watch = OWN_COLOUR
    of[HAWKMOTH].watch = OWN_COLOUR
    of[LADYBIRD].watch = FIVES
    of[LEAF_BEETLE].watch = OWN_COLOUR
    of[STAG_BEETLE].watch = EVERYTHING
    of[CARABUS].watch = EVERYTHING
    of[ROSE_CHAFER].watch = EVERYTHING
    of[CRICKET].watch = OWN_COLOUR
    of[LOCUST].watch = EVERYTHING
    of[GARDEN_SPIDER].watch = EVERYTHING
    of[HARVESTMAN].watch = EVERYTHING
    of[TARANTULA].watch = EVERYTHING
    of[DRAGONFLY].watch = EVERYTHING
    of[LARGE_WHITE].lasts = True
    of[SILK_MOTH].lasts = True
    of[CLOTHES_MOTH].lasts = True
    of[GARDEN_TIGER].lasts = True
    of[HAWKMOTH].lasts = True
    of[LEAF_BEETLE].lasts = True
    of[CRICKET].lasts = True
