package blobs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/js"
	"koth/game"
	"koth/internal/reference"
)

// engine starts the JavaScript engine, which is bound to its thread.
func engine(t *testing.T) *js.Runtime {
	t.Helper()
	runtime.LockOSThread()
	e, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close(); runtime.UnlockOSThread() })
	return e
}

// seat gives a bot the seat of a family and starts it.
func seat(t *testing.T, e *js.Runtime, family game.Seat, seats int, name, source string) (bot.Player, *game.Fault) {
	t.Helper()
	limits := bot.Limits{Move: 10 * time.Second, Start: 10 * time.Second, Debug: 64 << 10}.OrDefault()
	p, err := e.Open(
		bot.Spec{Name: name, Kind: bot.JavaScript, Path: name + ".js", Source: []byte(source)},
		bot.Seating{Game: Game{}, Seat: family, Seats: seats, Seed: 1, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, p.Start().Fault
}

// ask asks a family once. The reply is good until the player is used again.
func ask(p bot.Player, s *state, family game.Seat) bot.Reply {
	p.Ask(s.Observe(family))
	return p.Answer()
}

// newRound returns an opening of two families, from a setup.
func newRound(t testing.TB, setup string) *state {
	t.Helper()
	return newCrowd(t, 2, setup)
}

// shown writes the action of a reply as JSON.
func shown(r bot.Reply) string {
	if r.Action == nil {
		return "none"
	}
	return string(r.Action.AppendJSON(nil))
}

func TestJavaScriptAnswers(t *testing.T) {
	const malformed = "malformed"
	tests := []struct{ answer, want, fault string }{
		{`North`, `["move","north"]`, ""},
		{`"east"`, `["move","east"]`, ""},
		{`South`, `["move","south"]`, ""},
		{`"we" + ["s", "t"].join("")`, `["move","west"]`, ""},
		{`SplitNorth`, `["split","north"]`, ""},
		{`SplitEast`, `["split","east"]`, ""},
		{`SplitSouth`, `["split","south"]`, ""},
		{`"splitwest"`, `["split","west"]`, ""},
		{`SendNorth(12.5)`, `["send","north",12.5]`, ""},
		{`SendEast(1e308)`, `["send","east",1e+308]`, ""}, // out of range, which is the rules' affair
		{`SendSouth(-3)`, `["send","south",-3]`, ""},
		{`SendWest(-0)`, `["send","west",-0]`, ""},
		{`({amt: 5, send: "north", more: 1})`, `["send","north",5]`, ""},
		{`new (function () { this.send = "north"; this.amt = 1; })`, `["send","north",1]`, ""},

		// falsy: nothing
		{`undefined`, `null`, ""}, {`null`, `null`, ""}, {`0`, `null`, ""}, {`-0`, `null`, ""}, {`NaN`, `null`, ""},
		{`false`, `null`, ""}, {`""`, `null`, ""}, {`0n`, `null`, ""},

		// no action: nothing, and the author is told
		{`"North"`, `null`, malformed}, {`"stay"`, `null`, malformed}, {`"north "`, `null`, malformed}, {`"splitup"`, `null`, malformed},
		{`1`, `null`, malformed}, {`true`, `null`, malformed}, {`[]`, `null`, malformed}, {`["north"]`, `null`, malformed},
		{`{}`, `null`, malformed}, {`function () {}`, `null`, malformed}, {`Symbol("north")`, `null`, malformed}, {`1n`, `null`, malformed},
		{`new String("north")`, `null`, malformed}, {`({toString: function () { return North; }})`, `null`, malformed},
		{`SendNorth()`, `null`, malformed}, {`SendNorth("3")`, `null`, malformed}, {`SendNorth(NaN)`, `null`, malformed},
		{`SendNorth(Infinity)`, `null`, malformed}, {`SendNorth(-Infinity)`, `null`, malformed}, {`SendNorth(5n)`, `null`, malformed},
		{`SendNorth({valueOf: function () { return 5; }})`, `null`, malformed}, {`SendNorth(new Number(5))`, `null`, malformed},
		{`({send: "up", amt: 1})`, `null`, malformed}, {`({send: new String("north"), amt: 1})`, `null`, malformed},
		{`Object.assign(function () {}, {send: "north", amt: 1})`, `null`, malformed},

		// each part is read once
		{`({n: 0, send: "north", get amt() { return this.n++ ? Infinity : 7; }})`, `["send","north",7]`, ""},
		{`({n: 0, get send() { return this.n++ ? "up" : "west"; }, amt: 7})`, `["send","west",7]`, ""},
		{`new Proxy({}, {get: function (o, k) { return k === "send" ? "north" : k === "amt" ? 2 : undefined; }})`, `["send","north",2]`, ""},
		{`new Proxy({}, {get: function () { throw new Error("trap"); }})`, `null`, "crash"},
		{`({get send() { throw 1; }})`, `null`, "crash"},
		{`(function () { var p = Proxy.revocable({}, {}); p.revoke(); return p.proxy; })()`, `null`, "crash"},
	}
	e := engine(t)
	s := newRound(t, `{}`)
	for _, tt := range tests { // not as subtests: those have goroutines of their own, and an engine has one thread
		p, fault := seat(t, e, 0, 2, "test", `function (map, near, me, storage) { return (`+tt.answer+`); }`)
		if fault != nil {
			t.Fatalf("%s: %+v", tt.answer, fault)
		}
		reply := ask(p, s, 0)
		if got := shown(reply); got != "["+tt.want+"]" {
			t.Errorf("%s: action %s, want [%s]", tt.answer, got, tt.want)
		}
		switch f := reply.Fault; {
		case f == nil && tt.fault != "":
			t.Errorf("%s: no fault, want %s", tt.answer, tt.fault)
		case f != nil && string(f.Kind) != tt.fault:
			t.Errorf("%s: fault %+v, want %q", tt.answer, f, tt.fault)
		}
	}
}

func TestJavaScriptDoesNotStart(t *testing.T) {
	e := engine(t)
	for source, want := range map[string]string{`7`: "number", `({run: 1})`: "object", `function (`: "SyntaxError", `(function () { throw new Error("no luck"); })()`: "no luck"} {
		if _, fault := seat(t, e, 0, 2, "test", source); fault == nil || fault.Kind != game.FaultCrash || !strings.Contains(fault.Text, want) {
			t.Errorf("%s: fault %+v, want a crash that says %q", source, fault, want)
		}
	}
}

// familyOfThree is a position with three blobs in family 0, so that one turn has several calls.
func familyOfThree(t testing.TB) *state {
	s := newRound(t, `{"slots":[0,1],"uids":[7,9],"waves":[[[1,1,5],[1,2,15],[2,1,9]]],"births":[11,12]}`)
	do(t, s, `[["split","south"]]`, `[null]`)
	s.blobs[0].energy = 100
	do(t, s, `[["split","east"],null]`, `[null]`)
	return s
}

// TestJavaScriptFaultsOneByOne: what one blob does wrong is counted, while its relatives act.
func TestJavaScriptFaultsOneByOne(t *testing.T) {
	e := engine(t)
	tests := []struct {
		name, source, want string
		kind               game.FaultKind
		count              int
		text               string
	}{
		{"one throws", `function (map, near, me) { if (me.uid === 11) throw new Error("ouch"); return East; }`,
			`[["move","east"],null,["move","east"]]`, game.FaultCrash, 1, "ouch"},
		{"two throw", `function (map, near, me) { if (me.uid > 7) throw new Error("ouch " + me.uid); return East; }`,
			`[["move","east"],null,null]`, game.FaultCrash, 2, "ouch 11"},
		{"two talk nonsense", `function (map, near, me) { return me.uid === 7 ? SendEast(3) : "Stay"; }`,
			`[["send","east",3],null,null]`, game.FaultMalformed, 2, "Stay"},
		{"one of each", `function (map, near, me) { if (me.uid === 7) return "Stay"; if (me.uid === 11) throw "a fit"; return East; }`,
			`[null,null,["move","east"]]`, game.FaultCrash, 1, "Stay"},
		{"recursion", `function f(map, near, me) { return me.uid === 7 ? f(map, near, me) : East; }`,
			`[null,["move","east"],["move","east"]]`, game.FaultCrash, 1, ""},
	}
	for _, tt := range tests {
		p, _ := seat(t, e, 0, 2, "test", tt.source)
		s := familyOfThree(t)
		reply := ask(p, s, 0)
		if got := shown(reply); got != tt.want {
			t.Errorf("%s: action %s, want %s", tt.name, got, tt.want)
		}
		f := reply.Fault
		if f == nil || f.Kind != tt.kind || f.Times() != tt.count || !strings.Contains(f.Text, tt.text) {
			t.Fatalf("%s: fault %+v, want %d times %s with %q", tt.name, f, tt.count, tt.kind, tt.text)
		}
		moves := []game.Move{{Seat: 0, Action: reply.Action, Fault: f}, {Seat: 1, Fault: &game.Fault{Kind: game.FaultTimeout}}}
		if err := s.Step(moves); err != nil {
			t.Fatal(err)
		}
		if got := string(moves[0].Action.AppendJSON(nil)); got != tt.want {
			t.Errorf("%s: carried out %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestJavaScriptView compares what a bot is handed with the JSON of the same view, after it has
// spoilt what it was handed before.
func TestJavaScriptView(t *testing.T) {
	e := engine(t)
	for _, n := range []int{2, 17} { // 17 on a map of side 9 see many others, and lists grow past 12
		s := newCrowd(t, n, `{}`, "vision=square")
		p, fault := seat(t, e, 0, n, "test", `function (map, near, me, storage) {
			console.log(JSON.stringify([map, near, me, storage]));
			near.pellets.length = 0; near.blobs.forEach(function (b) { b.pos[0] = b.energy = 99; });
			me.energy = me.uid = me.pos[1] = 99; storage.self = 99; storage.communal = 99; storage.more = 99;
			return [East, South][me.uid % 2];
		}`)
		if fault != nil {
			t.Fatal(fault)
		}
		if n == 17 { // blobs into the middle, pellets to the west
			s.arena, s.pellets = newArena(s.arena.side), 0
			for i := range s.blobs {
				s.blobs[i].x, s.blobs[i].y = int32(3+i%4), int32(2+i/4)
				s.cell(&s.blobs[i]).blob = int32(i) + 1
			}
			for i := range 16 {
				s.arena.at(1+i%2, i/2).pellet = newPellet(20-i, 5+i%11)
				s.pellets++
			}
		}
		for range 3 {
			reply := ask(p, s, 0)
			if reply.Fault != nil {
				t.Fatal(reply.Fault)
			}
			var want []string
			var view struct {
				Blobs []struct{ Me, Near json.RawMessage }
			}
			if err := json.Unmarshal(s.Observe(0).AppendJSON(nil), &view); err != nil {
				t.Fatal(err)
			}
			for _, b := range view.Blobs {
				want = append(want, fmt.Sprintf(`[%d,%s,%s,{"self":{},"communal":{}}]`, s.arena.side, b.Near, b.Me))
			}
			got := strings.Split(strings.TrimSpace(string(reply.Debug)), "\n")
			if !slices.Equal(sortedKeys(t, got), sortedKeys(t, want)) {
				t.Errorf("%d families: the bot was handed\n%s, want\n%s", n, got, want)
			}
			moves := []game.Move{}
			for _, f := range s.ToAct() {
				moves = append(moves, game.Move{Seat: f, Fault: &game.Fault{Kind: game.FaultTimeout}})
			}
			if n == 2 {
				moves[0] = game.Move{Action: reply.Action}
			}
			if err := s.Step(moves); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// sortedKeys writes JSON anew with the members of each object in order.
func sortedKeys(t *testing.T, lines []string) []string {
	t.Helper()
	out := make([]string, len(lines))
	for i, line := range lines {
		var v any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = string(text)
	}
	return out
}

// TestJavaScriptStorage: storage is live within a turn and between turns; each blob has its own
// self, a child an empty one; assigning to storage.self is lost; names are the family's alone.
func TestJavaScriptStorage(t *testing.T) {
	e := engine(t)
	const source = `function (map, near, me, storage) {
		storage.self.calls = (storage.self.calls || 0) + 1;
		storage.communal.calls = (storage.communal.calls || 0) + 1;
		leaked = (typeof leaked === "undefined" ? 0 : leaked) + 1;
		console.log(me.uid, storage.self.calls, storage.communal.calls, leaked);
		storage.self = {calls: 100}; storage.communal = {calls: 100};
		if (me.uid === 7 && me.energy > 90) return SplitEast;
	}`
	s := newRound(t, `{"slots":[0,1],"uids":[7,9],"waves":[[]],"births":[11]}`)
	a, _ := seat(t, e, 0, 2, "test", source)
	b, _ := seat(t, e, 1, 2, "test", source)
	for turn, want := range []string{"7 1 1 1\n", "7 2 2 2\n11 1 3 3\n", "7 3 4 4\n11 2 5 5\n"} {
		mine := ask(a, s, 0)
		if got := string(mine.Debug); got != want {
			t.Errorf("turn %d: %q, want %q", turn, got, want)
		}
		theirs := ask(b, s, 1)
		if got, want := string(theirs.Debug), fmt.Sprintf("9 %d %d %[1]d\n", turn+1, turn+1); got != want {
			t.Errorf("turn %d, other family: %q, want %q", turn, got, want)
		}
		if err := s.Step([]game.Move{{Seat: 0, Action: mine.Action}, {Seat: 1, Action: theirs.Action}}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestJavaScriptHelpers(t *testing.T) {
	tests := []struct{ expr, want string }{
		{`[North, East, South, West]`, `["north","east","south","west"]`},
		{`[SplitNorth, SplitEast, SplitSouth, SplitWest]`, `["splitnorth","spliteast","splitsouth","splitwest"]`},
		{`SendEast(3)`, `{"send":"east","amt":3}`},
		{`taxiDist([1, 2], [4, 0])`, `5`},
		{`taxiDist([0, 0], [5, 2.5], 2.5)`, `3`},
		{`taxiDist([0, 0], [2, 4], 2.5)`, `2.4`},
		{`taxiDist("3,4", [0, 0])`, `null`}, // NaN, as with any arithmetic on text
		{`hypotDist([0, 1], [3, 5])`, `5`},
		{`[modDir(North, 1), modDir(West, 1), modDir(East, -1), modDir(South, -7), modDir(North, 0), modDir(West, 8)]`, `["east","north","north","west","north","west"]`},
		{`[modDir(SplitNorth, 1), modDir(SplitWest, -1), modDir(SplitSouth, 2), modDir(SplitEast, 3)]`, `["spliteast","splitsouth","splitnorth","splitnorth"]`},
		{`[modDir("North", 1), modDir(7, 1), modDir(null, 1), modDir(North, 0.5), modDir(SplitEast)]`, `["North",7,null,"north","spliteast"]`},
		{`(function () { North = "mine"; taxiDist = null; return [North, taxiDist]; })()`, `["mine",null]`},
		{`typeof Stay`, `"undefined"`},
	}
	e := engine(t)
	s := newRound(t, `{}`)
	for _, tt := range tests {
		p, _ := seat(t, e, 0, 2, "test", `function () { console.log(JSON.stringify(`+tt.expr+`)); }`)
		reply := ask(p, s, 0)
		if got := strings.TrimSpace(string(reply.Debug)); got != tt.want || reply.Fault != nil {
			t.Errorf("%s = %s, want %s (fault %+v)", tt.expr, got, tt.want, reply.Fault)
		}
	}
}

// TestJavaScriptHostile: a bot that breaks everything it can reach is handed what the rules say, and
// its answers are read as the rules say.
func TestJavaScriptHostile(t *testing.T) {
	const source = `function (map, near, me, storage) {
		if (!storage.communal.done) {
			storage.communal.done = true;
			var get = function () { throw new Error("trap"); }, trap = {get: get, set: get, configurable: true};
			for (var name of ["0", "1", "7", "9", "11", "12", "pos", "uid", "energy", "pellets", "blobs", "self", "communal", "me", "near", "then"]) {
				Object.defineProperty(Object.prototype, name, trap);
				Object.defineProperty(Array.prototype, name, trap);
			}
			Object.freeze(storage.self); Object.freeze(storage);
			for (var C of [Array, Object, Number, String, Map, Uint8Array, Int32Array, Float64Array, Function, Promise, Error]) {
				for (var key of Object.getOwnPropertyNames(C.prototype)) try { C.prototype[key] = get; } catch (e) {}
			}
			Array.prototype[Symbol.iterator] = get;
			JSON.parse = Math.floor = Math.abs = Object.create = Reflect.apply = get;
			TypeError = Error = Array = Object = get;
			North = East = "nonsense";
		}
		storage.communal.circle = storage.communal;
		var mine = me.pos[0] + me.pos[1] < map && near.pellets.length === 3 && near.pellets[0].energy === 5;
		return me.uid === 7 ? (mine ? "east" : "south") : me.uid === 11 ? {send: "north", amt: me.energy} : "splitwest";
	}`
	p, _ := seat(t, engine(t), 0, 2, "test", source)
	s := familyOfThree(t)
	for range 3 {
		reply := ask(p, s, 0)
		want := fmt.Sprintf(`[["move","east"],["send","north",%v],["split","west"]]`, s.blobs[2].energy)
		if got := shown(reply); got != want || reply.Fault != nil {
			t.Fatalf("action = %s, want %s (fault %+v)", got, want, reply.Fault)
		}
	}
}

// deterministic are the published bots that draw no random numbers.
var deterministic = []string{"introvert", "example-blob", "animated-meal", "bloblib-tester"}

// TestTraceBots: the published bots, unmodified and without chance, asked in the recorded positions,
// choose what they chose when the rounds were recorded.
func TestTraceBots(t *testing.T) {
	dir := filepath.Join(reference.Folder(t), "seedbots", "blobs")
	sources := make(map[string]string)
	for _, name := range deterministic {
		source, err := os.ReadFile(filepath.Join(dir, name+".js"))
		if err != nil {
			t.Skipf("no published bots: %v (set KOTH_SHARED to the folder that has seedbots/blobs)", err)
		}
		sources[name] = string(source)
	}
	e := engine(t)
	asked := 0
	for _, tr := range recordedRounds(t) {
		players := make(map[game.Seat]bot.Player)
		for i, name := range tr.Bots {
			if source, ok := sources[name]; ok {
				p, fault := seat(t, e, game.Seat(i), len(tr.Bots), name, source)
				if fault == nil {
					players[game.Seat(i)] = p
				}
			}
		}
		err := tr.replay(func(s *state, turn int) error {
			for _, family := range s.ToAct() {
				p := players[family]
				if p == nil {
					continue
				}
				reply := ask(p, s, family)
				var want Action
				for _, index := range s.family(family) {
					want = append(want, tr.turns[turn].Orders[index].Order)
				}
				if got := shown(reply); got != string(want.AppendJSON(nil)) {
					return fmt.Errorf("%s chose %s, recorded %s (fault %+v)", tr.Bots[family], got, want.AppendJSON(nil), reply.Fault)
				}
				asked += len(want)
			}
			return nil
		})
		if err != nil {
			t.Errorf("seed %d: %v", tr.Seed, err)
		}
		for _, p := range players {
			p.Close()
		}
	}
	if asked == 0 {
		t.Error("no recorded round has a bot without chance")
	}
	t.Logf("%d decisions", asked)
}
