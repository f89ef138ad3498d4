"""The contract between games and searches.

A game is one constant table of C functions, `Rules`, over a plain State: a block of
`state_bytes` bytes, copied by memcpy, without pointers, in which equal positions have
equal bytes or at least equal keys. A search is written once against the table and knows
no game. What a search may do with a game is decided at its start from the slots that
are not NULL.

Every function is total: `noexcept nogil`, no allocation, no Python. Callers keep the
preconditions (an action that `play` gets is legal); they are checked once, where
Python calls in (game.pyx).

An Action is an integer from 0 to `actions` - 1. Decisions and chance outcomes share the
numbering. An outcome too large to number (a deal of cards) is UNNUMBERED.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

from springtail.cython_ext.rng cimport Rng, rng_below

ctypedef int32_t Action

cdef enum:
    CHANCE = -1         # mover: a chance node
    OVER = -4           # mover: the game is over
    UNNUMBERED = -1     # Action: an outcome without a number
    MAX_SEATS = 8
    MAX_STATE_BYTES = 4096
    MAX_STATE_WORDS = 512   # MAX_STATE_BYTES in words of 8

cdef struct Rules:
    # What the game is.
    size_t state_bytes      # size of a State, a multiple of 8, at most MAX_STATE_BYTES
    int seats               # 1 to MAX_SEATS
    int actions             # Actions are 0 .. actions - 1; below 2**24
    int most_actions        # most legal actions, or chance outcomes, that one position can have
    int longest_game        # no game has more plies
    int sides               # 0: each seat for itself; else partners are those with the same remainder by it
    bint repeats            # whether a position can come back, but for counters of its way that end the game some time
    bint settles            # whether `canonical` leaves out points that are settled
    double margin_scale     # a margin (own score less the best other) that decides a game, for estimates
    const void *tables      # read-only tables shared by all states; the game's own type

    # Required. `over`, where a comment says so, means mover(state) == OVER.
    int (*mover)(const Rules *rules, const void *state) noexcept nogil          # a seat, CHANCE or OVER
    int (*legal)(const Rules *rules, const void *state, Action *into) noexcept nogil  # decision: count, ascending
    void (*play)(const Rules *rules, void *state, Action action) noexcept nogil  # decision or chance
    # Over: final scores and returns of all seats. Before: the scores as they stand, returns 0.
    void (*results)(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil
    uint64_t (*key)(const Rules *rules, const void *state) noexcept nogil        # equal positions, equal keys

    # Chance; both NULL where a game has none. `outcomes` is NULL too where they are too many to list.
    int (*outcomes)(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil
    Action (*roll)(const Rules *rules, void *state, Rng *rng) noexcept nogil     # draws an outcome and plays it

    # Hidden information; all NULL where a game has none.
    # Replaces what `seat` cannot see by one fixed content, the same for every world it could be in.
    void (*conceal)(const Rules *rules, void *state, int seat) noexcept nogil
    # Replaces what `seat` cannot see by a uniformly drawn consistent world; reads nothing that `conceal` removes.
    void (*redeal)(const Rules *rules, void *state, int seat, Rng *rng) noexcept nogil
    uint64_t (*information_key)(const Rules *rules, const void *state, int seat) noexcept nogil

    # Optional, NULL where a game has no such thing.
    void (*playout)(const Rules *rules, void *state, Rng *rng) noexcept nogil    # uniformly random play to the end
    void (*estimate)(const Rules *rules, const void *state, double *returns) noexcept nogil
    # Bounds that no play from here can break on the final margin of `seat`; where that is above 0, equal or below,
    # the seat has won alone, shared the win or lost.
    void (*bounds)(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil
    void (*order)(const Rules *rules, const void *state, Action *actions, int count) noexcept nogil  # best first

    # Optional, for games of two sides that are searched to their end.
    # As `legal`, best first, without actions that another one is certainly as good as.
    int (*candidates)(const Rules *rules, const void *state, Action *into) noexcept nogil
    # Fills two words that are equal for positions that go on alike, those of the board's symmetries included, and for
    # no others as far as those bits can tell. Where the game `settles` they leave out what can only add to the margin:
    # `settled`, that of seat 0.
    # False where a position is not worth remembering; the words are then not filled.
    bint (*canonical)(const Rules *rules, const void *state, uint64_t *words, int32_t *settled) noexcept nogil


cdef inline void shared_win(int seats, uint32_t winners, double *returns) noexcept nogil:
    """Fill `returns` from the set of winning seats (rules/README, Returns): sum 0, a sole winner 1."""
    cdef int seat, count = 0
    cdef double share
    for seat in range(seats):
        count += winners >> seat & 1
    for seat in range(seats):
        share = 1.0 / count if winners >> seat & 1 else 0.0
        returns[seat] = (seats * share - 1) / (seats - 1) if seats > 1 else share


cdef inline void highest_wins(int seats, const int32_t *scores, double *returns) noexcept nogil:
    """Fill `returns` for a game whose highest score wins, ties shared."""
    cdef int seat
    cdef int32_t best = scores[0]
    cdef uint32_t winners = 0
    for seat in range(1, seats):
        best = max(best, scores[seat])
    for seat in range(seats):
        winners |= <uint32_t>(scores[seat] == best) << seat
    shared_win(seats, winners, returns)


cdef inline int side_of(const Rules *rules, int seat) noexcept nogil:
    """Partners have the same side; without partners, it is the seat."""
    return seat % rules.sides if rules.sides else seat


cdef inline int32_t margin(const Rules *rules, const int32_t *scores, int seat) noexcept nogil:
    """Own score less the best other, partners left out; with one seat, the score."""
    cdef int other
    cdef int32_t best = 0
    cdef bint found = False
    for other in range(rules.seats):
        if side_of(rules, other) != side_of(rules, seat) and (not found or scores[other] > best):
            best = scores[other]
            found = True
    return scores[seat] - best


cdef inline int64_t random_play(const Rules *rules, void *state, Rng *rng, Action *buffer) noexcept nogil:
    """Play uniformly at random to the end, ply by ply, and return the plies; `buffer` holds `most_actions`."""
    cdef int mover, count
    cdef int64_t plies = 0
    while True:
        mover = rules.mover(rules, state)
        if mover >= 0:
            count = rules.legal(rules, state, buffer)
            rules.play(rules, state, buffer[rng_below(rng, <uint32_t>count)])
        elif mover == CHANCE:
            rules.roll(rules, state, rng)
        else:
            return plies
        plies += 1


cdef inline void random_playout(const Rules *rules, void *state, Rng *rng, Action *buffer) noexcept nogil:
    """Play uniformly at random to the end, by the game's own playout where it has one."""
    if rules.playout != NULL:
        rules.playout(rules, state, rng)
    else:
        random_play(rules, state, rng, buffer)
