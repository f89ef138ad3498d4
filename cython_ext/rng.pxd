"""Random numbers for compiled code: one multiply a draw, one independent stream a purpose.

The generator is wyrand (Wang Yi, public domain): a 64-bit Weyl counter hashed by one
wide multiplication. Streams are seeded from numpy's SeedSequence (game.pyx, `seed_words`).
"""
from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef SPRINGTAIL_RNG
    #define SPRINGTAIL_RNG
    #include <stdint.h>
    #ifdef _MSC_VER
    #include <intrin.h>
    #endif
    typedef struct { uint64_t state; } Rng;

    static inline uint64_t rng_next(Rng *rng) {
        rng->state += 0xa0761d6478bd642fULL;
        uint64_t a = rng->state, b = rng->state ^ 0xe7037ed1a0b428dbULL, high, low;
    #ifdef _MSC_VER
        low = _umul128(a, b, &high);
    #else
        __uint128_t product = (__uint128_t)a * b;
        high = (uint64_t)(product >> 64);
        low = (uint64_t)product;
    #endif
        return high ^ low;
    }

    /* Uniform in 0 .. n-1 without bias (Lemire 2019, "Fast random integer generation in an interval"). */
    static inline uint32_t rng_below(Rng *rng, uint32_t n) {
        uint64_t product = (rng_next(rng) >> 32) * n;
        if ((uint32_t)product < n) {
            uint32_t least = (uint32_t)-n % n;
            while ((uint32_t)product < least) product = (rng_next(rng) >> 32) * n;
        }
        return (uint32_t)(product >> 32);
    }
    #endif
    """
    ctypedef struct Rng:
        uint64_t state
    uint64_t rng_next(Rng *rng) noexcept nogil
    uint32_t rng_below(Rng *rng, uint32_t n) noexcept nogil  # n >= 1
