"""The depth-first search below alpha-beta and the endgame solver; see minimax.pyx."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from springtail.cython_ext.game cimport Game
from springtail.cython_ext.rules cimport Action, Rules
from springtail.cython_ext.search.scale cimport Scale
from springtail.cython_ext.search.table cimport Table

cdef enum:
    KILLERS = 2
    MOST_HABITS = 4096  # actions that the history tells apart
    LONGEST_LINE = 256  # plies of a principal variation

cdef enum Beyond:           # what a position at the horizon counts
    AN_ESTIMATE
    THE_LEAST               # that it can be worth, as far as is proven: the result is a proven lower bound
    THE_MOST                # the result is a proven upper bound

cdef struct Outcome:
    int64_t low             # bounds on the value behind it
    int64_t high
    int64_t guess           # an estimate between them
    Action action
    int32_t weight
    bint low_proven
    bint high_proven
    bint is_above           # it was asked for its share, and gives more

cdef struct Frame:
    # A node on the way from the root to where the search is. Values are those of its mover, at a chance node the
    # viewer's: `sign` times the viewer's.
    int64_t alpha
    int64_t beta
    int64_t floor           # bounds on the value that were known when the node was opened
    int64_t ceiling
    int64_t low             # bounds that the children looked at so far give
    int64_t high
    int64_t settled         # value of what the words leave out, the viewer's
    int64_t nodes_before
    int64_t sum_low         # chance: weighted sums over the outcomes
    int64_t sum_high
    uint64_t words[2]
    size_t actions_at       # where in `actions` and `outcomes` those of the node, or else of its children, begin
    size_t outcomes_at
    int32_t weight          # chance: of all outcomes
    int32_t line_weight     # chance: of the outcome that the principal variation goes through
    int count
    int next                # the child looked at, or to be looked at next
    int depth               # plies to look ahead
    Action best
    int sign
    bint is_chance
    bint remembered
    bint floor_proven
    bint ceiling_proven
    bint low_proven
    bint high_proven
    bint is_cut             # the rest of the children does not matter
    bint is_narrow          # the child is looked at with a null window
    bint is_asking          # chance: each outcome is asked for its share, before values are found


cdef class Minimax:
    cdef const Rules *rules
    cdef Game game
    cdef Scale scale
    cdef Table table
    cdef unsigned char *arena
    cdef readonly size_t arena_bytes
    cdef unsigned char *stack   # all below that is no table
    cdef size_t stack_bytes
    cdef Frame *frames          # [ply]
    cdef unsigned char *states  # [ply], state_bytes each
    cdef Action *actions        # a stack: the actions of the nodes in `frames`
    cdef Outcome *outcomes      # another: their outcomes
    cdef int32_t *habits        # [sign is 1, action]: how often an action cut
    cdef int habit_mask
    cdef Action *killers        # [ply, KILLERS]
    cdef Action *lines          # [ply, line_length]: principal variations from each ply on
    cdef int *line_lengths      # [ply]
    cdef int line_length
    cdef int32_t *scores        # [most_actions], scratch
    cdef Action *listed         # [most_actions], scratch
    cdef uint32_t *weights      # [most_actions], scratch
    cdef int most_plies
    cdef int ply                # of the frame on top; -1: the search is over
    cdef bint is_returning      # a result waits for the frame on top
    cdef bint for_action        # the root is opened in any case
    cdef Beyond beyond
    cdef uint64_t salt          # goes into keys: what values depend on besides the position
    # The result, the viewer's: the value lies between, as far as the depth shows; proven: whatever the depth.
    cdef int64_t low
    cdef int64_t high
    cdef bint low_proven
    cdef bint high_proven
    cdef Action best            # of the root, or NO_ACTION
    cdef readonly int64_t nodes
    cdef int deepest            # plies of the longest line looked at

    cdef void begin(self, const void *state, int64_t alpha, int64_t beta, int depth, bint for_action) noexcept nogil
    cdef bint run(self, double deadline, int64_t last_node) noexcept nogil
    cdef Action *actions_of(self, const Frame *frame) noexcept nogil
    cdef Outcome *outcomes_of(self, const Frame *frame) noexcept nogil
    cdef void *state(self, int ply) noexcept nogil
    cdef void descend(self, Frame *frame) noexcept nogil
    cdef void play(self, Action action) noexcept nogil
    cdef void step(self, Frame *frame, int64_t alpha, int64_t beta) noexcept nogil
    cdef void answer(self, int64_t low, bint low_proven, int64_t high, bint high_proven) noexcept nogil
    cdef bint enter(self, int ply, int64_t alpha, int64_t beta, int depth) noexcept nogil
    cdef void recognise(self, Frame *frame, const void *state) noexcept nogil
    cdef void open_actions(self, int ply, Action hint) noexcept nogil
    cdef void absorb(self, Frame *frame) noexcept nogil
    cdef void extend_line(self, Action action) noexcept nogil
    cdef void reward(self, Frame *frame) noexcept nogil
    cdef void fade(self) noexcept nogil
    cdef void leave(self, Frame *frame) noexcept nogil
    cdef uint8_t stored_depth(self, const Frame *frame, bint is_known, bint is_proven) noexcept nogil
    cdef void open_outcomes(self, int ply) noexcept nogil
    cdef void look_ahead(self, int ply, int depth, Outcome *outcome) noexcept nogil
    cdef void weigh(self, Frame *frame) noexcept nogil
    cdef void skip_known(self, Frame *frame) noexcept nogil
    cdef int64_t share(self, const Frame *frame) noexcept nogil
    cdef void descend_chance(self, Frame *frame) noexcept nogil
    cdef void absorb_outcome(self, Frame *frame) noexcept nogil
    cdef void view_from(self, int viewer) noexcept
    cdef dict progress(self)
    cdef void set_progress(self, dict numbers)
