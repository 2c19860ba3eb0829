//go:build cgo && v8

#include "watchdog.h"

#include <v8.h>

namespace koth {

namespace {
constexpr int64_t kPoll = 2000000;    // between two looks, ns
constexpr int kQuietPolls = 50;       // without any call, before it sleeps
constexpr int64_t kBackstop = 10;     // limits of wall time after which CPU time is no excuse
} // namespace

Watchdog::Watchdog() {
	pthread_getcpuclockid(pthread_self(), &thread_clock_);
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
	} else if (clock_ == KOTH_AUTO && wall >= limit_ && seen_call_.load() == number_) {
		used = seen_wall_.load() - start_ + clock_ns(CLOCK_THREAD_CPUTIME_ID) - seen_cpu_.load();
	}
	return {fired || used >= limit_, used};
}

void Watchdog::watch() {
	uint64_t last = 0;      // the call that the last look found
	uint64_t last_any = 0;  // the same, not forgotten while nothing runs
	int64_t deadline = 0;
	int quiet = 0;
	while (!quit_.load()) {
		const timespec pause = {0, kPoll};
		nanosleep(&pause, nullptr);
		const uint64_t call = call_.load();
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
			continue;
		}
		const int64_t now = clock_ns(CLOCK_MONOTONIC);
		if (call != last_any) {
			last_any = call;
			seen_wall_.store(now);
			seen_cpu_.store(clock_ns(thread_clock_));
			seen_call_.store(call & ~uint64_t{3});
			deadline = start_ + limit_;
		}
		if (now < deadline) continue;
		if (clock_ != KOTH_WALL && now < start_ + kBackstop * limit_) {
			// Before the first look it has had the CPU all the time, for all we know.
			const int64_t before = clock_ == KOTH_CPU ? seen_cpu_.load() - start_cpu_ : seen_wall_.load() - start_;
			const int64_t used = before + clock_ns(thread_clock_) - seen_cpu_.load();
			if (used < limit_) {
				deadline = now + limit_ - used;
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
