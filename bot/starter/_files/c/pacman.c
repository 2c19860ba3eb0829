/* A bot for pacman: of the squares around it, it goes where it has been least often, prefers pellets
 * and keeps away from ghosts. Begin with choose.
 *
 * It looks for the few parts of a message that it needs and does without a JSON library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *text, const char *name); /* at the end of this file */

static const struct {
    char name;
    int dx, dy, wall; /* the bit of a wall */
} ways[] = {{'N', 0, -1, 1}, {'E', 1, 0, 2}, {'S', 0, 1, 4}, {'W', -1, 0, 8}};

static int size;    /* of the maze */
static int *visits; /* how often the bot was on a square */
static char *seen;  /* G ghost, P Pac-Man, o O F to eat, X or 0 nothing */

/* The number of a square: the maze goes on at the other side. */
static int number(int x, int y) {
    return (y + size) % size * size + (x + size) % size;
}

/* Prints "N", "E", "S", "W" or "X", which is to stay. */
static void choose(const char *observation) {
    size = atoi(find(observation, "\"size\":"));
    if (visits == NULL) {
        visits = calloc(size * size, sizeof *visits);
        seen = calloc(size * size, 1);
    }
    int x, y;
    char letter;
    memset(seen, 0, size * size);
    for (const char *s = find(observation, "\"sight\":["); sscanf(s, "[%d,%d,\"%c\"]", &x, &y, &letter) == 3;) {
        seen[number(x, y)] = letter;
        s = strchr(s, ']') + 1;
        if (*s == ',') s++;
    }
    sscanf(find(observation, "\"me\":"), "[%d,%d,\"%c\"]", &x, &y, &letter);
    int here = number(x, y);
    visits[here]++;
    char digit[2] = {find(observation, "\"walls\":\"")[here]};
    int walls = strtol(digit, NULL, 16);
    char best = 'X';
    int most = 0;
    for (int i = 0; i < 4; i++) {
        if (walls & ways[i].wall) continue;
        int square = number(x + ways[i].dx, y + ways[i].dy);
        int worth = -visits[square];
        if (letter == 'G') { /* caught: the bot is a ghost itself now, and hunts */
            if (seen[square] == 'P') worth += 50;
        } else if (seen[square] == 'G') {
            worth -= 1000;
        } else if (seen[square] == 'o' || seen[square] == 'O' || seen[square] == 'F') {
            worth += 2;
        }
        if (best == 'X' || worth > most) {
            best = ways[i].name;
            most = worth;
        }
    }
    printf("\"%c\"", best);
}
