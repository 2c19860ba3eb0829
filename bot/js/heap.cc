//go:build cgo && v8

#include "heap.h"

#include <libplatform/libplatform.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <new>

using namespace v8;

namespace koth {

namespace {

constexpr int kExitMemory = 78;              // the process's exit code when V8 has no memory left
constexpr size_t kOverdraft = 6;             // heap limits that a heap may hold until its bot has unwound
constexpr size_t kRoom = 16 << 20;           // bytes, at least, to unwind in
constexpr size_t kYoungGeneration = 6 << 20; // bytes: three semi-spaces, all there from the start
constexpr size_t kStack = 900 << 10;         // bytes of stack that scripts may use, where there is as much
constexpr size_t kRealm = 3 << 20;           // bytes that a realm of a bot that takes nothing holds
constexpr size_t kMuch = 4 << 20;             // bytes, at least, that make it worth while to collect
constexpr size_t kLittle = 2 << 20;           // bytes, at least, that may be left then
constexpr int kSharers = 8;                  // realms in one shared heap

void on_fatal(const char *where, const char *what) { die(what ? what : "fatal error", where); }
// The second parameter differs between versions of V8.
template <class Details> void on_memory(const char *where, Details) { die("out of memory", where); }

// stack returns how many bytes of the thread's stack scripts may use. Threads have as much as the
// limit of the process says.
size_t stack() {
	rlimit limit;
	if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kStack;
	return std::min<size_t>(kStack, limit.rlim_cur / 2);
}

} // namespace

// In a process that plays bots nothing can be done when memory is gone: the parent starts another.
void die(const char *what, const char *where) {
	char line[256];
	const int n = snprintf(line, sizeof line, "koth: V8: %s (%s)\n", what, where ? where : "unknown place");
	if (n > 0 && write(2, line, std::min<size_t>(n, sizeof line - 1)) < 0) _exit(kExitMemory);
	_exit(kExitMemory);
}

// ---- Allocator

void *Allocator::Allocate(size_t n) { return take(n) ? give(calloc(1, n), n) : nullptr; }

void *Allocator::AllocateUninitialized(size_t n) { return take(n) ? give(malloc(n), n) : nullptr; }

void Allocator::Free(void *data, size_t n) {
	used_ -= n;
	free(data);
}

bool Allocator::take(size_t n) {
	if (used_.fetch_add(n) + n <= limit_) return true;
	used_ -= n;
	refused_ = true;
	return false;
}

void *Allocator::give(void *data, size_t n) {
	if (!data) used_ -= n;
	return data;
}

// ---- Heap

struct Heap::Outer {
	explicit Outer(Isolate *isolate) : handles(isolate) { Local<Value>::New(isolate, Undefined(isolate).As<Value>()); }
	void *operator new(size_t n) { return ::operator new(n); }
	void operator delete(void *p) { ::operator delete(p); }
	HandleScope handles;
};

// A bot in a shared heap may take half of what it may take in one of its own, so that no sum of what
// the others hold lets it go on beyond that.
Heap::Heap(size_t memory, bool shared) : memory_(memory), shared_(shared), allocator_(shared ? memory / 2 : memory) {
	Isolate::CreateParams params;
	params.array_buffer_allocator = &allocator_;
	params.constraints.set_max_old_generation_size_in_bytes(shared ? memory / 2 + kRealm : memory);
	params.constraints.set_initial_young_generation_size_in_bytes(kYoungGeneration);
	params.constraints.set_max_young_generation_size_in_bytes(kYoungGeneration);
	isolate_ = Isolate::New(params);
	isolate_->SetFatalErrorHandler(on_fatal);
	isolate_->SetOOMErrorHandler(&on_memory);
	isolate_->SetCaptureStackTraceForUncaughtExceptions(true, 10, StackTrace::kOverview);
	isolate_->AddNearHeapLimitCallback(near_limit, this);
	char here;
	isolate_->SetStackLimit(reinterpret_cast<uintptr_t>(&here) - stack());
}

Heap::~Heap() {
	outer_.reset();
	isolate_->Dispose();
}

void Heap::forgive() {
	full_ = false;
	allocator_.forgive();
	isolate_->CancelTerminateExecution();
	isolate_->LowMemoryNotification();
	isolate_->AutomaticallyRestoreInitialHeapLimit(0.9);
}

// near_limit breaks the bot off and gives it room to unwind in, several times if need be: code that
// only calls built-ins looks late whether it is to stop, and one of them can take many times the
// limit at once. At some point it is too late, and V8 would write a page about it before it called
// on_memory.
size_t Heap::near_limit(void *data, size_t current, size_t) {
	Heap *heap = static_cast<Heap *>(data);
	const size_t allowed = heap->memory_ / 2 + heap->idle();
	if (heap->shared_ && current < allowed) return allowed; // more realms have come
	heap->full_ = true;
	heap->isolate_->TerminateExecution();
	HeapStatistics stats;
	heap->isolate_->GetHeapStatistics(&stats);
	const size_t used = std::max(current, stats.total_heap_size());
	if (used > kOverdraft * heap->memory_) die("out of memory", heap->path_ ? heap->path_->c_str() : nullptr);
	return used + std::max(heap->memory_ / 2, kRoom);
}

size_t Heap::idle() const { return realms_ * kRealm; }

bool Heap::tidy() {
	// In a heap of one bot's own what is left counts against that bot, so it must be little.
	const size_t much = shared_ ? std::max(memory_ / 4, kMuch) : kMuch;
	const size_t little = shared_ ? std::max(memory_ / 16, kLittle) : kLittle;
	auto left = [this] {
		HeapStatistics stats;
		isolate_->GetHeapStatistics(&stats);
		return std::max(stats.used_heap_size(), idle()) - idle() + allocator_.used();
	};
	if (left() <= much) return true;
	isolate_->LowMemoryNotification();
	return left() <= little;
}

// ---- Heaps

thread_local Heap *Heaps::current_ = nullptr;

Heap *Heaps::get(size_t memory, bool shared) {
	Heap *heap = nullptr;
	if (shared) {
		for (Heap *h : open_) {
			if (!h->closed() && h->realms_ < kSharers && h->memory_ == memory) heap = h;
		}
	}
	if (!heap) {
		heap = new Heap(memory, shared);
		change(heap);
		heap->outer_ = std::make_unique<Heap::Outer>(heap->isolate_);
		if (shared) open_.push_back(heap);
	}
	heap->realms_++;
	enter(heap);
	return heap;
}

void Heaps::leave(Heap *heap, Platform *platform) {
	if (--heap->realms_ > 0) return;
	change(nullptr);
	open_.erase(std::remove(open_.begin(), open_.end(), heap), open_.end());
	platform::NotifyIsolateShutdown(platform, heap->isolate_);
	delete heap;
}

void Heaps::change(Heap *heap) {
	if (current_) current_->isolate_->Exit();
	current_ = heap;
	if (heap) heap->isolate_->Enter();
}

} // namespace koth
