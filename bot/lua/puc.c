//go:build cgo && linux && lua

// Lua itself, in one piece, from the unchanged source that scripts/lua.sh has fetched; realm.c says
// how it is used. Lua's files are made to do what koth needs by macros.

#define LUA_USE_POSIX
#define LUA_COMPAT_5_3 // as Lua's own makefile and Debian have it

#define LUA_CORE
#define LUA_LIB
#include "lprefix.h"

#include "lauxlib.h"
#include "lualib.h"

#if LUA_VERSION_NUM != 504 || LUA_VERSION_RELEASE_NUM < 50403
#error "bot/lua is for Lua 5.4.3 and later releases of 5.4"
#endif

#include "look.h"

// Nothing may depend on addresses or the time of day: the same match must play the same way.
#define luai_makeseed(L) ((void)(L), 0x6b6f7468u)
#define l_randomizePivot() 0u

// The core.
#include "lapi.c"
#include "lcode.c"
#include "lctype.c"
#include "ldebug.c"
#include "ldo.c"
#include "ldump.c"
#include "lfunc.c"
#include "lgc.c"
#include "llex.c"
#include "lmem.c"
#include "lobject.c"
#include "lopcodes.c"
#include "lparser.c"
#include "lstate.c"
#include "lstring.c"
#include "ltable.c"
#include "ltm.c"
#include "lundump.c"
#include "lvm.c"
#include "lzio.c"

#if LUA_VERSION_RELEASE_NUM < 50406
// Without the depth of the C stack from the caller, closings inside each other would overflow it.
int lua_closethread(lua_State *L, lua_State *from) {
	L->nCcalls = from ? getCcalls(from) : 0;
	return lua_resetthread(L);
}
#endif

// The libraries.
#include "lauxlib.c"
#include "lbaselib.c"
#include "lmathlib.c"
#include "lutf8lib.c"

#define lua_resume koth_resume
#define lua_closethread koth_closethread
#define lua_resetthread(co) koth_closethread(co, L) // of releases before 5.4.6
#include "lcorolib.c"
#undef lua_resume
#undef lua_closethread
#undef lua_resetthread

// Every loop in table goes through these.
#define lua_geti(L, i, n) (koth_look(), (lua_geti)(L, i, n))
#define lua_seti(L, i, n) (koth_look(), (lua_seti)(L, i, n))
#include "ltablib.c"
#undef lua_geti
#undef lua_seti

// Patterns call themselves, and every such call comes to a switch. The loops that can be long
// without one, also those that repeat a string or search for one, have while.
// (Last, since no other file may have such keywords.)
#define while(condition) while (koth_look(), (condition))
#define switch(value) switch (koth_look(), (value))
#include "lstrlib.c"
