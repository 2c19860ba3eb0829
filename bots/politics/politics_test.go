package politics_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/js"
	"koth/bot/native"
	"koth/bots"
	"koth/games/politics"
	"koth/match"
)

// runner plays matches on this thread.
func runner(t *testing.T) *match.Runner {
	t.Helper()
	runtime.LockOSThread()
	scripts, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { scripts.Close(); runtime.UnlockOSThread() })
	return &match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: scripts, bot.Native: native.New(bots.Natives())}}
}

// play plays a match. The time for a move is ample: what is tested here is not the machine.
func play(t *testing.T, r *match.Runner, maxTurns string, one, two bot.Spec) match.Result {
	t.Helper()
	opts, err := politics.Game{}.Info().ParseOptions([]string{"max-turns=" + maxTurns})
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Run(match.Match{
		Game: politics.Game{}, Options: opts, Seed: 1, Bots: []bot.Spec{one, two},
		Limits: bot.Limits{Start: time.Minute, Move: time.Minute},
	})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func house(t *testing.T, name string) bot.Spec {
	t.Helper()
	spec, err := bots.Find("politics", name)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// TestHouseBotsDoNoWrong plays every house bot against every other: no move is of bad form, too
// dear or impossible, and nothing throws.
func TestHouseBotsDoNoWrong(t *testing.T) {
	r := runner(t)
	list := bots.House("politics")
	if len(list) != 8 {
		t.Errorf("%d house bots, want 8", len(list))
	}
	for _, one := range list {
		for _, two := range list {
			res := play(t, r, "60", one.Spec, two.Spec)
			for seat, b := range []bot.Spec{one.Spec, two.Spec} {
				if s := res.Seats[seat]; s.Faults.Total() > 0 || len(s.First) > 0 {
					t.Errorf("%s against %s: %s did wrong: %+v", one.Spec.Name, two.Spec.Name, b.Name, s.First)
				}
			}
		}
	}
}

// strategistWins plays Strategist in both seats and wants it to win.
func strategistWins(t *testing.T, r *match.Runner, rival bot.Spec) {
	t.Helper()
	strategist := house(t, "strategist")
	if res := play(t, r, "1000", strategist, rival); res.Seats[0].Score != 1 {
		t.Errorf("strategist in the first seat does not win against %s: scores %v and %v after %d turns", rival.Path, res.Seats[0].Score, res.Seats[1].Score, res.Turns)
	}
	if res := play(t, r, "1000", rival, strategist); res.Seats[1].Score != 1 {
		t.Errorf("strategist in the second seat does not win against %s: scores %v and %v after %d turns", rival.Path, res.Seats[0].Score, res.Seats[1].Score, res.Turns)
	}
}

func TestStrategistBeatsTheHouse(t *testing.T) {
	r := runner(t)
	for _, rival := range bots.House("politics") {
		if rival.Spec.Name != "strategist" {
			strategistWins(t, r, rival.Spec)
		}
	}
}

// TestStrategistBeatsThePublishedBots plays the seven bots of the challenge post, which are not part
// of this project: KOTH_SHARED, or a folder shared beside the checkout, holds them.
func TestStrategistBeatsThePublishedBots(t *testing.T) {
	if !strings.HasPrefix(js.Engine(), "V8") {
		t.Skipf("the published bots are not played: the engine here is %s, and only V8 sorts and rounds as they expect (go test -tags v8)", js.Engine())
	}
	dir := os.Getenv("KOTH_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared")
	}
	dir = filepath.Join(dir, "seedbots", "politics")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the published bots are not here: %v (set KOTH_SHARED to the folder of reference material)", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	r := runner(t)
	played := 0
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".js" {
			continue
		}
		path := filepath.Join(dir, e.Name())
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		strategistWins(t, r, bot.Spec{Name: e.Name(), Kind: bot.JavaScript, Path: path, Source: source})
		played++
	}
	if played != 7 {
		t.Errorf("%d bots in %s, want 7", played, dir)
	}
}
