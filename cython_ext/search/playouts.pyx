"""Random playouts in bulk: what a position is worth when everyone plays blindly, and how fast that is."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from springtail.cython_ext.game cimport Observation, State
from springtail.cython_ext.rng cimport Rng
from springtail.cython_ext.rules cimport MAX_SEATS, MAX_STATE_WORDS, Action, Rules, random_play

from springtail.cython_ext.errors import Unsupported
from springtail.cython_ext.game import seed_words

cdef enum:
    PLAYOUTS_A_LOOK = 64    # playouts between two looks at Ctrl-C


def playouts(State state not None, int64_t count, seed=0, *, bint generic=False):
    """Play a position to the end `count` times, uniformly at random, without the GIL.

    Args:
        state: where to start; stays as it is. Hidden cards lie as they lie.
        count: how many games.
        seed: anything that numpy's SeedSequence takes; the same seed, the same games.
        generic: go ply by ply through `legal` and `play`, also where the game has a playout of its own.

    Returns:
        (sums of the returns [seat], sums of the final scores [seat], plies of all games). Plies are None where the
        game's own playout was used, which does not count them.

    Raises:
        ValueError: when the count is below 0.
    """
    cdef const Rules *rules = &state.game.rules
    cdef bint own = rules.playout != NULL and not generic
    cdef int64_t played = 0, goal, plies = 0
    cdef int seat
    cdef Rng rng
    cdef uint64_t scratch[MAX_STATE_WORDS]
    cdef int32_t scores[MAX_SEATS]
    cdef double returns[MAX_SEATS]
    cdef int64_t score_sums[MAX_SEATS]
    cdef double return_sums[MAX_SEATS]
    cdef Action *actions
    if count < 0:
        raise ValueError(f"count: must be 0 or more, not {count}")
    rng.state = seed_words(seed, 1)[0]
    for seat in range(rules.seats):
        score_sums[seat] = 0
        return_sums[seat] = 0
    actions = <Action *>malloc(rules.most_actions * sizeof(Action))
    if actions == NULL:
        raise MemoryError
    try:
        while played < count:
            goal = min(played + PLAYOUTS_A_LOOK, count)
            with nogil:
                while played < goal:
                    memcpy(scratch, state.data, rules.state_bytes)
                    if own:
                        rules.playout(rules, scratch, &rng)
                    else:
                        plies += random_play(rules, scratch, &rng, actions)
                    rules.results(rules, scratch, scores, returns)
                    for seat in range(rules.seats):
                        score_sums[seat] += scores[seat]
                        return_sums[seat] += returns[seat]
                    played += 1
            state.game.raise_failure()
            PyErr_CheckSignals()
    finally:
        free(actions)
    return (
        [return_sums[seat] for seat in range(rules.seats)],
        [score_sums[seat] for seat in range(rules.seats)],
        None if own else plies,
    )


def redeals(Observation seen not None, int64_t count, seed=0):
    """Draw so many worlds that a seat cannot tell apart, without the GIL, and throw them away: to time it.

    Args:
        seen: what the seat knows.
        count: how many worlds.
        seed: anything that numpy's SeedSequence takes.

    Raises:
        Unsupported: when the game hides nothing.
        ValueError: when the count is below 0.
    """
    cdef const Rules *rules = &seen.game.rules
    cdef uint64_t scratch[MAX_STATE_WORDS]
    cdef int64_t drawn = 0, goal
    cdef Rng rng
    if rules.redeal == NULL:
        raise Unsupported(f"redeals: {seen.game.id} hides nothing")
    if count < 0:
        raise ValueError(f"count: must be 0 or more, not {count}")
    rng.state = seed_words(seed, 1)[0]
    while drawn < count:
        goal = min(drawn + PLAYOUTS_A_LOOK, count)
        with nogil:
            while drawn < goal:
                memcpy(scratch, seen.concealed.data, rules.state_bytes)
                rules.redeal(rules, scratch, seen.seat, &rng)
                drawn += 1
        seen.game.raise_failure()
        PyErr_CheckSignals()
