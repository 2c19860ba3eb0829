/* A bot that talks JSON lines and does one bad thing on turn 2: what, it is told as its argument. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *what;
static int is(const char *name) { return strcmp(what, name) == 0; }
static void all(int fd, const char *text) { if (write(fd, text, strlen(text)) < 0) _exit(3); }
static void forever(void) { for (;;) pause(); }

/* burn uses CPU time without end. */
static void burn(void) { for (volatile long i = 0;; i++) { } }

static void bad(void) {
	static char block[1 << 16];
	memset(block, 'x', sizeof block);
	if (is("exits")) exit(7);
	if (is("exits well")) exit(0);
	if (is("aborts")) { all(2, "bad things happen\n"); abort(); }
	if (is("segfaults")) { *(volatile int *)0 = 1; }
	if (is("closes stdout")) { close(1); forever(); }
	if (is("closes stdin")) { close(0); forever(); }
	if (is("endless line")) for (;;) if (write(1, block, sizeof block) < 0) _exit(3);
	if (is("endless lines")) { block[100] = '\n'; for (;;) if (write(1, block, 101) < 0) _exit(3); }
	if (is("endless answers")) for (;;) all(1, "{\"turn\":1,\"action\":1}\n{\"turn\":1,\"action\":1}\n{\"turn\":1,\"action\":1}\n{\"turn\":1,\"action\":1}\n");
	if (is("10 MB of stderr")) for (int i = 0; i < 160; i++) if (write(2, block, sizeof block) < 0) _exit(3);
	if (is("ignores signals")) { for (int s = 1; s < 32; s++) signal(s, SIG_IGN); forever(); }
	if (is("sleeps")) forever();
	if (is("spins")) burn();
	if (is("begins a line")) { all(1, "{\"action\""); forever(); }
	if (is("eats memory")) for (;;) { char *p = malloc(1 << 20); if (!p) forever(); memset(p, 1, 1 << 20); }
	if (is("maps memory")) for (;;) {
		char *p = mmap(0, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
		if (p == MAP_FAILED) forever();
		memset(p, 1, 1 << 20);
	}
	if (is("forks and eats memory")) for (;;) {
		pid_t child = fork(); /* which a machine without namespaces refuses */
		char *p = child > 0 ? NULL : malloc(8 << 20);
		if (p) memset(p, 1, 8 << 20);
		if (child == 0) forever();
	}
	if (is("forks without end")) for (;;) if (fork() == 0) usleep(100);
	if (is("fills the disk")) {
		signal(SIGXFSZ, SIG_IGN);
		int fd = open("/tmp/full", O_CREAT | O_WRONLY, 0600);
		while (write(fd, block, sizeof block) > 0) { }
	}
	if (is("leaves a child with stdout")) { if (fork() == 0) forever(); exit(5); }
	if (is("leaves a daemon")) {
		if (fork() == 0) { setsid(); if (fork() == 0) { signal(SIGTERM, SIG_IGN); forever(); } exit(0); }
		wait(0);
	}
}

static void answer(const char *action) {
	char line[100];
	snprintf(line, sizeof line, "{\"action\":%s}\n", action);
	if (is("byte by byte")) for (char *c = line; *c; c++) { if (write(1, c, 1) < 0) _exit(3); usleep(500); }
	else if (is("twice in one write")) { char two[210]; snprintf(two, sizeof two, "%s{\"action\":1}\n", line); all(1, two); }
	else all(1, line);
}

int main(int argc, char **argv) {
	char *line = NULL, action[32];
	size_t size = 0;
	what = argc > 1 ? argv[1] : "";
	if (is("never reads")) { /* and fills its standard error */
		all(1, "{\"type\":\"ready\"}\n");
		for (;;) all(2, "I do not listen, and have much to say\n");
	}
	while (getline(&line, &size, stdin) > 0) {
		int turn, payload;
		char *obs = strstr(line, "\"observation\":{");
		if (strstr(line, "\"type\":\"start\"")) { all(1, "{\"type\":\"ready\"}\n"); continue; }
		if (!obs || sscanf(obs, "\"observation\":{\"turn\":%d,\"payload\":%d", &turn, &payload) != 2) break;
		if (is("noisy")) for (int i = 0; i < 100; i++) all(2, "{\"action\":1}\n");
		if (turn == 2) bad();
		snprintf(action, sizeof action, "%d", turn * 1000 + payload);
		answer(action);
	}
	return 0;
}
