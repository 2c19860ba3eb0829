package gomoku_test

import (
	"runtime"
	"strings"
	"testing"

	"koth/bot"
	"koth/bot/js"
	"koth/bot/lua"
	"koth/bot/native"
	"koth/bots"
	"koth/game"
	"koth/games/gomoku"
	"koth/match"
	"koth/tournament"
)

// score plays rounds of two house bots, each with both colours, and returns the points of the
// first of two a round. A fault fails the test.
func score(t *testing.T, a, b string, rounds int, settings ...string) float64 {
	t.Helper()
	runtime.LockOSThread() // script engines are bound to their thread
	defer runtime.UnlockOSThread()
	scripts, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	defer scripts.Close()
	inLua := lua.New()
	defer inLua.Close()
	r := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: scripts, bot.Lua: inLua, bot.Native: native.New(bots.Natives())}}
	opts, err := gomoku.Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	var specs []bot.Spec
	for _, name := range []string{a, b} {
		spec, err := bots.Find("gomoku", name)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, spec)
	}
	sum := 0.0
	for p := range tournament.Schedule(game.FormatBothSeats, 2, rounds, 1) {
		m := match.Match{Game: gomoku.Game{}, Options: opts, Seed: p.Seed, Board: p.Board}
		for _, i := range p.Bots {
			m.Bots = append(m.Bots, specs[i])
		}
		res, err := r.Run(m)
		if err != nil {
			t.Fatal(err)
		}
		for seat, s := range res.Seats {
			if len(s.First) > 0 {
				t.Errorf("%s, round %d, settings %v: %+v", m.Bots[seat].Path, p.Round, settings, s.First)
			}
			if p.Bots[seat] == 0 {
				sum += s.Score
			}
		}
	}
	return sum
}

// TestHouseLadder: who looks at the board beats who does not, and nobody faults, whatever the size
// and the opening.
func TestHouseLadder(t *testing.T) {
	better := []string{"classic", "windows"}
	if strings.HasPrefix(lua.Engine(), "none") {
		t.Logf("rows does not play: %s", lua.About())
	} else {
		better = append(better, "rows")
	}
	for _, better := range better {
		for _, settings := range [][]string{nil, {"opening=balanced"}, {"opening=swap2"}, {"size=20", "rule=standard"}} {
			if got := score(t, better, "novice", 5, settings...); got < 9 {
				t.Errorf("%s has %v of 10 points against novice with %v", better, got, settings)
			}
		}
	}
	score(t, "classic", "windows", 5, "size=5", "opening=random")
}
