//go:build cgo && linux && lua

package lua

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/internal/reference"
)

// position is a game of gomoku after some stones, for classic.lua to answer.
const position = `
local function position()
  local board = {}
  for i = 1, 15 do
    board[i] = {}
    for j = 1, 15 do board[i][j] = 0 end
  end
  for n, at in ipairs({ 8 * 16 + 8, 8 * 16 + 9, 7 * 16 + 7, 9 * 16 + 9, 6 * 16 + 6, 5 * 16 + 5, 7 * 16 + 9, 9 * 16 + 7 }) do
    board[at >> 4][at & 15] = n % 2 == 1 and 1 or -1
  end
  return board
end
`

// classic returns the program of the notes with a function answer that has it make some moves.
func classic(b *testing.B) string {
	path := filepath.Join(reference.Folder(b), "seedbots", "gomoku", "classic.lua")
	source, err := os.ReadFile(path)
	if err != nil {
		b.Skipf("no program to measure with: %v (set KOTH_SHARED to the folder of reference material)", err)
	}
	before, _, found := strings.Cut(string(source), "\ninit_board()")
	if !found {
		b.Fatalf("%s has no main program", path)
	}
	return before + position + "function answer(n) for _ = 1, n do drop(position(), 1) end return n end\n"
}

// BenchmarkClassic is a move of classic.lua here, and by the program lua5.4 where there is one.
func BenchmarkClassic(b *testing.B) {
	source := classic(b)
	b.Run("koth", func(b *testing.B) {
		l := bottest.Generous
		l.Move = time.Hour
		p, start := probe.Seat(b, newRuntime(b), source, l)
		defer p.Close()
		if start.Fault != nil {
			b.Fatal(bottest.Show(start))
		}
		b.ResetTimer()
		if got := bottest.Show(bottest.Ask(p, b.N)); got != strconv.Itoa(b.N) {
			b.Fatal(got)
		}
	})
	b.Run("lua5.4", func(b *testing.B) {
		lua, err := exec.LookPath("lua5.4")
		if err != nil {
			b.Skip("no lua5.4 here to compare with")
		}
		file := filepath.Join(b.TempDir(), "classic.lua")
		if err := os.WriteFile(file, fmt.Appendf([]byte(source), "answer(%d)\n", b.N), 0o600); err != nil {
			b.Fatal(err)
		}
		b.ResetTimer()
		if out, err := exec.Command(lua, file).CombinedOutput(); err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
	})
}

// What a turn costs before the bot does anything.
func BenchmarkTurn(b *testing.B) {
	p, _ := probe.Seat(b, newRuntime(b), "function answer() return 'PASS' end", bottest.Generous)
	defer p.Close()
	b.ReportAllocs()
	for b.Loop() {
		p.Ask(bottest.Turn(1))
		p.Answer()
	}
}

// What a match costs before the bot does anything.
func BenchmarkMatch(b *testing.B) {
	r := newRuntime(b)
	for b.Loop() {
		p, _ := probe.Seat(b, r, "function answer() return 'PASS' end", bottest.Generous)
		p.Close()
	}
}

// What a bot that is broken off uses beyond its limit.
func BenchmarkBreakOff(b *testing.B) {
	l := bottest.Generous
	l.Move = 10 * time.Millisecond
	l.Clock = bot.ClockCPU
	p, _ := probe.Seat(b, newRuntime(b), "function answer() while true do pcall(function() while true do end end) end end", l)
	defer p.Close()
	var over time.Duration
	for b.Loop() {
		over += bottest.Ask(p, 1).Used - l.Move
	}
	b.ReportMetric(float64(over.Microseconds())/float64(b.N), "us-over/op")
}
