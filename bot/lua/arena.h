// The memory of one Lua state.
#ifndef KOTH_LUA_ARENA_H
#define KOTH_LUA_ARENA_H

#include <stddef.h>

enum { KOTH_CLASSES = 32 + 4 * 54 };

// An arena is a range of addresses that blocks are cut from, and lists of those given back, by
// size. Where a block lies depends on nothing but the calls before: where the range itself
// always lies at the same place (koth_arena_fixed), so does everything in it, and the order of a
// table whose keys are objects is the same in every process.
typedef struct koth_arena {
	char *base;
	size_t reserved;  // bytes of the range
	size_t committed; // bytes from base on that can be used
	size_t top;       // bytes from base on that have been cut
	size_t used;      // bytes asked for and not given back
	size_t limit;     // of used
	int place;        // which of the fixed places it has, or -1
	void *given_back[KOTH_CLASSES];
} koth_arena;

// koth_arena_open makes room for limit bytes and some more. It returns 0 if there is none.
int koth_arena_open(koth_arena *, size_t limit);
void koth_arena_close(koth_arena *);

// koth_arena_alloc is a lua_Alloc; its first argument is the arena.
void *koth_arena_alloc(void *arena, void *block, size_t old_size, size_t new_size);

// koth_arena_fixed tells whether arenas lie at the same addresses in every process.
int koth_arena_fixed(void);

#endif
