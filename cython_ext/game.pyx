"""Game, State and Observation: the contract as Python objects.

All checking happens here, once; below, the table of rules is called without checks.
"""
from cpython.mem cimport PyMem_Calloc, PyMem_Free
from cpython.number cimport PyNumber_Index
from libc.stdint cimport int32_t, uint32_t
from libc.string cimport memcmp, memcpy

from springtail.cython_ext.rng cimport rng_below
from springtail.cython_ext.rules cimport CHANCE, MAX_SEATS, MAX_STATE_BYTES, OVER, UNNUMBERED, Action, Rules, margin

import secrets
from copy import deepcopy
from types import MappingProxyType

from springtail.cython_ext.errors import (
    IllegalAction,
    InvalidOptions,
    InvalidPosition,
    TooManyOutcomes,
    Unsupported,
    shown,
)
from springtail.cython_ext.info import GameInfo, check_options


cdef class Random:
    """A stream of random numbers that is the same for the same seed, for ever.

    >>> [Random(7).below(6) for _ in range(3)] == [Random(7).below(6)] * 3
    True
    """

    def __init__(self, seed=None):
        """Seed through numpy's SeedSequence; None draws a fresh seed.

        Raises:
            InvalidOptions: when it is no seed.
        """
        self.rng.state = seed_words(secrets.randbits(64) if seed is None else seed, 1)[0]

    def below(self, uint32_t n):
        """Return a uniform integer from 0 to n - 1."""
        if n == 0:
            raise ValueError("n: must be at least 1")
        return rng_below(&self.rng, n)

    def shuffle(self, list items):
        """Shuffle in place."""
        cdef Py_ssize_t at, other
        for at in range(len(items) - 1, 0, -1):
            other = rng_below(&self.rng, <uint32_t>(at + 1))
            items[at], items[other] = items[other], items[at]


def seed_words(seed, int count):
    """Return `count` independent 64-bit words from a seed (numpy's SeedSequence, or what one is made from).

    Raises:
        InvalidOptions: when it is no seed.
    """
    from numpy.random import SeedSequence  # late: it costs more than all of springtail

    try:
        sequence = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
    except (TypeError, ValueError, OverflowError):
        raise InvalidOptions(f"seed: must be a whole number from 0 on, not {shown(seed)}") from None
    return sequence.generate_state(count, "uint64").tolist()


cdef Random _random(rng):
    """Return a Random as it is, and make one from a numpy Generator, a seed or None."""
    if isinstance(rng, Random):
        return rng
    return Random(int(rng.integers(2**63)) if hasattr(rng, "integers") else rng)


cdef class Game:
    """A game with its options: immutable, hashable, picklable.

    A subclass fills the table of rules and overrides the hooks at the end of this class.
    """

    id = ""
    title = ""
    OPTIONS = {}
    components = MappingProxyType({})
    heuristics = MappingProxyType({})
    levels = None

    def __init__(self, **options):
        """Take the options of the game; what is left out takes its default.

        Raises:
            InvalidOptions: for an unknown option or a value that it does not take.
        """
        self._options = check_options(self.id, self.OPTIONS, options)
        self.build()
        self.lock_rules()

    cdef int lock_rules(self) except -1:
        """Refuse a table that breaks the contract."""
        cdef Rules *rules = &self.rules
        if not (rules.mover and rules.legal and rules.play and rules.results and rules.key):
            raise TypeError(f"{self.id}: a required slot of the table of rules is empty")
        if not 0 < rules.state_bytes <= MAX_STATE_BYTES or rules.state_bytes % 8:
            raise TypeError(f"{self.id}: state_bytes must be a multiple of 8 up to {MAX_STATE_BYTES}")
        if not 1 <= rules.seats <= MAX_SEATS or not 0 < rules.actions < 1 << 24 or rules.most_actions < 1:
            raise TypeError(f"{self.id}: seats, actions or most_actions out of range")
        if not (rules.conceal == NULL) == (rules.redeal == NULL) == (rules.information_key == NULL):
            raise TypeError(f"{self.id}: conceal, redeal and information_key belong together")
        return 0

    @property
    def options(self):
        """All options with their values, read-only."""
        return MappingProxyType(self._options)

    @property
    def players(self):
        """Number of seats."""
        return self.rules.seats

    @property
    def most_actions(self):
        """Most legal actions, or chance outcomes, that one position can have."""
        return self.rules.most_actions

    @property
    def info(self):
        """Capabilities, as a GameInfo."""
        return GameInfo(
            id=self.id,
            title=self.title,
            players=self.OPTIONS["players"].values,
            options=MappingProxyType(self.OPTIONS),
            chance=self.rules.roll != NULL,
            hidden=self.rules.redeal != NULL,
            sides=self.rules.sides,
            actions=self.rules.actions,
            longest_game=self.rules.longest_game,
            components=self.components,
        )

    def start(self, *, seed=None, setup=None):
        """Return the State at the beginning of a game.

        Args:
            seed: deals by this seed; None by a fresh one.
            setup: a given set-up as a record has it, instead of a deal.

        Raises:
            InvalidPosition: when the set-up cannot be, with all reasons.
            InvalidOptions: when the seed is none.
        """
        cdef State state
        if setup is not None and seed is not None:
            raise InvalidPosition("setup: give a set-up or a seed, not both")
        if setup is None:
            setup = self.deal_setup(Random(seed))
        elif not isinstance(setup, dict):
            raise InvalidPosition(f"setup: must be an object, not {type(setup).__name__}")
        state = State.__new__(State, self.specialise(setup))
        state.game.place_setup(state, setup)
        state.setup = deepcopy(setup)
        return state

    def position(self, document):
        """Return the State that a position document describes (docs/documents.md).

        Raises:
            InvalidPosition: with all reasons, each naming the field.
        """
        cdef State state
        fields = self.read_document(document, ("game", "options", "state"))
        state = State.__new__(State, self.specialise(fields))
        state.game.place_position(state, fields)
        return state

    def observation(self, document):
        """Return the Observation that an observation document describes (docs/documents.md).

        Raises:
            InvalidPosition: with all reasons, each naming the field.
        """
        cdef Observation seen = Observation.__new__(Observation)
        fields = self.read_document(document, ("game", "options", "seat", "state"))
        seen.game = self.specialise(fields)
        seen.seat = document["seat"]
        seen.concealed = State.__new__(State, seen.game)
        seen.game.place_observation(seen.concealed, seen.seat, fields)
        if seen.game.rules.conceal != NULL:
            seen.game.rules.conceal(&seen.game.rules, seen.concealed.data, seen.seat)
            seen.game.settle()
        return seen

    cdef dict read_document(self, document, tuple names):
        """Return the `state` object of a document that has these fields, once the others are right."""
        if not isinstance(document, dict):
            raise InvalidPosition(f"document: must be an object, not {type(document).__name__}")
        wrong = [f"{shown(name)}: unknown field" for name in document if name not in names]
        if document.get("game", self.id) != self.id:
            wrong.append(f"game: this is {self.id}, not {shown(document['game'])}")
        options = document.get("options", {})
        if not isinstance(options, dict):
            wrong.append("options: must be an object")
        elif check_options(self.id, self.OPTIONS, self._options | options) != self._options:
            wrong.append("options: differ from those of this game")
        if "seat" in names:
            seat = document.get("seat")
            if type(seat) is not int or not 0 <= seat < self.rules.seats:
                wrong.append(f"seat: must be a whole number from 0 to {self.rules.seats - 1}, not {shown(seat)}")
        if not isinstance(document.get("state"), dict):
            wrong.append("state: must be an object")
        if wrong:
            raise InvalidPosition(wrong)
        return document["state"]

    def action_string(self, action):
        """Return the notation of an action id.

        Raises:
            IllegalAction: when there is no such id.
        """
        return self.name_action(_within(action, "action", "ids", self.rules.actions))

    def action_id(self, text):
        """Return the id of an action in the game's notation.

        Raises:
            IllegalAction: when the text is no action of this game.
        """
        action = self.find_action(self.notation(text))
        if action is None:
            raise IllegalAction(f"action {shown(text)}: not the notation of {self.id}")
        return action

    cdef str notation(self, text):
        """Return a text as plain str; raise IllegalAction when it is none."""
        if not isinstance(text, str):
            raise IllegalAction(f"action {shown(text)}: must be a text in the notation of {self.id}")
        return str.__str__(text)

    def __eq__(self, other):
        return type(other) is type(self) and (<Game>other)._options == self._options

    def __hash__(self):
        return hash((self.id, tuple(self._options.items())))

    def __reduce__(self):
        return _make_game, (type(self), dict(self._options))

    def __repr__(self):
        return f"game({', '.join([repr(self.id)] + [f'{name}={value!r}' for name, value in self._options.items()])})"

    # Hooks: what a game writes. A State handed to one is blank (zero bytes) or legal.

    def build(self):
        """Fill `self.rules`; options have been checked."""
        raise NotImplementedError

    def deal_setup(self, Random random):
        """Draw a set-up, as `place_setup` takes it."""
        return {}

    def specialise(self, fields):
        """Return the Game that a set-up, or the `state` object of a document, is played by: this one.

        Where what is dealt changes the rules, it is one with the dealt fixed as an option; for fields that are wrong
        this one, so that its `place_setup` and `place_position` say what is.
        """
        return self

    def place_setup(self, State state, setup):
        """Fill a blank state from a set-up; raise InvalidPosition with all reasons.

        Of itself a game has nothing to set up, and the blank state is its beginning.
        """
        if setup != {}:
            raise InvalidPosition(f"setup: must be {{}}, {self.id} has nothing to set up")

    def place_position(self, State state, fields):
        """Fill a blank state from the `state` object of a position; raise InvalidPosition with all reasons."""
        raise Unsupported(f"{self.id} has no position documents")

    def place_observation(self, State state, int seat, fields):
        """Fill a blank state from the `state` object of an observation; raise InvalidPosition with all reasons.

        What the seat cannot see may be left blank; `conceal` follows.
        """
        if self.rules.conceal != NULL:
            raise Unsupported(f"{self.id} has no observation documents")
        self.place_position(state, fields)

    def position_fields(self, State state):
        """Return the `state` object of a position document."""
        raise Unsupported(f"{self.id} has no position documents")

    def observation_fields(self, State state, int seat):
        """Return the `state` object of an observation of a concealed state, null where the seat cannot see."""
        return self.position_fields(state)

    def written_options(self):
        """Return the options as documents write them."""
        return dict(self._options)

    def name_action(self, int action):
        """Return the notation of an id that is in range."""
        raise NotImplementedError

    def find_action(self, str text):
        """Return the id of a notation, or None."""
        raise NotImplementedError

    def name_deal(self, State before, State after):
        """Return the notation of an UNNUMBERED outcome that led from one state to the other."""
        raise Unsupported(f"{self.id} has no notation for this chance event")

    def apply_deal(self, State state, str text):
        """Play an UNNUMBERED outcome given in notation; raise IllegalAction and change nothing if it cannot be."""
        raise IllegalAction(f"action {shown(text)}: not a chance event of {self.id}")

    def plies_left(self, State state):
        """Return the most plies that can follow; None where the game does not tell, or a chance event can follow."""
        return None

    def stronger_search(self, State state):
        """Return the stronger of "mcts" and "alphabeta", by measured matches of two players (docs/strength.md)."""
        return "mcts"

    def stronger_leaf(self):
        """Return what "mcts" does better to value a leaf, by measured matches: a "playout", or the "estimate"."""
        return "playout"

    def solving_seconds(self, State state):
        """Return the processor time that an exact solution is worth trying for, by measurements of this game.

        In so many seconds most positions of this size are solved. None where too few are, or nobody measured.
        """
        return None

    def count_worlds(self, Observation seen):
        """Return how many worlds the seat cannot tell apart, exactly; None where the game does not count them."""
        return 1 if self.rules.redeal == NULL else None

    def list_worlds(self, Observation seen):
        """Yield a State for each world that the seat cannot tell apart, in a fixed order; where they are counted."""
        yield seen.sample(0)

    def belief(self, Observation seen):
        """Return what the seat can know of what it does not see, in a form that is the game's own."""
        raise Unsupported(f"{self.id} has no belief; sample the observation")

    def draw(self, State state, seat=None):
        """Return a text drawing; when a seat is given, the state is concealed from it."""
        return f"{self.id}: {' '.join(state.history())}"

    def picture(self, State state, seat, list actions):
        """Return a Picture, with places for those of `actions` that have one; `seat` as in `draw`, or None.

        Of itself a game's picture is its text drawing.
        """
        from springtail.cython_ext.picture import text_picture  # late: few programs draw

        return text_picture(self, state, seat)

    def same_position(self, State one, State other):
        """Return whether two states with equal keys and different bytes are equal."""
        return self.position_fields(one) == self.position_fields(other)

    cdef int settle(self) except -1:
        """Raise what went wrong in rules written in Python; called after each use of the table."""
        if self.failed:
            self.raise_failure()
        return 0

    def raise_failure(self):
        """Raise what went wrong in a game whose rules are written in Python; called after each chunk of a search."""


def _make_game(cls, options):
    return cls(**options)


cdef class State:
    """A position of a game, with the actions that led to it.

    States are values: `clone` and `child` give independent ones, `==` compares positions.
    """

    __hash__ = None

    def __cinit__(self, Game game not None):
        if game.rules.mover == NULL:
            raise TypeError(f"{game.id}: this Game was never initialised; its __init__ has to be called")
        self.game = game
        self.data = <unsigned char *>PyMem_Calloc(1, game.rules.state_bytes)
        if self.data == NULL:
            raise MemoryError

    def __init__(self, *args):
        raise TypeError("states are made by game.start, game.position and springtail.load")

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef State blank_copy(self):
        """Return a State of the same bytes, without set-up and past."""
        cdef State other = State.__new__(State, self.game)
        memcpy(other.data, self.data, self.game.rules.state_bytes)
        return other

    # Whose turn, and what can be done.

    cdef int mover(self) except? -1:
        cdef int mover = self.game.rules.mover(&self.game.rules, self.data)
        self.game.settle()
        return mover

    def current_player(self):
        """Return the seat that moves, CHANCE (-1) or TERMINAL (-4)."""
        return self.mover()

    def is_terminal(self):
        """Return whether the game is over."""
        return self.current_player() == OVER

    def is_chance_node(self):
        """Return whether a chance event comes next."""
        return self.current_player() == CHANCE

    def legal_action_ids(self):
        """Return the ids of the legal actions, ascending; [] at a chance node and at the end."""
        cdef Rules *rules = &self.game.rules
        cdef Action *actions
        if self.mover() < 0:
            return []
        actions = <Action *>PyMem_Calloc(rules.most_actions, sizeof(Action))
        if actions == NULL:
            raise MemoryError
        try:
            count = rules.legal(rules, self.data, actions)
            self.game.settle()
            return [actions[at] for at in range(count)]
        finally:
            PyMem_Free(actions)

    def legal_actions(self):
        """Return the legal actions in the game's notation, sorted as strings; [] at a chance node and at the end."""
        return sorted([self.game.name_action(action) for action in self.legal_action_ids()])

    def chance_weights(self):
        """Return [(outcome, whole-number weight)] at a chance node; probabilities are weights over their sum.

        Raises:
            TooManyOutcomes: for a deal; use `sample_chance`.
        """
        cdef Rules *rules = &self.game.rules
        cdef Action *actions
        cdef uint32_t *weights
        if self.mover() != CHANCE:
            return []
        if rules.outcomes == NULL:
            raise TooManyOutcomes(f"{self.game.id}: the outcomes of this chance event are too many to list; sample one")
        actions = <Action *>PyMem_Calloc(rules.most_actions, sizeof(Action))
        weights = <uint32_t *>PyMem_Calloc(rules.most_actions, sizeof(uint32_t))
        try:
            if actions == NULL or weights == NULL:
                raise MemoryError
            count = rules.outcomes(rules, self.data, actions, weights)
            self.game.settle()
            return [(self.game.name_action(actions[at]), weights[at]) for at in range(count)]
        finally:
            PyMem_Free(actions)
            PyMem_Free(weights)

    def chance_outcomes(self):
        """Return [(outcome, probability)] at a chance node, [] elsewhere.

        Raises:
            TooManyOutcomes: for a deal; use `sample_chance`.
        """
        weighted = self.chance_weights()
        total = sum(weight for _, weight in weighted)
        return [(action, weight / total) for action, weight in weighted]

    def sample_chance(self, rng=None):
        """Return one outcome of a chance node, drawn by its probability; the state stays as it is.

        Args:
            rng: a springtail Random, a numpy Generator, a seed, or None for a fresh seed.

        Raises:
            IllegalAction: when no chance event comes next.
            InvalidOptions: when the seed is none.
        """
        cdef State after
        cdef Random random
        cdef Action action
        if not self.is_chance_node():
            raise IllegalAction("sample_chance: no chance event comes next")
        random = _random(rng)
        after = self.blank_copy()
        action = self.game.rules.roll(&self.game.rules, after.data, &random.rng)
        self.game.settle()
        return self.game.name_deal(self, after) if action == UNNUMBERED else self.game.name_action(action)

    # Playing on.

    cdef int check_decision(self, Action action) except -1:
        """Raise IllegalAction unless the action, or numbered outcome, is possible here."""
        cdef int mover = self.mover()
        if mover == OVER:
            raise IllegalAction(f"action {self.game.action_string(action)!r}: the game is over")
        if mover == CHANCE and self.game.rules.outcomes == NULL:
            raise IllegalAction(f"action {self.game.action_string(action)!r}: a deal comes next, which has no number")
        if mover == CHANCE:
            allowed = [outcome for outcome, _ in self.chance_weights()]
            if self.game.action_string(action) not in allowed:
                raise IllegalAction(_not_among(self.game.action_string(action), "a possible outcome", allowed))
        elif action not in self.legal_action_ids():
            raise IllegalAction(_not_among(self.game.action_string(action), "legal", self.legal_actions()))
        return 0

    def apply_action_id(self, action):
        """Play the action, or chance outcome, with this id.

        Raises:
            IllegalAction: and the state stays as it was.
        """
        cdef Action number = _within(action, "action", "ids", self.game.rules.actions)
        self.check_decision(number)
        self.game.rules.play(&self.game.rules, self.data, number)
        self.game.settle()
        self.past = (self.past, number)

    def apply_action(self, action):
        """Play an action, or the outcome of a chance event, given in the game's notation.

        Raises:
            IllegalAction: names the action, and the legal ones when few; the state stays as it was.
        """
        if self.game.rules.outcomes == NULL and self.is_chance_node():
            text = self.game.notation(action)
            self.game.apply_deal(self, text)
            self.past = (self.past, text)
        else:
            self.apply_action_id(self.game.action_id(action))

    def child(self, action):
        """Return the state after an action; this one stays as it is."""
        other = self.clone()
        other.apply_action(action)
        return other

    def clone(self):
        """Return an independent copy."""
        cdef State other = self.blank_copy()
        other.setup = self.setup
        other.past = self.past
        return other

    def __copy__(self):
        return self.clone()

    def __deepcopy__(self, memo):
        return self.clone()

    def __reduce__(self):
        cdef bytes data = self.data[:self.game.rules.state_bytes]
        return _make_state, (self.game, data, self.setup, self.history_ids())

    # How it stands.

    cdef int read_results(self, int32_t *scores, double *returns) except -1:
        self.game.rules.results(&self.game.rules, self.data, scores, returns)
        return self.game.settle()

    def scores(self):
        """Return the score of each seat as it stands; final when the game is over."""
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        self.read_results(scores, returns)
        return [scores[seat] for seat in range(self.game.rules.seats)]

    def returns(self):
        """Return the return of each seat, -1 to 1 with sum 0; all 0 before the end."""
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        self.read_results(scores, returns)
        return [returns[seat] if self.is_terminal() else 0.0 for seat in range(self.game.rules.seats)]

    def winners(self):
        """Return the seats that win, several when they share the win; [] before the end."""
        if not self.is_terminal():
            return []
        returns = self.returns()
        return [seat for seat, value in enumerate(returns) if value == max(returns)]

    def margin(self, seat):
        """Return the score of `seat` less the best other, as it stands.

        Raises:
            IllegalAction: when there is no such seat.
        """
        cdef int32_t scores[MAX_SEATS]
        cdef double returns[MAX_SEATS]
        seat = _check_seat(self.game, seat)
        self.read_results(scores, returns)
        return margin(&self.game.rules, scores, seat)

    def history_ids(self):
        """Return what was played since the start or the given position: ids, and texts of deals."""
        actions = []
        past = self.past
        while past is not None:
            past, action = past
            actions.append(action)
        actions.reverse()
        return actions

    def history(self):
        """Return what was played since the start or the given position, in the game's notation."""
        return [a if isinstance(a, str) else self.game.name_action(a) for a in self.history_ids()]

    def observation(self, seat):
        """Return what `seat` may know, and nothing else.

        Raises:
            IllegalAction: when there is no such seat.
        """
        cdef Observation seen = Observation.__new__(Observation)
        seen.game = self.game
        seen.seat = _check_seat(self.game, seat)
        seen.concealed = self.blank_copy()
        if self.game.rules.conceal != NULL:
            self.game.rules.conceal(&self.game.rules, seen.concealed.data, seen.seat)
            self.game.settle()
        return seen

    @property
    def key(self):
        """Hash key of the position, 64 bits: equal positions have equal keys."""
        return self.game.rules.key(&self.game.rules, self.data)

    # In writing.

    def to_dict(self):
        """Return the position document: all that is needed to go on from here (docs/documents.md)."""
        return {"game": self.game.id, "options": self.game.written_options(), "state": self.game.position_fields(self)}

    def record(self):
        """Return the record of the game so far.

        Raises:
            Unsupported: when the state was made from a position, which has no beginning.
        """
        if self.setup is None:
            raise Unsupported("record: this state was made from a position and has no set-up")
        return {
            "game": self.game.id,
            "options": self.game.written_options(),
            "setup": deepcopy(self.setup),
            "actions": self.history(),
        }

    def draw(self, seat=None):
        """Return a text drawing, of what `seat` sees when one is given.

        Raises:
            IllegalAction: when there is no such seat.
        """
        return self.game.draw(self) if seat is None else self.observation(seat).draw()

    def to_svg(self, seat=None, *, marks=(), targets=False, size=None, theme="auto"):
        """Return a picture as SVG, of what `seat` sees when one is given (docs/pictures.md).

        Args:
            seat: None shows all there is.
            marks: actions to be shown, a list of springtail.Mark.
            targets: lay an invisible shape with the attribute `data-action` over each legal action that has a place.
            size: pixels that it is wide; None is 480.
            theme: "light", "dark", or "auto" for what the reader prefers.

        Raises:
            InvalidOptions: for a size, theme or mark that cannot be.
            IllegalAction: when there is no such seat, or a marked action is none of this game.
        """
        from springtail.cython_ext.frame import svg_of

        if seat is not None:
            return self.observation(seat).to_svg(marks=marks, targets=targets, size=size, theme=theme)
        return svg_of(self, None, marks=marks, targets=targets, size=size, theme=theme)

    def _repr_svg_(self):
        return self.to_svg()

    def __str__(self):
        return self.draw()

    def __repr__(self):
        return f"<State of {self.game!r} after {len(self.history_ids())} actions>"

    def __eq__(self, other):
        cdef State with_state
        if not isinstance(other, State):
            return NotImplemented
        with_state = other
        if with_state.game != self.game:
            return False
        if memcmp(with_state.data, self.data, self.game.rules.state_bytes) == 0:
            return True
        return self.key == with_state.key and self.game.same_position(self, with_state)


def _make_state(Game game, bytes data, setup, list actions):
    """Undo State.__reduce__."""
    cdef State state = State.__new__(State, game)
    if len(data) != <Py_ssize_t>game.rules.state_bytes:
        raise InvalidPosition("pickle: written by another version of springtail")
    memcpy(state.data, <const unsigned char *>data, game.rules.state_bytes)
    state.setup = setup
    for action in actions:
        state.past = (state.past, action)
    return state


cdef _check_seat(Game game, seat):
    """Return a seat as an int; raise IllegalAction when there is none such."""
    return _within(seat, "seat", "seats", game.rules.seats)


cdef _within(value, what, all_of_them, int count):
    """Return a whole number from 0 to count - 1 as an int; raise IllegalAction when it is none."""
    try:
        number = PyNumber_Index(value)
    except TypeError:
        number = -1
    if not 0 <= number < count:
        raise IllegalAction(f"{what} {shown(value)}: {all_of_them} are whole numbers from 0 to {count - 1}")
    return number


def _not_among(action, what, allowed):
    listed = f"; {what} here: {', '.join(allowed)}" if len(allowed) <= 20 else f"; {len(allowed)} others are"
    return f"action {action!r}: not {what}{listed}"


cdef class Observation:
    """What one seat may know of a position. It holds nothing else, so no search can look further."""

    def __init__(self, *args):
        raise TypeError("observations are made by state.observation and springtail.load")

    def current_player(self):
        """Return the seat that moves, CHANCE (-1) or TERMINAL (-4)."""
        return self.concealed.current_player()

    def legal_actions(self):
        """Return the legal actions of the seat when it moves, else []."""
        return self.concealed.legal_actions() if self.current_player() == self.seat else []

    def sample(self, rng=None):
        """Return a State drawn uniformly from the worlds that the seat cannot tell apart.

        Args:
            rng: a springtail Random, a numpy Generator, a seed, or None for a fresh seed.

        Raises:
            InvalidOptions: when the seed is none.
        """
        cdef State world = self.concealed.blank_copy()
        cdef Random random = _random(rng)
        if self.game.rules.redeal != NULL:
            self.game.rules.redeal(&self.game.rules, world.data, self.seat, &random.rng)
            self.game.settle()
        return world

    def plies_left(self):
        """Return the most plies that can follow; None where the game does not tell, or a chance event can follow."""
        return self.game.plies_left(self.concealed)

    def count_worlds(self):
        """Return how many worlds the seat cannot tell apart, exactly; None where the game does not count them."""
        return self.game.count_worlds(self)

    def belief(self):
        """Return what the seat can know of what it does not see, in a form that is the game's own.

        Raises:
            Unsupported: where the game has none.
        """
        return self.game.belief(self)

    def worlds(self):
        """Yield a State for each world that the seat cannot tell apart, in a fixed order.

        Raises:
            Unsupported: where the game does not count them.
        """
        if self.count_worlds() is None:
            raise Unsupported(f"worlds: {self.game.id} does not list the worlds of an observation; sample them")
        yield from self.game.list_worlds(self)

    def to_dict(self):
        """Return the observation document (docs/documents.md)."""
        return {
            "game": self.game.id,
            "options": self.game.written_options(),
            "seat": self.seat,
            "state": self.game.observation_fields(self.concealed, self.seat),
        }

    def draw(self):
        """Return a text drawing of what the seat sees."""
        return self.game.draw(self.concealed, self.seat)

    def to_svg(self, *, marks=(), targets=False, size=None, theme="auto"):
        """Return a picture of what the seat sees as SVG; arguments and errors are those of `State.to_svg`."""
        from springtail.cython_ext.frame import svg_of

        return svg_of(self.concealed, self.seat, marks=marks, targets=targets, size=size, theme=theme)

    def _repr_svg_(self):
        return self.to_svg()

    def __str__(self):
        return self.draw()

    def __reduce__(self):
        return _make_observation, (self.concealed, self.seat)

    def __eq__(self, other):
        if not isinstance(other, Observation):
            return NotImplemented
        return self.seat == other.seat and self.concealed == (<Observation>other).concealed

    __hash__ = None


def _make_observation(State concealed, int seat):
    """Undo Observation.__reduce__."""
    cdef Observation seen = Observation.__new__(Observation)
    seen.game = concealed.game
    seen.seat = _check_seat(concealed.game, seat)
    seen.concealed = concealed
    return seen
