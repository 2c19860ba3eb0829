package engine

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkBoard is what a stone costs, put and taken back, in the middle of a game.
func BenchmarkBoard(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	board := newBoard(15, Freestyle)
	for len(board.moves) < 40 {
		c := cellAt(2+rng.IntN(11), 2+rng.IntN(11))
		if board.stones[c] == 0 {
			board.play(c)
		}
	}
	var free []cell
	for y := range 15 {
		for x := range 15 {
			if c := cellAt(x, y); board.stones[c] == 0 {
				free = append(free, c)
			}
		}
	}
	i := 0
	for b.Loop() {
		board.play(free[i%len(free)])
		board.undo()
		i++
	}
}

// BenchmarkSearch is how many positions a second the engine looks at.
func BenchmarkSearch(b *testing.B) {
	e, err := New(Config{Size: 15, Rule: Freestyle})
	if err != nil {
		b.Fatal(err)
	}
	for _, p := range []Point{{7, 7}, {8, 8}, {6, 8}, {8, 6}, {9, 7}, {5, 5}} {
		if err := e.Play(p); err != nil {
			b.Fatal(err)
		}
	}
	var nodes uint64
	depth := 0
	for b.Loop() {
		e.table.clear()
		r, err := e.Think(b.Context(), Limits{Nodes: 200_000}, nil)
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
		depth = r.Depth
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
	b.ReportMetric(float64(depth), "depth")
}
