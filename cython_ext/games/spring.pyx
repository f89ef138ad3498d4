"""Spring: overlapping cards, laid in phase 1 and taken apart in phase 2 (rules/spring.md).

A pattern is four bits, top left space first, 1 for white, so that numbers sort as the
letters do. A card turned round has the bits in reverse.

The layout is fields of bits, a word a row, one field for each colour shown. Its first
row and column are kept free, so that a card can be laid one step beyond it; when one is,
the layout moves. Where a pattern fits comes out of shifted fields: bit x of row y says
that nothing speaks against its top left space lying there.

Own areas are in spring_area.pxd.

Action ids: the kinds as outcomes of a draw; `red`, `white`; `-`; pots, long and short
fences by space; placements in the layout by pattern and place; cards taken, by index,
pattern and place; cards discarded.
"""
from libc.math cimport tanh
from libc.stdint cimport int8_t, int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memmove, memset

from springtail.cython_ext.bits cimport hash_bytes, lowest_bit, mix, nth_bit, popcount
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.games.spring_area cimport (
    OTHER, RED, WHITE, WHOLE_CARD, WIDTH, Area, AreaMemo, AreaQuestion, Groups, Points, area_memo, area_places,
    ask, best_points, best_total, is_answered, lay_in_area, part, places_touching, points_of, total_of,
    turned_round, upside_down,
)
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport CHANCE, OVER, Action, Rules, highest_wins
from springtail.cython_ext.wide_bits cimport Bits, both, either, is_empty, same, single, take_first

cdef enum:
    MOST_CARDS = 18
    PATTERNS = 16
    KINDS = 10              # patterns up to a half turn
    ROWS = 20               # of the layout: 19 spaces and one that is free
    MOST_POTS = 4           # of both seats
    MOST_FENCES = 4

    REACH = 17              # of places in the layout, in all directions from the start card
    SPAN = 2 * REACH + 1
    SPACES = (SPAN + 1) * (SPAN + 1)
    PLACES = SPAN * SPAN
    AREA_REACH = 8          # of places in an own area
    AREA_SPAN = 2 * AREA_REACH + 1
    AREA_PLACES = AREA_SPAN * AREA_SPAN

    FIRST_COLOUR = KINDS    # action ids
    NO_PIECE = FIRST_COLOUR + 2
    FIRST_POT = NO_PIECE + 1
    FIRST_LONG = FIRST_POT + SPACES
    FIRST_SHORT = FIRST_LONG + PLACES
    FIRST_PLACEMENT = FIRST_SHORT + PLACES
    FIRST_TAKE = FIRST_PLACEMENT + PATTERNS * PLACES
    FIRST_DISCARD = FIRST_TAKE + MOST_CARDS * PATTERNS * AREA_PLACES
    ACTIONS = FIRST_DISCARD + MOST_CARDS

cdef enum:                  # stages: what comes next
    DRAW                    # chance: a card
    PLACE                   # the mover lays the card drawn
    COLOUR                  # seat 1 chooses
    PIECE                   # the mover may put a pot or a fence
    TAKE                    # phase 2
    ENDED

cdef enum:                  # fields of the layout: RED, WHITE and
    BLOCKED = 2
    FIELDS

cdef enum:                  # what a seat has in stock: pots by their colour, then fences
    LONG = 2
    SHORT
    STOCKS

cdef enum:                  # spaces of a card
    TOP_LEFT = 8
    TOP_RIGHT = 4
    BOTTOM_LEFT = 2
    BOTTOM_RIGHT = 1
    LEFT_HALF = 10
    RIGHT_HALF = 5
    TOP_HALF = 12
    BOTTOM_HALF = 3

ctypedef struct Field:      # of the layout: bit x of row y is a space, or the place of a card
    uint32_t rows[ROWS]

ctypedef struct Pot:
    int8_t x
    int8_t y
    uint8_t card
    uint8_t colour

ctypedef struct Fence:
    uint32_t carriers       # set of cards
    int8_t x                # of the top left of its four spaces
    int8_t y
    uint8_t is_short
    uint8_t unused

ctypedef struct Board:
    # The layout. Fields and `covered` are those of phase 1 and empty later; a card that was taken is all 0.
    Field fields[3]         # spaces that show RED and WHITE, pots included, and BLOCKED ones that no card may lie on
    uint32_t above[MOST_CARDS]  # sets of cards that lie on each
    uint32_t cards          # set of cards in the layout
    int8_t xs[MOST_CARDS]
    int8_t ys[MOST_CARDS]
    uint8_t patterns[MOST_CARDS]
    uint8_t covered[MOST_CARDS]  # spaces
    Pot pots[MOST_POTS]     # on the layout, by row and column
    Fence fences[MOST_FENCES]
    int8_t left             # where bit 0 of row 0 is in the notation
    int8_t top
    uint8_t laid            # cards, those taken later included
    uint8_t pot_count       # on the layout
    uint8_t fence_count
    # The deck.
    uint8_t drawn           # the kind to be laid, in PLACE
    uint8_t tried           # draws that failed this turn
    uint8_t unseen_count
    uint8_t unseen[KINDS]   # copies in the part of the deck that nobody has seen
    uint8_t returned_count
    uint8_t returned[MOST_CARDS]  # kinds below it, the next one first
    # The seats.
    uint8_t stage
    uint8_t mover           # the seat whose turn it is
    uint8_t has_colours
    uint8_t colours[2]      # [seat]
    uint8_t stock[2][STOCKS]
    uint8_t gardens[2]      # [seat], points of phase 1 once it is over
    uint8_t unused[4]
    Area areas[2]

cdef struct Tables:
    bint pot_blocks_card    # ruling S12
    bint fence_on_any       # rulings S17 and S18
    bint one_pot_a_card     # ruling S26
    uint8_t kinds[KINDS]    # kind -> pattern
    uint8_t kind_of[PATTERNS]
    uint8_t turned[PATTERNS]
    uint8_t deck[KINDS]     # copies


cdef inline const Tables *tables_of(const Rules *rules) noexcept nogil:
    return <const Tables *>rules.tables


# Fields of the layout.

cdef inline int count_bits(const Field *field) noexcept nogil:
    """Count the bits of a field, three rows at a time."""
    cdef int row, count = 0
    cdef uint64_t three
    for row in range(0, ROWS - 2, 3):
        three = <uint64_t>field.rows[row + 2] << 40 | <uint64_t>field.rows[row + 1] << 20 | field.rows[row]
        if three:
            count += popcount(three)
    return count + popcount(<uint64_t>field.rows[ROWS - 1] << 20 | field.rows[ROWS - 2])


cdef inline void select_bit(const Field *field, int rank, int *x, int *y) noexcept nogil:
    """Find the bit of a field with `rank` bits before it, row by row."""
    cdef int row = 0, count = popcount(field.rows[0])
    while rank >= count:
        rank -= count
        row += 1
        count = popcount(field.rows[row])
    x[0] = nth_bit(field.rows[row], <uint32_t>rank)
    y[0] = row


cdef inline void mark_spaces(Field *field, int x, int y, int spaces) noexcept nogil:
    """Add some spaces of the card at a place."""
    field.rows[y] |= <uint32_t>(spaces >> 3 & 1 | spaces >> 1 & 2) << x
    field.rows[y + 1] |= <uint32_t>(spaces >> 1 & 1 | spaces << 1 & 2) << x


cdef inline Field touched(const Field *spaces) noexcept nogil:
    """Return the places from which a card lies on at least one of these spaces."""
    cdef Field places
    cdef int row
    for row in range(ROWS - 1):
        places.rows[row] = (
            spaces.rows[row] | spaces.rows[row] >> 1 | spaces.rows[row + 1] | spaces.rows[row + 1] >> 1
        )
    places.rows[ROWS - 1] = 0
    return places


cdef struct Ground:         # what decides where a card fits
    Field barred[2]         # [colour] spaces where this colour may not lie
    Field places            # where a card lies on something


cdef inline void survey(const Board *board, Ground *ground) noexcept nogil:
    """Fill in what a card to be laid meets (rulings S8, S12, S13)."""
    cdef Field occupied
    cdef int row
    for row in range(ROWS):
        ground.barred[RED].rows[row] = board.fields[WHITE].rows[row] | board.fields[BLOCKED].rows[row]
        ground.barred[WHITE].rows[row] = board.fields[RED].rows[row] | board.fields[BLOCKED].rows[row]
        occupied.rows[row] = board.fields[WHITE].rows[row] | board.fields[RED].rows[row]
    ground.places = touched(&occupied)


cdef inline void fit(const Ground *ground, int pattern, Field *places) noexcept nogil:
    """Fill in the places of a pattern."""
    cdef const Field *top_left = &ground.barred[pattern >> 3 & 1]
    cdef const Field *top_right = &ground.barred[pattern >> 2 & 1]
    cdef const Field *bottom_left = &ground.barred[pattern >> 1 & 1]
    cdef const Field *bottom_right = &ground.barred[pattern & 1]
    cdef int row
    for row in range(ROWS - 1):
        places.rows[row] = ground.places.rows[row] & ~(
            top_left.rows[row] | top_right.rows[row] >> 1
            | bottom_left.rows[row + 1] | bottom_right.rows[row + 1] >> 1
        )
    places.rows[ROWS - 1] = 0


cdef inline bint is_clear(const Field *field) noexcept nogil:
    cdef uint32_t bits = 0
    cdef int row
    for row in range(ROWS):
        bits |= field.rows[row]
    return bits == 0


cdef bint has_place(const Tables *tables, const Board *board, int kind) noexcept nogil:
    """Return whether a card of this kind can be laid in the layout."""
    cdef Ground ground
    cdef Field places
    cdef int pattern = tables.kinds[kind]
    survey(board, &ground)
    fit(&ground, pattern, &places)
    if not is_clear(&places):
        return True
    fit(&ground, tables.turned[pattern], &places)
    return not is_clear(&places)


cdef inline int find_root(uint8_t *parents, int at) noexcept nogil:
    while parents[at] != at:
        parents[at] = parents[parents[at]]
        at = parents[at]
    return at


cdef int count_gardens(const Field *spaces, const Field *cut_right, const Field *cut_below) noexcept nogil:
    """Count the groups of two spaces or more (rulings S20 to S22, S49).

    Runs of connected spaces in a row are joined with those of the row above. A group is then a run, less what was
    joined, and the single spaces do not count.
    """
    cdef uint8_t parents[MOST_CARDS * 4]
    cdef uint32_t row, joins, starts, starts_above = 0, up, down, left, right
    cdef int y, at, gardens = 0, first = 0, first_above = 0, one, other
    for y in range(1, ROWS):
        row = spaces.rows[y]
        if row == 0:
            starts_above = 0
            continue
        right = row >> 1 & ~cut_right.rows[y]
        left = (row & ~cut_right.rows[y]) << 1
        up = spaces.rows[y - 1] & ~cut_below.rows[y - 1]
        down = spaces.rows[y + 1] & ~cut_below.rows[y] if y < ROWS - 1 else 0
        gardens -= popcount(row & ~(right | left | up | down))
        starts = row & ~left
        for at in range(popcount(starts)):
            parents[first + at] = <uint8_t>(first + at)
            gardens += 1
        joins = row & up
        while joins:
            at = lowest_bit(joins)
            joins &= joins - 1
            one = find_root(parents, first + popcount(starts & ((<uint32_t>2 << at) - 1)) - 1)
            other = find_root(parents, first_above + popcount(starts_above & ((<uint32_t>2 << at) - 1)) - 1)
            if one != other:
                parents[one] = <uint8_t>other
                gardens -= 1
        first_above = first
        first += popcount(starts)
        starts_above = starts
    return gardens


# Laying cards in the layout.

cdef inline void move_layout(Board *board, bint right, bint down) noexcept nogil:
    """Make room in the first column or row."""
    cdef uint32_t *rows
    cdef int at, row
    for at in range(FIELDS):
        rows = board.fields[at].rows
        if right:
            for row in range(ROWS):
                rows[row] <<= 1
        if down:
            memmove(rows + 1, rows, (ROWS - 1) * sizeof(uint32_t))
            rows[0] = 0
    board.left -= right
    board.top -= down


cdef inline int overlap(int across, int down) noexcept nogil:
    """Return the spaces of a card that one lying so far to the right and below covers; none when it lies beside it."""
    cdef int columns, rows
    if across < -1 or across > 1 or down < -1 or down > 1:
        return 0
    columns = WHOLE_CARD if across == 0 else RIGHT_HALF if across > 0 else LEFT_HALF
    rows = WHOLE_CARD if down == 0 else BOTTOM_HALF if down > 0 else TOP_HALF
    return columns & rows


cdef inline void stack(Board *board, int card) noexcept nogil:
    """Note which cards lie below the one laid last."""
    cdef int below, spaces
    for below in range(card):
        spaces = overlap(board.xs[card] - board.xs[below], board.ys[card] - board.ys[below])
        if spaces and board.cards >> below & 1:
            board.covered[below] |= spaces
            board.above[below] |= <uint32_t>1 << card


cdef inline void lay(Board *board, int pattern, int x, int y) noexcept nogil:
    """Lay a card with its top left space on bit x of row y."""
    cdef int card = board.laid
    mark_spaces(&board.fields[WHITE], x, y, pattern)
    mark_spaces(&board.fields[RED], x, y, WHOLE_CARD ^ pattern)
    board.patterns[card] = <uint8_t>pattern
    board.xs[card] = <int8_t>(board.left + x)
    board.ys[card] = <int8_t>(board.top + y)
    board.cards |= <uint32_t>1 << card
    board.laid += 1
    stack(board, card)
    if x == 0 or y == 0:
        move_layout(board, x == 0, y == 0)


# Pots and fences in the layout.

cdef inline void mark_shown(const Board *board, int card, Field *field) noexcept nogil:
    """Add the spaces that a card shows."""
    mark_spaces(field, board.xs[card] - board.left, board.ys[card] - board.top, WHOLE_CARD ^ board.covered[card])


cdef inline int card_at(const Board *board, int x, int y) noexcept nogil:
    """Return the card that shows a space of the layout."""
    cdef int card = board.laid - 1
    while not (board.cards >> card & 1 and 0 <= x - board.xs[card] <= 1 and 0 <= y - board.ys[card] <= 1):
        card -= 1
    return card


cdef inline uint32_t cards_around(const Board *board, int x, int y) noexcept nogil:
    """Return the cards that show the four spaces of which this is the top left one."""
    return (
        <uint32_t>1 << card_at(board, x, y) | <uint32_t>1 << card_at(board, x + 1, y)
        | <uint32_t>1 << card_at(board, x, y + 1) | <uint32_t>1 << card_at(board, x + 1, y + 1)
    )


cdef inline uint32_t fenced_cards(const Board *board) noexcept nogil:
    cdef uint32_t cards = 0
    cdef int at
    for at in range(board.fence_count):
        cards |= board.fences[at].carriers
    return cards


cdef inline void find_pot_targets(const Tables *tables, const Board *board, Field *targets) noexcept nogil:
    """Fill in the spaces where the mover may put a pot (rulings S25 and S26)."""
    cdef Field barred
    cdef const Pot *pot
    cdef int at, row, own = board.colours[board.mover]
    memset(&barred, 0, sizeof(Field))
    for at in range(board.pot_count):
        pot = &board.pots[at]
        if tables.one_pot_a_card:
            mark_shown(board, pot.card, &barred)
        else:
            barred.rows[pot.y - board.top] |= <uint32_t>1 << (pot.x - board.left)
    for row in range(ROWS):
        targets.rows[row] = board.fields[own ^ 1].rows[row] & ~barred.rows[row]


cdef inline void find_fence_places(const Tables *tables, const Board *board, Field *places) noexcept nogil:
    """Fill in the places amid whose four spaces a fence may stand (rulings S17 and S19)."""
    cdef uint32_t fenced = fenced_cards(board), row_shown, next_shown
    cdef Field barred
    cdef int card, row
    memset(places, 0, sizeof(Field))
    if not tables.fence_on_any:
        for card in range(board.laid):
            if board.covered[card] == 0 and not fenced >> card & 1:
                places.rows[board.ys[card] - board.top] |= <uint32_t>1 << (board.xs[card] - board.left)
        return
    memset(&barred, 0, sizeof(Field))
    for card in range(board.laid):
        if fenced >> card & 1:
            mark_shown(board, card, &barred)
    barred = touched(&barred)
    for row in range(ROWS - 1):
        row_shown = board.fields[RED].rows[row] | board.fields[WHITE].rows[row]
        next_shown = board.fields[RED].rows[row + 1] | board.fields[WHITE].rows[row + 1]
        row_shown &= next_shown
        places.rows[row] = row_shown & row_shown >> 1 & ~barred.rows[row]


cdef inline bint may_fence(const Board *board) noexcept nogil:
    return board.stock[board.mover][LONG] or board.stock[board.mover][SHORT]


cdef inline bint may_pot(const Board *board) noexcept nogil:
    return board.stock[board.mover][board.colours[board.mover]] > 0


cdef bint has_piece(const Tables *tables, const Board *board) noexcept nogil:
    """Return whether the mover can put a pot or a fence."""
    cdef Field field
    if may_fence(board):
        find_fence_places(tables, board, &field)
        if not is_clear(&field):
            return True
    if may_pot(board):
        find_pot_targets(tables, board, &field)
        if not is_clear(&field):
            return True
    return False


cdef inline bint lies_behind(int x, int y, int other_x, int other_y) noexcept nogil:
    """Return whether the first of two spaces comes later, row by row."""
    return y > other_y or (y == other_y and x > other_x)


cdef inline void add_pot(Board *board, int x, int y, int colour) noexcept nogil:
    """Note a pot; the list is kept in order."""
    cdef int at = board.pot_count
    while at and lies_behind(board.pots[at - 1].x, board.pots[at - 1].y, x, y):
        board.pots[at] = board.pots[at - 1]
        at -= 1
    board.pots[at] = Pot(x=<int8_t>x, y=<int8_t>y, card=<uint8_t>card_at(board, x, y), colour=<uint8_t>colour)
    board.pot_count += 1


cdef inline void add_fence(Board *board, int x, int y, bint is_short) noexcept nogil:
    """Note a fence; the list is kept in order."""
    cdef int at = board.fence_count
    while at and lies_behind(board.fences[at - 1].x, board.fences[at - 1].y, x, y):
        board.fences[at] = board.fences[at - 1]
        at -= 1
    board.fences[at] = Fence(
        carriers=cards_around(board, x, y), x=<int8_t>x, y=<int8_t>y, is_short=is_short, unused=0
    )
    board.fence_count += 1


cdef void put_pot(const Tables *tables, Board *board, int x, int y, int colour) noexcept nogil:
    """Put a pot on a space (rulings S12 and S28)."""
    cdef uint32_t space = <uint32_t>1 << (x - board.left)
    cdef int row = y - board.top
    board.fields[colour].rows[row] |= space
    board.fields[colour ^ 1].rows[row] &= ~space
    board.fields[BLOCKED].rows[row] |= space
    if tables.pot_blocks_card:
        mark_shown(board, card_at(board, x, y), &board.fields[BLOCKED])
    add_pot(board, x, y, colour)


cdef void put_fence(Board *board, int x, int y, bint is_short) noexcept nogil:
    """Put a fence amid four spaces (rulings S13 and S18)."""
    cdef uint32_t carriers = cards_around(board, x, y)
    while carriers:
        mark_shown(board, lowest_bit(carriers), &board.fields[BLOCKED])
        carriers &= carriers - 1
    add_fence(board, x, y, is_short)


cdef void score_phase_1(const Board *board, uint8_t *gardens) noexcept nogil:
    """Count the gardens of both seats in the layout."""
    cdef Field cut_right, cut_below
    cdef const Fence *fence
    cdef int at, row, seat
    cdef uint32_t space
    memset(&cut_right, 0, sizeof(Field))
    memset(&cut_below, 0, sizeof(Field))
    for at in range(board.fence_count):
        fence = &board.fences[at]
        row = fence.y - board.top
        space = <uint32_t>1 << (fence.x - board.left)
        if fence.is_short:
            cut_below.rows[row] |= space | space << 1
        else:
            cut_right.rows[row] |= space
            cut_right.rows[row + 1] |= space
    for seat in range(2):
        gardens[seat] = <uint8_t>count_gardens(&board.fields[board.colours[seat]], &cut_right, &cut_below)


# The turns of phase 1.

cdef void leave_phase_1(Board *board) noexcept nogil:
    """Forget all that only phase 1 needs."""
    memset(&board.fields, 0, sizeof(board.fields))
    memset(&board.covered, 0, sizeof(board.covered))
    memset(&board.unseen, 0, sizeof(board.unseen))
    memset(&board.returned, 0, sizeof(board.returned))
    board.left = 0
    board.top = 0
    board.unseen_count = 0
    board.returned_count = 0
    board.tried = 0
    board.stage = TAKE


cdef inline void begin_phase_2(Board *board) noexcept nogil:
    """Score the layout; the other seat opens (ruling S16)."""
    score_phase_1(board, board.gardens)
    leave_phase_1(board)
    board.mover ^= 1


cdef inline int deck_left(const Board *board) noexcept nogil:
    return board.unseen_count + board.returned_count


cdef inline void end_turn(Board *board) noexcept nogil:
    if deck_left(board):
        board.mover ^= 1
        board.stage = DRAW
    else:
        begin_phase_2(board)


cdef inline void end_placement(const Tables *tables, Board *board) noexcept nogil:
    """Go on after a card was laid (rulings S1, S2 and S5)."""
    board.drawn = 0
    board.tried = 0
    if not board.has_colours:
        board.mover = 1
        board.stage = COLOUR
    elif has_piece(tables, board):
        board.stage = PIECE
    else:
        end_turn(board)


cdef inline void fail(Board *board, int kind) noexcept nogil:
    """Put a card that fits nowhere under the deck; end phase 1 when every card was tried (rulings S7, S14 to S16).

    Where even the first turn fails, which takes a deck of one's own, colours are chosen before phase 2.
    """
    board.returned[board.returned_count] = <uint8_t>kind
    board.returned_count += 1
    board.tried += 1
    if board.tried < deck_left(board):
        return
    if board.has_colours:
        begin_phase_2(board)
    else:
        board.mover = 1
        board.stage = COLOUR


cdef inline void remove_from_deck(Board *board, int kind) noexcept nogil:
    if board.unseen_count:
        board.unseen[kind] -= 1
        board.unseen_count -= 1
    else:
        board.returned_count -= 1
        memmove(board.returned, board.returned + 1, board.returned_count)
        board.returned[board.returned_count] = 0


cdef void draw_card(const Tables *tables, Board *board, int kind) noexcept nogil:
    remove_from_deck(board, kind)
    if board.laid == 0:
        board.left = -1
        board.top = -1
        lay(board, tables.kinds[kind], 1, 1)
    elif has_place(tables, board, kind):
        board.drawn = <uint8_t>kind
        board.stage = PLACE
    else:
        fail(board, kind)


cdef void choose_colour(Board *board, int colour) noexcept nogil:
    """Give seat 1 its colour and both seats their pots and fences."""
    cdef int seat
    board.colours[1] = <uint8_t>colour
    board.colours[0] = <uint8_t>(colour ^ 1)
    board.has_colours = True
    for seat in range(2):
        board.stock[seat][board.colours[seat]] = 2
        board.stock[seat][LONG] = 1
        board.stock[seat][SHORT] = 1
    board.stage = DRAW
    if board.tried or deck_left(board) == 0:
        board.mover = 0
        begin_phase_2(board)


# Points of phase 2.

cdef inline Points score_area(const Board *board, int seat) noexcept nogil:
    """Return what the area of a seat is worth with its best decoration, as it stands."""
    cdef int own = board.colours[seat]
    cdef const Area *area = &board.areas[seat]
    return best_points(area.shown[own], area.shown[own ^ 1], board.stock[seat][own], board.stock[seat][own ^ 1])


cdef inline int area_total(const Board *board, int seat) noexcept nogil:
    """Return the total of `score_area`."""
    cdef int own = board.colours[seat]
    cdef const Area *area = &board.areas[seat]
    return best_total(area.shown[own], area.shown[own ^ 1], board.stock[seat][own], board.stock[seat][own ^ 1])


# The turns of phase 2.

cdef inline uint32_t free_cards(const Board *board) noexcept nogil:
    """Return the set of cards that no other lies on (ruling S30)."""
    cdef uint32_t cards = 0
    cdef int card
    for card in range(MOST_CARDS):
        cards |= <uint32_t>(board.above[card] == 0) << card
    return cards & board.cards


cdef inline void give_pots(Board *board, int card) noexcept nogil:
    """Give the pots on a card to the opponent of the mover (ruling S35)."""
    cdef int at, kept = 0
    for at in range(board.pot_count):
        if board.pots[at].card == card:
            board.stock[board.mover ^ 1][board.pots[at].colour] += 1
        else:
            board.pots[kept] = board.pots[at]
            kept += 1
    memset(&board.pots[kept], 0, (board.pot_count - kept) * sizeof(Pot))
    board.pot_count = <uint8_t>kept


cdef inline void collect_fences(Board *board, int card) noexcept nogil:
    """Let the mover keep the fences that a card carries (rulings S18 and S36)."""
    cdef int at, kept = 0
    for at in range(board.fence_count):
        if board.fences[at].carriers >> card & 1:
            board.stock[board.mover][SHORT if board.fences[at].is_short else LONG] += 1
        else:
            board.fences[kept] = board.fences[at]
            kept += 1
    memset(&board.fences[kept], 0, (board.fence_count - kept) * sizeof(Fence))
    board.fence_count = <uint8_t>kept


cdef inline void take_card(Board *board, int card) noexcept nogil:
    """Take a free card from the layout; it has been laid, or is set aside (ruling S38)."""
    cdef int below
    if board.pot_count:
        give_pots(board, card)
    if board.fence_count:
        collect_fences(board, card)
    for below in range(MOST_CARDS):
        board.above[below] &= ~(<uint32_t>1 << card)
    board.cards &= ~(<uint32_t>1 << card)
    board.xs[card] = 0
    board.ys[card] = 0
    board.patterns[card] = 0
    board.mover ^= 1
    if board.cards == 0:
        board.stage = ENDED


# The table of rules.

cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Board *board = <const Board *>state
    if board.stage == DRAW:
        return CHANCE
    return OVER if board.stage == ENDED else <int>board.mover


cdef inline Action layout_action(const Board *board, int first, int span, int x, int y) noexcept nogil:
    """Return the id of a space or place on bit x of row y."""
    return first + (board.top + y + REACH) * span + board.left + x + REACH


cdef int list_field(const Board *board, const Field *field, int first, int span, Action *into) noexcept nogil:
    cdef int row, count = 0
    cdef uint32_t bits
    for row in range(ROWS):
        bits = field.rows[row]
        while bits:
            into[count] = layout_action(board, first, span, lowest_bit(bits), row)
            bits &= bits - 1
            count += 1
    return count


cdef int list_placements(const Tables *tables, const Board *board, Action *into) noexcept nogil:
    cdef Ground ground
    cdef Field places
    cdef int pattern = tables.kinds[board.drawn], turned = tables.turned[pattern], count
    survey(board, &ground)
    fit(&ground, pattern, &places)
    count = list_field(board, &places, FIRST_PLACEMENT + pattern * PLACES, SPAN, into)
    if turned != pattern:
        fit(&ground, turned, &places)
        count += list_field(board, &places, FIRST_PLACEMENT + turned * PLACES, SPAN, into + count)
    return count


cdef int list_pieces(const Tables *tables, const Board *board, Action *into) noexcept nogil:
    cdef Field field
    cdef int count = 1
    into[0] = NO_PIECE
    if may_pot(board):
        find_pot_targets(tables, board, &field)
        count += list_field(board, &field, FIRST_POT, SPAN + 1, into + count)
    if may_fence(board):
        find_fence_places(tables, board, &field)
        if board.stock[board.mover][LONG]:
            count += list_field(board, &field, FIRST_LONG, SPAN, into + count)
        if board.stock[board.mover][SHORT]:
            count += list_field(board, &field, FIRST_SHORT, SPAN, into + count)
    return count


cdef inline Action take_action(const Area *area, int card, int pattern, int place) noexcept nogil:
    return (
        FIRST_TAKE + (card * PATTERNS + pattern) * AREA_PLACES
        + (area.top + place // WIDTH - 1 + AREA_REACH) * AREA_SPAN + area.left + place % WIDTH - 1 + AREA_REACH
    )


cdef inline int list_places(const Area *area, Bits places, int card, int pattern, Action *into) noexcept nogil:
    cdef int count = 0
    while not is_empty(places):
        into[count] = take_action(area, card, pattern, take_first(&places))
        count += 1
    return count


cdef int list_takes(const Tables *tables, const Board *board, Action *into) noexcept nogil:
    cdef const Area *area = &board.areas[board.mover]
    cdef Bits touching = places_touching(area)
    cdef uint32_t cards = free_cards(board)
    cdef int card, pattern, turned, count = 0
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        pattern = min(board.patterns[card], tables.turned[board.patterns[card]])
        turned = tables.turned[pattern]
        count += list_places(area, area_places(area, touching, pattern), card, pattern, into + count)
        if turned != pattern:
            count += list_places(area, area_places(area, touching, turned), card, turned, into + count)
    return count if count else list_discards(board, into)


cdef int list_discards(const Board *board, Action *into) noexcept nogil:
    """List the free cards where none has a place (ruling S38)."""
    cdef uint32_t cards = free_cards(board)
    cdef int count = 0
    while cards:
        into[count] = FIRST_DISCARD + lowest_bit(cards)
        cards &= cards - 1
        count += 1
    return count


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Board *board = <const Board *>state
    if board.stage == TAKE:
        return list_takes(tables_of(rules), board, into)
    if board.stage == PLACE:
        return list_placements(tables_of(rules), board, into)
    if board.stage == PIECE:
        return list_pieces(tables_of(rules), board, into)
    into[0] = FIRST_COLOUR + RED
    into[1] = FIRST_COLOUR + WHITE
    return 2


cdef inline void play_take(Board *board, Action action) noexcept nogil:
    """Lay a card of the layout in the area of the mover."""
    cdef Area *area = &board.areas[board.mover]
    cdef int card = action // (PATTERNS * AREA_PLACES), pattern = action // AREA_PLACES % PATTERNS
    cdef int x = action % AREA_SPAN - AREA_REACH, y = action // AREA_SPAN % AREA_SPAN - AREA_REACH
    lay_in_area(area, pattern, (y - area.top + 1) * WIDTH + x - area.left + 1)
    take_card(board, card)


cdef inline void play_piece(const Tables *tables, Board *board, Action action) noexcept nogil:
    cdef int seat = board.mover, colour = board.colours[seat], x, y
    if FIRST_POT <= action < FIRST_LONG:
        action -= FIRST_POT
        put_pot(tables, board, action % (SPAN + 1) - REACH, action // (SPAN + 1) - REACH, colour)
        board.stock[seat][colour] -= 1
    elif action >= FIRST_LONG:
        action -= FIRST_LONG
        x = action % SPAN - REACH
        y = action // SPAN % SPAN - REACH
        put_fence(board, x, y, action >= PLACES)
        board.stock[seat][SHORT if action >= PLACES else LONG] -= 1
    end_turn(board)


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Board *board = <Board *>state
    if action >= FIRST_DISCARD:
        take_card(board, action - FIRST_DISCARD)
    elif action >= FIRST_TAKE:
        play_take(board, action - FIRST_TAKE)
    elif action >= FIRST_PLACEMENT:
        action -= FIRST_PLACEMENT
        lay(
            board, action // PLACES, action % SPAN - REACH - board.left, action // SPAN % SPAN - REACH - board.top,
        )
        end_placement(tables, board)
    elif action >= NO_PIECE:
        play_piece(tables, board, action)
    elif action >= FIRST_COLOUR:
        choose_colour(board, action - FIRST_COLOUR)
    else:
        draw_card(tables, board, action)


cdef inline int32_t fences_of(const Board *board, int seat) noexcept nogil:
    """Count the fences that cost a seat a point each (ruling S48)."""
    return board.stock[seat][LONG] + board.stock[seat][SHORT]


cdef void score(const Board *board, int32_t *scores) noexcept nogil:
    """Fill in the scores as they stand: in phase 1 the gardens, then those of the final layout and the own area."""
    cdef uint8_t gardens[2]
    cdef int seat
    if board.stage >= TAKE:
        for seat in range(2):
            scores[seat] = board.gardens[seat] + area_total(board, seat) - fences_of(board, seat)
    else:
        gardens[0] = 0
        gardens[1] = 0
        if board.has_colours:
            score_phase_1(board, gardens)
        scores[0] = gardens[0]
        scores[1] = gardens[1]


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Board *board = <const Board *>state
    score(board, scores)
    returns[0] = 0
    returns[1] = 0
    if board.stage == ENDED:
        highest_wins(2, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    return hash_bytes(state, sizeof(Board))


cdef int outcomes(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil:
    """List the kinds that may come: of the unseen cards, then the first that was put under the deck (ruling S15)."""
    cdef const Board *board = <const Board *>state
    cdef int kind, count = 0
    if board.unseen_count == 0:
        into[0] = board.returned[0]
        weights[0] = 1
        return 1
    for kind in range(KINDS):
        into[count] = kind
        weights[count] = board.unseen[kind]
        count += board.unseen[kind] > 0
    return count


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Board *board = <Board *>state
    cdef int kind = 0
    cdef uint32_t ticket
    if board.unseen_count == 0:
        kind = board.returned[0]
    else:
        ticket = rng_below(rng, board.unseen_count)
        while ticket >= board.unseen[kind]:
            ticket -= board.unseen[kind]
            kind += 1
    draw_card(tables_of(rules), board, kind)
    return kind


# What a position promises, in points of margin. Fitted by least squares to the final margins of 216 games between two
# MCTS of 300 simulations: 4,200 positions of phase 1, 2,900 of phase 2.

cdef double GARDEN_OF_PHASE_1 = 0.7     # while it can still be parted or joined
cdef double POT_KEPT = 1.2
cdef double FENCE_KEPT = 0.5            # in phase 1, to be put
cdef double POT_AT_HAND = 1.4           # in phase 2, of either colour
cdef double GARDEN_LESS = 0.04          # a space of the big garden is 1, so much less for each card left
cdef double UNATTACHED = -0.5           # with no card left; less the more may still join it
cdef double OPPOSING_GARDEN = -0.4
cdef double SPREAD_AT_END = 3           # margins that matter, as final ones scatter
cdef double SPREAD_A_CARD = 0.15


cdef double worth_of_area(const Board *board, int seat, double left) noexcept nogil:
    cdef int own = board.colours[seat]
    cdef const Area *area = &board.areas[seat]
    cdef double grown = 1 - GARDEN_LESS * left
    cdef Groups groups
    cdef Points points
    part(&groups, area.shown[own], area.shown[own ^ 1])
    points = points_of(&groups)
    return (
        grown * (points.garden + OPPOSING_GARDEN * points.opposing) + (1 - 0.05 * left) * UNATTACHED * points.unattached
        + POT_AT_HAND * (board.stock[seat][RED] + board.stock[seat][WHITE]) - fences_of(board, seat)
    )


cdef void estimate(const Rules *rules, const void *state, double *returns) noexcept nogil:
    """The margin as it stands and what pots, fences and areas may still bring, over how far final margins scatter."""
    cdef const Board *board = <const Board *>state
    cdef double margin = 0, left = MOST_CARDS
    cdef int32_t scores[2]
    cdef int own, other
    if board.stage >= TAKE:
        left = popcount(board.cards) if board.cards else 0
        margin = board.gardens[0] - board.gardens[1]
        margin += worth_of_area(board, 0, left) - worth_of_area(board, 1, left)
    elif board.has_colours:
        score(board, scores)
        own = board.stock[0][RED] + board.stock[0][WHITE]
        other = board.stock[1][RED] + board.stock[1][WHITE]
        margin = GARDEN_OF_PHASE_1 * (scores[0] - scores[1]) + POT_KEPT * (own - other)
        margin += FENCE_KEPT * (fences_of(board, 0) - fences_of(board, 1))
    returns[0] = tanh(margin / (SPREAD_AT_END + SPREAD_A_CARD * left))
    returns[1] = -returns[0]


# For solvers of phase 2.

cdef enum:
    MOST_TAKES = 352        # actions of a position of phase 2; see `most_actions`
    FEWEST_POINTS = -1000   # of an area
    WORTH_OF_POT = 2        # to who gets it

cdef struct Take:           # a card taken and laid
    Action action
    int worth
    Bits shown[2]           # [colour] of the area after it


cdef inline int fences_on(const Board *board, int card) noexcept nogil:
    cdef int at, count = 0
    for at in range(board.fence_count):
        count += board.fences[at].carriers >> card & 1
    return count


cdef inline int pots_on(const Board *board, uint32_t cards, int colour) noexcept nogil:
    """Count the pots of a colour that stand on some cards."""
    cdef int at, count = 0
    for at in range(board.pot_count):
        if board.pots[at].colour == colour:
            count += cards >> board.pots[at].card & 1
    return count


cdef inline int cost_of_card(const Board *board, int card) noexcept nogil:
    """Return what a seat gives up with a card for the pieces on it."""
    cdef uint32_t cards = <uint32_t>1 << card
    return fences_on(board, card) + WORTH_OF_POT * (pots_on(board, cards, RED) + pots_on(board, cards, WHITE))


cdef inline bint is_known(const Take *takes, int count, const Area *area) noexcept nogil:
    """Return whether one of the takes comes to the same area."""
    cdef int at
    for at in range(count):
        if same(takes[at].shown[RED], area.shown[RED]) and same(takes[at].shown[WHITE], area.shown[WHITE]):
            return True
    return False


cdef int list_different_takes(const Tables *tables, const Board *board, int card, Take *takes) noexcept nogil:
    """Fill in one way of laying a card for each area that it can come to."""
    cdef const Area *area = &board.areas[board.mover]
    cdef Bits touching = places_touching(area), places
    cdef Area after
    cdef Groups groups
    cdef Points points
    cdef int own = board.colours[board.mover], pattern = board.patterns[card], place, _, count = 0
    cdef int cost = cost_of_card(board, card)
    for _ in range(2):
        places = area_places(area, touching, pattern)
        while not is_empty(places):
            place = take_first(&places)
            after = area[0]
            lay_in_area(&after, pattern, place)
            if not is_known(takes, count, &after):
                part(&groups, after.shown[own], after.shown[own ^ 1])
                takes[count].action = take_action(area, card, pattern, place)
                points = points_of(&groups)
                takes[count].worth = 4 * points.garden - 2 * points.unattached - 3 * (points.opposing + cost)
                takes[count].shown[RED] = after.shown[RED]
                takes[count].shown[WHITE] = after.shown[WHITE]
                count += 1
        if pattern == tables.turned[pattern]:
            return count
        pattern = tables.turned[pattern]
    return count


cdef int list_best_take(const Tables *tables, const Board *board, int card, Take *takes) noexcept nogil:
    """Fill in the best way of laying a card that is the last of its seat: where it lies matters to nobody else.

    The opponent takes the card that is left, if one is, and its pots come here.
    """
    cdef const Area *area = &board.areas[board.mover]
    cdef uint32_t left = board.cards & ~(<uint32_t>1 << card)
    cdef int own = board.colours[board.mover]
    cdef int own_pots = board.stock[board.mover][own] + pots_on(board, left, own)
    cdef int other_pots = board.stock[board.mover][own ^ 1] + pots_on(board, left, own ^ 1)
    cdef int pattern = min(board.patterns[card], tables.turned[board.patterns[card]])
    cdef AreaQuestion asked = ask(
        area.shown[own], area.shown[own ^ 1], own_pots, other_pots, PATTERNS * (own + 1) + pattern
    )
    cdef AreaMemo *memo = area_memo(&asked)
    cdef AreaMemo found
    if is_answered(memo, &asked):
        found = memo[0]
    else:
        found = find_best_place(tables, area, own, own_pots, other_pots, pattern)
        found.asked = asked
        memo[0] = found
    if found.total == FEWEST_POINTS:
        return 0
    takes[0].action = take_action(area, card, found.take % PATTERNS, found.take // PATTERNS)
    takes[0].worth = found.total - cost_of_card(board, card)
    return 1


cdef AreaMemo find_best_place(
    const Tables *tables, const Area *area, int own, int own_pots, int other_pots, int pattern
) noexcept nogil:
    """Return the highest total that a card can bring an area to, and its pattern and place, as one number."""
    cdef Bits touching = places_touching(area), places
    cdef Area after
    cdef AreaMemo found
    cdef int place, total, _
    memset(&found, 0, sizeof(AreaMemo))
    found.total = FEWEST_POINTS
    for _ in range(2):
        places = area_places(area, touching, pattern)
        while not is_empty(places):
            place = take_first(&places)
            after = area[0]
            lay_in_area(&after, pattern, place)
            total = best_total(after.shown[own], after.shown[own ^ 1], own_pots, other_pots)
            if total > found.total:
                found.total = total
                found.take = place * PATTERNS + pattern
        if pattern == tables.turned[pattern]:
            break
        pattern = tables.turned[pattern]
    return found


cdef int candidates(const Rules *rules, const void *state, Action *into) noexcept nogil:
    """In phase 2, list the takes by what the own area is worth after them."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef Take takes[MOST_TAKES]
    cdef uint32_t cards
    cdef int worths[MOST_TAKES]
    cdef int card, at, place, count = 0
    if board.stage != TAKE:
        return legal(rules, state, into)
    cards = free_cards(board)
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if popcount(board.cards) <= 2:
            count += list_best_take(tables, board, card, takes + count)
        else:
            count += list_different_takes(tables, board, card, takes + count)
    for at in range(count):
        place = at
        while place and worths[place - 1] < takes[at].worth:
            worths[place] = worths[place - 1]
            into[place] = into[place - 1]
            place -= 1
        worths[place] = takes[at].worth
        into[place] = takes[at].action
    return count if count else list_discards(board, into)


cdef enum:
    MOST_BOUNDED = 4        # cards left for which bounds are worth their time
    MOST_MARGIN = 100       # before the own areas are near their end: 27 gardens, 28 flowers, all else of the opponent

cdef struct Range:
    int least
    int most


cdef inline int cards_to_come(const Board *board, int seat) noexcept nogil:
    """Return how many cards a seat still takes in phase 2."""
    return (popcount(board.cards) + (board.mover == seat)) // 2


cdef int flowers_to_come(const Board *board, int colour, int cards) noexcept nogil:
    """Return a bound on the flowers of a colour that so many of the cards left add to an area: three each at most."""
    cdef int counts[4]
    cdef int card, flowers, sum_of_best = 0
    memset(counts, 0, sizeof(counts))
    for card in range(board.laid):
        if board.cards >> card & 1:
            counts[min(3, popcount(board.patterns[card] ^ (WHOLE_CARD if colour == RED else 0)))] += 1
    for flowers in range(3, 0, -1):
        sum_of_best += flowers * min(cards, counts[flowers])
        cards -= min(cards, counts[flowers])
    return sum_of_best


cdef Range area_range(const Board *board, int seat) noexcept nogil:
    """Return bounds on what the area of a seat, with fences, is worth at the end.

    At best all own flowers are one garden, and one opposing garden is left where a group is too large for pots to break
    up, more than five spaces for each. At worst no new flower is attached, and a card adds two gardens.
    """
    cdef const Area *area = &board.areas[seat]
    cdef int own = board.colours[seat], cards = cards_to_come(board, seat), at, largest = 0
    cdef int added = flowers_to_come(board, own, cards) + (area.width == 0)
    cdef int pots = board.stock[seat][own] + pots_on(board, board.cards, own)
    cdef Groups groups
    cdef Points points
    cdef Range found
    part(&groups, area.shown[own], area.shown[own ^ 1])
    points = points_of(&groups)
    for at in range(groups.counts[OTHER]):
        largest = max(largest, groups.sizes[OTHER][at])
    found.most = points.garden + points.unattached + added + pots - (largest > 1 and largest > 5 * pots)
    found.least = total_of(points) - added - 2 * cards - (board.fence_count if cards else 0)
    found.most -= fences_of(board, seat)
    found.least -= fences_of(board, seat)
    return found


cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    cdef const Board *board = <const Board *>state
    cdef Range own, other
    cdef int32_t scores[2]
    if board.stage == ENDED:
        score(board, scores)
        least[0] = scores[seat] - scores[seat ^ 1]
        most[0] = least[0]
    elif board.stage != TAKE or popcount(board.cards) > MOST_BOUNDED:
        least[0] = -MOST_MARGIN
        most[0] = MOST_MARGIN
    else:
        own = area_range(board, seat)
        other = area_range(board, seat ^ 1)
        least[0] = board.gardens[seat] - board.gardens[seat ^ 1] + own.least - other.most
        most[0] = board.gardens[seat] - board.gardens[seat ^ 1] + own.most - other.least


cdef struct Likeness:       # what a position of phase 2 goes on from, seen by seat 0 (own flowers first)
    Bits areas[2][2]        # [seat][own or other], turned so that they compare least
    uint32_t above[MOST_CARDS]
    uint32_t carriers[MOST_FENCES]
    uint8_t kinds[MOST_CARDS]
    uint8_t pots[MOST_POTS][2]  # card, colour
    uint8_t stock[2][2]     # pots: [seat][own or other]
    uint8_t cards_left
    uint8_t mover


cdef inline bint comes_before(const Bits *one, const Bits *other) noexcept nogil:
    """Compare two pairs of sets."""
    return memcmp(one, other, 2 * sizeof(Bits)) < 0


cdef void fill_area_likeness(const Board *board, int seat, bint is_mirrored, Bits *into) noexcept nogil:
    """Fill in the own and the other flowers of an area, turned round where that compares less."""
    cdef const Area *area = &board.areas[seat]
    cdef Bits turned[2]
    cdef int side
    for side in range(2):
        into[side] = area.shown[board.colours[seat] ^ side]
        if area.width:
            if is_mirrored:
                into[side] = upside_down(into[side], area)
            turned[side] = turned_round(into[side], area)
    if area.width and comes_before(turned, into):
        into[0] = turned[0]
        into[1] = turned[1]


cdef void fill_likeness(const Tables *tables, const Board *board, bint is_mirrored, Likeness *into) noexcept nogil:
    """Fill in what counts of a position of phase 2, in its mirror image if told so.

    A half turn of an area, or of a card, changes nothing; a mirror has to show both areas and all cards.
    """
    cdef int card, at, seat, pattern
    cdef int colour = board.colours[0]
    memset(into, 0, sizeof(Likeness))
    for seat in range(2):
        fill_area_likeness(board, seat, is_mirrored, into.areas[seat])
        for at in range(2):
            into.stock[seat][at] = board.stock[seat][board.colours[seat] ^ at]
    for card in range(board.laid):
        if board.cards >> card & 1:
            pattern = board.patterns[card] ^ (WHOLE_CARD if colour == RED else 0)
            if is_mirrored:     # upside down: the lower half comes first
                pattern = pattern >> 2 | (pattern & 3) << 2
            into.kinds[card] = <uint8_t>(1 + tables.kind_of[pattern])
            into.above[card] = board.above[card]
    for at in range(board.pot_count):
        into.pots[at][0] = board.pots[at].card
        into.pots[at][1] = <uint8_t>(1 + (board.pots[at].colour ^ colour))
    for at in range(board.fence_count):
        into.carriers[at] = board.fences[at].carriers
    into.cards_left = <uint8_t>popcount(board.cards)
    into.mover = board.mover


cdef bint canonical(const Rules *rules, const void *state, uint64_t *words, int32_t *settled) noexcept nogil:
    """Know a position of phase 2 by its areas and the cards that are left.

    Positions are alike up to where areas lie, half turns of each, a mirror, and a swap of the colours. What was scored
    in phase 1 and the fences collected are settled. Not worth remembering: the last cards, which are found at once.
    """
    cdef const Board *board = <const Board *>state
    cdef Likeness likeness[2]
    cdef const uint64_t *least = <const uint64_t *>&likeness[0]
    settled[0] = 0
    if board.stage != TAKE:
        words[0] = hash_bytes(state, sizeof(Board))
        words[1] = hash_bytes(<const char *>state + sizeof(uint64_t), sizeof(Board) - sizeof(uint64_t))
        return True
    if popcount(board.cards) <= 2:
        return False
    fill_likeness(tables_of(rules), board, False, &likeness[0])
    fill_likeness(tables_of(rules), board, True, &likeness[1])
    if memcmp(&likeness[1], &likeness[0], sizeof(Likeness)) < 0:
        least = <const uint64_t *>&likeness[1]
    settled[0] = board.gardens[0] - board.gardens[1] - fences_of(board, 0) + fences_of(board, 1)
    words[0] = hash_bytes(least, sizeof(Likeness))
    words[1] = hash_bytes(least + 1, sizeof(Likeness) - sizeof(uint64_t)) ^ mix(least[0])
    return True


cdef class SpringRules(Game):
    """The compiled half of Spring. What comes in here has been checked."""

    cdef Tables tables

    CARDS = MOST_CARDS
    """The most cards of a deck."""
    FARTHEST = REACH
    """The farthest place in the layout, in all directions from the start card."""
    FARTHEST_IN_AREA = AREA_REACH
    """The same in an own area, from its first card."""

    def read_deck(self):
        """Return the copies of each pattern, by its four letters: a hook."""
        raise NotImplementedError

    def build(self):
        cdef Tables *tables = &self.tables
        cdef int pattern, kinds = 0
        tables.pot_blocks_card = self._options["pot_blocks"] == "card"
        tables.fence_on_any = self._options["fence_on"] == "any"
        tables.one_pot_a_card = self._options["pots_per_card"] == "one"
        for pattern in range(PATTERNS):
            tables.turned[pattern] = int(f"{pattern:04b}"[::-1], 2)
            if pattern <= tables.turned[pattern]:
                tables.kinds[kinds] = pattern
                tables.kind_of[pattern] = kinds
                tables.kind_of[tables.turned[pattern]] = kinds
                kinds += 1
        deck = self.read_deck()
        for letters, copies in deck.items():
            tables.deck[tables.kind_of[pattern_of(letters)]] += <uint8_t>copies
        cards = sum(deck.values())
        self.rules = Rules(
            state_bytes=sizeof(Board), seats=2, actions=ACTIONS, most_actions=most_actions(cards),
            # Draws, failed ones included; then a placement and a piece for each card, and its being taken.
            longest_game=cards * (cards + 1) // 2 + 3 * cards + 1, sides=0, repeats=False, settles=True, margin_scale=6,
            tables=tables,
            mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=outcomes, roll=roll, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=NULL, estimate=estimate, bounds=bounds, order=NULL,
            candidates=candidates, canonical=canonical,
        )

    def place_setup(self, State state, setup):
        cdef Board *board = <Board *>state.data
        cdef int kind
        Game.place_setup(self, state, setup)
        for kind in range(KINDS):
            board.unseen[kind] = self.tables.deck[kind]
            board.unseen_count += self.tables.deck[kind]

    def plies_left(self, State state):
        """Return the cards left to take; None in phase 1."""
        cdef const Board *board = <const Board *>state.data
        return popcount(board.cards) if board.stage >= TAKE else None

    def score_rows(self, State state, int seat):
        """Return the points that make up the score of a seat, as it stands.

        For the gardens of phase 1, then of phase 2 for the big garden, own spaces outside it, opposing gardens, fences.
        """
        cdef const Board *board = <const Board *>state.data
        cdef Points points
        if board.stage < TAKE:
            return state.scores()[seat], 0, 0, 0, 0
        points = score_area(board, seat)
        return board.gardens[seat], points.garden, -points.unattached, -points.opposing, -fences_of(board, seat)

    def place_scene(self, State state, dict scene):
        """Fill a blank state from what `scene` returns."""
        cdef Board *board = <Board *>state.data
        cdef int seat, stock
        self.place_deck(state, scene["unseen"], scene["returned"], scene["drawn"], scene["tried"])
        board.has_colours = scene["colours"] is not None
        for seat in range(2):
            board.colours[seat] = scene["colours"][seat] if board.has_colours else 0
            for stock in range(STOCKS):
                board.stock[seat][stock] = scene["stock"][seat][stock]
        self.place_layout(state, scene["layout"], scene["pots"], scene["fences"])
        board.mover = scene["mover"]
        board.stage = scene["stage"]
        if board.stage == TAKE:
            if None not in scene["layout"]:
                score_phase_1(board, board.gardens)
            leave_phase_1(board)
            for seat in range(2):
                if None in scene["layout"]:
                    board.gardens[seat] = scene["gardens"][seat]
                self.place_area(state, seat, scene["areas"][seat])
            if board.cards == 0:
                board.stage = ENDED

    def likeness(self, State state):
        """Return the words of `canonical` and what is settled; None where a position is not remembered."""
        cdef uint64_t words[2]
        cdef int32_t settled
        if not canonical(&self.rules, state.data, words, &settled):
            return None
        return words[0], words[1], settled

    def estimated_returns(self, State state):
        """Return what `estimate` makes of a position, a return for each seat."""
        cdef double returns[2]
        estimate(&self.rules, state.data, returns)
        return [returns[0], returns[1]]

    def margin_bounds(self, State state, int seat):
        """Return (least, most) of what the final margin of a seat can be."""
        cdef int32_t least, most
        bounds(&self.rules, state.data, seat, &least, &most)
        return least, most

    def best_takes(self, State state):
        """Return the ids that `candidates` lists, the likely best first."""
        cdef Action actions[MOST_TAKES]
        cdef int count = candidates(&self.rules, state.data, actions) if state.current_player() >= 0 else 0
        return [actions[at] for at in range(count)]

    def scene(self, State state):
        """Return the position: the fields of a position document, all that has a name by number (docs/spring.md)."""
        cdef Board *board = <Board *>state.data
        cdef Pot *pots = board.pots
        cdef Fence *fences = board.fences
        cdef int card, seat, stock, at, kind
        return {
            "stage": min(board.stage, <int>TAKE),
            "mover": board.mover,
            "unseen": [kind for kind in range(KINDS) for _ in range(board.unseen[kind])],
            "returned": [board.returned[at] for at in range(board.returned_count)],
            "drawn": board.drawn if board.stage == PLACE else None,
            "tried": board.tried,
            "layout": [
                (board.patterns[card], board.xs[card], board.ys[card]) if board.cards >> card & 1 else None
                for card in range(board.laid)
            ],
            "pots": [(pots[at].colour, pots[at].x, pots[at].y) for at in range(board.pot_count)],
            "fences": [(fences[at].is_short, fences[at].x, fences[at].y) for at in range(board.fence_count)],
            "colours": [board.colours[0], board.colours[1]] if board.has_colours else None,
            "stock": [[board.stock[seat][stock] for stock in range(STOCKS)] for seat in range(2)],
            "areas": [area_scene(&board.areas[0]), area_scene(&board.areas[1])],
            "gardens": [board.gardens[0], board.gardens[1]] if board.stage >= TAKE else None,
        }

    def has_place(self, State state, int kind):
        """Return whether a card of a kind could be laid in the layout, in phase 1."""
        return has_place(&self.tables, <const Board *>state.data, kind) != 0

    def place_deck(self, State state, unseen, returned, drawn, int tried):
        """Fill in the deck, kinds by number."""
        cdef Board *board = <Board *>state.data
        for kind in unseen:
            board.unseen[<int>kind] += 1
            board.unseen_count += 1
        for kind in returned:
            board.returned[board.returned_count] = kind
            board.returned_count += 1
        board.drawn = 0 if drawn is None else drawn
        board.tried = tried

    def place_layout(self, State state, cards, pots, fences):
        """Lay cards in order, (pattern, x, y) or None for one that was taken, then pots and fences.

        Cards in phase 2 may lie apart, with taken ones missing; the fields of the layout then show nothing.
        """
        cdef Board *board = <Board *>state.data
        cdef int card
        is_whole = None not in cards
        board.left = -1 if cards else 0
        board.top = board.left
        for placed in cards:
            if is_whole:
                pattern, x, y = placed
                lay(board, pattern, <int>x - board.left, <int>y - board.top)
            else:
                card = board.laid
                board.laid += 1
                if placed is not None:
                    board.patterns[card], board.xs[card], board.ys[card] = placed
                    board.cards |= <uint32_t>1 << card
                    stack(board, card)
        for colour, x, y in pots:
            if is_whole:
                put_pot(&self.tables, board, x, y, colour)
            else:
                add_pot(board, x, y, colour)
        for is_short, x, y in fences:
            if is_whole:
                put_fence(board, x, y, is_short)
            else:
                add_fence(board, x, y, is_short)

    def place_area(self, State state, int seat, area):
        """Fill in the area of a seat, (left, top, rows of colours, None where there is no space), or None."""
        cdef Area *into = &(<Board *>state.data).areas[seat]
        cdef int colour
        if area is None:
            return
        into.left, into.top, rows = area
        into.height = len(rows)
        into.width = len(rows[0])
        for y, row in enumerate(rows):
            for x, shown in enumerate(row):
                if shown is not None:
                    colour = shown
                    into.shown[colour] = either(into.shown[colour], single(<int>y * WIDTH + <int>x))


cdef object area_scene(const Area *area):
    """Return an area as `SpringRules.place_area` takes it."""
    cdef int x, y
    cdef Bits spaces[2]
    if area.width == 0:
        return None
    spaces[RED] = area.shown[RED]
    spaces[WHITE] = area.shown[WHITE]
    return area.left, area.top, [
        [colour_at(spaces, y * WIDTH + x) for x in range(area.width)] for y in range(area.height)
    ]


cdef object colour_at(const Bits *shown, int bit):
    """Return the colour on a bit of an own area, None where there is no space."""
    cdef Bits space = single(bit)
    if not is_empty(both(shown[RED], space)):
        return RED
    return None if is_empty(both(shown[WHITE], space)) else WHITE


def pattern_of(letters):
    """Return the number of a pattern of four letters R and W."""
    return int(letters.replace("R", "0").replace("W", "1"), 2)


def most_actions(int cards):
    """Return the most actions that a position can have in a game with so many cards.

    With n cards laid at most 1 + 3 n spaces are seen, and each has a pot or one of two fences. The next card has at
    most 9 + 5 (n - 1) places, two ways round. Of n cards that are left at least (n - 1) / 4 lie under others, as each
    of them has room for three more cards than lie on it alone.
    """
    most = 1 + 3 * (1 + 3 * cards)
    for laid in range(1, cards):
        most = max(most, 2 * (9 + 5 * (laid - 1)))
    for taken in range(cards):
        own, left = taken // 2, cards - taken
        free = max(1, left - -(-(left - 1) // 4))
        most = max(most, free * 2 * (9 + 5 * (own - 1) if own else 1))
    return most
