"""Questions about the value of a position, and how they are put to the search; see bracket.pyx."""
from libc.stdint cimport int64_t

from springtail.cython_ext.rules cimport Action, Rules
from springtail.cython_ext.search.minimax cimport Minimax

cdef class Bracket:
    cdef Minimax search
    cdef const Rules *rules
    cdef unsigned char *state   # that is asked about
    cdef int64_t alpha          # the window of the question, the viewer's
    cdef int64_t beta
    cdef bint for_action
    cdef int first_horizon      # plies that the first search of a question looks ahead, where positions can come back
    cdef int last_horizon       # after this one the question is given up
    cdef int horizon            # of the search under way; PROVEN is to the end of the game
    # The answer, the viewer's: the value lies between, and nothing more can be said; meanwhile, what is proven so far.
    cdef int64_t low
    cdef int64_t high
    cdef bint low_proven
    cdef bint high_proven
    cdef Action best            # the action that the mover's bound comes from, or NO_ACTION
    cdef int64_t widest_gap     # between bounds that were taken for equal

    cdef void look_ahead(self, int first, int last) noexcept nogil
    cdef void ask(self, const void *state, int64_t alpha, int64_t beta, bint for_action) noexcept nogil
    cdef bint run(self, double deadline, int64_t last_node) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef void learn(self) noexcept nogil
    cdef bint deepen(self) noexcept nogil
    cdef bint is_friend(self) noexcept nogil
    cdef dict progress(self)
    cdef void set_progress(self, dict numbers)
