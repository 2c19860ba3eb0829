package politics

import (
	"strings"
	"testing"
	"unicode/utf8"

	"koth/game"

	"github.com/google/go-cmp/cmp"
)

func TestBoardWithoutColours(t *testing.T) {
	support := map[Point]float64{{0, 0}: -0.25, {1, 0}: -2, {15, 15}: 0.1, {14, 15}: 3}
	for x := 4; x < 8; x++ {
		for y := range 4 {
			support[Point{x, y}] = 0.25
			support[Point{x, y + 4}] = -0.25
			support[Point{x, y + 8}] = float64(x%2) - 0.5
		}
	}
	setup := strings.TrimSuffix(people(`[50,1260]`, support), "}") +
		`,"regions":[[[4,0]],[[8,0],[12,0],[12,4]],` + strings.TrimPrefix(usualRegions, `[[[0,0]],[[4,0]],[[8,0]],[[12,0]],`)
	setup = strings.Replace(setup, `[[4,0]],`, `[[4,0]],[[0,0]],`, 1)
	setup = strings.Replace(setup, `[[8,4]],[[12,4]],`, `[[8,4]],`, 1) + `}`
	s := newMatch(t, setup)
	want := []string{
		"┌─ 1 ────────┬─ 0 ────────┬─ 2 ─────────────────────┐   1  hungry            $50",
		"│ 1  11 ·  · │ 2  2  2  2 │ ·  ·  ·  ·   ·  ·  ·  · │   2  a-very-long-na… $1260",
		"│ ·  ·  ·  · │ 2  2  2  2 │ ·  ·  ·  ·   ·  ·  ·  · │  region  1 :  2  open",
		"│ ·  ·  ·  · │ 2  2  2  2 │ ·  ·  ·  ·   ·  ·  ·  · │     0    0 : 16     0   2",
		"│ ·  ·  ·  · │ 2  2  2  2 │ ·  ·  ·  ·   ·  ·  ·  · │     1    2 :  0    14   -",
		"├─ 3 ────────┼─ 4 ────────┼─ 5 ────────┐            │     2    0 :  0    48   -",
		"│ ·  ·  ·  · │ 1  1  1  1 │ ·  ·  ·  · │ ·  ·  ·  · │     3    0 :  0    16   -",
		"│ ·  ·  ·  · │ 1  1  1  1 │ ·  ·  ·  · │ ·  ·  ·  · │     4   16 :  0     0   1",
		"│ ·  ·  ·  · │ 1  1  1  1 │ ·  ·  ·  · │ ·  ·  ·  · │     5    0 :  0    16   -",
		"│ ·  ·  ·  · │ 1  1  1  1 │ ·  ·  ·  · │ ·  ·  ·  · │     6    0 :  0    16   -",
		"├─ 6 ────────┼─ 7 ────────┼─ 8 ────────┼─ 9 ────────┤     7    8 :  8     0   =",
		"│ ·  ·  ·  · │ 1  2  1  2 │ ·  ·  ·  · │ ·  ·  ·  · │     8    0 :  0    16   -",
		"│ ·  ·  ·  · │ 1  2  1  2 │ ·  ·  ·  · │ ·  ·  ·  · │     9    0 :  0    16   -",
		"│ ·  ·  ·  · │ 1  2  1  2 │ ·  ·  ·  · │ ·  ·  ·  · │    10    0 :  0    16   -",
		"│ ·  ·  ·  · │ 1  2  1  2 │ ·  ·  ·  · │ ·  ·  ·  · │    11    0 :  0    16   -",
		"├─ 10 ───────┼─ 11 ───────┼─ 12 ───────┼─ 13 ───────┤    12    0 :  0    16   -",
		"│ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  ·  · │    13    0 :  2    14   -",
		"│ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  ·  · │  turn 0: 1 to 1 regions",
		"│ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  ·  · │",
		"│ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  ·  · │ ·  ·  22 2 │",
		"└────────────┴────────────┴────────────┴────────────┘",
	}
	got := strings.Split(strings.TrimRight(s.Board([]string{"hungry", "a-very-long-name-for-a-bot"}).String(), "\n"), "\n")
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

// TestBoardColours: a bot's colour, the darker the weaker the support.
func TestBoardColours(t *testing.T) {
	s := newMatch(t, people(`[1,1]`, map[Point]float64{{0, 0}: -0.1, {1, 0}: -0.5, {2, 0}: -1.5, {3, 0}: -2, {4, 0}: 2, {5, 0}: 1e300}))
	var backs []game.Color
	for _, span := range s.Board([]string{"a", "b"}).Lines[1] {
		if strings.ContainsAny(span.Text, "12") && len(backs) < 6 {
			backs = append(backs, span.Bg)
		}
	}
	one, two := game.SeatColor(0), game.SeatColor(1)
	want := []game.Color{darker(one, 30), darker(one, 48), darker(one, 70), one, two, two}
	if diff := cmp.Diff(want, backs); diff != "" {
		t.Errorf("backgrounds (-want +got):\n%s", diff)
	}
}

func TestBoardFitsATerminal(t *testing.T) {
	s := newMatch(t, `{"money":[1000000000,1000000000]}`)
	name := strings.Repeat("ñ", 100)
	names := []string{name, name}
	for _, line := range strings.Split(s.Board(names).String(), "\n") {
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	for _, tt := range []struct {
		end    string
		scores [seats]float64
		want   string
	}{
		{"turns", [seats]float64{0.5, 0.5}, "over: a draw"},
		{"election", [seats]float64{1, 0}, "alice is elected"},
		{"election", [seats]float64{0, 1}, "bob is elected"},
	} {
		s.end, s.scores = tt.end, tt.scores
		if out := s.Board([]string{"alice", "bob"}).String(); !strings.Contains(out, tt.want) {
			t.Errorf("the board does not say %q:\n%s", tt.want, out)
		}
	}
}
