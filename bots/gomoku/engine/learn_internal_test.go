package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"koth/bots/gomoku/engine/weights"
)

// TestFeatures values random positions by their features and the weights' files alone: it is what the
// engine says of them.
func TestFeatures(t *testing.T) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			learnt := weights.Of(r.name)
			rng := rand.New(rand.NewPCG(4, uint64(r.rule)))
			valued := 0
			for range 100 {
				e := drawn(t, rng, r.rule)
				f := e.Features()
				checkCells(t, e, f)
				if f.Decided {
					continue
				}
				valued++
				me, threatened := e.board.turn, 0
				if f.Threatened {
					threatened = 1
				}
				var sums [2 * lanes]int32
				for _, c := range f.Cells {
					for i := range lanes {
						sums[i] += int32(learnt.Cells[me][c.Own][i])
						sums[lanes+i] += int32(learnt.Cells[1-me][c.Other][i])
					}
				}
				s := e.searchers[0]
				s.begin(e.board, &limit{})
				want := learnt.Networks[me][threatened].Value(&sums)
				if got := s.evaluate(); got != max(-maxEval, min(maxEval, want)) {
					t.Fatalf("after %v: evaluate = %d, and by features %d", e.board.moves, got, want)
				}
			}
			if valued < 20 {
				t.Errorf("%d of the positions are valued, want 20", valued)
			}
		})
	}
}

// drawn returns an engine with 6 to 25 stones that lie anywhere near the middle.
func drawn(t *testing.T, rng *rand.Rand, rule Rule) *Engine {
	t.Helper()
	e, err := New(Config{Size: 15, Rule: rule, Memory: MinMemory})
	if err != nil {
		t.Fatal(err)
	}
	for stones := 6 + rng.IntN(20); e.Moves() < stones; {
		p := Point{4 + rng.IntN(7), 4 + rng.IntN(7)}
		if e.board.stones[p.cell()] == 0 {
			if err := e.Play(p); err != nil {
				t.Fatal(err)
			}
		}
	}
	return e
}

// checkCells wants every empty cell among the features, with combos whose shapes are those of its lines,
// and as choices those that are legal, of which the move that the engine finds is one.
func checkCells(t *testing.T, e *Engine, f Features) {
	t.Helper()
	b := e.board
	combos := e.Combos()
	if want := b.size*b.size - e.Moves(); len(f.Cells) != want {
		t.Fatalf("%d cells, want %d", len(f.Cells), want)
	}
	for _, c := range f.Cells {
		for role, number := range []uint16{c.Own, c.Other} {
			bits := b.shapes[c.At.cell()].shapes >> (16 * (b.turn ^ side(role)))
			var want [4]uint8
			for d := range want {
				want[d] = uint8(bits >> (4 * d) & 15)
			}
			got := combos[number].Shapes
			slices.Sort(want[:])
			slices.Sort(got[:])
			if got != want {
				t.Fatalf("%v, role %d: shapes %v, want %v", c.At, role, got, want)
			}
		}
	}
	for _, c := range f.Choices {
		if !slices.Contains(f.Cells, c) || !b.legal(c.At.cell()) {
			t.Fatalf("%v is no choice", c.At)
		}
	}
	if f.Decided {
		return
	}
	found, err := e.Think(t.Context(), Limits{Nodes: 300}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if found.Win == 0 && !slices.ContainsFunc(f.Choices, func(c Cell) bool { return c.At == found.Move }) {
		t.Fatalf("after %v: the engine plays %v, which is not among the choices", b.moves, found.Move)
	}
}

func TestWinsByFours(t *testing.T) {
	tests := []struct {
		name  string
		moves []Point
		want  bool
	}{
		{"two threes that cross", []Point{{4, 7}, {3, 7}, {5, 7}, {0, 0}, {6, 7}, {14, 0}, {8, 8}, {0, 14}, {9, 9}, {14, 14}, {10, 10}, {11, 11}}, true},
		{"one stone each", []Point{{7, 7}, {8, 8}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := New(Config{Size: 15, Memory: MinMemory})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range tt.moves {
				if err := e.Play(p); err != nil {
					t.Fatal(err)
				}
			}
			if got := e.WinsByFours(300); got != tt.want {
				t.Errorf("WinsByFours = %v, want %v", got, tt.want)
			}
		})
	}
}
