"""How the transposition table is laid out and grows; see table.pxd."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

cdef enum:
    FIRST_BUCKETS = 1 << 12     # 256 KiB: they stay in the cache
    GROWTH_BITS = 1             # the table doubles
    REST_BITS = 8               # of `Entry.rest`


cdef void lay_out(Table *table, Entry *entries, uint64_t most_buckets) noexcept nogil:
    """Begin an empty table in cleared memory for so many buckets."""
    cdef int bits = 0
    while bits < REST_BITS and most_buckets >> bits > FIRST_BUCKETS:
        bits += GROWTH_BITS
    table.first_buckets = most_buckets >> bits
    table.most_buckets = table.first_buckets << bits
    table.entries = entries
    table.buckets = table.first_buckets
    table.filled = 0
    table.age = 0


cdef void empty(Table *table) noexcept nogil:
    """Forget everything."""
    memset(table.entries, 0, table.buckets * WAYS * sizeof(Entry))
    lay_out(table, table.entries, table.most_buckets)


cdef inline int grown_bits(const Table *table) noexcept nogil:
    """How many bits of `Entry.rest` have gone into the number of the bucket."""
    cdef int bits = 0
    while table.first_buckets << bits < table.buckets:
        bits += GROWTH_BITS
    return bits


cdef void grow(Table *table) noexcept nogil:
    """Spread the buckets over a larger table, from the last one on so that none is overwritten before it is moved."""
    cdef uint64_t bucket = table.buckets, target
    cdef Entry *entry
    cdef Entry *place
    cdef int way, shift = REST_BITS - GROWTH_BITS - grown_bits(table)
    table.buckets <<= GROWTH_BITS
    while bucket > 0:
        bucket -= 1
        for way in range(WAYS):
            entry = &table.entries[WAYS * bucket + way]
            target = bucket << GROWTH_BITS | entry.rest >> shift & ((1 << GROWTH_BITS) - 1)
            if entry.effort and target != bucket:
                place = &table.entries[WAYS * target]
                if place.effort:
                    place += 1
                place[0] = entry[0]
                entry.effort = 0


cdef bint is_sound(const Table *table) noexcept nogil:
    """Whether every entry lies where it is looked for, and is counted; for tests."""
    cdef int bits = grown_bits(table), way
    cdef uint64_t bucket, filled = 0
    cdef const Entry *entry
    for bucket in range(table.buckets):
        for way in range(WAYS):
            entry = &table.entries[WAYS * bucket + way]
            if entry.effort:
                filled += 1
                if bucket & ((1 << bits) - 1) != entry.rest >> (REST_BITS - bits):
                    return False
    return filled == table.filled
