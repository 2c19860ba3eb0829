package blobs

import (
	"math/rand/v2"
	"testing"

	"koth/game"
)

// BenchmarkDecisions is what the rules cost for a decision of one blob, in rounds of 200 families of
// bots in Go: one that does not look, which is the rules alone, and one that looks around.
func BenchmarkDecisions(b *testing.B) {
	for _, looks := range []bool{false, true} {
		name := "blind"
		if looks {
			name = "looking"
		}
		b.Run(name, func(b *testing.B) {
			const families = 200
			rng := rand.New(rand.NewPCG(1, 2))
			opts, err := Game{}.Info().ParseOptions(nil)
			if err != nil {
				b.Fatal(err)
			}
			actions := make([]Action, families)
			var moves []game.Move
			var pellets []Pellet
			var blobs []Blob
			var s game.State
			decisions := 0
			b.ReportAllocs()
			for b.Loop() {
				if s == nil || len(s.ToAct()) == 0 {
					b.StopTimer()
					if s, err = (Game{}).New(families, opts, nil, rng); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
				}
				moves = moves[:0]
				for _, seat := range s.ToAct() {
					v := s.Observe(seat).(*View)
					a := actions[seat][:0]
					for i := range v.Len() {
						o := Order{Kind: Move, Dir: Dir(rng.Uint32() % uint32(dirs))}
						if looks {
							pellets = v.Pellets(i, pellets[:0])
							blobs = v.Blobs(i, blobs[:0])
						}
						if v.Me(i).Energy > 120 {
							o.Kind = Split
						}
						a = append(a, o)
					}
					actions[seat] = a
					decisions += len(a)
					moves = append(moves, game.Move{Seat: seat, Action: &actions[seat]})
				}
				if err := s.Step(moves); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
			b.ReportMetric(0, "ns/op")
		})
	}
}
