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

    /* High and low half of the product of two words, mixed. */
    static inline uint64_t fold(uint64_t a, uint64_t b) {
    #ifdef _MSC_VER
        uint64_t high, low = _umul128(a, b, &high);
        return high ^ low;
    #else
        __uint128_t product = (__uint128_t)a * b;
        return (uint64_t)(product >> 64) ^ (uint64_t)product;
    #endif
    }

    /* Hash of `bytes` bytes, a multiple of 8: a sum of products of two words each, which the
       processor works out side by side (NH, Black et al. 1999; folded as in wyhash). */
    static inline uint64_t hash_bytes(const void *data, size_t bytes) {
        const uint64_t step = 0x9e3779b97f4a7c15ULL, *word = (const uint64_t *)data;
        uint64_t salt = step, key = bytes;
        size_t at, words = bytes / 8;
        for (at = 0; at + 1 < words; at += 2, salt += 2 * step)
            key += fold(word[at] ^ salt, word[at + 1] ^ (salt + step));
        if (at < words) key += fold(word[at] ^ salt, salt + step);
        return mix(key);
    }
    #endif
    """
    int popcount(uint64_t bits) noexcept nogil
    int lowest_bit(uint64_t bits) noexcept nogil  # bits != 0
    int highest_bit(uint64_t bits) noexcept nogil  # bits != 0
    int nth_bit(uint64_t bits, uint32_t rank) noexcept nogil  # rank < popcount(bits)
    uint64_t mix(uint64_t key) noexcept nogil
    uint64_t hash_bytes(const void *data, size_t bytes) noexcept nogil
