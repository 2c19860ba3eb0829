// Package blobs_test plays the house bots of the game blobs, which need no Go, against each other
// and against the published ones.
package blobs_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"koth/bot"
	"koth/bot/js"
	"koth/bots"
	"koth/games/blobs"
	"koth/match"
)

// play plays rounds of bots in JavaScript and returns their total scores and faults, by name.
func play(t *testing.T, rounds int, specs []bot.Spec) (scores map[string]float64, faults map[string]match.FaultCount) {
	t.Helper()
	runtime.LockOSThread() // script engines are bound to their thread
	defer runtime.UnlockOSThread()
	engine, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	opts, err := blobs.Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	scores, faults = make(map[string]float64), make(map[string]match.FaultCount)
	runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: engine}}
	for round := range rounds {
		seed := uint64(round)
		res, err := runner.Run(match.Match{Game: blobs.Game{}, Options: opts, Seed: seed, Board: seed, Bots: specs})
		if err != nil {
			t.Fatal(err)
		}
		for i, seat := range res.Seats {
			scores[specs[i].Name] += seat.Score
			faults[specs[i].Name] = faults[specs[i].Name].Plus(seat.Faults)
		}
	}
	return scores, faults
}

func house() []bot.Spec {
	var specs []bot.Spec
	for _, b := range bots.House("blobs") {
		specs = append(specs, b.Spec)
	}
	return specs
}

// TestLadder: none of the house bots faults, and who is clearly better scores more.
func TestLadder(t *testing.T) {
	scores, faults := play(t, 25, house())
	for name, count := range faults {
		if count.Total() > 0 {
			t.Errorf("%s: %+v", name, count)
		}
		t.Logf("%-14s %7.1f", name, scores[name]/25)
	}
	ladder := []string{"shepherd", "introvert", "example", "animated-meal"}
	for i := range len(ladder) - 1 {
		if better, worse := ladder[i], ladder[i+1]; scores[better] <= scores[worse] {
			t.Errorf("%s has %.0f, %s has %.0f; want more", better, scores[better], worse, scores[worse])
		}
	}
}

// TestShepherdAmongPublishedBots: in a field of the six published bots it scores twice as much as the
// best of them, which is the published introvert.
func TestShepherdAmongPublishedBots(t *testing.T) {
	dir := os.Getenv("KOTH_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared") // beside the checkout
	}
	shepherd, err := bots.Find("blobs", "shepherd")
	if err != nil {
		t.Fatal(err)
	}
	specs := []bot.Spec{shepherd}
	for _, name := range []string{"example-blob", "introvert", "animated-meal", "bloblib-tester", "greedy-coward", "safety-blob"} {
		path := filepath.Join(dir, "seedbots", "blobs", name+".js")
		source, err := os.ReadFile(path)
		if err != nil {
			t.Skipf("no published bots: %v (set KOTH_SHARED to the folder that has seedbots/blobs)", err)
		}
		specs = append(specs, bot.Spec{Name: name, Kind: bot.JavaScript, Path: path, Source: source})
	}
	const rounds = 50
	scores, faults := play(t, rounds, specs)
	for _, s := range specs {
		t.Logf("%-14s %7.1f", s.Name, scores[s.Name]/rounds)
	}
	if scores["shepherd"] < 2*scores["introvert"] {
		t.Errorf("shepherd has %.0f, want twice the %.0f of introvert", scores["shepherd"], scores["introvert"])
	}
	if n := faults["shepherd"].Total(); n > 0 {
		t.Errorf("shepherd has %d faults: %+v", n, faults["shepherd"])
	}
}
