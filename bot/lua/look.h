// What puc.c and realm.c share: looks at whether a call is to be broken off.
#ifndef KOTH_LUA_LOOK_H
#define KOTH_LUA_LOOK_H

#include <signal.h>

#include "lua.h"

// Whether the call that runs on this thread is to be broken off.
extern __thread volatile sig_atomic_t koth_stopping;

// koth_break_off raises the error that ends that call; it is raised again until it is out.
int koth_break_off(void);

// koth_look is for loops in C that a bot can make long.
#define koth_look() ((void)(koth_stopping && koth_break_off()))

// koth_resume and koth_closethread stand for lua_resume and lua_closethread in the library
// coroutine: they note which thread runs.
int koth_resume(lua_State *L, lua_State *from, int narg, int *nres);
int koth_closethread(lua_State *L, lua_State *from);

#if LUA_VERSION_RELEASE_NUM < 50406
int lua_closethread(lua_State *L, lua_State *from); // as later releases have it (puc.c)
#endif

#endif
