package pacman_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/js"
	"koth/game"
	"koth/games/pacman"
)

// newGame returns a drawn opening for n players.
func newGame(t testing.TB, n int) game.State {
	t.Helper()
	opts, err := pacman.Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pacman.Game{}.New(n, opts, nil, rand.New(rand.NewPCG(3, 4)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

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
func seat(t *testing.T, e *js.Runtime, source string) (bot.Player, *game.Fault) {
	t.Helper()
	limits := bot.Limits{Move: 10 * time.Second, Start: 10 * time.Second, Debug: 64 << 10}.OrDefault()
	p, err := e.Open(
		bot.Spec{Name: "test", Kind: bot.JavaScript, Path: "test.js", Source: []byte(source)},
		bot.Seating{Game: pacman.Game{}, Seat: 0, Seats: 1, Seed: 1, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p, p.Start().Fault
}

func ask(p bot.Player, s game.State) bot.Reply {
	p.Ask(s.Observe(0))
	return p.Answer()
}

func TestJavaScriptAnswers(t *testing.T) {
	e := engine(t)
	s := newGame(t, 1)
	for answer, want := range map[string]string{
		`"N"`: `"N"`, `"e"`: `"E"`, `"S"`: `"S"`, `"w"`: `"W"`, `"X"`: `"X"`, `["N"][0]`: `"N"`,
		`"north"`: "", `" N"`: "", `""`: "", `undefined`: "", `null`: "", `0`: "", `["N"]`: "", `new String("N")`: "",
		`({toString: function () { return "N"; }})`: "", `new Proxy({}, {})`: "",
	} {
		p, fault := seat(t, e, `function (maze, me, sight, memory) { return (`+answer+`); }`)
		if fault != nil {
			t.Fatalf("%s: %+v", answer, fault)
		}
		reply := ask(p, s)
		switch {
		case want == "":
			if reply.Action != nil || reply.Fault == nil || reply.Fault.Kind != game.FaultMalformed {
				t.Errorf("%s: %v, %+v, want a malformed answer", answer, reply.Action, reply.Fault)
			}
		case reply.Fault != nil || reply.Action == nil || string(reply.Action.AppendJSON(nil)) != want:
			t.Errorf("%s: %v, %+v, want %s", answer, reply.Action, reply.Fault, want)
		}
	}
}

func TestJavaScriptDoesNotStart(t *testing.T) {
	e := engine(t)
	for source, want := range map[string]string{`7`: "number", `({move: 1})`: "object", `function (`: "SyntaxError"} {
		if _, fault := seat(t, e, source); fault == nil || fault.Kind != game.FaultCrash || !strings.Contains(fault.Text, want) {
			t.Errorf("%s: fault %+v, want a crash that says %q", source, fault, want)
		}
	}
}

// TestJavaScriptSees: what a bot is handed is what the JSON of the common protocol says, turn after
// turn, whatever it does to the built-ins.
func TestJavaScriptSees(t *testing.T) {
	e := engine(t)
	for _, vandal := range []string{"", `
		Object.defineProperty(Array.prototype, 0, {set: function () { throw new Error("setter"); }});
		Object.defineProperty(Object.prototype, "letter", {set: function () { throw new Error("setter"); }});
		Object.defineProperty(Object.prototype, "walls", {set: function () { throw new Error("setter"); }});
		Array.prototype.push = Array.prototype.map = JSON.parse = function () { throw new Error("replaced"); };
		Array.prototype[Symbol.iterator] = function () { throw new Error("replaced"); };`} {
		p, fault := seat(t, e, vandal+`
var bot = function (maze, me, sight, memory) {
	function square(s) { return "[" + s.x + "," + s.y + ',"' + s.letter + '"]'; }
	memory.n = (memory.n || 0) + 1;
	memory.maze = memory.maze || maze;
	var walls = "";
	for (var y = 0; y < maze.size; y++) for (var x = 0; x < maze.size; x++) walls += "0123456789ABCDEF"[maze.walls[x][y]];
	var text = '{"size":' + maze.size + ',"walls":"' + walls + '","me":' + square(me) + ',"sight":[';
	for (var i = 0; i < sight.length; i++) text += (i ? "," : "") + square(sight[i]);
	console.log(text + "]}" + (memory.maze === maze) + memory.n);
	return "NESW"[memory.n % 4];
};`)
		if fault != nil {
			t.Fatal(fault)
		}
		s := newGame(t, 1)
		turns := 0
		for ; len(s.ToAct()) > 0 && turns < 60; turns++ {
			want := string(s.Observe(0).AppendJSON(nil)) + fmt.Sprint("true", turns+1, "\n")
			reply := ask(p, s)
			if reply.Fault != nil || string(reply.Debug) != want {
				t.Fatalf("turn %d: fault %+v, sees\n%s, want\n%s", turns, reply.Fault, reply.Debug, want)
			}
			if err := s.Step([]game.Move{{Seat: 0, Action: reply.Action}}); err != nil {
				t.Fatal(err)
			}
		}
		if turns < 5 {
			t.Errorf("only %d turns", turns)
		}
	}
}

// TestJavaScriptForgets: nothing of a match is there in the next.
func TestJavaScriptForgets(t *testing.T) {
	e := engine(t)
	s := newGame(t, 1)
	const source = `function (maze, me, sight, memory) {
		if (memory.been || maze.been || globalThis.been) return "X";
		memory.been = maze.been = globalThis.been = true;
		return "N";
	}`
	for range 3 {
		p, fault := seat(t, e, source)
		if fault != nil {
			t.Fatal(fault)
		}
		if reply := ask(p, s); reply.Action != game.Action(pacman.North) {
			t.Errorf("%v, %+v", reply.Action, reply.Fault)
		}
		if reply := ask(p, s); reply.Action != game.Action(pacman.Stay) {
			t.Errorf("the second turn: %v, %+v", reply.Action, reply.Fault)
		}
		p.Close()
	}
}

// TestJSON: an observation is one object with the members that the rules name.
func TestJSON(t *testing.T) {
	s := newGame(t, 2)
	var v struct {
		Size  int
		Walls string
		Me    [3]any
		Sight [][3]any
	}
	if err := json.Unmarshal(s.Observe(1).AppendJSON(nil), &v); err != nil {
		t.Fatal(err)
	}
	if v.Size != 15 || len(v.Walls) != 225 || v.Me[2] != "X" || len(v.Sight) == 0 {
		t.Errorf("%+v", v)
	}
}
