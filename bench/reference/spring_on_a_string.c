/* Spring on a String for two players without animals, written for this game alone: random playouts,
 * and the exact margin of the opening by alpha-beta with a hash table.
 *
 * The yardstick for the compiled rules and the solver. Lengths are whole numbers of 0.1 mm.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32, NOWHERE = 31, BITS = 20 };

struct meadow {
    int flowers, petals[MOST], cost[MOST][MOST]; /* cost[NOWHERE]: the first flower of a lace */
    int length;
};

struct game {
    uint32_t taken;
    int last[2], left[2], points[2];
    int mover, latest;
};

static uint64_t next_random(uint64_t *state) { /* xorshift64* */
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dULL;
}

static void start(const struct meadow *meadow, struct game *game) {
    memset(game, 0, sizeof *game);
    for (int seat = 0; seat < 2; seat++) {
        game->last[seat] = NOWHERE;
        game->left[seat] = meadow->length;
    }
    game->latest = -1;
}

static int list(const struct meadow *meadow, const struct game *game, int *into) {
    int seat = game->mover, count = 0;
    const int *cost = meadow->cost[game->last[seat]];
    for (int flower = 0; flower < meadow->flowers; flower++)
        if (!(game->taken >> flower & 1) && cost[flower] <= game->left[seat]) into[count++] = flower;
    return count;
}

static void collect(const struct meadow *meadow, struct game *game, int flower) {
    int seat = game->mover;
    game->left[seat] -= meadow->cost[game->last[seat]][flower];
    game->last[seat] = flower;
    game->taken |= 1u << flower;
    game->points[seat] += meadow->petals[flower];
    game->latest = seat;
    game->mover ^= 1;
}

/* Sum of the points of both, and the plies, of so many games. */
long string_playouts(const struct meadow *meadow, long count, uint64_t seed, long *plies) {
    long points = 0;
    int flowers[MOST];
    *plies = 0;
    while (count--) {
        struct game game;
        int passes = 0;
        start(meadow, &game);
        while (passes < 2) {
            int open = list(meadow, &game, flowers);
            ++*plies;
            if (open) {
                passes = 0;
                collect(meadow, &game, flowers[(next_random(&seed) >> 32) * open >> 32]);
            } else {
                passes++;
                game.mover ^= 1;
            }
        }
        points += game.points[0] + game.points[1];
    }
    return points;
}

/* A value is the margin of seat 0, doubled, and 1 for or against it by the last collection. */

struct entry {
    uint64_t key;
    int16_t low, high;
    int8_t best;
};

static struct entry *table;
static long nodes;

static uint64_t mix(uint64_t key) {
    key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9ULL;
    key = (key ^ key >> 27) * 0x94d049bb133111ebULL;
    return key ^ key >> 31;
}

static uint64_t hash(const struct game *game) {
    uint64_t key = mix(game->taken | (uint64_t)(game->mover + 2 * (game->latest + 1)) << 32);
    for (int seat = 0; seat < 2; seat++)
        key = mix(key ^ ((uint64_t)game->last[seat] << 16 | game->left[seat]));
    return mix(key ^ (uint64_t)(game->points[0] - game->points[1] + 1000));
}

/* The most that a lace can still get: its best flowers, as many as the shortest ways let it have. */
static int most_gain(const struct meadow *meadow, const struct game *game, int seat) {
    int by_petals[16] = {0}, shortest = 1 << 20, open = 0, gain = 0;
    for (int flower = 0; flower < meadow->flowers; flower++) {
        if (game->taken >> flower & 1 || meadow->cost[game->last[seat]][flower] > game->left[seat]) continue;
        by_petals[meadow->petals[flower]]++;
        open++;
        for (int from = 0; from < meadow->flowers; from++)
            if (from != flower && meadow->cost[from][flower] < shortest) shortest = meadow->cost[from][flower];
    }
    int stops = open ? game->left[seat] / shortest + (game->last[seat] == NOWHERE) : 0;
    for (int petals = 15; petals > 0 && stops > 0; petals--)
        for (int some = by_petals[petals]; some > 0 && stops > 0; some--, stops--) gain += petals;
    return gain;
}

static int search(const struct meadow *meadow, const struct game *game, int alpha, int beta, int passes) {
    int flowers[MOST], sign = game->mover ? -1 : 1, now = 2 * (game->points[0] - game->points[1]);
    nodes++;
    if (passes == 2) return now + (game->latest == 0) - (game->latest == 1);
    int high = now + 2 * most_gain(meadow, game, 0) + 1, low = now - 2 * most_gain(meadow, game, 1) - 1;
    if (low >= beta) return low;
    if (high <= alpha) return high;
    uint64_t key = hash(game);
    struct entry *entry = &table[key >> (64 - BITS)];
    int best_flower = -1, first_alpha = alpha, first_beta = beta;
    if (entry->key == key) {
        if (entry->low >= beta) return entry->low;
        if (entry->high <= alpha) return entry->high;
        if (entry->low > alpha) alpha = entry->low;
        if (entry->high < beta) beta = entry->high;
        best_flower = entry->best;
    }
    int count = list(meadow, game, flowers), best = -sign * 10000, chosen = -1;
    if (count == 0) {
        struct game after = *game;
        after.mover ^= 1;
        best = search(meadow, &after, alpha, beta, passes + 1);
    }
    for (int at = 0; at < count; at++) { /* the remembered one first, then by petals */
        int next = at;
        for (int other = at + 1; other < count; other++)
            if (flowers[other] == best_flower ||
                (flowers[next] != best_flower && meadow->petals[flowers[other]] > meadow->petals[flowers[next]]))
                next = other;
        int flower = flowers[next];
        flowers[next] = flowers[at];
        flowers[at] = flower;
        struct game after = *game;
        collect(meadow, &after, flower);
        int value = search(meadow, &after, alpha, beta, 0);
        if (sign * value > sign * best) best = value, chosen = flower;
        if (sign > 0 && best > alpha) alpha = best;
        if (sign < 0 && best < beta) beta = best;
        if (alpha >= beta) break;
    }
    if (entry->key != key) *entry = (struct entry){key, -20000, 20000, -1};
    if (best > first_alpha && best > entry->low) entry->low = best;     /* it did not fail low */
    if (best < first_beta && best < entry->high) entry->high = best;    /* nor high */
    entry->best = chosen;
    return best;
}

/* Margin of the opening, doubled, and 1 for or against the first seat by the last collection. */
int string_solve(const struct meadow *meadow, long *looked_at) {
    struct game game;
    table = calloc(1u << BITS, sizeof *table);
    nodes = 0;
    start(meadow, &game);
    int value = search(meadow, &game, -10000, 10000, 0);
    free(table);
    *looked_at = nodes;
    return value;
}
