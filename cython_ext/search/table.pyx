"""How the transposition table is laid out and grows; see table.pxd."""
from libc.stdint cimport uint64_t
from libc.string cimport memset

cdef enum:
    FIRST_BUCKETS = 1 << 10     # 64 KiB: they stay in the cache, and most of their pages are used


cdef void lay_out(Table *table, Entry *entries, uint64_t most_buckets) noexcept nogil:
    """Begin an empty table in cleared memory for so many buckets."""
    cdef int bits = 0
    while bits < MOST_BITS and most_buckets >> bits > FIRST_BUCKETS:
        bits += 1
    table.first_buckets = most_buckets >> bits
    table.most_buckets = table.first_buckets << bits
    table.entries = entries
    table.filled = 0
    table.age = 0
    set_size(table, table.first_buckets)


cdef void set_size(Table *table, uint64_t buckets) noexcept nogil:
    """Note how far the table has grown."""
    table.buckets = buckets
    table.mask = 0
    while table.first_buckets * 2 * (table.mask + 1) <= buckets and buckets > 0:
        table.mask = 2 * table.mask + 1
    table.split = buckets - table.first_buckets * (table.mask + 1)


cdef void empty(Table *table) noexcept nogil:
    """Forget everything."""
    memset(table.entries, 0, table.buckets * WAYS * sizeof(Entry))
    lay_out(table, table.entries, table.most_buckets)


cdef void grow(Table *table) noexcept nogil:
    """Split the next bucket."""
    cdef Entry *entry = &table.entries[WAYS * table.split]
    cdef Entry *place = &table.entries[WAYS * table.buckets]
    cdef int way
    for way in range(WAYS):
        if entry[way].effort and kept_bits(&entry[way]) & (table.mask + 1):
            place[0] = entry[way]
            place += 1
            entry[way].effort = 0
    table.buckets += 1
    table.split += 1
    if table.split == table.first_buckets * (table.mask + 1):
        table.mask = 2 * table.mask + 1
        table.split = 0


cdef bint is_sound(const Table *table) noexcept nogil:
    """Whether every entry lies where it is looked for, and is counted; for tests."""
    cdef uint64_t at, bucket, first, filled = 0
    cdef const Entry *entry
    for at in range(WAYS * table.buckets):
        entry = &table.entries[at]
        if entry.effort:
            filled += 1
            first = at // WAYS % table.first_buckets
            bucket = first + table.first_buckets * (kept_bits(entry) & table.mask)
            if bucket < table.split:
                bucket = first + table.first_buckets * (kept_bits(entry) & (2 * table.mask + 1))
            if bucket != at // WAYS:
                return False
    return filled == table.filled
