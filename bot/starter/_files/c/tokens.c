/* A bot for tokens: it walks to the nearest token and eats it. Begin with choose.
 *
 * It looks for the few parts of a message that it needs and does without a JSON library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *text, const char *name); /* at the end of this file */
static const char *way(int x, int y, const char *tokens);

/* Prints "UP", "DOWN", "LEFT", "RIGHT", "EAT" or "PASS". */
static void choose(const char *observation) {
    int x, y;
    int seat = atoi(find(observation, "\"seat\":"));
    sscanf(find(observation, seat == 0 ? "\"player1\":{\"pos\":" : "\"player2\":{\"pos\":"), "[%d,%d]", &x, &y);
    printf("\"%s\"", way(x, y, find(observation, "\"tokens\":[")));
}

/* The way to go, and eat, from (x, y). tokens is a list of columns, in which each cell is false or
 * {"color":"#FF0000","points":2}. */
static const char *way(int x, int y, const char *tokens) {
    int least = -1, to_x = 0, to_y = 0;
    int i = -1, j = 0;
    for (const char *c = tokens;; c++) {
        if (*c == '[') { /* a column begins */
            i++;
            j = 0;
        } else if (*c == 'f' || *c == '{') { /* a cell */
            int steps = abs(i - x) + abs(j - y);
            if (*c == '{' && (least < 0 || steps < least)) {
                least = steps;
                to_x = i;
                to_y = j;
            }
            c = strchr(c, *c == 'f' ? 'e' : '}');
            j++;
        } else if (*c == '\0' || (*c == ']' && c[1] == ']')) { /* the last column ends */
            break;
        }
    }
    if (least < 0) return "PASS";
    if (to_x != x) return to_x > x ? "RIGHT" : "LEFT";
    if (to_y != y) return to_y > y ? "DOWN" : "UP";
    return "EAT";
}
