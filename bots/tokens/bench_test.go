package tokens

import (
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/games/tokens"
)

// BenchmarkPlan is the most that a turn of Magpie costs on drawn boards: a whole plan at the start
// of a match on a board of the largest size, for a rival that eats and for one that does not.
func BenchmarkPlan(b *testing.B) {
	state, err := tokens.Game{}.New(2, nil, []byte(`{"size":15}`), rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		b.Fatal(err)
	}
	v := state.Observe(game.Seat(0)).(*tokens.View)
	rivals := []struct {
		name  string
		habit habit
	}{
		{"idle", habit{taste: nothing}},
		{"rate", habit{rate, acrossFirst}},
		{"wary", habit{wary, longerFirst}},
	}
	for _, r := range rivals {
		b.Run(r.name, func(b *testing.B) {
			var s scene
			for b.Loop() {
				s.read(v)
				s.plan(r.habit, walkerOf(v.Me()), walkerOf(v.Other()))
			}
		})
	}
}
