/* Random playouts of Butterfly for two players with sparse nets, written for this game alone.
 *
 * The yardstick for the compiled rules: what a plain C program takes for the same games. Tiles
 * are numbered as in cython_ext/games/butterfly.pyx: red 1-5 and doubler, the same for blue,
 * green and yellow, dragonflies 1-9, lightning bugs 1-9, crickets 1-9, honeycombs 10-15, bee,
 * wasps 4-7, flower.
 */
#include <string.h>

enum { SIZE = 6, CELLS = SIZE * SIZE, KINDS = 63, TILES = 100, NO_TILE = -1 };
enum { DRAGONFLY = 24, LIGHTNING_BUG = 33, CRICKET = 42, HONEYCOMB = 51, BEE = 57, WASP = 58, FLOWER = 62 };

struct player {
    int colour[4], doubler[4];
    int dragonfly, lightning_bug, cricket;
    int honeycombs[6], bees;
    int wasps, flowers;
};

struct game {
    signed char board[SIZE][SIZE];
    unsigned char bag[TILES];
    int bag_size;
    struct player players[2];
};

/* North, east, south, west. */
static const int row_step[4] = {-1, 0, 1, 0}, column_step[4] = {0, 1, 0, -1};

static const char net[SIZE][SIZE] = {
    {0, 0, 0, 0, 0, 0},
    {0, 1, 0, 0, 1, 0},
    {0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0},
    {0, 1, 0, 0, 1, 0},
    {0, 0, 0, 0, 0, 0},
};

static int copies_of(int kind) {
    if (kind < DRAGONFLY) return kind % 6 == 5 ? 1 : 2;
    return kind == BEE ? 6 : kind == FLOWER ? 13 : 1;
}

static unsigned random_below(unsigned long long *state, unsigned n) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (unsigned)(((*state >> 32) * n) >> 32);
}

static void take(struct player *player, int kind) {
    if (kind < DRAGONFLY) {
        if (kind % 6 == 5) player->doubler[kind / 6] = 1;
        else player->colour[kind / 6] += kind % 6 + 1;
    } else if (kind < LIGHTNING_BUG) {
        if (player->dragonfly < kind - DRAGONFLY + 1) player->dragonfly = kind - DRAGONFLY + 1;
    } else if (kind < CRICKET) {
        int value = kind - LIGHTNING_BUG + 1;
        if (player->lightning_bug == 0 || value < player->lightning_bug) player->lightning_bug = value;
    } else if (kind < HONEYCOMB) {
        player->cricket = kind - CRICKET + 1;
    } else if (kind < BEE) {
        player->honeycombs[kind - HONEYCOMB] = 1;
    } else if (kind == BEE) {
        player->bees++;
    } else if (kind < FLOWER) {
        player->wasps += kind - WASP + 4;
    } else {
        player->flowers++;
    }
}

static int score(const struct player *player) {
    int points = player->dragonfly + player->lightning_bug + player->cricket;
    int bees = player->bees;
    points += player->flowers * player->flowers - player->wasps;
    for (int colour = 0; colour < 4; colour++) points += player->colour[colour] << player->doubler[colour];
    for (int comb = 5; comb >= 0 && bees > 0; comb--) {
        if (player->honeycombs[comb]) {
            points += 10 + comb;
            bees--;
        }
    }
    return points - 3 * bees;
}

/* Play one random game from after the placement; return the points of both players. */
static int play(struct game *game, int row, int column, int direction, unsigned long long *random, long *plies) {
    int player = 0;
    for (;;) {
        int rows[3 * SIZE], columns[3 * SIZE], directions[3 * SIZE], count = 0;
        for (int turn = 3; turn <= 5; turn++) {
            int way = (direction + turn) & 3;
            int r = row + row_step[way], c = column + column_step[way];
            while (r >= 0 && r < SIZE && c >= 0 && c < SIZE) {
                if (game->board[r][c] != NO_TILE) {
                    rows[count] = r;
                    columns[count] = c;
                    directions[count] = way;
                    count++;
                }
                r += row_step[way];
                c += column_step[way];
            }
        }
        if (count == 0) return score(&game->players[0]) + score(&game->players[1]);
        int choice = (int)random_below(random, (unsigned)count);
        int to_row = rows[choice], to_column = columns[choice];
        direction = directions[choice];
        ++*plies;
        for (;;) {
            row += row_step[direction];
            column += column_step[direction];
            if (row == to_row && column == to_column) break;
            if (net[row][column] && game->board[row][column] == NO_TILE && game->bag_size > 0) {
                ++*plies;
                if (random_below(random, 2)) {
                    int drawn = (int)random_below(random, (unsigned)game->bag_size);
                    ++*plies;
                    take(&game->players[player], game->bag[drawn]);
                    game->bag[drawn] = game->bag[--game->bag_size];
                }
            }
        }
        take(&game->players[player], game->board[row][column]);
        game->board[row][column] = NO_TILE;
        player ^= 1;
    }
}

/* Play `n` random games; return the points of both players in all of them, add their plies to `plies`. */
long butterfly_playouts(
    const unsigned char board[36], int cell, int direction, long n, unsigned long long seed, long *plies
) {
    struct game start, game;
    int left[KINDS];
    long points = 0;
    memset(&start, 0, sizeof start);
    for (int kind = 0; kind < KINDS; kind++) left[kind] = copies_of(kind);
    for (int at = 0; at < CELLS; at++) {
        start.board[at / SIZE][at % SIZE] = (signed char)board[at];
        left[board[at]]--;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        while (left[kind]-- > 0) start.bag[start.bag_size++] = (unsigned char)kind;
    }
    while (n-- > 0) {
        game = start;
        points += play(&game, cell / SIZE, cell % SIZE, direction, &seed, plies);
    }
    return points;
}
