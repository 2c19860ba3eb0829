//go:build cgo && lua

package gomoku_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/lua"
	"koth/game"
	"koth/games/gomoku"
	"koth/internal/reference"
)

// inLua starts a bot in Lua.
func inLua(t *testing.T, source string) bot.Player {
	t.Helper()
	runtime.LockOSThread() // a Lua state is bound to its thread
	engine := lua.New()
	p, err := engine.Open(
		bot.Spec{Name: "test", Kind: bot.Lua, Path: "test.lua", Source: []byte(source)},
		bot.Seating{Game: gomoku.Game{}, Seats: 2, Seed: 1, Limits: bot.Limits{Move: 10 * time.Second, Debug: 64 << 10}.OrDefault()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); engine.Close(); runtime.UnlockOSThread() })
	return p
}

// asked starts a bot in Lua and asks it once.
func asked(t *testing.T, setup, source string, settings ...string) (bot.Reply, game.State) {
	t.Helper()
	opts, err := gomoku.Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	s, err := gomoku.Game{}.New(2, opts, []byte(setup), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	p := inLua(t, source)
	if f := p.Start().Fault; f != nil {
		return bot.Reply{Fault: f}, s
	}
	p.Ask(s.Observe(s.ToAct()[0]))
	return p.Answer(), s
}

func TestLuaAnswers(t *testing.T) {
	tests := map[string]game.Action{ // x = j - 1, y = i - 1
		"1, 2":                 gomoku.Put(gomoku.Point{X: 1, Y: 0}),
		"15, 15, true":         gomoku.Put(gomoku.Point{X: 14, Y: 14}),
		"3.0, 4.0":             gomoku.Put(gomoku.Point{X: 3, Y: 2}),
		"16, 1":                gomoku.Put(gomoku.Point{X: 0, Y: 15}), // off the board is illegal, not malformed
		"0, -5":                gomoku.Put(gomoku.Point{X: -6, Y: -1}),
		"math.maxinteger, 1":   gomoku.Put(gomoku.Point{X: 0, Y: 999}),
		"1000, -998":           gomoku.Put(gomoku.Point{X: -999, Y: 999}),
		"300, math.mininteger": gomoku.Put(gomoku.Point{X: -999, Y: 299}),
		"":                     nil,
		"0":                    nil, // what a bot says on a full board
		"1":                    nil,
		"nil, 1":               nil,
		"1.5, 2":               nil,
		"0/0, 1":               nil,
		"1/0, 1":               nil,
		`"1", "2"`:             nil,
		"{1, 2}":               nil,
		"true, true":           nil,
		"setmetatable({}, {__index = error, __sub = error}), 1": nil,
	}
	for text, want := range tests {
		t.Run(text, func(t *testing.T) {
			reply, _ := asked(t, "", "function drop(board, t) return "+text+" end")
			if reply.Action != want {
				t.Errorf("action = %v, want %v (fault %+v)", reply.Action, want, reply.Fault)
			}
			if malformed := reply.Fault != nil && reply.Fault.Kind == game.FaultMalformed; malformed != (want == nil) {
				t.Errorf("fault = %+v", reply.Fault)
			}
		})
	}
}

func TestLuaCrashes(t *testing.T) {
	for source, want := range map[string]string{
		"function drop(board, t) return board[16][1] end": "nil value",
		"function drop(board, t) error('no luck') end":    "no luck",
		"drop = 7":              "no function drop",
		"function dorp() end":   "no function drop",
		"error('at the start')": "at the start",
		"function drop( return": "test.lua:1",
	} {
		reply, _ := asked(t, "", source)
		if f := reply.Fault; f == nil || f.Kind != game.FaultCrash || !strings.Contains(f.Text, want) || reply.Action != nil {
			t.Errorf("%s: %+v, want a crash that says %q", source, reply, want)
		}
	}
}

// TestLuaBoard: the bot is handed the rows of the board, on all sizes, whatever it does to the
// globals, and what it writes into them has no effect.
func TestLuaBoard(t *testing.T) {
	p := inLua(t, `local print = print
		string.byte, string.char, math.tointeger, rawget, type, error = nil
		setmetatable(_G, {__index = function() return nil end})
		function drop(board, t)
			local out = t .. ":"
			for i = 1, #board do
				for j = 1, #board[i] do out = out .. board[i][j] .. " "; board[i][j] = 9 end
			end
			print(out)
			return 1, 1
		end`)
	if f := p.Start().Fault; f != nil {
		t.Fatal(f)
	}
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		setup := fmt.Sprintf(`{"size":%d,"moves":[[1,0],[%d,2],[0,%d]]}`, size, size-1, size-1)
		s, err := gomoku.Game{}.New(2, nil, []byte(setup), rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		p.Ask(s.Observe(1))
		reply := p.Answer()
		want := "-1:"
		v := s.Observe(1).(*gomoku.View)
		for y := range size {
			for x := range size {
				want += fmt.Sprint(v.Board.At(x, y).Value(), " ")
			}
		}
		if got := strings.TrimSpace(string(reply.Debug)); got != strings.TrimSpace(want) {
			t.Errorf("size %d: the bot was handed\n%s, want\n%s (fault %+v)", size, got, want, reply.Fault)
		}
	}
}

func TestLuaSwap2(t *testing.T) {
	reply, s := asked(t, "", `function drop() error("not to be asked") end`, "opening=swap2")
	if reply.Action != gomoku.DefaultOpening(15) || s.Check(0, reply.Action) != nil {
		t.Errorf("the arena opens for it: %+v", reply)
	}
}

// TestTraceLua has the original program in Lua, unmodified, play recorded positions: what it plays
// is one of the best moves that were recorded, so the indices are the right way round; and its own
// game at the end of the file does not run.
func TestTraceLua(t *testing.T) {
	file := filepath.Join(reference.Folder(t), "seedbots", "gomoku", "classic.lua")
	source, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("no program to play: %v (set KOTH_SHARED to the folder of reference material)", err)
	}
	p := inLua(t, string(source))
	if start := p.Start(); start.Fault != nil || len(start.Debug) > 0 {
		t.Fatalf("start: %+v, console %q", start.Fault, start.Debug)
	}
	lines := bufio.NewScanner(reference.Traces(t, "gomoku-scoring.jsonl.gz"))
	lines.Buffer(nil, 1<<20)
	n := 0
	for ; lines.Scan(); n++ {
		var r struct {
			ID    int
			T     int
			Board string
			Best  [][2]int
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if n%4 != 0 { // it is slow
			continue
		}
		s, err := gomoku.Game{}.New(2, nil, fmt.Appendf(nil, `{"board":%q,"toMove":%d}`, r.Board, r.T), rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		p.Ask(s.Observe(s.ToAct()[0]))
		reply := p.Answer()
		if reply.Fault != nil {
			t.Fatalf("position %d: %+v", r.ID, reply.Fault)
		}
		played := reply.Action.(gomoku.Action).Points()[0]
		best := false
		for _, b := range r.Best {
			best = best || b == [2]int{played.Y + 1, played.X + 1}
		}
		if !best {
			t.Errorf("position %d: it played %v, want one of %v (row, column from 1)", r.ID, played, r.Best)
		}
	}
	if n == 0 {
		t.Error("no positions")
	}
}
