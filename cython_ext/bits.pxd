"""Bit tricks that every compiler names differently."""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef SPRINGTAIL_BITS
    #define SPRINGTAIL_BITS
    #include <stdint.h>
    #ifdef _MSC_VER
    #include <intrin.h>
    static inline int popcount(uint64_t bits) { return (int)__popcnt64(bits); }
    static inline int lowest_bit(uint64_t bits) { unsigned long at; _BitScanForward64(&at, bits); return (int)at; }
    static inline int highest_bit(uint64_t bits) { unsigned long at; _BitScanReverse64(&at, bits); return (int)at; }
    #else
    static inline int popcount(uint64_t bits) { return __builtin_popcountll(bits); }
    static inline int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }
    static inline int highest_bit(uint64_t bits) { return 63 - __builtin_clzll(bits); }
    #endif

    /* Position of the set bit with `rank` set bits below it. */
    static inline int nth_bit(uint64_t bits, uint32_t rank) {
        while (rank--) bits &= bits - 1;
        return lowest_bit(bits);
    }

    /* One round of mixing for hash keys (finalizer of SplitMix64, Steele et al. 2014). */
    static inline uint64_t mix(uint64_t key) {
        key = (key ^ (key >> 30)) * 0xbf58476d1ce4e5b9ULL;
        key = (key ^ (key >> 27)) * 0x94d049bb133111ebULL;
        return key ^ (key >> 31);
    }

    /* Hash of `bytes` bytes, a multiple of 8. */
    static inline uint64_t hash_bytes(const void *data, size_t bytes) {
        const uint64_t *word = (const uint64_t *)data;
        uint64_t key = 0x9e3779b97f4a7c15ULL ^ bytes;
        for (size_t at = 0; at < bytes / 8; at++) key = mix(key ^ word[at]) + 0x9e3779b97f4a7c15ULL;
        return key;
    }
    #endif
    """
    int popcount(uint64_t bits) noexcept nogil
    int lowest_bit(uint64_t bits) noexcept nogil  # bits != 0
    int highest_bit(uint64_t bits) noexcept nogil  # bits != 0
    int nth_bit(uint64_t bits, uint32_t rank) noexcept nogil  # rank < popcount(bits)
    uint64_t mix(uint64_t key) noexcept nogil
    uint64_t hash_bytes(const void *data, size_t bytes) noexcept nogil
