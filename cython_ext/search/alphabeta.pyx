"""Alpha-beta with iterative deepening: the best actions of a position, looked at ply by ply deeper.

Each iteration searches the actions of the root in the order of the one before: the first in a window around its last
value (aspiration), as many as lines are wanted in the whole window, the others in a null window until one turns out
better. An iteration that is cut short counts for the actions that it has come to the end of.

With three seats or more all others are taken to play against the seat that moves (the paranoid reduction, Sturtevant
and Korf 2000). What is found then is what they can hold it to, an estimate of the real value.
"""
from libc.stdint cimport int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memmove

from springtail.cython_ext.clock cimport seconds_now
from springtail.cython_ext.game cimport State
from springtail.cython_ext.rules cimport Action, Rules
from springtail.cython_ext.search.minimax cimport LONGEST_LINE, Frame, Minimax
from springtail.cython_ext.search.scale cimport FAR, figures
from springtail.cython_ext.search.table cimport NO_ACTION, PROVEN, Entry, empty, find, is_full

from springtail.cython_ext.errors import IllegalAction, Unsupported

from typing import NamedTuple

cdef enum:
    ASPIRING_FROM = 3   # plies of the first iteration with a narrow window
    DEEPEST = PROVEN - 1

cdef enum Question:
    NULL_WINDOW         # is the action better than the best ones
    ASPIRING            # what is it worth, which is expected near its last value
    ONE_SIDED           # what is it worth, which is beyond a bound
    OPEN                # what is it worth


class RootLine(NamedTuple):
    """What is known about an action of the root: the Figures of its value and the play expected after it.

    `is_exact`: no deeper search can change the value; `depth`: plies of the iteration that found it.
    """

    action: int
    figures: tuple
    is_exact: bool
    depth: int
    nodes: int
    line: list


cdef struct RootMove:
    Action action
    int64_t value       # the mover's; found by iteration `depth`, 0: not found yet
    int depth
    bint is_exact
    bint is_refuted     # as good as the best ones at the most, which no deeper search can change
    int64_t nodes
    int length
    Action line[LONGEST_LINE]


cdef class AlphaBeta:
    """The search of one position after another, with one table for all of them."""

    cdef State root
    cdef Minimax search
    cdef const Rules *rules
    cdef RootMove *moves            # [most_actions], best first
    cdef RootMove moved             # scratch
    cdef unsigned char *scratch     # a state
    cdef int count
    cdef int lines                  # wanted
    cdef int found                  # actions at the front whose value this iteration has found
    cdef int at                     # the action looked at
    cdef int sign                   # 1 where the mover of the root plays for the viewer
    cdef Question question
    cdef int64_t alpha              # its window, the mover's
    cdef int64_t beta
    cdef int64_t begun_at           # nodes
    cdef int64_t nodes_before       # the action looked at
    cdef bint is_idle               # the limit of depth is reached
    cdef readonly int depth         # plies of the last iteration that was completed
    cdef readonly bint proven       # nothing is left to find out

    def __cinit__(self, State root not None, *, size_t memory_bytes, bint by_margin, int lines=1, actions=None,
                  table_bytes=None):
        """Take a decision node and the settings.

        Args:
            root: where to search from; what it hides is looked at.
            memory_bytes: for the stack and the table together.
            by_margin: value the margin instead of the return.
            lines: how many of the best actions get a value and a line.
            actions: ids of the legal actions to look at; None is all.
            table_bytes: size of the table; None is what the stack leaves.

        Raises:
            Unsupported: when no seat has to move.
            IllegalAction: when one of the actions is not legal, or there are none.
            InvalidLimit: when the memory cannot hold the stack.
        """
        self.rules = &root.game.rules
        self.search = Minimax(
            root.game, memory_bytes=memory_bytes, viewer=0, by_margin=by_margin, table_bytes=table_bytes
        )
        self.moves = <RootMove *>calloc(self.rules.most_actions, sizeof(RootMove))
        self.scratch = <unsigned char *>calloc(1, self.rules.state_bytes)
        if self.moves == NULL or self.scratch == NULL:
            raise MemoryError
        self.place(root, lines, actions)

    def __dealloc__(self):
        free(self.moves)
        free(self.scratch)

    def place(self, State root not None, int lines=1, actions=None):
        """Turn to another position of the same game; what the table holds stays of use.

        Raises:
            Unsupported: for a position of another game, or when no seat has to move.
            IllegalAction: when one of the actions is not legal, or there are none; all is as before.
        """
        cdef int place, mover = root.current_player()
        cdef RootMove *move
        if root.game != self.search.game:
            raise Unsupported(f"alphabeta: this table is for {self.search.game!r}, not {root.game!r}")
        if mover < 0:
            raise Unsupported("alphabeta: no seat has to move in this position")
        legal = root.legal_action_ids()
        chosen = legal if actions is None else sorted(set(actions))
        if not chosen or not set(chosen) <= set(legal):
            raise IllegalAction("actions: must be legal actions, at least one")
        self.root = root.blank_copy()
        self.search.view_from(mover if self.rules.seats != 2 and self.rules.sides != 2 else 0)
        self.search.table.age += 1
        self.sign = 1 if self.search.scale.friends >> mover & 1 else -1
        self.count = len(chosen)
        self.lines = lines
        for place in range(self.count):
            move = &self.moves[place]
            move.action = chosen[place]
            move.depth = 0
            move.is_exact = False
            move.nodes = 0
        self.begun_at = self.search.nodes
        self.depth = 0
        self.proven = False
        self.begin_iteration()
        root.game.settle()

    def run(self, *, double seconds, int64_t nodes, int depth):
        """Search on, without the GIL, until one of the limits is reached or nothing is left to find out.

        Args:
            seconds: for so long at the most.
            nodes: until so many nodes were looked at for this position.
            depth: until the iteration of so many plies is completed.

        Raises:
            Unsupported: when a margin or a weight is beyond the scale.
        """
        cdef double deadline
        cdef int64_t last = min(nodes, FAR) + self.begun_at
        depth = min(depth, DEEPEST)
        with nogil:
            deadline = seconds_now() + seconds
            if self.is_idle and self.depth < depth:
                self.begin_iteration()
            while not self.proven and not self.is_idle and self.search.run(deadline, last):
                self.conclude()
                if self.at < self.count:
                    self.ask()
                elif self.end_iteration() or self.depth >= depth:
                    self.is_idle = True
                else:
                    self.begin_iteration()
        self.root.game.settle()
        if self.search.scale.too_large:
            raise Unsupported(f"alphabeta: margins or weights of {self.root.game.id} are too large for its scale")

    # Iterations.

    cdef void begin_iteration(self) noexcept nogil:
        self.is_idle = False
        self.found = 0
        self.at = -1
        self.go_on()
        self.ask()

    cdef bint end_iteration(self) noexcept nogil:
        """Count the iteration; return whether a deeper one would find the same."""
        cdef int place
        cdef bint proven = True
        for place in range(self.count):
            proven = proven and (self.moves[place].is_exact or (place >= self.lines and self.moves[place].is_refuted))
        self.depth += 1
        self.proven = proven
        return proven

    cdef void go_on(self) noexcept nogil:
        """Turn to the next action, and choose what to ask about it first."""
        cdef RootMove *move
        self.at += 1
        if self.at == self.count:
            return
        move = &self.moves[self.at]
        move.is_refuted = False
        self.alpha = -FAR
        self.beta = FAR
        self.question = OPEN
        if self.at >= self.lines:
            self.question = NULL_WINDOW
            self.alpha = self.moves[self.lines - 1].value
            self.beta = self.alpha + 1
        elif self.at == 0 and self.depth + 1 >= ASPIRING_FROM and move.depth == self.depth:
            self.question = ASPIRING
            self.alpha = move.value - self.reach()
            self.beta = move.value + self.reach()

    cdef int64_t reach(self) noexcept nogil:
        """Half of an aspiration window: some points, or a part of a return."""
        if self.search.scale.by_margin:
            return <int64_t>((self.rules.margin_scale / 4 + 1) * self.search.scale.per_point)
        return self.search.scale.per_return // 8

    cdef void ask(self) noexcept nogil:
        """Begin the search of the action looked at, in the window of the question."""
        self.nodes_before = self.search.nodes
        memcpy(self.scratch, self.root.data, self.rules.state_bytes)
        self.rules.play(self.rules, self.scratch, self.moves[self.at].action)
        if self.sign > 0:
            self.search.begin(self.scratch, self.alpha, self.beta, self.depth, False)
        else:
            self.search.begin(self.scratch, -self.beta, -self.alpha, self.depth, False)

    cdef void conclude(self) noexcept nogil:
        """Use the result of a search that is over, and choose what to ask next."""
        cdef RootMove *move = &self.moves[self.at]
        cdef int64_t low = self.search.low, high = self.search.high
        cdef bint low_proven = self.search.low_proven, high_proven = self.search.high_proven
        if self.sign < 0:
            low = -self.search.high
            high = -self.search.low
            low_proven = self.search.high_proven
            high_proven = self.search.low_proven
        move.nodes += self.search.nodes - self.nodes_before
        if self.at >= self.lines and high <= self.alpha:
            move.is_refuted = high_proven
            self.go_on()
        elif low == high or self.question == OPEN:
            self.note_value(low, low_proven and high_proven)
            self.go_on()
        elif self.question == ONE_SIDED:    # searches of different depth met in the table and contradict each other
            self.question = OPEN
            self.alpha = -FAR
            self.beta = FAR
        else:
            self.question = ONE_SIDED
            if low >= self.beta:
                self.alpha = max(self.alpha, low - 1)
                self.beta = FAR
            else:
                self.alpha = -FAR
                self.beta = high + 1

    cdef void note_value(self, int64_t value, bint is_exact) noexcept nogil:
        """Note the value and the line of the action looked at, and move it to its place among the best."""
        cdef RootMove *move = &self.moves[self.at]
        cdef int place = 0
        move.value = value
        move.depth = self.depth + 1
        move.is_exact = is_exact
        move.length = 1 + min(self.search.line_lengths[0], LONGEST_LINE - 1)
        move.line[0] = move.action
        memcpy(move.line + 1, self.search.lines, (move.length - 1) * sizeof(Action))
        self.extend_line(move)
        while place < self.found and self.moves[place].value >= value:
            place += 1
        self.moved = move[0]
        memmove(&self.moves[place + 1], &self.moves[place], (self.at - place) * sizeof(RootMove))
        self.moves[place] = self.moved
        self.found += 1

    cdef void extend_line(self, RootMove *move) noexcept nogil:
        """Follow the table from where it cut the line short, as far as the iteration looked."""
        cdef int64_t value = 0
        cdef int ply
        cdef Action action
        memcpy(self.scratch, self.root.data, self.rules.state_bytes)
        for ply in range(move.length):
            self.rules.play(self.rules, self.scratch, move.line[ply])
        action = self.remembered_action(&value)
        while action != NO_ACTION and move.length <= self.depth and move.length < LONGEST_LINE:
            self.rules.play(self.rules, self.scratch, action)
            ply = move.length
            move.line[ply] = action
            action = self.remembered_action(&value)
            # Where the table knows mirrored positions as one, the action may be the mirror image of the right one.
            if action == NO_ACTION and self.rules.canonical != NULL and self.search.salt == 0:
                return
            move.length += 1

    cdef Action remembered_action(self, int64_t *value) noexcept nogil:
        """The action that the table knows for the state in `scratch`, if it is legal and has the value; the value is
        filled in where it is nothing."""
        cdef const Frame *frame = &self.search.frames[0]
        cdef const Entry *entry
        cdef Action action
        cdef int count, place
        if self.rules.mover(self.rules, self.scratch) < 0:
            return NO_ACTION
        self.search.recognise(&self.search.frames[0], self.scratch)
        entry = find(&self.search.table, frame.words) if frame.remembered else NULL
        if entry == NULL or not entry.low_depth or not entry.high_depth or entry.low != entry.high:
            return NO_ACTION
        if value[0] and value[0] != entry.low + frame.settled:
            return NO_ACTION
        value[0] = entry.low + frame.settled
        action = entry.action & NO_ACTION
        count = self.rules.legal(self.rules, self.scratch, self.search.listed)
        for place in range(count):
            if self.search.listed[place] == action:
                return action
        return NO_ACTION

    # What was found.

    def root_lines(self):
        """Return a RootLine for each action whose value was found, best first."""
        cdef int place, ply
        cdef const RootMove *move
        found = []
        for place in range(self.count):
            move = &self.moves[place]
            if move.depth:
                found.append(RootLine(
                    move.action,
                    figures(&self.search.scale, self.rules, self.sign * move.value, not move.is_exact),
                    move.is_exact and self.search.salt == 0,
                    move.depth,
                    move.nodes,
                    [move.line[ply] for ply in range(move.length)],
                ))
        return found

    @property
    def nodes(self):
        """Nodes looked at for this position."""
        return self.search.nodes - self.begun_at

    @property
    def memory_bytes(self):
        """Bytes of the stack and the table."""
        return self.search.arena_bytes

    @property
    def full(self):
        """Whether the table had to forget."""
        return is_full(&self.search.table)

    def forget(self):
        """Empty the table."""
        empty(&self.search.table)
