"""The Python face of the contract; see game.pyx."""
from libc.stdint cimport int32_t

from springtail.cython_ext.rng cimport Rng
from springtail.cython_ext.rules cimport Action, Rules


cdef class Game:
    cdef Rules rules
    cdef dict _options
    cdef bint failed            # rules written in Python have raised; `raise_failure` raises it

    cdef int lock_rules(self) except -1
    cdef int settle(self) except -1
    cdef dict read_document(self, document, tuple names)
    cdef str notation(self, text)


cdef class Random:
    cdef Rng rng


cdef class State:
    cdef readonly Game game
    cdef unsigned char *data    # rules.state_bytes bytes
    cdef object setup           # what `game.start` took or dealt; None when made from a position
    cdef tuple past             # (earlier past, action id or text) or None: shared by clones

    cdef State blank_copy(self)
    cdef int mover(self) except? -1
    cdef int read_results(self, int32_t *scores, double *returns) except -1
    cdef int check_decision(self, Action action) except -1


cdef class Observation:
    cdef readonly Game game
    cdef readonly int seat
    cdef State concealed        # what the seat sees, the rest replaced by fixed content
