/* A bot for politics: it campaigns where it is behind. Begin with choose.
 *
 * It looks for the few parts of a message that it needs and does without a JSON library. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *find(const char *text, const char *name); /* at the end of this file */

/* Prints ["campaign",[x,y],[x,y]] or another move of docs/rules/politics.md, or null. */
static void choose(const char *observation) {
    if (atoi(find(observation, "\"money\":")) < 16) { /* a campaign costs a dollar a voter, and a block has 4 by 4 */
        printf("null");
        return;
    }
    int worst = 1000, x = 0, y = 0;
    for (const char *region = observation; (region = strstr(region, "\"blocks\":[[")) != NULL; region++) {
        int lead = atoi(find(region, "\"number_you\":")) - atoi(find(region, "\"number_opponent\":"));
        if (lead < worst) {
            worst = lead;
            sscanf(region, "\"blocks\":[[%d,%d]", &x, &y);
        }
    }
    printf("[\"campaign\",[%d,%d],[%d,%d]]", x, y, x + 4, y + 4);
}
