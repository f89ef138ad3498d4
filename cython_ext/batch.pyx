"""Many games side by side: one call plays an action in each of them, without the GIL."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from springtail.cython_ext.game cimport Game, Random, State
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport CHANCE, MAX_SEATS, OVER, Action, Rules

from springtail.cython_ext.errors import IllegalAction, InvalidOptions, InvalidPosition, shown
from springtail.cython_ext.game import seed_words

cdef enum:
    NO_ACTION = -1


cdef class Batch:
    """States of one game, played side by side; chance plays by itself, each state by its own random numbers.

    The arrays that a property gives stay the same objects and change with each step; copy what is to be kept.

    >>> from springtail.engines import game
    >>> batch = Batch(game("connect_four").start(), 3, seed=1)
    >>> batch.step([3, 3, 0])
    >>> batch.movers.tolist(), batch.masks.shape
    ([1, 1, 1], (3, 7))
    """

    cdef readonly Game game
    cdef readonly bint restarts     # whether a game that is over begins anew in the same step
    cdef Py_ssize_t count
    cdef Py_ssize_t start_count
    cdef size_t state_bytes
    cdef unsigned char *states      # [state, byte]
    cdef unsigned char *begun       # [start, byte]: where games begin
    cdef Rng *streams               # [state]
    cdef readonly object movers
    cdef readonly object legal
    cdef readonly object counts
    cdef readonly object rewards
    cdef readonly object done
    cdef readonly object plies
    cdef object mask_array          # made when it is asked for
    cdef uint8_t[:, ::1] mask_view
    cdef int32_t[:, ::1] marked_view    # the legal actions that it has, up to NO_ACTION
    cdef int8_t[::1] mover_view     # the same memory as the arrays above
    cdef int32_t[:, ::1] legal_view
    cdef int32_t[::1] count_view
    cdef double[:, ::1] reward_view
    cdef uint8_t[::1] done_view
    cdef int64_t[::1] ply_view

    def __cinit__(self):
        self.states = self.begun = NULL
        self.streams = NULL

    def __init__(self, starts, count=None, *, seed=None, bint restarts=True):
        """Take where games begin.

        Args:
            starts: a State, or States of one game: state i begins as number i of them, counted round.
            count: how many states there are; None for as many as starts.
            seed: of the random numbers of all states; None draws a fresh one.
            restarts: whether a game that is over begins anew in the same step, at a start drawn by its random numbers.

        Raises:
            InvalidPosition: without starts, or when they are not of one game.
            InvalidOptions: when the count is no number above 0, or the seed is none.
        """
        cdef State state
        cdef Py_ssize_t at
        if self.states != NULL:
            raise TypeError("a Batch is made once")
        given = [starts] if isinstance(starts, State) else list(starts)
        if not given or not all(isinstance(one, State) for one in given):
            raise InvalidPosition("starts: must be a State or several")
        self.game = given[0].game
        if any(one.game != self.game for one in given):
            raise InvalidPosition("starts: must all be states of one game with the same options")
        number = len(given) if count is None else count
        if type(number) is not int or number < 1:
            raise InvalidOptions(f"count: must be a whole number above 0, not {shown(count)}")
        words = seed_words(seed, number)
        self.allocate(number, len(given), restarts)
        for at in range(self.start_count):
            state = given[at]
            memcpy(self.begun + at * self.state_bytes, state.data, self.state_bytes)
        for at in range(self.count):
            self.streams[at].state = words[at]
        self.reset()

    cdef int allocate(self, Py_ssize_t count, Py_ssize_t start_count, bint restarts) except -1:
        """Make room for states, all of them blank."""
        import numpy

        cdef const Rules *rules = &self.game.rules
        self.count, self.start_count, self.restarts = count, start_count, restarts
        self.state_bytes = rules.state_bytes
        self.states = <unsigned char *>malloc(count * self.state_bytes)
        self.begun = <unsigned char *>malloc(start_count * self.state_bytes)
        self.streams = <Rng *>malloc(count * sizeof(Rng))
        if self.states == NULL or self.begun == NULL or self.streams == NULL:
            raise MemoryError
        self.movers = numpy.zeros(count, numpy.int8)
        self.legal = numpy.full((count, rules.most_actions), NO_ACTION, numpy.int32)
        self.counts = numpy.zeros(count, numpy.int32)
        self.rewards = numpy.zeros((count, rules.seats), numpy.float64)
        self.done = numpy.zeros(count, numpy.bool_)
        self.plies = numpy.zeros(count, numpy.int64)
        self.mask_array = None
        self.mover_view, self.legal_view, self.count_view = self.movers, self.legal, self.counts
        self.reward_view, self.done_view, self.ply_view = self.rewards, self.done.view(numpy.uint8), self.plies
        for array in (self.movers, self.legal, self.counts, self.rewards, self.done, self.plies):
            array.flags.writeable = False
        return 0

    def __dealloc__(self):
        free(self.states)
        free(self.begun)
        free(self.streams)

    def __len__(self):
        return self.count

    @property
    def masks(self):
        """Whether each action is legal, bool [state, action]; brought up to date when it is asked for."""
        import numpy

        cdef Py_ssize_t at, place
        if self.mask_array is None:
            self.mask_array = numpy.zeros((self.count, self.game.rules.actions), numpy.bool_)
            self.mask_view = self.mask_array.view(numpy.uint8)
            self.mask_array.flags.writeable = False
            self.marked_view = numpy.full((self.count, self.game.rules.most_actions), NO_ACTION, numpy.int32)
        with nogil:
            for at in range(self.count):
                place = 0
                while place < self.game.rules.most_actions and self.marked_view[at, place] != NO_ACTION:
                    self.mask_view[at, self.marked_view[at, place]] = 0
                    place += 1
                for place in range(self.count_view[at]):
                    self.mask_view[at, self.legal_view[at, place]] = 1
                    self.marked_view[at, place] = self.legal_view[at, place]
                if self.count_view[at] < self.game.rules.most_actions:
                    self.marked_view[at, self.count_view[at]] = NO_ACTION
        return self.mask_array

    # Playing.

    cdef void move_on(self, Py_ssize_t at) noexcept nogil:
        """Play chance until a seat moves or the game is over; then note who moves and what is legal."""
        cdef const Rules *rules = &self.game.rules
        cdef void *state = self.states + at * self.state_bytes
        cdef int32_t *into = &self.legal_view[at, 0]
        cdef int mover = rules.mover(rules, state)
        cdef int count = 0, place
        while mover == CHANCE:
            rules.roll(rules, state, &self.streams[at])
            self.ply_view[at] += 1
            mover = rules.mover(rules, state)
        if mover != OVER:
            count = rules.legal(rules, state, into)
        for place in range(count, rules.most_actions):
            into[place] = NO_ACTION
        self.mover_view[at] = <int8_t>mover
        self.count_view[at] = count

    cdef void begin(self, Py_ssize_t at, Py_ssize_t start) noexcept nogil:
        """Put a state where games begin."""
        memcpy(self.states + at * self.state_bytes, self.begun + start * self.state_bytes, self.state_bytes)
        self.ply_view[at] = 0
        self.move_on(at)

    cdef void play(self, Py_ssize_t at, Action action) noexcept nogil:
        """Play a legal action in a game that goes on, and pay out and begin anew when it is over."""
        cdef const Rules *rules = &self.game.rules
        cdef void *state = self.states + at * self.state_bytes
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        cdef int seat
        rules.play(rules, state, action)
        self.ply_view[at] += 1
        self.move_on(at)
        if self.mover_view[at] == OVER:
            self.done_view[at] = 1
            rules.results(rules, state, scores, returns)
            for seat in range(rules.seats):
                self.reward_view[at, seat] = returns[seat]
            if self.restarts:
                self.begin(at, rng_below(&self.streams[at], <uint32_t>self.start_count))

    cdef bint allows(self, Py_ssize_t at, int64_t action) noexcept nogil:
        """Return whether an action is legal; legal ones ascend."""
        cdef int low = 0, high = self.count_view[at], middle
        while low < high:
            middle = (low + high) // 2
            if self.legal_view[at, middle] < action:
                low = middle + 1
            else:
                high = middle
        return low < self.count_view[at] and self.legal_view[at, low] == action

    def step(self, actions):
        """Play an action in each state, chance after it included.

        Args:
            actions: ids, whole numbers [state]; what is given for a game that is over is not looked at.

        Raises:
            InvalidOptions: when it is no array of so many whole numbers.
            IllegalAction: names the first state whose action is not legal; nothing has been played then.
        """
        import numpy

        cdef const int64_t[::1] chosen
        cdef Py_ssize_t at, wrong = -1
        given = numpy.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise InvalidOptions(f"actions: must be {self.count} whole numbers, not {given.dtype} {list(given.shape)}")
        chosen = numpy.ascontiguousarray(given, numpy.int64)
        with nogil:
            for at in range(self.count):
                if self.mover_view[at] != OVER and not self.allows(at, chosen[at]):
                    wrong = at
                    break
            if wrong < 0:
                memset(&self.reward_view[0, 0], 0, self.count * self.game.rules.seats * sizeof(double))
                memset(&self.done_view[0], 0, self.count)
                for at in range(self.count):
                    if self.mover_view[at] != OVER:
                        self.play(at, <Action>chosen[at])
        if wrong >= 0:
            raise IllegalAction(f"state {wrong}: action {chosen[wrong]} is not legal")
        self.game.settle()

    def sample(self):
        """Return a legal action for each state, drawn uniformly, int32 [state]; -1 where the game is over."""
        import numpy

        drawn = numpy.full(self.count, NO_ACTION, numpy.int32)
        cdef int32_t[::1] into = drawn
        cdef Py_ssize_t at
        with nogil:
            for at in range(self.count):
                if self.count_view[at]:
                    into[at] = self.legal_view[at, rng_below(&self.streams[at], <uint32_t>self.count_view[at])]
        return drawn

    def reset(self):
        """Begin all games anew, state i as start i, counted round."""
        cdef Py_ssize_t at
        memset(&self.reward_view[0, 0], 0, self.count * self.game.rules.seats * sizeof(double))
        memset(&self.done_view[0], 0, self.count)
        with nogil:
            for at in range(self.count):
                self.begin(at, at % self.start_count)
        self.game.settle()

    # One of the states.

    cdef Py_ssize_t place(self, number) except -1:
        if type(number) is not int or not 0 <= number < self.count:
            raise InvalidOptions(f"number: must be a whole number from 0 to {self.count - 1}, not {shown(number)}")
        return number

    def state(self, number):
        """Return a copy of one of the states, without its past.

        Raises:
            InvalidOptions: when there is none with this number.
        """
        cdef State copy = State.__new__(State, self.game)
        memcpy(copy.data, self.states + self.place(number) * self.state_bytes, self.state_bytes)
        return copy

    def random(self, number):
        """Return a copy of the random numbers of one of the states.

        Raises:
            InvalidOptions: when there is none with this number.
        """
        cdef Random copy = Random(0)
        copy.rng = self.streams[self.place(number)]
        return copy

    def put(self, number, State state not None):
        """Replace one of the states; its rewards stay those of the last step.

        Raises:
            InvalidOptions: when there is none with this number.
            InvalidPosition: when the state is of another game.
        """
        cdef Py_ssize_t at = self.place(number)
        if state.game != self.game:
            raise InvalidPosition(f"state: must be a state of {self.game!r}")
        memcpy(self.states + at * self.state_bytes, state.data, self.state_bytes)
        self.ply_view[at] = 0
        with nogil:
            self.move_on(at)
        self.game.settle()

    # Copies.

    def __reduce__(self):
        cdef bytes states = self.states[:self.count * self.state_bytes]
        cdef bytes begun = self.begun[:self.start_count * self.state_bytes]
        streams = [self.streams[at].state for at in range(self.count)]
        return _make_batch, (
            self.game, self.restarts, states, begun, streams, self.rewards.copy(), self.done.copy(), self.plies.copy(),
        )

    def __copy__(self):
        make, arguments = self.__reduce__()
        return make(*arguments)

    def __deepcopy__(self, memo):
        return self.__copy__()

    def __repr__(self):
        return f"<Batch of {self.count} states of {self.game!r}>"


def _make_batch(Game game, restarts, bytes states, bytes begun, list streams, rewards, done, plies):
    """Undo Batch.__reduce__."""
    cdef Batch batch = Batch.__new__(Batch)
    cdef size_t size = game.rules.state_bytes
    cdef Py_ssize_t at, count = len(streams)
    batch.game = game
    if len(states) != <Py_ssize_t>(count * size) or len(begun) % size:
        raise InvalidPosition("pickle: written by another version of springtail")
    batch.allocate(count, len(begun) // size, restarts)
    memcpy(batch.states, <const unsigned char *>states, len(states))
    memcpy(batch.begun, <const unsigned char *>begun, len(begun))
    for at in range(count):
        batch.streams[at].state = streams[at]
        batch.move_on(at)
    for kept, array in (rewards, batch.rewards), (done, batch.done), (plies, batch.plies):
        array.flags.writeable = True
        array[:] = kept
        array.flags.writeable = False
    return batch
