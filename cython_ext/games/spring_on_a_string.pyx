"""Spring on a String: turns, slots and the end (rules/spring_on_a_string.md).

The meadow and the laces are in spring_on_a_string_meadow.pxd, the animals in spring_on_a_string_animals.pxd. Those in
play are part of the game's tables, not of the State: there stand their functions, and no others are asked.

Action ids: the flowers, `pass`, then five for each flower, one a colour that is named with it.
"""
from libc.math cimport exp
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.string cimport memmove, memset

from springtail.cython_ext.bits cimport hash_bytes, lowest_bit, mix, nth_bit, popcount
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.games.spring_on_a_string_animals cimport (
    BEE, BUMBLEBEE, DRAGONFLY, EARTHWORM, FIVE, FIVES, FLY, GARDEN_SPIDER, HARVESTMAN, HORNET, HORNET_POINTS,
    LARGE_WHITE, LOCUST, LONGICORN, MOSQUITO, NOTHING, OWN_COLOUR, PEACOCK_BUTTERFLY, SNAIL_CARD, TARANTULA, Entry,
    Watch, fill_catalogue,
)
from springtail.cython_ext.games.spring_on_a_string_meadow cimport (
    ANIMALS, BUCKETS, CARDS, COLOURS, CRICKET_FIRST, CRICKET_LACED, CRICKET_SECOND, HOP, MARKS, MOST_COLLECTIONS,
    MOST_FLOWERS, MOST_PETALS, MOST_SYMMETRIES, NOWHERE, OTHER_END, ROWS, SEATS, TURN, Choice, Lace, Meadow, Symmetry,
    Tables, bit, choices, laced, reach, score, thread,
)
from springtail.cython_ext.games.spring_on_a_string_search cimport (
    Pulls, best_of, future_of_all, lay_on, least_points, most_gain, most_points, most_stops, pulls_left, reach_of_ends,
    still_open, sure_gain,
)
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport OVER, Action, Rules, shared_win

cdef enum:
    DOUBLE_SEAT = 2     # of three players (G16)
    DOUBLE_TURN = 2
    PETAL_WORTH = 300   # of a petal in `order`, in 0.1 mm: solves of ten openings looked at the fewest nodes with it


# The spread of margins in `estimate`, and how it grows with the length that is left to both. From 500 games of two
# players who take the most petals, three times of four, with 0 to 5 animals: 4,000 positions, by least squares.
cdef double SPREAD = 0.6
cdef double SPREAD_OF_LENGTH = 0.0006


cdef inline const Tables *tables_of(const Rules *rules) noexcept nogil:
    return <const Tables *>rules.tables


# Slots.

cdef inline uint64_t full_state(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Return a hash of what G27 names."""
    cdef size_t header = <const char *>meadow.laces - <const char *>&meadow.stick
    return hash_bytes(&meadow.stick, header + tables.players * sizeof(Lace))


cdef inline void mark(const Tables *tables, Meadow *meadow) noexcept nogil:
    """Remember the full state with which a slot begins; the third time it ends the game (G6)."""
    cdef uint64_t now = full_state(tables, meadow)
    cdef int at, before = 0
    for at in range(meadow.marked):
        before += meadow.marks[at] == now
    meadow.is_over = before >= 2
    if meadow.marked == MARKS:
        memmove(&meadow.marks[0], &meadow.marks[1], (MARKS - 1) * sizeof(uint64_t))
        meadow.marked -= 1
    meadow.marks[meadow.marked] = now
    meadow.marked += 1


cdef inline void forget_marks(Meadow *meadow) noexcept nogil:
    """Forget what cannot come back."""
    memset(&meadow.marks[0], 0, meadow.marked * sizeof(uint64_t))
    meadow.marked = 0


cdef inline bint expire(const Tables *tables, Meadow *meadow) noexcept nogil:
    """End what ends with the mover's slot (section 7, Snail and Harvestman); return whether anything did."""
    cdef bint changed = False
    if meadow.cards[SNAIL_CARD] == meadow.mover + 1 and not meadow.has_acted:
        meadow.cards[SNAIL_CARD] = 0
        changed = True
    if meadow.harvest >> meadow.mover & 1 and not meadow.new_harvest and not tables.harvestman_until_used:
        meadow.harvest &= ~(1 << meadow.mover)
        changed = True
    return changed


cdef inline bint begin_slot(Meadow *meadow) noexcept nogil:
    """End and start the bans that do so with the mover's slot; return whether any did (Peacock, Large White)."""
    cdef bint changed = meadow.bans[meadow.mover] | meadow.pending[meadow.mover]
    meadow.bans[meadow.mover] = 0
    meadow.banned |= meadow.pending[meadow.mover]
    meadow.pending[meadow.mover] = 0
    return changed


cdef inline void end_slot(const Tables *tables, Meadow *meadow) noexcept nogil:
    """Turn to the next seat; end the game when a round has changed nothing (G5) or a state is there again (G6)."""
    cdef bint changed = expire(tables, meadow) or meadow.has_acted
    if meadow.mover == DOUBLE_SEAT:
        meadow.double_turn = 0
    meadow.due = TURN
    meadow.has_acted = False
    meadow.has_hopped = False
    meadow.new_harvest = False
    meadow.mover = meadow.mover + 1 if meadow.mover + 1 < tables.players else 0
    changed = begin_slot(meadow) or changed
    meadow.quiet = 0 if changed else meadow.quiet + 1
    if meadow.quiet == tables.players:
        meadow.is_over = True
    elif tables.has_fly:
        mark(tables, meadow)


cdef inline void extra_after(const Tables *tables, Meadow *meadow, int due, int flower) noexcept nogil:
    """Go on with the triple of a Cricket: what other animals make due is replaced (section 7)."""
    if due == CRICKET_FIRST:
        meadow.due = CRICKET_LACED if tables.of[LOCUST] >> flower & 1 else CRICKET_SECOND
    elif due == CRICKET_SECOND or due == CRICKET_LACED:
        meadow.due = TURN


cdef inline void go_on(const Tables *tables, Meadow *meadow) noexcept nogil:
    """Go on behind a collection: with the extra that is due, the second turn or the next slot (G16, G17)."""
    if meadow.due != TURN:
        if choices(tables, meadow):
            meadow.has_hopped |= meadow.due == HOP
            return
        meadow.due = TURN
    if meadow.double_turn == DOUBLE_TURN and meadow.mover == DOUBLE_SEAT:
        meadow.double_turn -= 1
        meadow.has_hopped = False
        if choices(tables, meadow):
            return
    end_slot(tables, meadow)


cdef inline void note_latest(Meadow *meadow) noexcept nogil:
    """Move the mover to the front of those who have collected (G7)."""
    cdef int seat = meadow.mover + 1, moved = seat, next_one, at
    for at in range(SEATS):
        next_one = meadow.latest[at]
        meadow.latest[at] = moved
        if next_one == seat or next_one == 0:
            return
        moved = next_one


cdef inline void collect(const Tables *tables, Meadow *meadow, int flower, int colour) noexcept nogil:
    """Pass the mover's lace through a flower; `colour` is what was named with it."""
    cdef int own = tables.colour_of[flower], due = meadow.due, at
    if tables.befores[own] != NULL:
        tables.befores[own](tables, meadow, flower, colour)
    elif tables.has_fly and not tables.of[MOSQUITO]:
        forget_marks(meadow)    # there are more laces in flowers than ever, and nothing makes them fewer
    thread(tables, &meadow.laces[meadow.mover], flower)
    meadow.collections += 1
    note_latest(meadow)
    meadow.harvest &= ~(1 << meadow.mover)
    meadow.new_harvest = False
    meadow.has_acted = True
    meadow.quiet = 0
    meadow.due = TURN
    if tables.effects[own] != NULL:
        tables.effects[own](tables, meadow, flower, colour)
    for at in range(tables.notes):
        tables.notes_[at](tables, meadow, flower, colour)
    if meadow.collections == MOST_COLLECTIONS:
        meadow.due = TURN
        meadow.is_over = True
        return
    extra_after(tables, meadow, due, flower)
    go_on(tables, meadow)


# The table of rules.

cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Meadow *meadow = <const Meadow *>state
    if meadow.is_over:
        return OVER
    return meadow.mover


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef uint32_t flowers = choices(tables, <const Meadow *>state)
    cdef uint32_t named = flowers & tables.named
    cdef int count = 0, colour
    if flowers == 0:
        into[0] = tables.pass_action
        return 1
    flowers ^= named
    while flowers:
        into[count] = lowest_bit(flowers)
        flowers &= flowers - 1
        count += 1
    while named:
        for colour in range(COLOURS):
            into[count] = tables.first_named + COLOURS * lowest_bit(named) + colour
            count += 1
        named &= named - 1
    return count


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Meadow *meadow = <Meadow *>state
    if action < tables.pass_action:
        collect(tables, meadow, action, 0)
    elif action == tables.pass_action:
        end_slot(tables, meadow)
    else:
        action -= tables.first_named
        collect(tables, meadow, action // COLOURS, action % COLOURS)


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    """Most points win; of those who tie, the one whose latest collection is the latest (G7)."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Meadow *meadow = <const Meadow *>state
    cdef int seat, at
    cdef int32_t best = 0
    cdef uint32_t winners = 0
    for seat in range(tables.players):
        scores[seat] = score(tables, meadow, seat)
        returns[seat] = 0
        if seat == 0 or scores[seat] > best:
            best = scores[seat]
            winners = 0
        winners |= <uint32_t>(scores[seat] == best) << seat
    if not meadow.is_over:
        return
    for at in range(tables.players):
        seat = meadow.latest[at] - 1
        if seat >= 0 and winners >> seat & 1:
            winners = bit(seat)
    shared_win(tables.players, winners, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    """Hash what decides about the rest of the game; with a Fly, whose states come back, all there is."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Meadow *meadow = <const Meadow *>state
    if tables.has_fly:
        return mix(hash_bytes(state, sizeof(Meadow) - (MARKS - meadow.marked) * sizeof(uint64_t)) ^ tables.salt)
    return mix(future_of_all(tables, meadow) ^ tables.salt)


cdef void playout(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Meadow *meadow = <Meadow *>state
    cdef uint32_t flowers, named, plain, rank
    while not meadow.is_over:
        flowers = choices(tables, meadow)
        if flowers == 0:
            end_slot(tables, meadow)
            continue
        named = flowers & tables.named
        if named == 0:
            collect(tables, meadow, nth_bit(flowers, rng_below(rng, <uint32_t>popcount(flowers))), 0)
            continue
        plain = <uint32_t>popcount(flowers ^ named)
        rank = rng_below(rng, plain + COLOURS * <uint32_t>popcount(named))
        if rank < plain:
            collect(tables, meadow, nth_bit(flowers ^ named, rank), 0)
        else:
            rank -= plain
            collect(tables, meadow, nth_bit(named, rank // COLOURS), <int>(rank % COLOURS))


# For searches.

cdef bint canonical(const Rules *rules, const void *state, uint64_t *words, int32_t *settled) noexcept nogil:
    """Fill both words with the least key that the position has from any side of a symmetric board."""
    cdef const Tables *tables = tables_of(rules)
    cdef Meadow other
    cdef int at
    words[0] = key(rules, state)
    for at in range(tables.symmetries):
        lay_on(tables, &tables.symmetries_[at], <const Meadow *>state, &other, rules.state_bytes)
        words[0] = min(words[0], key(rules, &other))
    words[1] = words[0]
    settled[0] = 0
    return True


cdef void plain_bounds(
    const Tables *tables, const Meadow *meadow, int seat, int32_t *least, int32_t *most
) noexcept nogil:
    """Two players without animals: each can force what the other cannot reach."""
    cdef const Lace *own = &meadow.laces[seat]
    cdef const Lace *other = &meadow.laces[seat ^ 1]
    cdef uint32_t free = ~laced(tables, meadow)
    cdef uint32_t ours = free & reach(tables, own), theirs = free & reach(tables, other)
    least[0] = most[0] = own.points - other.points
    most[0] += most_gain(tables, own.last[0], own.left[0], ours)
    most[0] -= sure_gain(tables, other.last[0], other.left[0], theirs & ~ours)
    least[0] -= most_gain(tables, other.last[0], other.left[0], theirs)
    least[0] += sure_gain(tables, own.last[0], own.left[0], ours & ~theirs)


cdef void any_bounds(
    const Tables *tables, const Meadow *meadow, int seat, int32_t *least, int32_t *most
) noexcept nogil:
    """The least own points against the most of another seat, and the other way round."""
    cdef uint32_t open = still_open(tables, meadow)
    cdef Pulls pulls = pulls_left(tables, meadow)
    cdef int other, best_least = -1, best_most = -1
    least[0] = least_points(tables, meadow, seat, open, pulls)
    most[0] = most_points(tables, meadow, seat, open, pulls)
    for other in range(tables.players):
        if other != seat:
            best_least = max(best_least, least_points(tables, meadow, other, open, pulls))
            best_most = max(best_most, most_points(tables, meadow, other, open, pulls))
    least[0] -= best_most
    most[0] -= best_least


cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    """Never 0, which would say that the win is shared: who wins a tie depends on the last collection (G7)."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Meadow *meadow = <const Meadow *>state
    if tables.is_plain:
        plain_bounds(tables, meadow, seat, least, most)
    else:
        any_bounds(tables, meadow, seat, least, most)
    least[0] -= least[0] == 0
    most[0] += most[0] == 0


cdef inline uint32_t open_to(const Tables *tables, const Meadow *meadow, int seat, uint32_t open) noexcept nogil:
    """Return the flowers that a seat may still collect if nothing is pulled out."""
    cdef Choice choice
    cdef int at
    choice.seat = seat
    choice.lace = &meadow.laces[seat]
    choice.allowed = open & ~choice.lace.flowers & reach_of_ends(tables, choice.lace)
    for at in range(tables.lastings):
        tables.lastings_[at](tables, meadow, &choice)
    return choice.allowed


cdef void estimate(const Rules *rules, const void *state, double *returns) noexcept nogil:
    """The points and what the rest of the lace will bring, against those of the others."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Meadow *meadow = <const Meadow *>state
    cdef const Lace *lace
    cdef double worths[SEATS]
    cdef double rest, best = 0, sum = 0, spread = SPREAD
    cdef int seat, left
    cdef uint32_t open = still_open(tables, meadow)
    for seat in range(tables.players):
        lace = &meadow.laces[seat]
        left = max(0, <int>lace.left[lace.end])
        rest = tables.points_of_length * left
        if tables.lastings:
            rest = min(rest, tables.points_of_open * popcount(open_to(tables, meadow, seat, open)))
        worths[seat] = score(tables, meadow, seat) + rest + tables.tempo * (seat == meadow.mover)
        best = max(best, worths[seat])
        spread += SPREAD_OF_LENGTH * left * 2 / tables.players
    for seat in range(tables.players):
        worths[seat] = exp((worths[seat] - best) / spread)
        sum += worths[seat]
    for seat in range(tables.players):
        returns[seat] = (tables.players * worths[seat] / sum - 1) / (tables.players - 1)


cdef inline int worth_of(const Tables *tables, const Meadow *meadow, int flower) noexcept nogil:
    """Judge a collection by petals, and by how near the flower is to the mover and to who comes next."""
    cdef const Lace *own = &meadow.laces[meadow.mover]
    cdef const Lace *next_one = &meadow.laces[meadow.mover + 1 if meadow.mover + 1 < tables.players else 0]
    cdef int ways = tables.costs[own.last[own.end]][flower] + tables.costs[next_one.last[next_one.end]][flower]
    return PETAL_WORTH * tables.petals_of[flower] - ways


cdef void order(const Rules *rules, const void *state, Action *actions, int count) noexcept nogil:
    """Many petals first, of these what is near to the mover and to who comes next."""
    cdef const Tables *tables = tables_of(rules)
    cdef int worths[COLOURS * MOST_FLOWERS]
    cdef int at, before, worth, flower
    cdef Action action
    if actions[0] == tables.pass_action:
        return
    for at in range(count):
        action = actions[at]
        flower = action if action < tables.pass_action else (action - tables.first_named) // COLOURS
        worth = worth_of(tables, <const Meadow *>state, flower)
        before = at
        while before > 0 and worths[before - 1] < worth:
            worths[before] = worths[before - 1]
            actions[before] = actions[before - 1]
            before -= 1
        worths[before] = worth
        actions[before] = action


cdef class SpringOnAStringRules(Game):
    """The compiled half of Spring on a String.

    Colours are numbered as in `COLOURS`, animals as in `ANIMALS` from 1, flowers as the board lists them. What comes in
    here has been checked.
    """

    cdef Tables tables

    COLOURS = "YRWPK"
    """Letters of the colours: yellow, red, white, purple, pink."""
    ANIMALS = (
        "bumblebee", "hornet", "bee", "peacock_butterfly", "large_white", "swallowtail", "black_arches", "silk_moth",
        "clothes_moth", "garden_tiger", "deaths_head_hawkmoth", "dung_beetle", "ladybird", "leaf_beetle", "stag_beetle",
        "carabus", "firefly", "longicorn", "rose_chafer", "cricket", "grasshopper", "locust", "garden_spider",
        "harvestman", "tarantula", "mosquito", "fly", "snail", "dragonfly", "stick_insect", "earthworm",
    )
    """Ids of the animals in the order of the rulebook."""
    KINDS = ("state", "card in front", "triggered", "pending turn")
    """The kinds of effect, which decide what a pull-out does to it (section 5)."""
    CARDS = ("hornet", "black_arches", "tarantula", "snail")
    """Animals whose card lies in front of the player who collected their colour last."""
    DUES = ("turn", "grasshopper", "locust", "cricket_first", "cricket_second", "cricket_laced")
    """What the ply that comes next is: a turn, or an extra collection."""
    SEATS_AT_MOST = SEATS
    FLOWERS_AT_MOST = MOST_FLOWERS
    PETALS_AT_MOST = MOST_PETALS
    COLLECTIONS_TO_END = MOST_COLLECTIONS
    """The game ends with so many collections of all players (G6)."""
    SLOTS_REMEMBERED = MARKS
    """How far the repetition rule looks back."""
    PLAIN_ESTIMATE = (0.004, 0.0, 2.0)
    ANIMAL_ESTIMATE = (0.008, 2.5, 1.0)
    """What `estimate` adds to points for a length of 0.1 mm, at most for each flower that animals leave open, and for
    the mover, without and with animals: by matches of alpha-beta against itself
    (bench/spring_on_a_string_estimate.py).
    """
    SYMMETRIES_AT_MOST = MOST_SYMMETRIES
    """So many are made use of."""

    def read_board(self):
        """Return the board: a hook.

        An object with `flowers` (each with `colour`, a letter, and `petals`), `distances` between them, `hole`, `tip`
        and the `ends` of a lace, all lengths in 0.1 mm, and `symmetries` as a method.
        """
        raise NotImplementedError

    def read_animals(self):
        """Return the animals in play, or None before they are drawn: a hook.

        An object with `animals`, pairs of a colour and an id.
        """
        raise NotImplementedError

    def build(self):
        cdef Tables *tables = &self.tables
        board = self.read_board()
        tables.players = self._options["players"]
        tables.flowers = len(board.flowers)
        tables.pass_action = tables.flowers
        tables.first_named = tables.flowers + 1
        self.lay_flowers(board)
        self.measure(board)
        animals = self.read_animals()
        self.seat_animals({} if animals is None else dict(animals.animals))
        tables.knot_gap = -1 if self._options["knot_gap"] == "free" else 10 * self._options["knot_gap"]
        tables.swallowtail_of_others = self._options["swallowtail"] == "others"
        tables.ladybird_is_permanent = self._options["ladybird"] == "permanent"
        tables.firefly_is_latched = self._options["firefly"] == "latched"
        tables.harvestman_until_used = self._options["harvestman"] == "until_used"
        tables.has_fly = animals is not None and tables.of[FLY] != 0
        tables.is_plain = animals is not None and not animals.animals and tables.players == 2
        if animals is not None and not tables.has_fly:
            self.lay_on_itself(board.symmetries(dict(animals.animals)))
        collections = self.most_collections(animals is None)
        tables.cap_matters = collections == MOST_COLLECTIONS
        self.value_lace()
        tables.points_of_length, tables.points_of_open, tables.tempo = (
            self.ANIMAL_ESTIMATE if animals is not None and animals.animals else self.PLAIN_ESTIMATE
        )
        self.rules = Rules(
            state_bytes=sizeof(Meadow) if tables.has_fly else (
                sizeof(Meadow) - MARKS * sizeof(uint64_t) - (SEATS - tables.players) * sizeof(Lace)
            ),
            seats=tables.players,
            actions=tables.first_named + COLOURS * tables.flowers,
            most_actions=tables.flowers * COLOURS if animals is None else max(
                1, tables.flowers + (COLOURS - 1) * popcount(tables.named)
            ),
            # Behind a collection, a round of passes lets all end that ends, and a second one changes nothing.
            longest_game=collections + (2 * tables.players) * (collections + 1),
            # With a Fly laces come back as they were, but never with the same marks of earlier slots.
            sides=0, repeats=False, settles=False, margin_scale=10, tables=tables,
            mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=NULL, roll=NULL, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=playout, estimate=estimate, bounds=bounds, order=order,
            candidates=NULL, canonical=NULL,
        )
        if tables.symmetries:
            self.rules.canonical = canonical

    def lay_flowers(self, board):
        """Fill in colours and petals."""
        cdef Tables *tables = &self.tables
        cdef int flower, colour, at
        for flower, growing in enumerate(board.flowers):
            colour = self.COLOURS.index(growing.colour)
            tables.colour_of[flower] = colour
            tables.petals_of[flower] = growing.petals
            tables.colour_sets[colour] |= bit(flower)
            tables.petal_sets[<int>growing.petals] |= bit(flower)
            if growing.petals % 2 == 0:
                tables.even |= bit(flower)
        for colour in range(COLOURS):
            memset(tables.ascending[colour], NOWHERE, MOST_FLOWERS + 1)
            flowers = [flower for flower in range(tables.flowers) if tables.colour_of[flower] == colour]
            for at, flower in enumerate(sorted(flowers, key=lambda flower: board.flowers[flower].petals)):
                tables.ascending[colour][at] = flower

    def measure(self, board):
        """Fill in lengths, costs and what is in reach."""
        cdef Tables *tables = &self.tables
        cdef int last, flower, bucket, cost, at
        for last in range(ROWS):
            for flower in range(tables.flowers):
                if last < tables.flowers:
                    tables.distances[last][flower] = board.distances[last][flower]
                tables.costs[last][flower] = board.hole + tables.distances[last][flower]
                tables.far = max(tables.far, <int>tables.costs[last][flower])
        for flower in range(tables.flowers):
            ways = [tables.costs[last][flower] for last in range(tables.flowers) if last != flower]
            tables.nearest[flower] = min(ways, default=tables.costs[NOWHERE][flower])
        for at, flower in enumerate(sorted(range(tables.flowers), key=lambda flower: tables.nearest[flower])):
            tables.by_nearest[at] = flower
        while tables.far >> tables.shift >= BUCKETS:
            tables.shift += 1
        for last in range(ROWS):
            for flower in range(tables.flowers):
                cost = tables.costs[last][flower]
                for bucket in range(BUCKETS):
                    if cost <= bucket << tables.shift:
                        tables.within[last][bucket] |= bit(flower)
                    elif cost < (bucket + 1) << tables.shift:
                        tables.edge[last][bucket] |= bit(flower)
        tables.lengths[0], tables.lengths[1] = [length - board.tip for length in board.ends]

    def lay_on_itself(self, symmetries):
        """Fill in the symmetries of the board: where each flower comes to lie, and each colour."""
        cdef Symmetry *symmetry
        cdef int at
        for flowers, colours in symmetries:
            symmetry = &self.tables.symmetries_[self.tables.symmetries]
            self.tables.symmetries += 1
            for at in range(ROWS):
                symmetry.flowers[at] = flowers[at] if at < len(flowers) else at
            for at in range(COLOURS):
                symmetry.colours[at] = self.COLOURS.index(colours[at])

    def seat_animals(self, animals):
        """Fill in who is in play on which colour, and what each does."""
        cdef Tables *tables = &self.tables
        cdef Entry catalogue[ANIMALS + 1]
        cdef const Entry *entry
        cdef int colour, animal
        memset(catalogue, 0, sizeof(catalogue))
        fill_catalogue(catalogue)
        for letter, name in animals.items():
            colour = self.COLOURS.index(letter)
            animal = self.ANIMALS.index(name) + 1
            entry = &catalogue[animal]
            tables.animal_of[colour] = animal
            tables.of[animal] = tables.colour_sets[colour]
            tables.salt = mix(tables.salt ^ <uint64_t>(animal << 8 | colour))
            tables.befores[colour] = entry.before
            tables.effects[colour] = entry.effect
            if entry.restriction != NULL:
                tables.restrictions_[tables.restrictions] = entry.restriction
                tables.restrictions += 1
            if entry.note != NULL:
                tables.notes_[tables.notes] = entry.note
                tables.notes += 1
            tables.watched |= self.watched_by(entry.watch, tables.of[animal])
            if entry.lasts:
                tables.lastings_[tables.lastings] = entry.restriction
                tables.lastings += 1
            if entry.scoring != NULL:
                tables.scorings_[tables.scorings] = entry.scoring
                tables.scorings += 1
        tables.may_share = tables.players == SEATS or bool(
            tables.of[LOCUST] | tables.of[GARDEN_SPIDER] | tables.of[HARVESTMAN] | tables.of[TARANTULA]
        )
        if tables.players == SEATS:
            tables.watched = bit(MOST_FLOWERS) - 1
        tables.newest_matters = tables.of[GARDEN_SPIDER] or tables.of[DRAGONFLY] or tables.of[BUMBLEBEE]
        tables.parity_matters = tables.of[LONGICORN] or tables.of[BEE]
        tables.wild = tables.of[BEE] | tables.of[BUMBLEBEE]
        tables.named = tables.of[PEACOCK_BUTTERFLY] | tables.of[LARGE_WHITE]
        # With three players only the Earthworm lets them begin on the longer end (G23).
        if tables.players == 3 and not tables.of[EARTHWORM]:
            tables.lengths[0], tables.lengths[1] = tables.lengths[1], tables.lengths[0]

    cdef uint32_t watched_by(self, Watch watch, uint32_t own):
        if watch == NOTHING:
            return 0
        return own if watch == OWN_COLOUR else self.tables.petal_sets[FIVE] if watch == FIVES else bit(MOST_FLOWERS) - 1

    def most_collections(self, is_open):
        """Return a bound on the collections of a game: what a lace can hold, and hold again after each Mosquito."""
        cdef Tables *tables = &self.tables
        cdef int end, ends = 2 if is_open or tables.of[EARTHWORM] else 1
        nearest = min([tables.costs[one][other] for one in range(tables.flowers) for other in range(one)], default=1)
        held = 0
        for end in range(ends):
            held += max(0, 1 + (tables.lengths[end] - tables.costs[NOWHERE][0]) // nearest)
        held = min(held, tables.flowers)
        if is_open or tables.of[FLY]:
            return MOST_COLLECTIONS
        stings = 2 * popcount(tables.of[MOSQUITO])
        return min(MOST_COLLECTIONS, tables.players * held + stings * (tables.players - 1) * held)

    def value_lace(self):
        """Fill in bounds on petals and on the points of a lace."""
        cdef Tables *tables = &self.tables
        cdef int end, stops = 0
        cdef uint32_t all_flowers = bit(tables.flowers) - 1
        petals = [tables.petals_of[flower] for flower in range(tables.flowers)]
        tables.least_petals, tables.most_petals = min(petals), max(petals)
        for end in range(2 if tables.of[EARTHWORM] else 1):
            stops += most_stops(tables, NOWHERE, tables.lengths[end], all_flowers)
        tables.most_points = best_of(tables, all_flowers, stops) + HORNET_POINTS * (tables.of[HORNET] != 0)
        tables.most_points += popcount(tables.wild) * (tables.most_petals - tables.least_petals)

    @classmethod
    def kind_of(cls, animal):
        """Return the kind of effect of an animal, one of `KINDS`."""
        cdef Entry catalogue[ANIMALS + 1]
        memset(catalogue, 0, sizeof(catalogue))
        fill_catalogue(catalogue)
        return cls.KINDS[catalogue[<int>(cls.ANIMALS.index(animal) + 1)].kind]

    def place_scene(self, State state, dict scene):
        """Fill a blank state from what `scene` returns."""
        cdef Meadow *meadow = <Meadow *>state.data
        cdef const Tables *tables = &self.tables
        cdef int at
        for at, lace in enumerate(scene["laces"]):
            self.lay_lace(&meadow.laces[at], lace["path"], lace["end"])
        meadow.stick = set_of(scene["stick"])
        meadow.mover = scene["mover"]
        meadow.harvest = set_of(scene["harvest"])
        for at in range(CARDS):
            meadow.cards[at] = numbered(scene["cards"][at])
        for at in range(tables.players):
            meadow.bans[at] = set_of(scene["bans"][at])
            meadow.pending[at] = set_of(scene["pending"][at])
        meadow.banned = set_of(scene["banned"])
        meadow.swallowed = scene["swallowed"]
        meadow.swallower = numbered(scene["swallower"])
        meadow.fed = set_of(scene["fed"])
        meadow.is_lit = scene["is_lit"]
        meadow.collections = scene["collections"]
        for at, seat in enumerate(scene["latest"]):
            meadow.latest[at] = numbered(seat)
        meadow.due = scene["due"]
        meadow.has_acted = scene["has_acted"]
        meadow.has_hopped = scene["has_hopped"]
        meadow.new_harvest = scene["new_harvest"]
        meadow.double_turn = scene["double_turn"]
        meadow.quiet = scene["quiet"]
        meadow.is_over = meadow.quiet == tables.players or meadow.collections == MOST_COLLECTIONS
        if tables.has_fly:
            for at, earlier in enumerate(scene["earlier"]):
                meadow.marks[at] = earlier
            meadow.marked = len(scene["earlier"])
            if is_marked(tables, meadow):
                mark(tables, meadow)

    cdef void lay_lace(self, Lace *lace, path, int active):
        """Fill in a lace from its flowers in order of collection, each with its end."""
        cdef int end
        for end in range(2):
            lace.left[end] = self.tables.lengths[end]
            lace.last[end] = NOWHERE
        for flower, end in path:
            lace.end = end
            thread(&self.tables, lace, flower)
        lace.end = active

    def scene(self, State state):
        """Return the position, the fields of a position document with everything by number (docs/documents.md)."""
        cdef const Meadow *meadow = <const Meadow *>state.data
        cdef const Tables *tables = &self.tables
        cdef int at, seat, marks = meadow.marked - is_marked(tables, meadow)
        return {
            "mover": meadow.mover,
            "laces": [path_of(&meadow.laces[seat]) for seat in range(tables.players)],
            "stick": list_of(meadow.stick),
            "harvest": list_of(meadow.harvest),
            "cards": [unnumbered(meadow.cards[at]) for at in range(CARDS)],
            "bans": [list_of(meadow.bans[seat]) for seat in range(tables.players)],
            "pending": [list_of(meadow.pending[seat]) for seat in range(tables.players)],
            "banned": list_of(meadow.banned),
            "swallowed": meadow.swallowed,
            "swallower": unnumbered(meadow.swallower),
            "fed": list_of(meadow.fed),
            "is_lit": meadow.is_lit != 0,
            "collections": meadow.collections,
            "latest": [meadow.latest[at] - 1 for at in range(tables.players) if meadow.latest[at]],
            "due": meadow.due,
            "has_acted": meadow.has_acted != 0,
            "has_hopped": meadow.has_hopped != 0,
            "new_harvest": meadow.new_harvest != 0,
            "double_turn": meadow.double_turn,
            "quiet": meadow.quiet,
            "earlier": [meadow.marks[at] for at in range(marks)] if tables.has_fly else [],
        }

    def open_flowers(self, State state):
        """Return the flowers that the mover can collect."""
        return list_of(choices(&self.tables, <const Meadow *>state.data))

    def margin_bounds(self, State state, int seat):
        """Return (least, most) of what the final margin of a seat can be, 0 being no end of them."""
        cdef int32_t least, most
        bounds(&self.rules, state.data, seat, &least, &most)
        return least, most

    def symmetric_key(self, State state):
        """Return a hash that positions share which go on alike, also as seen from another side of the board."""
        cdef uint64_t words[2]
        cdef int32_t settled
        canonical(&self.rules, state.data, words, &settled)
        return words[0]

    def estimated_returns(self, State state):
        """Return what `estimate` makes of a position, a return for each seat."""
        cdef double returns[SEATS]
        estimate(&self.rules, state.data, returns)
        return [returns[seat] for seat in range(self.tables.players)]

    def best_first(self, State state):
        """Return the ids of the legal actions as `order` sorts them."""
        cdef Action actions[COLOURS * MOST_FLOWERS]
        cdef int count = 0
        if state.current_player() >= 0:
            count = legal(&self.rules, state.data, actions)
            order(&self.rules, state.data, actions, count)
        return [actions[at] for at in range(count)]

    def usable_length(self, int end):
        """Return what of a lace end flowers can take, in 0.1 mm."""
        return self.tables.lengths[end]

    def points(self, State state, int seat):
        """Return the points of a seat by part: `petals` as printed, and what each animal in play adds."""
        cdef const Meadow *meadow = <const Meadow *>state.data
        cdef const Tables *tables = &self.tables
        cdef Entry catalogue[ANIMALS + 1]
        cdef int colour, animal
        memset(catalogue, 0, sizeof(catalogue))
        fill_catalogue(catalogue)
        parts = {"petals": meadow.laces[seat].points}
        for colour in range(COLOURS):
            animal = tables.animal_of[colour]
            if animal and catalogue[animal].scoring != NULL:
                parts[self.ANIMALS[animal - 1]] = catalogue[animal].scoring(tables, meadow, seat)
        return parts

    def length_left(self, State state, int seat, int end):
        """Return how much of a lace end can still be used, in 0.1 mm."""
        return (<const Meadow *>state.data).laces[seat].left[end]


cdef inline bint is_marked(const Tables *tables, const Meadow *meadow) noexcept nogil:
    """Whether the last mark is that of the slot which begins with this state."""
    return tables.has_fly and not meadow.has_acted and meadow.quiet != tables.players


cdef uint32_t set_of(numbers):
    cdef uint32_t found = 0
    for number in numbers:
        found |= bit(number)
    return found


cdef list list_of(uint32_t numbers):
    cdef list found = []
    while numbers:
        found.append(lowest_bit(numbers))
        numbers &= numbers - 1
    return found


cdef int numbered(seat):
    """Return a seat and 1, 0 for none."""
    return 0 if seat is None else seat + 1


cdef object unnumbered(int seat):
    return seat - 1 if seat else None


cdef dict path_of(const Lace *lace):
    cdef int at
    path = [(lace.path[at] & ~OTHER_END, lace.path[at] >> 7) for at in range(lace.length)]
    return {"path": path, "end": lace.end}
