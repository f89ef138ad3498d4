"""Exact values for any number of seats, by looking at everything that can still happen.

Sources: max^n (Luckhardt and Irani 1986), where every seat plays for itself; the paranoid
reduction (Sturtevant and Korf 2000), where all others play against one seat.

The walk is depth first with its own stack of frames, so that it can stop after any node and
go on later. Finished positions go into a table that holds whole value vectors, so the
result does not depend on its size. A walk can end at a horizon, where positions are worth what the game's own
estimate says of each seat, or the margins as they stand.

A value vector is `2 * seats` doubles: the return of every seat, then the margin of every
seat, at the end of the play that the values are for.
"""
from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from springtail.cython_ext.arena cimport arena_free, arena_new
from springtail.cython_ext.bits cimport mix
from springtail.cython_ext.clock cimport seconds_now
from springtail.cython_ext.game cimport State
from springtail.cython_ext.rules cimport CHANCE, MAX_SEATS, OVER, Action, Rules, margin
from springtail.cython_ext.search.scale cimport MODESTY
from springtail.cython_ext.search.tally cimport to_list

from springtail.cython_ext.errors import InvalidLimit, Unsupported

cdef enum:
    NOBODY = -1         # not paranoid
    NOWHERE = 1 << 30   # a horizon beyond every game
    NODES_A_LOOK = 256  # nodes between two looks at the clock
    FIRST_SLOTS = 4096  # of the table, which grows as it fills: memory never touched costs nothing

cdef double SAME = 1e-9  # nearer returns or margins are equal: expectations carry rounding

cdef struct Frame:
    uint64_t key
    int mover
    int count               # actions, or outcomes
    int next                # the first not yet looked at
    double weight           # of the outcomes looked at so far
    bint decided            # nothing better can come
    Action best
    double values[2 * MAX_SEATS]


cdef class Walk:
    """One exhaustive search of one position."""

    cdef State root
    cdef const Rules *rules
    cdef unsigned char *arena
    cdef size_t arena_bytes
    cdef Frame *frames              # [ply]
    cdef unsigned char *states      # [ply], state_bytes each
    cdef Action *actions            # [ply, most_actions]
    cdef uint32_t *weights          # [ply, most_actions]
    cdef unsigned char *entries     # [slot]: key, then the value vector
    cdef size_t entry_bytes
    cdef uint64_t slots             # in use: a power of two, or 0: no table
    cdef uint64_t most_slots        # what the memory holds
    cdef uint64_t filled
    cdef double *root_values        # [root action, 2 * seats]
    cdef int ply
    cdef int deepest
    cdef int paranoid
    cdef bint by_margin
    cdef double least_return
    cdef int horizon                # plies to look ahead
    cdef readonly bint is_cut       # a position was estimated at the horizon
    cdef readonly bint finished
    cdef readonly bint unlisted     # a chance event that cannot be listed was met: nothing is exact
    cdef readonly int64_t nodes

    def __cinit__(self, State root not None, *, size_t memory_bytes, bint by_margin, int paranoid=NOBODY,
                  int horizon=NOWHERE):
        """Take a decision node.

        Args:
            root: where to search from; what it hides is looked at.
            memory_bytes: for the stack and the table together.
            by_margin: play for the margin instead of the return.
            paranoid: the seat that all others play against, or NOBODY: every seat plays for itself, the lowest
                action id breaking ties.
            horizon: plies to look ahead, at least 1.

        Raises:
            Unsupported: when no seat has to move.
            InvalidLimit: when the memory cannot hold the stack.
        """
        cdef const Rules *rules = &root.game.rules
        cdef size_t frame_bytes, stack_bytes, left
        if root.current_player() < 0:
            raise Unsupported("maxn: no seat has to move in this position")
        self.root = root.clone()
        self.rules = rules
        self.paranoid = paranoid
        self.by_margin = by_margin
        self.horizon = horizon
        self.least_return = -1.0 / (rules.seats - 1) if rules.seats > 1 else 0
        self.deepest = rules.longest_game + 1
        frame_bytes = sizeof(Frame) + rules.state_bytes + rules.most_actions * (sizeof(Action) + sizeof(uint32_t))
        stack_bytes = (self.deepest * frame_bytes + 63) & ~<size_t>63
        self.entry_bytes = sizeof(uint64_t) + 2 * rules.seats * sizeof(double)
        if memory_bytes < stack_bytes:
            raise InvalidLimit(f"memory_mb: {memory_bytes} bytes cannot hold the stack of {stack_bytes}")
        left = (memory_bytes - stack_bytes) // self.entry_bytes
        self.most_slots = 1 if left else 0
        while self.most_slots * 2 <= left:
            self.most_slots *= 2
        self.slots = min(self.most_slots, <uint64_t>FIRST_SLOTS)
        self.arena_bytes = stack_bytes + self.most_slots * self.entry_bytes
        self.arena = <unsigned char *>arena_new(self.arena_bytes)
        self.root_values = <double *>malloc(rules.most_actions * 2 * rules.seats * sizeof(double))
        if self.arena == NULL or self.root_values == NULL:
            raise MemoryError
        self.frames = <Frame *>self.arena
        self.states = <unsigned char *>(self.frames + self.deepest)
        self.actions = <Action *>(self.states + self.deepest * rules.state_bytes)
        self.weights = <uint32_t *>(self.actions + self.deepest * rules.most_actions)
        self.entries = self.arena + stack_bytes
        memcpy(self.states, self.root.data, rules.state_bytes)
        self.open_frame(0)

    def __dealloc__(self):
        arena_free(self.arena, self.arena_bytes)
        free(self.root_values)

    cdef inline unsigned char *state(self, int ply) noexcept nogil:
        return self.states + ply * self.rules.state_bytes

    cdef inline unsigned char *entry(self, uint64_t key) noexcept nogil:
        return self.entries + (key & (self.slots - 1)) * self.entry_bytes

    cdef inline uint64_t key(self, int ply) noexcept nogil:
        """Key of the position at this ply; with a horizon, of the ply too, and for no other horizon."""
        cdef uint64_t key = self.rules.key(self.rules, self.state(ply))
        return key if self.horizon == NOWHERE else key ^ mix(<uint64_t>self.horizon << 32 | ply)

    cdef void open_frame(self, int ply) noexcept nogil:
        """Begin the node whose state lies at this ply; it is not over."""
        cdef Frame *frame = &self.frames[ply]
        cdef void *state = self.state(ply)
        frame.mover = self.rules.mover(self.rules, state)
        frame.next = 0
        frame.weight = 0
        frame.decided = False
        frame.key = self.key(ply)
        memset(frame.values, 0, sizeof(frame.values))
        if frame.mover != CHANCE:
            frame.count = self.rules.legal(self.rules, state, self.actions + ply * self.rules.most_actions)
        elif self.rules.outcomes == NULL:
            frame.count = 0
            self.unlisted = True
        else:
            frame.count = self.rules.outcomes(
                self.rules, state, self.actions + ply * self.rules.most_actions,
                self.weights + ply * self.rules.most_actions,
            )
        self.ply = ply
        self.nodes += 1

    cdef inline bint prefers(self, int mover, const double *new, const double *old) noexcept nogil:
        """Whether a seat likes the first vector better."""
        cdef int at = mover if self.paranoid == NOBODY else self.paranoid
        if self.by_margin:
            at += self.rules.seats
        if self.paranoid != NOBODY and mover != self.paranoid:
            return new[at] < old[at] - SAME
        return new[at] > old[at] + SAME

    cdef inline bint is_best(self, int mover, const double *values) noexcept nogil:
        """Whether a seat can wish for nothing better."""
        if self.by_margin:
            return False
        if self.paranoid == NOBODY:
            return values[mover] == 1
        return values[self.paranoid] == (1 if mover == self.paranoid else self.least_return)

    cdef void take(self, const double *values) noexcept nogil:
        """Use the value of the child looked at last in the frame on top."""
        cdef Frame *frame = &self.frames[self.ply]
        cdef int place = frame.next - 1, entry, length = 2 * self.rules.seats
        cdef size_t at = self.ply * self.rules.most_actions + place
        if frame.mover == CHANCE:
            frame.weight += self.weights[at]
            for entry in range(length):
                frame.values[entry] += self.weights[at] * values[entry]
            return
        if self.ply == 0:
            memcpy(self.root_values + place * length, values, length * sizeof(double))
        if place == 0 or self.prefers(frame.mover, values, frame.values):
            memcpy(frame.values, values, length * sizeof(double))
            frame.best = self.actions[at]
            frame.decided = self.ply > 0 and self.is_best(frame.mover, values)

    cdef bint known(self, int ply, double *values) noexcept nogil:
        """Fill the value vector of the state at this ply if the game is over or the table has it."""
        cdef int32_t scores[MAX_SEATS]
        cdef int seat, seats = self.rules.seats
        cdef uint64_t key
        cdef unsigned char *entry
        cdef void *state = self.state(ply)
        if self.rules.mover(self.rules, state) == OVER:
            self.nodes += 1
            self.rules.results(self.rules, state, scores, values)
            for seat in range(seats):
                values[seats + seat] = margin(self.rules, scores, seat)
            return True
        if ply == self.horizon:
            self.nodes += 1
            self.is_cut = True
            self.estimate(state, values)
            return True
        if self.slots == 0:
            return False
        key = self.key(ply)
        entry = self.entry(key)
        if (<uint64_t *>entry)[0] != key or key == 0:
            return False
        memcpy(values, entry + sizeof(uint64_t), 2 * seats * sizeof(double))
        return True

    cdef void estimate(self, const void *state, double *values) noexcept nogil:
        """Fill the vector of a position that is not over, its returns nearer to nothing than a win."""
        cdef int32_t scores[MAX_SEATS]
        cdef int seat, seats = self.rules.seats
        self.rules.results(self.rules, state, scores, values)
        for seat in range(seats):
            values[seats + seat] = margin(self.rules, scores, seat)
            values[seat] = min(max(values[seats + seat] / self.rules.margin_scale, -1.0), 1.0)
        if self.rules.estimate != NULL:
            self.rules.estimate(self.rules, state, values)
        for seat in range(seats):
            if self.rules.estimate != NULL:
                values[seats + seat] = values[seat] * self.rules.margin_scale
            values[seat] *= MODESTY

    cdef void store(self, uint64_t key, const double *values) noexcept nogil:
        """Write a finished position into the table; it takes the place of another."""
        cdef unsigned char *entry = self.entry(key)
        self.filled += (<uint64_t *>entry)[0] == 0
        (<uint64_t *>entry)[0] = key
        memcpy(entry + sizeof(uint64_t), values, 2 * self.rules.seats * sizeof(double))
        if self.filled * 2 > self.slots and self.slots < self.most_slots:
            self.double_table()

    cdef void double_table(self) noexcept nogil:
        """Use twice as many slots: an entry stays, or moves up by as many as there were."""
        cdef uint64_t slot, before = self.slots
        cdef unsigned char *entry
        self.slots = 2 * before
        for slot in range(before):
            entry = self.entries + slot * self.entry_bytes
            if (<uint64_t *>entry)[0] & before:
                memcpy(entry + before * self.entry_bytes, entry, self.entry_bytes)
                (<uint64_t *>entry)[0] = 0

    cdef void close_frame(self) noexcept nogil:
        """Finish the node on top and hand its value down."""
        cdef Frame *frame = &self.frames[self.ply]
        cdef int entry, length = 2 * self.rules.seats
        if frame.mover == CHANCE and frame.weight > 0:
            for entry in range(length):
                frame.values[entry] /= frame.weight
        if self.slots and not self.unlisted:
            self.store(frame.key, frame.values)
        if self.ply == 0:
            self.finished = True
            return
        self.ply -= 1
        self.take(frame.values)

    def restart(self, State root not None, int horizon=NOWHERE):
        """Search another decision node of the same game next, or to another horizon; what the table holds stays true.

        Raises:
            Unsupported: when no seat has to move; the walk is as before.
        """
        if root.game != self.root.game or root.current_player() < 0:
            raise Unsupported("maxn: no seat has to move in this position")
        self.root = root.clone()
        memcpy(self.states, self.root.data, self.rules.state_bytes)
        self.horizon = horizon
        self.is_cut = False
        self.finished = False
        self.open_frame(0)

    def run(self, *, double seconds, int64_t nodes):
        """Look on, without the GIL, until all is known, for so many seconds or so many nodes.

        Returns:
            Whether all is known; `root_table` tells what.
        """
        cdef double deadline
        cdef double values[2 * MAX_SEATS]
        cdef int64_t looks = 0, last = self.nodes + nodes
        cdef Frame *frame
        with nogil:
            deadline = seconds_now() + seconds
            while not self.finished and not self.unlisted and self.nodes < last:
                looks += 1
                if looks % NODES_A_LOOK == 0 and seconds_now() >= deadline:
                    break
                frame = &self.frames[self.ply]
                if frame.decided or frame.next == frame.count:
                    self.close_frame()
                    continue
                memcpy(self.state(self.ply + 1), self.state(self.ply), self.rules.state_bytes)
                self.rules.play(
                    self.rules, self.state(self.ply + 1),
                    self.actions[self.ply * self.rules.most_actions + frame.next],
                )
                frame.next += 1
                if self.known(self.ply + 1, values):
                    self.take(values)
                else:
                    self.open_frame(self.ply + 1)
        self.root.game.raise_failure()
        return self.finished

    def root_table(self):
        """Return [(action id, returns [seat], margins [seat])] of the root actions whose value is known, ascending."""
        cdef int seats = self.rules.seats, place
        cdef int done = self.frames[0].next - (0 if self.finished or self.ply == 0 else 1)
        return [
            (
                self.actions[place],
                to_list(self.root_values + place * 2 * seats, seats),
                to_list(self.root_values + place * 2 * seats + seats, seats),
            )
            for place in range(done)
        ]

    def best_id(self):
        """Return the id of the action that the seat at the root plays, of those whose value is known."""
        return self.frames[0].best
