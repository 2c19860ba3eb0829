package tokens_test

import (
	"encoding/json"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/js"
	"koth/game"
	"koth/games/tokens"
)

const openBoard = `{"size":5,"start":[1,2],"tokens":[[1,2,"R",3],[4,3,"B",1],[0,0,"G",2]]}`

// seated returns an opening position and a bot in JavaScript in one of its seats.
func seated(t *testing.T, seat game.Seat, source string) (game.State, bot.Player) {
	t.Helper()
	s, err := tokens.Game{}.New(2, nil, []byte(openBoard), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread() // script engines are bound to their thread
	engine, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	limits := bot.Limits{Move: 10 * time.Second, Start: 10 * time.Second, Debug: 64 << 10}.OrDefault()
	p, err := engine.Open(
		bot.Spec{Name: "test", Kind: bot.JavaScript, Path: "test.js", Source: []byte(source)},
		bot.Seating{Game: tokens.Game{}, Seat: seat, Seats: 2, Seed: 1, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); engine.Close(); runtime.UnlockOSThread() })
	return s, p
}

// ask starts a bot and asks it once.
func ask(t *testing.T, source string) (start, reply bot.Reply) {
	t.Helper()
	s, p := seated(t, 0, source)
	if start = p.Start(); start.Fault != nil {
		return start, bot.Reply{}
	}
	p.Ask(s.Observe(0))
	return start, p.Answer()
}

func TestJavaScriptAnswers(t *testing.T) {
	answers := map[string]game.Action{
		`"UP"`: tokens.Up, `"RIGHT"`: tokens.Right, `"DOWN"`: tokens.Down, `"LEFT"`: tokens.Left,
		`"EAT"`: tokens.Eat, `"PASS"`: tokens.Pass, `"E" + ["A", "T"].join("")`: tokens.Eat,
		// rules, Answers: everything else is no answer, and that is a fault
		`"up"`: nil, `"UP "`: nil, `""`: nil, `undefined`: nil, `null`: nil, `1`: nil, `true`: nil, `["UP"]`: nil,
		`new String("UP")`: nil, `{toString: function () { return "UP"; }}`: nil, `Symbol("UP")`: nil, `10n`: nil,
		`new Proxy({}, {get: function () { throw 1; }})`: nil, `function () {}`: nil,
	}
	for answer, want := range answers {
		t.Run(answer, func(t *testing.T) {
			_, reply := ask(t, `function (player1) { this.yourMove = function (b) { return `+answer+`; }; }`)
			if reply.Action != want {
				t.Errorf("action = %v, want %v", reply.Action, want)
			}
			if malformed := reply.Fault != nil && reply.Fault.Kind == game.FaultMalformed; malformed != (want == nil) {
				t.Errorf("fault = %+v", reply.Fault)
			}
		})
	}
}

func TestJavaScriptCrashes(t *testing.T) {
	tests := []struct {
		name, source string
		atStart      bool
		want         string // in the fault's text
	}{
		{"constructor throws", `function () { throw new Error("no luck"); }`, true, "no luck"},
		{"no function", `7`, true, "number"},
		{"no yourMove", `function () { this.yourmove = function () { return "UP"; }; }`, false, "yourMove"},
		{"yourMove is a string", `function () { this.yourMove = "UP"; }`, false, "yourMove"},
		{"yourMove throws", `function () { this.yourMove = function (b) { return b.player3.pos; }; }`, false, "TypeError"},
		{"yourMove throws no error", `function () { this.yourMove = function () { throw "a fit"; }; }`, false, "a fit"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start, reply := ask(t, tt.source)
			f := reply.Fault
			if tt.atStart {
				f = start.Fault
			}
			if f == nil || f.Kind != game.FaultCrash || !strings.Contains(f.Text, tt.want) {
				t.Errorf("start %+v, reply %+v, want a crash that says %q", start.Fault, reply.Fault, tt.want)
			}
			if reply.Action != nil {
				t.Errorf("action = %v beside a fault", reply.Action)
			}
		})
	}
}

// TestJavaScriptSeats: the constructor is called with new and with true for the first seat alone.
func TestJavaScriptSeats(t *testing.T) {
	for seat, want := range []game.Action{tokens.Up, tokens.Down} {
		s, p := seated(t, game.Seat(seat), `function bot(player1) {
			this.yourMove = function () {
				if (!(this instanceof bot)) return "not called as a method of the object";
				return player1 === true ? "UP" : player1 === false ? "DOWN" : "neither";
			};
		}`)
		if f := p.Start().Fault; f != nil {
			t.Fatal(f)
		}
		p.Ask(s.Observe(game.Seat(seat)))
		if reply := p.Answer(); reply.Action != want {
			t.Errorf("seat %d: action %v, fault %+v, want %v", seat, reply.Action, reply.Fault, want)
		}
	}
}

// TestJavaScriptView compares what a bot is handed with the JSON of the same view, field by field
// in the order of the rules.
func TestJavaScriptView(t *testing.T) {
	s, p := seated(t, 0, `function (player1) {
		this.player1 = player1;
		this.yourMove = function (b) {
			console.log(JSON.stringify([this.player1, b]));
			b.player1.score = 9; b.player2.pos[0] = 9; // a copy: no effect on later turns
			b.tokens[4][3].points = 9; b.tokens[0] = [];
			return "EAT";
		};
	}`)
	if f := p.Start().Fault; f != nil {
		t.Fatal(f)
	}
	for turn := range 6 {
		seat := s.ToAct()[0]
		move := game.Move{Seat: seat, Action: tokens.Down}
		if seat == 0 {
			want := viewWithoutSeat(t, s.Observe(0))
			p.Ask(s.Observe(0))
			reply := p.Answer()
			if reply.Fault != nil {
				t.Fatalf("turn %d: %+v", turn, reply.Fault)
			}
			if got := strings.TrimSpace(string(reply.Debug)); got != "[true,"+want+"]" {
				t.Errorf("turn %d: the bot was handed\n%s, want\n[true,%s]", turn, got, want)
			}
			move.Action = reply.Action
		}
		if err := s.Step([]game.Move{move}); err != nil {
			t.Fatal(err)
		}
	}
}

func viewWithoutSeat(t *testing.T, obs game.Observation) string {
	t.Helper()
	line, ok := strings.CutSuffix(string(obs.AppendJSON(nil)), `,"seat":0}`)
	if !ok || !json.Valid([]byte(line+"}")) {
		t.Fatalf("view of seat 0: %s", obs.AppendJSON(nil))
	}
	return line + "}"
}

// TestJavaScriptHostileRealm: a bot that sets traps on all prototypes and replaces built-ins is
// still handed the object of the rules. It writes JSON by hand, since JSON.stringify may step into
// the traps.
func TestJavaScriptHostileRealm(t *testing.T) {
	s, p := seated(t, 0, `function () {
		var log = console.log, define = Object.defineProperty, is = Array.isArray;
		var player = function (p) {
			return '{"pos":[' + p.pos[0] + ',' + p.pos[1] + '],"score":' + p.score + ',"colorBonus":' + p.colorBonus +
				',"lastColor":"' + p.lastColor + '"}';
		};
		var text = function (b) {
			var out = '{"player1":' + player(b.player1) + ',"player2":' + player(b.player2) + ',"tokens":[';
			for (var x = 0; x < b.tokens.length; x++) {
				out += x ? ',[' : '[';
				for (var y = 0; y < b.tokens[x].length; y++) {
					var t = b.tokens[x][y];
					out += (y ? ',' : '') + (t ? '{"color":"' + t.color + '","points":' + t.points + '}' : t);
				}
				out += ']';
			}
			return out + ']}';
		};
		var trap = function () { throw new Error("trap"); };
		var names = ["color", "points", "pos", "score", "colorBonus", "lastColor", "player1", "player2", "tokens"];
		for (var i = 0; i < 16; i++) names.push(String(i));
		names.forEach(function (name) {
			define(Object.prototype, name, {set: trap, get: trap, configurable: true});
			define(Array.prototype, name, {set: trap, get: trap, configurable: true});
		});
		define(Array.prototype, "constructor", {get: trap});
		define(Array, Symbol.species, {get: trap});
		Array.prototype[Symbol.iterator] = Array.prototype.slice = Array.prototype.push = trap;
		Function.prototype.call = Function.prototype.apply = trap;
		Array = Object = TypeError = Reflect = trap;
		this.yourMove = function (b) {
			if (!is(b.tokens) || !is(b.tokens[0]) || !is(b.player1.pos)) return "none";
			log(text(b));
			return "EAT";
		};
	}`)
	if f := p.Start().Fault; f != nil {
		t.Fatal(f)
	}
	p.Ask(s.Observe(0))
	reply := p.Answer()
	if reply.Action != tokens.Eat {
		t.Fatalf("action %v, fault %+v", reply.Action, reply.Fault)
	}
	if got, want := strings.TrimSpace(string(reply.Debug)), viewWithoutSeat(t, s.Observe(0)); got != want {
		t.Errorf("the bot was handed\n%s, want\n%s", got, want)
	}
}

func TestJavaScriptAllSizes(t *testing.T) {
	_, p := seated(t, 0, `function () { this.yourMove = function (b) { console.log(JSON.stringify(b)); return "UP"; }; }`)
	if f := p.Start().Fault; f != nil {
		t.Fatal(f)
	}
	for size := tokens.MinSize; size <= tokens.MaxSize; size++ {
		setup, err := json.Marshal(map[string]any{"size": size})
		if err != nil {
			t.Fatal(err)
		}
		s, err := tokens.Game{}.New(2, nil, setup, rand.New(rand.NewPCG(uint64(size), 2)))
		if err != nil {
			t.Fatal(err)
		}
		p.Ask(s.Observe(0))
		reply := p.Answer()
		if got, want := strings.TrimSpace(string(reply.Debug)), viewWithoutSeat(t, s.Observe(0)); got != want {
			t.Errorf("size %d: the bot was handed\n%s, want\n%s (fault %+v)", size, got, want, reply.Fault)
		}
	}
}
