"""Tic-tac-toe. The bit of a cell is its action: 3 * column + row, the lowest row first.

    2 5 8
    1 4 7
    0 3 6
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint64_t

from springtail.cython_ext.bits cimport mix, popcount
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rules cimport OVER, Action, Rules, highest_wins

cdef enum:
    SIDE = 3
    CELLS = 9
    FULL = 0x1ff

ctypedef struct Board:
    uint16_t stones[2]      # [seat]
    uint8_t mover
    uint8_t won             # the seat that is not the mover has three in a row
    uint8_t unused[2]


cdef inline bint has_three(int stones) noexcept nogil:
    """Columns, rows, diagonals: a line is three bits a fixed distance apart."""
    cdef int columns = stones & stones >> 1 & stones >> 2 & 0x49
    cdef int rows = stones & stones >> 3 & stones >> 6
    return columns or rows or stones & 0x111 == 0x111 or stones & 0x54 == 0x54


cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Board *board = <const Board *>state
    return OVER if board.won or board.stones[0] | board.stones[1] == FULL else <int>board.mover


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Board *board = <const Board *>state
    cdef int cell, count = 0
    for cell in range(CELLS):
        into[count] = cell
        count += not (board.stones[0] | board.stones[1]) >> cell & 1
    return count


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef Board *board = <Board *>state
    board.stones[board.mover] |= <uint16_t>(1 << action)
    board.won = has_three(board.stones[board.mover])
    board.mover ^= 1


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Board *board = <const Board *>state
    scores[0] = board.won and board.mover == 1
    scores[1] = board.won and board.mover == 0
    highest_wins(2, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    cdef const Board *board = <const Board *>state
    return mix(<uint64_t>board.stones[0] << CELLS | board.stones[1])


cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    least[0] = -1
    most[0] = 1


def is_three(int stones):
    """Return whether these stones, as bits of a board, contain three in a row."""
    return has_three(stones)


cdef class TicTacToeRules(Game):
    """The compiled half of tic-tac-toe."""

    def build(self):
        self.rules = Rules(
            state_bytes=sizeof(Board), seats=2, actions=CELLS, most_actions=CELLS, longest_game=CELLS,
            sides=0, repeats=False, settles=False,
            margin_scale=1, tables=NULL, mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=NULL, roll=NULL, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=NULL, estimate=NULL, bounds=bounds, order=NULL,
            candidates=NULL, canonical=NULL,
        )

    def place_stones(self, State state, int first, int second):
        """Fill a blank state from the stones of both seats, which could have come about in play."""
        cdef Board *board = <Board *>state.data
        board.stones[0] = first
        board.stones[1] = second
        board.mover = popcount(first) > popcount(second)
        board.won = has_three(board.stones[1 - board.mover])

    def stones(self, State state):
        """Return the board as text rows, top row first: `x` seat 0, `o` seat 1, `.` empty."""
        cdef const Board *board = <const Board *>state.data
        return [
            "".join([
                "x" if board.stones[0] >> cell & 1 else "o" if board.stones[1] >> cell & 1 else "."
                for cell in range(row, CELLS, SIDE)
            ])
            for row in range(SIDE - 1, -1, -1)
        ]
