//go:build !(cgo && v8)

package js

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

func newQuickJS(t testing.TB) *Runtime {
	t.Helper()
	runtime.LockOSThread() // the clock reads the CPU time of this thread
	t.Cleanup(runtime.UnlockOSThread)
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// echo is a bot of bottest's game that does something on turn 2 and counts on the others. What it
// does is a statement; it can use kept, which lives as long as the bot.
func echo(statement string) bot.Spec {
	source := "function () { let asked = 0, kept = []; this.answer = (turn) => { asked++;\nif (turn === 2) {\n" + statement + "\n}\nreturn asked } }"
	return bot.Spec{Name: "echo", Kind: bot.JavaScript, Path: "echo.js", Source: []byte(source)}
}

// second plays three turns of echo and returns the reply to the second. The first and the third
// must be answered, so that a realm is shown to be whole after what happened.
func second(t *testing.T, r *Runtime, statement string, l bot.Limits) bot.Reply {
	t.Helper()
	p, err := r.Open(echo(statement), bot.Seating{Game: bottest.Echo{}, Seats: 1, Limits: l.OrDefault()})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if start := p.Start(); start.Fault != nil {
		t.Fatalf("%s: start: %s", statement, start.Fault.Text)
	}
	var reply bot.Reply
	for turn := 1; turn <= 3; turn++ {
		p.Ask(bottest.Heard{Turn: turn})
		got := p.Answer()
		if turn == 2 {
			if reply = got; got.Fault != nil {
				fault := *got.Fault
				reply.Fault = &fault
			}
		} else if got.Action != bottest.Number(turn) {
			t.Errorf("%s: turn %d: %v, %+v; want the answer %d", statement, turn, got.Action, got.Fault, turn)
		}
	}
	return reply
}

// broken are the ways not to come back that are broken off.
var broken = []string{
	`for (;;);`,
	`Promise.resolve().then(() => { asked = 100 }); for (;;);`, // the callback is dropped
	`for (;;) try { for (;;); } catch (e) {} finally { continue }`,
	`/(a+)+$/.test('a'.repeat(40) + 'b')`,
	`/(.*)*(.*)*(.*)*x/.test('a'.repeat(1 << 12))`,
	`JSON.stringify({ toJSON() { for (;;); } })`,
	`new Proxy({}, { get() { for (;;); } }).x`,
	`[1, 2, 3].sort(() => { for (;;); })`,
	`(function* () { for (;;) yield 1 })().next(); for (const x of (function* () { for (;;) yield 1 })());`,
	`new Set({ [Symbol.iterator]() { return { next() { return { value: 1 } } } } })`,
	`Array.from({ length: 9 }, () => { for (;;); })`,
	`Promise.resolve().then(function again() { return Promise.resolve().then(again) })`,
	`(async () => { for (;;) try { await 0 } catch (e) {} finally { continue } })()`,
	`for (let i = 0; i < 100; i++) (async () => { for (;;) await Promise.all([0, 1]) })()`,
	`const t = { then(f) { f(t) } }; (async () => { await t })()`,
	`const t = { then: (f) => f(t) }; Promise.race([t, t]).catch(() => {}).finally(() => Promise.resolve(t))`,
	`const f = () => { try { f() } finally { f() } }; f()`,
	`const s = 'x'.repeat(1 << 20); for (;;) s.indexOf('y')`, // polled every 10 000 calls: the clock must nag
	`for (;;) try { new Array(1e5).fill(0).join() } catch (e) {}`,
	`new Function('for (;;);')()`,
	`eval('for (;;);')`,
	`throw { get message() { for (;;); }, toString() { for (;;); } }, (() => { for (;;); })()`,
	`const e = new Error(); Object.defineProperty(e, 'name', { get() { for (;;); } }); for (;;); throw e`,
}

func TestQuickJSBreaksOff(t *testing.T) {
	r := newQuickJS(t)
	defer r.Close()
	limits := bot.Limits{Start: time.Minute, Move: 50 * time.Millisecond}
	for _, statement := range broken {
		if f := second(t, r, statement, limits).Fault; f == nil || f.Kind != game.FaultTimeout {
			t.Errorf("%s: %+v, want a timeout", statement, f)
		}
	}
}

// unbroken are built-ins that QuickJS does not break off, made small enough to end. With the
// numbers in the comments they hang a worker for good, and its parent must kill it. (Others are
// only late: sorts, copies and multiplications within the limit of memory, at most a few seconds.)
var unbroken = []string{
	`Array.prototype.indexOf.call({ length: 1e6 }, 1)`, // 2 ** 53 - 1, here and below
	`Array.prototype.lastIndexOf.call({ length: 1e6 }, 1)`,
	`Array.prototype.includes.call({ length: 1e6 }, 1)`,
	`Array.prototype.reverse.call({ length: 1e6 })`,
	`Array.prototype.splice.call({ length: 1e6 }, 0, 1)`,
	`Array.prototype.unshift.call({ length: 1e6 }, 1)`,
	`Array.prototype.copyWithin.call({ length: 1e6 }, 1, 0)`,
	`Array.prototype.sort.call({ length: 1e6 })`,
	`Array.prototype.flat.call({ length: 1e6 })`,
	`Array.prototype.every.call({ length: 1e6 }, () => true)`, // and others with a callback that is never called
	`[].concat({ length: 1e6, [Symbol.isConcatSpreadable]: true })`,
	`Array.prototype.join.call({ length: 1e5 })`,               // 2 ** 32 - 1
	`new Array(1e6).indexOf(1)`,                                // 2 ** 32 - 1
	`const s = 'x'.repeat(1e4); s.indexOf(s.slice(5e3) + 'y')`, // 2 ** 20
	`'a'.repeat(1e3).match(/(?=(a+))*b/)`,                      // 2 ** 20
}

// TestQuickJSDoesNotBreakOff shows that each of them runs to its end though its time is up long
// before, and that the time is still told. If this fails for one, QuickJS has learnt to break it
// off: it belongs to broken.
func TestQuickJSDoesNotBreakOff(t *testing.T) {
	r := newQuickJS(t)
	defer r.Close()
	for _, statement := range unbroken {
		reply := second(t, r, statement+"; console.log('came back')", bot.Limits{Start: time.Minute, Move: time.Minute})
		if reply.Fault != nil || string(reply.Debug) != "came back\n" {
			t.Errorf("%s: wrote %q, %+v; want it to come back", statement, reply.Debug, reply.Fault)
		}
	}
}

// TestQuickJSMemory: what takes all memory is told so, and the bot plays on.
func TestQuickJSMemory(t *testing.T) {
	r := newQuickJS(t)
	defer r.Close()
	const told, untold = "out of memory (8 MiB)", "null, or no memory left to say more (echo.js)"
	for statement, want := range map[string]string{
		`for (;;) kept.push(new Array(1000).fill(turn)); `:  told,
		`for (;;) kept.push('x'.repeat(1e6 + kept.length))`: told,
		`for (;;) kept.push(new ArrayBuffer(1 << 20))`:      told,
		`kept = new Array(3e7).fill(0)`:                     told,
		`Array.from({ length: 1e9 })`:                       told,
		`kept = 'x'.repeat(1 << 28)`:                        told,
		`for (;;) kept = { kept }`:                          untold, // to the last byte
		`for (let m = new Map();;) m.set({}, kept = m)`:     untold,
	} {
		statement = "try {" + statement + "} finally { kept = null }"
		f := second(t, r, statement, bot.Limits{Start: time.Minute, Move: time.Minute, Memory: 8 << 20}).Fault
		if f == nil || f.Kind != game.FaultCrash || f.Text != want {
			t.Errorf("%s: %+v, want a crash, %s", statement, f, want)
		}
	}
}

// TestQuickJSStack: what recurses too deep throws, whatever recurses.
func TestQuickJSStack(t *testing.T) {
	r := newQuickJS(t)
	defer r.Close()
	for _, statement := range []string{
		`const f = () => f() + 1; f()`,
		`const o = {}; o.toString = () => o + ''; o + ''`,
		`eval('['.repeat(1e5))`,
		`JSON.parse('['.repeat(1e5))`,
		`let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x`,
		`let a = []; for (let i = 0; i < 1e5; i++) a = [a]; a.toString()`,
		`new RegExp('('.repeat(1e5) + ')'.repeat(1e5))`,
	} {
		f := second(t, r, statement, bot.Limits{Start: time.Minute, Move: time.Minute}).Fault
		if f == nil || f.Kind != game.FaultCrash || !strings.Contains(f.Text, "overflow") && !strings.Contains(f.Text, "SyntaxError") {
			t.Errorf("%s: %+v, want a crash by overflow", statement, f)
		}
	}
}

// TestQuickJSErrors: an error is told with its place and without running the bot's code.
func TestQuickJSErrors(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"first line", "function () { throw new Error('no') }", "Error: no (b.js:1:30)"},
		{"later line", "function () {\n  missing() }", "ReferenceError: 'missing' is not defined (b.js:2:3)"},
		{"inside a library", "function () {\n  [].reduce((a) => a) }", "TypeError: empty array (b.js:2:12)"},
		{"while loading", "const a = 1;\nbot = null.bot", "TypeError: cannot read property 'bot' of null (b.js:2:11)"},
		{"of a class of the bot's", "class Odd extends Error { get name() { for (;;); } }\nfunction bot() { throw new Odd('odd') }", "odd (b.js:1:52)"},
		{"with a forged stack", "function () { const e = new Error('x'); e.stack = 'y.js:9:9'; throw e }", "Error: x (b.js)"},
		{"that loops when it is told", "function () { const e = new TypeError('x'); e.toString = () => { for (;;); }; throw e }", "TypeError: x (b.js:1:38)"},
		{"a proxy of an error", "function () { throw new Proxy(new Error('x'), { get() { for (;;); }, getPrototypeOf() { for (;;); } }) }", "[object Object] (b.js)"},
		{"with a proxy in its prototypes", "function () { const e = new Error('x'); Object.setPrototypeOf(e, new Proxy({}, { getOwnPropertyDescriptor() { for (;;); } })); throw e }", "x (b.js:1:34)"},
		{"a text", "function () { throw 'tantrum' }", "tantrum (b.js)"},
		{"a symbol", "function () { throw Symbol('s') }", "Symbol(s) (b.js)"},
		{"null", "function () { throw null }", "null, or no memory left to say more (b.js)"},
		{"with a getter on every object", "function () { Object.defineProperty(Object.prototype, 'value', { get() { for (;;); } }); throw new Error('x') }", "Error: x (b.js:1:105)"},
		{"no program", "function () {\n  return +;\n}", "b.js:2:11: SyntaxError: unexpected token in expression: ';'"},
		{"no program on the first line", "function () { return +; }", "b.js:1:23: SyntaxError: unexpected token in expression: ';'"},
		{"no end", "function () {\n  return 1\n", "b.js:3:1: SyntaxError: Unexpected end of input"},
		{"nothing", " // nothing\n", "b.js:1:1: SyntaxError: there is no code in this file"},
	}
	r := newQuickJS(t)
	defer r.Close()
	for _, tt := range tests {
		spec := bot.Spec{Kind: bot.JavaScript, Path: "b.js", Source: []byte(tt.source)}
		p, err := r.Open(spec, bot.Seating{Game: bottest.Echo{}, Seats: 1, Limits: bot.Limits{Start: time.Minute}.OrDefault()})
		if err != nil {
			t.Fatal(err)
		}
		if f := p.Start().Fault; f == nil || f.Kind != game.FaultCrash || f.Text != tt.want {
			t.Errorf("%s: %+v, want a crash, %s", tt.name, f, tt.want)
		}
		p.Close()
	}
}

// TestQuickJSKeepsNoMemory: realms, whatever became of them, are freed.
func TestQuickJSKeepsNoMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skipf("the memory of this process is not read on %s", runtime.GOOS)
	}
	r := newQuickJS(t)
	defer r.Close()
	limits := bot.Limits{Start: time.Minute, Move: time.Minute}
	play := func() {
		for range 20 {
			second(t, r, `kept = new Array(1e5).fill(turn); throw new Error('x' + kept)`, limits)
			second(t, r, `kept.push((function* () { yield kept })()); kept[0].next(); return null`, limits)
			second(t, r, `kept = (async () => { await 0; await new Promise(() => {}) })(); return 'x'.repeat(1e6)`, limits)
		}
	}
	play()
	before := residentMiB(t)
	for range 5 {
		play()
	}
	if after := residentMiB(t); after > before+32 {
		t.Errorf("%d MiB became %d MiB in 300 matches", before, after)
	}
}

// residentMiB returns the memory of this process.
func residentMiB(t *testing.T) int {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(statm))[1])
	if err != nil {
		t.Fatal(err)
	}
	return pages * os.Getpagesize() >> 20
}
