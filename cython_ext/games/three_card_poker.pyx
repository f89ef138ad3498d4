"""Poker with three cards and two seats (Kuhn 1950, "A simplified two-person poker").

Each seat pays one chip and gets one of the cards J, Q, K. Seat 0, then seat 1, bets a
further chip or passes. After a bet the other seat calls with `bet` or gives up with `pass`.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from springtail.cython_ext.bits cimport mix
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport CHANCE, OVER, Action, Rules, highest_wins

cdef enum:
    SEATS = 2
    PASS = 0
    BET = 1
    FIRST_CARD = 2      # the action that deals card 1; action = card + FIRST_CARD - 1
    CARDS = 3
    HIDDEN = 0          # a card: 1 to 3 for J, Q, K, or not dealt, or not seen

ctypedef struct Table:
    uint8_t cards[SEATS]
    uint8_t dealt           # cards dealt
    uint8_t plies           # decisions so far
    uint8_t bets            # bit i: decision i was a bet
    uint8_t unused[3]


cdef inline bint betting_is_over(const Table *table) noexcept nogil:
    """After pass-pass, after bet and answer, and after pass-bet and answer."""
    return table.plies == 3 or (table.plies == 2 and table.bets != 2)


cdef inline bint is_shown(const Table *table) noexcept nogil:
    """The game is over and nobody gave up: pass-pass, bet-bet, pass-bet-bet."""
    return betting_is_over(table) and table.bets in (0, 3, 6)


cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Table *table = <const Table *>state
    if table.dealt < SEATS:
        return CHANCE
    return OVER if betting_is_over(table) else <int>(table.plies & 1)


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    into[0] = PASS
    into[1] = BET
    return 2


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef Table *table = <Table *>state
    if action >= FIRST_CARD:
        table.cards[table.dealt] = <uint8_t>(action - FIRST_CARD + 1)
        table.dealt += 1
    else:
        table.bets |= <uint8_t>(action << table.plies)
        table.plies += 1


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    """The score is what was won from the other seat: the ante, and the bet when it was called."""
    cdef const Table *table = <const Table *>state
    cdef int winner
    scores[0] = scores[1] = 0
    if betting_is_over(table):
        if is_shown(table):
            winner = table.cards[1] > table.cards[0]
        else:
            winner = table.plies & 1    # the last to act gave up
        scores[winner] = 2 if table.bets in (3, 6) else 1
    highest_wins(SEATS, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    return mix((<const uint64_t *>state)[0])


cdef int outcomes(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil:
    cdef const Table *table = <const Table *>state
    cdef int card, count = 0
    for card in range(1, CARDS + 1):
        if table.dealt == 0 or card != table.cards[0]:
            into[count] = FIRST_CARD + card - 1
            weights[count] = 1
            count += 1
    return count


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Action cards[CARDS]
    cdef uint32_t weights[CARDS]
    cdef Action card = cards[rng_below(rng, <uint32_t>outcomes(rules, state, cards, weights))]
    play(rules, state, card)
    return card


cdef void conceal(const Rules *rules, void *state, int seat) noexcept nogil:
    """Hide the other card, unless both are shown at the end."""
    cdef Table *table = <Table *>state
    if not is_shown(table):
        table.cards[1 - seat] = HIDDEN


cdef void redeal(const Rules *rules, void *state, int seat, Rng *rng) noexcept nogil:
    """Draw the other card from those that the seat has not seen."""
    cdef Table *table = <Table *>state
    cdef int other = 1 - seat, own
    if is_shown(table) or table.dealt <= other:
        return
    own = table.cards[seat]
    table.cards[other] = <uint8_t>(1 + rng_below(rng, CARDS - (own != HIDDEN)))
    if own != HIDDEN and table.cards[other] >= own:
        table.cards[other] += 1


cdef uint64_t information_key(const Rules *rules, const void *state, int seat) noexcept nogil:
    cdef Table seen = (<const Table *>state)[0]
    conceal(rules, &seen, seat)
    return mix((<const uint64_t *>&seen)[0] + <uint64_t>seat)


cdef class ThreeCardPokerRules(Game):
    """The compiled half of three-card poker."""

    def build(self):
        self.rules = Rules(
            state_bytes=sizeof(Table), seats=SEATS, actions=FIRST_CARD + CARDS, most_actions=CARDS,
            longest_game=SEATS + 3, sides=0, repeats=False, settles=False,
            margin_scale=1, tables=NULL,
            mover=mover, legal=legal, play=play, results=results, key=key, outcomes=outcomes, roll=roll,
            conceal=conceal, redeal=redeal, information_key=information_key,
            playout=NULL, estimate=NULL, bounds=NULL, order=NULL,
            candidates=NULL, canonical=NULL,
        )

    def place_table(self, State state, cards, bets):
        """Fill a blank state from the cards dealt so far, 1 to 3 each or 0 unseen, and the decisions, 1 for a bet."""
        cdef Table *table = <Table *>state.data
        for seat, card in enumerate(cards):
            table.cards[<int>seat] = card
        table.dealt = len(cards)
        table.plies = len(bets)
        for ply, bet in enumerate(bets):
            table.bets |= <int>bet << <int>ply

    def table(self, State state):
        """Return the cards dealt so far, 1 to 3 each or 0 unseen, and the decisions, 1 for a bet."""
        cdef const Table *table = <const Table *>state.data
        return [table.cards[seat] for seat in range(table.dealt)], [table.bets >> ply & 1 for ply in range(table.plies)]
