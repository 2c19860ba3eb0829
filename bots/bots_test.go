package bots_test

import (
	"runtime"
	"strings"
	"testing"

	"koth/bot"
	"koth/bot/js"
	"koth/bot/native"
	"koth/bots"
	"koth/game"
	"koth/games"
	"koth/match"
	"koth/tournament"
)

// newRunner returns a runner for all house bots. Script engines are bound to a thread, so the test
// is as well.
func newRunner(t *testing.T) *match.Runner {
	t.Helper()
	runtime.LockOSThread()
	scripts, err := js.New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		scripts.Close()
		runtime.UnlockOSThread()
	})
	return &match.Runner{Runtimes: map[bot.Kind]bot.Runtime{
		bot.JavaScript: scripts,
		bot.Native:     native.New(bots.Natives()),
	}}
}

// named is a row of a table with the bot's name.
type named struct {
	tournament.Row
	name string
}

// table plays a tournament of all house bots of a game and returns its rows, best first. A fault
// fails the test.
func table(t *testing.T, gameName string, rounds int, seed uint64) []named {
	t.Helper()
	g, err := games.All().Get(gameName)
	if err != nil {
		t.Fatal(err)
	}
	opts, err := g.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	house := bots.House(gameName)
	r := newRunner(t)
	standings := tournament.NewStandings(len(house), g.Info().Scoring == game.ScoreOutcome)
	for p := range tournament.Schedule(g.Info().Format, len(house), rounds, seed) {
		m := match.Match{Game: g, Options: opts, Seed: p.Seed, Board: p.Board}
		for _, b := range p.Bots {
			m.Bots = append(m.Bots, house[b].Spec)
		}
		res, err := r.Run(m)
		if err != nil {
			t.Fatal(err)
		}
		for seat, s := range res.Seats {
			if len(s.First) > 0 {
				t.Errorf("%s (round %d, seats %v): %+v", m.Bots[seat].Path, p.Round, p.Bots, s.First)
			}
		}
		standings.Add(p.Bots, res)
	}
	var rows []named
	for _, row := range standings.Table() {
		rows = append(rows, named{row, house[row.Bot].Spec.Name})
	}
	return rows
}

// TestTokens plays a small tournament of all house bots of tokens: none faults, and who is clearly
// better ranks higher.
func TestTokens(t *testing.T) {
	score := make(map[string]float64)
	for _, r := range table(t, "tokens", 2, 3) {
		score[r.name] = r.Score
		t.Logf("%-10s %5.0f", r.name, r.Score)
	}
	const lead = 1.1 // of magpie before the second; over many rounds it is more
	if score["magpie"] < lead*score["path"] {
		t.Errorf("magpie has %.0f, want %g times the %.0f of path", score["magpie"], lead, score["path"])
	}
	ladder := [][]string{
		{"path"}, {"hungry", "one-target"}, {"naive", "quantity"}, {"random"}, {"mirror"}, {"lazy"},
	}
	for i := range len(ladder) - 1 {
		for _, better := range ladder[i] {
			for _, worse := range ladder[i+1] {
				if score[better] <= score[worse] {
					t.Errorf("%s has %.0f, %s has %.0f; want more", better, score[better], worse, score[worse])
				}
			}
		}
	}
}

func TestHouse(t *testing.T) {
	seen := make(map[string]bool)
	for _, name := range games.All().Names() {
		for _, b := range bots.House(name) {
			if !strings.HasSuffix(b.About, ".") || len(b.About) > 160 {
				t.Errorf("%s: about is %q, want one sentence of at most 160 bytes", b.Spec.Path, b.About)
			}
			if want := "house:" + name + "/" + b.Spec.Name; b.Spec.Path != want || seen[want] {
				t.Errorf("path = %q, want %q, once", b.Spec.Path, want)
			}
			seen[b.Spec.Path] = true
			if _, isNative := bots.Natives()[b.Spec.Path]; isNative != (b.Spec.Kind == bot.Native) {
				t.Errorf("%s: kind %s, but a constructor: %t", b.Spec.Path, b.Spec.Kind, isNative)
			}
			found, err := bots.Find(name, b.Spec.Name)
			if err != nil || found.Path != b.Spec.Path {
				t.Errorf("Find(%q, %q) = %q, %v", name, b.Spec.Name, found.Path, err)
			}
		}
	}
	if len(seen) == 0 {
		t.Error("no house bots at all")
	}
}

func TestFindUnknown(t *testing.T) {
	tests := []struct{ game, name, want string }{
		{"tokens", "hungy", `tokens has no house bot "hungy" (have magpie, hungry, lazy, mirror, naive, one-target, path, quantity, random)`},
		{"tokens", "", `tokens has no house bot "" (have magpie,`},
		{"chess", "lazy", `no house bot "lazy": "chess" has none`},
		{"../bots", "lazy", `no house bot "lazy": "../bots" has none`},
	}
	for _, tt := range tests {
		spec, err := bots.Find(tt.game, tt.name)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Find(%q, %q) = %q, %v; want the error %s", tt.game, tt.name, spec.Path, err, tt.want)
		}
	}
}
