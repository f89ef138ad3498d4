"""Connect four on 7 columns of 6 rows.

Bits of a board, column by column from the left, bottom row first; the top bit of each
column stays empty and keeps columns apart (John Tromp's layout):

    6 13 20 27 34 41 48
    5 12 19 26 33 40 47
    4 11 18 25 32 39 46
    3 10 17 24 31 38 45
    2  9 16 23 30 37 44
    1  8 15 22 29 36 43
    0  7 14 21 28 35 42
"""
from libc.stdint cimport int8_t, int32_t, uint8_t, uint64_t

from springtail.cython_ext.bits cimport lowest_bit, mix, popcount
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport OVER, Action, Rules, highest_wins

cdef enum:
    COLUMNS = 7
    ROWS = 6
    STRIDE = 7
    NOBODY = -1

cdef uint64_t FULL = 0xfdfbf7efdfbfULL
cdef uint64_t BOTTOM = 0x40810204081ULL   # the lowest cell of each column
cdef uint64_t COLUMN = 0x7fULL              # the cells of column 0, and the bit above them
cdef int[COLUMNS] FROM_MIDDLE = [3, 2, 4, 1, 5, 0, 6]

ctypedef struct Board:
    uint64_t mine       # stones of the seat to move
    uint64_t stones     # stones of both
    uint8_t mover
    uint8_t ended
    int8_t winner       # a seat or NOBODY
    uint8_t unused[5]


cdef inline bint has_four(uint64_t board) noexcept nogil:
    cdef uint64_t pairs = board & (board >> STRIDE)
    if pairs & (pairs >> 2 * STRIDE):
        return True
    pairs = board & (board >> (STRIDE - 1))
    if pairs & (pairs >> 2 * (STRIDE - 1)):
        return True
    pairs = board & (board >> (STRIDE + 1))
    if pairs & (pairs >> 2 * (STRIDE + 1)):
        return True
    pairs = board & (board >> 1)
    return (pairs & (pairs >> 2)) != 0


cdef inline int open_columns(const Board *board, Action *into) noexcept nogil:
    cdef int column, count = 0
    for column in range(COLUMNS):
        into[count] = column
        count += not (board.stones >> (column * STRIDE + ROWS - 1) & 1)
    return count


cdef inline void drop(Board *board, Action column) noexcept nogil:
    cdef uint64_t stones = board.stones | (board.stones + (<uint64_t>1 << (column * STRIDE)))
    cdef uint64_t moved = board.mine | (stones ^ board.stones)
    board.mine ^= board.stones
    board.stones = stones
    if has_four(moved):
        board.ended = True
        board.winner = <int8_t>board.mover
    elif stones == FULL:
        board.ended = True
    board.mover ^= 1


cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Board *board = <const Board *>state
    return OVER if board.ended else <int>board.mover


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    return open_columns(<const Board *>state, into)


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    drop(<Board *>state, action)


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Board *board = <const Board *>state
    scores[0] = board.winner == 0
    scores[1] = board.winner == 1
    highest_wins(2, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    """The sum of own and all stones is unique for a position (Pascal Pons, "Solving Connect 4", part 6)."""
    cdef const Board *board = <const Board *>state
    return mix(board.mine + board.stones + BOTTOM)


cdef void playout(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Board board = (<Board *>state)[0]
    cdef Action columns[COLUMNS]
    while not board.ended:
        drop(&board, columns[rng_below(rng, <unsigned int>open_columns(&board, columns))])
    (<Board *>state)[0] = board


cdef inline uint64_t completions(uint64_t board, uint64_t empty) noexcept nogil:
    """The empty cells that would make four of a board's stones."""
    cdef uint64_t cells = (board << 1) & (board << 2) & (board << 3)
    cdef uint64_t behind, ahead
    cdef int step
    for step in range(STRIDE - 1, STRIDE + 2):
        behind = (board << step) & (board << 2 * step)
        ahead = (board >> step) & (board >> 2 * step)
        cells |= behind & ((board << 3 * step) | (board >> step)) | ahead & ((board >> 3 * step) | (board << step))
    return cells & empty


cdef inline uint64_t landings(uint64_t stones) noexcept nogil:
    """The cell that a stone falls to, for each column with room."""
    return (stones + BOTTOM) & FULL


cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    """Sees a win of the mover in one, of the other in two, and who cannot make four any more."""
    cdef const Board *board = <const Board *>state
    cdef uint64_t theirs = board.mine ^ board.stones, cells = landings(board.stones)
    cdef uint64_t empty = FULL ^ board.stones, threats
    cdef int mover_least = -1, mover_most = 1
    if board.ended:
        mover_least = mover_most = 0 if board.winner == NOBODY else -1
    elif completions(board.mine, empty) & cells:
        mover_least = 1
    else:
        threats = completions(theirs, empty)
        if not unlosing(cells, threats):
            mover_most = -1
        else:
            if not has_four(theirs | empty):
                mover_least = 0
            if not has_four(board.mine | empty):
                mover_most = 0
    least[0] = mover_least if seat == board.mover else -mover_most
    most[0] = mover_most if seat == board.mover else -mover_least


cdef inline uint64_t unlosing(uint64_t cells, uint64_t threats) noexcept nogil:
    """The cells to play among `cells` that do not lose at once, for one who cannot win at once."""
    cdef uint64_t forced = cells & threats
    if forced:
        if forced & (forced - 1):
            return 0
        cells = forced
    return cells & ~(threats >> 1)


cdef int candidates(const Rules *rules, const void *state, Action *into) noexcept nogil:
    """A win at once; else what does not lose at once, by the threats it makes, then from the middle out."""
    cdef const Board *board = <const Board *>state
    cdef uint64_t cells = landings(board.stones), empty = FULL ^ board.stones
    cdef uint64_t good = completions(board.mine, empty) & cells, cell
    cdef int at, column, count = 0, made, place
    cdef int threats[COLUMNS]
    if good:
        into[0] = lowest_bit(good) // STRIDE
        return 1
    good = unlosing(cells, completions(board.mine ^ board.stones, empty))
    if not good:
        into[0] = lowest_bit(cells) // STRIDE
        return 1
    for at in range(COLUMNS):
        column = FROM_MIDDLE[at]
        cell = good & COLUMN << column * STRIDE
        if cell:
            made = popcount(completions(board.mine | cell, empty ^ cell))
            place = count
            while place > 0 and threats[place - 1] < made:
                threats[place] = threats[place - 1]
                into[place] = into[place - 1]
                place -= 1
            threats[place] = made
            into[place] = column
            count += 1
    return count


cdef bint canonical(const Rules *rules, const void *state, uint64_t *words, int32_t *settled) noexcept nogil:
    """The sum that `key` mixes, or that of the mirrored board; it is the whole position."""
    cdef const Board *board = <const Board *>state
    cdef uint64_t code = board.mine + board.stones + BOTTOM, mirrored = code & COLUMN << 3 * STRIDE
    cdef int column
    for column in range(3):
        mirrored |= (code >> column * STRIDE & COLUMN) << (6 - column) * STRIDE
        mirrored |= (code >> (6 - column) * STRIDE & COLUMN) << column * STRIDE
    words[1] = min(code, mirrored)
    words[0] = mix(words[1])
    return True


def is_four(uint64_t stones):
    """Return whether these stones, as bits of a board, contain four in a row."""
    return has_four(stones)


cdef class ConnectFourRules(Game):
    """The compiled half of connect four."""

    def build(self):
        self.rules = Rules(
            state_bytes=sizeof(Board), seats=2, actions=COLUMNS, most_actions=COLUMNS, longest_game=COLUMNS * ROWS,
            sides=0, repeats=False, settles=False,
            margin_scale=1, tables=NULL, mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=NULL, roll=NULL, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=playout, estimate=NULL, bounds=bounds, order=NULL,
            candidates=candidates, canonical=canonical,
        )

    def place_setup(self, State state, setup):
        Game.place_setup(self, state, setup)
        (<Board *>state.data).winner = NOBODY

    def place_stones(self, State state, uint64_t first, uint64_t second):
        """Fill a blank state from the stones of both seats, which could have come about in play."""
        cdef Board *board = <Board *>state.data
        cdef bint second_moves = popcount(first) > popcount(second)
        board.mine = second if second_moves else first
        board.stones = first | second
        board.mover = second_moves
        board.winner = 0 if has_four(first) else 1 if has_four(second) else NOBODY
        board.ended = board.winner != NOBODY or board.stones == FULL

    def stones(self, State state):
        """Return the board as text rows, top row first: `x` seat 0, `o` seat 1, `.` empty."""
        cdef const Board *board = <const Board *>state.data
        cdef uint64_t first = board.mine if board.mover == 0 else board.mine ^ board.stones
        return [
            "".join([
                "." if not board.stones >> bit & 1 else "x" if first >> bit & 1 else "o"
                for bit in range(row, COLUMNS * STRIDE, STRIDE)
            ])
            for row in range(ROWS - 1, -1, -1)
        ]
