"""Proven bounds on the value of a position from below and from above, drawn together until they answer a question.

Where a game has a near end, one search to it answers. Where its positions can come back (Rules.repeats) the end may be
hundreds of plies away, and is not looked for: the search stops at a horizon, and what lies there counts the least that
it can be worth by the rules. The result is a lower bound, proven by a finite tree that the opponent cannot leave. With
the most instead of the least it is an upper bound. Each ply more of the horizon is one step of value iteration, from
below and from above, of the positions that matter (interval iteration: Haddad and Monmege 2014; bounds along trials:
McMahan, Likhachev and Gordon 2005). The two meet, or they stay apart: a line that leads round in a circle adds nothing
to either side, so it never makes a bound better than it is.

Counters that end a game which does not move on are part of its State and its key. Both bounds know of them, and a
horizon that reaches that end sees the value that it has.
"""
cimport cython
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from springtail.cython_ext.search.minimax cimport AN_ESTIMATE, THE_LEAST, THE_MOST, Minimax
from springtail.cython_ext.search.table cimport NO_ACTION, PROVEN

cdef enum:
    SMALLEST_GAP = 1 << 7   # units of the scale: where there is chance, bounds this near are taken for equal


@cython.final
cdef class Bracket:
    """One question after another to one search."""

    def __cinit__(self, Minimax search not None):
        """Take the search, with its table."""
        self.search = search
        self.rules = search.rules
        self.state = <unsigned char *>calloc(1, self.rules.state_bytes)
        if self.state == NULL:
            raise MemoryError
        self.look_ahead(1, PROVEN)

    def __dealloc__(self):
        free(self.state)

    cdef void look_ahead(self, int first, int last) noexcept nogil:
        """Choose the horizons of the next questions, where positions can come back."""
        self.first_horizon = first
        self.last_horizon = last

    cdef void ask(self, const void *state, int64_t alpha, int64_t beta, bint for_action) noexcept nogil:
        """Ask where the value of a position lies: at alpha or below, at beta or above, or where between.

        for_action: find the action that the answer comes from, too.
        """
        memcpy(self.state, state, self.rules.state_bytes)
        self.alpha = alpha
        self.beta = beta
        self.for_action = for_action
        self.low = self.search.scale.least
        self.high = self.search.scale.most
        self.low_proven = True
        self.high_proven = True
        self.best = NO_ACTION
        self.horizon = self.first_horizon if self.rules.repeats else PROVEN
        self.search.beyond = AN_ESTIMATE if self.horizon == PROVEN else THE_LEAST
        self.begin()

    cdef bint run(self, double deadline, int64_t last_node) noexcept nogil:
        """Search on to a time, or until so many nodes were looked at in all; return whether there is an answer."""
        while self.search.run(deadline, last_node):
            self.learn()
            if not self.deepen():
                return True
        return False

    cdef void begin(self) noexcept nogil:
        """Begin the search at the horizon, in the window in which it can add to what is proven."""
        cdef int64_t alpha = self.alpha, beta = self.beta
        if self.horizon != PROVEN:
            alpha = max(alpha, self.low - (self.search.beyond == THE_MOST))
            beta = min(beta, self.high + (self.search.beyond == THE_LEAST))
        self.search.begin(self.state, alpha, beta, self.horizon, self.for_action)

    cdef void learn(self) noexcept nogil:
        """Use what the search that is over has proven."""
        cdef bint friend = self.is_friend()
        if self.horizon == PROVEN:
            self.low_proven = self.search.low_proven
            self.high_proven = self.search.high_proven
        if self.search.low_proven and self.search.low > self.low:
            self.low = self.search.low
            self.best = self.search.best if friend else self.best
        if self.search.high_proven and self.search.high < self.high:
            self.high = self.search.high
            self.best = self.best if friend else self.search.best
        if self.rules.outcomes != NULL and 0 < self.high - self.low <= SMALLEST_GAP:
            self.widest_gap = max(self.widest_gap, self.high - self.low)
            if friend:
                self.high = self.low
            else:
                self.low = self.high

    cdef bint deepen(self) noexcept nogil:
        """Begin the next search; False when there is nothing more to find out."""
        if self.horizon == PROVEN or self.low >= self.beta or self.high <= self.alpha or self.low == self.high:
            return False
        if self.search.beyond == THE_LEAST:
            self.search.beyond = THE_MOST
        elif self.horizon == self.last_horizon:
            return False
        else:
            self.search.beyond = THE_LEAST
            self.horizon += 1
        if self.horizon == PROVEN:
            self.search.beyond = AN_ESTIMATE
        self.begin()
        return True

    cdef bint is_friend(self) noexcept nogil:
        """Whether the seat that moves, if one does, plays for the viewer."""
        cdef int mover = self.rules.mover(self.rules, self.state)
        return mover < 0 or self.search.scale.friends >> mover & 1

    cdef dict progress(self):
        """Return what, with the state and the memory of the search, the question goes on from."""
        return {
            "alpha": self.alpha, "beta": self.beta, "for_action": self.for_action, "horizon": self.horizon,
            "first_horizon": self.first_horizon, "last_horizon": self.last_horizon,
            "low": self.low, "high": self.high, "low_proven": self.low_proven, "high_proven": self.high_proven,
            "best": self.best, "widest_gap": self.widest_gap, "search": self.search.progress(),
        }

    cdef void set_progress(self, dict numbers):
        self.search.set_progress(numbers["search"])
        self.alpha = numbers["alpha"]
        self.beta = numbers["beta"]
        self.for_action = numbers["for_action"]
        self.horizon = numbers["horizon"]
        self.first_horizon = numbers["first_horizon"]
        self.last_horizon = numbers["last_horizon"]
        self.low = numbers["low"]
        self.high = numbers["high"]
        self.low_proven = numbers["low_proven"]
        self.high_proven = numbers["high_proven"]
        self.best = numbers["best"]
        self.widest_gap = numbers["widest_gap"]
