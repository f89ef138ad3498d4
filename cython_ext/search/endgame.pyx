"""Exact values of positions of two sides.

The value comes first: under objective "outcome" by two questions with null windows, is it won and is it lost, then
the margin between the bounds that the answers leave; under "margin" by guesses, each of which is asked for with a null
window and moves to the bound that the answer proves (MTD(f), Plaat et al. 1996). Then each action is asked whether it
keeps the value, and the play is followed to its end, by null windows again, which the table mostly answers.
"""
from cpython.buffer cimport PyBUF_WRITE
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from springtail.cython_ext.clock cimport seconds_now
from springtail.cython_ext.game cimport State
from springtail.cython_ext.rules cimport CHANCE, OVER, Action, Rules
from springtail.cython_ext.search.bracket cimport Bracket
from springtail.cython_ext.search.minimax cimport LONGEST_LINE, Frame, Minimax
from springtail.cython_ext.search.scale cimport (
    FAR, FARTHEST_MARGIN, Scale, estimated_worth, figures, least_worth, most_worth, rounding, worth_of_end,
)
from springtail.cython_ext.search.table cimport NO_ACTION, PROVEN, WAYS, Entry, Table, empty, is_full, is_sound

from springtail.cython_ext.errors import Unsupported

from typing import NamedTuple

cdef extern from "Python.h":
    object PyMemoryView_FromMemory(char *memory, Py_ssize_t size, int flags)

cdef enum Stage:
    VALUE       # of the position
    MOVES       # which actions keep it
    LINE        # what is played then
    ALL_KNOWN

VIEWER = 0


class RootAction(NamedTuple):
    """What is known about an action of the root: bounds on its value, and the nodes looked at for it."""

    action: int
    low: int
    high: int
    nodes: int


cdef struct RootMove:
    Action action
    int64_t low         # bounds on the value, the viewer's
    int64_t high
    int64_t nodes


cdef object view(void *memory, size_t size):
    return PyMemoryView_FromMemory(<char *>memory, size, PyBUF_WRITE)


cdef class Endgame:
    """The solution of one position after another, with one table for all of them."""

    cdef State root
    cdef Minimax search
    cdef Bracket bracket            # puts the questions to the search
    cdef const Rules *rules
    cdef RootMove *moves            # [most_actions]
    cdef int count
    cdef Stage stage
    cdef int at                     # the action looked at
    cdef int64_t low                # bounds on the value of the root, the viewer's
    cdef int64_t high
    cdef bint is_brief              # only the value and one action are wanted
    cdef bint all_values            # the value of each action is
    cdef bint is_any_open           # an action whose question is open was met at this horizon
    cdef int64_t guess              # at the value of the root
    cdef int64_t known_low          # what the rules said at once
    cdef int64_t known_high
    cdef unsigned char *scratch     # the state behind an action of the root
    cdef unsigned char *line_state  # the state at the end of the line
    cdef int64_t line_value
    cdef bint is_valued             # whether `line_value` is the value of that
    cdef Action line_actions[LONGEST_LINE]
    cdef int line_length
    cdef bint line_ends             # with the game
    cdef bint line_by_chance        # chance events are in it
    cdef int64_t begun_at           # nodes
    cdef int64_t nodes_before       # the action looked at
    cdef bint is_estimated          # a chance event could not be listed

    def __cinit__(self, State root not None, *, size_t memory_bytes, bint by_margin, str moves="best",
                  table_bytes=None):
        """Take a decision node and the settings.

        Args:
            root: what to solve; what it hides is looked at.
            memory_bytes: for the stack and the table together.
            by_margin: value the margin instead of the return.
            moves: "best" finds all actions that keep the value and the play expected after the first of them; "all" the
                value of each action too; "one" stops at the value and one action.
            table_bytes: size of the table; None is what the stack leaves.

        Raises:
            Unsupported: when the game has more than two sides, or no seat has to move.
            InvalidLimit: when the memory cannot hold the stack.
        """
        cdef const Rules *rules = &root.game.rules
        if rules.seats != 2 and rules.sides != 2:
            raise Unsupported(f"endgame: {root.game.id} for {rules.seats} has more than two sides")
        self.rules = rules
        self.search = Minimax(
            root.game, memory_bytes=memory_bytes, viewer=VIEWER, by_margin=by_margin, table_bytes=table_bytes
        )
        if rules.repeats and not by_margin:
            self.search.scale.per_point = 0     # bounds that meet in the return need not meet in the margin
        self.bracket = Bracket(self.search)
        self.moves = <RootMove *>calloc(rules.most_actions, sizeof(RootMove))
        self.scratch = <unsigned char *>calloc(1, rules.state_bytes)
        self.line_state = <unsigned char *>calloc(1, rules.state_bytes)
        if self.moves == NULL or self.scratch == NULL or self.line_state == NULL:
            raise MemoryError
        self.place(root, moves)

    def __dealloc__(self):
        free(self.moves)
        free(self.scratch)
        free(self.line_state)

    def place(self, State root not None, str moves="best"):
        """Turn to another position of the same game; what the table holds stays of use.

        Raises:
            Unsupported: for a position of another game, or when no seat has to move.
        """
        if root.game != self.search.game:
            raise Unsupported(f"endgame: this table is for {self.search.game!r}, not {root.game!r}")
        if root.current_player() < 0:
            raise Unsupported("endgame: no seat has to move in this position")
        self.root = root.blank_copy()
        self.is_brief = moves == "one"
        self.all_values = moves == "all"
        self.bound(self.root.data, &self.low, &self.high)
        self.known_low = self.low
        self.known_high = self.high
        self.list_moves()
        self.learn(self.low, self.high, NO_ACTION)
        self.guess = estimated_worth(&self.search.scale, self.rules, self.root.data)
        self.line_length = 0
        self.line_ends = False
        self.line_by_chance = False
        self.begun_at = self.search.nodes
        self.search.table.age += 1
        self.bracket.look_ahead(1, PROVEN)
        self.stage = VALUE
        self.begin_next()
        root.game.settle()

    cdef void bound(self, const void *state, int64_t *low, int64_t *high) noexcept:
        """Fill what the rules say at once about the value of a state."""
        cdef int32_t least, most
        low[0] = self.search.scale.least
        high[0] = self.search.scale.most
        if self.search.scale.per_point == 0:
            low[0] = self.search.scale.loss
            high[0] = self.search.scale.win
        if self.rules.mover(self.rules, state) == OVER:
            low[0] = high[0] = worth_of_end(&self.search.scale, self.rules, state)
        elif self.rules.bounds != NULL:
            self.rules.bounds(self.rules, state, VIEWER, &least, &most)
            low[0] = least_worth(&self.search.scale, least)
            high[0] = most_worth(&self.search.scale, most)

    cdef void list_moves(self) noexcept:
        cdef int place
        cdef RootMove *move
        self.count = self.rules.legal(self.rules, self.root.data, self.search.listed)
        for place in range(self.count):
            move = &self.moves[place]
            move.action = self.search.listed[place]
            move.nodes = 0
            self.try_move(move.action)
            self.bound(self.scratch, &move.low, &move.high)

    cdef void try_move(self, Action action) noexcept nogil:
        """Put the state behind an action of the root into `scratch`."""
        memcpy(self.scratch, self.root.data, self.rules.state_bytes)
        self.rules.play(self.rules, self.scratch, action)

    def run(self, *, double seconds, int64_t nodes):
        """Search on, without the GIL, for so many seconds or until so many nodes were looked at for this position.

        Raises:
            Unsupported: when a chance event cannot be listed, or a margin or a weight is beyond the scale.
        """
        cdef double deadline
        cdef int64_t last = min(nodes, FAR) + self.begun_at
        with nogil:
            deadline = seconds_now() + seconds
            while self.stage != ALL_KNOWN and self.bracket.run(deadline, last):
                self.conclude()
                self.begin_next()
        self.root.game.settle()
        if self.is_estimated:
            raise Unsupported(f"endgame: the outcomes of a chance event of {self.root.game.id} are too many to list")
        if self.search.scale.too_large:
            raise Unsupported(f"endgame: margins or weights of {self.root.game.id} are too large for its scale")

    cdef void begin_next(self) noexcept nogil:
        """Begin the next search, of this stage or of one behind it."""
        if self.stage == VALUE:
            if self.low < self.high:
                self.ask_value()
                return
            if self.is_brief and self.best_place() == self.count:
                self.ask_action(self.root.data, self.low)
                return
            self.stage = ALL_KNOWN if self.is_brief else MOVES
            self.at = 0
            self.is_any_open = False
            self.bracket.look_ahead(1, 1)
        if self.stage == MOVES:
            if self.rules.repeats:
                self.pass_answered()
            if self.at < self.count:
                self.ask_move()
                return
            self.stage = LINE
            self.bracket.look_ahead(1, PROVEN)
            self.begin_line()
        if self.stage == LINE:
            self.ask_line()

    cdef void conclude(self) noexcept nogil:
        """Use the result of a search that is over."""
        cdef RootMove *move
        if not (self.bracket.low_proven and self.bracket.high_proven):
            self.is_estimated = True
            self.stage = ALL_KNOWN
        elif self.stage == VALUE:
            self.learn(self.bracket.low, self.bracket.high, self.bracket.best)
            self.guess = self.low + 1 if self.low >= self.guess else self.high
        elif self.stage == MOVES:
            move = &self.moves[self.at]
            move.low = max(move.low, self.bracket.low)
            move.high = min(move.high, self.bracket.high)
            move.nodes += self.search.nodes - self.nodes_before
            self.at += 1
        elif self.stage == LINE:
            if not self.is_valued:  # else only one bound was asked for, and the value is known
                self.line_value = self.bracket.low
                self.is_valued = True
            self.follow(self.bracket.best)

    cdef void learn(self, int64_t low, int64_t high, Action action) noexcept nogil:
        """Tighten the bounds on the value of the root, which no action goes beyond; `action` reaches the mover's."""
        cdef int place
        cdef bint friend = self.is_friend(self.root.data)
        for place in range(self.count):
            if self.moves[place].action == action and friend:
                self.moves[place].low = max(self.moves[place].low, low)
            elif self.moves[place].action == action:
                self.moves[place].high = min(self.moves[place].high, high)
            if friend:
                self.moves[place].high = min(self.moves[place].high, high)
            else:
                self.moves[place].low = max(self.moves[place].low, low)
        self.low = max(self.low, low)
        self.high = min(self.high, high)

    cdef bint is_friend(self, const void *state) noexcept nogil:
        """Whether the seat that moves plays for the viewer."""
        return self.search.scale.friends >> self.rules.mover(self.rules, state) & 1

    cdef void ask_value(self) noexcept nogil:
        """Is it won, is it lost; then, what is it worth. Or is it worth the guess."""
        cdef const Scale *scale = &self.search.scale
        cdef int64_t won = scale.win // 2, lost = scale.loss // 2, first = won, second = lost
        if not self.is_friend(self.root.data):
            first = lost
            second = won
        if self.rules.repeats:
            self.bracket.ask(self.root.data, self.low, self.high, True)
        elif self.rules.outcomes != NULL:
            self.bracket.ask(self.root.data, self.low - 1, self.high + 1, True)
        elif scale.by_margin:
            first = min(max(self.guess, self.low + 1), self.high)
            self.bracket.ask(self.root.data, first - 1, first, True)
        elif self.low < first <= self.high:
            self.bracket.ask(self.root.data, first - 1, first, True)
        elif self.low < second <= self.high:
            self.bracket.ask(self.root.data, second - 1, second, True)
        else:
            self.bracket.ask(self.root.data, self.low - 1, self.high + 1, True)

    cdef void ask_move(self) noexcept nogil:
        """Does the action keep the value of the root, which is known; or what is it worth."""
        self.nodes_before = self.search.nodes
        self.try_move(self.moves[self.at].action)
        if self.is_friend(self.root.data):
            self.bracket.ask(
                self.scratch, self.search.scale.least - 1 if self.all_values else self.low - 1, self.low, False
            )
        else:
            self.bracket.ask(
                self.scratch, self.high, self.search.scale.most + 1 if self.all_values else self.high + 1, False
            )

    cdef void pass_answered(self) noexcept nogil:
        """Turn to the next action whose question is open, at this horizon or the next: none has to wait for another."""
        while True:
            while self.at < self.count and not self.is_open(&self.moves[self.at]):
                self.at += 1
            if self.at < self.count:
                self.is_any_open = True
                return
            if not self.is_any_open:
                return
            self.is_any_open = False
            self.at = 0
            self.bracket.look_ahead(self.bracket.first_horizon + 1, self.bracket.first_horizon + 1)

    cdef bint is_open(self, const RootMove *move) noexcept nogil:
        """Whether it is not known yet if an action keeps the value of the root, or what it is worth."""
        if self.all_values:
            return move.low < move.high
        if self.is_friend(self.root.data):
            return move.low < self.low <= move.high
        return move.low <= self.high < move.high

    cdef void begin_line(self) noexcept nogil:
        """Begin the line with the first action that keeps the value."""
        memcpy(self.line_state, self.root.data, self.rules.state_bytes)
        self.line_value = self.low
        self.is_valued = True
        self.follow(self.moves[self.best_place()].action)

    cdef int best_place(self) noexcept nogil:
        """The place of the first action that is known to keep the value of the root, which is known; else `count`."""
        cdef const RootMove *move
        cdef int place
        cdef bint friend = self.is_friend(self.root.data)
        for place in range(self.count):
            move = &self.moves[place]
            if move.low >= self.low if friend else move.high <= self.high:
                return place
        return self.count

    cdef void follow(self, Action action) noexcept nogil:
        """Add an action to the line, and the likeliest outcomes behind it."""
        cdef int count, place, likeliest
        while True:
            self.line_actions[self.line_length] = action
            self.line_length += 1
            self.rules.play(self.rules, self.line_state, action)
            if self.line_length == LONGEST_LINE or self.rules.mover(self.rules, self.line_state) != CHANCE:
                return
            self.is_valued = False
            self.line_by_chance = True
            count = self.rules.outcomes(self.rules, self.line_state, self.search.listed, self.search.weights)
            likeliest = 0
            for place in range(count):
                if self.search.weights[place] > self.search.weights[likeliest]:
                    likeliest = place
            action = self.search.listed[likeliest]

    cdef void ask_line(self) noexcept nogil:
        """Which action keeps the value of the position that the line has come to."""
        if self.rules.mover(self.rules, self.line_state) == OVER:
            self.line_ends = True
        if self.line_ends or self.line_length == LONGEST_LINE:
            self.stage = ALL_KNOWN
        elif not self.is_valued:
            self.bracket.ask(self.line_state, self.search.scale.least - 1, self.search.scale.most + 1, True)
        else:
            self.ask_action(self.line_state, self.line_value)

    cdef void ask_action(self, const void *state, int64_t value) noexcept nogil:
        """Which action keeps the value of a position, which is known."""
        if self.is_friend(state):
            self.bracket.ask(state, value - 1, value, True)
        else:
            self.bracket.ask(state, value, value + 1, True)

    def take_stock(self):
        """Use what the search under way has proven so far about the value of the root."""
        cdef const Frame *frame = &self.search.frames[0]
        if self.stage == VALUE:
            self.learn(self.bracket.low, self.bracket.high, self.bracket.best)
        if self.stage == VALUE and self.search.ply >= 0 and frame.low_proven and frame.low > -FAR:
            if frame.sign > 0:
                self.learn(frame.low, self.high, frame.best)
            else:
                self.learn(self.low, -frame.low, frame.best)

    @property
    def finished(self):
        """Whether all is known that was asked for."""
        return self.stage == ALL_KNOWN

    @property
    def nodes(self):
        """Nodes looked at for this position."""
        return self.search.nodes - self.begun_at

    @property
    def depth(self):
        """Plies of the longest line looked at."""
        return self.search.deepest

    @property
    def memory_bytes(self):
        """Bytes of the stack and the table."""
        return self.search.arena_bytes

    @property
    def full(self):
        """Whether the table had to forget."""
        return is_full(&self.search.table)

    @property
    def interval(self):
        """Bounds on the value of the position, seat 0's, in units of the scale."""
        return self.low, self.high

    @property
    def known_at_once(self):
        """The bounds that the rules gave before the search."""
        return self.known_low, self.known_high

    @property
    def unbounded(self):
        """The ends of the scale, which say nothing about a value."""
        return self.search.scale.least, self.search.scale.most

    @property
    def rounding(self):
        """How far figures may be from the truth; see `scale.rounding`."""
        cdef int32_t least = -FARTHEST_MARGIN, most = FARTHEST_MARGIN
        if self.rules.bounds != NULL:
            self.rules.bounds(self.rules, self.root.data, VIEWER, &least, &most)
        return rounding(&self.search.scale, self.rules, max(-least, most), self.bracket.widest_gap)

    @property
    def distance(self):
        """Plies to the end of the game along `line`, or None."""
        return self.line_length if self.line_ends and not self.line_by_chance else None

    @property
    def line(self):
        """The play expected from here, as ids."""
        cdef int at
        return [self.line_actions[at] for at in range(self.line_length)]

    def figures(self, value):
        """Return the Figures of a value in units of the scale."""
        return figures(&self.search.scale, self.rules, value, False)

    def estimate(self, Action action):
        """Return the Figures of the game's own estimate of the position behind an action of the root."""
        self.try_move(action)
        return figures(
            &self.search.scale, self.rules, estimated_worth(&self.search.scale, self.rules, self.scratch), True
        )

    def root_actions(self):
        """Return a RootAction for each legal action, in ascending order of ids."""
        cdef int at
        return [
            RootAction(self.moves[at].action, self.moves[at].low, self.moves[at].high, self.moves[at].nodes)
            for at in range(self.count)
        ]

    # A solve can be written down and gone on with.

    @property
    def layout(self):
        """What has to be the same for `restore`: sizes of what is saved."""
        return [
            self.rules.state_bytes, sizeof(RootMove), sizeof(Frame), sizeof(Entry), self.search.stack_bytes,
            self.search.arena_bytes,
        ]

    def save(self):
        """Return (numbers, parts) from which `restore` goes on: a dict for JSON, and blocks of memory that change when
        the search runs. The table of a finished search is left out."""
        cdef Table *table = &self.search.table
        numbers = {
            "stage": self.stage, "at": self.at, "low": self.low, "high": self.high, "guess": self.guess,
            "is_any_open": self.is_any_open,
            "line_value": self.line_value, "is_valued": self.is_valued, "line_length": self.line_length,
            "line_ends": self.line_ends, "line_by_chance": self.line_by_chance, "begun_at": self.begun_at,
            "nodes_before": self.nodes_before, "is_estimated": self.is_estimated, "bracket": self.bracket.progress(),
        }
        return numbers, [
            view(self.moves, self.count * sizeof(RootMove)),
            view(self.line_state, self.rules.state_bytes),
            view(self.bracket.state, self.rules.state_bytes),
            view(self.line_actions, self.line_length * sizeof(Action)),
            view(self.search.stack, self.search.stack_bytes),
            view(table.entries, 0 if self.finished else WAYS * table.buckets * sizeof(Entry)),
        ]

    def restore(self, numbers, parts):
        """Go on from what `save` returned for the same position, settings and layout.

        Raises:
            ValueError: when a part has another length.
        """
        cdef Table *table = &self.search.table
        empty(table)
        self.bracket.set_progress(numbers["bracket"])
        self.stage = numbers["stage"]
        self.at = numbers["at"]
        self.low = numbers["low"]
        self.high = numbers["high"]
        self.guess = numbers["guess"]
        self.is_any_open = numbers["is_any_open"]
        self.line_value = numbers["line_value"]
        self.is_valued = numbers["is_valued"]
        self.line_length = numbers["line_length"]
        self.line_ends = numbers["line_ends"]
        self.line_by_chance = numbers["line_by_chance"]
        self.begun_at = numbers["begun_at"]
        self.nodes_before = numbers["nodes_before"]
        self.is_estimated = numbers["is_estimated"]
        if self.finished:
            empty(table)
        for part, own in zip(parts, self.save()[1], strict=True):
            memoryview(own).cast("B")[:] = part

    def forget(self):
        """Empty the table."""
        empty(&self.search.table)

    def audit(self):
        """Check the table; for tests and debugging.

        Raises:
            AssertionError: when an entry lies where it is not found.
        """
        assert is_sound(&self.search.table), "an entry of the table lies in a wrong bucket"
