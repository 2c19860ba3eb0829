// Package js runs bots written in JavaScript: Runtime is the bot.Runtime for them.
//
// The engine is V8 when the program is built with cgo and the tag v8 (scripts/v8.sh finds the
// library), else QuickJS, which is pure Go and some thirty times slower; Engine says which. Both
// hide behind the small interface in engine.go, and everything that is not an engine's own is
// written once: finding the bot in its file (wrap.go), the host's script (realm.js), the block
// shared with it (control.go), pooling and faults (js.go). The package knows no game and no file.
//
// # Realms
//
// A bot plays in a realm: one global object with its built-ins. Two seats of one bot have two
// realms, and no two realms share an object. Three scripts meet there:
//
//   - realm.js, ours and the same for all games: Math.random (mulberry32, seeded for each match,
//     its draws counted), console (kept per turn, head and tail, within Limits.Debug), and the
//     removal of what a bot must not have: WebAssembly, Atomics, SharedArrayBuffer, WeakRef,
//     FinalizationRegistry. There are no timers and no modules.
//   - the game's prelude (game.ScriptDialect.Prelude), which translates between the shared bytes
//     and what the bot is handed and answers.
//   - the bot's source, in sloppy mode.
//
// A realm is used again for the bot's next match only if it is proven to be as it was before the
// bot's first line ran: what the bot left on the global object and on built-ins is removed, and
// then every object that can be reached without the bot's help is compared with what it was. If
// anything differs the realm is thrown away. So no match can influence a later one. What is not
// promised: the depth at which a recursion overflows the stack (it depends on how far the code
// has been optimised), the bits of a NaN seen through a typed array, and the clock.
//
// # Heaps
//
// In V8 realms may share a heap (Runtime.Share): a turn then costs no switch of isolates and a realm
// a tenth of what an isolate does. Memory in a shared heap is nobody's, so bots share one only as
// long as all in it together take less than half of what each may have. Nor is all time a bot's own:
// what another left can keep the collector busy. So where memory or time runs out in a shared heap
// Runtime.Crowded says so, and the match is played again with heaps apart, where every limit is one
// bot's own; the bot that ran out keeps to itself from then on, as does one that changes built-ins,
// since that makes the engine slower for all in a heap. What realms leave in a heap for ever (names of
// Symbol.for, say) is measured after each match; a heap in which it is more than a little is given
// up.
//
// # What cannot be broken off
//
// A call is broken off where the engine looks for that: at loops and calls of functions, in
// regular expressions, sorts, and most long-running built-ins. Some built-ins do not look
// (Array.prototype.indexOf on something that says it has 2**53 elements), and code that only calls
// such ones comes back late. A parent that kills the process is needed beside this package. The
// same holds for memory: a bot that runs out of it is broken off and keeps its state, but where the
// engine cannot go on the process ends, with exit code 78 and one line on standard error.
//
// # What a prelude is
//
// An expression, evaluated once for each realm in strict mode, whose value is
//
//	function (host) { return { start(bot), turn() } }
//
// That function is called at the start of every match, so variables inside it are new in every
// match. start gets the value of the bot's source and makes of it what the game needs (tokens:
// new bot(host.seat === 0)). turn reads the observation at offset 0 of the shared bytes, calls
// the bot, writes the answer at offset 0 and returns its length in bytes. What either throws is
// the bot's crash. Promise callbacks run after each, inside the same limit of time.
//
// host has:
//
//   - u8, i32, f64: views of the shared bytes (little-endian). They are replaced when the bytes
//     grow, so read them from host on every turn, and again after room.
//   - room(bytes): makes room for an answer of that size; keeps what the bytes held.
//   - write(text, at): writes text at an offset as UTF-8, with room made, and returns its length
//     in bytes.
//   - seat (from 0) and seats, of this match.
//   - malformed(value): for a turn without an answer that the game knows: notes what the bot said
//     ("UPP" in quotes, cut at 80 characters; 12.5; undefined; an object; an array of 3; a
//     function) without running any of the bot's code, and returns the negative number that turn
//     must return then.
//   - fault(value): notes one malformed answer among the several of one turn (blobs: one for each
//     blob); the turn goes on. Faults are counted, the first one's text is kept.
//   - crash(error): the same for one of several calls that threw.
//
// What a prelude must do, since the bot may have changed every built-in by the time it runs:
//
//   - take what it needs (Array.isArray, Math.floor) into constants outside the function;
//   - read each part of an answer once, into a local variable, and check the type of that: an
//     answer can be a Proxy or have getters, and may say something else the second time;
//   - make what it hands to a bot with literals, never push, spread or for-of, and hand over
//     nothing that lives longer than the match, unless it is frozen; never hand over host;
//   - put the names that bots may use (politics: campaign) on globalThis outside the function,
//     as plain functions or values: what is on the global object is guarded between matches,
//     except the insides of maps, sets, dates, regular expressions and typed arrays.
//
// # What a bot's file may be
//
// One expression (a function, an arrow function, a class), one function or class declaration, or
// one assignment to a name that is not declared; comments and semicolons may follow. Or several
// statements: then the last function, class, variable or assignment that starts a line in its
// first column is the bot.
package js
