//go:build cgo && linux && lua

#define _GNU_SOURCE
#include "arena.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { PLACES = 64, SMALL = 512, GRAIN = 16 };

static const size_t kStride = (size_t)1 << 36;      // between two places
static const uintptr_t kFirst = (uintptr_t)1 << 44; // of the first one: far from where anything is put by itself
static const size_t kStep = 256 << 10;              // memory is committed in multiples of this
static const size_t kKept = 4 << 20;                // what stays committed for the next state

// A place stays mapped when its arena is closed, for the next one of that size.
static struct {
	char *base;
	size_t reserved, committed;
	int taken;
} places[PLACES];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static char *reserve(uintptr_t at, size_t size) {
	void *p = mmap((void *)at, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
	if (p == MAP_FAILED) return NULL;
	if (at && (uintptr_t)p != at) { // a kernel that does not know the flag
		munmap(p, size);
		return NULL;
	}
	return p;
}

// take finds a place. It returns -1 if all are taken or cannot be had here.
static int take(size_t size) {
	int found = -1;
	pthread_mutex_lock(&mutex);
	for (int i = 0; i < PLACES && found < 0 && size <= kStride; i++) {
		if (places[i].taken) continue;
		if (places[i].base && places[i].reserved != size) {
			munmap(places[i].base, places[i].reserved);
			places[i].base = NULL;
		}
		if (!places[i].base) {
			places[i].base = reserve(kFirst + i * kStride, size);
			places[i].reserved = size;
			places[i].committed = 0;
		}
		if (!places[i].base) break;
		places[i].taken = 1;
		found = i;
	}
	pthread_mutex_unlock(&mutex);
	return found;
}

int koth_arena_fixed(void) {
	const int place = take(kStep);
	if (place < 0) return 0;
	pthread_mutex_lock(&mutex);
	places[place].taken = 0;
	pthread_mutex_unlock(&mutex);
	return 1;
}

int koth_arena_open(koth_arena *a, size_t limit) {
	memset(a, 0, sizeof *a);
	a->limit = limit;
	// Blocks are up to a quarter larger than what is asked for, and those given back serve only
	// their own size again.
	a->reserved = (2 * limit + (16 << 20) + kStep - 1) / kStep * kStep;
	a->place = take(a->reserved);
	if (a->place >= 0) {
		a->base = places[a->place].base;
		a->committed = places[a->place].committed;
	} else {
		a->base = reserve(0, a->reserved);
	}
	return a->base != NULL;
}

void koth_arena_close(koth_arena *a) {
	if (a->place < 0) {
		munmap(a->base, a->reserved);
		return;
	}
	if (a->committed > kKept) {
		madvise(a->base + kKept, a->committed - kKept, MADV_DONTNEED);
		if (mprotect(a->base + kKept, a->committed - kKept, PROT_NONE) == 0) a->committed = kKept;
	}
	pthread_mutex_lock(&mutex);
	places[a->place].committed = a->committed;
	places[a->place].taken = 0;
	pthread_mutex_unlock(&mutex);
}

// class_of returns the class of a size, and the size of blocks of that class: multiples of 16
// bytes, then four classes for each power of two.
static int class_of(size_t n, size_t *size) {
	if (n <= SMALL) {
		const int c = n == 0 ? 0 : (int)((n - 1) / GRAIN);
		*size = (size_t)(c + 1) * GRAIN;
		return c;
	}
	const int shift = 61 - __builtin_clzl(n - 1); // leaves the three highest bits of n-1
	const size_t quarter = (n - 1) >> shift;      // 4 to 7
	*size = (quarter + 1) << shift;
	return SMALL / GRAIN + (shift - 7) * 4 + (int)quarter - 4;
}

static void *cut(koth_arena *a, size_t size) {
	if (size > a->reserved - a->top) return NULL;
	const size_t top = a->top + size;
	if (top > a->committed) {
		size_t committed = (top + top / 4 + kStep - 1) / kStep * kStep;
		if (committed > a->reserved) committed = a->reserved;
		if (mprotect(a->base + a->committed, committed - a->committed, PROT_READ | PROT_WRITE) != 0) return NULL;
		a->committed = committed;
	}
	void *block = a->base + a->top;
	a->top = top;
	return block;
}

static void *get(koth_arena *a, size_t n) {
	size_t size;
	const int class = class_of(n, &size);
	void *block = a->given_back[class];
	if (!block) return cut(a, size);
	a->given_back[class] = *(void **)block;
	return block;
}

static void put(koth_arena *a, void *block, size_t n) {
	size_t size;
	const int class = class_of(n, &size);
	*(void **)block = a->given_back[class];
	a->given_back[class] = block;
}

void *koth_arena_alloc(void *arena, void *block, size_t old_size, size_t new_size) {
	koth_arena *a = arena;
	if (!block) old_size = 0; // it is the kind of object that is made
	if (new_size == 0) {
		if (block) put(a, block, old_size);
		a->used -= old_size;
		return NULL;
	}
	const size_t used = a->used - old_size + new_size;
	if (new_size > old_size && (used > a->limit || new_size > a->reserved)) return NULL;
	if (block) {
		size_t had, wanted;
		if (class_of(old_size, &had) == class_of(new_size, &wanted)) {
			a->used = used;
			return block;
		}
	}
	void *made = get(a, new_size);
	if (!made) {
		if (new_size > old_size) return NULL;
		a->used = used; // a block cannot fail to shrink: but it must be given back by its new size
		return block;
	}
	a->used = used;
	if (block) {
		memcpy(made, block, old_size < new_size ? old_size : new_size);
		put(a, block, old_size);
	}
	return made;
}
