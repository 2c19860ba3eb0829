/* A bot for blobs: each of its blobs goes to the nearest pellet. Begin with order.
 *
 * It looks for the few parts of a message that it needs and does without a JSON library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *text, const char *name); /* at the end of this file */

/* Returns ["move","north"], ["split","east"], ["send","west",12.5] or null. blob is
 * {"pos":[0,0],"uid":7,"energy":100},"near":{"pellets":[{"pos":[2,1],"energy":9}],"blobs":[]}. */
static const char *order(const char *blob) {
    int x, y, px, py, to_x = 0, to_y = 0, least = -1;
    if (atof(find(blob, "\"energy\":")) > 150) return "[\"split\",\"south\"]"; /* it costs 50; what is left is shared by parent and child */
    sscanf(find(blob, "\"pos\":"), "[%d,%d]", &x, &y);
    for (const char *p = find(blob, "\"pellets\":["); sscanf(p, "{\"pos\":[%d,%d]", &px, &py) == 2;) {
        int steps = abs(px - x) + abs(py - y);
        if (least < 0 || steps < least) {
            least = steps;
            to_x = px;
            to_y = py;
        }
        p = strchr(p, '}') + 1;
        if (*p == ',') p++;
    }
    if (least < 0) return "null"; /* standing still costs a quarter of a step */
    if (to_x != x) return to_x > x ? "[\"move\",\"east\"]" : "[\"move\",\"west\"]";
    return to_y > y ? "[\"move\",\"south\"]" : "[\"move\",\"north\"]";
}

/* Prints a list with one order for each blob of the family. */
static void choose(const char *observation) {
    const char *comma = "";
    putchar('[');
    for (const char *blob = observation; (blob = strstr(blob, "\"me\":")) != NULL; blob++) {
        printf("%s%s", comma, order(blob));
        comma = ",";
    }
    putchar(']');
}
