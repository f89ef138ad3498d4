/* Random playouts of connect four, written by hand for this game alone: the floor that a table of functions is
 * held against. Board, winning test and random numbers are those of the library (cython_ext/games/connect_four.pyx,
 * cython_ext/rng.pxd), so that the same seed plays the same games. */
#include <stdint.h>

enum { COLUMNS = 7, ROWS = 6, STRIDE = 7 };
static const uint64_t FULL = 0xfdfbf7efdfbfULL;

static inline uint64_t rng_next(uint64_t *state) {
    *state += 0xa0761d6478bd642fULL;
    __uint128_t product = (__uint128_t)*state * (*state ^ 0xe7037ed1a0b428dbULL);
    return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

static inline uint32_t rng_below(uint64_t *state, uint32_t n) {
    uint64_t product = (rng_next(state) >> 32) * n;
    if ((uint32_t)product < n) {
        uint32_t least = (uint32_t)-n % n;
        while ((uint32_t)product < least) product = (rng_next(state) >> 32) * n;
    }
    return (uint32_t)(product >> 32);
}

static inline int has_line(uint64_t board, int step) {
    uint64_t pairs = board & (board >> step);
    return (pairs & (pairs >> 2 * step)) != 0;
}

static inline int has_four(uint64_t board) {
    return has_line(board, STRIDE) || has_line(board, STRIDE - 1) || has_line(board, STRIDE + 1) || has_line(board, 1);
}

/* Play `count` games from the empty board; return their plies and add the wins of both seats to `wins`. */
int64_t playouts(int64_t count, uint64_t rng, int64_t wins[2]) {
    int64_t plies = 0;
    for (int64_t game = 0; game < count; game++) {
        uint64_t mine = 0, stones = 0;
        for (int mover = 0;; mover ^= 1) {
            int columns[COLUMNS], open = 0;
            for (int column = 0; column < COLUMNS; column++) {
                columns[open] = column;
                open += !(stones >> (column * STRIDE + ROWS - 1) & 1);
            }
            int column = columns[rng_below(&rng, (uint32_t)open)];
            uint64_t after = stones | (stones + ((uint64_t)1 << (column * STRIDE)));
            uint64_t moved = mine | (after ^ stones);
            plies++;
            if (has_four(moved)) {
                wins[mover]++;
                break;
            }
            if (after == FULL) break;
            mine ^= stones;
            stones = after;
        }
    }
    return plies;
}
