"""Sets of up to 128 numbers, as two words: bit tricks for sets that one word is too small for."""
from libc.stdint cimport uint32_t, uint64_t

from springtail.cython_ext.bits cimport lowest_bit, nth_bit, popcount

ctypedef struct Bits:
    uint64_t words[2]


cdef inline Bits either(Bits one, Bits other) noexcept nogil:
    one.words[0] |= other.words[0]
    one.words[1] |= other.words[1]
    return one


cdef inline Bits both(Bits one, Bits other) noexcept nogil:
    one.words[0] &= other.words[0]
    one.words[1] &= other.words[1]
    return one


cdef inline Bits without(Bits one, Bits other) noexcept nogil:
    one.words[0] &= ~other.words[0]
    one.words[1] &= ~other.words[1]
    return one


cdef inline Bits up_by(Bits bits, int count) noexcept nogil:
    """Move bits by 1 to 63 upward."""
    bits.words[1] = bits.words[1] << count | bits.words[0] >> (64 - count)
    bits.words[0] <<= count
    return bits


cdef inline Bits down_by(Bits bits, int count) noexcept nogil:
    """Move bits by 1 to 63 downward."""
    bits.words[0] = bits.words[0] >> count | bits.words[1] << (64 - count)
    bits.words[1] >>= count
    return bits


cdef inline bint is_empty(Bits bits) noexcept nogil:
    return (bits.words[0] | bits.words[1]) == 0


cdef inline bint same(Bits one, Bits other) noexcept nogil:
    return ((one.words[0] ^ other.words[0]) | (one.words[1] ^ other.words[1])) == 0


cdef inline bint meet(Bits one, Bits other) noexcept nogil:
    return ((one.words[0] & other.words[0]) | (one.words[1] & other.words[1])) != 0


cdef inline int size_of(Bits bits) noexcept nogil:
    cdef int size = popcount(bits.words[0]) if bits.words[0] else 0
    return size + popcount(bits.words[1]) if bits.words[1] else size


cdef inline Bits single(int bit) noexcept nogil:
    cdef Bits bits = Bits(words=[0, 0])
    bits.words[bit >> 6] = <uint64_t>1 << (bit & 63)
    return bits


cdef inline int first_of(Bits bits) noexcept nogil:
    """Return the lowest bit of a set that is not empty."""
    return lowest_bit(bits.words[0]) if bits.words[0] else 64 + lowest_bit(bits.words[1])


cdef inline int take_first(Bits *bits) noexcept nogil:
    """Remove the lowest bit of a set that is not empty and return it."""
    cdef int word = bits.words[0] == 0
    cdef int bit = lowest_bit(bits.words[word])
    bits.words[word] &= bits.words[word] - 1
    return word << 6 | bit


cdef inline int nth_of(Bits bits, uint32_t rank) noexcept nogil:
    """Return the bit of a set with `rank` lower ones."""
    cdef uint32_t low
    if bits.words[0] == 0:
        return 64 + nth_bit(bits.words[1], rank)
    if bits.words[1] == 0:
        return nth_bit(bits.words[0], rank)
    low = <uint32_t>popcount(bits.words[0])
    return nth_bit(bits.words[0], rank) if rank < low else 64 + nth_bit(bits.words[1], rank - low)


cdef inline bint has(const Bits *bits, int bit) noexcept nogil:
    return bits.words[bit >> 6] >> (bit & 63) & 1


cdef inline void put(Bits *bits, int bit) noexcept nogil:
    bits.words[bit >> 6] |= <uint64_t>1 << (bit & 63)


cdef inline void take(Bits *bits, int bit) noexcept nogil:
    bits.words[bit >> 6] &= ~(<uint64_t>1 << (bit & 63))
