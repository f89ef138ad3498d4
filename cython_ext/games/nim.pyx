"""Nim: take as many as you like from one pile; whoever takes the last wins."""
from libc.stdint cimport int32_t, uint8_t, uint64_t

from springtail.cython_ext.bits cimport mix
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rules cimport OVER, Action, Rules, highest_wins

cdef enum:
    MOST_PILES = 8
    MOST_IN_PILE = 15   # an action is MOST_IN_PILE * pile + taken - 1

ctypedef struct Piles:
    uint8_t sizes[MOST_PILES]
    uint8_t mover
    uint8_t unused[7]


cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Piles *piles = <const Piles *>state
    return <int>piles.mover if (<const uint64_t *>piles.sizes)[0] else OVER


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Piles *piles = <const Piles *>state
    cdef int pile, taken, count = 0
    for pile in range(MOST_PILES):
        for taken in range(piles.sizes[pile]):
            into[count] = MOST_IN_PILE * pile + taken
            count += 1
    return count


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef Piles *piles = <Piles *>state
    piles.sizes[action // MOST_IN_PILE] -= <uint8_t>(action % MOST_IN_PILE + 1)
    piles.mover ^= 1


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Piles *piles = <const Piles *>state
    cdef bint over = (<const uint64_t *>piles.sizes)[0] == 0
    scores[0] = over and piles.mover == 1
    scores[1] = over and piles.mover == 0
    highest_wins(2, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    cdef const Piles *piles = <const Piles *>state
    return mix((<const uint64_t *>piles.sizes)[0] ^ <uint64_t>piles.mover << 63)


cdef void bounds(const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most) noexcept nogil:
    least[0] = -1
    most[0] = 1


cdef class NimRules(Game):
    """The compiled half of nim."""

    def build(self):
        total = sum(self._options["piles"])
        self.rules = Rules(
            state_bytes=sizeof(Piles), seats=2, actions=MOST_IN_PILE * len(self._options["piles"]),
            most_actions=total, longest_game=total, sides=0, repeats=False, settles=False,
            margin_scale=1, tables=NULL,
            mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=NULL, roll=NULL, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=NULL, estimate=NULL, bounds=bounds, order=NULL,
            candidates=NULL, canonical=NULL,
        )

    def place_setup(self, State state, setup):
        Game.place_setup(self, state, setup)
        self.place_piles(state, self._options["piles"], 0)

    def place_piles(self, State state, sizes, int mover):
        """Fill a blank state from the size of each pile and the seat to move."""
        cdef Piles *piles = <Piles *>state.data
        for pile, size in enumerate(sizes):
            piles.sizes[<int>pile] = size
        piles.mover = mover

    def piles(self, State state):
        """Return the size of each pile and the seat to move; at the end, the seat that would be."""
        cdef const Piles *piles = <const Piles *>state.data
        return [piles.sizes[pile] for pile in range(len(self._options["piles"]))], piles.mover
