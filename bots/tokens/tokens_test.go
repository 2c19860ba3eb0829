package tokens_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"koth/bot"
	"koth/bot/js"
	"koth/bot/native"
	"koth/bots"
	"koth/game"
	"koth/games/tokens"
	"koth/match"
)

// actions keeps what each seat did.
type actions [2][]string

func (a *actions) Opening([]byte, []bot.Reply) {}
func (a *actions) End(match.Result)            {}
func (a *actions) Turn(_ int, moves []game.Move, _ []bot.Reply, _ []byte) {
	for _, m := range moves {
		a[m.Seat] = append(a[m.Seat], m.Action.(tokens.Action).String())
	}
}

// house plays matches of house bots.
type house struct {
	t      *testing.T
	runner match.Runner
}

// newHouse stays on the test's thread: script engines are bound to one.
func newHouse(t *testing.T) house {
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
	return house{t, match.Runner{Runtimes: map[bot.Kind]bot.Runtime{
		bot.JavaScript: scripts,
		bot.Native:     native.New(bots.Natives()),
	}}}
}

// play plays a match on a setup and returns what each seat did. A fault fails the test.
func (h house) play(setup string, names ...string) actions {
	h.t.Helper()
	m := match.Match{Game: tokens.Game{}, Setup: []byte(setup), Seed: 5, Board: 5}
	for _, name := range names {
		spec, err := bots.Find("tokens", name)
		if err != nil {
			h.t.Fatal(err)
		}
		m.Bots = append(m.Bots, spec)
	}
	var did actions
	h.runner.Recorder = &did
	res, err := h.runner.Run(m)
	if err != nil {
		h.t.Fatal(err)
	}
	for seat, s := range res.Seats {
		if len(s.First) > 0 {
			h.t.Errorf("%s: %+v", names[seat], s.First)
		}
	}
	return did
}

// TestFirstActions shows each bot a small board and compares the first things it does.
func TestFirstActions(t *testing.T) {
	tests := []struct {
		name        string
		bot, rival  string
		size        int
		start, list string
		want        string
	}{
		{"eats what lies under it", "lazy", "lazy", 5, "[2,2]", `[2,2,"R",1],[3,2,"R",1]`, "EAT EAT EAT"},
		{"eats what lies under it", "random", "mirror", 5, "[2,2]", `[2,2,"R",1],[4,4,"R",1]`, "EAT"},
		{"follows with one turn's delay", "mirror", "naive", 9, "[4,4]", `[6,5,"R",1],[0,0,"G",1]`, "EAT RIGHT RIGHT DOWN EAT LEFT"},
		{"the nearest", "naive", "lazy", 9, "[4,4]", `[4,2,"R",1],[7,4,"G",3]`, "UP UP EAT"},
		{"of equally near ones the best", "naive", "lazy", 9, "[4,4]", `[4,2,"R",1],[4,6,"G",3]`, "DOWN DOWN EAT"},
		{"counts the bonus of the run", "naive", "lazy", 9, "[4,4]", `[4,3,"R",1],[3,3,"G",1],[5,3,"R",1]`, "UP EAT RIGHT EAT"},
		{"the nearest whatever it is worth", "quantity", "lazy", 9, "[4,4]", `[4,2,"R",1],[7,4,"G",3]`, "UP UP EAT"},
		{"of equally near ones that with more company", "quantity", "lazy", 9, "[4,4]", `[4,2,"R",3],[4,6,"G",1],[4,7,"G",1]`, "DOWN DOWN EAT DOWN EAT"},
		{"worth the longer way", "one-target", "lazy", 9, "[4,4]", `[4,2,"R",1],[4,7,"G",3]`, "DOWN DOWN DOWN EAT"},
		{"not worth the longer way", "one-target", "lazy", 9, "[4,4]", `[4,3,"R",1],[4,7,"G",1]`, "UP EAT DOWN"},
		{"points against distance", "hungry", "lazy", 9, "[4,4]", `[4,2,"R",1],[4,7,"G",3]`, "DOWN DOWN DOWN EAT"},
		{"goes on with its colour", "hungry", "lazy", 9, "[4,4]", `[5,4,"R",1],[5,3,"G",1],[5,5,"R",1]`, "RIGHT EAT DOWN EAT"},
		{"one token that leads to others", "path", "lazy", 9, "[4,4]", `[4,2,"R",2],[4,7,"G",3],[4,8,"G",3],[3,8,"G",3],[2,8,"G",3]`, "DOWN DOWN DOWN EAT DOWN EAT LEFT EAT"},
		{"one colour, then the other", "magpie", "lazy", 9, "[4,4]", `[4,3,"R",1],[4,5,"G",1],[4,2,"G",1],[4,6,"R",1]`, "UP EAT DOWN DOWN DOWN EAT UP EAT"},
	}
	h := newHouse(t)
	for _, tt := range tests {
		setup := fmt.Sprintf(`{"size":%d,"start":%s,"tokens":[%s]}`, tt.size, tt.start, tt.list)
		for seat, names := range [][]string{{tt.bot, tt.rival}, {tt.rival, tt.bot}} {
			if seat == 1 && (tt.bot == "mirror" || tt.bot == "random") {
				continue // what they do depends on what the rival has done before
			}
			did := h.play(setup, names...)[seat]
			want := strings.Fields(tt.want)
			if got := did[:min(len(did), len(want))]; !slices.Equal(got, want) {
				t.Errorf("%s, %s, seat %d: %v, want %v", tt.bot, tt.name, seat, got, want)
			}
		}
	}
}

// TestSameAgain: a match of one seed goes the same way whenever it is played, chance included.
func TestSameAgain(t *testing.T) {
	h := newHouse(t)
	for _, b := range bots.House("tokens") {
		rival := "random"
		if b.Spec.Name == "magpie" {
			rival = "hungry"
		}
		first := h.play(`{"size":8}`, b.Spec.Name, rival)
		again := h.play(`{"size":8}`, b.Spec.Name, rival)
		for seat := range first {
			if !slices.Equal(first[seat], again[seat]) {
				t.Errorf("%s against %s: seat %d did\n%v, then\n%v", b.Spec.Name, rival, seat, first[seat], again[seat])
			}
		}
	}
}

// TestMagpieOnAFullBoard: a given board can have more tokens than any that is drawn, and more than
// Magpie looks at.
func TestMagpieOnAFullBoard(t *testing.T) {
	var list []string
	for i := range tokens.MaxSize * tokens.MaxSize {
		list = append(list, fmt.Sprintf(`[%d,%d,"%c",%d]`, i%tokens.MaxSize, i/tokens.MaxSize, "RGB"[i*i%3], 1+i%2))
	}
	setup := fmt.Sprintf(`{"size":%d,"start":[7,7],"tokens":[%s]}`, tokens.MaxSize, strings.Join(list, ","))
	did := newHouse(t).play(setup, "magpie", "lazy")
	bites := 0
	for _, a := range did[0] {
		if a == "EAT" {
			bites++
		}
	}
	if want := len(list); bites != want {
		t.Errorf("%d bites, want %d", bites, want)
	}
}
