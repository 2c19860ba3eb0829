package gomoku

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"koth/game"
)

// counts are what a walk through all games of some turns met.
type counts struct {
	games     int // of that many turns, or over before
	wins      int
	draws     int
	forbidden int // cells that renju forbade black on the way
}

func (c *counts) add(d counts) {
	c.games += d.games
	c.wins += d.wins
	c.draws += d.draws
	c.forbidden += d.forbidden
}

// perft walks through all games of some turns by the state itself.
func perft(t *testing.T, setup string, moves []game.Action, depth int) (c counts) {
	t.Helper()
	open := func() *state {
		st, err := Game{}.New(seats, nil, []byte(setup), rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		s := st.(*state)
		for _, m := range moves {
			if err := s.Step([]game.Move{{Seat: s.mover[0], Action: m}}); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	s := open()
	switch s.End() {
	case endFive:
		return counts{games: 1, wins: 1}
	case endFull, endBlocked:
		return counts{games: 1, draws: 1}
	}
	if depth == 0 {
		return counts{games: 1}
	}
	for y := range s.now.Board.Size() {
		for x := range s.now.Board.Size() {
			a := Move(Point{x, y})
			switch err := s.Check(s.mover[0], a); {
			case err == nil:
				c.add(perft(t, setup, append(moves[:len(moves):len(moves)], a), depth-1))
			case !errors.Is(err, game.ErrIllegal):
				t.Fatal(err)
			case s.now.Board.At(x, y) == Empty:
				c.forbidden++
			}
		}
	}
	return c
}

// perft walks through the same games by brute force.
func (b *brute) perft(r Rule, toMove Stone, depth int) (c counts) {
	var legal []Point
	full := true
	for y := range b.Size() {
		for x := range b.Size() {
			p := Point{x, y}
			switch {
			case !b.isEmpty(p):
			case r == Renju && toMove == Black && b.forbidden(p) != Allowed:
				full = false
				c.forbidden++
			default:
				full = false
				legal = append(legal, p)
			}
		}
	}
	if full || len(legal) == 0 {
		return counts{games: 1, draws: 1}
	}
	if depth == 0 {
		return counts{games: 1}
	}
	for _, p := range legal {
		b.Set(p.X, p.Y, toMove)
		if b.wins(r, p) {
			c.add(counts{games: 1, wins: 1})
		} else {
			c.add(b.perft(r, toMove.Other(), depth-1))
		}
		b.Set(p.X, p.Y, Empty)
	}
	return c
}

// TestPerft counts games by the rules and by brute force: from empty boards, from crowded ones
// where the next stones win, fill the board or are forbidden. The numbers that follow from
// arithmetic are written down.
func TestPerft(t *testing.T) {
	tests := []struct {
		name, rule, board string // X to move unless there are more X
		size, depth       int
		games             int // 0 for any
	}{
		{name: "empty", rule: "freestyle", size: 5, depth: 3, games: 25 * 24 * 23},
		{name: "empty, renju", rule: "renju", size: 6, depth: 2, games: 36 * 35},
		{name: "four in a row", rule: "freestyle", size: 5, depth: 2, board: "XXXX. OOOO. ..... ..... .....", games: 1 + 16*16},
		{name: "the last cells", rule: "freestyle", size: 5, depth: 3, board: "XOXOX OXOXO OXOXO XOXOX XO...", games: 6},
		{name: "six is nothing", rule: "standard", size: 6, depth: 2, board: "XXX.XX OOO.OO ...... ...... ...... ......", games: 26 * 25},
		{name: "six is forbidden", rule: "renju", size: 6, depth: 2, board: "XXX.XX OOO.OO ...... ...... ...... ......", games: 25 * 25},
		{name: "crowded more", rule: "renju", size: 8, depth: 2, board: "........ ..X..... ..X.XO.. ..O.X... .OXX..O. ..O.X... ..O..... ........"},
		{name: "crowded most", rule: "renju", size: 9, depth: 2, board: "......... ..X...O.. .XX.XX... ..X.X.... .OXX..O.. ..O.X.O.. ..O.X.... .O...O... ........."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			board := tt.board
			if board == "" {
				board = sketch(NewBoard(tt.size))
			}
			b, _ := parseSketch(t, board)
			rule, err := ParseRule(tt.rule)
			if err != nil {
				t.Fatal(err)
			}
			toMove := Black
			setup := fmt.Sprintf(`{"rule":"%s","board":"`, tt.rule)
			black := 0
			for y := range b.Size() {
				for x := range b.Size() {
					setup += string(letters[b.At(x, y)])
					if b.At(x, y) == Black {
						black++
					}
				}
			}
			if 2*black > b.Stones() {
				toMove = White
			}
			got := perft(t, setup+`"}`, nil, tt.depth)
			slow := brute{b}
			want := slow.perft(rule, toMove, tt.depth)
			if got != want {
				t.Errorf("%+v, by brute force %+v", got, want)
			}
			if tt.games != 0 && got.games != tt.games {
				t.Errorf("%d games, want %d", got.games, tt.games)
			}
			t.Logf("%+v", got)
		})
	}
}
