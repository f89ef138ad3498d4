"""Spring Rally: tricks, dials and cars (rules/spring_rally.md; ruling numbers are those of its section 5).

A card is its action, 16 * suit + number - 1, and its bit in a set of cards. Two of the
numbers that no card has are the decisions KEEP and RELEASE:

    B1 B2 ... B15 keep G1 G2 ... G15 release R1 R2 ... R15
     0  1      14   15 16 17      30      31 32 33      46

Where a car is, is its progress: spaces from the start, over both laps. Spaces that cars
occupy are bits of one word: bit s for space s, and bit `lap` for space 0 once more, so that
a walk up to the line needs no turn-around. Cars of progress 0 occupy nothing (ruling 21):

    bit      0  1  2 ... lap-1  lap
    space    0  1  2 ... lap-1   0
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from springtail.cython_ext.bits cimport hash_bytes, highest_bit, lowest_bit, mix
from springtail.cython_ext.game cimport Game, Observation, State
from springtail.cython_ext.rng cimport Rng, rng_below, rng_next
from springtail.cython_ext.rules cimport CHANCE, OVER, UNNUMBERED, Action, Rules, highest_wins

from math import comb
from typing import NamedTuple

from springtail.cython_ext.errors import InvalidPosition

cdef enum:
    WINDS = 15              # the four bits of `Rally.winds` that are seat 0's
    KEEP = 15
    RELEASE = 31
    ACTIONS = 47
    MOST_SEATS = 5
    SUITS = 3
    SUIT_SIZE = 15
    SUIT = 0x7fff           # the cards of suit 0
    MOST_CARDS = 45
    MOST_IN_HAND = 9
    ROUNDS = 3
    MOST_WINDS = 9          # a round has at most nine tricks
    MOST_LAP = 60           # spaces; MOST_LAP + 1 bits must fit a word
    LONGEST_GAME = 129      # 3 deals, 21 tricks of 5 cards, and as many releases
    MARGIN_SCALE = 15       # spaces: standard deviation of the margin of a seat at the end of random games

cdef enum:                  # phases: what comes next
    DEAL                    # chance: the cards of a round
    CARD                    # the seat after the last card plays one
    RELEASING               # the winner of the full trick on the table keeps or releases
    ENDED

ctypedef struct Rally:
    uint64_t hands[MOST_SEATS]
    uint64_t played                 # cards of this round, those on the table included
    uint8_t table[MOST_SEATS]       # the trick from its leader on, 0 behind `on_table`
    uint8_t on_table
    uint8_t leader                  # of the trick; once a round is over, the seat in the lead
    uint8_t phase
    uint8_t progress[MOST_SEATS]
    uint8_t voids[SUITS]            # [suit], bit seat: did not follow it in this round
    uint32_t winds                  # since the last release; four bits a seat
    uint8_t round                   # 0 to 2
    uint8_t tricks                  # finished in this round
    uint8_t mover                   # the seat that decides next; 0 when none does
    uint8_t unused

cdef struct Course:
    int seats
    int lap                         # spaces
    int finish                      # two laps
    uint32_t one_wind               # of every seat
    int cards                       # in the deck
    uint8_t deck[MOST_CARDS]
    uint64_t deck_set
    uint8_t hand_sizes[ROUNDS]
    uint8_t dial[MOST_WINDS + 1]    # extra spaces, by winds
    uint8_t space[2 * MOST_LAP + 1]     # [progress]
    int8_t slide[2 * MOST_LAP + 1]      # [progress]: spaces to the flat before or behind a slope, 0 on the flat
    uint64_t stands[2 * MOST_LAP + 1]   # [progress]: bits of the space that a car there occupies

# Binomial coefficients.
cdef uint64_t CHOOSE[MOST_CARDS + 1][MOST_CARDS + 1]
cdef int _n, _k
for _n in range(MOST_CARDS + 1):
    for _k in range(MOST_CARDS + 1):
        CHOOSE[_n][_k] = comb(_n, _k)


cdef inline const Course *course(const Rules *rules) noexcept nogil:
    return <const Course *>rules.tables


cdef inline int suit_of(int card) noexcept nogil:
    return card >> 4


cdef inline int number_of(int card) noexcept nogil:
    return (card & 15) + 1


cdef inline int next_seat(const Course *the, int seat) noexcept nogil:
    return 0 if seat == the.seats - 1 else seat + 1


# Cars.

cdef inline bint advance(const Course *the, Rally *rally, int seat, int spaces) noexcept nogil:
    """Move a car by so many free spaces, at least 1, then let it slide; return whether it finished."""
    cdef uint64_t occupied = 0, ahead
    cdef int other, at = rally.progress[seat], to_line, step
    for other in range(MOST_SEATS):
        occupied |= the.stands[rally.progress[other]]
    occupied &= ~the.stands[at]
    while True:
        to_line = the.lap - the.space[at]
        ahead = occupied >> (the.space[at] + 1)
        while ahead and lowest_bit(ahead) < spaces:     # passed without being counted (rulings 11 and 12)
            ahead &= ahead - 1
            spaces += 1
        if spaces <= to_line:
            at += spaces
            break
        at += to_line
        spaces -= to_line
        if at == the.finish:
            break
    step = 1 if the.slide[at] > 0 else -1
    at += the.slide[at]
    while occupied >> the.space[at] & 1 and 0 < at < the.finish:    # not on the flat: the walk ended on a free space
        at += step
    rally.progress[seat] = <uint8_t>at
    return at == the.finish


cdef inline int winds_of(const Rally *rally, int seat) noexcept nogil:
    return rally.winds >> 4 * seat & WINDS


cdef inline int take_spring(const Course *the, Rally *rally, int seat, int release) noexcept nogil:
    """Release a spring if `release`, 0 or 1, says so; return the extra spaces. Free of branches, for playouts."""
    cdef int winds = winds_of(rally, seat) * release
    rally.winds &= ~(WINDS * release << 4 * seat)
    return the.dial[winds]


cdef inline int standing(const Course *the, const Rally *rally, int seat) noexcept nogil:
    """A number that is higher for the car that is ahead; its low three bits are the seat.

    Cars tie on the start only. The nearest clockwise after `rally.leader`, who won the last trick, is last (ruling 23).
    """
    cdef int clockwise = seat - rally.leader - 1
    if clockwise < 0:
        clockwise += the.seats
    return rally.progress[seat] << 6 | clockwise << 3 | seat


cdef inline bint release_all(const Course *the, Rally *rally) noexcept nogil:
    """Release all springs, from the last car to the first (rulings 22 to 25), and name the leader.

    Return whether a car finished.
    """
    cdef int standings[MOST_SEATS]
    cdef int order[MOST_SEATS]
    cdef int seat, other, behind, place, spaces
    for seat in range(the.seats):
        standings[seat] = standing(the, rally, seat)
    for seat in range(the.seats):
        behind = 0
        for other in range(the.seats):
            behind += standings[other] < standings[seat]
        order[behind] = seat
    for place in range(the.seats):
        seat = order[place]
        spaces = take_spring(the, rally, seat, 1)
        if spaces and advance(the, rally, seat, spaces):
            rally.leader = <uint8_t>seat
            return True
    place = 0
    for seat in range(the.seats):
        place = max(place, standing(the, rally, seat))
    rally.leader = <uint8_t>(place & 7)
    return False


# Tricks.

cdef inline int trick_winner(const Course *the, const Rally *rally, int *smallest) noexcept nogil:
    """The seat with the highest card of the suit that appeared last (ruling 2), and the smallest number (ruling 4)."""
    cdef int place, card = rally.table[0], best = card, best_place = 0, suits = 1 << suit_of(card), seat
    smallest[0] = number_of(card)
    for place in range(1, the.seats):
        card = rally.table[place]
        smallest[0] = min(smallest[0], number_of(card))
        if suit_of(card) == suit_of(best):
            if card > best:
                best = card
                best_place = place
        elif not suits >> suit_of(card) & 1:
            suits |= 1 << suit_of(card)
            best = card
            best_place = place
    seat = rally.leader + best_place
    return seat - the.seats if seat >= the.seats else seat


cdef inline void finish_trick(const Course *the, Rally *rally, int winner, int smallest, int release) noexcept nogil:
    """Move the winner, wind the others (rulings 7 to 10), and after the last trick of a round release all springs."""
    rally.mover = 0
    if advance(the, rally, winner, smallest + take_spring(the, rally, winner, release)):
        rally.phase = ENDED
        return
    rally.winds += the.one_wind & ~(WINDS << 4 * winner)
    memset(rally.table, 0, sizeof(rally.table))
    rally.on_table = 0
    rally.leader = <uint8_t>winner
    rally.tricks += 1
    if rally.tricks < the.hand_sizes[rally.round]:
        rally.mover = rally.leader
        rally.phase = CARD
    elif release_all(the, rally) or rally.round == ROUNDS - 1:
        rally.phase = ENDED
    else:
        rally.phase = DEAL
        rally.round += 1
        rally.tricks = 0
        rally.played = 0
        memset(rally.voids, 0, sizeof(rally.voids))


cdef inline uint64_t playable(const Rally *rally) noexcept nogil:
    """The cards that the mover may play: those of the first suit of the trick, else any (ruling 1)."""
    cdef uint64_t hand = rally.hands[rally.mover], following
    if rally.on_table:
        following = hand & <uint64_t>SUIT << (suit_of(rally.table[0]) << 4)
        if following:
            return following
    return hand


cdef inline void put_on_table(Rally *rally, int seat, Action card) noexcept nogil:
    cdef int led
    rally.table[rally.on_table] = <uint8_t>card
    rally.on_table += 1
    rally.played |= <uint64_t>1 << card
    led = suit_of(rally.table[0])
    if suit_of(card) != led:
        rally.voids[led] |= <uint8_t>(1 << seat)


cdef inline void play_card(const Course *the, Rally *rally, Action card) noexcept nogil:
    cdef int winner, smallest
    rally.hands[rally.mover] ^= <uint64_t>1 << card
    put_on_table(rally, rally.mover, card)
    if rally.on_table < the.seats:
        rally.mover = <uint8_t>next_seat(the, rally.mover)
        return
    winner = trick_winner(the, rally, &smallest)
    if winds_of(rally, winner):
        rally.mover = <uint8_t>winner
        rally.phase = RELEASING
    else:
        finish_trick(the, rally, winner, smallest, False)


# The required slots.

cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Rally *rally = <const Rally *>state
    if rally.phase == CARD or rally.phase == RELEASING:
        return rally.mover
    return CHANCE if rally.phase == DEAL else OVER


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Rally *rally = <const Rally *>state
    cdef uint64_t cards
    cdef int count = 0
    if rally.phase == RELEASING:
        into[0] = KEEP
        into[1] = RELEASE
        return 2
    cards = playable(rally)
    while cards:
        into[count] = lowest_bit(cards)
        cards &= cards - 1
        count += 1
    return count


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef Rally *rally = <Rally *>state
    cdef int winner, smallest
    if rally.phase == CARD:
        play_card(course(rules), rally, action)
    else:
        winner = trick_winner(course(rules), rally, &smallest)
        finish_trick(course(rules), rally, winner, smallest, action == RELEASE)


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    """A car that finished has the most progress, so the highest wins in either ending (rulings 27 to 29)."""
    cdef const Rally *rally = <const Rally *>state
    cdef int seat
    for seat in range(rules.seats):
        scores[seat] = rally.progress[seat]
        returns[seat] = 0
    if rally.phase == ENDED:
        highest_wins(rules.seats, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    """Of what decides how the game can go on: known voids do not."""
    cdef Rally position = (<const Rally *>state)[0]
    memset(position.voids, 0, sizeof(position.voids))
    return hash_bytes(&position, sizeof(Rally))


# Deals.

cdef inline uint8_t draw_card(uint8_t *cards, int *count, Rng *rng) noexcept nogil:
    """Take a random card out of a list."""
    cdef int at = <int>rng_below(rng, <unsigned int>count[0])
    cdef uint8_t card = cards[at]
    count[0] -= 1
    cards[at] = cards[count[0]]
    return card


cdef inline uint64_t draw_hand(uint8_t *cards, int *count, int size, Rng *rng) noexcept nogil:
    """Take so many random cards out of a list; return them as a set."""
    cdef uint64_t hand = 0
    cdef int at, _
    if size == count[0]:
        for at in range(size):
            hand |= <uint64_t>1 << cards[at]
        count[0] = 0
        return hand
    for _ in range(size):
        hand |= <uint64_t>1 << draw_card(cards, count, rng)
    return hand


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef const Course *the = course(rules)
    cdef Rally *rally = <Rally *>state
    cdef uint8_t cards[MOST_CARDS]
    cdef int seat, count = the.cards
    memcpy(cards, the.deck, MOST_CARDS)
    for seat in range(the.seats):
        rally.hands[seat] = draw_hand(cards, &count, the.hand_sizes[rally.round], rng)
    rally.phase = CARD
    rally.mover = rally.leader
    return UNNUMBERED


# Hidden information.

cdef void conceal(const Rules *rules, void *state, int seat) noexcept nogil:
    """Empty the other hands; how many cards they hold follows from the tricks."""
    cdef Rally *rally = <Rally *>state
    cdef uint64_t own = rally.hands[seat]
    memset(rally.hands, 0, sizeof(rally.hands))
    rally.hands[seat] = own


cdef uint64_t information_key(const Rules *rules, const void *state, int seat) noexcept nogil:
    cdef Rally seen = (<const Rally *>state)[0]
    conceal(rules, &seen, seat)
    return mix(hash_bytes(&seen, sizeof(Rally)) + <uint64_t>seat)


cdef inline int hand_size(const Course *the, const Rally *rally, int seat) noexcept nogil:
    """Cards in a hand, once they are dealt."""
    cdef int place = seat - rally.leader
    if place < 0:
        place += the.seats
    return the.hand_sizes[rally.round] - rally.tricks - (place < rally.on_table)


cdef inline int list_cards(uint64_t pile, uint8_t *cards) noexcept nogil:
    cdef int count = 0
    while pile:
        cards[count] = <uint8_t>lowest_bit(pile)
        pile &= pile - 1
        count += 1
    return count


cdef uint64_t ways(const int *counts, const int *groups, int lacked, int last) noexcept nogil:
    """In how many ways the groups from `lacked` to `last` can be given their cards; below 2**63 for all 45 cards.

    Args:
        counts: [suit], cards there are.
        groups: [suit], cards wanted by the hands that lack this suit and no other.
        lacked: the first group to look at.
        last: the last group that wants cards.
    """
    cdef int one, other, wanted, ones
    cdef int left[SUITS]
    cdef uint64_t total = 0
    while groups[lacked] == 0:
        lacked += 1
    one = (lacked + 1) % SUITS
    other = (lacked + 2) % SUITS
    wanted = groups[lacked]
    if lacked == last:
        return CHOOSE[counts[one] + counts[other]][wanted]
    left[lacked] = counts[lacked]
    for ones in range(max(0, wanted - counts[other]), min(wanted, counts[one]) + 1):
        left[one] = counts[one] - ones
        left[other] = counts[other] - (wanted - ones)
        total += CHOOSE[counts[one]][ones] * CHOOSE[counts[other]][wanted - ones] * ways(left, groups, lacked + 1, last)
    return total


cdef inline uint64_t below(Rng *rng, uint64_t n) noexcept nogil:
    """Uniform in 0 .. n-1, for n beyond 32 bits."""
    cdef uint64_t mask = ~<uint64_t>0 >> (63 - highest_bit(n)), drawn
    while True:
        drawn = rng_next(rng) & mask
        if drawn < n:
            return drawn


cdef int draw_split(const int *counts, const int *groups, int lacked, int last, Rng *rng) noexcept nogil:
    """Draw how many cards of the suit after `lacked` this group gets, each deal of all groups being equally likely."""
    cdef int one = (lacked + 1) % SUITS, other = (lacked + 2) % SUITS, wanted = groups[lacked], ones
    cdef int left[SUITS]
    cdef int least = max(0, wanted - counts[other]), most = min(wanted, counts[one])
    cdef uint64_t deals[SUIT_SIZE + 1]
    cdef uint64_t total = 0, drawn
    left[lacked] = counts[lacked]
    for ones in range(least, most + 1):
        left[one] = counts[one] - ones
        left[other] = counts[other] - (wanted - ones)
        deals[ones] = (
            CHOOSE[counts[one]][ones] * CHOOSE[counts[other]][wanted - ones] * ways(left, groups, lacked + 1, last)
        )
        total += deals[ones]
    drawn = below(rng, total)
    for ones in range(least, most):
        if drawn < deals[ones]:
            return ones
        drawn -= deals[ones]
    return most


cdef inline void append(uint8_t *cards, int *count, const uint8_t *more, int how_many) noexcept nogil:
    """Append cards to a list."""
    memcpy(cards + count[0], more, how_many)
    count[0] += how_many


cdef inline bint is_one_suit(int suits) noexcept nogil:
    return suits != 0 and suits & (suits - 1) == 0


cdef int deal_around_voids(
    const Course *the, Rally *rally, int *sizes, uint64_t unseen, uint8_t *rest, Rng *rng,
) noexcept nogil:
    """Deal to the hands that lack a suit; fill `rest` with what is left over and return its count.

    Hands that lack two suits take from the third. Hands that lack the same one suit are a group, which gets its cards
    and then shares them out. The last group may take any cards of its two suits; each group before it takes as many
    of each as leave an equal chance to every deal of all groups. The hands that lack nothing take no part in this:
    whatever is left, there are as many ways to deal it to them.

    Args:
        sizes: [seat], cards wanted, 0 for the seat that looks on; set to 0 once they are dealt.
        unseen: the cards to deal.
        rest: [MOST_CARDS], room for what is left.
    """
    cdef uint8_t cards[SUITS][SUIT_SIZE]
    cdef int counts[SUITS]
    cdef int groups[SUITS]      # [suit], cards wanted by the hands that lack it and no other
    cdef int lacks[MOST_SEATS]  # [seat], bit suit
    cdef int seat, suit, one, other, ones, _, last = -1, count = 0
    for suit in range(SUITS):
        counts[suit] = list_cards(unseen & <uint64_t>SUIT << (suit << 4), cards[suit])
        groups[suit] = 0
    for seat in range(the.seats):
        lacks[seat] = 0
        for suit in range(SUITS):
            lacks[seat] |= (rally.voids[suit] >> seat & 1) << suit
        if is_one_suit(lacks[seat]):
            groups[lowest_bit(lacks[seat])] += sizes[seat]
        elif is_one_suit(7 ^ lacks[seat]):
            suit = lowest_bit(7 ^ lacks[seat])
            rally.hands[seat] |= draw_hand(cards[suit], &counts[suit], sizes[seat], rng)
            sizes[seat] = 0
    for suit in range(SUITS):
        if groups[suit]:
            last = suit
    for suit in range(last + 1):
        if groups[suit] == 0:
            continue
        one = (suit + 1) % SUITS
        other = (suit + 2) % SUITS
        count = 0
        if suit == last:
            append(rest, &count, cards[one], counts[one])
            append(rest, &count, cards[other], counts[other])
            counts[one] = counts[other] = 0
        else:
            ones = draw_split(counts, groups, suit, last, rng)
            for _ in range(ones):
                rest[count] = draw_card(cards[one], &counts[one], rng)
                count += 1
            for _ in range(groups[suit] - ones):
                rest[count] = draw_card(cards[other], &counts[other], rng)
                count += 1
        for seat in range(the.seats):
            if lacks[seat] == 1 << suit:
                rally.hands[seat] |= draw_hand(rest, &count, sizes[seat], rng)
                sizes[seat] = 0
    for suit in range(SUITS):
        append(rest, &count, cards[suit], counts[suit])
    return count


cdef void redeal(const Rules *rules, void *state, int seat, Rng *rng) noexcept nogil:
    """Deal the unseen cards anew, each deal that the known voids allow being equally likely (ruling 30)."""
    cdef const Course *the = course(rules)
    cdef Rally *rally = <Rally *>state
    cdef uint8_t rest[MOST_CARDS]
    cdef int sizes[MOST_SEATS]
    cdef uint64_t unseen
    cdef int other, count
    if rally.phase == DEAL:
        return
    conceal(rules, rally, seat)
    unseen = the.deck_set & ~(rally.played | rally.hands[seat])
    for other in range(the.seats):
        sizes[other] = hand_size(the, rally, other) if other != seat else 0
    if (rally.voids[0] | rally.voids[1] | rally.voids[2]) & ~(1 << seat):
        count = deal_around_voids(the, rally, sizes, unseen, rest, rng)
    else:
        count = list_cards(unseen, rest)
    for other in range(the.seats):
        if sizes[other]:
            rally.hands[other] = draw_hand(rest, &count, sizes[other], rng)


# Playouts.

cdef struct Hand:
    # A hand spread out by suit, so that drawing a card takes no search.
    uint8_t cards[SUITS][SUIT_SIZE + 1]     # in any order
    uint8_t counts[SUITS]


cdef inline void spread_out(uint64_t cards, Hand *hand) noexcept nogil:
    cdef int suit
    for suit in range(SUITS):
        hand.counts[suit] = <uint8_t>list_cards(cards & <uint64_t>SUIT << (suit << 4), hand.cards[suit])


cdef inline uint64_t gather(const Hand *hand) noexcept nogil:
    cdef uint64_t cards = 0
    cdef int suit, at
    for suit in range(SUITS):
        for at in range(hand.counts[suit]):
            cards |= <uint64_t>1 << hand.cards[suit][at]
    return cards


cdef inline uint8_t draw_of_suit(Hand *hand, int suit, int at) noexcept nogil:
    """Take the card at one place of a suit out of a hand."""
    cdef uint8_t card = hand.cards[suit][at]
    hand.counts[suit] -= 1
    hand.cards[suit][at] = hand.cards[suit][hand.counts[suit]]
    return card


cdef inline uint8_t draw_any(Hand *hand, int count, Rng *rng) noexcept nogil:
    """Take a random card out of a hand of `count`."""
    cdef int at = <int>rng_below(rng, <unsigned int>count)
    cdef int first = hand.counts[0], second = first + hand.counts[1]
    cdef int suit = (at >= first) + (at >= second)
    at -= second if at >= second else first if at >= first else 0
    return draw_of_suit(hand, suit, at)


cdef inline void deal_out(const Course *the, const Rally *rally, Hand *hands, Rng *rng) noexcept nogil:
    """Deal a round into spread hands."""
    cdef uint8_t cards[MOST_CARDS]
    cdef int seat, _, suit, count = the.cards
    cdef uint8_t card
    memcpy(cards, the.deck, MOST_CARDS)
    for seat in range(the.seats):
        memset(hands[seat].counts, 0, SUITS)
        for _ in range(the.hand_sizes[rally.round]):
            card = draw_card(cards, &count, rng)
            suit = suit_of(card)
            hands[seat].cards[suit][hands[seat].counts[suit]] = card
            hands[seat].counts[suit] += 1


cdef void playout(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef const Course *the = course(rules)
    cdef Rally rally = (<Rally *>state)[0]
    cdef Hand hands[MOST_SEATS]
    cdef Action actions[MOST_IN_HAND]
    cdef int seat
    while rally.phase == RELEASING or (rally.phase == CARD and rally.on_table):   # to the end of a trick in progress
        play(rules, &rally, actions[rng_below(rng, <unsigned int>legal(rules, &rally, actions))])
    for seat in range(the.seats):
        spread_out(rally.hands[seat], &hands[seat])
    while rally.phase != ENDED:
        if rally.phase == DEAL:
            deal_out(the, &rally, hands, rng)
        play_round(the, &rally, hands, rng)
    for seat in range(the.seats):
        rally.hands[seat] = gather(&hands[seat])
    (<Rally *>state)[0] = rally


cdef inline void play_round(const Course *the, Rally *rally, Hand *hands, Rng *rng) noexcept nogil:
    """Play the tricks that are left of a round, or to the end of the game; the hands are in `hands`."""
    cdef int count, seat, place, winner, smallest, suits, suit, led, card, best, seats = the.seats
    cdef uint64_t played
    cdef bint takes
    for count in range(the.hand_sizes[rally.round] - rally.tricks, 0, -1):
        seat = winner = rally.leader
        best = draw_any(&hands[seat], count, rng)
        smallest = number_of(best)
        rally.table[0] = <uint8_t>best
        played = <uint64_t>1 << best
        led = suit_of(best)
        suits = 1 << led
        for place in range(1, seats):
            seat = seat + 1 if seat < seats - 1 else 0
            if hands[seat].counts[led]:
                card = draw_of_suit(&hands[seat], led, rng_below(rng, hands[seat].counts[led]))
            else:
                card = draw_any(&hands[seat], count, rng)
                rally.voids[led] |= <uint8_t>(1 << seat)
            rally.table[place] = <uint8_t>card
            played |= <uint64_t>1 << card
            suit = suit_of(card)
            takes = (not suits >> suit & 1) | ((suit == suit_of(best)) & (card > best))
            suits |= 1 << suit
            best = card if takes else best
            winner = seat if takes else winner
            smallest = min(smallest, number_of(card))
        rally.played |= played
        rally.on_table = <uint8_t>seats
        finish_trick(the, rally, winner, smallest, rng_next(rng) >> 63)     # all the same where the dial is at 0
        if rally.phase == ENDED:
            return


class RallyFields(NamedTuple):
    """What a state holds. A set of cards is an integer with the cards, that is their action ids, as bits.

    round: from 0 on.
    leader: the seat that leads, or led, the trick; once a round is over, the seat in the lead.
    progress: [seat], spaces from the start.
    winds: [seat], since the last release.
    hands: [seat], sets of cards; empty where they are concealed.
    sizes: [seat], cards in the hand, concealed or not.
    table: the cards of the trick in the order played.
    played: the set of the cards of this round that were played, those on the table included.
    voids: [seat], the suits that it did not follow in this round, bit 0 for the first suit.
    """

    round: int
    leader: int
    progress: list
    winds: list
    hands: list
    sizes: list
    table: list
    played: int
    voids: list


cdef class SpringRallyRules(Game):
    """The compiled half of Spring Rally."""

    cdef Course course

    def lay_course(self, *, numbers, hand_sizes, dial, int lap, slides):
        """Fill the table of rules.

        Args:
            numbers: the numbers in play, ascending, at most 15.
            hand_sizes: cards a hand, for each of three rounds.
            dial: extra spaces by winds since the last release, for 0 to 9 winds; none for 0.
            lap: spaces a lap, at most 60.
            slides: [space], how far a car that stops there slides, forward above 0.
        """
        cdef Course *the = &self.course
        cdef int progress, space, at
        the.seats = self._options["players"]
        the.lap = lap
        the.finish = 2 * lap
        the.one_wind = sum([1 << 4 * seat for seat in range(the.seats)])
        deck = [suit << 4 | number - 1 for suit in range(SUITS) for number in numbers]
        the.cards = len(deck)
        the.deck_set = sum([1 << card for card in deck])
        for at in range(the.cards):
            the.deck[at] = deck[at]
        for at in range(ROUNDS):
            the.hand_sizes[at] = hand_sizes[at]
        for at in range(MOST_WINDS + 1):
            the.dial[at] = dial[at]
        for progress in range(the.finish + 1):
            space = progress % lap
            the.space[progress] = <uint8_t>space
            the.slide[progress] = slides[space]
            the.stands[progress] = <uint64_t>1 << space if progress else 0
        the.stands[lap] |= <uint64_t>1 << lap
        self.rules = Rules(
            state_bytes=sizeof(Rally), seats=the.seats, actions=ACTIONS, most_actions=MOST_IN_HAND,
            longest_game=LONGEST_GAME, sides=0, repeats=False, settles=False, margin_scale=MARGIN_SCALE, tables=the,
            mover=mover, legal=legal, play=play, results=results, key=key, outcomes=NULL, roll=roll,
            conceal=conceal, redeal=redeal, information_key=information_key,
            playout=playout, estimate=NULL, bounds=NULL, order=NULL, candidates=NULL, canonical=NULL,
        )

    @property
    def all_cards(self):
        """The set of the cards in play."""
        return self.course.deck_set

    def place_start(self, State state, int leader):
        """Fill a blank state: before the deal of the first round."""
        (<Rally *>state.data).leader = <uint8_t>leader

    def place_rally(self, State state, *, int round, int leader, progress, winds, hands, table, played, voids):
        """Fill a blank state; the arguments are those of RallyFields.

        What comes next follows: nothing, when a car has finished or the last round is over; a deal, when no card is
        there; keeping or releasing, when all seats have played to the trick; else a card.
        """
        cdef const Course *the = &self.course
        cdef Rally *rally = <Rally *>state.data
        cdef int seat, suit, at, smallest
        rally.round = <uint8_t>round
        rally.leader = <uint8_t>leader
        rally.played = played
        rally.on_table = <uint8_t>len(table)
        for at in range(rally.on_table):
            rally.table[at] = table[at]
        rally.tricks = <uint8_t>((played.bit_count() - rally.on_table) // the.seats)
        for seat in range(the.seats):
            rally.hands[seat] = hands[seat]
            rally.progress[seat] = progress[seat]
            rally.winds |= <uint32_t>winds[seat] << 4 * seat
            for suit in range(SUITS):
                rally.voids[suit] |= <uint8_t>((<int>voids[seat] >> suit & 1) << seat)
        if max(progress) == the.finish or (round == ROUNDS - 1 and rally.tricks == the.hand_sizes[round]):
            rally.phase = ENDED
        elif not any(hands) and not played:
            rally.phase = DEAL
        elif rally.on_table == the.seats:
            rally.phase = RELEASING
            rally.mover = <uint8_t>trick_winner(the, rally, &smallest)
        else:
            rally.phase = CARD
            rally.mover = <uint8_t>((leader + rally.on_table) % the.seats)

    def deal(self, State state, hands):
        """Play a deal: a set of cards for each seat."""
        cdef Rally *rally = <Rally *>state.data
        cdef int seat
        for seat in range(self.course.seats):
            rally.hands[seat] = hands[seat]
        rally.phase = CARD
        rally.mover = rally.leader

    def rally(self, State state):
        """Return what a state holds, as RallyFields."""
        return rally_fields(&self.course, <const Rally *>state.data)

    def seen(self, Observation observation):
        """Return what a seat sees, as RallyFields; hands of others are empty."""
        return rally_fields(&self.course, <const Rally *>observation.concealed.data)

    def world(self, Observation observation, hands):
        """Return the State that a seat would see so if these were the hands, one set of cards a seat.

        Raises:
            InvalidPosition: when they cannot be.
        """
        cdef State state = observation.concealed.blank_copy()
        cdef Rally *rally = <Rally *>state.data
        cdef uint64_t hand, elsewhere = rally.played | ~self.course.deck_set
        cdef int seat, suit
        seen = self.seen(observation)
        for seat in range(self.course.seats):
            hand = hands[seat]
            is_wrong = hands[seat].bit_count() != seen.sizes[seat] or hand & elsewhere
            is_wrong = is_wrong or seat == observation.seat and hand != rally.hands[seat]
            for suit in range(SUITS):
                is_wrong = is_wrong or rally.voids[suit] >> seat & 1 and hand & <uint64_t>SUIT << (suit << 4)
            if is_wrong:
                raise InvalidPosition(f"hands[{seat}]: not what this seat can hold")
            elsewhere |= hand
            rally.hands[seat] = hand
        return state

    def winning_place(self, table):
        """Return which card of a trick wins, or does so far, counted from 0.

        Raises:
            ValueError: for no cards, and for more than there are seats.
        """
        cdef Rally rally
        cdef int at, smallest, count = len(table)
        if not 1 <= count <= self.course.seats:
            raise ValueError(f"table: must have 1 to {self.course.seats} cards, not {count}")
        memset(&rally, 0, sizeof(Rally))
        for at in range(self.course.seats):
            rally.table[at] = table[min(at, count - 1)]  # the last card once more changes nothing
        return trick_winner(&self.course, &rally, &smallest)


cdef object rally_fields(const Course *the, const Rally *rally):
    seats = range(the.seats)
    return RallyFields(
        round=rally.round,
        leader=rally.leader,
        progress=[rally.progress[seat] for seat in seats],
        winds=[winds_of(rally, seat) for seat in seats],
        hands=[rally.hands[seat] for seat in seats],
        sizes=[0 if rally.phase == DEAL else hand_size(the, rally, seat) for seat in seats],
        table=[rally.table[at] for at in range(rally.on_table)],
        played=rally.played,
        voids=[sum([(rally.voids[suit] >> seat & 1) << suit for suit in range(SUITS)]) for seat in seats],
    )
