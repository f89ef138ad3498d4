"""A race with one die, in the manner of Pig (Scarne 1945), but every turn moves on, so that it ends.

A turn is worth one space from its beginning. The mover holds, and moves by what the turn
is worth, or rolls: a 1 ends the turn with one space, any other number adds to its worth.
Whoever reaches the target, by holding or rolling, wins at once.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from springtail.cython_ext.bits cimport mix
from springtail.cython_ext.game cimport Game, State
from springtail.cython_ext.rng cimport Rng, rng_below
from springtail.cython_ext.rules cimport CHANCE, OVER, Action, Rules, highest_wins

cdef enum:
    MOST_PLAYERS = 4
    HOLD = 0
    ROLL = 1            # the actions behind it are the numbers of the die: ROLL + number
    BUST = 1

ctypedef struct Race:
    uint8_t spaces[MOST_PLAYERS]    # [seat], at most the target
    uint8_t worth                   # what the turn is worth so far, 1 or more
    uint8_t mover
    uint8_t rolling                 # the die comes next
    uint8_t unused

cdef struct Course:
    int target
    int faces


cdef inline const Course *course(const Rules *rules) noexcept nogil:
    return <const Course *>rules.tables


cdef inline void move_on(const Rules *rules, Race *race, int spaces) noexcept nogil:
    """Move the mover; his turn ends, but on the target he stays the mover."""
    cdef int at = min(race.spaces[race.mover] + spaces, course(rules).target)
    race.spaces[race.mover] = <uint8_t>at
    race.worth = 1
    race.rolling = False
    if at < course(rules).target:
        race.mover = <uint8_t>((race.mover + 1) % rules.seats)


cdef int mover(const Rules *rules, const void *state) noexcept nogil:
    cdef const Race *race = <const Race *>state
    if race.spaces[race.mover] == course(rules).target:
        return OVER
    return CHANCE if race.rolling else <int>race.mover


cdef int legal(const Rules *rules, const void *state, Action *into) noexcept nogil:
    into[0] = HOLD
    into[1] = ROLL
    return 2


cdef void play(const Rules *rules, void *state, Action action) noexcept nogil:
    cdef Race *race = <Race *>state
    cdef int number = action - ROLL
    if action == ROLL:
        race.rolling = True
    elif action == HOLD:
        move_on(rules, race, race.worth)
    elif number == BUST:
        move_on(rules, race, 1)
    elif race.spaces[race.mover] + race.worth + number >= course(rules).target:
        move_on(rules, race, race.worth + number)
    else:
        race.worth += <uint8_t>number
        race.rolling = False


cdef void results(const Rules *rules, const void *state, int32_t *scores, double *returns) noexcept nogil:
    cdef const Race *race = <const Race *>state
    cdef int seat
    for seat in range(rules.seats):
        scores[seat] = race.spaces[seat]
        returns[seat] = 0
    if mover(rules, state) == OVER:
        highest_wins(rules.seats, scores, returns)


cdef uint64_t key(const Rules *rules, const void *state) noexcept nogil:
    return mix((<const uint64_t *>state)[0])


cdef int outcomes(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil:
    cdef int number
    for number in range(1, course(rules).faces + 1):
        into[number - 1] = ROLL + number
        weights[number - 1] = 1
    return course(rules).faces


cdef Action roll(const Rules *rules, void *state, Rng *rng) noexcept nogil:
    cdef Action number = ROLL + 1 + <Action>rng_below(rng, <uint32_t>course(rules).faces)
    play(rules, state, number)
    return number


cdef class DiceRaceRules(Game):
    """The compiled half of the dice race."""

    cdef Course course

    def build(self):
        seats, target = self._options["players"], self._options["target"]
        self.course = Course(target=target, faces=self._options["faces"])
        # Each turn moves at least one space and each safe roll adds at least two to its worth.
        turns, plies_a_turn = seats * (target - 1) + 1, 2 * (target // 2 + 1) + 1
        self.rules = Rules(
            state_bytes=sizeof(Race), seats=seats, actions=ROLL + 1 + self.course.faces,
            most_actions=max(2, self.course.faces), longest_game=turns * plies_a_turn,
            sides=0, repeats=False, settles=False,
            margin_scale=target,
            tables=&self.course, mover=mover, legal=legal, play=play, results=results, key=key,
            outcomes=outcomes, roll=roll, conceal=NULL, redeal=NULL, information_key=NULL,
            playout=NULL, estimate=NULL, bounds=NULL, order=NULL,
            candidates=NULL, canonical=NULL,
        )

    def place_setup(self, State state, setup):
        Game.place_setup(self, state, setup)
        (<Race *>state.data).worth = 1

    def place_race(self, State state, spaces, int worth, int mover, bint rolling):
        """Fill a blank state from the spaces by seat, the worth of the turn, the mover and whether the die is due."""
        cdef Race *race = <Race *>state.data
        for seat, space in enumerate(spaces):
            race.spaces[<int>seat] = space
        race.worth = worth
        race.mover = mover
        race.rolling = rolling

    def race(self, State state):
        """Return the spaces by seat, the worth of the turn, the mover and whether the die is due."""
        cdef const Race *race = <const Race *>state.data
        return [race.spaces[seat] for seat in range(self.rules.seats)], race.worth, race.mover, race.rolling != 0
