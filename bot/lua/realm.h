// The C face of Lua (realm.c). All calls about one engine come from the thread that made it.
#ifndef KOTH_LUA_REALM_H
#define KOTH_LUA_REALM_H

#include <stdint.h>

#include "watchdog.h"

typedef struct koth_engine koth_engine;

// What a call came to; the numbers of status in lua.go.
enum { KOTH_OK, KOTH_MALFORMED, KOTH_CRASH, KOTH_TIMEOUT, KOTH_MEMORY };

enum { KOTH_TEXT = 512, KOTH_NOTE = 256 };

// A realm: a Lua state with one bot in it, for one match. Go reads these members itself; what else
// a realm has is behind them.
typedef struct koth_realm {
	int32_t status; // of the last call
	int32_t line;   // of an error's place in the bot's file, from 1; 0 if it is elsewhere
	int64_t used_ns;
	const char *answer; // if status is KOTH_OK
	int64_t answer_len;
	int64_t draws; // of math.random

	uint8_t *console; // of debug bytes: the first half is filled once, the second is a ring
	int64_t debug;
	int64_t written; // bytes written to the console in this turn

	int32_t text_len;
	int32_t note_len;
	char text[KOTH_TEXT]; // an error's text, cut
	char note[KOTH_NOTE]; // what an answer was that was none, cut
} koth_realm;

const char *koth_lua_version(void);

// koth_lua_engine_new starts an engine for the calling thread, NULL if there can be no thread for
// its watchdog.
koth_engine *koth_lua_engine_new(void);
void koth_lua_engine_free(koth_engine *);

// koth_lua_new returns a realm in which the prelude has been run, or NULL with a reason in error
// (of KOTH_TEXT bytes). name is what the bot's file is called in messages. memory is what the bot
// may have beside what the libraries and the prelude take.
koth_realm *koth_lua_new(koth_engine *, const char *prelude, int64_t prelude_len, const char *name, int64_t name_len,
	int64_t memory, int64_t debug, uint32_t seed, int32_t seat, int32_t seats, char *error);
void koth_lua_free(koth_realm *);

// koth_lua_start runs the bot's source and the prelude's start, koth_lua_turn its turn.
void koth_lua_start(koth_realm *, const char *source, int64_t source_len, int64_t limit_ns, int32_t clock);
void koth_lua_turn(koth_realm *, const char *observation, int64_t observation_len, int64_t limit_ns, int32_t clock);

#endif
