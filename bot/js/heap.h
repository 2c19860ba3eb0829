// The isolates that realms live in. A heap is an isolate with its limits of memory. Realms of
// different bots share one as long as nobody takes much, which spares a switch of isolates on every
// turn; a bot that does take much gets a heap of its own, so that its limit is its own. What a match
// comes to is the same either way: a shared heap is full long before any of its bots could have
// reached a limit, and then the match is played again apart.
#ifndef KOTH_JS_HEAP_H
#define KOTH_JS_HEAP_H

#include <v8.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace koth {

// die ends the process, when V8 has no memory left or was used in a way that would corrupt it.
[[noreturn]] void die(const char *what, const char *where);

// Allocator gives array buffers their memory, up to a limit; beyond it scripts get a RangeError.
class Allocator : public v8::ArrayBuffer::Allocator {
public:
	explicit Allocator(size_t limit) : limit_(limit) {}
	void *Allocate(size_t n) override;
	void *AllocateUninitialized(size_t n) override;
	void Free(void *data, size_t n) override;
	size_t used() const { return used_; }
	bool refused() const { return refused_; } // that a request was, since forgive
	void forgive() { refused_ = false; }

private:
	bool take(size_t n);
	void *give(void *data, size_t n);
	const size_t limit_;
	std::atomic<size_t> used_{0}; // the collector frees from its own threads
	std::atomic<bool> refused_{false};
};

class Heaps;

// Heap is one isolate.
class Heap {
public:
	v8::Isolate *isolate() const { return isolate_; }
	bool shared() const { return shared_; }

	// full tells that memory ran out since the last forgive.
	bool full() const { return full_ || (shared_ && allocator_.refused()); }
	void forgive();

	// A closed heap makes no more realms, and the ones that it has are not to be used again.
	bool closed() const { return closed_; }
	const int32_t *closed_flag() const { return &closed_; }
	void close() { closed_ = 1; }

	// path is whose fault it is if the process ends.
	void runs(const std::string *path) { path_ = path; }

	// tidy collects garbage if there is much, and tells whether little enough is left that what one
	// match took is not counted in the next.
	bool tidy();

private:
	friend class Heaps;
	Heap(size_t memory, bool shared);
	~Heap();
	size_t idle() const; // bytes that its realms hold while nobody plays
	static size_t near_limit(void *data, size_t current, size_t initial);

	const size_t memory_; // of one bot, in bytes
	const bool shared_;
	bool full_ = false;
	int32_t closed_ = 0;
	int realms_ = 0;
	const std::string *path_ = nullptr;
	Allocator allocator_;
	v8::Isolate *isolate_ = nullptr;
	// A handle scope for as long as the isolate lives: the scopes of calls find a block of handles
	// already there.
	struct Outer;
	std::unique_ptr<Outer> outer_;
};

// Heaps are those of one engine. A thread stays in the isolate that it used last.
class Heaps {
public:
	// get returns a heap for one more realm, a shared one if that is wanted, and enters it.
	Heap *get(size_t memory, bool shared);
	// leave is told that a realm of the heap is gone; the last one takes the heap with it.
	void leave(Heap *heap, v8::Platform *platform);

	void enter(Heap *heap) {
		if (heap != current_) change(heap);
	}

private:
	void change(Heap *heap);
	static thread_local Heap *current_;
	std::vector<Heap *> open_; // shared ones that may take more realms
};

} // namespace koth
#endif
