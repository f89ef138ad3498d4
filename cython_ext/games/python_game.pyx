"""Games whose rules are a class written in Python, behind the same table as the compiled ones.

A State holds no Python object. It is the way to a position, from the beginning of the game
or from a world that was drawn for a seat, with a key:

    | key | world | length | ended | scores | returns | action 0 | action 1 | ... |

What Python said of a position - mover, actions, results - is remembered under its key,
with the object that said it, which is never changed any more. Along what is remembered
a search goes without the GIL; for the rest, `ask` takes it. Memory is bounded: what was
remembered first is forgotten first, and is made again by playing the way to it.
"""
from cpython.exc cimport PyErr_SetInterrupt
from cpython.pythread cimport PyThread_allocate_lock, PyThread_free_lock
from cpython.ref cimport Py_DECREF, Py_INCREF, PyObject
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from springtail.cython_ext.bits cimport mix
from springtail.cython_ext.game cimport Game, Random, State
from springtail.cython_ext.games.python_memory cimport (
    Known, Memory, find, insert, lock, new_known, open_memory, place_of, remove_oldest, unlock,
)
from springtail.cython_ext.rng cimport Rng, rng_below, rng_next
from springtail.cython_ext.rules cimport CHANCE, MAX_SEATS, MAX_STATE_BYTES, OVER, Action, Rules

from collections import OrderedDict
from functools import lru_cache
from hashlib import blake2b
from math import isfinite, lcm
from numbers import Rational, Real
from operator import index

from springtail.cython_ext.errors import InvalidOptions, InvalidPosition, Unsupported, shown
from springtail.cython_ext.info import Option

cdef enum Request:
    REMEMBER        # the position
    GO_ON           # along an action: the key behind it
    VIEW            # the information key of a seat
    CONCEAL         # from a seat
    REDEAL          # for a seat
    PLAY_OUT

cdef enum:
    BEGINNING = 0       # Way.world

ctypedef struct Way:
    uint64_t key
    uint64_t world              # where it starts: the BEGINNING, or the number of a world
    int32_t length              # actions from there
    int32_t ended               # by a playout: `scores` and `returns` say how, the actions do not
    int32_t scores[MAX_SEATS]
    double returns[MAX_SEATS]
    Action actions[1]           # [longest_game]


cdef inline Memory *memory_of(const Rules *rules) noexcept nogil:
    return <Memory *>rules.tables


cdef uint64_t ask(const Memory *memory, Request request, Way *way, int detail, Rng *rng) noexcept with gil:
    """Ask the user's class. Returns 0 when it raised; the game is `failed` then, and the way is as it was.

    Ctrl-C in the middle of the rules is put off: the question is asked again, which harms nothing since positions
    that are remembered never change, and the interrupt comes up again where the caller's own code goes on.
    """
    cdef PythonGame game = <PythonGame>memory.game
    cdef int attempt
    for attempt in range(2):
        try:
            answer = game.answer(request, way, detail, rng)
            if attempt:
                PyErr_SetInterrupt()
            return answer
        except KeyboardInterrupt:
            if attempt:
                game.fail(RuntimeError(f"{game.id}: interrupted twice in the same call of its rules"))
        except BaseException as error:
            game.fail(error)
            break
    return 0


cdef Known *look_up(const Memory *memory, const Way *way) noexcept nogil:
    """What is known of a position, the lock being held then; NULL, and no lock, when the rules failed."""
    cdef Known *known
    while not memory.failed[0]:
        lock(memory)
        known = find(memory, way.key)
        if known != NULL:
            return known
        unlock(memory)
        ask(memory, REMEMBER, <Way *>way, 0, NULL)
    return NULL


cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    """OVER also when the rules have failed, so that any search comes to its end."""
    cdef const Way *way = <const Way *>state
    cdef const Known *known
    cdef int seat = OVER
    if not way.ended:
        known = look_up(memory_of(rules), way)
        if known != NULL:
            seat = known.mover
            unlock(memory_of(rules))
    return seat


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    cdef const Known *known = look_up(memory_of(rules), <const Way *>state)
    cdef int count
    if known == NULL:
        into[0] = 0     # never none: nobody expects that
        return 1
    count = known.count
    memcpy(into, known.actions, count * sizeof(Action))
    unlock(memory_of(rules))
    return count


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef Way *way = <Way *>state
    cdef Memory *memory = memory_of(rules)
    cdef const Known *known = look_up(memory, way)
    cdef uint64_t key = 0
    cdef int place
    if known == NULL:
        return
    place = place_of(known, action)
    if place >= 0:
        key = known.after[place]
    unlock(memory)
    if place >= 0 and key == 0:
        key = ask(memory, GO_ON, way, action, NULL)
    if key != 0:
        way.key = key
        way.actions[way.length] = action
        way.length += 1


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Way *way = <const Way *>state
    cdef const Known *known = NULL
    if way.ended:
        memcpy(scores, way.scores, rules.seats * sizeof(int32_t))
        memcpy(returns, way.returns, rules.seats * sizeof(double))
        return
    known = look_up(memory_of(rules), way)
    if known == NULL:
        memset(scores, 0, rules.seats * sizeof(int32_t))
        memset(returns, 0, rules.seats * sizeof(double))
        return
    memcpy(scores, known.scores, rules.seats * sizeof(int32_t))
    memcpy(returns, known.returns, rules.seats * sizeof(double))
    unlock(memory_of(rules))


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    return (<const Way *>state).key


cdef int outcomes(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil:
    cdef const Known *known = look_up(memory_of(rules), <const Way *>state)
    cdef int count
    if known == NULL:
        into[0] = 0
        weights[0] = 1
        return 1
    count = known.count
    memcpy(into, known.actions, count * sizeof(Action))
    memcpy(weights, known.weights, count * sizeof(uint32_t))
    unlock(memory_of(rules))
    return count


cdef inline int draw_place(const uint32_t *weights, int count, Rng *rng) noexcept nogil:
    """Draw a place of a list by its weights, whose sum fits 32 bits."""
    cdef uint32_t total = 0, drawn
    cdef int place
    for place in range(count):
        total += weights[place]
    drawn = rng_below(rng, total)
    place = 0
    while drawn >= weights[place]:
        drawn -= weights[place]
        place += 1
    return place


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef const Known *known = look_up(memory_of(rules), <const Way *>state)
    cdef Action action
    if known == NULL:
        return 0
    action = known.actions[draw_place(known.weights, known.count, rng)]
    unlock(memory_of(rules))
    play(rules, state, action)
    return action


cdef void conceal(const Rules *rules, void *state, int seat) noexcept nogil:
    ask(memory_of(rules), CONCEAL, <Way *>state, seat, NULL)


cdef void redeal(const Rules *rules, void *state, int seat, Rng *rng) noexcept nogil:
    ask(memory_of(rules), REDEAL, <Way *>state, seat, rng)


cdef uint64_t information_key(const Rules *rules, const void *state, int seat) noexcept nogil:
    cdef const Known *known = look_up(memory_of(rules), <const Way *>state)
    cdef uint64_t view = 0
    if known == NULL:
        return 0
    view = known.views[seat]
    unlock(memory_of(rules))
    return view if view else ask(memory_of(rules), VIEW, <Way *>state, seat, NULL)


cdef void playout(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Way *way = <Way *>state
    if not way.ended and ask(memory_of(rules), PLAY_OUT, way, 0, rng) == 0:
        memset(way.scores, 0, sizeof(way.scores))
        memset(way.returns, 0, sizeof(way.returns))
        way.ended = True


cdef void bounds_of_wins(
    const Rules *rules, const void *state, int seat, int32_t *least, int32_t *most,
) noexcept nogil:
    """The bounds where the class has no scores of its own: a win counts 1."""
    least[0] = -1
    most[0] = 1


cdef uint64_t stable_hash(object value) except? 0:
    """Hash what a user gave as a key, the same in every process; never 0."""
    if type(value) is int and 0 < value < 1 << 63:
        return mix(<uint64_t>value)
    return int.from_bytes(blake2b(repr(value).encode(), digest_size=8).digest(), "little") or 1


@lru_cache(maxsize=1024)
def _whole_weights(tuple weights):
    """Return whole weights in the proportion of probabilities or weights, their sum below 2**32."""
    from fractions import Fraction  # late: it takes longer to load than all of this module

    if not all([isinstance(weight, Real) and isfinite(weight) and weight > 0 for weight in weights]):
        raise InvalidPosition(f"chance_outcomes: {shown(weights)}, the weights must be numbers above 0")
    exact = [Fraction(w) if isinstance(w, Rational) else Fraction(float(w)).limit_denominator(10**6) for w in weights]
    scale = lcm(*[weight.denominator for weight in exact])
    whole = [int(weight * scale) for weight in exact]
    if 0 in whole or sum(whole) >= 1 << 32:
        total = sum(weights)
        whole = [max(1, int(weight / total * (1 << 31))) for weight in weights]
    return whole


cdef class PythonGame(Game):
    """A game whose rules are a class written in Python (docs/python_games.md).

    The class is called without arguments for the beginning of a game and has OpenSpiel's methods:

    - `current_player()`: the seat that moves; -1 at a chance node.
    - `legal_actions()`: whole numbers from 0 to `actions` - 1, at least one.
    - `apply_action(action)`: plays a legal action or an outcome of chance.
    - `is_terminal()`: whether the game is over.
    - `returns()`: of each seat, from -1 to 1 with sum 0; asked at the end only.
    - `clone()`: an independent copy.

    and, where the game has such a thing:

    - `chance_outcomes()`: [(action, probability or weight)] at a chance node.
    - `scores()`: whole numbers by seat, at any time; without it 1 for each seat with a return above 0.
    - `key()`: equal for equal positions only; an int, a str or a tuple of them. Makes transpositions meet.
    - `observation_key(seat)`: the same for all that the seat may know, at any time, and
      `resample(seat, random)`: a new state drawn uniformly from those that the seat cannot tell apart, with `below`
      and `shuffle` of `random`. It must use nothing that `seat` may not know.
    - `action_to_string(action)`: the notation of any action.

    What the methods raise comes out of the call that led there.

    >>> class Countdown:
    ...     def __init__(self, left=5, mover=0):
    ...         self.left, self.mover = left, mover
    ...     def current_player(self):
    ...         return self.mover
    ...     def legal_actions(self):
    ...         return [take for take in (1, 2) if take <= self.left]
    ...     def apply_action(self, take):
    ...         self.left, self.mover = self.left - take, 1 - self.mover
    ...     def is_terminal(self):
    ...         return self.left == 0
    ...     def returns(self):
    ...         return [-1, 1] if self.mover == 0 else [1, -1]
    ...     def clone(self):
    ...         return Countdown(self.left, self.mover)
    >>> import springtail as st
    >>> state = st.PythonGame(Countdown, players=2, actions=3).start()
    >>> state.apply_action("2")
    >>> state.legal_actions(), state.current_player()
    (['1', '2'], 1)
    """

    cdef Memory memory
    cdef readonly object state_class
    cdef dict settings
    cdef object first                   # the beginning
    cdef object worlds                  # {number: object}, the latest used last
    cdef object failure
    cdef list names                     # the class's own notation [action], or None
    cdef dict numbers                   # {notation: action}, or None
    cdef bint has_chance
    cdef bint has_scores
    cdef bint has_key

    def __cinit__(self, *args, **settings):
        self.memory.lock = PyThread_allocate_lock()
        if self.memory.lock == NULL:
            raise MemoryError

    def __init__(self, state_class, *, players, actions, most_actions=None, longest_game=500, repeats=None,
                 margin_scale=1.0, limit=100_000, id="python"):
        """Take the class and the size of the game.

        Args:
            state_class: makes the beginning of a game; importable by its name if states are to be pickled.
            players: number of seats, 1 to 8.
            actions: action ids are 0 to actions - 1, for decisions and outcomes of chance together.
            most_actions: most legal actions, or outcomes, in one position; None is `actions`.
            longest_game: no game has more plies; at most 992.
            repeats: whether a position can come back in the course of a game; None is yes where there is a `key`.
            margin_scale: a margin of scores that decides a game.
            limit: positions to remember at most; each takes about 300 bytes and one object of the class.
            id: name of the game.

        Raises:
            InvalidOptions: naming the argument, or all methods that are missing.
        """
        self.state_class = state_class
        self.settings = {
            "players": _whole("players", players, 1, MAX_SEATS),
            "actions": _whole("actions", actions, 1, (1 << 24) - 1),
            "most_actions": _whole("most_actions", actions if most_actions is None else most_actions, 1, actions),
            "longest_game": _whole("longest_game", longest_game, 1, (MAX_STATE_BYTES - sizeof(Way)) // sizeof(Action)),
            "repeats": repeats,
            "margin_scale": margin_scale,
            "limit": _whole("limit", limit, 1, 1 << 30),
            "id": id,
        }
        if repeats is not None and not isinstance(repeats, bool):
            raise InvalidOptions(f"repeats: {shown(repeats)} is not True, False or None")
        if not isinstance(margin_scale, Real) or not 0 < margin_scale < float("inf"):
            raise InvalidOptions(f"margin_scale: {shown(margin_scale)} is not a number above 0")
        if not isinstance(id, str) or not id:
            raise InvalidOptions(f"id: {shown(id)} is not a name")
        self.first = state_class()
        self.worlds = OrderedDict()
        Game.__init__(self, players=players)

    def build(self):
        cdef dict settings = self.settings
        cdef object first = self.first
        missing = [name for name in _REQUIRED if not callable(getattr(first, name, None))]
        if missing:
            raise InvalidOptions(f"state_class: {type(first).__name__} has no {', '.join(missing)}")
        self.has_chance = hasattr(first, "chance_outcomes")
        self.has_scores = hasattr(first, "scores")
        self.has_key = hasattr(first, "key")
        if hasattr(first, "action_to_string"):
            self.name_actions()
        self.memory.game = <PyObject *>self
        self.memory.failed = &self.failed
        if not open_memory(&self.memory, settings["limit"]):
            raise MemoryError
        self.rules = Rules(
            state_bytes=(sizeof(Way) + settings["longest_game"] * sizeof(Action)) & ~7,
            seats=settings["players"], actions=settings["actions"], most_actions=settings["most_actions"],
            longest_game=settings["longest_game"], sides=0,
            repeats=self.has_key if settings["repeats"] is None else settings["repeats"], settles=False,
            margin_scale=settings["margin_scale"], tables=&self.memory,
            mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=NULL, roll=NULL, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=playout, estimate=NULL, bounds=NULL, order=NULL, candidates=NULL, canonical=NULL,
        )
        if self.has_chance:
            self.rules.outcomes, self.rules.roll = outcomes, roll
        if not self.has_scores:
            self.rules.bounds = bounds_of_wins
        if hasattr(first, "resample") != hasattr(first, "observation_key"):
            raise InvalidOptions("state_class: resample and observation_key belong together")
        if hasattr(first, "resample"):
            self.rules.conceal, self.rules.redeal, self.rules.information_key = conceal, redeal, information_key

    cdef int name_actions(self) except -1:
        """Take the class's own notation."""
        self.names = [self.first.action_to_string(action) for action in range(self.settings["actions"])]
        self.numbers = {name: action for action, name in enumerate(self.names)}
        if len(self.numbers) < len(self.names) or not all([isinstance(name, str) for name in self.names]):
            raise InvalidOptions("state_class: action_to_string must give each action a text of its own")
        return 0

    def __dealloc__(self):
        if self.memory.buckets != NULL:
            self.forget_all()
        free(self.memory.buckets)
        free(self.memory.queue)
        if self.memory.lock != NULL:
            PyThread_free_lock(self.memory.lock)

    @property
    def id(self):
        """Name of the game."""
        return self.settings["id"]

    @property
    def OPTIONS(self):
        """The number of seats, which is fixed."""
        return {"players": Option(self.settings["players"], (self.settings["players"],), "number of seats")}

    @property
    def stored_states(self):
        """Number of positions remembered, at most the `limit`."""
        return self.memory.size

    def forget(self):
        """Forget all positions, which frees their memory. States stay good; what they need is made again."""
        self.forget_all()

    cdef void forget_all(self) noexcept:
        while self.memory.size:
            self.forget_oldest()

    def raise_failure(self):
        """Raise what the rules have raised, once."""
        failure, self.failure = self.failure, None
        self.failed = False
        if failure is not None:
            raise failure

    cdef void fail(self, error) noexcept:
        """Keep the first error and let all positions read as over until it is raised."""
        if self.failure is None:
            self.failure = error
        self.failed = True

    # What compiled code asks.

    cdef uint64_t answer(self, Request request, Way *way, int detail, Rng *rng) except 0:
        if request == REMEMBER:
            self.remember(way.key, self.object_at(way))
            return way.key
        if request == GO_ON:
            return self.go_on(way, detail)
        if request == VIEW:
            return self.view(way, detail)
        if request == CONCEAL:
            return self.conceal(way, detail)
        if request == REDEAL:
            return self.redeal(way, detail, rng)
        return self.play_out(way, rng)

    cdef object object_at(self, const Way *way):
        """Return the user's object of a position, remembered or made anew; it must not be changed."""
        cdef object state = None
        cdef const Known *known
        lock(&self.memory)
        known = find(&self.memory, way.key)
        if known != NULL:
            state = <object>known.state
        unlock(&self.memory)
        if state is None:
            state = self.origin(way.world).clone()
            for place in range(way.length):
                state.apply_action(way.actions[place])
        return state

    cdef object origin(self, uint64_t world):
        """Return the object that a way begins with; a world is kept longest from now on."""
        if world == BEGINNING:
            return self.first
        state = self.worlds.get(world)
        if state is None:
            raise Unsupported(f"{self.id}: more than {self.settings['limit']} worlds were drawn after this one")
        self.worlds.move_to_end(world)
        return state

    cdef uint64_t key_of(self, state, uint64_t otherwise) except 0:
        return stable_hash(state.key()) if self.has_key else otherwise

    cdef uint64_t go_on(self, const Way *way, Action action) except 0:
        """Play an action on a copy and remember the position behind it; return its key."""
        cdef uint64_t key
        cdef int place
        cdef Known *known
        if way.length >= self.rules.longest_game:
            raise self.too_long()
        state = self.object_at(way).clone()
        state.apply_action(action)
        key = self.key_of(state, mix(way.key + mix(<uint64_t>action + 1)) or 1)
        self.remember(key, state)
        lock(&self.memory)
        known = find(&self.memory, way.key)
        place = -1 if known == NULL else place_of(known, action)
        if place >= 0:
            known.after[place] = key
        unlock(&self.memory)
        return key

    cdef object too_long(self):
        return InvalidPosition(f"longest_game: the game is not over after {self.rules.longest_game} plies")

    cdef uint64_t view_of(self, state, int seat) except 0:
        return mix(stable_hash(state.observation_key(seat)) + <uint64_t>seat) or 1

    cdef uint64_t view(self, const Way *way, int seat) except 0:
        cdef uint64_t view = self.view_of(self.object_at(way), seat)
        cdef Known *known
        lock(&self.memory)
        known = find(&self.memory, way.key)
        if known != NULL:
            known.views[seat] = view
        unlock(&self.memory)
        return view

    cdef uint64_t conceal(self, Way *way, int seat) except 0:
        """Go to the world that is drawn with what the seat sees for a seed: the same from all that look alike."""
        state = self.object_at(way)
        cdef uint64_t view = self.view_of(state, seat)
        return self.go_to_world(way, state, seat, view, view)

    cdef uint64_t redeal(self, Way *way, int seat, Rng *rng) except 0:
        """Go to a newly drawn world."""
        state = self.object_at(way)
        self.origin(way.world)
        return self.go_to_world(way, state, seat, self.view_of(state, seat), rng_next(rng))

    cdef uint64_t go_to_world(self, Way *way, state, int seat, uint64_t view, uint64_t seed) except 0:
        """Draw a world, which the view and the seed decide, and so they number it."""
        cdef Random random = Random.__new__(Random)
        cdef uint64_t number = mix(view + mix(seed)) or 1, key
        random.rng.state = seed
        world = state.resample(seat, random)
        if self.view_of(world, seat) != view:
            raise InvalidPosition(f"resample: the state drawn has another observation_key for seat {seat}")
        key = self.key_of(world, number)
        self.worlds[number] = world
        if len(self.worlds) > self.settings["limit"]:
            self.worlds.popitem(last=False)
        memset(way, 0, self.rules.state_bytes)
        way.key = key
        way.world = number
        return key

    cdef uint64_t play_out(self, Way *way, Rng *rng) except 0:
        """Play a copy to the end; only how it ended is kept, and in the way itself."""
        cdef int plies = way.length, count
        state = self.object_at(way).clone()
        is_terminal, legal_actions, apply_action = state.is_terminal, state.legal_actions, state.apply_action
        while not is_terminal():
            if plies >= self.rules.longest_game:
                raise self.too_long()
            plies += 1
            if self.has_chance and state.current_player() == CHANCE:
                actions, weights = self.outcomes_of(state)
                apply_action(actions[draw_from(weights, rng)])
                continue
            actions = legal_actions()
            count = len(actions)
            if count == 0:
                raise InvalidPosition("legal_actions: none, but the game is not over")
            apply_action(actions[<int>rng_below(rng, <uint32_t>count)])
        self.read_results(state, True, way.scores, way.returns)
        way.ended = True
        return way.key

    # What the user's class says, checked.

    cdef tuple outcomes_of(self, state):
        pairs = sorted(state.chance_outcomes())
        if not pairs:
            raise InvalidPosition("chance_outcomes: none, but the game is not over")
        return [index(action) for action, _ in pairs], _whole_weights(tuple([weight for _, weight in pairs]))

    cdef int read_results(self, state, bint over, int32_t *scores, double *returns) except -1:
        cdef int seat, seats = self.rules.seats
        cdef double total = 0
        memset(scores, 0, seats * sizeof(int32_t))
        memset(returns, 0, seats * sizeof(double))
        if over:
            values = list(state.returns())
            for seat in range(min(seats, len(values))):
                returns[seat] = values[seat]
                total += returns[seat]
            fair = seats == 1 or abs(total) < 1e-6
            if len(values) != seats or not fair or not all([-1 <= value <= 1 for value in values]):
                raise InvalidPosition(f"returns: {shown(values)}, must be {seats} numbers from -1 to 1 with sum 0")
            for seat in range(seats):
                scores[seat] = returns[seat] > 0
        if self.has_scores:
            values = list(state.scores())
            if len(values) != seats:
                raise InvalidPosition(f"scores: {shown(values)}, must be {seats} whole numbers")
            for seat in range(seats):
                scores[seat] = values[seat]
        return 0

    cdef Known *examine(self, uint64_t key, state) except NULL:
        """Ask all that is remembered of a position."""
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        cdef bint over = state.is_terminal()
        cdef int mover = OVER, place, count
        cdef Known *known
        actions, weights = [], []
        if not over:
            mover = state.current_player()
            if mover == CHANCE and self.has_chance:
                actions, weights = self.outcomes_of(state)
            elif 0 <= mover < self.rules.seats:
                actions = sorted([index(action) for action in state.legal_actions()])
            else:
                raise InvalidPosition(f"current_player: {mover}, must be a seat from 0 to {self.rules.seats - 1}")
            self.check_actions("chance_outcomes" if mover == CHANCE else "legal_actions", actions)
        self.read_results(state, over, scores, returns)
        count = len(actions)
        known = new_known(key, count)
        if known == NULL:
            raise MemoryError
        known.mover = mover
        memcpy(known.scores, scores, self.rules.seats * sizeof(int32_t))
        memcpy(known.returns, returns, self.rules.seats * sizeof(double))
        for place in range(count):
            known.actions[place] = actions[place]
            known.weights[place] = weights[place] if weights else 0
        known.state = <PyObject *>state
        Py_INCREF(state)
        return known

    cdef int check_actions(self, name, list actions) except -1:
        if not actions:
            raise InvalidPosition(f"{name}: none, but the game is not over")
        if len(set(actions)) < len(actions) or actions[0] < 0 or max(actions) >= self.rules.actions:
            raise InvalidPosition(f"{name}: {shown(actions)}, must be different and below {self.rules.actions}")
        if len(actions) > self.rules.most_actions:
            raise InvalidPosition(f"{name}: {len(actions)}, more than the most_actions, {self.rules.most_actions}")
        return 0

    cdef int remember(self, uint64_t key, state) except -1:
        """Remember a position, forgetting the oldest if there are too many."""
        cdef Known *known
        cdef bint inserted
        lock(&self.memory)
        known = find(&self.memory, key)
        unlock(&self.memory)
        if known != NULL:
            return 0
        known = self.examine(key, state)
        if self.memory.size == self.memory.limit:
            self.forget_oldest()
        lock(&self.memory)
        inserted = insert(&self.memory, known)
        unlock(&self.memory)
        if not inserted:    # another thread was faster
            discard(known)
        return 0

    cdef void forget_oldest(self) noexcept:
        cdef Known *known
        lock(&self.memory)
        known = remove_oldest(&self.memory)
        unlock(&self.memory)
        if known != NULL:
            discard(known)

    # The hooks of Game.

    def place_setup(self, State state, setup):
        Game.place_setup(self, state, setup)
        (<Way *>state.data).key = self.key_of(self.first, 1)

    def same_position(self, State one, State other):
        if not self.has_key:
            return False
        return self.object_at(<Way *>one.data).key() == self.object_at(<Way *>other.data).key()

    def name_action(self, int action):
        return str(action) if self.names is None else self.names[action]

    def find_action(self, str text):
        if self.numbers is not None:
            return self.numbers.get(text)
        action = int(text) if text.isdecimal() and len(text) < 9 else self.rules.actions
        return action if action < self.rules.actions and str(action) == text else None

    def draw(self, State state, seat=None):
        """Return the text of the user's object, or of what it says that a seat may know."""
        shows = self.object_at(<Way *>state.data)
        if seat is not None and self.rules.conceal != NULL:
            return str(shows.observation_key(seat))
        return Game.draw(self, state, seat) if type(shows).__str__ is object.__str__ else str(shows)

    def __eq__(self, other):
        if type(other) is not type(self):
            return False
        return self.state_class == (<PythonGame>other).state_class and self.settings == (<PythonGame>other).settings

    def __hash__(self):
        return hash((self.state_class, self.settings["id"]))

    def __reduce__(self):
        return _make_python_game, (type(self), self.state_class, self.settings)

    def __repr__(self):
        name = getattr(self.state_class, "__name__", None) or repr(self.state_class)
        return f"PythonGame({name}, players={self.settings['players']}, actions={self.settings['actions']})"


def _make_python_game(cls, state_class, settings):
    return cls(state_class, **settings)


cdef void discard(Known *known) noexcept:
    """Free what was remembered of a position; the caller holds the GIL, and not the lock, since anything may run."""
    Py_DECREF(<object>known.state)
    free(known)


cdef int draw_from(list weights, Rng *rng) except -1:
    """Draw a place of a list by its whole weights."""
    cdef uint32_t drawn = rng_below(rng, <uint32_t>sum(weights))
    cdef int place = 0
    while drawn >= <uint32_t>weights[place]:
        drawn -= <uint32_t>weights[place]
        place += 1
    return place


def _whole(name, value, least, most):
    """Return a whole number in a range; raise InvalidOptions naming the argument."""
    if type(value) is not int or not least <= value <= most:
        raise InvalidOptions(f"{name}: {shown(value)} is not a whole number from {least} to {most}")
    return value


_REQUIRED = ("current_player", "legal_actions", "apply_action", "is_terminal", "returns", "clone")
