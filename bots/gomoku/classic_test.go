package gomoku

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"koth/bot"
	"koth/games/gomoku"
	"koth/internal/reference"
)

// recorded is a position and what the program in Lua makes of it.
type recorded struct {
	ID    int
	T     int    // the side to move: 1 or -1
	Board string // letters row by row, X is 1 and O is -1
	S     [4]int // the highest four scores
	Best  [][2]int
	All   string // four digits a cell, "----" where a stone lies
}

func (r recorded) position() (b gomoku.Board, me gomoku.Stone) {
	b = gomoku.NewBoard(15)
	for i, c := range r.Board {
		b.Set(i%15, i/15, map[rune]gomoku.Stone{'.': gomoku.Empty, 'X': gomoku.Black, 'O': gomoku.White}[c])
	}
	if r.T == -1 {
		return b, gomoku.White
	}
	return b, gomoku.Black
}

// compare scores the position and says what is not as recorded.
func (r recorded) compare() error {
	c := Classic{table: scores()}
	b, me := r.position()
	chosen := c.choose(&b, me)
	var all strings.Builder
	for y := range b.Size() {
		for x := range b.Size() {
			if b.At(x, y) == gomoku.Empty {
				fmt.Fprintf(&all, "%04x", uint16(c.sheet.at(gomoku.Point{X: x, Y: y})))
			} else {
				all.WriteString("----")
			}
		}
	}
	if all.String() != r.All {
		for i := range 225 {
			if got, want := all.String()[4*i:4*i+4], r.All[4*i:4*i+4]; got != want {
				return fmt.Errorf("row %d, column %d: scores %s, want %s", i/15+1, i%15+1, got, want)
			}
		}
	}
	if r.S == [4]int{} {
		if len(chosen) != 1 || !r.isBest(chosen[0]) {
			return fmt.Errorf("nothing scores, and it plays %v, want one of %v (row, column from 1)", chosen, r.Best)
		}
		return nil
	}
	if len(chosen) != len(r.Best) {
		return fmt.Errorf("best %v, want %v (row, column from 1)", chosen, r.Best)
	}
	for i, p := range chosen {
		if r.Best[i] != [2]int{p.Y + 1, p.X + 1} {
			return fmt.Errorf("best %v, want %v (row, column from 1)", chosen, r.Best)
		}
	}
	return nil
}

func (r recorded) isBest(p gomoku.Point) bool {
	for _, b := range r.Best {
		if b == [2]int{p.Y + 1, p.X + 1} {
			return true
		}
	}
	return false
}

// TestTraceScores compares with all recorded positions.
func TestTraceScores(t *testing.T) {
	n := 0
	lines := bufio.NewScanner(reference.Traces(t, "gomoku-scoring.jsonl.gz"))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		checkRecorded(t, lines.Bytes())
		n++
	}
	if err := lines.Err(); err != nil || n == 0 {
		t.Fatalf("%d positions, %v", n, err)
	}
	t.Logf("%d positions", n)
}

// TestRecordedScores compares with the few positions that are part of the project.
func TestRecordedScores(t *testing.T) {
	data, err := os.ReadFile("testdata/scoring.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		checkRecorded(t, []byte(line))
	}
}

func checkRecorded(t *testing.T, line []byte) {
	t.Helper()
	var r recorded
	if err := json.Unmarshal(line, &r); err != nil {
		t.Fatal(err)
	}
	if err := r.compare(); err != nil {
		t.Errorf("position %d: %v", r.ID, err)
	}
}

// randomPosition puts some stones near the middle.
func randomPosition(rng *rand.Rand, size, stones int) *gomoku.View {
	v := &gomoku.View{Board: gomoku.NewBoard(size), Me: gomoku.Black}
	for range stones {
		p := gomoku.Point{X: rng.IntN(size), Y: rng.IntN(size)}
		if v.Board.At(p.X, p.Y) == gomoku.Empty {
			v.Board.Set(p.X, p.Y, v.Me)
			v.Me = v.Me.Other()
		}
	}
	return v
}

func newClassic(seed uint64) *Classic {
	return NewClassic(bot.Seating{}, rand.New(rand.NewPCG(seed, 0))).(*Classic)
}

func TestNoAllocation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	c := newClassic(1)
	for _, stones := range []int{0, 1, 20, 100} {
		v := randomPosition(rng, 15, stones)
		if n := testing.AllocsPerRun(100, func() { c.Act(v) }); n != 0 {
			t.Errorf("%d stones: %v allocations a move", stones, n)
		}
	}
}

// TestPlaysAllSizes: on every board it plays empty cells to the end, and never what renju forbids.
func TestPlaysAllSizes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	c := newClassic(2)
	for size := gomoku.MinSize; size <= gomoku.MaxSize; size++ {
		v := randomPosition(rng, size, 0)
		v.Rule = gomoku.Renju
		for !v.Board.Full() {
			p := c.Act(v).(gomoku.Action).Points()[0]
			if err := v.Board.May(v.Rule, p.X, p.Y, v.Me); err != nil {
				if _, isBan := anyAllowed(v); isBan {
					break
				}
				t.Fatalf("size %d, stone %d: %v", size, v.Board.Stones(), err)
			}
			v.Board.Set(p.X, p.Y, v.Me)
			v.Me = v.Me.Other()
		}
	}
}

// anyAllowed returns a cell that black may have, or says that there is none.
func anyAllowed(v *gomoku.View) (p gomoku.Point, none bool) {
	for y := range v.Board.Size() {
		for x := range v.Board.Size() {
			if v.Board.May(v.Rule, x, y, v.Me) == nil {
				return gomoku.Point{X: x, Y: y}, false
			}
		}
	}
	return p, true
}

// TestChoosesAmongTheBest: each of several best cells is played.
func TestChoosesAmongTheBest(t *testing.T) {
	v := &gomoku.View{Board: gomoku.NewBoard(15), Me: gomoku.Black}
	for x := 5; x < 8; x++ {
		v.Board.Set(x, 7, gomoku.White)
	}
	played := map[gomoku.Point]int{}
	c := newClassic(5)
	for range 1000 {
		played[c.Act(v).(gomoku.Action).Points()[0]]++
	}
	for _, x := range []int{4, 8} { // beside the three
		if n := played[gomoku.Point{X: x, Y: 7}]; n < 400 {
			t.Errorf("column %d came %d times of 1000: %v", x, n, played)
		}
	}
}

func BenchmarkClassic(b *testing.B) {
	data, err := os.ReadFile("testdata/scoring.jsonl")
	if err != nil {
		b.Fatal(err)
	}
	var views []*gomoku.View
	for line := range strings.Lines(string(data)) {
		var r recorded
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			b.Fatal(err)
		}
		v := &gomoku.View{}
		v.Board, v.Me = r.position()
		views = append(views, v)
	}
	c := newClassic(1)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		c.Act(views[i%len(views)])
	}
}

func BenchmarkScoreTable(b *testing.B) {
	for b.Loop() {
		makeScores()
	}
}
