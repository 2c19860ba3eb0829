package blobs

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"koth/game"

	"github.com/google/go-cmp/cmp"
)

func TestBoardWithoutColours(t *testing.T) {
	s := place(t, "A 0 0 99.75", "B 4 4 1234", "A 8 8 0.25", "+ 1 1 9", "+ 7 3 15")
	s.scores[1] = 33.5
	want := []string{
		"turn 1, pellets 2, 8 more on turn 30",
		" 0 A100 ·    ·    ·    ·    ·    ·    ·    ·                   score blobs   has",
		" 1 ·    +9   ·    ·    ·    ·    ·    ·    ·     B a-very-lo…     34     1    1k",
		" 2 ·    ·    ·    ·    ·    ·    ·    ·    ·     A hungry          0     2   100",
		" 3 ·    ·    ·    ·    ·    ·    ·    +15  ·     C c               0     0     0",
		" 4 ·    ·    ·    ·    B1k  ·    ·    ·    ·     D d               0     0     0",
		" 5 ·    ·    ·    ·    ·    ·    ·    ·    ·",
		" 6 ·    ·    ·    ·    ·    ·    ·    ·    ·",
		" 7 ·    ·    ·    ·    ·    ·    ·    ·    ·",
		" 8 ·    ·    ·    ·    ·    ·    ·    ·    A1",
	}
	got := strings.Split(strings.TrimRight(s.Board([]string{"hungry", "a-very-long-name", "c", "d"}).String(), "\n"), "\n")
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

func TestBoardColours(t *testing.T) {
	s := place(t, "A 0 0 9", "B 1 0 8", "+ 1 1 9")
	want := map[string]game.Color{"A9": game.SeatColor(0), "B8": game.SeatColor(1)}
	for _, span := range s.Board([]string{"a", "b", "c", "d"}).Lines[1] {
		if want[span.Text] == span.Bg {
			delete(want, span.Text)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found on the first row: %v", want)
	}
}

// TestBoardFitsATerminal: 80 columns from 2 to 1000 families, and all families of a usual field.
func TestBoardFitsATerminal(t *testing.T) {
	for _, n := range []int{2, 6, 20, 24, 44, 45, 200, 1000} {
		s := newCrowd(t, n, `{}`)
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("ñ%d-and-so-on", i)
		}
		out := s.Board(names).String()
		for _, line := range strings.Split(out, "\n") {
			if width := utf8.RuneCountInString(line); width > lineWidth {
				t.Errorf("%d families: %d columns: %q", n, width, line)
			}
		}
		for i := range min(n, maxRows) {
			if !strings.Contains(out, names[i][:4]) {
				t.Errorf("%d families: no line for %s", n, names[i])
			}
		}
	}
}
