"""Perft: counting the positions that a number of plies leads to, to prove a move generator and to time it.

The walk is depth first on a stack of its own. A level of it is one position with its branches: the legal actions of
a decision, or the outcomes of a chance event, whatever their weights. The last level is counted and not played.
"""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from springtail.cython_ext.clock cimport seconds_now
from springtail.cython_ext.game cimport State
from springtail.cython_ext.rules cimport CHANCE, Action, Rules

from springtail.cython_ext.errors import TooManyOutcomes

cdef enum:
    UNLISTED = -1           # branches of a chance event that cannot be listed
    NODES_A_LOOK = 256      # nodes between two looks at the clock

cdef double SECONDS_A_LOOK = 0.01   # between two looks at Ctrl-C

cdef struct Level:
    int branches
    int next                # the first not yet taken


cdef int list_branches(const Rules *rules, const void *state, Action *into, uint32_t *weights) noexcept nogil:
    """Fill in the actions or outcomes and return how many; 0 when the game is over, UNLISTED for a deal."""
    cdef int mover = rules.mover(rules, state)
    if mover >= 0:
        return rules.legal(rules, state, into)
    if mover != CHANCE:
        return 0
    return UNLISTED if rules.outcomes == NULL else rules.outcomes(rules, state, into, weights)


def count_leaves(State root not None, int depth):
    """Return how many ways there are to play `depth` plies, without the GIL.

    Games that are over before have no part in it; those that end with the last ply do.

    Args:
        root: where to begin; stays as it is. Hidden cards lie as they lie.
        depth: plies, decisions and chance events alike; 1 or more.

    Raises:
        TooManyOutcomes: when a deal lies within the depth.
    """
    cdef const Rules *rules = &root.game.rules
    cdef size_t state_bytes = rules.state_bytes, most = rules.most_actions
    cdef int at = 0
    cdef uint64_t leaves = 0
    cdef int64_t nodes = 0
    cdef double look
    cdef Level *level
    cdef Level *levels = NULL           # [ply]
    cdef unsigned char *states = NULL   # [ply], state_bytes each
    cdef Action *actions = NULL         # [ply, most_actions]
    cdef uint32_t *weights = NULL       # [most_actions], not used
    if depth > rules.longest_game:
        return 0
    levels = <Level *>malloc(depth * sizeof(Level))
    states = <unsigned char *>malloc(depth * state_bytes)
    actions = <Action *>malloc(depth * most * sizeof(Action))
    weights = <uint32_t *>malloc(most * sizeof(uint32_t))
    try:
        if not (levels and states and actions and weights):
            raise MemoryError
        memcpy(states, root.data, state_bytes)
        levels[0].branches = list_branches(rules, states, actions, weights)
        levels[0].next = 0
        while at >= 0:
            with nogil:
                look = seconds_now() + SECONDS_A_LOOK
                while at >= 0:
                    level = &levels[at]
                    if level.branches == UNLISTED:
                        break
                    if at == depth - 1:
                        leaves += <uint64_t>level.branches
                        at -= 1
                    elif level.next == level.branches:
                        at -= 1
                    else:
                        memcpy(states + (at + 1) * state_bytes, states + at * state_bytes, state_bytes)
                        rules.play(rules, states + (at + 1) * state_bytes, actions[at * most + level.next])
                        level.next += 1
                        at += 1
                        levels[at].next = 0
                        levels[at].branches = list_branches(
                            rules, states + at * state_bytes, actions + at * most, weights
                        )
                        nodes += 1
                        if nodes % NODES_A_LOOK == 0 and seconds_now() >= look:
                            break
            root.game.raise_failure()
            PyErr_CheckSignals()
            if at >= 0 and levels[at].branches == UNLISTED:
                raise TooManyOutcomes(f"depth: {root.game.id} has a deal {at} plies from here, which cannot be counted")
    finally:
        free(levels)
        free(states)
        free(actions)
        free(weights)
    return leaves
