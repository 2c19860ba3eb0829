package pacman

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"koth/game"

	"github.com/google/go-cmp/cmp"
)

func TestBoard(t *testing.T) {
	s := scene{
		players: [][2]int{{1, 1}},
		ghosts:  []placedAt{{Inky, 3, 2}},
		fill:    pellet,
		items:   map[[2]int]byte{{0, 0}: power, {2, 0}: fruit, {1, 1}: nothing, {4, 4}: nothing},
		walls:   []wallAt{{0, 0, North}, {0, 0, West}, {0, 0, East}, {1, 1, North}, {1, 1, East}, {2, 2, West}, {2, 2, South}},
	}.open(t)
	want := []string{
		"turn 1 of 500, 96 pellets",
		"┌─┐                 ╷ 1 a-long-name…     0",
		"│●│· ♦ · · · · · · ·│",
		"╵ └─┐               ╵ Blinky Pinky Inky Clyde",
		" · 1│· ∩ · · · · · ·  ● power ♦ fruit · pellet",
		"    │",
		" · ·│· · · · · · · ·",
		"    └─╴",
		" · · · · · · · · · ·",
		"",
		" · · · ·   · · · · ·",
	}
	got := strings.Split(s.Board([]string{"a-long-name-for-a-bot"}).String(), "\n")
	for i := range got {
		got[i] = strings.TrimRight(got[i], " ")
	}
	if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
		t.Errorf("board (-want +got):\n%s", diff)
	}
}

// TestBoardColours: who is who, and how.
func TestBoardColours(t *testing.T) {
	s := scene{players: [][2]int{{1, 1}, {3, 3}, {5, 5}, {7, 7}}, ghosts: []placedAt{{Clyde, 9, 9}}}.open(t)
	s.pacs[1].invincible = 4
	s.dying = append(s.dying[:0], 2)
	s.die()
	s.terminate(3)
	b := s.Board([]string{"a", "b", "c", "d"})
	want := []game.Span{
		{Text: "1", Fg: black, Bg: game.SeatColor(0), Bold: true},
		{Text: "2", Fg: black, Bg: shining, Bold: true},
		{Text: "3", Fg: game.SeatColor(2), Bg: caught, Bold: true},
		{Text: "∩", Fg: ghostColors[Clyde], Bold: true},
		{Text: " +4 ", Fg: white, Bold: true},
		{Text: " off", Fg: dim},
	}
	for _, line := range b.Lines {
		want = slices.DeleteFunc(want, func(span game.Span) bool { return slices.Contains(line, span) })
	}
	if len(want) > 0 {
		t.Errorf("not on the board: %+v\n%s", want, b)
	}
}

// TestBoardFitsATerminal: 80 columns are enough for any number of players; at 27 squares a side the
// table stands beside the maze, whose walls are all there.
func TestBoardFitsATerminal(t *testing.T) {
	for _, n := range []int{1, 2, 4, 7, 8, 12, 15, 16, 40, 64, 65, 100} {
		st, err := Game{}.New(n, defaults(t), nil, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		s := st.(*state)
		names := make([]string, n)
		for i := range names {
			names[i] = strings.Repeat("ñ", 5+i)
		}
		text := s.Board(names).String()
		lines := strings.Split(text, "\n")
		for _, line := range lines {
			if width := utf8.RuneCountInString(line); width > 80 {
				t.Errorf("%d players: %d columns: %q", n, width, line)
			}
		}
		if walls := strings.ContainsAny(text, "│─"); walls != (sideFor(n) <= 39) {
			t.Errorf("%d players: walls drawn: %t", n, walls)
		}
		if beside := len(lines) <= 2*sideFor(n)+3; n <= 7 && n > 1 && !beside {
			t.Errorf("%d players: %d lines", n, len(lines))
		}
		for i := range n {
			if !strings.Contains(text, fmt.Sprintf("%s ", sign(game.Seat(i)))) {
				t.Errorf("player %d of %d is not in the table", i, n)
			}
		}
	}
}

func TestBoardSaysTheEnd(t *testing.T) {
	s := scene{players: [][2]int{{1, 1}}}.open(t)
	s.do(t, "t")
	if out := s.Board([]string{"a"}).String(); !strings.Contains(out, "over after 1 turns: dead") {
		t.Errorf("the board does not say that the game is over:\n%s", out)
	}
}
