package engine_test

import (
	"math/rand/v2"
	"testing"

	"koth/bots/gomoku/engine"
	"koth/games/gomoku"
)

// TestSameRules puts stones at random and compares with the game's own rules, which cells are
// forbidden and which win.
func TestSameRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	forbidden, wins := 0, 0
	for _, rule := range []gomoku.Rule{gomoku.Freestyle, gomoku.Standard, gomoku.Renju} {
		for range 300 {
			size := 5 + rng.IntN(16)
			e, err := engine.New(engine.Config{Size: size, Rule: engine.Rule(rule.Number()), Level: "easy", Memory: engine.MinMemory})
			if err != nil {
				t.Fatal(err)
			}
			b := gomoku.NewBoard(size)
			var stones []engine.Stone
			for range size * size / (2 + rng.IntN(4)) {
				x, y := rng.IntN(size), rng.IntN(size)
				if b.At(x, y) != gomoku.Empty {
					continue
				}
				stone := gomoku.Black
				if rng.IntN(3) == 0 {
					stone = gomoku.White
				}
				b.Set(x, y, stone)
				stones = append(stones, engine.Stone{At: engine.Point{X: x, Y: y}, White: stone == gomoku.White})
			}
			for _, me := range []gomoku.Stone{gomoku.Black, gomoku.White} {
				if err := e.Set(stones, me == gomoku.White); err != nil {
					t.Fatal(err)
				}
				for y := range size {
					for x := range size {
						if b.At(x, y) != gomoku.Empty {
							continue
						}
						p := engine.Point{X: x, Y: y}
						want := rule == gomoku.Renju && b.Forbidden(x, y) != gomoku.Allowed
						if got := e.Forbidden(p); got != want {
							t.Fatalf("%v, size %d: forbidden at %v = %v, want %v (%v) with %v", rule, size, p, got, want, b.Forbidden(x, y), stones)
						}
						won := b.WouldWin(rule, x, y, me)
						if got := e.Wins(p); got != won {
							t.Fatalf("%v, size %d: %v wins at %v = %v, want %v", rule, size, me, p, got, won)
						}
						if want {
							forbidden++
						}
						if won {
							wins++
						}
					}
				}
			}
		}
	}
	t.Logf("%d forbidden cells, %d that win", forbidden, wins)
	if forbidden < 1000 || wins < 1000 {
		t.Error("too few to tell")
	}
}
