package gomoku

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// lines returns a board as plain text, without blanks at the end.
func lines(s *state, names ...string) []string {
	got := strings.Split(strings.TrimRight(s.Board(names).String(), "\n"), "\n")
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	return got
}

func TestBoardWithoutColours(t *testing.T) {
	s := open(t, `{"size":9,"moves":[[4,4],[0,0],[8,8]]}`)
	want := []string{
		"    a b c d e f g h i",
		" 1  ○─┬─┬─┬─┬─┬─┬─┬─┐    ●  a-very-long-name-fo…",
		" 2  ├─┼─┼─┼─┼─┼─┼─┼─┤    ○  second",
		" 3  ├─┼─┼─┼─┼─┼─┼─┼─┤",
		" 4  ├─┼─┼─┼─┼─┼─┼─┼─┤   freestyle, stone 3",
		" 5  ├─┼─┼─┼─●─┼─┼─┼─┤   last black at i9",
		" 6  ├─┼─┼─┼─┼─┼─┼─┼─┤   white to move",
		" 7  ├─┼─┼─┼─┼─┼─┼─┼─┤",
		" 8  ├─┼─┼─┼─┼─┼─┼─┼─┤",
		" 9  └─┴─┴─┴─┴─┴─┴─┴[●]",
	}
	if diff := cmp.Diff(want, lines(s, "a-very-long-name-for-a-bot", "second")); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

func TestBoardOfTheEnd(t *testing.T) {
	s := open(t, `{"size":5,"moves":[[0,0],[0,1],[1,0],[1,1],[2,0],[2,1],[3,0],[3,1]]}`)
	if err := act(t, s, "[4,0]"); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"    a b c d e",
		" 1  ●─●─●─●[●]   ●  one",
		" 2  ○─○─○─○─┤    ○  two",
		" 3  ├─┼─┼─┼─┤",
		" 4  ├─┼─┼─┼─┤   freestyle, stone 9",
		" 5  └─┴─┴─┴─┘   last black at e1",
		"                over: five, black wins",
	}
	if diff := cmp.Diff(want, lines(s, "one", "two")); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

// TestBoardFits: the largest board fits a terminal of 80 columns with its panel.
func TestBoardFits(t *testing.T) {
	s := open(t, "", "size=20", "opening=swap2")
	for _, line := range lines(s, strings.Repeat("x", 100), strings.Repeat("y", 100)) {
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}
