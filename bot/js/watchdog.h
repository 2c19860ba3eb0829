// The watchdog breaks off calls that take too long. There is one for each engine: a thread that
// looks every other millisecond while calls are made, and sleeps when there are none for a while.
#ifndef KOTH_JS_WATCHDOG_H
#define KOTH_JS_WATCHDOG_H

#include <pthread.h>
#include <time.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "shim.h"

namespace v8 {
class Isolate;
}

namespace koth {

inline int64_t clock_ns(clockid_t id) {
	timespec t;
	clock_gettime(id, &t);
	return t.tv_sec * int64_t{1000000000} + t.tv_nsec;
}

class Watchdog {
public:
	Watchdog(); // watches calls of the thread that makes it
	~Watchdog();

	// arm starts a call. limit is in nanoseconds.
	void arm(v8::Isolate *isolate, int64_t limit, int32_t clock);

	struct Verdict {
		bool late;    // the call took its limit or more
		int64_t used; // nanoseconds, of the clock that is charged
	};
	// disarm ends the call. If the isolate was told to terminate, that is undone.
	Verdict disarm();

private:
	// A call's number, with its state in the lowest two bits.
	enum : uint64_t { kIdle = 0, kRunning = 1, kFiring = 2, kFired = 3, kStep = 4 };

	void watch();
	void sleep();

	// Set by the calling thread before call_, which publishes them. The watchdog may read them of
	// the wrong call, but then that call's number is wrong too, and nothing comes of it.
	std::atomic<v8::Isolate *> isolate_{nullptr};
	std::atomic<int64_t> start_{0}, start_cpu_{0}, limit_{0};
	std::atomic<int32_t> clock_{KOTH_AUTO};

	std::atomic<uint64_t> call_{kIdle};
	uint64_t number_ = 0;

	// What is known of the calling thread's CPU clock, guarded by mutex_: at the last look, and at the
	// last look before the call that this one found. It bounds what a call has used.
	uint64_t looked_call_ = kIdle;
	int64_t looked_cpu_ = 0, before_cpu_ = 0;
	void look(uint64_t call, int64_t cpu);
	int64_t cpu_before(uint64_t call);

	clockid_t thread_clock_;
	std::atomic<bool> asleep_{false}, quit_{false};
	std::mutex mutex_;
	std::condition_variable wake_;
	std::thread thread_;
};

} // namespace koth
#endif
