/* A bot for gomoku: it puts its stone where rows of either colour are longest. Begin with choose.
 *
 * It looks for the few parts of a message that it needs and does without a JSON library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *text, const char *name); /* at the end of this file */

static int size;
static int board[20][20]; /* [y][x]: 1 is black, -1 white, 0 empty */

static int larger(int a, int b) { return a > b ? a : b; }

/* How many stones of a colour lie in a row from here, without this cell. */
static int count(int x, int y, int dx, int dy, int color) {
    for (int n = 0;; n++) {
        x += dx;
        y += dy;
        if (x < 0 || x >= size || y < 0 || y >= size || board[y][x] != color) return n;
    }
}

/* The longest row that a stone of that colour would make here. */
static int longest(int x, int y, int color) {
    static const int ways[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int most = 0;
    for (int i = 0; i < 4; i++) {
        int dx = ways[i][0], dy = ways[i][1];
        most = larger(most, count(x, y, dx, dy, color) + count(x, y, -dx, -dy, color));
    }
    return most;
}

/* Prints [x,y]; docs/rules/gomoku.md has the answers to the phases of swap2. */
static void choose(const char *observation) {
    size = atoi(find(observation, "\"size\":"));
    const char *phase = find(observation, "\"phase\":\"");
    if (strncmp(phase, "open\"", 5) == 0) {
        printf("[[2,2],[%d,2],[%d,%d]]", size - 3, size - 2, size - 2);
        return;
    }
    if (strncmp(phase, "move\"", 5) != 0) {
        printf("\"swap\"");
        return;
    }
    int me = atoi(find(observation, "\"me\":"));
    const char *cell = find(observation, "\"board\":[[");
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            char *end;
            board[y][x] = strtol(cell, &end, 10);
            cell = end + strspn(end, ",[]"); /* between two cells lies , or ],[ */
        }
    }
    int best_x = 0, best_y = 0;
    double most = -1;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            if (board[y][x] != 0) continue;
            double worth = 10 * longest(x, y, me) + 9 * longest(x, y, -me);
            worth -= (double)larger(abs(2 * x - size + 1), abs(2 * y - size + 1)) / size; /* the middle is better */
            if (worth > most) {
                best_x = x;
                best_y = y;
                most = worth;
            }
        }
    }
    printf("[%d,%d]", best_x, best_y);
}
