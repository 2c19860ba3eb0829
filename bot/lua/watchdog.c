//go:build cgo && linux && lua

#define _GNU_SOURCE
#include "watchdog.h"

#include <string.h>
#include <time.h>

enum {
	kPoll = 2000000,  // between two looks, ns
	kQuietPolls = 50, // without any call, before it sleeps
	kBackstop = 10,   // limits of wall time after which CPU time is no excuse
};

#define KOTH_SIGNAL (SIGRTMIN + 9) // of those that neither C's library nor Go uses

static int64_t clock_ns(clockid_t id) {
	struct timespec t;
	clock_gettime(id, &t);
	return t.tv_sec * (int64_t)1000000000 + t.tv_nsec;
}

// used returns what the call that runs is charged by now.
static int64_t used(const koth_watchdog *w) {
	const int64_t wall = clock_ns(CLOCK_MONOTONIC) - w->start_wall;
	if (w->clock == KOTH_WALL || (w->clock == KOTH_AUTO && wall < w->limit)) return wall;
	return clock_ns(w->watched_clock) - w->start_cpu;
}

static int is_late(const koth_watchdog *w) {
	return used(w) >= w->limit || clock_ns(CLOCK_MONOTONIC) - w->start_wall >= kBackstop * w->limit;
}

static void *watch(void *self) {
	koth_watchdog *w = self;
	int quiet = 0;
	pthread_mutex_lock(&w->mutex);
	while (!w->quit) {
		if (w->running) {
			quiet = 0;
			if (*w->stop || is_late(w)) {
				*w->stop = 1;
				pthread_kill(w->watched, KOTH_SIGNAL);
			}
		} else if (++quiet >= kQuietPolls) {
			quiet = 0;
			w->asleep = 1;
			pthread_cond_wait(&w->wake, &w->mutex);
			w->asleep = 0;
		}
		pthread_mutex_unlock(&w->mutex);
		const struct timespec pause = {0, kPoll};
		nanosleep(&pause, NULL);
		pthread_mutex_lock(&w->mutex);
	}
	pthread_mutex_unlock(&w->mutex);
	return NULL;
}

int koth_watchdog_start(koth_watchdog *w, void (*handler)(int)) {
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	action.sa_flags = SA_ONSTACK | SA_RESTART; // Go's threads have small stacks
	sigfillset(&action.sa_mask);
	if (sigaction(KOTH_SIGNAL, &action, NULL) != 0) return 0;
	w->watched = pthread_self();
	pthread_getcpuclockid(w->watched, &w->watched_clock);
	pthread_mutex_init(&w->mutex, NULL);
	pthread_cond_init(&w->wake, NULL);
	// The new thread takes no signals: they are Go's.
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const int failed = pthread_create(&w->thread, NULL, watch, w);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return !failed;
}

void koth_watchdog_end(koth_watchdog *w) {
	pthread_mutex_lock(&w->mutex);
	w->quit = 1;
	pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
	pthread_join(w->thread, NULL);
	pthread_cond_destroy(&w->wake);
	pthread_mutex_destroy(&w->mutex);
}

void koth_watchdog_arm(koth_watchdog *w, volatile sig_atomic_t *stop, int64_t limit, int clock) {
	pthread_mutex_lock(&w->mutex);
	w->stop = stop;
	*stop = 0;
	w->limit = limit;
	w->clock = clock;
	w->start_cpu = clock_ns(CLOCK_THREAD_CPUTIME_ID);
	w->start_wall = clock_ns(CLOCK_MONOTONIC);
	w->running = 1;
	if (w->asleep) pthread_cond_signal(&w->wake);
	pthread_mutex_unlock(&w->mutex);
}

int koth_watchdog_disarm(koth_watchdog *w, int64_t *charged) {
	pthread_mutex_lock(&w->mutex);
	*charged = used(w);
	const int late = *w->stop || is_late(w);
	w->running = 0;
	*w->stop = 0;
	pthread_mutex_unlock(&w->mutex);
	if (late && *charged < w->limit) *charged = w->limit; // judged by wall time in the end
	return late;
}
