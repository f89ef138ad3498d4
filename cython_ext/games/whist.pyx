"""Whist without trumps: four seats, partners opposite, follow suit, the highest card of the suit led takes the trick.

A card is its action, 13 * suit + rank, and its bit in a set of cards:

    C2 C3 ... CK CA D2 ... DA H2 ... HA S2 ... SA
     0  1     11 12 13     25 26     38 39     51

A smaller deck keeps the highest ranks. The whole deck is dealt, so what a seat has neither
in its hand nor seen played is in the other three hands.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memset

from springtail.cython_ext.bits cimport hash_bytes, highest_bit, lowest_bit, mix, nth_bit, popcount
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rng cimport Rng, rng_below, rng_next
from springtail.cython_ext.rules cimport CHANCE, OVER, UNNUMBERED, Action, Rules, shared_win

from math import comb

cdef enum:
    SEATS = 4
    SUITS = 4
    RANKS = 13
    CARDS = 52
    OTHERS = 3          # seats whose hands a seat does not see
    UNSEEN = 39         # most cards in them
    CHOICES = 40        # UNSEEN + 1

cdef uint64_t SUIT = 0x1fffULL      # the cards of suit 0

ctypedef struct Table:
    uint64_t hands[SEATS]
    uint64_t played         # with the cards of the current trick
    uint8_t trick[SEATS]    # the current trick from its leader on, 0 behind `on_table`
    uint8_t on_table        # cards in the current trick, 0 to 3
    uint8_t leader          # of the current trick
    uint8_t dealt
    uint8_t unused
    uint8_t voids[SEATS]    # [seat], bit suit: did not follow it
    uint8_t tricks[2]       # [side]: seats 0 and 2, seats 1 and 3
    uint8_t unused_too[2]

cdef struct Pack:
    uint64_t deck
    int cards                               # a hand
    uint64_t choose[CHOICES][CHOICES]       # binomial coefficients


cdef inline const Pack *pack(const Rules *rules) noexcept nogil:
    return <const Pack *>rules.tables


cdef inline uint64_t suit_led(const Table *table) noexcept nogil:
    """All cards of the suit led."""
    return SUIT << table.trick[0] // RANKS * RANKS


cdef inline uint64_t playable(const Table *table, int seat) noexcept nogil:
    cdef uint64_t hand = table.hands[seat], follow
    if table.on_table:
        follow = hand & suit_led(table)
        if follow:
            return follow
    return hand


cdef inline int winning_place(const Table *table) noexcept nogil:
    """The place in the current trick of the card that takes it so far; there is one at least."""
    cdef int at, best = 0
    for at in range(1, table.on_table):
        if table.trick[at] > table.trick[best] and table.trick[at] // RANKS == table.trick[0] // RANKS:
            best = at
    return best


cdef inline void play_card(Table *table, int seat, Action card) noexcept nogil:
    cdef uint64_t bit = <uint64_t>1 << card
    table.hands[seat] ^= bit
    table.played |= bit
    table.trick[table.on_table] = <uint8_t>card
    if not bit & suit_led(table):
        table.voids[seat] |= <uint8_t>(1 << table.trick[0] // RANKS)
    table.on_table += 1
    if table.on_table == SEATS:
        table.leader = <uint8_t>((table.leader + winning_place(table)) & 3)
        table.tricks[table.leader & 1] += 1
        table.on_table = 0
        memset(table.trick, 0, SEATS)


cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Table *table = <const Table *>state
    if not table.dealt:
        return CHANCE
    if table.tricks[0] + table.tricks[1] == pack(rules).cards:
        return OVER
    return (table.leader + table.on_table) & 3


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Table *table = <const Table *>state
    cdef uint64_t cards = playable(table, (table.leader + table.on_table) & 3)
    cdef int count = 0
    while cards:
        into[count] = lowest_bit(cards)
        cards &= cards - 1
        count += 1
    return count


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef Table *table = <Table *>state
    play_card(table, (table.leader + table.on_table) & 3, action)


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    """The score of a seat is the tricks of its side; the side with more wins, both partners sharing it."""
    cdef const Table *table = <const Table *>state
    cdef int seat
    cdef uint32_t winners = 0
    for seat in range(SEATS):
        scores[seat] = table.tricks[seat & 1]
        returns[seat] = 0
        winners |= <uint32_t>(table.tricks[seat & 1] >= table.tricks[1 - (seat & 1)]) << seat
    if mover(rules, state) == OVER:
        shared_win(SEATS, winners, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    """Of what decides how the game can go on: known voids do not."""
    cdef Table position = (<const Table *>state)[0]
    memset(position.voids, 0, SEATS)
    return hash_bytes(&position, sizeof(Table))


cdef inline void draw_cards(uint64_t *cards, int count, int wanted, Rng *rng) noexcept nogil:
    """Bring so many random cards to the front of a list."""
    cdef int at, other
    cdef uint64_t card
    for at in range(wanted):
        other = at + <int>rng_below(rng, <uint32_t>(count - at))
        card = cards[other]
        cards[other] = cards[at]
        cards[at] = card


cdef inline int spread_out(uint64_t pile, uint64_t *cards) noexcept nogil:
    """List the cards of a set, each as a set of one; return how many."""
    cdef int count = 0
    while pile:
        cards[count] = pile & (~pile + 1)
        pile &= pile - 1
        count += 1
    return count


cdef inline uint64_t gather(const uint64_t *cards, int count) noexcept nogil:
    cdef uint64_t pile = 0
    cdef int at
    for at in range(count):
        pile |= cards[at]
    return pile


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Table *table = <Table *>state
    cdef uint64_t cards[CARDS]
    cdef int count = spread_out(pack(rules).deck, cards), seat, hand = pack(rules).cards
    draw_cards(cards, count, count - 1, rng)
    for seat in range(SEATS):
        table.hands[seat] = gather(cards + seat * hand, hand)
    table.dealt = True
    return UNNUMBERED


cdef void conceal(const Rules *rules, void *state, int seat) noexcept nogil:
    cdef Table *table = <Table *>state
    cdef uint64_t own = table.hands[seat]
    memset(table.hands, 0, sizeof(table.hands))
    table.hands[seat] = own


cdef struct Unseen:
    # What a seat does not see. The other hands are called p, q and r.
    int seats[OTHERS]           # [p q r]
    int rooms[OTHERS]           # [p q r]: cards still to come
    uint64_t hands[OTHERS]      # [p q r]: cards that no other of them can hold
    uint64_t pq                 # cards that just two can hold
    uint64_t pr
    uint64_t qr
    uint64_t pqr
    int in_pq                   # how many they are
    int in_pr
    int in_qr
    int in_pqr


cdef inline int fewest_pairs(const uint64_t *piles) noexcept nogil:
    """The hand in the fewest piles of two, often in none; a pile is indexed by the set of hands that can hold it."""
    cdef int hand, pairs, best = 0, fewest = OTHERS
    for hand in range(OTHERS):
        pairs = (piles[1 << hand | 1 << (hand + 1) % 3] != 0) + (piles[1 << hand | 1 << (hand + 2) % 3] != 0)
        if pairs < fewest:
            best = hand
            fewest = pairs
    return best


cdef inline void sort_unseen(const Pack *the, const Table *table, int seat, Unseen *unseen) noexcept nogil:
    """Sort the unseen cards by who can hold them; hand p has the fewest choices, so that there is least to sum over."""
    cdef uint64_t piles[1 << OTHERS]
    cdef uint64_t cards = the.deck & ~table.played & ~table.hands[seat]
    cdef int hand, other, suit, holders, p = 0
    cdef bint voids = (table.voids[0] | table.voids[1] | table.voids[2] | table.voids[3]) != 0
    if voids:
        memset(piles, 0, sizeof(piles))
        for suit in range(SUITS):
            holders = 0
            for other in range(OTHERS):
                holders |= (not table.voids[(seat + 1 + other) & 3] >> suit & 1) << other
            piles[holders] |= cards & SUIT << suit * RANKS
        p = fewest_pairs(piles)
    for hand in range(OTHERS):
        other = (p + hand) % OTHERS
        unseen.seats[hand] = (seat + 1 + other) & 3
        unseen.hands[hand] = piles[1 << other] if voids else 0
        unseen.rooms[hand] = the.cards - table.tricks[0] - table.tricks[1]
        unseen.rooms[hand] -= ((unseen.seats[hand] - table.leader) & 3) < table.on_table
        if voids:
            unseen.rooms[hand] -= popcount(unseen.hands[hand])
    if voids:
        unseen.pq = piles[1 << p | 1 << (p + 1) % OTHERS]
        unseen.pr = piles[1 << p | 1 << (p + 2) % OTHERS]
        unseen.qr = piles[7 ^ 1 << p]
        unseen.pqr = piles[7]
        unseen.in_pq, unseen.in_pr = popcount(unseen.pq), popcount(unseen.pr)
        unseen.in_qr, unseen.in_pqr = popcount(unseen.qr), popcount(unseen.pqr)
    else:
        unseen.pq = unseen.pr = unseen.qr = 0
        unseen.pqr = cards
        unseen.in_pq = unseen.in_pr = unseen.in_qr = 0
        unseen.in_pqr = unseen.rooms[0] + unseen.rooms[1] + unseen.rooms[2]


cdef inline uint64_t deals_with(const Pack *the, const Unseen *unseen, int x, int y) noexcept nogil:
    """In how many ways the unseen cards can lie with x cards of pq and y cards of pr in hand p.

    With p settled, q takes the rest of pq and r the rest of pr, and they share freely what both can hold.
    """
    cdef int of_pqr = unseen.rooms[0] - x - y
    cdef int shared = unseen.in_pqr - of_pqr + unseen.in_qr, of_shared = unseen.rooms[1] - (unseen.in_pq - x)
    if not 0 <= of_pqr <= unseen.in_pqr or not 0 <= of_shared <= shared:
        return 0
    return (the.choose[unseen.in_pq][x] * the.choose[unseen.in_pr][y]
            * the.choose[unseen.in_pqr][of_pqr] * the.choose[shared][of_shared])


cdef inline uint64_t count_deals(const Pack *the, const Unseen *unseen) noexcept nogil:
    """In how many ways the unseen cards can lie: at most 39! / 13!^3, which 57 bits hold."""
    cdef int x, y
    cdef uint64_t count = 0
    for x in range(unseen.in_pq + 1):
        for y in range(unseen.in_pr + 1):
            count += deals_with(the, unseen, x, y)
    return count


cdef inline uint64_t below(Rng *rng, uint64_t n) noexcept nogil:
    """Uniform in 0 .. n-1, for n beyond 32 bits."""
    cdef uint64_t mask = n, drawn
    mask |= mask >> 1
    mask |= mask >> 2
    mask |= mask >> 4
    mask |= mask >> 8
    mask |= mask >> 16
    mask |= mask >> 32
    while True:
        drawn = rng_next(rng) & mask
        if drawn < n:
            return drawn


cdef inline uint64_t some_of(uint64_t pile, int wanted, Rng *rng) noexcept nogil:
    """Draw so many cards from a set."""
    cdef uint64_t cards[UNSEEN]
    if wanted == 0:
        return 0
    draw_cards(cards, spread_out(pile, cards), wanted, rng)
    return gather(cards, wanted)


cdef void deal_pairs(const Pack *the, Unseen *unseen, Rng *rng) noexcept nogil:
    """Deal the cards of pq and pr, how many to p being as likely as there are deals with so many."""
    cdef int x = 0, y = 0
    cdef uint64_t drawn = below(rng, count_deals(the, unseen)), deals, taken
    while True:
        deals = deals_with(the, unseen, x, y)
        if drawn < deals:
            break
        drawn -= deals
        y += 1
        if y > unseen.in_pr:
            y = 0
            x += 1
    taken = some_of(unseen.pq, x, rng)
    unseen.hands[0] |= taken
    unseen.hands[1] |= unseen.pq & ~taken
    taken = some_of(unseen.pr, y, rng)
    unseen.hands[0] |= taken
    unseen.hands[2] |= unseen.pr & ~taken
    unseen.rooms[0] -= x + y
    unseen.rooms[1] -= unseen.in_pq - x


cdef void redeal(const Rules *rules, void *state, int seat, Rng *rng) noexcept nogil:
    """Deal the unseen cards anew, each deal that the known voids allow being equally likely."""
    cdef Table *table = <Table *>state
    cdef Unseen unseen
    cdef uint64_t cards[UNSEEN]
    cdef int count, to_p, to_q, hand
    if not table.dealt:
        return
    sort_unseen(pack(rules), table, seat, &unseen)
    if unseen.pq or unseen.pr:
        deal_pairs(pack(rules), &unseen, rng)
    to_p, to_q = unseen.rooms[0], unseen.rooms[1]
    count = spread_out(unseen.pqr, cards)
    draw_cards(cards, count, to_p, rng)
    count += spread_out(unseen.qr, cards + count)
    draw_cards(cards + to_p, count - to_p, to_q, rng)
    unseen.hands[0] |= gather(cards, to_p)
    unseen.hands[1] |= gather(cards + to_p, to_q)
    unseen.hands[2] |= gather(cards + to_p + to_q, count - to_p - to_q)
    for hand in range(OTHERS):
        table.hands[unseen.seats[hand]] = unseen.hands[hand]


cdef uint64_t information_key(const Rules *rules, const void *state, int seat) noexcept nogil:
    cdef Table seen = (<const Table *>state)[0]
    conceal(rules, &seen, seat)
    return mix(hash_bytes(&seen, sizeof(Table)) + <uint64_t>seat)


cdef inline Action any_of(uint64_t cards, Rng *rng) noexcept nogil:
    return nth_bit(cards, rng_below(rng, <uint32_t>popcount(cards)))


cdef struct Hand:
    # A hand spread out for a playout, so that drawing a card takes no search.
    uint8_t ranks[SUITS][RANKS]     # [suit], in any order
    uint8_t counts[SUITS]


cdef inline void spread_hand(uint64_t cards, Hand *hand) noexcept nogil:
    cdef int card, suit
    memset(hand.counts, 0, SUITS)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        suit = card // RANKS
        hand.ranks[suit][hand.counts[suit]] = <uint8_t>(card - RANKS * suit)
        hand.counts[suit] += 1


cdef inline int draw_rank(Hand *hand, int suit, int at) noexcept nogil:
    """Take the card at one place of a suit out of a hand."""
    cdef int rank = hand.ranks[suit][at]
    hand.counts[suit] -= 1
    hand.ranks[suit][at] = hand.ranks[suit][hand.counts[suit]]
    return rank


cdef inline int draw_any(Hand *hand, int count, Rng *rng, int *suit) noexcept nogil:
    """Take a random card, counted from the first club on, out of a hand of `count`; return its rank."""
    cdef int at = <int>rng_below(rng, <uint32_t>count)
    cdef int diamonds = hand.counts[0], hearts = diamonds + hand.counts[1], spades = hearts + hand.counts[2]
    suit[0] = (at >= diamonds) + (at >= hearts) + (at >= spades)
    if at >= hearts:
        at -= spades if at >= spades else hearts
    elif at >= diamonds:
        at -= diamonds
    return draw_rank(hand, suit[0], at)


cdef void playout(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Table *table = <Table *>state
    cdef Hand hands[SEATS]
    cdef int seat, suit, led, rank, best, on_table, count, leader
    if not table.dealt:
        roll(rules, table, rng)
    while table.on_table:   # to the end of a trick in progress
        seat = (table.leader + table.on_table) & 3
        play_card(table, seat, any_of(playable(table, seat), rng))
    for seat in range(SEATS):
        spread_hand(table.hands[seat], &hands[seat])
    for count in range(pack(rules).cards - table.tricks[0] - table.tricks[1], 0, -1):
        leader = table.leader
        best = draw_any(&hands[leader], count, rng, &led)
        for on_table in range(1, SEATS):
            seat = (leader + on_table) & 3
            if hands[seat].counts[led]:
                rank = draw_rank(&hands[seat], led, <int>rng_below(rng, hands[seat].counts[led]))
                if rank > best:
                    best = rank
                    table.leader = <uint8_t>seat
            else:
                draw_any(&hands[seat], count, rng, &suit)
                table.voids[seat] |= <uint8_t>(1 << led)
        table.tricks[table.leader & 1] += 1
    table.played = pack(rules).deck
    memset(table.hands, 0, sizeof(table.hands))


# What exact solvers with open hands ask for.

cdef inline uint64_t hands_of(const Table *table) noexcept nogil:
    """All cards that are still in a hand."""
    return table.hands[0] | table.hands[1] | table.hands[2] | table.hands[3]


cdef inline uint64_t suit_of(int card) noexcept nogil:
    """All cards of the suit of a card."""
    return SUIT << card // RANKS * RANKS


cdef inline uint64_t of_suit(uint64_t cards, int suit) noexcept nogil:
    return cards & SUIT << suit * RANKS


cdef inline int cash(uint64_t own, uint64_t partner, uint64_t others, int rounds, int behind) noexcept nogil:
    """Count the tricks that one hand takes by leading a suit from the top, the lead staying with it.

    Args:
        own, partner: what the hand and its partner have of the suit, who plays its lowest cards.
        others: the highest card of the two other hands in it as a set, or none.
        rounds: after so many rounds the others have none left.
        behind: rounds of the suit before this.
    """
    cdef int count = 0
    cdef uint64_t top
    while own:
        top = <uint64_t>1 << highest_bit(own)
        if top < others and behind + count < rounds:
            break
        if partner:
            if top < partner & (~partner + 1):
                break
            partner &= partner - 1
        own ^= top
        count += 1
    return count


cdef int sure_tricks(const uint64_t *hands, int seat) noexcept nogil:
    """Count tricks that a seat on lead and its partner take whatever the others do.

    First the seat leads all that wins from its own hand, then it crosses to its partner if it can, who does the same.
    """
    cdef uint64_t own, partner, others = hands[(seat + 1) & 3] | hands[(seat + 3) & 3], above
    cdef int suit, rounds, taken, tricks = 0, beyond = 0, more, left = popcount(hands[seat])
    cdef bint crosses = False
    for suit in range(SUITS):
        own = of_suit(hands[seat], suit)
        partner = of_suit(hands[(seat + 2) & 3], suit)
        if not own | partner:
            continue
        above = of_suit(others, suit)
        rounds = max(popcount(of_suit(hands[(seat + 1) & 3], suit)), popcount(of_suit(hands[(seat + 3) & 3], suit)))
        if above:
            above = <uint64_t>1 << highest_bit(above)
        taken = cash(own, partner, above, rounds, 0)
        tricks += taken
        own = without_highest(own, taken)
        partner = without_lowest(partner, taken)
        more = cash(partner, own, above, rounds, taken)
        beyond += more
        crosses = crosses or (more > 0 and own != 0)
    return tricks + min(beyond, left - tricks) if crosses else tricks


cdef inline uint64_t without_highest(uint64_t cards, int count) noexcept nogil:
    while count > 0 and cards:
        cards ^= <uint64_t>1 << highest_bit(cards)
        count -= 1
    return cards


cdef inline uint64_t without_lowest(uint64_t cards, int count) noexcept nogil:
    while count > 0 and cards:
        cards &= cards - 1
        count -= 1
    return cards


cdef int answered_tricks(const uint64_t *hands, int leader) noexcept nogil:
    """Count tricks that the side without the lead takes whatever is led: one of its seats has the highest card of
    the suit, takes the trick with it and goes on."""
    cdef uint64_t everyone = hands[0] | hands[1] | hands[2] | hands[3], cards
    cdef int suit, owner, fewest = RANKS
    cdef int counted[SEATS]
    for owner in range(SEATS):
        counted[owner] = -1
    for suit in range(SUITS):
        if of_suit(hands[leader], suit):
            cards = <uint64_t>1 << highest_bit(of_suit(everyone, suit))
            owner = leader + 1 & 3
            if not cards & hands[owner]:
                owner = leader + 3 & 3
                if not cards & hands[owner]:
                    return 0
            if counted[owner] < 0:
                counted[owner] = sure_tricks(hands, owner)
            fewest = min(fewest, counted[owner])
    return fewest


cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    """Looks for tricks that are sure, when a trick begins and all hands are seen."""
    cdef const Table *table = <const Table *>state
    cdef int left = pack(rules).cards - table.tricks[0] - table.tricks[1], side = seat & 1
    cdef int own = table.tricks[side] - table.tricks[1 - side]
    cdef int sure[2]
    sure[0] = sure[1] = 0
    if table.on_table == 0 and table.dealt and popcount(hands_of(table)) == SEATS * left:
        sure[table.leader & 1] = sure_tricks(table.hands, table.leader)
        if sure[table.leader & 1] < left:
            sure[1 - (table.leader & 1)] = answered_tricks(table.hands, table.leader)
    least[0] = own - left + 2 * sure[side]
    most[0] = own + left - 2 * sure[1 - side]


cdef int candidates(const Rules *rules, const void *state, Action *into) noexcept nogil:
    """The highest of each run of cards that nobody else has a card between, the likely best first."""
    cdef const Table *table = <const Table *>state
    cdef int seat = (table.leader + table.on_table) & 3, best = -1, count = 0, place, card, worth
    cdef int worths[RANKS]
    cdef uint64_t cards = playable(table, seat), others = hands_of(table) & ~table.hands[seat], between
    if table.on_table:
        best = table.trick[winning_place(table)]
        others |= <uint64_t>1 << best
    while cards:
        card = highest_bit(cards)
        cards ^= <uint64_t>1 << card
        worth = promise(table, seat, card, best, others)
        place = count
        while place > 0 and worths[place - 1] < worth:
            worths[place] = worths[place - 1]
            into[place] = into[place - 1]
            place -= 1
        worths[place] = worth
        into[place] = card
        count += 1
        # The cards below it down to the next one that somebody else has are as good.
        between = others & suit_of(card) & ((<uint64_t>1 << card) - 1)
        if between:
            cards &= ~suit_of(card) | ((<uint64_t>2 << highest_bit(between)) - 1)
        else:
            cards &= ~(suit_of(card) & ((<uint64_t>1 << card) - 1))
    return count


cdef inline int promise(const Table *table, int seat, int card, int best, uint64_t others) noexcept nogil:
    """How early to try a card, from `best`, the card that wins so far or -1, and the cards of others.

    On lead, cards that nobody can beat, then small ones where the partner has the top; later the lowest that wins, and
    small ones where the partner wins already or nothing does.
    """
    cdef uint64_t suit = suit_of(card), theirs = others & suit
    cdef int rank = card % RANKS
    cdef bint wins, partner_wins
    if best < 0:
        if theirs < <uint64_t>1 << card:
            return 2 * RANKS + rank
        return RANKS - rank if <uint64_t>1 << highest_bit(theirs) & table.hands[(seat + 2) & 3] else -rank
    wins = suit_of(best) == suit and card > best
    partner_wins = not wins and (winning_place(table) + table.leader) & 1 == seat & 1
    return 2 * RANKS - rank if wins else RANKS - rank if partner_wins else -rank


cdef inline uint64_t owners(const Table *table, uint64_t suit, uint64_t everyone) noexcept nogil:
    """Who has the cards of a suit, the highest card's owner first, two bits each, behind a leading one."""
    cdef uint64_t code = 1, cards = everyone & suit, card
    cdef uint64_t odd = table.hands[1] | table.hands[3], far = table.hands[2] | table.hands[3]
    while cards:
        card = <uint64_t>1 << highest_bit(cards)
        cards ^= card
        code = code << 2 | <uint64_t>((far & card) != 0) << 1 | <uint64_t>((odd & card) != 0)
    return code


cdef bint canonical(const Rules *rules, const void *state, uint64_t *words, int32_t *settled) noexcept nogil:
    """Who owns the cards that are left, in the order of their ranks, suit by suit; suits in any order are alike."""
    cdef const Table *table = <const Table *>state
    cdef uint64_t codes[SUITS]
    cdef uint64_t everyone = hands_of(table), code
    cdef int suit, place
    if table.on_table:
        return False
    for suit in range(SUITS):
        code = owners(table, SUIT << suit * RANKS, everyone)
        place = suit
        while place > 0 and codes[place - 1] < code:
            codes[place] = codes[place - 1]
            place -= 1
        codes[place] = code
    words[0] = table.leader
    words[1] = table.leader
    for suit in range(SUITS):
        words[0] = mix(words[0] ^ codes[suit])
        words[1] = mix(words[1] + codes[suit])
    settled[0] = table.tricks[0] - table.tricks[1]
    return True


cdef class WhistRules(Game):
    """The compiled half of whist."""

    cdef Pack pack

    def build(self):
        self.pack.cards = self._options["cards"]
        self.pack.deck = 0
        for suit in range(SUITS):
            self.pack.deck |= (SUIT >> RANKS - self.pack.cards << RANKS - self.pack.cards) << suit * RANKS
        for n in range(CHOICES):
            for k in range(CHOICES):
                self.pack.choose[<int>n][<int>k] = comb(n, k)
        self.rules = Rules(
            state_bytes=sizeof(Table), seats=SEATS, actions=CARDS, most_actions=self.pack.cards,
            longest_game=1 + SEATS * self.pack.cards, sides=2, repeats=False, settles=True,
            margin_scale=self.pack.cards, tables=&self.pack,
            mover=mover, legal=legal, play=play, results=results, key=key, outcomes=NULL, roll=roll,
            conceal=conceal, redeal=redeal, information_key=information_key,
            playout=playout, estimate=NULL, bounds=bounds, order=NULL,
            candidates=candidates, canonical=canonical,
        )

    def place_table(self, State state, hands, played, trick, int leader, tricks, voids):
        """Fill a blank state that is dealt.

        Args:
            hands: a set of cards as bits for each seat.
            played: the same for all cards played, those of the current trick included.
            trick: the cards of the current trick in the order played.
            leader: who leads, or led, the current trick.
            tricks: taken by seats 0 and 2, by seats 1 and 3.
            voids: a set of suits as bits for each seat.
        """
        cdef Table *table = <Table *>state.data
        cdef int seat
        for seat in range(SEATS):
            table.hands[seat] = hands[seat]
            table.voids[seat] = voids[seat]
        table.played = played
        for card in trick:
            table.trick[table.on_table] = card
            table.on_table += 1
        table.leader = leader
        table.tricks[0], table.tricks[1] = tricks
        table.dealt = True

    def count_unseen_deals(self, State state, int seat):
        """Return in how many ways the cards that a seat does not see can lie; 0 when its voids leave none."""
        cdef Unseen unseen
        cdef const Table *table = <const Table *>state.data
        cdef uint64_t placed
        sort_unseen(&self.pack, table, seat, &unseen)
        placed = unseen.hands[0] | unseen.hands[1] | unseen.hands[2] | unseen.pq | unseen.pr | unseen.qr | unseen.pqr
        if placed != self.pack.deck & ~table.played & ~table.hands[seat]:
            return 0    # some card can lie nowhere
        return count_deals(&self.pack, &unseen)

    def table(self, State state):
        """Return (dealt, hands, played, trick, leader, tricks, voids), as `place_table` takes them."""
        cdef const Table *table = <const Table *>state.data
        cdef int at
        return (
            table.dealt != 0,
            [table.hands[at] for at in range(SEATS)],
            table.played,
            [table.trick[at] for at in range(table.on_table)],
            table.leader,
            [table.tricks[0], table.tricks[1]],
            [table.voids[at] for at in range(SEATS)],
        )
