//go:build cgo && linux

// Lua itself, in one piece: puc/README.md says what it is, and realm.c how it is used.

#define LUA_USE_POSIX
#define LUA_COMPAT_5_3 // as Lua's own makefile and Debian have it

#define LUA_CORE
#define LUA_LIB
#include "puc/lprefix.h"

#include "look.h"
#include "puc/lauxlib.h"
#include "puc/lualib.h"

// Nothing may depend on addresses or the time of day: the same match must play the same way.
#define luai_makeseed(L) ((void)(L), 0x6b6f7468u)
#define l_randomizePivot() 0u

// The core.
#include "puc/lapi.c"
#include "puc/lcode.c"
#include "puc/lctype.c"
#include "puc/ldebug.c"
#include "puc/ldo.c"
#include "puc/ldump.c"
#include "puc/lfunc.c"
#include "puc/lgc.c"
#include "puc/llex.c"
#include "puc/lmem.c"
#include "puc/lobject.c"
#include "puc/lopcodes.c"
#include "puc/lparser.c"
#include "puc/lstate.c"
#include "puc/lstring.c"
#include "puc/ltable.c"
#include "puc/ltm.c"
#include "puc/lundump.c"
#include "puc/lvm.c"
#include "puc/lzio.c"

// The libraries.
#include "puc/lauxlib.c"
#include "puc/lbaselib.c"
#include "puc/lmathlib.c"
#include "puc/lstrlib.c"
#include "puc/lutf8lib.c"

#define lua_resume koth_resume
#define lua_closethread koth_closethread
#include "puc/lcorolib.c"
#undef lua_resume
#undef lua_closethread

// Every loop in table goes through these.
#define lua_geti(L, i, n) (koth_look(L), (lua_geti)(L, i, n))
#define lua_seti(L, i, n) (koth_look(L), (lua_seti)(L, i, n))
#include "puc/ltablib.c"
