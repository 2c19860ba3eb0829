package politics

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/js"
	"koth/game"
)

// engine starts the JavaScript engine, which is bound to its thread.
func engine(t testing.TB) *js.Runtime {
	t.Helper()
	runtime.LockOSThread()
	e, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close(); runtime.UnlockOSThread() })
	return e
}

// seat gives a bot a seat and starts it.
func seat(t testing.TB, e *js.Runtime, at game.Seat, source string) (bot.Player, *game.Fault) {
	t.Helper()
	limits := bot.Limits{Move: 10 * time.Second, Start: 10 * time.Second}.OrDefault()
	p, err := e.Open(
		bot.Spec{Name: "bot", Kind: bot.JavaScript, Path: "bot.js", Source: []byte(source)},
		bot.Seating{Game: Game{}, Seat: at, Seats: seats, Seed: 1, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, p.Start().Fault
}

// answers checks what comes of one answer: an action in JSON, or a fault's kind and a part of its
// text.
func answers(t *testing.T, what string, r bot.Reply, want, fault string) {
	t.Helper()
	kind, part, _ := strings.Cut(fault, ": ")
	switch {
	case r.Fault != nil && (string(r.Fault.Kind) != kind || !strings.Contains(r.Fault.Text, part)):
		t.Errorf("%s: fault %s: %s, want %q", what, r.Fault.Kind, r.Fault.Text, fault)
	case r.Fault == nil && fault != "":
		t.Errorf("%s: answered %s, want the fault %q", what, r.Action.AppendJSON(nil), fault)
	case r.Fault != nil:
	case string(r.Action.AppendJSON(nil)) != want:
		t.Errorf("%s: answered %s, want %s", what, r.Action.AppendJSON(nil), want)
	}
}

// TestJavaScriptAnswers tries answers of all kinds; the bot returns the value of an expression.
func TestJavaScriptAnswers(t *testing.T) {
	tests := []struct{ answer, want, fault string }{
		{`campaign([0, 16], [4, 3])`, `["campaign",[0,16],[4,3]]`, ""},
		{`poll([16, 0], [1, 2])`, `["poll",[16,0],[1,2]]`, ""},
		{`bribe([15, 0])`, `["bribe",[15,0]]`, ""},
		{`merge([3, 4], [15, 15])`, `["merge",[3,4],[15,15]]`, ""},
		{`unmerge([0, 15])`, `["unmerge",[0,15]]`, ""},
		{`null`, `null`, ""},

		// A helper checks the form of its arguments, says what is wrong, and throws where there
		// is nothing to say it of.
		{`campaign([0, 0], [17, 4])`, "", "malformed: invalid campaign [0, 0] [17, 4]"},
		{`campaign([0, 0], [4, 4, 4])`, "", "malformed: invalid campaign 0,0 4,4,4"},
		{`poll(3, "x")`, "", "malformed: invalid poll 3 x"},
		{`bribe([16, 0])`, "", "malformed: invalid bribe [16, 0]"},
		{`bribe([1.5, 0])`, "", "malformed: invalid bribe [1.5, 0]"},
		{`bribe([NaN, 0])`, "", "malformed: invalid bribe [NaN, 0]"},
		{`merge([0, 0], [0, 16])`, "", "malformed: invalid merge [0, 0] [0, 16]"},
		{`unmerge([-1, 0])`, "", "malformed: invalid unmerge [-1, 0]"},
		{`unmerge(["1", 0])`, "", "malformed: invalid unmerge [1, 0]"},
		{`campaign([0, 0])`, "", "crash: TypeError"},
		{`bribe()`, "", "crash: TypeError"},
		{`bribe(null)`, "", "crash: TypeError"},
		{`bribe({__proto__: null})`, "", "crash: TypeError"},
		{`JSON.stringify([campaign([0, 0], [17, 4]), bribe(7), merge([0, 0], [1, 1])]) === '[["invalid","campaign","[0, 0]","[17, 4]"],["invalid","bribe","7"],["merge",[0,0],[1,1]]]' ? null : 0`, `null`, ""},

		// Arrays made by hand are checked like a helper's.
		{`["campaign", [0, 0], [4, 4]]`, `["campaign",[0,0],[4,4]]`, ""},
		{`["bribe", [1, 1], "and more", 7]`, `["bribe",[1,1]]`, ""},
		{`["bribe", [-0, 1.0]]`, `["bribe",[0,1]]`, ""},
		{`["campaign", [0, 0], [4, 17]]`, "", "malformed: an array of 3"},
		{`["campaign", [0, 0]]`, "", "malformed: an array of 2"},
		{`["bribe", [0, 0, 0]]`, "", "malformed: an array of 2"},
		{`["bribe", [0]]`, "", "malformed: an array"},
		{`["bribe", {0: 1, 1: 1, length: 2}]`, "", "malformed: an array"},
		{`["bribe", [0, "0"]]`, "", "malformed: an array"},
		{`["bribe", [0, true]]`, "", "malformed: an array"},
		{`["bribe", [0, 1n]]`, "", "malformed: an array"},
		{`["bribe", [0, new Number(1)]]`, "", "malformed: an array"},
		{`["bribe", [0, null]]`, "", "malformed: an array"},
		{`["bribe", [, 1]]`, "", "malformed: an array"},
		{`["bribe", [0, NaN]]`, "", "malformed: an array"},
		{`["bribe", [0, Infinity]]`, "", "malformed: an array"},
		{`["bribe", [0, 1e308]]`, "", "malformed: an array"},
		{`["bribe", [0, 4294967297]]`, "", "malformed: an array"},
		{`["bribe", [0, 256]]`, "", "malformed: an array"},
		{`["bribe", [0, 5e-324]]`, "", "malformed: an array"},
		{`["bribe", [0, -1]]`, "", "malformed: an array"},
		{`["Bribe", [0, 0]]`, "", "malformed: an array"},
		{`["wait"]`, "", "malformed: an array of 1"},
		{`[new String("bribe"), [0, 0]]`, "", "malformed: an array"},
		{`[{toString() { return "bribe" }}, [0, 0]]`, "", "malformed: an array"},
		{`[]`, "", "malformed: an array of 0"},
		{`new Array(4294967295)`, "", "malformed: an array of 4294967295"},
		{`["bribe", new Array(4294967295)]`, "", "malformed: an array of 2"},
		{`["invalid"]`, "", "malformed: invalid"},
		{`["invalid", {toString() { return x.y }}, Symbol(), "so"]`, "", "malformed: invalid so"},

		// Anything else is no move.
		{`undefined`, "", "malformed: undefined"},
		{`"campaign"`, "", "malformed: \"campaign\""},
		{`7`, "", "malformed: 7"},
		{`({0: "bribe", 1: [0, 0], length: 2})`, "", "malformed: an object"},
		{`new Uint8Array(3)`, "", "malformed: an object"},
		{`campaign`, "", "malformed: a function"},
		{`Symbol("bribe")`, "", "malformed: a symbol"},
		{`nothing.at.all`, "", "crash: ReferenceError"},

		// What says something else the second time is believed the first time.
		{`["bribe", new Proxy([3, 4], {})]`, `["bribe",[3,4]]`, ""},
		{`new Proxy(["bribe", [3, 4]], {})`, `["bribe",[3,4]]`, ""},
		{`["bribe", Object.defineProperty([0, 4], 0, {get() { return this.n = (this.n || 14) + 1 }})]`, `["bribe",[15,4]]`, ""},
		{`["bribe", new Proxy([0, 0], {get(a, k) { return k === "length" ? 2 : 1e9 }})]`, "", "malformed: an array"},
		{`["bribe", Object.defineProperty([0, 4], 0, {get() { throw new Error("trap") }})]`, "", "crash: trap"},
		{`{ const r = Proxy.revocable([], {}); r.revoke(); return r.proxy }`, "", "crash: TypeError"},
		{`class extends Array {}.of("bribe", [3, 4])`, `["bribe",[3,4]]`, ""},
	}
	e := engine(t)
	for _, tt := range tests { // not as subtests: the engine is bound to this thread
		body := "return (" + tt.answer + ")"
		if strings.HasPrefix(tt.answer, "{") {
			body = tt.answer
		}
		p, fault := seat(t, e, 0, "(regions, money, result, storage) => {"+body+"}")
		if fault != nil {
			t.Fatalf("%s: start: %+v", tt.answer, fault)
		}
		p.Ask(newMatch(t, "").Observe(0))
		answers(t, tt.answer, p.Answer(), tt.want, tt.fault)
	}
}

// TestJavaScriptStart: what is no function is a crash on every turn.
func TestJavaScriptStart(t *testing.T) {
	e := engine(t)
	for source, want := range map[string]string{
		`7`:                           "no function but number",
		`({campaign: 1})`:             "no function but object",
		`(a, b) => {`:                 "SyntaxError",
		`nothing`:                     "nothing",
		`(() => { throw "oh no" })()`: "oh no",
	} {
		if _, fault := seat(t, e, 0, source); fault == nil || fault.Kind != game.FaultCrash || !strings.Contains(fault.Text, want) {
			t.Errorf("%s: fault %+v, want a crash with %q", source, fault, want)
		}
	}
	p, fault := seat(t, e, 0, `class { }`)
	if fault != nil {
		t.Fatalf("a class: %+v", fault)
	}
	p.Ask(newMatch(t, "").Observe(0))
	answers(t, "a class", p.Answer(), "", "crash: TypeError")
}

// TestJavaScriptView hands over a position with merged regions and a poll. The bot says with a
// bribe at 0,0 that all is as it should be, else it throws what it saw.
func TestJavaScriptView(t *testing.T) {
	setup := strings.TrimSuffix(people(`[150,260]`, map[Point]float64{{0, 0}: -1.1, {0, 1}: -2, {1, 0}: 5, {5, 5}: 3}), "}") +
		`,"regions":` + mappedRegions(`[[[4,0],[0,0]],[[8,0]],[[12,0]]`) + `}`
	s := newMatch(t, setup)
	play(t, s, `["poll",[0,0],[2,1]]`, `["poll",[7,7],[7,9]]`)
	e := engine(t)
	wants := [seats]string{
		`money === 159 && is(regions[0], { blocks: [[4, 0], [0, 0]], number_neutral: 29, number_you: 2, number_opponent: 1, absolute_average: (1.1 + 2 + 5) / 32 }) &&
		is(result, { people: [{ position: [0, 0], region: 0, support: 1.1 }, { position: [1, 0], region: 0, support: -5 }],
			amounts: { number_neutral: 0, number_you: 1, number_opponent: 1, absolute_average: 6.1 / 2 } })`,
		`money === 270 && is(regions[0], { blocks: [[4, 0], [0, 0]], number_neutral: 29, number_you: 1, number_opponent: 2, absolute_average: (1.1 + 2 + 5) / 32 }) &&
		Number.isNaN(result.amounts.absolute_average) && is(result.people, []) && result.amounts.number_neutral === 0`,
	}
	for i, want := range wants {
		p, fault := seat(t, e, game.Seat(i), `function (regions, money, result, storage) {
			const is = (a, b) => JSON.stringify(a) === JSON.stringify(b);
			const good = this === globalThis && arguments.length === 4 && regions.length === 15 && is(storage, {}) &&
				is(regions[4], { blocks: [[4, 4]], number_neutral: 15, number_you: `+[]string{"0", "1"}[i]+`, number_opponent: `+[]string{"1", "0"}[i]+`, absolute_average: 3 / 16 }) &&
				`+want+`;
			if (!good) throw new Error(JSON.stringify([money, result, regions]));
			return bribe([0, 0]);
		}`)
		if fault != nil {
			t.Fatal(fault)
		}
		p.Ask(s.Observe(game.Seat(i)))
		answers(t, fmt.Sprint("seat ", i), p.Answer(), `["bribe",[0,0]]`, "")
	}
	// One turn later nobody has polled. Objects are new; the storage is the same.
	play(t, s, "null", "null")
	p, _ := seat(t, e, 0, `(() => { let before; return (regions, money, result, storage) => {
		if (JSON.stringify(result) !== "{}") throw new Error(JSON.stringify(result));
		if (before && (before === regions || before[0] === regions[0] || regions[0].number_neutral !== 29 || regions[0].blocks[0][0] !== 4)) throw new Error("not made anew");
		regions[0].number_neutral = 0; // no effect
		regions[0].blocks[0][0] = 99;
		before = regions;
		storage.turn = (storage.turn || 0) + 1;
		return bribe([storage.turn, 4]);
	} })()`)
	for _, want := range []string{`["bribe",[1,4]]`, `["bribe",[2,4]]`} {
		p.Ask(s.Observe(0))
		answers(t, "one turn later", p.Answer(), want, "")
	}
}

// TestJavaScriptWholePoll polls all of the city: 256 people.
func TestJavaScriptWholePoll(t *testing.T) {
	s := newMatch(t, `{"money":[64,0]}`)
	for x := range Size {
		for y := range Size {
			s.city.Support[x][y] = -float64(x) - float64(y)/100
		}
	}
	s.count()
	play(t, s, `["poll",[16,16],[0,0]]`, "null")
	p, _ := seat(t, engine(t), 0, `(regions, money, result) => {
		const all = result.people;
		for (let i = 0; i < 256; i++) {
			const x = i >> 4, y = i & 15;
			if (all[i].position[0] !== x || all[i].position[1] !== y || all[i].support !== x + y / 100 ||
				all[i].region !== (x >> 2) + (y >> 2) * 4 || !Object.hasOwn(all, i)) throw new Error(i + JSON.stringify(all[i]));
		}
		return all.length === 256 ? bribe([all.length - 250, 0]) : null;
	}`)
	p.Ask(s.Observe(0))
	answers(t, "256 people", p.Answer(), `["bribe",[6,0]]`, "")
}

// TestJavaScriptRuinedBuiltIns: a bot that spoils its realm spoils only its own helpers.
func TestJavaScriptRuinedBuiltIns(t *testing.T) {
	s := newMatch(t, `{"money":[64,64]}`)
	play(t, s, `["poll",[16,16],[0,0]]`, "null")
	p, fault := seat(t, engine(t), 0, `(() => {
		const trap = { set(v) { throw new Error("set") }, get() { throw new Error("get") }, configurable: true };
		for (const proto of [Array.prototype, Object.prototype]) {
			for (const name of ["0", "1", "2", "people", "amounts", "blocks", "position", "absolute_average"]) Object.defineProperty(proto, name, trap);
		}
		Array.isArray = () => true;
		Array.from = () => ["bribe", [0, 0]];
		Array.prototype[Symbol.iterator] = Object.prototype[Symbol.iterator] = function* () { throw new Error("iterated") };
		Array.prototype.push = Array.prototype.toString = Array.prototype.join = () => { throw new Error("called") };
		Number.isInteger = () => true;
		globalThis.TypeError = globalThis.campaign = null;
		let n = 0;
		return (regions, money, result) => {
			if (regions[15].blocks[0][1] !== 12 || result.people[255].position[0] !== 15) throw new Error("view");
			return [["bribe", [1.5, 0]], ["bribe", [1, 7]], "bribe"][n++];
		};
	})()`)
	if fault != nil {
		t.Fatal(fault)
	}
	for _, want := range []struct{ action, fault string }{
		{"", "malformed: an array of 2"}, {`["bribe",[1,7]]`, ""}, {"", `malformed: "bribe"`},
	} {
		p.Ask(s.Observe(0))
		answers(t, "ruined", p.Answer(), want.action, want.fault)
	}
}

// TestJavaScriptMatches: nothing of one match is there in the next one, and the seat is not told.
func TestJavaScriptMatches(t *testing.T) {
	e := engine(t)
	s := newMatch(t, "")
	const source = `(regions, money, result, storage) => {
		const known = (storage.seen || 0) + (globalThis.leak || 0) + (campaign.seen || 0);
		storage.seen = leak = campaign.seen = 1;
		return bribe([known, typeof host === "undefined" ? 0 : 1]);
	}`
	for i := range 4 {
		at := game.Seat(i % 2)
		p, fault := seat(t, e, at, source)
		if fault != nil {
			t.Fatal(fault)
		}
		for _, want := range []string{`["bribe",[0,0]]`, `["bribe",[3,0]]`} {
			p.Ask(s.Observe(at))
			answers(t, fmt.Sprint("match ", i), p.Answer(), want, "")
		}
		p.Close()
	}
}
