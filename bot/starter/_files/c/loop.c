/* ---- The conversation with the arena: JSON, one object a line (docs/protocol.md) */

int main(void) {
    char *message = NULL;
    size_t size = 0;
    setvbuf(stdout, NULL, _IOLBF, 0); /* or the arena would wait for what lies in a buffer */
    while (getline(&message, &size, stdin) > 0) {
        const char *type = find(message, "\"type\":\"");
        if (strncmp(type, "start", 5) == 0) {
            puts("{\"type\":\"ready\"}");
        } else if (strncmp(type, "turn", 4) == 0) {
            printf("{\"turn\":%d,\"action\":", atoi(find(message, "\"turn\":")));
            choose(find(message, "\"observation\":"));
            puts("}");
        } else if (strncmp(type, "end", 3) == 0) {
            break;
        }
    }
    return 0;
}

/* Returns what stands behind a name in a text; ends the bot if it is not there. */
static const char *find(const char *text, const char *name) {
    const char *at = strstr(text, name);
    if (at == NULL) {
        fprintf(stderr, "no %s in %s\n", name, text); /* kept with the turn */
        exit(1);
    }
    return at + strlen(name);
}
