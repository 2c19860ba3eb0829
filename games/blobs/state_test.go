package blobs

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"koth/game"

	"github.com/google/go-cmp/cmp"
)

// newCrowd returns an opening of n families, from a setup.
func newCrowd(t testing.TB, n int, setup string, settings ...string) *state {
	t.Helper()
	opts, err := Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	st, err := Game{}.New(n, opts, []byte(setup), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return st.(*state)
}

// place returns a position of the given blobs ("A 3 4 99.5": family, x, y, energy; UIDs are 1, 2,
// ...) and pellets ("+ 3 4 9"), before a turn without a wave.
func place(t testing.TB, things ...string) *state {
	t.Helper()
	s := newCrowd(t, 4, `{"waves":[[]],"births":[101,102,103,104]}`)
	s.Chance()
	s.arena, s.blobs, s.turn = newArena(s.arena.side), nil, 1
	for i, text := range things {
		var who string
		var x, y int
		var energy float64
		if n, err := fmt.Sscanf(text, "%1s %d %d %g", &who, &x, &y, &energy); err != nil || n != 4 {
			t.Fatalf("%q: %v", text, err)
		}
		if who == "+" {
			s.pellets++
			s.arena.at(x, y).pellet = newPellet(1+i, int(energy))
			continue
		}
		s.blobs = append(s.blobs, blob{uid: int32(len(s.blobs)) + 1, family: int32(who[0] - 'A'), x: int32(x), y: int32(y), energy: energy})
		s.arena.at(x, y).blob = int32(len(s.blobs))
	}
	s.begin()
	return s
}

// position writes what place reads.
func (s *state) position() []string {
	var out []string
	for _, b := range s.blobs {
		out = append(out, fmt.Sprintf("%c %d %d %g", 'A'+b.family, b.x, b.y, b.energy))
	}
	for y := range s.arena.side {
		for x := range s.arena.side {
			if p := s.arena.at(x, y).pellet; p != 0 {
				out = append(out, fmt.Sprintf("+ %d %d %d", x, y, p.energy()))
			}
		}
	}
	return out
}

// do plays a turn, with the actions of the families that are to act, as JSON.
func do(t testing.TB, s *state, actions ...string) {
	t.Helper()
	if len(actions) != len(s.ToAct()) {
		t.Fatalf("%d actions for the families %v", len(actions), s.ToAct())
	}
	var moves []game.Move
	for i, text := range actions {
		a, err := Game{}.ParseAction([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, game.Move{Seat: s.ToAct()[i], Action: a})
	}
	if err := s.Step(moves); err != nil {
		t.Fatal(err)
	}
}

// orders turns a word a blob into actions: "n" moves north, "N" splits, "n5" sends, "." is nothing.
// Words of one family stand together, families are parted by "|".
func orders(t testing.TB, text string) []string {
	t.Helper()
	var out []string
	for _, family := range strings.Split(text, "|") {
		a := Action{}
		for _, word := range strings.Fields(family) {
			o := Order{}
			if word != "." {
				o.Kind, o.Dir = Move, Dir(strings.Index("nesw", strings.ToLower(word[:1])))
				if word[0] < 'a' {
					o.Kind = Split
				}
				if len(word) > 1 {
					o.Kind = Send
					if _, err := fmt.Sscan(word[1:], &o.Amount); err != nil {
						t.Fatal(err)
					}
				}
			}
			a = append(a, o)
		}
		out = append(out, string((&a).AppendJSON(nil)))
	}
	return out
}

// TestTurn plays one turn each. Family D, with a blob in the corner that only grows weaker, keeps
// the round going where another family dies.
func TestTurn(t *testing.T) {
	const rest = "D 8 8 10"
	after := func(things ...string) []string { return things }
	tests := []struct {
		name   string
		before []string
		orders string
		after  []string // without D
		scores []float64
	}{
		// 3, costs and moves
		{"a move costs 1, standing 0.25", after("A 4 4 100", "B 0 0 100"), "n|.", after("A 4 3 99", "B 0 0 99.75"), nil},
		{"all directions", after("A 4 4 9", "A 6 6 9", "B 2 2 9", "B 2 6 9"), "n e|s w", after("A 4 3 8", "A 7 6 8", "B 2 3 8", "B 1 6 8"), nil},
		{"moves off the map cost 0.25", after("A 0 0 9", "A 0 8 9", "B 8 0 9"), "w s|n", after("A 0 0 8.75", "A 0 8 8.75", "B 8 0 8.75"), nil},
		{"blobs that swap cells do not meet", after("A 3 3 9", "B 4 3 9"), "e|w", after("A 4 3 8", "B 3 3 8"), nil},
		{"blobs that follow each other do not meet", after("A 3 3 9", "B 4 3 20"), "e|e", after("A 4 3 8", "B 5 3 19"), nil},

		// 4, collisions
		{"the stronger eats", after("A 3 3 9", "B 5 3 20"), "e|w", after("B 4 3 27"), []float64{0, 8}},
		{"strength counts after costs", after("A 3 3 20", "B 4 3 19.5"), "e|.", after("B 4 3 38.25"), []float64{0, 19}},
		{"equals vanish", after("A 3 3 20", "B 4 3 19.25"), "e|.", after(), nil},
		{"equals vanish with a third", after("A 3 3 20", "B 5 3 20", "C 4 4 3"), "e|w|n", after(), nil},
		{"two weaker equals are eaten", after("A 3 3 20", "B 5 3 20", "C 4 4 30"), "e|w|n", after("C 4 3 67"), []float64{0, 0, 38}},
		{"four on a cell", after("A 3 4 5", "A 4 3 6", "B 5 4 7", "C 4 5 8"), "e s|w|n", after("C 4 4 22"), []float64{0, 0, 15}},
		{"relatives collide and score nothing", after("A 3 3 9", "A 5 3 20", "B 0 0 9"), "e w|.", after("A 4 3 27", "B 0 0 8.75"), nil},
		{"a victim in debt gives nothing", after("A 3 3 0.5", "B 4 3 9"), "e|.", after("B 4 3 8.75"), nil},
		{"the less indebted eats", after("A 3 3 0.5", "B 4 3 0.1", "+ 4 3 9"), "e|.", after("B 4 3 8.85"), []float64{0, 9}},

		// 5, pellets
		{"a pellet is eaten", after("A 3 3 9", "+ 4 3 7", "B 0 0 9"), "e|.", after("A 4 3 15", "B 0 0 8.75"), []float64{7}},
		{"the winner eats the pellet", after("A 3 3 9", "B 5 3 20", "+ 4 3 7"), "e|w", after("B 4 3 34"), []float64{0, 15}},
		{"where all vanish the pellet stays", after("A 3 3 9", "B 5 3 9", "+ 4 3 7"), "e|w", after("+ 4 3 7"), nil},
		{"a pellet saves from death", after("A 3 3 0.5", "+ 4 3 7", "B 0 0 9"), "e|.", after("A 4 3 6.5", "B 0 0 8.75"), []float64{7}},

		// 6, splits
		{"a split costs 50 and halves the rest", after("A 3 3 100", "B 0 0 9"), "N|.", after("A 3 3 25", "B 0 0 8.75", "A 3 2 25"), nil},
		{"a split needs more than 50", after("A 3 3 50", "B 0 0 50.5"), "N|S", after("A 3 3 49.75", "B 0 0 0.25", "B 0 1 0.25"), nil},
		{"a split off the map is nothing", after("A 3 0 100", "B 0 0 9"), "N|.", after("A 3 0 99.75", "B 0 0 8.75"), nil},
		{"energy eaten this turn does not allow a split", after("A 3 3 45", "B 4 3 30"), "N|w", after("A 3 3 73.75"), []float64{29}},
		{"but it is halved", after("A 3 3 60", "B 4 3 31"), "N|w", after("A 3 3 20", "A 3 2 20"), []float64{30}},
		{"who is eaten does not split", after("A 3 3 60", "B 4 3 91"), "N|w", after("B 3 3 150"), []float64{0, 60}},
		{"the child eats", after("A 3 3 100", "B 3 2 20"), "N|.", after("A 3 3 25", "A 3 2 44.75"), []float64{19.75}},
		{"the child is eaten", after("A 3 3 100", "B 3 2 30"), "N|.", after("A 3 3 25", "B 3 2 54.75"), []float64{0, 25}},
		{"the child and its equal vanish", after("A 3 3 100", "B 3 2 25.25"), "N|.", after("A 3 3 25"), nil},
		{"the child eats a pellet", after("A 3 3 100", "+ 3 2 9", "B 0 0 9"), "N|.", after("A 3 3 25", "B 0 0 8.75", "A 3 2 34"), []float64{9}},
		{"children of strangers meet", after("A 3 3 100", "B 5 3 102", "+ 4 3 9"), "E|W", after("A 3 3 25", "B 5 3 26", "B 4 3 60"), []float64{0, 34}},
		{"children of strangers vanish", after("A 3 3 100", "B 5 3 100", "+ 4 3 9"), "E|W", after("A 3 3 25", "B 5 3 25", "+ 4 3 9"), nil},
		{"a child meets a blob that has moved there", after("A 3 3 100", "B 5 3 20"), "E|w", after("A 3 3 25", "A 4 3 44"), []float64{19}},
		{"children come last in the list, in list order", after("A 2 2 60", "B 6 6 60", "A 2 6 60"), "N E|S", after("A 2 2 5", "B 6 6 5", "A 2 6 5", "A 2 1 5", "B 6 7 5", "A 3 6 5"), nil},

		// 7, transfers
		{"a transfer costs 0.25 as well", after("A 3 3 9", "A 4 3 9", "B 0 0 9"), "e5 .|.", after("A 3 3 3.75", "A 4 3 13.75", "B 0 0 8.75"), nil},
		{"to a stranger", after("A 3 3 9", "B 4 3 9"), "e5|.", after("A 3 3 3.75", "B 4 3 13.75"), nil},
		{"to nobody", after("A 3 3 9", "B 4 4 9"), "e5|.", after("A 3 3 8.75", "B 4 4 8.75"), nil},
		{"off the map", after("A 8 3 9", "B 4 4 9"), "e5|.", after("A 8 3 8.75", "B 4 4 8.75"), nil},
		{"all that was seen sends what is left, and kills", after("A 3 3 9", "B 4 3 9"), "e9|.", after("B 4 3 17.5"), nil},
		{"more than was seen is nothing", after("A 3 3 9", "B 4 3 9"), "e9.5|.", after("A 3 3 8.75", "B 4 3 8.75"), nil},
		{"what was eaten meanwhile can be sent", after("A 3 3 9", "B 4 3 9", "C 3 4 5"), "e12|.|n", after("A 3 3 0.75", "B 4 3 20.75"), []float64{4}},
		{"zero and less are nothing", after("A 3 3 9", "B 4 3 9"), "e0|w-5", after("A 3 3 8.75", "B 4 3 8.75"), nil},
		{"to each other", after("A 3 3 9", "B 4 3 9"), "e5|w2", after("A 3 3 5.75", "B 4 3 11.75"), nil},
		{"in a row: what comes in cannot go out", after("A 3 3 9", "A 4 3 2", "B 5 3 9"), "e5 e6|.", after("A 3 3 3.75", "A 4 3 6.75", "B 5 3 8.75"), nil},
		{"two to one", after("A 3 3 9", "A 5 3 9", "B 4 3 9"), "e1 w2|.", after("A 3 3 7.75", "A 5 3 6.75", "B 4 3 11.75"), nil},
		{"to who has moved there", after("A 3 3 9", "B 5 3 9"), "e5|w", after("A 3 3 3.75", "B 4 3 13"), nil},
		{"to who has moved away", after("A 3 3 9", "B 4 3 9"), "e5|e", after("A 3 3 8.75", "B 5 3 8"), nil},
		{"to a newborn", after("A 3 3 9", "B 4 4 100"), "e5|N", after("A 3 3 3.75", "B 4 4 25", "B 4 3 30"), nil},
		{"from the dead", after("A 3 3 0.25", "B 4 3 9"), "e0.1|.", after("B 4 3 8.75"), nil},
		{"who is eaten sends nothing", after("A 3 3 9", "B 4 3 9", "C 3 2 90"), "e5|.|s", after("B 4 3 8.75", "C 3 3 97.75"), []float64{0, 0, 8.75}},
		{"energy saves who would have starved", after("A 3 3 0.25", "B 4 3 9"), ".|w3", after("A 3 3 3", "B 4 3 5.75"), nil},

		// 8, deaths
		{"no energy is death", after("A 3 3 1", "A 6 3 0.25", "B 0 0 9"), "n .|.", after("B 0 0 8.75"), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := place(t, append(slices.Clone(tt.before), rest)...)
			do(t, s, orders(t, tt.orders+"|.")...)
			want := slices.Clone(tt.after)
			got := slices.DeleteFunc(s.position(), func(text string) bool { return text[0] == 'D' })
			if diff := cmp.Diff(want, got, cmp.Transformer("none", func(list []string) []string { return append([]string{}, list...) })); diff != "" {
				t.Errorf("position (-want +got):\n%s", diff)
			}
			scores := append(slices.Clone(tt.scores), make([]float64, 4-len(tt.scores))...)
			if !slices.Equal(s.Scores(), scores) {
				t.Errorf("scores %v, want %v", s.Scores(), scores)
			}
			if n := strings.Count(strings.Join(s.position(), ""), "+"); n != s.pellets {
				t.Errorf("%d pellets counted, %d on the map", s.pellets, n)
			}
		})
	}
}

// TestStart: rules, Constants and Start of a round.
func TestStart(t *testing.T) {
	for n, want := range map[int]int{2: 9, 4: 9, 17: 9, 20: 9, 21: 11, 24: 11, 25: 13, 200: 99} {
		if got := sideFor(n); got != want {
			t.Errorf("side for %d families is %d, want %d", n, got, want)
		}
	}
	if got, want := fmt.Sprint(startCells(9, 9)), "[{0 0} {8 0} {8 8} {0 8} {2 0} {4 0} {6 0} {8 2} {8 4}]"; got != want {
		t.Errorf("start cells %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(startCells(9, 32)[14:18], startCells(9, 32)[31]), "[{0 4} {0 2} {1 0} {3 0}] {0 1}"; got != want {
		t.Errorf("start cells from 14 on %s, want %s", got, want)
	}
	for n := minSeats; n <= 100; n++ {
		cells := make(map[point]bool)
		for _, p := range startCells(sideFor(n), n) {
			cells[p] = true
		}
		if len(cells) != n {
			t.Errorf("%d families have %d start cells", n, len(cells))
		}
	}
	s := newCrowd(t, 30, `{}`)
	uids := make(map[int32]bool)
	for i, b := range s.blobs {
		if b.energy != 100 || int(b.family) != i || b.uid < 1 || b.uid > MaxUID {
			t.Errorf("blob %d is %+v", i, b)
		}
		uids[b.uid] = true
	}
	if len(uids) != 30 {
		t.Errorf("%d different UIDs of 30", len(uids))
	}
}

// TestWaves: rules, A turn, 1.
func TestWaves(t *testing.T) {
	s := newCrowd(t, 2, `{}`)
	total := 0
	for left := 9; s.End() == ""; { // 2 families: side 9, 9 pellets first
		if s.turn%WavePeriod == 0 && left > 0 {
			total += min(left, 49-total)
			left--
		}
		if s.pellets != total {
			t.Fatalf("turn %d: %d pellets, want %d", s.turn, s.pellets, total)
		}
		for i := range s.blobs {
			s.blobs[i].energy = 100
		}
		if s.turn == 330 {
			break
		}
		do(t, s, "[null]", "[null]")
	}
	for _, text := range s.position() {
		var x, y, energy int
		if n, _ := fmt.Sscanf(text, "+ %d %d %d", &x, &y, &energy); n != 3 {
			continue
		}
		if x < 1 || y < 1 || x > 7 || y > 7 || energy < MinPellet || energy > MaxPellet {
			t.Errorf("pellet %s", text)
		}
	}
}

// TestWaveIsSeenBeforeDeciding: the wave of a turn is there when its families are asked, and is told
// with the turn before.
func TestWaveIsSeenBeforeDeciding(t *testing.T) {
	s := newCrowd(t, 2, `{"slots":[0,1],"uids":[1,2],"waves":[[[1,1,5]],[[2,1,7]]]}`)
	if got, want := string(s.Chance()), `{"slots":[0,1],"uids":[1,2],"waves":[[[1,1,5]]]}`; got != want {
		t.Errorf("opening %s, want %s", got, want)
	}
	for turn := range 30 {
		if got := len(s.Observe(0).(*View).Pellets(0, nil)); got != 1 {
			t.Errorf("turn %d: %d pellets seen", turn, got)
		}
		do(t, s, "[null]", "[null]")
		if drawn := string(s.Chance()); (drawn != "") != (turn == 29) || turn == 29 && drawn != `{"waves":[[[2,1,7]]]}` {
			t.Errorf("turn %d drew %s", turn, drawn)
		}
	}
	if got, want := fmt.Sprint(s.Observe(0).(*View).Pellets(0, nil)), "[{1 1 5} {2 1 7}]"; got != want {
		t.Errorf("pellets %s, want %s", got, want)
	}
}

// TestEnd: rules, A turn.
func TestEnd(t *testing.T) {
	s := place(t, "A 3 3 1", "B 4 4 9")
	do(t, s, orders(t, "n|.")...)
	if s.End() != "family" || len(s.ToAct()) > 0 {
		t.Errorf("end %q, to act %v, want family and nobody", s.End(), s.ToAct())
	}
	s = place(t, "A 3 3 9", "B 5 3 9")
	do(t, s, orders(t, "e|w")...)
	if s.End() != "nobody" {
		t.Errorf("end %q, want nobody", s.End())
	}
	s = newCrowd(t, 2, `{}`, "max-turns=30")
	s.Chance()
	for s.End() == "" {
		do(t, s, "[null]", "[null]")
	}
	if s.End() != "turns" || s.turn != 30 || s.Chance() != nil {
		t.Errorf("end %q after %d turns, want turns after 30 and no wave more", s.End(), s.turn)
	}
	if n := newCrowd(t, 2, `{}`).maxTurns; n != 20000 {
		t.Errorf("2 families are cut off after %d turns, want 20000", n)
	}
	if n := newCrowd(t, 12, `{}`).maxTurns; n != 4*(1200+15*300) {
		t.Errorf("12 families are cut off after %d turns, want their bound", n)
	}
}

// TestVision: which cells a blob sees, in each metric; relatives included, itself not.
func TestVision(t *testing.T) {
	for metric, want := range map[string]int{"taxi": 40, "euclid": 48, "square": 80} {
		s := newCrowd(t, 2, `{"slots":[0,1],"waves":[[]]}`, "vision="+metric)
		s.arena = newArena(9)
		s.blobs[0].x, s.blobs[0].y = 4, 4
		for i := range s.arena.cells {
			s.arena.cells[i].pellet = newPellet(100-i, 5+i%11)
		}
		s.arena.at(4, 4).pellet = 0
		s.arena.at(4, 4).blob = 1
		v := s.Observe(0).(*View)
		pellets := v.Pellets(0, nil)
		if len(pellets) != want {
			t.Errorf("%s: %d cells in sight, want %d", metric, len(pellets), want)
		}
		for i := 1; i < len(pellets); i++ { // placed from the last cell to the first
			if a, b := pellets[i-1], pellets[i]; a.Y*9+a.X <= b.Y*9+b.X {
				t.Errorf("%s: pellet %v before %v", metric, a, b)
			}
		}
		if got := v.Blobs(0, nil); len(got) != 0 {
			t.Errorf("%s: sees %v", metric, got)
		}
	}
	s := place(t, "B 4 5 9", "A 0 0 9", "A 4 4 9", "A 2 2 8.5", "B 8 8 9", "+ 8 4 5", "+ 0 4 6")
	if got, want := string(s.Observe(0).AppendJSON(nil)), `{"side":9,"turn":1,"blobs":[`+
		`{"me":{"pos":[0,0],"uid":2,"energy":9},"near":{"pellets":[{"pos":[0,4],"energy":6}],"blobs":[{"pos":[2,2],"uid":4,"energy":8.5}]}},`+
		`{"me":{"pos":[4,4],"uid":3,"energy":9},"near":{"pellets":[{"pos":[8,4],"energy":5},{"pos":[0,4],"energy":6}],`+
		`"blobs":[{"pos":[4,5],"uid":1,"energy":9},{"pos":[2,2],"uid":4,"energy":8.5}]}},`+
		`{"me":{"pos":[2,2],"uid":4,"energy":8.5},"near":{"pellets":[{"pos":[0,4],"energy":6}],"blobs":[{"pos":[0,0],"uid":2,"energy":9},{"pos":[4,4],"uid":3,"energy":9}]}}]}`; got != want {
		t.Errorf("view\n%s, want\n%s", got, want)
	}
}

// TestFaults: a family without an action stands still; one with both loses nothing but what faulted.
func TestFaults(t *testing.T) {
	s := place(t, "A 3 3 9", "A 5 5 9", "B 0 0 9")
	moves := []game.Move{{Seat: 0, Fault: &game.Fault{Kind: game.FaultTimeout}}, {Seat: 1, Action: &Action{{Kind: Move, Dir: East}}, Fault: &game.Fault{Kind: game.FaultCrash}}}
	if err := s.Step(moves); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(s.position()), "[A 3 3 8.75 A 5 5 8.75 B 1 0 8]"; got != want {
		t.Errorf("position %s, want %s", got, want)
	}
	if got := string(moves[0].Action.AppendJSON(nil)); got != "[null,null]" {
		t.Errorf("carried out %s, want [null,null]", got)
	}
	if err := s.Check(0, &Action{{}}); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("one order for two blobs: %v, want ErrIllegal", err)
	}
	if err := s.Check(2, &Action{}); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("orders of a family that is dead: %v, want ErrIllegal", err)
	}
	if err := s.Check(1, &Action{{Kind: kinds}}); !errors.Is(err, game.ErrMalformed) {
		t.Errorf("an order of no kind: %v, want ErrMalformed", err)
	}
}

func TestSetupErrors(t *testing.T) {
	for setup, want := range map[string]string{
		`{"slots":[0]}`:                             "slots",
		`{"slots":[0,0]}`:                           "slots",
		`{"slots":[0,2]}`:                           "2 is not",
		`{"slots":[0,null]}`:                        "null",
		`{"uids":[1]}`:                              "want one for each",
		`{"uids":[0,1]}`:                            "0 is not",
		`{"uids":[1,1000000]}`:                      "1000000 is not",
		`{"uids":[4,4]}`:                            "twice",
		`{"uids":[4,5],"births":[5]}`:               "twice",
		`{"births":"x"}`:                            "not a list",
		`{"waves":[[[0,1,5]]]}`:                     "1 to 7",
		`{"waves":[[[8,1,5]]]}`:                     "1 to 7",
		`{"waves":[[[1,1,4]]]}`:                     "5 to 15",
		`{"waves":[[[1,1,5],[1,1,6]]]}`:             "second one",
		`{"waves":[[[1,1]]]}`:                       "[x,y,energy]",
		`{"waves":[[],[],[],[],[],[],[],[],[],[]]}`: "9, not 10",
		`{"waves":[[],[],[],[],[],[],[],[],[[1,1,5],[1,2,5]]]}`: "at most 1",
		`{"wave":[]}`:    "no such member",
		`{"slots":[0,1]`: "not a JSON object",
	} {
		opts, err := Game{}.Info().ParseOptions(nil)
		if err != nil {
			t.Fatal(err)
		}
		st, err := Game{}.New(2, opts, []byte(setup), rand.New(rand.NewPCG(1, 2)))
		if !errors.Is(err, game.ErrSetup) || st != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want ErrSetup with %q", setup, err, want)
		}
	}
}

// TestChanceIsASetup: what a round drew, given as a setup, brings the same round again.
func TestChanceIsASetup(t *testing.T) {
	drawn := make(map[string][]json.RawMessage)
	s := newCrowd(t, 5, `{}`)
	rng := rand.New(rand.NewPCG(3, 4))
	var played [][]string
	for {
		if text := s.Chance(); text != nil {
			var more map[string][]json.RawMessage
			if err := json.Unmarshal(text, &more); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			for name, list := range more {
				drawn[name] = append(drawn[name], list...)
			}
		}
		if s.End() != "" {
			break
		}
		var actions []string
		for _, seat := range s.ToAct() {
			actions = append(actions, string(randomAction(rng, s.Observe(seat)).AppendJSON(nil)))
		}
		played = append(played, actions)
		do(t, s, actions...)
	}
	if len(drawn["births"]) == 0 || len(drawn["waves"]) < 2 {
		t.Fatalf("drawn %v: the round has no births or no second wave", drawn)
	}
	setup, err := json.Marshal(drawn)
	if err != nil {
		t.Fatal(err)
	}
	opts, err := Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	st, err := Game{}.New(5, opts, setup, nil) // a draw would panic
	if err != nil {
		t.Fatal(err)
	}
	again := st.(*state)
	for _, actions := range played {
		do(t, again, actions...)
	}
	if !slices.Equal(s.position(), again.position()) || !slices.Equal(s.Scores(), again.Scores()) {
		t.Errorf("%v, %v became %v, %v", s.position(), s.Scores(), again.position(), again.Scores())
	}
}

// TestTakenCell: a given pellet does not fall on a blob or on a pellet.
func TestTakenCell(t *testing.T) {
	s := newCrowd(t, 2, `{"slots":[0,1],"waves":[[[4,4,5]],[[4,4,6],[1,1,7],[2,2,8]]]}`)
	s.Chance()
	do(t, s, orders(t, "e|.")...)
	do(t, s, orders(t, "s|.")...)
	for s.turn < 30 {
		do(t, s, orders(t, ".|.")...)
	}
	if got, want := string(s.Chance()), `{"waves":[[[2,2,8]]]}`; got != want {
		t.Errorf("drew %s, want %s", got, want)
	}
}

// TestCrowd plays a round of 200 families.
func TestCrowd(t *testing.T) {
	s := newCrowd(t, 200, `{}`)
	rng := rand.New(rand.NewPCG(5, 6))
	for s.End() == "" {
		var moves []game.Move
		for _, seat := range s.ToAct() {
			moves = append(moves, game.Move{Seat: seat, Action: randomAction(rng, s.Observe(seat))})
		}
		if err := s.Step(moves); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%q after %d turns", s.End(), s.turn)
}
