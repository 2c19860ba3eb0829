// The watchdog breaks off calls that take too long. There is one for each Runtime: a thread that
// looks every other millisecond while calls are made, and sleeps when there are none for a while.
#ifndef KOTH_LUA_WATCHDOG_H
#define KOTH_LUA_WATCHDOG_H

#include <pthread.h>
#include <signal.h>
#include <stdint.h>

// Which time is charged.
enum { KOTH_AUTO, KOTH_WALL, KOTH_CPU };

typedef struct koth_watchdog {
	pthread_t thread, watched;
	clockid_t watched_clock; // CPU time of the thread that is watched
	pthread_mutex_t mutex;   // guards what follows
	pthread_cond_t wake;
	int quit, asleep;

	int running;
	int64_t limit, start_wall, start_cpu; // nanoseconds
	int clock;
	volatile sig_atomic_t *stop; // set when the call is to be broken off
} koth_watchdog;

// koth_watchdog_start starts a watchdog over calls of this thread. When a call has to be broken
// off, *stop is set and then KOTH_SIGNAL is sent to the thread, again and again until it has ended.
// It returns 0 if there can be no thread.
int koth_watchdog_start(koth_watchdog *, void (*handler)(int));
void koth_watchdog_end(koth_watchdog *);

// koth_watchdog_arm starts a call, koth_watchdog_disarm ends it: it returns whether the call took
// its limit or more, and stores in used the nanoseconds that it is charged.
void koth_watchdog_arm(koth_watchdog *, volatile sig_atomic_t *stop, int64_t limit, int clock);
int koth_watchdog_disarm(koth_watchdog *, int64_t *used);

#endif
