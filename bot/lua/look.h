// What puc.c and realm.c share: looks at whether a call is to be broken off.
#ifndef KOTH_LUA_LOOK_H
#define KOTH_LUA_LOOK_H

#include <signal.h>

#include "puc/lua.h"

// Every thread of a Lua state has a pointer in its extra space to where that is said.
#define koth_stopping(L) (**(volatile sig_atomic_t **)lua_getextraspace(L))

// koth_break_off raises the error that ends a call; it is raised again until it is out.
int koth_break_off(lua_State *L);

// koth_look is for loops in C that a bot can make long.
#define koth_look(L) ((void)(koth_stopping(L) && koth_break_off(L)))

// koth_resume and koth_closethread stand for lua_resume and lua_closethread in the library
// coroutine: they note which thread runs.
int koth_resume(lua_State *L, lua_State *from, int narg, int *nres);
int koth_closethread(lua_State *L, lua_State *from);

#endif
