"""Butterfly: tiles, moves and scores (rules/butterfly.md).

A multiset of tiles is two words, one bit a copy; the copies of one kind fill from the low
end, so that equal multisets have equal bits. Bits of the two words, low end first:

    | red 1 1 2 2 3 3 4 4 5 5, doubler | blue, 11 | green, 11 | yellow, 11 | dragonflies, 9 | lightning bugs, 9 |
    | crickets, 9 | honeycombs, 6 | bees, 6 | wasps, 4 | flowers, 13 |

Where tiles lie is known twice: by the tile of each cell, and by one bit mask a line. Lines
0-8 are the rows, bit = column; lines 9-17 are the columns, bit = row. A set of cells in the
hedgehog's row and column is one mask of 32 bits: the row in the low half, the column in the
high half.

Action ids, for a square of n cells: 0 to n - 1 destinations, row by row; then 4n
placements, four directions a cell; then draw, skip, and the kinds of tiles as outcomes.
"""
from libc.math cimport exp, sqrt
from libc.stdint cimport INT32_MAX, INT32_MIN, int8_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from springtail.cython_ext.bits cimport hash_bytes, highest_bit, lowest_bit, mix, nth_bit, popcount
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rng cimport Rng, rng_below, rng_next
from springtail.cython_ext.rules cimport CHANCE, OVER, Action, Rules, highest_wins

cdef enum:
    MAX_SIZE = 9        # cells on a side
    MAX_CELLS = 81
    MOST_SEATS = 5
    LINES = 18
    LINE_SETS = 512     # sets of cells of one line
    ROW_BITS = 0xffff   # the half of a mask that is the row
    KINDS = 63          # different tiles
    EMPTY = 63          # a cell without a tile
    PARTS = 10          # of a score

    # Fields of the first word.
    COLOURS = 4
    COLOUR_BITS = 11
    COLOUR_SETS = 1024  # sets of a colour's tiles, without the doubler
    DOUBLER_BIT = 10
    DRAGONFLIES = 44
    LIGHTNING_BUGS = 53
    # Fields of the second word.
    CRICKETS = 0
    HONEYCOMBS = 9
    BEES = 15
    WASPS = 21
    FLOWERS = 25
    NINE = 0x1ff        # the bits of a field of nine
    HONEYCOMB_SETS = 64
    MOST_BEES = 6
    WASP_SETS = 16

    POINTS_A_REPLY = 6  # what it costs an action in the order of actions; 5 to 8 serve as well

# What `estimate` takes for granted. Fitted by least squares to the margins of 1,200 games of two MCTS of 1,000
# simulations, 35,000 positions; a promise of one point was worth 0.9 to 1.1.
cdef double LEAST_TAKEN = 0.55      # of the tiles that lie on the board, all but LEFT_LYING are taken, or this part
cdef double LEFT_LYING = 6
cdef double TO_MOVE = 1.8           # points, where a move is under way
cdef double NO_MOVE = -2.2          # else the move is worth this
cdef double A_MOVE = 0.8            # and this for each tile that can be taken
cdef double MEAN_GAIN = 0.35        # of the points that they bring at once
cdef double BEST_GAIN = 0.15
cdef double FLOWERS_SOUGHT = 1.3    # how much more than by chance the tiles that matter most are taken
cdef double CRICKETS_SOUGHT = 1.2
cdef double SPREAD = 1.2            # of the points in the end, by the square root of the tiles
cdef double CERTAIN_TILES = 3

# The fields in the order of their bits, with the number of tiles of each.
FIELDS = [
    *[field for colour in ("red", "blue", "green", "yellow") for field in ((colour, 10), (f"{colour}_doubler", 1))],
    ("dragonflies", 9), ("lightning_bugs", 9),
    ("crickets", 9), ("honeycombs", 6), ("bees", 6), ("wasps", 4), ("flowers", 13),
]

cdef enum:              # directions
    NORTH, EAST, SOUTH, WEST

cdef enum:              # phases: what comes next
    PLACE               # the last seat places the hedgehog
    MOVE                # a seat names its destination
    NET                 # the same seat draws or skips, for the next open net on its path
    DRAW                # chance: a tile from the bag
    ENDED

ctypedef struct Tiles:
    uint64_t words[2]

ctypedef struct Slot:   # where the copies of one kind are
    uint64_t mask       # all copies
    uint64_t first      # the lowest of them
    uint64_t kept       # what a collection keeps of the word when it gets one
    int word

ctypedef struct Board:
    uint16_t lines[LINES]
    uint8_t phase
    uint8_t seat            # to move, or drawing
    uint8_t row             # of the hedgehog
    uint8_t column
    uint8_t direction
    uint8_t destination     # of a move whose nets are being decided, else 0
    uint8_t nets            # open nets on its path not dealt with yet, else 0
    uint8_t unused[5]
    Tiles bag
    Tiles held[MOST_SEATS]  # one entry a seat; the tiles of the cells follow the last, one byte each

cdef struct Tables:
    int players
    int size
    int cells
    size_t cells_at                             # where in a Board
    Action draw                                 # action ids
    Action skip
    Action outcome                              # of the first kind of tile
    uint8_t row_of[MAX_CELLS]
    uint8_t column_of[MAX_CELLS]
    uint16_t nets[LINES]
    uint16_t between[MAX_SIZE][MAX_SIZE]        # the bits strictly between two places of a line
    uint32_t ahead[4][MAX_SIZE][MAX_SIZE]       # [direction, row, column]: cells not behind
    uint64_t choices[LINE_SETS]                 # 4 bits each: size of the set, then its members, ascending
    Slot slots[KINDS]
    uint8_t kind_of[2][64]                      # [word, bit]
    uint8_t colour[COLOUR_SETS]                 # sum of the values
    uint8_t highest[NINE + 1]                   # value; 0 for none
    uint8_t lowest[NINE + 1]
    int8_t honey[HONEYCOMB_SETS][MOST_BEES + 1]
    int8_t wasps[WASP_SETS]
    uint64_t tile_hashes[2][KINDS]              # a tile on a cell is the product of both
    uint64_t cell_hashes[2][MAX_CELLS]


cdef inline const Tables *tables_of(const Rules *rules) noexcept nogil:
    return <const Tables *>rules.tables


cdef inline uint8_t *cells_of(const Tables *tables, const Board *board) noexcept nogil:
    return <uint8_t *>board + tables.cells_at


# Multisets of tiles.

cdef inline void add(Tiles *tiles, const Slot *slot) noexcept nogil:
    cdef uint64_t *word = &tiles.words[slot.word]
    word[0] |= (word[0] & slot.mask) + slot.first


cdef inline void remove(Tiles *tiles, const Slot *slot) noexcept nogil:
    cdef uint64_t *word = &tiles.words[slot.word]
    cdef uint64_t copies = word[0] & slot.mask
    word[0] ^= copies ^ (copies >> 1 & slot.mask)


cdef inline void collect(Tiles *held, const Slot *slot) noexcept nogil:
    """Add to a collection; a cricket sends the one before out of the game (ruling 14)."""
    held.words[slot.word] &= slot.kept
    add(held, slot)


cdef inline bint is_empty(const Tiles *tiles) noexcept nogil:
    return (tiles.words[0] | tiles.words[1]) == 0


cdef inline int random_tile(const Tables *tables, const Tiles *bag, Rng *rng) noexcept nogil:
    """Return the kind of a tile drawn from a bag that is not empty."""
    cdef uint32_t first = <uint32_t>popcount(bag.words[0])
    cdef uint32_t rank = rng_below(rng, first + <uint32_t>popcount(bag.words[1]))
    if rank < first:
        return tables.kind_of[0][nth_bit(bag.words[0], rank)]
    return tables.kind_of[1][nth_bit(bag.words[1], rank - first)]


# Fields of a multiset.

cdef inline uint32_t colour_of(const Tiles *tiles, int colour) noexcept nogil:
    return tiles.words[0] >> colour * COLOUR_BITS & (COLOUR_SETS - 1)


cdef inline uint32_t doubler_of(const Tiles *tiles, int colour) noexcept nogil:
    return tiles.words[0] >> (colour * COLOUR_BITS + DOUBLER_BIT) & 1


cdef inline uint32_t dragonflies_of(const Tiles *tiles) noexcept nogil:
    return tiles.words[0] >> DRAGONFLIES & NINE


cdef inline uint32_t lightning_bugs_of(const Tiles *tiles) noexcept nogil:
    return tiles.words[0] >> LIGHTNING_BUGS & NINE


cdef inline uint32_t crickets_of(const Tiles *tiles) noexcept nogil:
    return tiles.words[1] >> CRICKETS & NINE


cdef inline uint32_t honeycombs_of(const Tiles *tiles) noexcept nogil:
    return tiles.words[1] >> HONEYCOMBS & (HONEYCOMB_SETS - 1)


cdef inline uint32_t wasps_of(const Tiles *tiles) noexcept nogil:
    return tiles.words[1] >> WASPS & (WASP_SETS - 1)


cdef inline int bees_of(const Tiles *tiles) noexcept nogil:
    """Count the bees: their bits fill from the low end."""
    return highest_bit((tiles.words[1] >> BEES & 0x3f) << 1 | 1)


cdef inline int flowers_of(const Tiles *tiles) noexcept nogil:
    return highest_bit(tiles.words[1] >> FLOWERS << 1 | 1)


# Scores.

cdef inline void tally(const Tables *tables, const Tiles *held, int32_t *points) noexcept nogil:
    """Fill the points by part: four colours, dragonflies, lightning bugs, crickets, honey, wasps, flowers."""
    cdef int colour
    for colour in range(COLOURS):
        points[colour] = tables.colour[colour_of(held, colour)] << doubler_of(held, colour)
    points[4] = tables.highest[dragonflies_of(held)]
    points[5] = tables.lowest[lightning_bugs_of(held)]
    points[6] = tables.highest[crickets_of(held)]
    points[7] = tables.honey[honeycombs_of(held)][bees_of(held)]
    points[8] = tables.wasps[wasps_of(held)]
    points[9] = flowers_of(held) * flowers_of(held)


cdef inline int32_t score(const Tables *tables, const Tiles *held) noexcept nogil:
    cdef int32_t points[PARTS]
    cdef int32_t total = 0
    cdef int part
    tally(tables, held, points)
    for part in range(PARTS):
        total += points[part]
    return total


# Moves.

cdef inline uint32_t destinations(const Tables *tables, const Board *board) noexcept nogil:
    """Return the mask of the tiles in front, left and right (rulings 2, 4, 5, 24)."""
    cdef uint32_t both = board.lines[board.row] | <uint32_t>board.lines[MAX_SIZE + board.column] << 16
    return both & tables.ahead[board.direction][board.row][board.column]


cdef inline uint32_t open_nets(const Tables *tables, const Board *board, int line, int place) noexcept nogil:
    """Return the open nets strictly between the hedgehog and a place of its row or column (rulings 6, 11, 13)."""
    cdef int origin = board.column if line < MAX_SIZE else <int>board.row
    return tables.nets[line] & ~board.lines[line] & tables.between[origin][place]


cdef inline int count_of(const Tables *tables, uint32_t line_mask) noexcept nogil:
    return tables.choices[line_mask] & 15


cdef inline void land(const Tables *tables, Board *board, int line, int place) noexcept nogil:
    """End a move: take the tile, look where it led (ruling 23), pass the turn."""
    cdef int along = line < MAX_SIZE
    cdef int further = place > (board.column if along else <int>board.row)
    cdef int row = <int>board.row if along else place
    cdef int column = place if along else <int>board.column
    cdef uint8_t *tile = cells_of(tables, board) + row * tables.size + column
    collect(&board.held[board.seat], &tables.slots[tile[0]])
    tile[0] = EMPTY
    board.lines[row] ^= <uint16_t>(1 << column)
    board.lines[MAX_SIZE + column] ^= <uint16_t>(1 << row)
    board.direction = <uint8_t>(WEST - 2 * further if along else NORTH + 2 * further)
    board.row = <uint8_t>row
    board.column = <uint8_t>column
    board.seat = <uint8_t>(board.seat + 1 if board.seat + 1 < tables.players else 0)


cdef inline void await_move(const Tables *tables, Board *board) noexcept nogil:
    board.phase = MOVE if destinations(tables, board) else ENDED


cdef inline void pass_net(const Tables *tables, Board *board) noexcept nogil:
    """Go on after one net was dealt with: to the next one, or to the destination (rulings 7, 10, 12)."""
    cdef int line, place
    board.nets -= 1
    if board.nets and not is_empty(&board.bag):
        board.phase = NET
        return
    find_place(tables, board, board.destination, &line, &place)
    board.nets = 0
    board.destination = 0
    land(tables, board, line, place)
    await_move(tables, board)


cdef inline void find_place(const Tables *tables, const Board *board, int cell, int *line, int *place) noexcept nogil:
    """Give a cell in the hedgehog's row or column as a line and a place in it."""
    cdef int row = tables.row_of[cell]
    cdef int column = tables.column_of[cell]
    if row == board.row:
        line[0] = row
        place[0] = column
    else:
        line[0] = MAX_SIZE + column
        place[0] = row


cdef inline void move(const Tables *tables, Board *board, int cell) noexcept nogil:
    cdef int line, place
    cdef uint32_t nets
    find_place(tables, board, cell, &line, &place)
    nets = open_nets(tables, board, line, place)
    if nets and not is_empty(&board.bag):
        board.destination = <uint8_t>cell
        board.nets = <uint8_t>count_of(tables, nets)
        board.phase = NET
    else:
        land(tables, board, line, place)
        await_move(tables, board)


cdef inline void put_down(const Tables *tables, Board *board, int cell, int direction) noexcept nogil:
    """Place the hedgehog; seat 0 moves next (rulings 1, 2, 3)."""
    board.row = tables.row_of[cell]
    board.column = tables.column_of[cell]
    board.direction = <uint8_t>direction
    board.seat = 0
    await_move(tables, board)


cdef inline void draw_tile(const Tables *tables, Board *board, int kind) noexcept nogil:
    """Move a tile from the bag to the collection of the seat that draws (ruling 8)."""
    remove(&board.bag, &tables.slots[kind])
    collect(&board.held[board.seat], &tables.slots[kind])
    pass_net(tables, board)


# The table of rules.

cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Board *board = <const Board *>state
    if board.phase == ENDED:
        return OVER
    return CHANCE if board.phase == DRAW else <int>board.seat


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef uint32_t mask, column_bits, above
    cdef int count = 0, action
    if board.phase == PLACE:
        for action in range(4 * tables.cells):
            into[action] = tables.cells + action
        return 4 * tables.cells
    if board.phase == NET:
        into[0] = tables.draw
        into[1] = tables.skip
        return 2
    mask = destinations(tables, board)
    column_bits = mask >> 16
    above = column_bits & ((1 << board.row) - 1)
    column_bits ^= above
    while above:
        into[count] = lowest_bit(above) * tables.size + board.column
        count += 1
        above &= above - 1
    mask &= ROW_BITS
    while mask:
        into[count] = board.row * tables.size + lowest_bit(mask)
        count += 1
        mask &= mask - 1
    while column_bits:
        into[count] = lowest_bit(column_bits) * tables.size + board.column
        count += 1
        column_bits &= column_bits - 1
    return count


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Board *board = <Board *>state
    if board.phase == MOVE:
        move(tables, board, action)
    elif board.phase == PLACE:
        put_down(tables, board, (action - tables.cells) // 4, (action - tables.cells) % 4)
    elif board.phase == DRAW:
        draw_tile(tables, board, action - tables.outcome)
    elif action == tables.draw:
        board.phase = DRAW
    else:
        pass_net(tables, board)


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Board *board = <const Board *>state
    cdef int seat
    for seat in range(rules.seats):
        scores[seat] = score(tables_of(rules), &board.held[seat])
    if board.phase == ENDED:
        highest_wins(rules.seats, scores, returns)
    else:
        for seat in range(rules.seats):
            returns[seat] = 0


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    return hash_bytes(state, rules.state_bytes)


cdef int outcomes(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef const Slot *slot
    cdef uint64_t copies
    cdef int kind, count = 0
    for kind in range(KINDS):
        slot = &tables.slots[kind]
        copies = board.bag.words[slot.word] & slot.mask
        if copies:
            into[count] = tables.outcome + kind
            weights[count] = <uint32_t>popcount(copies)
            count += 1
    return count


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Board *board = <Board *>state
    cdef int kind = random_tile(tables, &board.bag, rng)
    draw_tile(tables, board, kind)
    return tables.outcome + kind


cdef inline void random_nets(const Tables *tables, Board *board, int nets, Rng *rng) noexcept nogil:
    """Draw or skip at random for each of some open nets."""
    cdef int _net, kind
    for _net in range(nets):
        if is_empty(&board.bag):
            return
        if rng_next(rng) >> 63:
            kind = random_tile(tables, &board.bag, rng)
            remove(&board.bag, &tables.slots[kind])
            collect(&board.held[board.seat], &tables.slots[kind])


cdef void playout(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef const Tables *tables = tables_of(rules)
    cdef Board *board = <Board *>state
    cdef uint32_t mask, rank, in_row, nets
    cdef uint64_t along_row, along_column
    cdef int line, place
    if board.phase == PLACE:
        rank = rng_below(rng, <uint32_t>(4 * tables.cells))
        put_down(tables, board, rank // 4, rank % 4)
    if board.phase == DRAW:
        roll(rules, state, rng)
    while board.phase == NET:
        if rng_next(rng) >> 63:
            roll(rules, state, rng)
        else:
            pass_net(tables, board)
    while True:
        mask = destinations(tables, board)
        if mask == 0:
            board.phase = ENDED
            return
        along_row = tables.choices[mask & ROW_BITS]
        along_column = tables.choices[mask >> 16]
        in_row = along_row & 15
        rank = rng_below(rng, in_row + (along_column & 15))
        # Ahead are at most 8 cells of the row and 8 of the column, which together fill 16 times 4 bits.
        place = (along_row >> 4 | along_column >> 4 << 4 * in_row) >> 4 * rank & 15
        line = <int>board.row if rank < in_row else MAX_SIZE + <int>board.column
        nets = open_nets(tables, board, line, place)
        if nets:
            random_nets(tables, board, count_of(tables, nets), rng)
        land(tables, board, line, place)


# The estimate.

cdef void gather(const Tables *tables, const Board *board, Tiles *tiles) noexcept nogil:
    """Fill in the tiles that lie on the board."""
    cdef uint32_t bits
    cdef int row
    memset(tiles, 0, sizeof(Tiles))
    for row in range(tables.size):
        bits = board.lines[row]
        while bits:
            add(tiles, &tables.slots[cells_of(tables, board)[row * tables.size + lowest_bit(bits)]])
            bits &= bits - 1


cdef inline double any_of(double chance, int count) noexcept nogil:
    """Return the probability that one at least of so many tiles is taken, each with the same chance."""
    cdef double none = 1
    cdef int _
    for _ in range(count):
        none *= 1 - chance
    return 1 - none


cdef inline double raise_of(int have, uint32_t values, double chance) noexcept nogil:
    """Return the mean rise of the highest value, the values 1 to 9 being those of the bits from the lowest on."""
    cdef double none = 1, rise = 0
    cdef int value
    while values:
        value = highest_bit(values) + 1
        if value <= have:
            break
        values ^= <uint32_t>1 << value - 1
        rise += none * chance * (value - have)
        none *= 1 - chance
    return rise


cdef inline double light_to_come(int have, uint32_t values, double chance) noexcept nogil:
    """Return the mean change by lightning bugs: the first one taken counts, then lower ones cost."""
    cdef double change = 0
    cdef int value, count = 0
    while values:
        value = lowest_bit(values) + 1
        values &= values - 1
        if not have:
            change += value
            count += 1
        elif value < have:
            change -= chance * (have - value)
    return any_of(chance, count) * change / count if count else change


cdef inline double honey_to_come(const Tables *tables, const Tiles *held, const Tiles *lying,
                                 double chance) noexcept nogil:
    """Return the mean rise by bees for combs that wait, or by combs for bees that wait."""
    cdef uint32_t combs = honeycombs_of(held), more_combs = honeycombs_of(lying)
    cdef int bees = bees_of(held), more_bees = bees_of(lying)
    cdef int waiting = bees - count_of(tables, combs)
    cdef double rise = 0
    if waiting < 0 and more_bees:
        rise = any_of(chance, more_bees) * (tables.honey[combs][bees + 1] - tables.honey[combs][bees])
    elif waiting > 0 and more_combs:
        more_bees = count_of(tables, more_combs)
        rise = min(waiting, more_bees) * any_of(chance, more_bees) * (
            <double>tables.honey[more_combs][more_bees] / more_bees - tables.honey[0][1])
    return rise


cdef double promise(const Tables *tables, const Tiles *held, const Tiles *lying, double chance) noexcept nogil:
    """Return the mean of what tiles that lie on the board will add to a collection, each taken by this chance."""
    cdef double own, more, sum = 0
    cdef int colour
    for colour in range(COLOURS):
        own = tables.colour[colour_of(held, colour)]
        more = chance * tables.colour[colour_of(lying, colour)]
        sum += more * (1 + doubler_of(held, colour)) + chance * doubler_of(lying, colour) * (own + more)
    more = chance * flowers_of(lying)
    sum += FLOWERS_SOUGHT * more * (2 * flowers_of(held) + more)
    sum += raise_of(tables.highest[dragonflies_of(held)], dragonflies_of(lying), chance)
    sum += CRICKETS_SOUGHT * raise_of(tables.highest[crickets_of(held)], crickets_of(lying), chance)
    sum += light_to_come(tables.lowest[lightning_bugs_of(held)], lightning_bugs_of(lying), chance)
    return sum + honey_to_come(tables, held, lying, chance)


cdef double tempo(const Tables *tables, const Board *board) noexcept nogil:
    """Return what it is worth to be the seat to move."""
    cdef uint32_t mask
    cdef int32_t now, gain, best = -INT32_MAX, sum = 0
    cdef int count = 0, cell
    cdef Tiles held
    if board.phase != MOVE:
        return TO_MOVE
    now = score(tables, &board.held[board.seat])
    mask = destinations(tables, board)
    while mask:
        cell = lowest_bit(mask)
        cell = board.row * tables.size + cell if cell < 16 else (cell - 16) * tables.size + board.column
        held = board.held[board.seat]
        collect(&held, &tables.slots[cells_of(tables, board)[cell]])
        gain = score(tables, &held) - now
        best = max(best, gain)
        sum += gain
        count += 1
        mask &= mask - 1
    return NO_MOVE + A_MOVE * count + MEAN_GAIN * sum / count + BEST_GAIN * best


cdef void estimate(const Rules *rules, const void *state, double *returns) noexcept nogil:
    """The points as they stand and what the tiles on the board promise each seat, as shares of a win (softmax)."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef double means[MOST_SEATS]
    cdef double count, chance, best, total = 0
    cdef Tiles lying
    cdef int seat
    gather(tables, board, &lying)
    count = popcount(lying.words[0]) + popcount(lying.words[1])
    chance = max(LEAST_TAKEN, 1 - LEFT_LYING / max(count, 1.0)) / rules.seats
    for seat in range(rules.seats):
        means[seat] = score(tables, &board.held[seat]) + promise(tables, &board.held[seat], &lying, chance)
    means[board.seat] += tempo(tables, board)
    best = means[0]
    for seat in range(1, rules.seats):
        best = max(best, means[seat])
    for seat in range(rules.seats):
        returns[seat] = exp((means[seat] - best) / (SPREAD * sqrt(count + CERTAIN_TILES)))
        total += returns[seat]
    for seat in range(rules.seats):
        returns[seat] = (rules.seats * returns[seat] / total - 1) / (rules.seats - 1)


# Bounds.

cdef struct Rest:       # what may still be collected
    Tiles tiles
    uint64_t pattern[2]     # hashes of what lies where
    int laid                # how many of them are on the board
    int bag                 # how many are in the bag; 0 where no net can be passed
    int nets                # the most nets that one move passes

cdef struct Offers:     # points that single tiles may bring
    uint64_t points         # the set of different ones
    uint8_t counts[64]


cdef inline uint32_t united(const uint16_t *lines, uint32_t chosen) noexcept nogil:
    """Return the union of the masks of some lines."""
    cdef uint32_t both = 0
    while chosen:
        both |= lines[lowest_bit(chosen)]
        chosen &= chosen - 1
    return both


cdef inline int most_nets(const Tables *tables, uint32_t chosen, int first) noexcept nogil:
    """Return the most nets, both ends left out, of some of the lines from `first` on."""
    cdef int most = 0
    while chosen:
        most = max(most, count_of(tables, tables.nets[first + lowest_bit(chosen)] & tables.between[0][tables.size - 1]))
        chosen &= chosen - 1
    return most


cdef void look_ahead(const Tables *tables, const Board *board, Rest *rest) noexcept nogil:
    """Fill in what may still be collected: the tiles of the lines that a chain of moves can lead to,
    and the bag where one of these lines has a net that can be passed."""
    cdef uint32_t mask, bits, rows = 0, columns = 0, before = 0
    cdef int row, cell, kind
    memset(rest, 0, sizeof(Rest))
    if board.phase == PLACE:
        rows = (1 << tables.size) - 1
    elif board.phase == MOVE:
        mask = destinations(tables, board)
        rows = mask >> 16 | <uint32_t>((mask & ROW_BITS) != 0) << board.row
        columns = mask & ROW_BITS | <uint32_t>((mask >> 16) != 0) << board.column
    elif board.phase != ENDED:
        rows = 1 << tables.row_of[board.destination]
    while rows != before:
        before = rows
        columns |= united(board.lines, rows)
        rows |= united(&board.lines[MAX_SIZE], columns)
    rest.nets = max(most_nets(tables, rows, 0), most_nets(tables, columns, MAX_SIZE))
    if rest.nets:
        rest.tiles = board.bag
        rest.bag = popcount(board.bag.words[0]) + popcount(board.bag.words[1])
    while rows:
        row = lowest_bit(rows)
        bits = board.lines[row]
        while bits:
            cell = row * tables.size + lowest_bit(bits)
            kind = cells_of(tables, board)[cell]
            add(&rest.tiles, &tables.slots[kind])
            rest.pattern[0] += tables.tile_hashes[0][kind] * tables.cell_hashes[0][cell]
            rest.pattern[1] += tables.tile_hashes[1][kind] * tables.cell_hashes[1][cell]
            rest.laid += 1
            bits &= bits - 1
        rows &= rows - 1


cdef inline int most_picks(const Rules *rules, const Board *board, const Rest *rest, int seat) noexcept nogil:
    """Return the most tiles that a seat can still collect: one a turn, one more a net passed."""
    cdef int wait = seat if board.phase == PLACE else (seat - board.seat + rules.seats) % rules.seats
    cdef int turns = max(0, (rest.laid - wait + rules.seats - 1) // rules.seats)
    return turns + min(rest.bag, turns * rest.nets)


cdef inline void offer(Offers *offers, int points) noexcept nogil:
    if points > 0:
        offers.counts[points] += 1
        offers.points |= <uint64_t>1 << points


cdef inline int best_of(Offers *offers, int picks) noexcept nogil:
    """Return the sum of the highest offers, so many at most."""
    cdef int points, count, total = 0
    while offers.points and picks > 0:
        points = highest_bit(offers.points)
        offers.points ^= <uint64_t>1 << points
        count = min(picks, <int>offers.counts[points])
        total += count * points
        picks -= count
    return total


cdef int most_gain(const Tables *tables, const Tiles *held, const Tiles *more, int picks) noexcept nogil:
    """Return a bound on what so many of the tiles `more` can add to the points of a collection.

    Kind by kind, the first j offers are at least what j tiles of the kind can add.
    """
    cdef Offers offers
    cdef uint32_t bits
    cdef int colour, doubled, _flower, flowers, bees, combs, pair, honey
    memset(&offers, 0, sizeof(Offers))
    for colour in range(COLOURS):
        doubled = doubler_of(held, colour) | doubler_of(more, colour)
        bits = colour_of(more, colour)
        while bits:
            offer(&offers, tables.colour[bits & (0 - bits)] << doubled)
            bits &= bits - 1
        if doubler_of(more, colour):
            offer(&offers, tables.colour[colour_of(held, colour)])
    offer(&offers, tables.highest[dragonflies_of(more)] - tables.highest[dragonflies_of(held)])
    if not lightning_bugs_of(held):
        offer(&offers, tables.highest[lightning_bugs_of(more)])
    offer(&offers, tables.highest[crickets_of(more)] - tables.highest[crickets_of(held)])
    # The last of j flowers adds the most, 2 * held + 2 * j - 1; on average they add 2 * held + j.
    flowers = flowers_of(more)
    for _flower in range(flowers):
        offer(&offers, 2 * flowers_of(held) + min(flowers, picks))
    # Honey: a bee is worth taking while combs are left. No tile adds more than the best comb that saves a bee.
    bees = bees_of(held)
    combs = honeycombs_of(held) | honeycombs_of(more)
    bees = min(bees + bees_of(more), max(bees, count_of(tables, combs)))
    honey = tables.honey[combs][bees] - tables.honey[honeycombs_of(held)][bees_of(held)]
    pair = tables.honey[HONEYCOMB_SETS - 1][1] - tables.honey[0][1]
    while honey > 0:
        offer(&offers, min(honey, pair))
        honey -= pair
    return best_of(&offers, picks)


cdef int most_loss(const Tables *tables, const Tiles *held, const Tiles *more, int picks) noexcept nogil:
    """Return a bound on what so many of the tiles `more` can take from the points of a collection."""
    cdef Offers offers
    cdef uint32_t bits
    cdef int bees, honey
    memset(&offers, 0, sizeof(Offers))
    bits = wasps_of(more)
    while bits:
        offer(&offers, -tables.wasps[bits & (0 - bits)])
        bits &= bits - 1
    bits = lightning_bugs_of(held)
    offer(&offers, tables.lowest[bits] - tables.lowest[bits | lightning_bugs_of(more)])
    if crickets_of(more):
        offer(&offers, tables.highest[crickets_of(held)] - tables.lowest[crickets_of(more)])
    # With more bees the points rise while combs are left and then fall.
    bees = bees_of(held)
    honey = tables.honey[honeycombs_of(held)][bees] - tables.honey[honeycombs_of(held)][bees + bees_of(more)]
    while honey > 0:
        offer(&offers, min(honey, -tables.honey[0][1]))
        honey += tables.honey[0][1]
    return best_of(&offers, picks)


cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    """The lowest own score against the highest of another seat, and the other way round."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef const Tiles *held
    cdef int32_t best_least = INT32_MIN, best_most = INT32_MIN
    cdef Rest rest
    cdef int other, points, picks
    look_ahead(tables, board, &rest)
    for other in range(rules.seats):
        held = &board.held[other]
        points = score(tables, held)
        picks = most_picks(rules, board, &rest, other)
        if other == seat:
            least[0] = points - most_loss(tables, held, &rest.tiles, picks)
            most[0] = points + most_gain(tables, held, &rest.tiles, picks)
        else:
            best_least = max(best_least, points - most_loss(tables, held, &rest.tiles, picks))
            best_most = max(best_most, points + most_gain(tables, held, &rest.tiles, picks))
    least[0] -= best_most
    most[0] -= best_least


cdef inline uint64_t still_open(const Tables *tables, const Tiles *held, const Tiles *more) noexcept nogil:
    """Return what of a collection still decides about points that some of the tiles `more` may bring, 64 bits.

    With as many points now, collections of which this is equal go on alike. Kind by kind, all ones where no tile
    changes the points by an amount that depends on the collection.
    """
    cdef uint64_t open = 0
    cdef uint32_t have, come
    cdef int colour, part
    for colour in range(COLOURS):
        part = 0x3f
        if doubler_of(more, colour):
            part = tables.colour[colour_of(held, colour)]
        elif colour_of(more, colour):
            part = 0x20 | doubler_of(held, colour)
        open = open << 6 | part
    have = tables.highest[dragonflies_of(held)]
    come = tables.highest[dragonflies_of(more)]
    open = open << 4 | (have if come > have else 0xf)
    have = tables.lowest[lightning_bugs_of(held)]
    come = tables.lowest[lightning_bugs_of(more)]
    open = open << 4 | (have if come and (come < have or not have) else 0xf)
    open = open << 4 | (tables.highest[crickets_of(held)] if crickets_of(more) else 0xf)
    open = open << 4 | (flowers_of(held) if flowers_of(more) else 0xf)
    if honeycombs_of(more) or bees_of(more):
        return open << 9 | bees_of(held) << 6 | honeycombs_of(held)
    return open << 9 | 0x1ff


cdef bint canonical(const Rules *rules, const void *state, uint64_t *words, int32_t *settled) noexcept nogil:
    """What lies in reach, where the hedgehog can go, and what of the two collections and the bag still matters."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef uint64_t place = (<uint64_t>board.row << 8 | board.column) << 8 | board.phase << 4 | board.seat
    cdef uint64_t open
    cdef Rest rest
    cdef int seat
    look_ahead(tables, board, &rest)
    words[0] = rest.pattern[0]
    words[1] = rest.pattern[1]
    if board.phase == MOVE:
        place = place << 32 | destinations(tables, board)
    else:
        place = place << 32 | <uint64_t>board.destination << 8 | board.nets
    stir(words, place)
    for seat in range(rules.seats):
        open = still_open(tables, &board.held[seat], &rest.tiles)
        stir(words, open)
    if rest.bag:
        stir(words, board.bag.words[0])
        stir(words, board.bag.words[1])
    settled[0] = score(tables, &board.held[0]) - score(tables, &board.held[1])
    return True


cdef inline void stir(uint64_t *words, uint64_t more) noexcept nogil:
    """Mix something into both words of a key."""
    words[0] = mix(words[0] ^ more)
    words[1] = mix(words[1] + more)


cdef inline int replies(const Tables *tables, const Board *board, int cell) noexcept nogil:
    """Count the destinations of the next seat when the hedgehog goes to a destination now."""
    cdef int row = tables.row_of[cell], column = tables.column_of[cell]
    cdef bint along = row == board.row
    cdef bint further = column > board.column if along else row > board.row
    cdef int direction = WEST - 2 * further if along else NORTH + 2 * further
    cdef uint32_t ahead = tables.ahead[direction][row][column]
    return (count_of(tables, board.lines[row] & ahead & ROW_BITS)
            + count_of(tables, board.lines[MAX_SIZE + column] & ahead >> 16))


cdef void order(const Rules *rules, const void *state, Action *actions, int count) noexcept nogil:
    """What is worth most to the mover and the next seat together and leaves few replies first; not to draw before
    to draw."""
    cdef const Tables *tables = tables_of(rules)
    cdef const Board *board = <const Board *>state
    cdef int32_t worths[2 * MAX_SIZE]
    cdef int32_t worth
    cdef Action action
    cdef Tiles held
    cdef int at, before
    if board.phase == NET:
        actions[0] = tables.skip
        actions[1] = tables.draw
    if board.phase != MOVE:
        return
    for at in range(count):
        action = actions[at]
        held = board.held[board.seat]
        collect(&held, &tables.slots[cells_of(tables, board)[action]])
        worth = score(tables, &held)
        held = board.held[(board.seat + 1) % rules.seats]
        collect(&held, &tables.slots[cells_of(tables, board)[action]])
        worth += score(tables, &held) - POINTS_A_REPLY * replies(tables, board, action)
        before = at
        while before > 0 and worths[before - 1] < worth:
            worths[before] = worths[before - 1]
            actions[before] = actions[before - 1]
            before -= 1
        worths[before] = worth
        actions[before] = action


cdef int candidates(const Rules *rules, const void *state, Action *into) noexcept nogil:
    """All, in their order, which is better than what a search learns on the way."""
    cdef int count = legal(rules, state, into)
    order(rules, state, into, count)
    return count


cdef class ButterflyRules(Game):
    """The compiled half of Butterfly.

    Kinds of tiles are numbered in the order of `TILES`; directions are 0 to 3 for N, E, S, W;
    cells are numbered row by row. What comes in here has been checked.
    """

    cdef Tables tables

    TILES = ()
    """The tiles: objects with `kind`, `value` and `copies`, in the order of the bits of a multiset."""
    SIZES = {}
    """Cells on a side of the square, by number of players."""

    def read_nets(self):
        """Return the canonical value of the option `nets` and the numbers of the cells with a net: a hook."""
        raise NotImplementedError

    def build(self):
        """Fill the tables and the table of rules. Margins of random and greedy games spread by 14 to 18 points."""
        cdef Tables *tables = &self.tables
        tables.players = self._options["players"]
        tables.size = self.SIZES[tables.players]
        tables.cells = tables.size * tables.size
        tables.draw = 5 * tables.cells
        tables.skip = tables.draw + 1
        tables.outcome = tables.skip + 1
        tables.cells_at = sizeof(Board) - (MOST_SEATS - tables.players) * sizeof(Tiles)
        self.lay_lines()
        self.draw_hashes()
        self.number_tiles()
        self.value_sets()
        self._options["nets"], net_cells = self.read_nets()
        for cell in net_cells:
            tables.nets[cell // tables.size] |= 1 << cell % tables.size
            tables.nets[MAX_SIZE + cell % tables.size] |= 1 << cell // tables.size
        self.rules = Rules(
            sides=0, repeats=False, settles=True,
            state_bytes=(tables.cells_at + tables.cells + 7) // 8 * 8,
            seats=tables.players, actions=tables.outcome + KINDS, most_actions=4 * tables.cells,
            longest_game=self.count_longest_game(), margin_scale=15, tables=tables,
            mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=outcomes, roll=roll, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=playout, estimate=estimate, bounds=bounds, order=order,
            candidates=candidates, canonical=canonical,
        )
        if not net_cells:   # nobody ever draws
            self.rules.outcomes = NULL
            self.rules.roll = NULL

    def draw_hashes(self):
        """Fill the hashes of tiles and cells with odd numbers that have nothing to do with each other."""
        for word in range(2):
            for kind in range(KINDS):
                self.tables.tile_hashes[<int>word][<int>kind] = mix(<uint64_t>(256 * word + kind + 1)) | 1
            for cell in range(MAX_CELLS):
                self.tables.cell_hashes[<int>word][<int>cell] = mix(<uint64_t>(256 * word + 128 + cell + 1)) | 1

    def lay_lines(self):
        """Fill the tables of the square: what lies ahead, what lies between, the members of sets."""
        cdef Tables *tables = &self.tables
        size = tables.size
        line = (1 << size) - 1
        for row in range(size):
            for column in range(size):
                below, left = (1 << row) - 1, (1 << column) - 1
                above, right = line >> row + 1 << row + 1, line >> column + 1 << column + 1
                tables.row_of[<int>(row * size + column)] = row
                tables.column_of[<int>(row * size + column)] = column
                tables.ahead[NORTH][row][column] = left | right | below << 16
                tables.ahead[EAST][row][column] = right | (below | above) << 16
                tables.ahead[SOUTH][row][column] = left | right | above << 16
                tables.ahead[WEST][row][column] = left | (below | above) << 16
                near, far = sorted((row, column))
                tables.between[row][column] = (1 << far) - 1 >> near + 1 << near + 1
        for members in range(LINE_SETS):
            places = [place for place in range(MAX_SIZE) if members >> place & 1]
            tables.choices[members] = len(places) | sum([place << 4 * at + 4 for at, place in enumerate(places)])

    def number_tiles(self):
        """Give every kind of tile its bits.

        Raises:
            TypeError: when the tiles do not fill the fields of a multiset.
        """
        cdef Slot *slot
        copies = {}
        for tile in self.TILES:
            copies[tile.kind] = copies.get(tile.kind, 0) + tile.copies
        if list(copies.items()) != FIELDS:
            raise TypeError(f"butterfly: tiles must be {FIELDS}, not {list(copies.items())}")
        word, bit = 0, 0
        for kind, tile in enumerate(self.TILES):
            if tile.kind == "crickets" and word == 0:
                word, bit = 1, 0
            slot = &self.tables.slots[kind]
            slot.word = word
            slot.first = <uint64_t>1 << <int>bit
            slot.mask = ((<uint64_t>1 << <int>tile.copies) - 1) << <int>bit
            slot.kept = ~(<uint64_t>NINE << CRICKETS) if tile.kind == "crickets" else ~<uint64_t>0
            for _copy in range(tile.copies):
                self.tables.kind_of[<int>word][<int>bit] = kind
                bit += 1

    def value_sets(self):
        """Fill the points of every set of tiles of a kind."""
        cdef Tables *tables = &self.tables
        cdef int members, bees
        values = {}
        for tile in self.TILES:
            values.setdefault(tile.kind, []).extend([tile.value] * tile.copies)
        for members in range(COLOUR_SETS):
            tables.colour[members] = sum(chosen(values["red"], members))
        for members in range(NINE + 1):
            tables.highest[members] = max(chosen(values["dragonflies"], members), default=0)
            tables.lowest[members] = min(chosen(values["lightning_bugs"], members), default=0)
        for members in range(WASP_SETS):
            tables.wasps[members] = sum(chosen(values["wasps"], members))
        for members in range(HONEYCOMB_SETS):
            combs = sorted(chosen(values["honeycombs"], members), reverse=True)
            for bees in range(MOST_BEES + 1):
                unpaired = max(0, bees - len(combs))
                tables.honey[members][bees] = sum(combs[:bees]) + sum(values["bees"][:unpaired])

    def count_longest_game(self):
        """Count the placement, a move a tile, all nets of the richest line at every move, all draws."""
        cdef const Tables *tables = &self.tables
        cdef int line
        inner = (1 << tables.size - 1) - 2
        nets = tables.cells * max([(tables.nets[line] & inner).bit_count() for line in range(LINES)])
        bag = sum([tile.copies for tile in self.TILES]) - tables.cells
        return 1 + tables.cells + nets + min(nets, bag)

    # Writing a State: the tiles first, then what happened to them.

    def lay_tiles(self, State state, list kinds):
        """Fill the square of a blank state, the kind of tile or None a cell; the bag gets all others."""
        cdef const Tables *tables = &self.tables
        cdef Board *board = <Board *>state.data
        cdef int kind, cell
        for kind, tile in enumerate(self.TILES):
            for _copy in range(tile.copies):
                add(&board.bag, &tables.slots[kind])
        for cell, tile in enumerate(kinds):
            cells_of(tables, board)[cell] = EMPTY
            if tile is not None:
                board.lines[cell // tables.size] |= <uint16_t>(1 << cell % tables.size)
                board.lines[MAX_SIZE + cell % tables.size] |= <uint16_t>(1 << cell // tables.size)
                cells_of(tables, board)[cell] = tile
                remove(&board.bag, &tables.slots[<int>tile])
        board.phase = PLACE
        board.seat = tables.players - 1

    def place_hedgehog(self, State state, int cell, int direction, int seat):
        """Place the hedgehog; `seat` moves next."""
        cdef Board *board = <Board *>state.data
        put_down(&self.tables, board, cell, direction)
        board.seat = seat

    def give_tile(self, State state, seat, int kind):
        """Take a tile from the bag, for the collection of a seat or, where that is None, out of the game."""
        cdef Board *board = <Board *>state.data
        remove(&board.bag, &self.tables.slots[kind])
        if seat is not None:
            collect(&board.held[<int>seat], &self.tables.slots[kind])

    def count_open_nets(self, State state, int cell):
        """Return the number of open nets on the way to a destination, None when it is no legal one."""
        cdef const Board *board = <const Board *>state.data
        cdef int line, place
        if cell not in state.legal_action_ids():
            return None
        find_place(&self.tables, board, cell, &line, &place)
        return count_of(&self.tables, open_nets(&self.tables, board, line, place))

    def await_nets(self, State state, int cell, int nets, bint drawing):
        """Make the mover decide about the last `nets` open nets on the way to a destination, or draw for the first."""
        cdef Board *board = <Board *>state.data
        board.destination = cell
        board.nets = nets
        board.phase = DRAW if drawing else NET

    # Reading a State.

    def tiles_laid(self, State state):
        """Return the kind of tile or None of each cell."""
        cdef const uint8_t *cells = cells_of(&self.tables, <Board *>state.data)
        cdef int cell
        return [None if cells[cell] == EMPTY else cells[cell] for cell in range(self.tables.cells)]

    def hedgehog(self, State state):
        """Return (cell, direction), None before it is placed."""
        cdef const Board *board = <const Board *>state.data
        return None if board.phase == PLACE else (board.row * self.tables.size + board.column, board.direction)

    def seat_to_move(self, State state):
        """Return the seat that decides or draws, or that cannot move at the end."""
        return (<const Board *>state.data).seat

    def pending(self, State state):
        """Return (destination, open nets not dealt with yet, whether a tile is drawn); None with no move under way."""
        cdef const Board *board = <const Board *>state.data
        return (board.destination, board.nets, board.phase == DRAW) if board.nets else None

    def collection(self, State state, int seat):
        """Return the kinds of the tiles of a seat, one entry a tile, ascending."""
        return self.list_tiles(&(<Board *>state.data).held[seat])

    def bag(self, State state):
        """Return the kinds of the tiles in the bag, one entry a tile, ascending."""
        return self.list_tiles(&(<Board *>state.data).bag)

    def margin_bounds(self, State state, int seat):
        """Return (least, most) of what the final margin of a seat can be."""
        cdef int32_t least, most
        bounds(&self.rules, state.data, seat, &least, &most)
        return least, most

    def estimated_returns(self, State state):
        """Return what `estimate` makes of a position, a return for each seat."""
        cdef double returns[MOST_SEATS]
        estimate(&self.rules, state.data, returns)
        return [returns[seat] for seat in range(self.tables.players)]

    def best_first(self, State state):
        """Return the ids of the legal actions as `order` sorts them."""
        cdef Action actions[4 * MAX_CELLS]
        cdef int count = 0
        if state.current_player() >= 0:
            count = legal(&self.rules, state.data, actions)
            order(&self.rules, state.data, actions, count)
        return [actions[at] for at in range(count)]

    cdef list list_tiles(self, const Tiles *tiles):
        cdef int word, bit
        return [
            self.tables.kind_of[word][bit] for word in range(2) for bit in range(64) if tiles.words[word] >> bit & 1
        ]

    def points(self, State state, int seat):
        """Return the points of a seat by part, in the order of `tally`."""
        cdef int32_t points[PARTS]
        cdef int part
        tally(&self.tables, &(<Board *>state.data).held[seat], points)
        return [points[part] for part in range(PARTS)]


def chosen(list values, int members):
    """Return the values that a set of bits picks."""
    return [value for at, value in enumerate(values) if members >> at & 1]
