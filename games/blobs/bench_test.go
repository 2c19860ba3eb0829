package blobs

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"koth/bot"
	"koth/bot/js"
	"koth/game"
	"koth/internal/reference"
	"koth/match"
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

// BenchmarkPublishedBots is what a round of the six published bots costs, from start to end.
func BenchmarkPublishedBots(b *testing.B) {
	var specs []bot.Spec
	for _, name := range []string{"example-blob", "introvert", "animated-meal", "bloblib-tester", "greedy-coward", "safety-blob"} {
		path := filepath.Join(reference.Folder(b), "seedbots", "blobs", name+".js")
		source, err := os.ReadFile(path)
		if err != nil {
			b.Skipf("no published bots: %v (set KOTH_SHARED to the folder that has seedbots/blobs)", err)
		}
		specs = append(specs, bot.Spec{Name: name, Kind: bot.JavaScript, Path: path, Source: source})
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	engine, err := js.New()
	if err != nil {
		b.Fatal(err)
	}
	defer engine.Close()
	opts, err := Game{}.Info().ParseOptions(nil)
	if err != nil {
		b.Fatal(err)
	}
	runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: engine}}
	scores, turns, seed := make([]float64, len(specs)), 0, uint64(0)
	for b.Loop() {
		seed++
		res, err := runner.Run(match.Match{Game: Game{}, Options: opts, Seed: seed, Board: seed, Bots: specs})
		if err != nil {
			b.Fatal(err)
		}
		turns += res.Turns
		for i, seat := range res.Seats {
			scores[i] += seat.Score
		}
	}
	b.ReportMetric(float64(turns)/float64(seed), "turns/round")
	for i, spec := range specs {
		b.Logf("%-15s %7.1f a round", spec.Name, scores[i]/float64(seed))
	}
}
