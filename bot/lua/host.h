// What a realm is inside, and what a bot finds in it (host.c).
#ifndef KOTH_LUA_HOST_H
#define KOTH_LUA_HOST_H

#include <signal.h>
#include <stdint.h>

#include "arena.h"
#include "lua.h"
#include "realm.h"

enum { kOwnMemory = 1 << 20 }; // bytes that libraries and prelude may take

typedef struct koth_lua {
	volatile sig_atomic_t late; // the call takes too long; the watchdog's
	koth_realm pub;
	koth_engine *engine;
	koth_arena arena;
	lua_State *L;
	lua_State *volatile thread; // the thread of Lua that runs

	int loading; // the bot's file is being run
	int ended;   // the bot's file called entry while it was run, which ended that

	int start, turn, entry, answer; // references: the prelude's functions, a name, the last answer
	uint32_t seed;
	uint32_t reseeds;               // calls of math.randomseed without a seed
	lua_CFunction random, reseed, load, set_metatable, xpcall, collect; // Lua's own
	char chunk[64];                 // the source of the bot's functions, as debug information has it
} koth_lua;

#define koth_lua_of(L) (*(koth_lua **)lua_getextraspace(L))

// koth_open_libraries makes the globals that a bot finds.
void koth_open_libraries(lua_State *L);

// koth_push_host pushes the prelude's argument.
void koth_push_host(lua_State *L, int seat, int seats);

#endif
