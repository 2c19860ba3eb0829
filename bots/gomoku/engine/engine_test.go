package engine_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"koth/bots/gomoku/engine"
)

// set returns an engine with a position: rows of X (black), O (white) and dots, black to move if
// both have as many stones.
func set(t *testing.T, c engine.Config, rows ...string) *engine.Engine {
	t.Helper()
	c.Size = len(rows)
	e, err := engine.New(c)
	if err != nil {
		t.Fatal(err)
	}
	var stones []engine.Stone
	for y, row := range rows {
		for x, r := range row {
			if r != '.' {
				stones = append(stones, engine.Stone{At: engine.Point{X: x, Y: y}, White: r == 'O'})
			}
		}
	}
	if err := e.Set(stones, len(stones)%2 == 1); err != nil {
		t.Fatal(err)
	}
	return e
}

func TestFindsTheOnlyMove(t *testing.T) {
	tests := []struct {
		name string
		rule engine.Rule
		rows []string
		want []engine.Point
		win  int // as Info.Win; 0 is not looked at
	}{
		{"wins in one", engine.Freestyle, []string{
			"..........",
			"..XXXX....",
			"..........",
			"..OOOO....",
			"..........",
			"..........",
			"..........",
			"..........",
			"..........",
			"..........",
		}, []engine.Point{{X: 1, Y: 1}, {X: 6, Y: 1}}, 1},
		{"blocks a four", engine.Freestyle, []string{
			"..........",
			"..........",
			"..........",
			"OXXXX.....",
			"...O......",
			"....O.....",
			"..........",
			"..........",
			"..........",
			"...O......",
		}, []engine.Point{{X: 5, Y: 3}}, 0},
		{"six do not win by the standard rule", engine.Standard, []string{
			"..........",
			"..........",
			"..........",
			"OXXX.XX.X.",
			"OOOO......",
			"..........",
			"..........",
			"..O.......",
			"..........",
			"..........",
		}, []engine.Point{{X: 7, Y: 3}, {X: 4, Y: 4}}, 0},
		{"stops an open three", engine.Freestyle, []string{
			"..........",
			"..........",
			"..........",
			"...XXX....",
			"...O......",
			"....O.....",
			"..........",
			"..........",
			"..........",
			"..........",
		}, []engine.Point{{X: 2, Y: 3}, {X: 6, Y: 3}, {X: 1, Y: 3}, {X: 7, Y: 3}}, 0},
	}
	for _, level := range engine.Levels() {
		for _, tt := range tests {
			t.Run(level+"/"+tt.name, func(t *testing.T) {
				e := set(t, engine.Config{Rule: tt.rule, Level: level, Memory: engine.MinMemory}, tt.rows...)
				got, err := e.Think(t.Context(), engine.Limits{Nodes: 20_000}, nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range tt.want {
					if got.Move == p {
						if tt.win != 0 && got.Win != tt.win {
							t.Errorf("win = %d, want %d", got.Win, tt.win)
						}
						return
					}
				}
				t.Errorf("move = %v, want one of %v", got.Move, tt.want)
			})
		}
	}
}

// TestRenjuForbids has black, who would win by two threes or fours elsewhere, keep off the cells
// that renju forbids.
func TestRenjuForbids(t *testing.T) {
	rows := []string{
		"..........",
		"..........",
		"....X.....",
		"....X.....",
		"..XX......",
		"..........",
		"......O...",
		".O........",
		"....O.....",
		".......O..",
	}
	e := set(t, engine.Config{Rule: engine.Renju, Memory: engine.MinMemory}, rows...)
	if p := (engine.Point{X: 4, Y: 4}); !e.Forbidden(p) {
		t.Errorf("%v makes two threes and is not forbidden", p)
	}
	if p := (engine.Point{X: 5, Y: 5}); e.Forbidden(p) {
		t.Errorf("%v makes nothing and is forbidden", p)
	}
}

// TestAllowedWhenLost has white about to make five at two places, of which renju forbids black the
// first: no answer helps, and it has to be one that is allowed.
func TestAllowedWhenLost(t *testing.T) {
	rows := []string{
		"...............",
		"...............",
		"...............",
		".........X.....",
		"....X.X.O......",
		".O.XOOXOO......",
		"..X.XOOXX......",
		"...XXOOOOX.....",
		"....X..OO......",
		".....X.O.X.....",
		"......OX.......",
		"...............",
		"...............",
		"...............",
		"...............",
	}
	for _, level := range engine.Levels() {
		e := set(t, engine.Config{Rule: engine.Renju, Memory: engine.MinMemory, Level: level}, rows...)
		if p := (engine.Point{X: 3, Y: 4}); !e.Forbidden(p) {
			t.Fatalf("%v makes two threes and is not forbidden", p)
		}
		found, err := e.Think(t.Context(), engine.Limits{Nodes: 1000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if e.Forbidden(found.Move) {
			t.Errorf("%s answers %v, which is forbidden", level, found.Move)
		}
	}
}

// TestDeterministic thinks twice with a limit of positions.
func TestDeterministic(t *testing.T) {
	think := func() (engine.Info, []engine.Info) {
		e, err := engine.New(engine.Config{Size: 15, Memory: engine.MinMemory})
		if err != nil {
			t.Fatal(err)
		}
		var heard []engine.Info
		for _, p := range []engine.Point{{X: 7, Y: 7}, {X: 8, Y: 8}, {X: 7, Y: 9}} {
			if err := e.Play(p); err != nil {
				t.Fatal(err)
			}
		}
		r, err := e.Think(context.Background(), engine.Limits{Nodes: 30_000}, func(i engine.Info) { heard = append(heard, i) })
		if err != nil {
			t.Fatal(err)
		}
		return r, heard
	}
	a, first := think()
	b, second := think()
	if a.Move != b.Move || a.Nodes != b.Nodes || len(first) != len(second) {
		t.Errorf("the same search came to %+v and then to %+v", a, b)
	}
}

// TestKeepsToTheTime gives a clock that goes on a little at each look.
func TestKeepsToTheTime(t *testing.T) {
	for _, threads := range []int{1, 2} {
		e, err := engine.New(engine.Config{Size: 15, Memory: engine.MinMemory, Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Play(engine.Point{X: 7, Y: 7}); err != nil {
			t.Fatal(err)
		}
		looks := 0
		const step, hard = time.Millisecond, 200 * time.Millisecond
		now := func() time.Duration { looks++; return time.Duration(looks) * step }
		if threads > 1 { // each thread looks at it
			now = slowClock(step)
		}
		r, err := e.Think(t.Context(), engine.Limits{Now: now, Hard: hard}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if over := now() - hard; over > 10*step {
			t.Errorf("%d threads went on for %v after the time was up", threads, over)
		}
		if r.Depth < 1 || r.Nodes == 0 {
			t.Errorf("%d threads found %+v", threads, r)
		}
	}
}

// TestAnswersWhileStarved stops an engine's threads, as a busy machine may: it answers all the same when
// its context is done, with the best that it knew, and goes on when they do.
func TestAnswersWhileStarved(t *testing.T) {
	for _, threads := range []int{1, 3} {
		e, err := engine.New(engine.Config{Size: 15, Memory: engine.MinMemory, Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		var stones []engine.Stone // four black ones: only one answer
		for x := range 4 {
			stones = append(stones, engine.Stone{At: engine.Point{X: x, Y: 3}}, engine.Stone{At: engine.Point{X: 2 * x, Y: 12}, White: true})
		}
		if err := e.Set(stones, true); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		goOn := make(chan struct{})
		now := func() time.Duration {
			cancel()
			<-goOn
			return 0
		}
		r, err := e.Think(ctx, engine.Limits{Now: now, Hard: time.Hour}, nil)
		if want := (engine.Point{X: 4, Y: 3}); err != nil || r.Move != want {
			t.Errorf("%d threads: %v, %v; want %v", threads, r.Move, err, want)
		}
		if err := e.Play(r.Move); err != nil {
			t.Fatal(err)
		}
		if r, err = e.Think(ctx, engine.Limits{}, nil); err != nil || r.Move == (engine.Point{X: 4, Y: 3}) {
			t.Errorf("%d threads, with the others still stopped: %v, %v", threads, r.Move, err)
		}
		close(goOn)
		e.Close()
		if r, err = e.Think(context.Background(), engine.Limits{Nodes: 1000}, nil); err != nil || r.Nodes == 0 {
			t.Errorf("%d threads, when all go on: %+v, %v", threads, r, err)
		}
	}
}

func TestErrors(t *testing.T) {
	tests := []struct {
		config engine.Config
		want   error
	}{
		{engine.Config{Size: 4}, engine.ErrSize},
		{engine.Config{Size: 21}, engine.ErrSize},
		{engine.Config{Size: 15, Rule: 2}, engine.ErrRule},
		{engine.Config{Size: 15, Level: "best"}, engine.ErrLevel},
	}
	for _, tt := range tests {
		if _, err := engine.New(tt.config); !errors.Is(err, tt.want) {
			t.Errorf("New(%+v): %v, want %v", tt.config, err, tt.want)
		}
	}
	e, err := engine.New(engine.Config{Size: 5, Memory: engine.MinMemory})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []engine.Point{{X: 5, Y: 0}, {X: 0, Y: -1}} {
		if err := e.Play(p); !errors.Is(err, engine.ErrMove) {
			t.Errorf("Play(%v): %v, want %v", p, err, engine.ErrMove)
		}
	}
}

// TestSmallBoardsToTheEnd plays whole games on small boards, on which most end in a draw.
func TestSmallBoardsToTheEnd(t *testing.T) {
	for _, rule := range []engine.Rule{engine.Freestyle, engine.Standard, engine.Renju} {
		for size := 5; size <= 7; size++ {
			e, err := engine.New(engine.Config{Size: size, Rule: rule, Memory: engine.MinMemory})
			if err != nil {
				t.Fatal(err)
			}
			for range size * size {
				r, err := e.Think(t.Context(), engine.Limits{Nodes: 500}, nil)
				if errors.Is(err, engine.ErrOver) {
					break
				}
				won := e.Wins(r.Move)
				if !e.WhiteToMove() && !won && e.Forbidden(r.Move) {
					break // every cell is
				}
				if err := e.Play(r.Move); err != nil {
					t.Fatalf("rule %d size %d after %d moves: %v", rule, size, e.Moves(), err)
				}
				if won {
					break
				}
			}
		}
	}
}

// TestSwap2 opens, chooses and decides on boards of every size: with stones that can be put.
func TestSwap2(t *testing.T) {
	for size := engine.MinSize; size <= engine.MaxSize; size++ {
		e, err := engine.New(engine.Config{Size: size, Memory: engine.MinMemory, Level: "hard"})
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(4) {
			var stones []engine.Point
			for range 3 { // the first seat, the second, and the first again where that is left the choice
				choice, err := e.Swap2(t.Context(), stones, engine.Limits{Nodes: 500}, seed)
				if err != nil {
					t.Fatalf("size %d, seed %d, after %v: %v", size, seed, stones, err)
				}
				stones = append(stones, choice.Moves...)
				if len(stones) != 3 && len(stones) != 5 || choice.Swap {
					break
				}
			}
			e.Reset()
			for _, p := range stones {
				if err := e.Play(p); err != nil {
					t.Errorf("size %d, seed %d: %v: %v", size, seed, stones, err)
				}
			}
		}
	}
}
