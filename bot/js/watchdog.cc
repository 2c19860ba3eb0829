//go:build cgo && v8

#include "watchdog.h"

#include <v8.h>

#include <algorithm>

namespace koth {

namespace {
constexpr int64_t kPoll = 2000000;    // between two looks, ns
constexpr int kQuietPolls = 50;       // without any call, before it sleeps
constexpr int64_t kBackstop = 10;     // limits of wall time after which CPU time is no excuse
// Between two looks, ns, as far as it counts for that: if more has passed the whole process was
// stopped, or had no CPU, and so had the bot.
constexpr int64_t kLongestLook = 20 * kPoll;
} // namespace

Watchdog::Watchdog() {
	pthread_getcpuclockid(pthread_self(), &thread_clock_);
	looked_cpu_ = clock_ns(thread_clock_);
	thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
	{
		std::lock_guard<std::mutex> lock(mutex_);
		quit_ = true;
	}
	wake_.notify_one();
	thread_.join();
}

void Watchdog::arm(v8::Isolate *isolate, int64_t limit, int32_t clock) {
	constexpr auto relaxed = std::memory_order_relaxed;
	isolate_.store(isolate, relaxed);
	limit_.store(limit, relaxed);
	clock_.store(clock, relaxed);
	if (clock == KOTH_CPU) start_cpu_.store(clock_ns(CLOCK_THREAD_CPUTIME_ID), relaxed);
	number_ += kStep;
	start_.store(clock_ns(CLOCK_MONOTONIC), relaxed);
	// Sequentially consistent, as are sleep's accesses: either it sees the call or we see it asleep.
	call_.store(number_ | kRunning);
	if (asleep_.load()) {
		std::lock_guard<std::mutex> lock(mutex_);
		looked_cpu_ = clock_ns(CLOCK_THREAD_CPUTIME_ID); // the last look is long ago
		wake_.notify_one();
	}
}

Watchdog::Verdict Watchdog::disarm() {
	const int64_t wall = clock_ns(CLOCK_MONOTONIC) - start_;
	bool fired = false;
	uint64_t expected = number_ | kRunning;
	if (!call_.compare_exchange_strong(expected, kIdle)) {
		while (call_.load() != (number_ | kFired)) std::this_thread::yield();
		call_.store(kIdle);
		isolate_.load()->CancelTerminateExecution();
		fired = true;
	}
	int64_t used = wall;
	if (clock_ == KOTH_CPU) {
		used = clock_ns(CLOCK_THREAD_CPUTIME_ID) - start_cpu_;
	} else if (clock_ == KOTH_AUTO && wall >= limit_) {
		used = std::min(wall, clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu_before(number_));
	}
	return {fired || used >= limit_, used};
}

// look notes the calling thread's CPU time, read before the call's number was.
void Watchdog::look(uint64_t call, int64_t cpu) {
	std::lock_guard<std::mutex> lock(mutex_);
	if (call != looked_call_) { // it had not begun at the look before
		looked_call_ = call;
		before_cpu_ = looked_cpu_;
	}
	looked_cpu_ = cpu;
}

// cpu_before returns a CPU time of the calling thread from before a call, the last that is known.
int64_t Watchdog::cpu_before(uint64_t call) {
	std::lock_guard<std::mutex> lock(mutex_);
	return looked_call_ == call ? before_cpu_ : looked_cpu_;
}

void Watchdog::watch() {
	uint64_t last = 0;     // the call that the last look found
	int64_t awake = 0;     // since then, as far as this thread was running too
	int64_t looked = clock_ns(CLOCK_MONOTONIC);
	int64_t next = 0;      // when to judge that call by its CPU time again
	int quiet = 0;
	while (!quit_.load()) {
		const timespec pause = {0, kPoll};
		nanosleep(&pause, nullptr);
		const int64_t now = clock_ns(CLOCK_MONOTONIC), cpu = clock_ns(thread_clock_);
		const int64_t step = std::min(now - looked, kLongestLook);
		looked = now;
		const uint64_t call = call_.load();
		look(call & ~uint64_t{3}, cpu);
		if ((call & 3) != kRunning) {
			last = 0;
			if (++quiet >= kQuietPolls) {
				sleep();
				quiet = 0;
			}
			continue;
		}
		quiet = 0;
		if (call != last) { // most are gone before the next look
			last = call;
			awake = 0;
			next = start_ + limit_;
			continue;
		}
		awake += step;
		if (now < next) continue;
		if (clock_ != KOTH_WALL && awake < kBackstop * limit_) {
			const int64_t used = cpu - (clock_ == KOTH_CPU ? start_cpu_.load() : cpu_before(call & ~uint64_t{3}));
			if (used < limit_) {
				next = now + limit_ - used;
				continue;
			}
		}
		uint64_t expected = call;
		if (call_.compare_exchange_strong(expected, (call & ~uint64_t{3}) | kFiring)) {
			isolate_.load()->TerminateExecution();
			call_.store((call & ~uint64_t{3}) | kFired);
		}
	}
}

void Watchdog::sleep() {
	std::unique_lock<std::mutex> lock(mutex_);
	asleep_.store(true);
	wake_.wait(lock, [this] { return quit_.load() || call_.load() != kIdle; });
	asleep_.store(false);
}

} // namespace koth
