package tokens

import (
	"strings"
	"testing"
	"unicode/utf8"

	"koth/game"

	"github.com/google/go-cmp/cmp"
)

func TestBoardWithoutColours(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[1,1],"tokens":[[1,1,"R",3],[0,0,"G",1],[4,3,"B",2],[1,4,"R",2],[2,1,"R",1]]}`)
	play(t, s, "ER R- EL -L U-")
	want := []string{
		"     0   1   2   3   4  1 hungry",
		" 0  G1   · 1 ·   ·   ·    score 5",
		" 1   ·2  ·   ·   ·   ·    bonus 1  red",
		" 2   ·   ·   ·   ·   ·",
		" 3   ·   ·   ·   ·  B2  2 a-very-long-n…",
		" 4   ·  R2   ·   ·   ·    score 0",
		"                          bonus 0 -",
		"",
		"                        tokens left 3",
		"                        idle 5 of 20",
		"                        player 1 to move",
	}
	got := strings.Split(strings.TrimRight(s.Board([]string{"hungry", "a-very-long-name-for-a-bot"}).String(), "\n"), "\n")
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

func TestBoardColours(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[1,0],"tokens":[[1,0,"R",3],[0,0,"G",1]]}`)
	line := s.Board([]string{"a", "b"}).Lines[1]
	want := map[string]game.Color{"1": game.SeatColor(0), "R3": "#ff0000", "2": game.SeatColor(1), "G1": "#00ff00"}
	for _, span := range line { // both players and a token on one cell, a token on another
		if back, ok := want[span.Text]; ok && span.Bg == back {
			delete(want, span.Text)
		}
	}
	if len(want) > 0 {
		t.Errorf("not found on the first row: %v\nrow: %v", want, line)
	}
}

func TestBoardFitsATerminal(t *testing.T) {
	s := newMatch(t, `{"size":15,"start":[14,14],"tokens":[[14,14,"G",3]]}`)
	name := strings.Repeat("ñ", 100)
	for _, line := range strings.Split(s.Board([]string{name, name}).String(), "\n") {
		if n := utf8.RuneCountInString(line); n > 80 {
			t.Errorf("%d columns: %q", n, line)
		}
	}
	play(t, s, "E")
	if out := s.Board([]string{name, name}).String(); !strings.Contains(out, "over: tokens") {
		t.Errorf("the board does not say that the match is over:\n%s", out)
	}
}
