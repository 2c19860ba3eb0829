//go:build cgo && linux && lua

#include "host.h"

#include <stdio.h>
#include <string.h>

#include "look.h"
#include "lauxlib.h"
#include "lualib.h"

// ---- the console

// write_console appends to the console's bytes: the first half of them is filled once, the second
// is a ring. What neither will keep is only counted.
static void write_console(koth_lua *r, const char *text, size_t len) {
	const int64_t size = r->pub.debug, half = size / 2, ring = size - half;
	int64_t written = r->pub.written;
	size_t i = 0;
	r->pub.written += (int64_t)len;
	if (ring == 0) return;
	for (; i < len && written < half; i++) r->pub.console[written++] = (uint8_t)text[i];
	if (len - i > (size_t)ring) {
		written += (int64_t)(len - i) - ring;
		i = len - (size_t)ring;
	}
	for (int64_t at = half + (written - half) % ring; i < len; i++) {
		r->pub.console[at] = (uint8_t)text[i];
		if (++at == size) at = half;
	}
}

static int host_print(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	const int n = lua_gettop(L);
	for (int i = 1; i <= n; i++) {
		size_t len;
		const char *text = luaL_tolstring(L, i, &len);
		if (i > 1) write_console(r, "\t", 1);
		write_console(r, text, len);
		lua_pop(L, 1);
	}
	write_console(r, "\n", 1);
	return 0;
}

// ---- random numbers

static int host_random(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	r->pub.draws++;
	return r->random(L);
}

// host_randomseed takes numbers as Lua does, and without any goes on to the next of the seeds that
// belong to this match.
static int host_randomseed(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	if (lua_isnone(L, 1)) {
		lua_pushinteger(L, r->seed);
		lua_pushinteger(L, ++r->reseeds);
	}
	return r->reseed(L);
}

// host_time is the seed of the match: files that call math.randomseed(os.time()) get a new game in
// every match, and the same one again from the same seed.
static int host_time(lua_State *L) {
	lua_pushinteger(L, koth_lua_of(L)->seed);
	return 1;
}

// ---- what Lua has, within bounds

// host_load refuses compiled code, with which the engine can be broken.
static int host_load(lua_State *L) {
	const char *mode = luaL_optstring(L, 3, "bt");
	if (lua_gettop(L) < 3) lua_settop(L, 3);
	lua_pushstring(L, strchr(mode, 't') ? "t" : "");
	lua_replace(L, 3);
	return koth_lua_of(L)->load(L);
}

// host_setmetatable keeps finalizers from ever running: they would, at any time, and could not be
// broken off. The field stays, for those who look.
static int host_setmetatable(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	if (lua_type(L, 2) != LUA_TTABLE) return r->set_metatable(L);
	lua_settop(L, 2);
	lua_pushliteral(L, "__gc");
	if (lua_rawget(L, 2) == LUA_TNIL) {
		lua_pop(L, 1);
		return r->set_metatable(L);
	}
	lua_pushliteral(L, "__gc");
	lua_pushnil(L);
	lua_rawset(L, 2);
	lua_pushcfunction(L, r->set_metatable);
	lua_pushvalue(L, 1);
	lua_pushvalue(L, 2);
	const int status = lua_pcall(L, 2, 1, 0); // with the field back whatever happens
	lua_pushliteral(L, "__gc");
	lua_pushvalue(L, 3);
	lua_rawset(L, 2);
	return status == LUA_OK ? 1 : lua_error(L);
}

// handle_error is a message handler of a bot's, which must not see what breaks it off: it would
// run inside the hook, where there are no hooks.
static int handle_error(lua_State *L) {
	if (koth_stopping) return 1;
	lua_pushvalue(L, lua_upvalueindex(1));
	lua_insert(L, 1);
	lua_call(L, lua_gettop(L) - 1, 1);
	return 1;
}

static int host_xpcall(lua_State *L) {
	luaL_checktype(L, 2, LUA_TFUNCTION);
	lua_pushvalue(L, 2);
	lua_pushcclosure(L, handle_error, 1);
	lua_replace(L, 2);
	return koth_lua_of(L)->xpcall(L);
}

// host_collectgarbage leaves the collector as it is set: what bots say of that is heard and not
// heeded.
static int host_collectgarbage(lua_State *L) {
	static const char *const settings[] = {"stop", "restart", "setpause", "setstepmul", "generational", "incremental"};
	const char *option = luaL_optstring(L, 1, "collect");
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		if (strcmp(option, settings[i]) == 0) {
			lua_pushinteger(L, 0);
			return 1;
		}
	}
	return koth_lua_of(L)->collect(L);
}

// replace puts a function into the table on top of the stack, with the upvalue of the one that was
// there, and returns that one.
static lua_CFunction replace(lua_State *L, const char *name, lua_CFunction by) {
	lua_getfield(L, -1, name);
	const lua_CFunction was = lua_tocfunction(L, -1);
	const int upvalues = lua_getupvalue(L, -1, 1) != NULL;
	lua_pushcclosure(L, by, upvalues);
	lua_setfield(L, -3, name);
	lua_pop(L, 1);
	return was;
}

static void without(lua_State *L, const char *name) {
	lua_pushnil(L);
	lua_setfield(L, -2, name);
}

void koth_open_libraries(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
	without(L, "dofile");
	without(L, "loadfile");
	replace(L, "print", host_print);
	r->load = replace(L, "load", host_load);
	r->set_metatable = replace(L, "setmetatable", host_setmetatable);
	r->xpcall = replace(L, "xpcall", host_xpcall);
	r->collect = replace(L, "collectgarbage", host_collectgarbage);
	luaL_requiref(L, LUA_COLIBNAME, luaopen_coroutine, 1);
	luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
	luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
	luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
	without(L, "dump");
	luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
	r->random = replace(L, "random", host_random);
	r->reseed = replace(L, "randomseed", host_randomseed);
	lua_getfield(L, -1, "randomseed");
	lua_pushinteger(L, r->seed);
	lua_call(L, 1, 0);
	lua_newtable(L);
	lua_pushcfunction(L, host_time);
	lua_setfield(L, -2, "time");
	lua_setglobal(L, LUA_OSLIBNAME);
	lua_settop(L, 1);
}

// ---- host, for the game's prelude

static void note(koth_lua *r, const char *text, size_t len) {
	const size_t room = KOTH_NOTE - (size_t)r->pub.note_len;
	if (len > room) len = room;
	memcpy(r->pub.note + r->pub.note_len, text, len);
	r->pub.note_len += (int32_t)len;
}

enum { kShown = 80 }; // bytes of a string that are shown

// describe notes what a value is, without running any of the bot's code.
static void describe(lua_State *L, int i) {
	koth_lua *r = koth_lua_of(L);
	char number[64];
	size_t len;
	const char *text;
	switch (lua_type(L, i)) {
	case LUA_TSTRING:
		text = lua_tolstring(L, i, &len);
		note(r, "\"", 1);
		note(r, text, len < kShown ? len : kShown);
		note(r, len <= kShown ? "\"" : "\"...", len <= kShown ? 1 : 4);
		return;
	case LUA_TNUMBER:
		len = lua_isinteger(L, i) ? (size_t)snprintf(number, sizeof number, LUA_INTEGER_FMT, lua_tointeger(L, i))
		                          : (size_t)snprintf(number, sizeof number, LUA_NUMBER_FMT, lua_tonumber(L, i));
		note(r, number, len);
		return;
	case LUA_TBOOLEAN:
		text = lua_toboolean(L, i) ? "true" : "false";
		break;
	case LUA_TNIL:
		text = "nil";
		break;
	case LUA_TTABLE:
		text = "a table";
		break;
	case LUA_TFUNCTION:
		text = "a function";
		break;
	default:
		text = "a thread";
	}
	note(r, text, strlen(text));
}

static int host_malformed(lua_State *L) {
	koth_lua *r = koth_lua_of(L);
	const int n = lua_gettop(L);
	r->pub.note_len = 0;
	for (int i = 1; i <= n; i++) {
		if (i > 1) note(r, ", ", 2);
		describe(L, i);
	}
	if (n == 0) note(r, "nothing", strlen("nothing"));
	return 0;
}

void koth_push_host(lua_State *L, int seat, int seats) {
	lua_createtable(L, 0, 3);
	lua_pushinteger(L, seat);
	lua_setfield(L, -2, "seat");
	lua_pushinteger(L, seats);
	lua_setfield(L, -2, "seats");
	lua_pushcfunction(L, host_malformed);
	lua_setfield(L, -2, "malformed");
}
