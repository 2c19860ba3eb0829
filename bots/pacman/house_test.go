package pacman_test

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/find"
	"koth/bot/js"
	"koth/bot/native"
	"koth/bot/program"
	"koth/bot/stdio"
	"koth/bots"
	"koth/games/pacman"
	"koth/internal/reference"
	"koth/match"
	"koth/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.MaybeChild() // programs are started by way of this one
	os.Exit(m.Run())
}

// field plays games of bots of all kinds, all of them in each game.
type field struct {
	t      *testing.T
	runner match.Runner
	scores map[string]float64
	faults map[string]match.FaultCount
	first  map[string]string // what went wrong first
}

func newField(t *testing.T) *field {
	t.Helper()
	runtime.LockOSThread() // script engines are bound to their thread
	engine, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close(); runtime.UnlockOSThread() })
	return &field{
		t: t,
		runner: match.Runner{Runtimes: map[bot.Kind]bot.Runtime{
			bot.JavaScript: engine,
			bot.Native:     native.New(bots.Natives()),
			bot.Program:    stdio.New(stdio.Local{}),
		}},
		scores: make(map[string]float64),
		faults: make(map[string]match.FaultCount),
		first:  make(map[string]string),
	}
}

// play plays a number of games from a seed on. The limit of a move is ten times the game's: who wins
// is asked here, not how busy this machine is.
func (f *field) play(games int, seed uint64, specs []bot.Spec) {
	f.t.Helper()
	opts, err := pacman.Game{}.Info().ParseOptions(nil)
	if err != nil {
		f.t.Fatal(err)
	}
	for range games {
		m := match.Match{Game: pacman.Game{}, Options: opts, Seed: seed, Board: seed, Bots: specs, Limits: bot.Limits{Start: 30 * time.Second, Move: 10 * time.Second}}
		res, err := f.runner.Run(m)
		if err != nil {
			f.t.Fatal(err)
		}
		seed++
		for i, s := range res.Seats {
			name := specs[i].Name
			f.scores[name] += s.Score
			f.faults[name] = f.faults[name].Plus(s.Faults)
			if len(s.First) > 0 && f.first[name] == "" {
				f.first[name] = string(s.First[0].Kind) + ": " + s.First[0].Text
			}
		}
	}
	for _, spec := range specs {
		f.t.Logf("%-12s %7.1f a game", spec.Name, f.scores[spec.Name]/float64(games))
		if n := f.faults[spec.Name].Total(); n > 0 {
			f.t.Errorf("%s: %d faults, the first: %s", spec.Name, n, f.first[spec.Name])
		}
	}
}

func house(t *testing.T) []bot.Spec {
	t.Helper()
	var specs []bot.Spec
	for _, b := range bots.House("pacman") {
		specs = append(specs, b.Spec)
	}
	return specs
}

// TestLadder: none of the house bots faults, and who is clearly better scores more.
func TestLadder(t *testing.T) {
	f := newField(t)
	f.play(15, 1, house(t))
	ladder := []string{"houdini", "ghostbuster", "physicist", "random"}
	for i := range len(ladder) - 1 {
		if better, worse := ladder[i], ladder[i+1]; f.scores[better] <= f.scores[worse] {
			t.Errorf("%s has %.0f, %s has %.0f; want more", better, f.scores[better], worse, f.scores[worse])
		}
	}
}

// originals are the folders of the published bots.
var originals = []string{"ghostbuster", "pathy", "myopic", "avoider", "physicist", "random", "dumbpac", "dumbpac-py"}

// published returns the published bots that can be played here. One whose language is missing is left
// out, aloud.
func published(t *testing.T) []bot.Spec {
	t.Helper()
	if _, err := sandbox.ChildTier(); err != nil {
		t.Skipf("no programs are started here: %v", err)
	}
	dir := filepath.Join(reference.Folder(t), "seedbots", "pacman")
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no published bots: %v (set KOTH_SHARED to the folder that has seedbots/pacman)", err)
	}
	finder := find.Finder{
		Game:  pacman.Game{},
		House: func(string) (bot.Spec, bool) { return bot.Spec{}, false },
		Cache: &program.Cache{},
	}
	var specs []bot.Spec
	for _, name := range originals {
		spec, err := finder.Open(context.Background(), filepath.Join(dir, name))
		if err != nil {
			t.Logf("%s does not play: %v", name, err)
			continue
		}
		specs = append(specs, spec)
	}
	if len(specs) == 0 {
		t.Skip("none of the published bots can be played here")
	}
	return specs
}

// TestPublishedBots: all eight published bots, unmodified, play whole games and do nothing wrong. That
// dumbpac overlooks the end of a game, and dumbpac-py never sees that of its input, is no fault.
func TestPublishedBots(t *testing.T) {
	f := newField(t)
	f.play(2, 1, published(t))
}

// TestField plays as many games as KOTH_FIELD says, 50 for figures that mean something, of the seven
// published bots, and then of those and Houdini. It takes minutes (go test -timeout 1h), so it is left
// out otherwise.
func TestField(t *testing.T) {
	games, err := strconv.Atoi(os.Getenv("KOTH_FIELD"))
	if err != nil || games < 1 {
		t.Skip("long: set KOTH_FIELD to the number of games (50)")
	}
	seven := slices.DeleteFunc(published(t), func(s bot.Spec) bool { return s.Name == "dumbpac-py" })
	f := newField(t)
	f.play(games, 1, seven)
	for _, s := range seven {
		if s.Name != "ghostbuster" && f.scores[s.Name] >= f.scores["ghostbuster"] {
			t.Errorf("%s has %.0f, ghostbuster %.0f; want ghostbuster first", s.Name, f.scores[s.Name], f.scores["ghostbuster"])
		}
		last := s.Name == "random" || s.Name == "dumbpac"
		if !last && f.scores[s.Name] <= max(f.scores["random"], f.scores["dumbpac"]) {
			t.Errorf("%s has %.0f, want more than random and dumbpac", s.Name, f.scores[s.Name])
		}
	}
	houdini, err := bots.Find("pacman", "houdini")
	if err != nil {
		t.Fatal(err)
	}
	f = newField(t)
	f.play(games, 1, append(seven, houdini))
	if f.scores["houdini"] < 1.5*f.scores["ghostbuster"] {
		t.Errorf("houdini has %.0f, want half as much again as the %.0f of ghostbuster", f.scores["houdini"], f.scores["ghostbuster"])
	}
}
