// The C face of the V8 engine (shim.cc). All calls about one engine come from the thread that made
// it; the others end the process, since V8 would corrupt its heap.
#ifndef KOTH_JS_SHIM_H
#define KOTH_JS_SHIM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct koth_engine koth_engine;

// What a call came to; the numbers of status in engine.go.
enum { KOTH_OK, KOTH_MALFORMED, KOTH_CRASH, KOTH_TIMEOUT, KOTH_MEMORY, KOTH_CROWDED };

// Which time is charged.
enum { KOTH_AUTO, KOTH_WALL, KOTH_CPU };

// A realm. Go reads and writes these members itself; what else a realm has is behind them.
typedef struct koth_realm {
	uint8_t *data;    // the bytes shared with the prelude
	int64_t capacity; // of data, in bytes
	uint8_t *control; // the control block

	const int32_t *closed; // whether the realm's heap is: it is then not to be used for another match

	int64_t limit_ns; // of the next call
	int32_t clock;

	int32_t status; // of the last call
	int64_t used_ns;
	int64_t answer;  // length of the answer, if status is KOTH_OK
	int32_t line;    // of an error's place in the bot's file, from 1; 0 if it is elsewhere
	int32_t column;  // from 1, in UTF-16 units
	char text[512];  // an error's text, cut
} koth_realm;

const char *koth_v8_version(void);
int koth_node_abi(void);

// koth_engine_new starts V8 (once in a process) and the engine's watchdog.
koth_engine *koth_engine_new(void);
void koth_engine_free(koth_engine *);

// koth_engine_fast tells whether realms are checked by comparing their memory.
int koth_engine_fast(koth_engine *);

// koth_realm_new returns a realm in which realm.js (script) and the prelude are evaluated, or
// NULL with a reason in error (of 512 bytes). With shared its heap may have other realms in it.
koth_realm *koth_realm_new(koth_engine *, const char *script, int64_t script_len, const char *prelude, int64_t prelude_len,
	const char *path, int64_t path_len, int64_t memory, int shared, int64_t control, char *error);
void koth_realm_free(koth_realm *);

// koth_load compiles the body of a function without running it, and records the realm as it is
// then; on the body's first line that many columns are not the file's. function is the text of the
// one function that the body makes, if that seems to be all that it does (wrap.go), else empty: it
// is then made here, within the realm's limit. The result is one of these; KOTH_FAILED leaves its
// reason in the realm, and after KOTH_MORE, when the body has done more than that, the realm is good
// for nothing.
enum { KOTH_FAILED, KOTH_LOADED, KOTH_MORE };
int koth_load(koth_realm *, const char *body, int64_t len, int32_t columns, const char *function, int64_t function_len);

// koth_clock returns the time, in nanoseconds, by which a call of that clock would be charged if
// it took long.
int64_t koth_clock(int32_t clock);

// koth_has_global tells whether the global object has a property of that name, itself or by its
// prototypes. It is for a realm in which no bot has run.
int koth_has_global(koth_realm *, const char *name, int64_t len);

// koth_start calls start, koth_turn turn, as engine.go says. koth_turn takes the realm's address as
// a number, which spares cgo a look at it.
void koth_start(koth_realm *);
void koth_turn(uintptr_t realm);

// koth_grow makes the shared bytes at least that many, with their contents.
void koth_grow(koth_realm *, int64_t bytes);

// koth_reset ends a match; it returns whether the realm may be used for another.
int koth_reset(koth_realm *);

#ifdef __cplusplus
}
#endif
#endif
