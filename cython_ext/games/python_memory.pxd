"""What is remembered of the positions of a game written in Python: a bounded hash table.

All threads read it without the GIL, so every look takes the lock, for a few loads and
stores and never while Python runs.
"""
from cpython.pythread cimport PyThread_acquire_lock, PyThread_release_lock, PyThread_type_lock, WAIT_LOCK
from cpython.ref cimport PyObject
from libc.stdint cimport int32_t, uint32_t, uint64_t
from libc.stdlib cimport calloc

from springtail.cython_ext.rules cimport MAX_SEATS, Action

cdef struct Known:
    # What Python said of one position.
    uint64_t key
    Known *next                 # in its bucket
    PyObject *state             # the user's object, owned
    int32_t mover
    int32_t count               # of actions, or of outcomes
    int32_t scores[MAX_SEATS]
    double returns[MAX_SEATS]
    uint64_t views[MAX_SEATS]   # information keys; 0 when not asked for yet
    uint64_t *after             # [count]: keys behind the actions; 0 when not asked for yet
    Action *actions             # [count], ascending
    uint32_t *weights           # [count], at a chance node

cdef struct Memory:
    PyThread_type_lock lock
    Known **buckets
    uint64_t mask               # buckets - 1
    Known **queue               # [limit], a ring that begins at `oldest`
    size_t limit
    size_t oldest
    size_t size
    PyObject *game              # whose memory it is
    bint *failed                # the game's


cdef inline void lock(const Memory *memory) noexcept nogil:
    PyThread_acquire_lock(memory.lock, WAIT_LOCK)


cdef inline void unlock(const Memory *memory) noexcept nogil:
    PyThread_release_lock(memory.lock)


cdef inline bint open_memory(Memory *memory, size_t limit) noexcept nogil:
    """Make room to remember so many positions; False when there is none."""
    memory.limit = limit
    memory.mask = 1
    while memory.mask + 1 < limit:
        memory.mask = 2 * memory.mask + 1
    memory.buckets = <Known **>calloc(memory.mask + 1, sizeof(Known *))
    memory.queue = <Known **>calloc(limit, sizeof(Known *))
    return memory.buckets != NULL and memory.queue != NULL


cdef inline Known *new_known(uint64_t key, int count) noexcept nogil:
    """Return an empty note on a position with so many actions, or NULL; to be freed."""
    cdef Known *known = <Known *>calloc(
        1, sizeof(Known) + count * (sizeof(uint64_t) + sizeof(Action) + sizeof(uint32_t))
    )
    if known != NULL:
        known.key = key
        known.count = count
        known.after = <uint64_t *>(known + 1)
        known.actions = <Action *>(known.after + count)
        known.weights = <uint32_t *>(known.actions + count)
    return known


# The caller of these holds the lock.

cdef inline Known *find(const Memory *memory, uint64_t key) noexcept nogil:
    """What is known of a position, or NULL."""
    cdef Known *known = memory.buckets[key & memory.mask]
    while known != NULL and known.key != key:
        known = known.next
    return known


cdef inline bint insert(Memory *memory, Known *known) noexcept nogil:
    """Remember a position; False when it is known already or there is no room."""
    cdef Known **bucket = &memory.buckets[known.key & memory.mask]
    if memory.size == memory.limit or find(memory, known.key) != NULL:
        return False
    known.next = bucket[0]
    bucket[0] = known
    memory.queue[(memory.oldest + memory.size) % memory.limit] = known
    memory.size += 1
    return True


cdef inline Known *remove_oldest(Memory *memory) noexcept nogil:
    """Forget what was remembered first, and return it to be freed; NULL when there is nothing."""
    cdef Known *known
    cdef Known **link
    if memory.size == 0:
        return NULL
    known = memory.queue[memory.oldest]
    link = &memory.buckets[known.key & memory.mask]
    while link[0] != known:
        link = &link[0].next
    link[0] = known.next
    memory.oldest = (memory.oldest + 1) % memory.limit
    memory.size -= 1
    return known


cdef inline int place_of(const Known *known, Action action) noexcept nogil:
    """Where an action stands in the list, or -1."""
    cdef int least = 0, most = known.count - 1, middle
    while least <= most:
        middle = (least + most) // 2
        if known.actions[middle] == action:
            return middle
        if known.actions[middle] < action:
            least = middle + 1
        else:
            most = middle - 1
    return -1
