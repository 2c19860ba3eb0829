package gomoku_test

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
	"koth/games/gomoku"
)

// seated returns an opening position and a bot in JavaScript in one of its seats.
func seated(t *testing.T, seat game.Seat, setup, source string, settings ...string) (game.State, bot.Player) {
	t.Helper()
	opts, err := gomoku.Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	s, err := gomoku.Game{}.New(2, opts, []byte(setup), rand.New(rand.NewPCG(1, 2)))
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
		bot.Seating{Game: gomoku.Game{}, Seat: seat, Seats: 2, Seed: 1, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); engine.Close(); runtime.UnlockOSThread() })
	return s, p
}

// answer asks the side to move once.
func answer(t *testing.T, setup, source string, settings ...string) bot.Reply {
	t.Helper()
	s, p := seated(t, 0, setup, source, settings...)
	if f := p.Start().Fault; f != nil {
		t.Fatal(f)
	}
	p.Ask(s.Observe(s.ToAct()[0]))
	return p.Answer()
}

func TestJavaScriptAnswers(t *testing.T) {
	at := func(points ...gomoku.Point) game.Action { return gomoku.Put(points...) }
	tests := map[string]game.Action{
		`[3, 4]`:                         at(gomoku.Point{X: 3, Y: 4}),
		`[-0, 14]`:                       at(gomoku.Point{X: 0, Y: 14}),
		`[3, 254]`:                       at(gomoku.Point{X: 3, Y: 254}), // off the board is illegal, not malformed
		`[-1, 1e9]`:                      at(gomoku.Point{X: -1, Y: 999}),
		`[-1e300, 256]`:                  at(gomoku.Point{X: -999, Y: 256}),
		`[[1, 2], [3, 4]]`:               at(gomoku.Point{X: 1, Y: 2}, gomoku.Point{X: 3, Y: 4}),
		`[[1, 2], [3, 4], [5, 6]]`:       at(gomoku.Point{X: 1, Y: 2}, gomoku.Point{X: 3, Y: 4}, gomoku.Point{X: 5, Y: 6}),
		`"swap"`:                         gomoku.Swap(),
		`"s" + ["w", "a", "p"].join("")`: gomoku.Swap(),
		`new Proxy([3, 4], {})`:          at(gomoku.Point{X: 3, Y: 4}),

		// rules, Bots in JavaScript: everything else is no answer
		`[3]`: nil, `[]`: nil, `[3, 4, 5]`: nil, `[3.5, 4]`: nil, `["3", "4"]`: nil, `[NaN, 1]`: nil, `[Infinity, 1]`: nil,
		`{x: 3, y: 4}`: nil, `"3,4"`: nil, `34`: nil, `null`: nil, `undefined`: nil, `"SWAP"`: nil, `new String("swap")`: nil,
		`[[1, 2]]`: nil, `[[1, 2], 3]`: nil, `[[1, 2], [3]]`: nil, `[[1, 2], [3, 4], [5, 6], [7, 8]]`: nil, `[3n, 4n]`: nil,
		`new Proxy([3, 4], {get: function (a, k) { return k === "length" ? 2 : "x"; }})`: nil, `new Uint8Array([3, 4])`: nil,
		`Symbol("swap")`: nil, `function () {}`: nil,
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			reply := answer(t, "", `function (board, me) { return `+text+`; }`)
			if reply.Action != want {
				t.Errorf("action = %v, want %v (fault %+v)", reply.Action, want, reply.Fault)
			}
			if malformed := reply.Fault != nil && reply.Fault.Kind == game.FaultMalformed; malformed != (want == nil) {
				t.Errorf("fault = %+v", reply.Fault)
			}
		})
	}
}

func TestJavaScriptCrashes(t *testing.T) {
	reply := answer(t, "", `function (board, me) { return board[15][0]; }`)
	if f := reply.Fault; f == nil || f.Kind != game.FaultCrash || !strings.Contains(f.Text, "TypeError") {
		t.Errorf("a bot that throws: %+v", reply)
	}
	_, p := seated(t, 0, "", `"no function"`)
	if f := p.Start().Fault; f == nil || f.Kind != game.FaultCrash || !strings.Contains(f.Text, "string") {
		t.Errorf("a bot that is a text: %+v", f)
	}
}

// TestJavaScriptView compares what a bot is handed with the JSON of the same view, on all sizes.
func TestJavaScriptView(t *testing.T) {
	_, p := seated(t, 1, "", `function (board, me, game) {
		console.log(JSON.stringify({size: game.size, rule: game.rule, phase: game.phase, me: me, board: board, moves: game.moves}));
		board[0][0] = 9; game.moves[0] = null; // a copy: no effect on later turns
		return [0, 0];
	}`)
	if f := p.Start().Fault; f != nil {
		t.Fatal(f)
	}
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		setup, err := json.Marshal(map[string]any{"size": size, "rule": "standard", "moves": [][2]int{{0, 0}, {size - 1, size - 1}, {2, 1}}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := gomoku.Game{}.New(2, nil, setup, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		p.Ask(s.Observe(1))
		reply := p.Answer()
		want := strings.TrimSuffix(string(s.Observe(1).AppendJSON(nil)), `,"seat":1}`) + "}"
		if got := strings.TrimSpace(string(reply.Debug)); got != want {
			t.Errorf("the bot was handed\n%s, want\n%s (fault %+v)", got, want, reply.Fault)
		}
	}
}

// TestJavaScriptHostileRealm: a bot that sets traps on all prototypes is still handed what the
// rules say. It writes JSON by hand, since JSON.stringify may step into the traps.
func TestJavaScriptHostileRealm(t *testing.T) {
	reply := answer(t, `{"size":5,"moves":[[1,2],[3,0]]}`, `function (board, me, game) {
		var log = console.log, define = Object.defineProperty, is = Array.isArray;
		var trap = function () { throw new Error("trap"); };
		if (!globalThis.set) {
			globalThis.set = 1;
			for (var i = 0; i < 30; i++) {
				define(Object.prototype, String(i), {set: trap, get: trap, configurable: true});
				define(Array.prototype, String(i), {set: trap, get: trap, configurable: true});
			}
			["size", "rule", "phase", "moves", "__proto__", "length"].forEach(function (name) {
				define(Object.prototype, name, {set: trap, get: trap, configurable: true});
			});
			define(Array, Symbol.species, {get: trap});
			Array.prototype[Symbol.iterator] = Array.prototype.slice = Array.prototype.push = trap;
			JSON.parse = Array.from = trap;
			Array = Object = TypeError = trap;
		}
		var text = "";
		for (var y = 0; y < 5; y++) for (var x = 0; x < 5; x++) text += board[y][x] + " ";
		log(text + game.moves[0][0] + game.moves[0][1] + game.moves[1][0] + game.moves[1][1] + game.phase);
		return [4, 4];
	}`)
	if reply.Fault != nil {
		t.Fatal(reply.Fault)
	}
	if got, want := strings.TrimSpace(string(reply.Debug)), "0 0 0 -1 0 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 1230move"; got != want {
		t.Errorf("the bot was handed %s, want %s", got, want)
	}
}

// TestJavaScriptSwap2: a bot that declares a third parameter settles the opening, and for another
// the arena opens.
func TestJavaScriptSwap2(t *testing.T) {
	knows := answer(t, "", `function (board, me, game) { return game.phase === "open" && me === 1 ? [[0, 0], [1, 1], [2, 2]] : 0; }`, "opening=swap2")
	if want := gomoku.Put(gomoku.Point{}, gomoku.Point{X: 1, Y: 1}, gomoku.Point{X: 2, Y: 2}); knows.Action != want {
		t.Errorf("a bot that knows swap2: %+v", knows)
	}
	plain := answer(t, "", `function (board, me) { throw new Error("not to be asked"); }`, "opening=swap2")
	if plain.Action != gomoku.DefaultOpening(15) {
		t.Errorf("a bot that does not know swap2: %+v", plain)
	}
	s, p := seated(t, 1, "", `function (board, me) { return me === -1 && board[7][9] === 1 ? [0, 0] : null; }`, "opening=swap2")
	if err := s.Step([]game.Move{{Seat: 0, Action: gomoku.DefaultOpening(15)}}); err != nil {
		t.Fatal(err)
	}
	if f := p.Start().Fault; f != nil {
		t.Fatal(f)
	}
	p.Ask(s.Observe(1))
	if reply := p.Answer(); reply.Action == nil || s.Check(1, reply.Action) != nil {
		t.Errorf("its choice is to go on as white: %+v", reply)
	}
}
