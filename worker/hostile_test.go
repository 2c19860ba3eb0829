package worker

import (
	"slices"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/game"
	"koth/match"
)

// hostileBot is a bot and the fault that it must have.
type hostileBot struct {
	bot  bot.Spec
	kind game.FaultKind // any, if it is empty
	text string         // part of the first fault's text
}

// Every bot here tries to hang, kill, fool or influence the arena. None of its moves counts, so
// what the other seat gets must be exactly what it gets against a bot that passes.
var hostile = []hostileBot{
	{moves("endless loop", `for (;;);`), game.FaultTimeout, ""},
	{moves("loop in finally", `for (;;) { try { for (;;); } finally { continue } }`), game.FaultTimeout, ""},
	{moves("loop that catches", `function f() { try { for (;;); } catch (e) { f() } finally { f() } } f()`), game.FaultTimeout, ""},
	{moves("slow regular expression", `/^(a+)+$/.test("a".repeat(40) + "b"); return "EAT"`), game.FaultTimeout, ""},
	{moves("arrays filled", `var a = []; for (;;) a.push(new Array(3e7).fill(0))`), "", ""},
	{moves("recursion that catches", `function f() { try { return f() } catch (e) { return f() } } return f()`), "", ""},
	{moves("traps on the board", `Object.defineProperty(b, "tokens", {get: function () { for (;;); }}); return b.tokens`), game.FaultTimeout, ""},
	{moves("Proxy for an answer", `return new Proxy({}, {get: function () { for (;;); }, has: function () { for (;;); }, ownKeys: function () { for (;;); }})`), game.FaultMalformed, "an object"},
	{moves("getters on an answer", `return {get length() { for (;;); }, get toString() { for (;;); }, get [Symbol.toPrimitive]() { for (;;); }}`), game.FaultMalformed, "an object"},
	{moves("toString that loops", `return {toString: function () { for (;;); }, valueOf: function () { for (;;); }}`), game.FaultMalformed, "an object"},
	{moves("toString of an error", `throw {toString: function () { for (;;); }}`), "", ""},
	{moves("getters on an error", `var e = new Error("x"); Object.defineProperty(e, "message", {get: function () { for (;;); }}); Object.defineProperty(e, "stack", {get: function () { for (;;); }}); throw e`), "", ""},
	{moves("prepareStackTrace", `Error.prepareStackTrace = function () { for (;;); }; null.x`), "", ""},
	{moves("String object", `return new String("EAT")`), game.FaultMalformed, "an object"},
	{moves("array of a string", `return ["EAT"]`), game.FaultMalformed, "an array"},
	{moves("promises for ever", `(function f() { Promise.resolve().then(f) })(); return "PASS"`), game.FaultTimeout, ""},
	{moves("generator for ever", `for (var x of (function* () { for (;;) yield 1 })()); return "PASS"`), game.FaultTimeout, ""},
	{moves("async", `return (async function () { await null; for (;;); })()`), game.FaultTimeout, ""},
	{moves("sort that lies", `var a = []; for (var i = 0; i < 1e6; i++) a.push(i); for (;;) a.sort(function () { return Math.random() - 0.5 })`), game.FaultTimeout, ""},
	{moves("require", `return require("fs").readFileSync("/etc/passwd")`), game.FaultCrash, "not defined"},
	{moves("process", `process.exit(1)`), game.FaultCrash, "not defined"},
	{moves("timers", `setTimeout(function () {}, 0); return "EAT"`), game.FaultCrash, "not defined"},
	{moves("import", `return import("fs").then(function () { for (;;); })`), "", ""},
	{moves("polluted prototypes", `
		Array.prototype.push = Array.prototype.map = function () { for (;;); };
		Object.defineProperty(Object.prototype, "pos", {set: function () { for (;;); }, get: function () { return [0, 0] }, configurable: true});
		Object.defineProperty(Array.prototype, "0", {set: function () { for (;;); }, get: function () { return 1 }, configurable: true});
		String.prototype.charCodeAt = Array.prototype[Symbol.iterator] = Function.prototype.call = null;
		JSON.stringify = Math.floor = Number = String = Object = Array = null;
		return "NOTHING"`), game.FaultMalformed, `"NOTHING"`},
	{script("constructor loops", `function (p) { while (1); }`), game.FaultTimeout, ""},
	{script("load loops", `(function () { while (1); })()`), game.FaultTimeout, ""},
	{script("constructor throws", `function (p) { throw new Error("not today") }`), game.FaultCrash, "not today"},
	{script("no function", `42`), game.FaultCrash, "number"},
	{script("no yourMove", `function (p) { this.mine = 1 }`), game.FaultCrash, "yourMove"},
	{script("empty file", ``), game.FaultCrash, ""},
	{script("syntax error", "function (p) {\n  this.yourMove = function (b) {\n    return 'EAT' 'EAT';\n  }\n}"), game.FaultCrash, "syntax error.js:3:"},
	{script("bytes", "\xff\xfe\x00function"), game.FaultCrash, ""},
	{script("breaks out of its wrapping", `function(){} }) ; while (1); (function () {`), game.FaultCrash, "SyntaxError"},
}

// These are found out by something else than the clock, so they get the time for it.
var greedy = []hostileBot{
	{moves("string bomb", `var s = "x"; for (;;) s += s`), game.FaultCrash, ""},
	{moves("list of strings", `var a = []; for (;;) a.push("x".repeat(1e5) + a.length)`), game.FaultCrash, "memory"},
	{moves("typed arrays", `var a = []; for (;;) a.push(new Uint8Array(1 << 24).fill(1))`), game.FaultCrash, ""},
	{moves("objects", `var o = null; for (;;) o = {o: o, a: [1, 2, 3]}`), game.FaultCrash, "memory"},
	{moves("deep recursion", `function f() { return f() + 1 } return f()`), game.FaultCrash, "rror"},
	{moves("answer of 50 MB", `return "EAT".repeat(17e6)`), game.FaultMalformed, "EATEAT"},
	{moves("10 MB of output", `for (var i = 0; i < 1000; i++) console.log("x".repeat(1e4)); return 7`), game.FaultMalformed, "7"},
	{moves("large numbers", `var n = 3n; for (;;) n = n * n`), "", ""},
	{moves("JSON", `var a = []; for (var i = 0; i < 1e5; i++) a = [a]; return JSON.stringify(a)`), "", ""},
}

func TestHostileBots(t *testing.T) {
	testHostile(t, bot.Limits{Move: 150 * time.Millisecond, Start: 150 * time.Millisecond, Memory: 32 << 20}, hostile)
}

func TestGreedyBots(t *testing.T) {
	testHostile(t, bot.Limits{Move: time.Minute, Start: time.Minute, Memory: 32 << 20}, greedy)
}

// Sources whose reading alone takes more than the limit, and much more than that beside the engine's
// heap: the first is broken off, the second takes its worker with it.
func TestGreedySources(t *testing.T) {
	testHostile(t, bot.Limits{Move: time.Minute, Start: time.Minute, Memory: 8 << 20}, []hostileBot{
		{script("lists", strings.Repeat("[];", 1_300_000)+"\nfunction bot() {}"), game.FaultCrash, "out of memory (8 MiB)"},
		{script("functions", strings.Repeat("()=>{};", 400_000)+"\nfunction bot() {}"), game.FaultCrash, "out of memory (8 MiB)"},
	})
}

func testHostile(t *testing.T, limits bot.Limits, hostile []hostileBot) {
	bots := []bot.Spec{eater, passer}
	// The eater needs five actions, so the other seat is asked four times.
	setup := []byte(`{"size":5,"start":[2,2],"tokens":[[2,3,"R",1],[1,2,"R",2]]}`)
	var jobs []Job
	for i, h := range hostile {
		bots = append(bots, h.bot)
		jobs = append(jobs, Job{Bots: []int{0, 2 + i}, Setup: setup}, Job{Bots: []int{0, 1}, Setup: setup})
	}
	outs := play(t, start(t, 2, limits, bots...), slices.Values(jobs))
	for i, h := range hostile {
		t.Run(h.bot.Name, func(t *testing.T) {
			got, want := outs[2*i].Result, outs[2*i+1].Result
			checkHostile(t, got.Seats[1], h.kind, h.text)
			if got.Turns != want.Turns || got.End != want.End || got.Seats[0].Score != want.Seats[0].Score {
				t.Errorf("%d turns, end %s, the other seat has %v; against a bot that passes %d turns, end %s, %v",
					got.Turns, got.End, got.Seats[0].Score, want.Turns, want.End, want.Seats[0].Score)
			}
			if got.Seats[0].Faults != (match.FaultCount{}) || want.Seats[1].Faults != (match.FaultCount{}) {
				t.Errorf("faults of innocent bots: %+v, %+v", got.Seats[0].Faults, want.Seats[1].Faults)
			}
		})
	}
}

// checkHostile checks that every turn of a seat is a fault of the kind, if one is given.
func checkHostile(t *testing.T, s match.SeatResult, kind game.FaultKind, text string) {
	t.Helper()
	if len(s.First) == 0 || s.Faults.Total() == 0 {
		t.Fatalf("no fault: %+v", s)
	}
	f := s.First[0]
	if kind != "" && f.Kind != kind || !strings.Contains(f.Text, text) || f.Text == "" {
		t.Errorf("first fault %s %q, want %s with %q", f.Kind, f.Text, kind, text)
	}
	if strings.ContainsAny(f.Text, "\n\x00") || len(f.Text) > 400 {
		t.Errorf("the text of a fault is not one line of a bounded length: %q", f.Text)
	}
	if f.Kind == game.FaultTimeout && (f.Limit <= 0 || f.Used < f.Limit && !strings.Contains(f.Text, "worker")) {
		t.Errorf("timeout with %v used of %v", f.Used, f.Limit)
	}
	if s.Score != 0 {
		t.Errorf("score %v, want 0", s.Score)
	}
}
