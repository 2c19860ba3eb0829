//go:build cgo && v8

package js

import (
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

var hostile = bottest.HostileConfig{
	Script: probe,
	New:    func(t testing.TB) bot.Runtime { return newRuntime(t) },
	Counts: `function bot() {}
bot.prototype.turns = 0;
bot.prototype.answer = function (n) { this.turns++; if (n === 2) return this.bad(); return this.turns };
bot.prototype.bad = function () { %s };`,
	Echoes:  "function (n) { return n }",
	Limit:   200 * time.Millisecond,
	Patient: time.Minute,
}

func TestHostile(t *testing.T) {
	for _, h := range hostileBots {
		t.Run(h.Name, func(t *testing.T) { hostile.Run(t, bottest.Hostile(h)) })
	}
}

var hostileBots = []struct {
	Name string
	Bad  string
	Want game.FaultKind // "" for none
	Text string         // part of the fault's text, or of the answer
}{
	{"endless loop", "for (;;);", game.FaultTimeout, ""},
	{"endless loop with finally", "for (;;) { try { for (;;); } finally { continue } }", game.FaultTimeout, ""},
	{"endless loop in a handler", "try { throw 1 } catch { for (;;); }", game.FaultTimeout, ""},
	{"endless recursion of try", "(function f() { try { f() } finally { f() } })()", game.FaultTimeout, ""},
	{"catastrophic regular expression", "/^(a+)+$/.test('a'.repeat(40) + 'b')", game.FaultTimeout, ""},
	{"regular expression in replace", "'a'.repeat(40).replace(/(a*)*b/, '')", game.FaultTimeout, ""},
	{"job that schedules itself", "(function f() { Promise.resolve().then(f) })()", game.FaultTimeout, ""},
	{"async function that never stops", "(async () => { for (;;) await 1 })()", game.FaultTimeout, ""},
	{"thenable that never stops", "Promise.resolve({ then(f) { for (;;); } })", game.FaultTimeout, ""},
	{"generator without end", "for (const x of (function* () { for (;;) yield 1 })());", game.FaultTimeout, ""},
	{"getter that loops", "return Object.defineProperty({}, 'x', { get() { for (;;); } }).x", game.FaultTimeout, ""},
	{"proxy trap that loops", "return new Proxy({}, { get() { for (;;); } }).x", game.FaultTimeout, ""},
	{"toString that loops", "return '' + { toString() { for (;;); } }", game.FaultTimeout, ""},
	{"toJSON that loops", "return JSON.stringify({ toJSON() { for (;;); } })", game.FaultTimeout, ""},
	{"comparator that loops", "[1, 2].sort(() => { for (;;); })", game.FaultTimeout, ""},
	{"sort of much", "for (;;) Array.from({ length: 1e4 }, (_, i) => i * 7919 % 10007).sort(() => 1)", game.FaultTimeout, ""},
	{"comparator that lies", "[3, 1, 2].sort(() => Math.random() - 0.5); return 'ok'", "", "ok"},
	{"power of big integers", "let x = 3n; for (;;) x *= x", game.FaultTimeout, ""},
	{"printing of big integers", "return String(7n ** 20000000n).length", game.FaultTimeout, ""},
	{"JSON without end", "for (;;) JSON.parse(JSON.stringify(Array(1e4).fill({})))", game.FaultTimeout, ""},

	{"deep recursion", "(function f() { f() })()", game.FaultCrash, "RangeError: Maximum call stack size exceeded"},
	{"deep recursion in a getter", "const o = { get x() { return this.x } }; o.x", game.FaultCrash, "RangeError: Maximum call stack size exceeded"},
	{"deep recursion, caught", "try { (function f() { f() })() } catch (e) { return e.name }", "", "RangeError"},
	{"deep recursion in JSON", "const a = []; let b = a; for (let i = 0; i < 1e5; i++) { b.push([]); b = b[0] } return JSON.stringify(a)", game.FaultCrash, "RangeError"},
	{"deep regular expression", "new RegExp('('.repeat(1e5) + ')'.repeat(1e5))", game.FaultCrash, "SyntaxError"},

	{"array bomb", "for (const a = [];;) a.push([1, 2, 3], {})", game.FaultCrash, "out of memory (32 MiB)"},
	{"string bomb", "let s = 'x'; for (;;) s += s + s", game.FaultCrash, ""},
	{"flat string bomb", "const a = []; for (;;) a.push(JSON.stringify('x'.repeat(1e5)))", game.FaultCrash, "out of memory (32 MiB)"},
	{"map bomb", "for (const m = new Map(), n = {};;) m.set({}, {})", game.FaultCrash, "out of memory"},
	{"typed array bomb", "for (const a = [];;) a.push(new Uint8Array(1 << 20))", game.FaultCrash, "RangeError: Array buffer allocation failed"},
	{"huge typed array", "new Float64Array(1e9)", game.FaultCrash, "RangeError"},
	{"closure bomb", "let f = () => 1; for (;;) { const g = f; f = () => g }", game.FaultCrash, "out of memory"},
	{"array filled again and again", "for (;;) new Array(1e7).fill(0)", game.FaultTimeout, ""},
	{"JSON bomb", "return JSON.stringify(Array(3e6).fill([1, 2]))", game.FaultCrash, ""},
	{"spread bomb", "let a = [1]; for (;;) a = [...a, ...a]", game.FaultCrash, ""},

	{"answer undefined", "return undefined", game.FaultMalformed, "answered undefined"},
	{"answer object", "return { toString() { return 'x' } }", game.FaultMalformed, "answered an object"},
	{"answer array", "return [1, , 3]", game.FaultMalformed, "answered an array of 3"},
	{"answer function", "return () => 1", game.FaultMalformed, "answered a function"},
	{"answer symbol", "return Symbol('x')", game.FaultMalformed, "answered a symbol"},
	{"answer big integer", "return 2n ** 60000n", game.FaultMalformed, "answered a bigint"},
	{"answer boolean", "return true", game.FaultMalformed, "answered true"},
	{"answer proxy", "return new Proxy([], { get() { throw 1 }, getPrototypeOf() { for (;;); } })", game.FaultMalformed, "answered an object"},
	{"answer revoked proxy", "const p = Proxy.revocable([], {}); p.revoke(); return p.proxy", game.FaultMalformed, "answered an object"},
	{"answer String object", "return new String('x')", game.FaultMalformed, "answered an object"},
	{"answer of 50 MB", "return 'x'.repeat(50 << 20)", "", "xxxx"},
	{"answer of 300 MB", "return 'x'.repeat(300 << 20)", game.FaultCrash, "RangeError: an answer of 314572800 characters is too long"},

	{"pollution", "Object.prototype.turn = 1; Object.prototype.start = 1; Object.prototype[0] = 'evil'; Array.prototype[0] = 'evil'; Object.defineProperty(Object.prototype, 'u8', { set() { throw 1 } }); return 'ok'", "", "ok"},
	{"setters everywhere", "for (const k of ['i32', 'u8', 'f64', '0', '1', 'turn', 'prototype', 'get', 'value']) Object.defineProperty(Object.prototype, k, { __proto__: null, set() { throw new Error(k) }, get() { throw new Error(k) } }); return 'ok'", "", "ok"},
	{"built-ins replaced", "const names = Object.getOwnPropertyNames, E = Error, all = []; for (const o of [String, Array, Object, Function, Uint8Array, Reflect, JSON, Number, RegExp, Math]) for (const x of [o, o.prototype]) if (x) for (const k of names(x)) all[all.length] = [x, k]; for (let i = 0; i < all.length; i++) { const x = all[i][0], k = all[i][1]; try { x[k] = () => { throw new E(k) } } catch {} } return 'ok'", "", "ok"},
	{"globals deleted", "const g = globalThis; for (const k of Object.getOwnPropertyNames(g)) delete g[k]; return 'ok'", "", "ok"},
	{"typed arrays poisoned", "const p = Object.getPrototypeOf(Uint8Array.prototype); Object.defineProperty(p, 'length', { get() { return 0 } }); return 'ok'", "", "ok"},
	{"throws null", "throw null", game.FaultCrash, "null"},
	{"throws undefined", "throw undefined", game.FaultCrash, "undefined"},
	{"throws a proxy", "throw new Proxy(new Error('x'), { get() { for (;;); } })", game.FaultCrash, ""},
	{"throws with a message that loops", "const e = new Error('x'); Object.defineProperty(e, 'message', { get() { for (;;); } }); throw e", game.FaultCrash, ""},
	{"prepareStackTrace that loops", "Error.prepareStackTrace = () => { for (;;); }; null.x", game.FaultCrash, "TypeError"},
	{"prepareStackTrace that throws", "Error.prepareStackTrace = () => { throw 1 }; null.x", game.FaultCrash, "TypeError"},
	{"throws a novel", "throw new Error('novel\\n'.repeat(1 << 17))", game.FaultCrash, "Error: novel novel"},
	{"import", "import('fs').then(() => {}, (e) => { globalThis.e = e }); return 'ok'", "", "ok"},
	{"no way out", "return [typeof require, typeof process, typeof WebAssembly, typeof Atomics, typeof SharedArrayBuffer, typeof WeakRef, typeof FinalizationRegistry, typeof setTimeout, typeof gc].join()", "", strings.TrimSuffix(strings.Repeat("undefined,", 9), ",")},
	{"console of 10 MB", "console.log('x'.repeat(10 << 20)); return 'ok'", "", "ok"},
	{"console of many lines", "for (let i = 0; i < 1e6; i++) console.log('x'); return 'ok'", "", "ok"},
	{"console of hostile objects", "console.log({ get x() { throw 1 } }, new Proxy({}, { ownKeys() { throw 1 } }), Object.create(null), [1, [2, [3, [4]]]], null, undefined, 1n, Symbol('s'), () => 1); return 'ok'", "", "ok"},
	{"part of an answer", "return null", game.FaultCrash, "Error: part"},
}

func TestHostileStart(t *testing.T) {
	for _, tt := range []struct {
		name, source string
		want         game.FaultKind
	}{
		{"loop at load", "bot = (function () { for (;;); })()", game.FaultTimeout},
		{"loop in the constructor", "class B { constructor() { for (;;); } answer() {} }", game.FaultTimeout},
		{"loop in a getter", "Object.defineProperty(function () {}, 'prototype', { get() { for (;;); } })", game.FaultCrash}, // not configurable
		{"loop in a proxy", "new Proxy(function () {}, { get() { for (;;); } })", game.FaultTimeout},
		{"memory at load", "bot = (function () { for (const a = [];;) a.push({}) })()", game.FaultCrash},
		{"recursion at load", "bot = (function f() { f() })()", game.FaultCrash},
		{"nested brackets", strings.Repeat("[", 100000), game.FaultCrash},
		{"nested functions", strings.Repeat("function f() {", 20000), game.FaultCrash},
	} {
		t.Run(tt.name, func(t *testing.T) { hostile.Start(t, tt.source, tt.want) })
	}
}
