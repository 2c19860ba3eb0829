package pacman

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/bot"
	"koth/game"
	"koth/games/pacman"
)

// corridor is a maze for one of ten closed rings, one a row, that a Pac-Man can only walk East and West
// in, with letters on the squares of row 5.
func corridor(t *testing.T, row string, ghosts ...int) game.State {
	t.Helper()
	list := [][4]any{}
	for _, x := range ghosts {
		list = append(list, [4]any{"Blinky", x, 5, 5})
	}
	setup, err := json.Marshal(map[string]any{
		"walls":   strings.Repeat("5", 100),
		"items":   strings.Repeat("X", 50) + row + strings.Repeat("X", 39) + "o",
		"players": [][2]int{{3, 5}},
		"ghosts":  list,
		"steps":   []string{strings.Repeat("W", len(list))},
	})
	if err != nil {
		t.Fatal(err)
	}
	opts, err := pacman.Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pacman.Game{}.New(1, opts, setup, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newHoudini() *Houdini {
	return NewHoudini(bot.Seating{Seats: 1}, rand.New(rand.NewPCG(1, 2))).(*Houdini)
}

// TestFirstMove: what Houdini does on a row of squares. It stands on x = 3.
func TestFirstMove(t *testing.T) {
	tests := []struct {
		name   string
		row    string
		ghosts []int // where they come from; they step West first
		want   string
	}{
		{"to the fruit", "XXXXXFXXXX", nil, "E"},
		{"the shorter way, over the edge", "XXXXXXXXXF", nil, "W"},
		{"away from a ghost", "XXXXXooooo", []int{6}, "W"},
		{"to a power pellet before the ghost gets there", "XXXXOXXXXX", []int{6}, "E"},
		{"in wait beside a power pellet", "XXXXOXXXXX", []int{7}, "X"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := corridor(t, tt.row, tt.ghosts...)
			if got := string(newHoudini().Act(s.Observe(0)).AppendJSON(nil)); got != `"`+tt.want+`"` {
				t.Errorf("it goes %s, want %s", got, tt.want)
			}
		})
	}
}

// TestCountsItsPower: after a power pellet Houdini goes for a ghost that it would run from else, and knows
// when that is over.
func TestCountsItsPower(t *testing.T) {
	s := corridor(t, "XXXXOXXXXX", 6)
	h := newHoudini()
	for turn, power := range []int{0, 10, 9, 8} {
		obs := s.Observe(0)
		a := h.Act(obs)
		if got := max(0, power-1); h.power != got {
			t.Errorf("turn %d: invincible for %d afterwards, want %d", turn, h.power, got)
		}
		if err := s.Step([]game.Move{{Seat: 0, Action: a}}); err != nil {
			t.Fatal(err)
		}
		if len(s.ToAct()) == 0 {
			t.Fatal("it is dead")
		}
	}
}

// TestOdds: ghosts neither appear nor vanish while they walk; what is seen is certain.
func TestOdds(t *testing.T) {
	opts, err := pacman.Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := pacman.Game{}.New(7, opts, nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	v := s.Observe(0).(*pacman.View)
	var g ghosts
	g.begin(v.Maze, 14)
	before := sum(g.odds)
	for range 20 {
		g.step(v.Me.At)
	}
	if after := sum(g.odds); math.Abs(after-before) > 0.05*before {
		t.Errorf("%.2f ghosts became %.2f", before, after)
	}
	g.look(v)
	if total := sum(g.odds); math.Abs(total-14) > 0.5 {
		t.Errorf("%.2f ghosts, want 14", total)
	}
	for _, q := range v.Sight {
		want := 0.0
		if q.Letter == 'G' {
			want = 1
		}
		if got := at(g.odds, q.At); math.Abs(got-want) > 1e-9 {
			t.Errorf("odds %.3f on a square that shows %c", got, q.Letter)
		}
	}
}

func sum(odds []float64) float64 {
	total := 0.0
	for _, p := range odds {
		total += p
	}
	return total
}
