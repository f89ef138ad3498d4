"""The transposition table of the depth-first searches: bounds on the values of positions.

A position is known by two words. The first picks a bucket of two entries that share a line of the cache, the second
is kept whole and compared. So a wrong match takes 64 equal bits and the same bucket: with n entries, one probe in
2**64 * n / 2 where the words are independent; none at all where a game fills the second word with the whole position.

A table begins small, so that a short search stays in the cache and touches little memory, and grows as it fills, by
one bucket at a time so that it never takes long (linear hashing, Litwin 1980): bucket by bucket, entries whose next bit
is set move to a new bucket at the end. Each entry keeps the bits for that. A table that cannot grow forgets, and the
search goes on; no value depends on what it forgot.
"""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from springtail.cython_ext.rules cimport Action

cdef extern from *:
    """
    #ifndef SPRINGTAIL_TABLE
    #define SPRINGTAIL_TABLE
    #include <stdint.h>
    #ifdef _MSC_VER
    #include <intrin.h>
    #define prefetch(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
    static inline uint64_t high_product(uint64_t a, uint64_t b) { return __umulh(a, b); }
    #else
    #define prefetch(address) __builtin_prefetch(address)
    static inline uint64_t high_product(uint64_t a, uint64_t b) { return (uint64_t)((__uint128_t)a * b >> 64); }
    #endif
    #endif
    """
    void prefetch(const void *address) noexcept nogil
    uint64_t high_product(uint64_t a, uint64_t b) noexcept nogil  # the upper 64 bits: in 0 .. b-1, uniform where a is

cdef enum:
    WAYS = 2
    PROVEN = 255        # depth of a bound that no deeper search can change
    NO_ACTION = 0xffffff
    AGE_SHIFT = 24
    AGES = 16           # ages are told apart by so much
    BITS_SHIFT = 28
    MOST_BITS = 12

cdef struct Entry:
    uint64_t check      # the second word
    int64_t low         # the value is at least this, as far as `low_depth` plies show
    int64_t high
    uint32_t action     # best known, or NO_ACTION, 24 bits; then the age, 4 bits; then the highest 4 of `bits`
    uint8_t low_depth   # 0: nothing known
    uint8_t high_depth
    uint8_t effort      # bits of the number of nodes that it took; 0: the entry is empty
    uint8_t bits        # with those above, MOST_BITS that say which of the buckets that began as one it is in

cdef struct Table:
    Entry *entries      # room for `most_buckets` buckets, all zero beyond the first `buckets`
    uint64_t buckets    # 0: remember nothing
    uint64_t first_buckets
    uint64_t most_buckets
    uint64_t filled     # entries
    uint64_t split      # buckets that have been split by the bit above `mask`
    uint64_t mask       # of the bits that all buckets have been split by
    uint8_t age         # of the search under way; entries keep it modulo AGES


cdef void lay_out(Table *table, Entry *entries, uint64_t most_buckets) noexcept nogil
cdef void set_size(Table *table, uint64_t buckets) noexcept nogil
cdef void empty(Table *table) noexcept nogil
cdef void grow(Table *table) noexcept nogil
cdef bint is_sound(const Table *table) noexcept nogil


cdef inline bint is_full(const Table *table) noexcept nogil:
    """Whether a table that cannot grow is filled to one half, so that new positions push out others."""
    return table.buckets == table.most_buckets and table.filled >= table.buckets


cdef inline uint64_t bits_of(const Table *table, const uint64_t *words) noexcept nogil:
    """Return what says into which bucket a position goes whenever the one that it is in is split, lowest bit first."""
    return words[0] * table.first_buckets >> (64 - MOST_BITS)


cdef inline uint64_t kept_bits(const Entry *entry) noexcept nogil:
    return entry.bits | <uint64_t>(entry.action >> BITS_SHIFT) << 8


cdef inline int age_of(const Entry *entry) noexcept nogil:
    return entry.action >> AGE_SHIFT & (AGES - 1)


cdef inline Entry *bucket_of(const Table *table, const uint64_t *words) noexcept nogil:
    cdef uint64_t first = high_product(words[0], table.first_buckets)
    cdef uint64_t bits = bits_of(table, words), bucket = first + table.first_buckets * (bits & table.mask)
    if bucket < table.split:
        bucket = first + table.first_buckets * (bits & (2 * table.mask + 1))
    return table.entries + WAYS * bucket


cdef inline Entry *find(const Table *table, const uint64_t *words) noexcept nogil:
    """Return the entry of a position, or NULL."""
    cdef Entry *entry
    if table.buckets == 0:
        return NULL
    entry = bucket_of(table, words)
    if entry.check == words[1] and entry.effort:
        return entry
    entry += 1
    return entry if entry.check == words[1] and entry.effort else NULL


cdef inline Entry *place_for(Table *table, const uint64_t *words, uint8_t effort) noexcept nogil:
    """Return where a position goes: its own entry, or one made free for it; the table has at least one bucket.

    The first entry of a bucket is what took most effort in this search, the second what came last.
    """
    cdef Entry *entry = find(table, words)
    cdef Entry *second
    if entry != NULL:
        return entry
    while 2 * table.filled >= table.buckets and table.buckets < table.most_buckets:
        grow(table)
    entry = bucket_of(table, words)
    second = entry + 1
    if entry.effort == 0 or second.effort == 0:
        table.filled += 1
    if entry.effort > effort and age_of(entry) == table.age & (AGES - 1):
        entry = second
    elif entry.effort:
        second[0] = entry[0]
    entry.check = words[1]
    entry.action = NO_ACTION | <uint32_t>(bits_of(table, words) >> 8) << BITS_SHIFT
    entry.low_depth = 0
    entry.high_depth = 0
    entry.bits = <uint8_t>bits_of(table, words)
    return entry


cdef inline void keep(Table *table, const uint64_t *words, int64_t low, uint8_t low_depth, int64_t high,
                      uint8_t high_depth, Action action, uint8_t effort) noexcept nogil:
    """Remember bounds on the value of a position; depth 0 says that one is not known.

    A bound gives way to a tighter one and to one from a deeper search; what contradicts the newer one goes.
    """
    cdef Entry *entry
    if table.buckets == 0:
        return
    entry = place_for(table, words, effort)
    if low_depth and (low_depth > entry.low_depth or low > entry.low):
        entry.low = low
        entry.low_depth = low_depth
        if entry.high_depth and entry.high < low:
            entry.high_depth = 0
    if high_depth and (high_depth > entry.high_depth or high < entry.high):
        entry.high = high
        entry.high_depth = high_depth
        if entry.low_depth and entry.low > high:
            entry.low_depth = 0
    if action == NO_ACTION:
        action = entry.action & NO_ACTION
    entry.action &= <uint32_t>0xf << BITS_SHIFT
    entry.action |= <uint32_t>action | <uint32_t>(table.age & (AGES - 1)) << AGE_SHIFT
    entry.effort = effort
