package politics

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"koth/bot"
	"koth/bot/js"
	"koth/internal/reference"
	"koth/match"
)

// pairing is a match between two published bots, as the controller of the recorded matches played
// it.
type pairing struct {
	one, two, winner string
	turns            int
}

// pairings reads testdata/seedbots.txt.
func pairings(t testing.TB) (list []pairing) {
	t.Helper()
	f, err := os.Open("testdata/seedbots.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p pairing
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		if _, err := fmt.Sscan(lines.Text(), &p.one, &p.two, &p.winner, &p.turns); err != nil {
			t.Fatalf("seedbots.txt: %q: %v", lines.Text(), err)
		}
		list = append(list, p)
	}
	return list
}

// seedBots returns the published bots, which are not part of this project: they are in the folder
// seedbots/politics of the reference material.
func seedBots(t testing.TB) map[string]bot.Spec {
	t.Helper()
	if !strings.HasPrefix(js.Engine(), "V8") {
		t.Skipf("the published bots are not played: the engine here is %s, and only V8 sorts and rounds as the recorded matches did (go test -tags v8)", js.Engine())
	}
	bots := make(map[string]bot.Spec)
	for _, p := range pairings(t) {
		path := filepath.Join(reference.Folder(t), "seedbots", "politics", p.one+".js")
		source, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			t.Skipf("the published bots are not here: %v (set KOTH_SHARED to the folder of reference material)", err)
		}
		if err != nil {
			t.Fatal(err)
		}
		bots[p.one] = bot.Spec{Name: p.one, Kind: bot.JavaScript, Path: path, Source: source}
	}
	return bots
}

// playPair plays a match of two bots.
func playPair(t testing.TB, r *match.Runner, one, two bot.Spec) match.Result {
	t.Helper()
	opts, err := Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Run(match.Match{Game: Game{}, Options: opts, Bots: []bot.Spec{one, two}})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// TestSeedBots plays the seven published bots, unmodified, in all pairs and both seats.
func TestSeedBots(t *testing.T) {
	bots := seedBots(t)
	r := &match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: engine(t)}}
	matches := 0
	for _, p := range pairings(t) {
		res := playPair(t, r, bots[p.one], bots[p.two])
		winner := "nobody"
		switch {
		case res.Seats[0].Score == 1:
			winner = p.one
		case res.Seats[1].Score == 1:
			winner = p.two
		}
		if got := (pairing{p.one, p.two, winner, res.Turns}); got != p {
			t.Errorf("%s against %s: %s after %d turns, want %s after %d", p.one, p.two, winner, res.Turns, p.winner, p.turns)
		}
		matches++
	}
	if matches != 42 {
		t.Errorf("%d matches, want 42", matches)
	}
}

// BenchmarkSeedBots plays all 42 matches, in realms that have played before.
func BenchmarkSeedBots(b *testing.B) {
	bots, list := seedBots(b), pairings(b)
	r := &match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: engine(b)}}
	for b.Loop() {
		for _, p := range list {
			playPair(b, r, bots[p.one], bots[p.two])
		}
	}
}

// BenchmarkSeedBotsOnce plays them in a new engine, whose realms are still to be made.
func BenchmarkSeedBotsOnce(b *testing.B) {
	bots, list := seedBots(b), pairings(b)
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for b.Loop() {
		e, err := js.New()
		if err != nil {
			b.Fatal(err)
		}
		r := &match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: e}}
		for _, p := range list {
			playPair(b, r, bots[p.one], bots[p.two])
		}
		e.Close()
	}
}
