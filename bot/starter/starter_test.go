package starter_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/find"
	"koth/bot/js"
	"koth/bot/lua"
	"koth/bot/program"
	"koth/bot/starter"
	"koth/bot/stdio"
	"koth/game"
	"koth/games"
	"koth/match"
	"koth/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.MaybeChild()
	os.Exit(m.Run())
}

// Every starter plays a match of its game without a fault, and plays as the one in JavaScript does:
// they are the same bot.
func TestStarters(t *testing.T) {
	runtime.LockOSThread() // script engines are bound to it
	defer runtime.UnlockOSThread()
	script, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	defer script.Close()
	luas := lua.New()
	defer luas.Close()
	programs := stdio.New(stdio.Local{})
	defer programs.Close()
	runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: script, bot.Lua: luas, bot.Program: programs}}
	cache := &program.Cache{Dir: t.TempDir()}
	for _, name := range games.All().Names() {
		g, err := games.All().Get(name)
		if err != nil {
			t.Fatal(err)
		}
		languages := starter.Languages(name)
		if len(languages) == 0 {
			t.Errorf("%s has no starter", name)
			continue
		}
		f := find.Finder{Game: g, House: func(string) (bot.Spec, bool) { return bot.Spec{}, false }, Cache: cache}
		model := open(t, f, write(t, name, "javascript"))
		want := play(t, runner, g, model)
		for _, l := range languages { // no subtests, which would run on other threads
			dir := write(t, name, l.Name)
			spec, err := f.Find(t.Context(), dir)
			if err != nil && strings.Contains(err.Error(), "install") {
				t.Logf("NOT TESTED: %s in %s: %v", name, l.Name, err)
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if spec.Kind == bot.Lua && strings.HasPrefix(lua.Engine(), "none") {
				t.Logf("NOT TESTED: %s in %s: there is no engine for it here", name, l.Name)
				continue
			}
			if spec.Name != filepath.Base(dir) {
				t.Errorf("its name is %q", spec.Name)
			}
			got := play(t, runner, g, spec)
			if got.Turns != want.Turns || got.End != want.End || !reflect.DeepEqual(scores(got), scores(want)) {
				t.Errorf("%s in %s: %d turns, end %s, scores %v; the one in JavaScript has %d, %s, %v",
					name, l.Name, got.Turns, got.End, scores(got), want.Turns, want.End, scores(want))
			}
		}
	}
}

// write writes a starter into a folder with an odd name.
func write(t *testing.T, game, language string) string {
	t.Helper()
	files, err := starter.Bot(game, language)
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), fmt.Sprintf("my %s bot é", game))
	if _, err := starter.Write(dir, files); err != nil {
		t.Fatal(err)
	}
	if _, err := starter.Write(dir, files); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("written over what is there: %v", err)
	}
	return dir
}

func open(t *testing.T, f find.Finder, path string) bot.Spec {
	t.Helper()
	spec, err := f.Find(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return spec
}

// play plays a match of a bot against itself.
func play(t *testing.T, runner match.Runner, g game.Game, spec bot.Spec) match.Result {
	t.Helper()
	opts, err := g.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	m := match.Match{Game: g, Options: opts, Bots: []bot.Spec{spec, spec}, Seed: 5, Board: 5,
		Limits: bot.Limits{Start: time.Minute, Move: time.Minute}}
	res, err := runner.Run(m)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range res.Seats {
		if s.Faults.Total() > 0 || len(s.First) > 0 {
			t.Errorf("%s: faults: %+v", spec.Path, s.First)
		}
	}
	return res
}

func scores(r match.Result) []float64 {
	var list []float64
	for _, s := range r.Seats {
		list = append(list, s.Score)
	}
	return list
}

func TestUnknown(t *testing.T) {
	if _, err := starter.Bot("tokens", "cobol"); err == nil || !strings.Contains(err.Error(), "have python, javascript, node, go, perl, c") {
		t.Errorf("%v", err)
	}
	if _, err := starter.Bot("loop", "python"); err == nil {
		t.Error("the loop is taken for a game")
	}
	if _, err := starter.Bot("../python/tokens", "python"); err == nil {
		t.Error("a path is taken for a game")
	}
}
