package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"koth/bot"
	bots "koth/bots/gomoku"
	"koth/games/gomoku"
)

// luaRace loads the program given first without the two lines at its end in which it plays against
// itself, has it move in the positions of standard input, one a line ("t board"), and prints the
// microseconds of CPU time that a move took.
const luaRace = `
local f = assert(io.open(arg[1])); local source = f:read("a"); f:close()
source = source:gsub("init_board%(%)%s*play%(%)%s*$", "")
local say = print
print = function() end
assert(load(source))()
local positions = {}
for line in io.lines() do
	local t, cells = line:match("(%S+) (%S+)")
	positions[#positions + 1] = { tonumber(t), cells }
end
local value = { ["."] = 0, X = 1, O = -1 }
local spent = 0
for _, p in ipairs(positions) do
	local board = {}
	for i = 1, 15 do
		board[i] = {}
		for j = 1, 15 do board[i][j] = value[p[2]:sub(15 * (i - 1) + j, 15 * (i - 1) + j)] end
	end
	local began = os.clock()
	drop(board, p[1])
	spent = spent + os.clock() - began
end
say(spent / #positions * 1e6)
`

// gomokuClassic: a move of the house bot classic against one of the program in Lua that it is the
// same as, under Lua 5.4, on the recorded positions.
func (b bench) gomokuClassic() error {
	lua, err := exec.LookPath("lua5.4")
	if err != nil {
		fmt.Printf("  skipped: %v (apt-get install lua5.4)\n", err)
		return nil
	}
	views, input, err := b.gomokuPositions()
	if err != nil {
		return err
	}
	script, err := os.CreateTemp("", "race-*.lua")
	if err != nil {
		return err
	}
	defer os.Remove(script.Name())
	if _, err := script.WriteString(luaRace); err != nil {
		return err
	}
	if err := script.Close(); err != nil {
		return err
	}
	var ours, theirs []time.Duration
	for range 3 {
		ours = append(ours, classicMove(views))
		cmd := exec.Command(lua, script.Name(), filepath.Join(b.shared, "seedbots", "gomoku", "classic.lua"))
		cmd.Stdin = strings.NewReader(input)
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("lua5.4: %w", err)
		}
		us, err := strconv.ParseFloat(strings.TrimSpace(string(out)), 64)
		if err != nil {
			return fmt.Errorf("lua5.4: %w", err)
		}
		theirs = append(theirs, time.Duration(us*float64(time.Microsecond)))
		fmt.Printf("  classic %v a move, classic.lua %v a move\n", ours[len(ours)-1], theirs[len(theirs)-1])
	}
	x, y := median(ours), median(theirs)
	fmt.Printf("  medians: classic %v, classic.lua %v: %.0f times as fast\n", x, y, float64(y)/float64(x))
	return nil
}

// gomokuPositions returns the recorded positions, for the house bot and as text.
func (b bench) gomokuPositions() ([]*gomoku.View, string, error) {
	f, err := os.Open(filepath.Join(b.shared, "traces", "gomoku-scoring.jsonl.gz"))
	if err != nil {
		return nil, "", err
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		return nil, "", err
	}
	var views []*gomoku.View
	var input strings.Builder
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r struct {
			T     int
			Board string
		}
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, "", err
		}
		v := &gomoku.View{Board: gomoku.NewBoard(15), Me: gomoku.Black}
		if r.T == -1 {
			v.Me = gomoku.White
		}
		for i, c := range r.Board {
			switch c {
			case 'X':
				v.Board.Set(i%15, i/15, gomoku.Black)
			case 'O':
				v.Board.Set(i%15, i/15, gomoku.White)
			}
		}
		views = append(views, v)
		fmt.Fprintf(&input, "%d %s\n", r.T, r.Board)
	}
	return views, input.String(), lines.Err()
}

// classicMove returns the CPU time that a move of the house bot takes.
func classicMove(views []*gomoku.View) time.Duration {
	const times = 200
	c := bots.NewClassic(bot.Seating{}, rand.New(rand.NewPCG(1, 2)))
	began := cpuTime()
	for range times {
		for _, v := range views {
			c.Act(v)
		}
	}
	return (cpuTime() - began) / time.Duration(times*len(views))
}
