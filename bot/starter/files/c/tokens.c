/* A bot for tokens: it walks to the nearest token and eats it. Begin with choose.
 *
 * The arena talks JSON, one object a line (docs/protocol.md). This bot looks for the few parts of a
 * message that it needs and does without a library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns "UP", "DOWN", "LEFT", "RIGHT", "EAT" or "PASS". (x, y) is where the bot stands, tokens
 * points behind "tokens":[ of the message: a list of columns, in which each cell is false or
 * {"color":"#FF0000","points":2}. */
static const char *choose(int x, int y, const char *tokens) {
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

/* Returns what stands behind a name of the message; ends the bot if it is not there. */
static const char *find(const char *message, const char *name) {
    const char *at = strstr(message, name);
    if (at == NULL) {
        fprintf(stderr, "no %s in %s\n", name, message); /* kept with the turn */
        exit(1);
    }
    return at + strlen(name);
}

int main(void) {
    static char message[1 << 20];
    setvbuf(stdout, NULL, _IOLBF, 0); /* or the arena would wait for what lies in a buffer */
    while (fgets(message, sizeof message, stdin) != NULL) {
        const char *type = find(message, "\"type\":\"");
        if (strncmp(type, "start", 5) == 0) {
            puts("{\"type\":\"ready\"}");
        } else if (strncmp(type, "turn", 4) == 0) {
            int x, y;
            const char *me = atoi(find(message, "\"seat\":")) == 0 ? "\"player1\":{\"pos\":[" : "\"player2\":{\"pos\":[";
            sscanf(find(message, me), "%d,%d", &x, &y);
            printf("{\"turn\":%d,\"action\":\"%s\"}\n", atoi(find(message, "\"turn\":")), choose(x, y, find(message, "\"tokens\":[")));
        } else if (strncmp(type, "end", 3) == 0) {
            break;
        }
    }
    return 0;
}
