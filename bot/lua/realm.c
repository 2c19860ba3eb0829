//go:build cgo && linux && lua

#include "realm.h"

#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "host.h"
#include "look.h"
#include "lauxlib.h"
#include "lualib.h"

enum { kExitPanic = 78 }; // the process's exit code when an error is outside of every call

struct koth_engine {
	koth_watchdog watchdog;
	pthread_t thread;
};

static koth_lua *inside(koth_realm *r) { return (koth_lua *)((char *)r - offsetof(koth_lua, pub)); }

// The realm whose call runs on this thread.
static __thread koth_lua *running;

__thread volatile sig_atomic_t koth_stopping;

// ---- breaking off

// stop is the error that ends a call.
static const char stop;

static void on_hook(lua_State *L, lua_Debug *at);

// raise_soon has the next instruction of a thread of Lua raise stop. It may be called from a
// signal's handler, as lua_sethook may.
static void raise_soon(lua_State *L) { lua_sethook(L, on_hook, LUA_MASKCOUNT, 1); }

static void on_signal(int signal) {
	(void)signal;
	koth_lua *r = running;
	if (!r || !r->late) return; // it came after the call
	koth_stopping = 1;
	raise_soon(r->thread);
}

int koth_break_off(void) {
	lua_State *L = running->thread;
	raise_soon(L); // for whoever catches this error
	lua_pushlightuserdata(L, (void *)&stop);
	return lua_error(L);
}

// on_hook is called before the next instruction when a call is to be broken off, and for every
// call of a function while the bot's file is run.
static void on_hook(lua_State *L, lua_Debug *at) {
	koth_lua *r = koth_lua_of(L);
	if (koth_stopping) koth_break_off();
	if (!r->loading) { // a hook of an earlier call, in a thread that has not run since
		lua_sethook(L, NULL, 0, 0);
		return;
	}
	// The file plays by itself: it calls the function that the arena is to call.
	if (r->entry == LUA_NOREF || (at->event != LUA_HOOKCALL && at->event != LUA_HOOKTAILCALL)) return;
	lua_getinfo(L, "f", at);
	lua_pushglobaltable(L);
	lua_rawgeti(L, LUA_REGISTRYINDEX, r->entry);
	lua_rawget(L, -2);
	const int is_entry = lua_isfunction(L, -1) && lua_rawequal(L, -1, -3);
	lua_pop(L, 3);
	if (!is_entry) return;
	r->ended = 1;
	koth_stopping = 1;
	koth_break_off();
}

int koth_resume(lua_State *L, lua_State *from, int narg, int *nres) {
	koth_lua *r = koth_lua_of(L);
	r->thread = L;
	if (koth_stopping) raise_soon(L);
	const int status = lua_resume(L, from, narg, nres);
	r->thread = from;
	if (koth_stopping) raise_soon(from);
	return status;
}

int koth_closethread(lua_State *L, lua_State *from) {
	koth_lua *r = koth_lua_of(L);
	r->thread = L;
	if (koth_stopping) raise_soon(L);
	const int status = lua_closethread(L, from);
	r->thread = from;
	if (koth_stopping) raise_soon(from);
	return status;
}

// ---- errors

static void set_text(koth_lua *r, const char *text, size_t len) {
	r->pub.text_len = (int32_t)(len < KOTH_TEXT ? len : KOTH_TEXT);
	memcpy(r->pub.text, text, r->pub.text_len);
}

// on_error notes an error's text and its place in the bot's file.
static int on_error(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	if (koth_stopping) return 1;
	lua_Debug at;
	r->pub.line = 0;
	for (int level = 1; level < 100 && r->pub.line == 0 && lua_getstack(L, level, &at); level++) {
		lua_getinfo(L, "Sl", &at);
		if (strcmp(at.source, r->chunk) == 0 && at.currentline > 0) r->pub.line = at.currentline;
	}
	size_t len;
	const char *text = lua_tolstring(L, 1, &len);
	if (!text && luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
		text = lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
		len = strlen(text);
	} else if (!text) {
		text = luaL_tolstring(L, 1, &len);
	}
	set_text(r, text, len);
	return 1;
}

// call runs a function of ours with its argument on top of the stack inside a limit, and turns
// what comes of it into a status. It returns whether the function came to its end.
static int call(koth_lua *r, lua_CFunction f, void *argument, int64_t limit, int32_t clock) {
	lua_State *L = r->L;
	if (!pthread_equal(pthread_self(), r->engine->thread)) {
		fprintf(stderr, "koth: Lua: used from another thread than the one it was started on\n");
		abort();
	}
	r->pub.written = 0;
	r->pub.note_len = r->pub.text_len = r->pub.line = 0;
	r->pub.answer = NULL;
	r->ended = 0;
	r->thread = L;
	lua_settop(L, 0);
	lua_pushcfunction(L, on_error);
	lua_pushcfunction(L, f);
	lua_pushlightuserdata(L, argument);
	running = r;
	koth_watchdog_arm(&r->engine->watchdog, &r->late, limit, clock);
	int status = lua_pcall(L, 1, 0, 1);
	if (r->ended && !r->late) { // the rest of what is to be done
		koth_stopping = 0;
		lua_sethook(L, NULL, 0, 0);
		lua_settop(L, 1);
		lua_pushcfunction(L, f);
		lua_pushlightuserdata(L, argument);
		status = lua_pcall(L, 1, 0, 1);
	}
	const int late = koth_watchdog_disarm(&r->engine->watchdog, &r->pub.used_ns);
	running = NULL;
	koth_stopping = 0;
	r->loading = 0;
	lua_sethook(L, NULL, 0, 0);
	if (late) {
		r->pub.status = KOTH_TIMEOUT;
	} else if (status == LUA_OK) {
		r->pub.status = KOTH_OK;
		return 1;
	} else if (status == LUA_ERRMEM) {
		r->pub.status = KOTH_MEMORY;
	} else {
		r->pub.status = KOTH_CRASH;
		if (status == LUA_ERRERR) set_text(r, "error in error handling", strlen("error in error handling"));
	}
	lua_settop(L, 0);
	return 0;
}

// ---- a match

typedef struct {
	const char *data;
	int64_t len;
} bytes;

static int do_start(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	const bytes *source = lua_touserdata(L, 1);
	if (!r->ended) {
		if (luaL_loadbufferx(L, source->data, source->len, r->chunk, "t") != LUA_OK) return lua_error(L);
		r->loading = 1;
		lua_sethook(L, on_hook, LUA_MASKCALL, 0);
		lua_call(L, 0, 1);
		lua_sethook(L, NULL, 0, 0);
		r->loading = 0;
	} else {
		r->loading = 0;
		r->pub.written = 0;
		lua_pushnil(L);
	}
	lua_rawgeti(L, LUA_REGISTRYINDEX, r->start);
	lua_insert(L, -2);
	lua_call(L, 1, 0);
	return 0;
}

void koth_lua_start(koth_realm *realm, const char *source, int64_t source_len, int64_t limit, int32_t clock) {
	bytes b = {source, source_len};
	call(inside(realm), do_start, &b, limit, clock);
}

static int do_turn(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	const bytes *observation = lua_touserdata(L, 1);
	lua_rawgeti(L, LUA_REGISTRYINDEX, r->turn);
	lua_pushlstring(L, observation->data, observation->len);
	lua_call(L, 1, 1);
	if (lua_type(L, -1) == LUA_TSTRING) {
		size_t len;
		r->pub.answer = lua_tolstring(L, -1, &len);
		r->pub.answer_len = (int64_t)len;
		lua_rawseti(L, LUA_REGISTRYINDEX, r->answer); // where nothing takes it away
	}
	return 0;
}

void koth_lua_turn(koth_realm *realm, const char *observation, int64_t observation_len, int64_t limit, int32_t clock) {
	bytes b = {observation, observation_len};
	if (call(inside(realm), do_turn, &b, limit, clock) && !realm->answer) realm->status = KOTH_MALFORMED;
}

// ---- making a realm

static int on_panic(lua_State *L) {
	const char *text = lua_tostring(L, -1);
	fprintf(stderr, "koth: Lua: %s\n", text ? text : "an error outside of every call");
	_exit(kExitPanic);
}

typedef struct {
	bytes prelude;
	int32_t seat, seats;
} making;

static int field(lua_State *L, const char *name, int type) {
	if (lua_getfield(L, -1, name) != type) luaL_error(L, "the prelude gives no %s that is a %s", name, lua_typename(L, type));
	return luaL_ref(L, LUA_REGISTRYINDEX);
}

static int do_make(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	const making *m = lua_touserdata(L, 1);
	koth_open_libraries(L);
	if (luaL_loadbufferx(L, m->prelude.data, m->prelude.len, "=prelude", "t") != LUA_OK) return lua_error(L);
	koth_push_host(L, m->seat, m->seats);
	lua_call(L, 1, 1);
	if (!lua_istable(L, -1)) return luaL_error(L, "the prelude returns no table");
	r->start = field(L, "start", LUA_TFUNCTION);
	r->turn = field(L, "turn", LUA_TFUNCTION);
	r->entry = lua_getfield(L, -1, "entry") == LUA_TSTRING ? luaL_ref(L, LUA_REGISTRYINDEX) : LUA_NOREF;
	lua_pushboolean(L, 0);
	r->answer = luaL_ref(L, LUA_REGISTRYINDEX);
	return 0;
}

koth_realm *koth_lua_new(koth_engine *engine, const char *prelude, int64_t prelude_len, const char *name, int64_t name_len,
	int64_t memory, int64_t debug, uint32_t seed, int32_t seat, int32_t seats, char *error) {
	koth_lua *r = calloc(1, sizeof *r);
	const char *reason = "out of memory";
	if (r) {
		r->engine = engine;
		r->seed = seed;
		r->pub.debug = debug;
		r->pub.console = calloc(1, debug + 1);
		snprintf(r->chunk, sizeof r->chunk, "=%.*s", (int)name_len, name);
		if (r->pub.console && koth_arena_open(&r->arena, memory)) {
			r->arena.limit = memory + kOwnMemory;
			r->L = lua_newstate(koth_arena_alloc, &r->arena);
		}
	}
	if (r && r->L) {
		lua_State *L = r->L;
		lua_atpanic(L, on_panic);
		*(koth_lua **)lua_getextraspace(L) = r;
		making m = {{prelude, prelude_len}, seat, seats};
		lua_pushcfunction(L, do_make);
		lua_pushlightuserdata(L, &m);
		if (lua_pcall(L, 1, 0, 0) == LUA_OK) {
			r->arena.limit = r->arena.used + memory;
			return &r->pub;
		}
		reason = lua_tostring(L, -1);
	}
	snprintf(error, KOTH_TEXT, "%s", reason ? reason : "an error that is no text");
	if (r) koth_lua_free(&r->pub);
	return NULL;
}

void koth_lua_free(koth_realm *realm) {
	koth_lua *r = inside(realm);
	// The state is not closed: it has nothing but memory, and all of that goes.
	if (r->arena.base) koth_arena_close(&r->arena);
	free(r->pub.console);
	free(r);
}

// ---- engines

const char *koth_lua_version(void) { return LUA_RELEASE; }

koth_engine *koth_lua_engine_new(void) {
	koth_engine *e = calloc(1, sizeof *e);
	if (!e) return NULL;
	e->thread = pthread_self();
	if (koth_watchdog_start(&e->watchdog, on_signal)) return e;
	free(e);
	return NULL;
}

void koth_lua_engine_free(koth_engine *e) {
	koth_watchdog_end(&e->watchdog);
	free(e);
}
