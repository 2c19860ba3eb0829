package engine_test

import (
	"math/rand/v2"
	"testing"

	"koth/bots/gomoku/engine"
)

// TestClaimsHold plays games of the engine against itself from random stones: who once says that it
// wins does win, and who says that it loses does lose.
func TestClaimsHold(t *testing.T) {
	claims := 0
	for _, rule := range []engine.Rule{engine.Freestyle, engine.Standard, engine.Renju} {
		rng := rand.New(rand.NewPCG(1, uint64(rule)))
		for game := range 12 {
			const size = 12
			e, err := engine.New(engine.Config{Size: size, Rule: rule, Memory: engine.MinMemory})
			if err != nil {
				t.Fatal(err)
			}
			for e.Moves() < 3+game%4 {
				p := engine.Point{X: 3 + rng.IntN(6), Y: 3 + rng.IntN(6)}
				if e.WhiteToMove() || !e.Forbidden(p) {
					_ = e.Play(p) // a taken cell is drawn again
				}
			}
			said := map[bool]engine.Info{} // the first claim that white, or black, wins
			winner, over := false, false
			for !over && e.Moves() < size*size {
				found, err := e.Think(t.Context(), engine.Limits{Nodes: 4000}, nil)
				if err != nil {
					t.Fatal(err)
				}
				me := e.WhiteToMove()
				if _, before := said[me]; found.Win > 0 && !before {
					said[me] = found
				}
				if _, before := said[!me]; found.Win < 0 && !before {
					said[!me] = found
				}
				if e.Wins(found.Move) {
					winner, over = me, true
				}
				if err := e.Play(found.Move); err != nil {
					t.Fatal(err)
				}
			}
			claims += len(said)
			for who, claim := range said {
				if !over || winner != who {
					t.Errorf("rule %d, game %d: white = %v was to win by %+v, and did not", rule, game, who, claim)
				}
			}
		}
	}
	t.Logf("%d claims", claims)
	if claims < 20 {
		t.Error("too few to tell")
	}
}
