// Package lua runs bots written in Lua: Runtime is the bot.Runtime for them.
//
// The engine is Lua 5.4 itself, compiled by cgo from the source that scripts/lua.sh fetches; Engine
// says which release. It is not the system's library, because a match must be repeatable and
// breakable: puc.c compiles it with fixed seeds for strings (the order of pairs) and for table.sort,
// and with looks at whether a call is to be broken off in the loops of string and table. Without the
// tag lua, without cgo, or elsewhere than on Linux, there is none, and Open says so.
// The package knows no game and no file.
//
// # Realms
//
// A bot plays in a realm: a Lua state of its own, made for one match (some 50 microseconds) and
// dropped after it, so that no match can influence a later one. What it finds there is Lua 5.4,
// with these differences:
//
//   - math.random is seeded for each match, and its draws are counted. math.randomseed takes
//     numbers as ever; without any it goes on to the next of the match's own seeds. os.time()
//     returns the seed, for files that begin with math.randomseed(os.time()); there is nothing
//     else in os.
//   - print writes to the console, which is kept per turn, head and tail, within Limits.Debug.
//   - There is no io, debug, package, require, dofile, loadfile and string.dump; load takes text only.
//   - Finalizers (__gc) never run. Settings of collectgarbage are not heeded.
//
// The order of pairs, the addresses that tostring shows and the numbers of math.random depend
// on the bot, its seed and what it was asked, and on nothing else: strings are hashed with a fixed
// seed, and objects lie at the same addresses in every process (arena.h). What is not promised: the
// addresses of built-in functions, which differ from one build of koth to another.
//
// # Limits
//
// Memory is counted where Lua allocates it, to the byte; a bot that wants more gets Lua's error
// "not enough memory", and a crash if it does not catch that.
//
// Time is watched by a thread (watchdog.c). When a call must be broken off it sends the bot's thread
// a signal, whose handler sets a hook, as Lua's own program does for Ctrl-C: so a bot runs at full
// speed until then. The hook raises an error, and raises it again in whatever catches it (pcall,
// coroutines, __close) until the call has ended; the bot's state stays, and it may be asked again.
// Loops inside C that a bot can make long (patterns, string.rep, all of table) look by themselves. What is
// left takes time in proportion to the memory that it touches.
//
// # What a prelude is
//
// A chunk (game.ScriptDialect.Prelude), run before the bot with one argument, host, that returns a
// table of
//
//   - entry: the name of the global function that the arena calls, if the game has one ("drop").
//   - start(value): called when the bot's file has been run, with the file's first result, nil
//     mostly. It finds the bot's function and raises an error if there is none.
//   - turn(observation): called on each turn with the string that AppendTurn made. It calls the bot
//     and returns the string that ParseAnswer reads, or host.malformed(...).
//
// What either raises is the bot's crash. host has:
//
//   - seat (from 0) and seats, of this match.
//   - malformed(value, ...): for a turn without an answer that the game knows: notes what the bot
//     said ("UPP" in quotes, cut at 80 bytes; 12.5; nil; a table; a function), without running any
//     of the bot's code, and returns nothing, which turn must return.
//
// A prelude shares its globals with the bot, which may have changed all of them by the time it is
// called: it must take what it needs (string.pack, math.type) into local variables, call no
// method of a string, and read what a bot answers with rawget, since tables can have metatables.
//
// # What a bot's file may be
//
// Any Lua file that leaves the game's function in a global or returns it. A file may also have a
// main program of its own, with which it plays by itself when it is run with lua: that calls the
// game's function sooner or later, and a bot is not asked before its file has been run. So the first
// call of the function named entry while the file is run ends that, as if the file ended there; what
// the file printed until then is not kept.
package lua
