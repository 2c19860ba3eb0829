package gomoku

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/game"
)

func TestSetup(t *testing.T) {
	board := strings.Repeat(".", 24) + "X"
	tests := []struct {
		name, setup, opening string
		toAct                game.Seat
	}{
		{"nothing", `{}`, `{"size":15,"rule":"freestyle","moves":[]}`, 0},
		{"size", `{"size":20}`, `{"size":20,"rule":"freestyle","moves":[]}`, 0},
		{"moves", `{"moves":[[7,7],[8,8],[6,6]],"rule":"renju"}`, `{"size":15,"rule":"renju","moves":[[7,7],[8,8],[6,6]]}`, 1},
		{"no moves", `{"moves":[]}`, `{"size":15,"rule":"freestyle","moves":[]}`, 0},
		{"board, white to move", `{"board":"` + board + `"}`, `{"size":5,"rule":"freestyle","board":"` + board + `","toMove":"O"}`, 1},
		{"board, black again", `{"board":"` + board + `","toMove":1}`, `{"size":5,"rule":"freestyle","board":"` + board + `","toMove":"X"}`, 0},
		{"board as rows", `{"board":[".....",".....",".....",".....","....X"],"toMove":-1,"size":5}`, `{"size":5,"rule":"freestyle","board":"` + board + `","toMove":"O"}`, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, tt.setup)
			if s.ToAct()[0] != tt.toAct {
				t.Errorf("seat %d moves, want %d", s.ToAct()[0], tt.toAct)
			}
			if got := string(s.Chance()); got != tt.opening {
				t.Errorf("opening %s, want %s", got, tt.opening)
			}
		})
	}
}

// TestSetupOrder: stones of a given board are listed so that colours alternate up to the side to
// move, as long as they can.
func TestSetupOrder(t *testing.T) {
	s := open(t, `{"board":["XXX..","OO...",".....",".....","....."]}`)
	want := "[{0,0 black} {0,1 white} {1,0 black} {1,1 white} {2,0 black}]"
	if got := describe(s.now.Stones); got != want {
		t.Errorf("stones %s, want %s", got, want)
	}
	s = open(t, `{"board":["XXX..","O....",".....",".....","....."],"toMove":"X"}`)
	want = "[{0,0 black} {1,0 black} {2,0 black} {0,1 white}]"
	if got := describe(s.now.Stones); got != want {
		t.Errorf("stones %s, want %s", got, want)
	}
}

func describe(stones []Placed) string {
	var words []string
	for _, s := range stones {
		words = append(words, "{"+s.Point.String()+" "+s.Stone.String()+"}")
	}
	return "[" + strings.Join(words, " ") + "]"
}

func TestSetupErrors(t *testing.T) {
	tests := []struct {
		name, setup string
		want        []string // in the text: the member and the value
	}{
		{"unknown member", `{"sise":5}`, []string{`"sise"`, "toMove"}},
		{"size too small", `{"size":4}`, []string{"size", "4", "5 to 20"}},
		{"size too big", `{"size":21}`, []string{"size", "21"}},
		{"size null", `{"size":null}`, []string{"size", "null"}},
		{"rule", `{"rule":"caro"}`, []string{"rule", "caro", "renju"}},
		{"rule number", `{"rule":4}`, []string{"rule", "4"}},
		{"board no square", `{"board":"......"}`, []string{"board", "6 cells"}},
		{"board and size", `{"size":6,"board":"` + strings.Repeat(".", 25) + `"}`, []string{"board", "size 5", "size is 6"}},
		{"board letter", `{"board":"` + strings.Repeat("x", 25) + `"}`, []string{"board", "cell 0", "'x'"}},
		{"board rows", `{"board":["...",".."]}`, []string{"board", "row 0"}},
		{"board and moves", `{"moves":[],"board":"` + strings.Repeat(".", 25) + `"}`, []string{"moves", "board"}},
		{"toMove", `{"toMove":"black"}`, []string{"toMove", "black"}},
		{"toMove alone", `{"toMove":"X"}`, []string{"toMove", "board"}},
		{"moves no list", `{"moves":{}}`, []string{"moves", "{}"}},
		{"moves null", `{"moves":null}`, []string{"moves", "null"}},
		{"move no point", `{"moves":[[1,1],[2]]}`, []string{"moves[1]", "[2]"}},
		{"move off the board", `{"moves":[[15,1]]}`, []string{"moves[0]", "15,1", "size 15"}},
		{"move on a stone", `{"moves":[[1,1],[1,1]]}`, []string{"moves[1]", "1,1", "taken"}},
		{"move forbidden", `{"rule":"renju","moves":[[7,6],[0,0],[7,8],[0,2],[6,7],[0,4],[8,7],[0,6],[7,7]]}`, []string{"moves[8]", "7,7", "double three"}},
		{"moves win", `{"moves":[[0,0],[0,1],[1,0],[1,1],[2,0],[2,1],[3,0],[3,1],[4,0]]}`, []string{"moves[8]", "4,0", "wins"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Game{}.New(seats, nil, []byte(tt.setup), rand.New(rand.NewPCG(1, 2)))
			if !errors.Is(err, game.ErrSetup) || s != nil {
				t.Fatalf("New = %v, %v, want ErrSetup", s, err)
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q does not name %s", err, part)
				}
			}
		})
	}
}

func FuzzSetup(f *testing.F) {
	f.Add([]byte(`{"size":5,"rule":"renju","moves":[[0,0],[1,1]]}`))
	f.Add([]byte(`{"board":["X....",".....",".....",".....","....O"],"toMove":"O"}`))
	f.Add([]byte(`{"toMove":1,"board":"........................."}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Game{}.New(seats, nil, data, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			if !errors.Is(err, game.ErrSetup) || s != nil {
				t.Fatalf("New with setup %q = %v, %v", data, s, err)
			}
			return
		}
		opening := s.Chance()
		again, err := Game{}.New(seats, nil, opening, rand.New(rand.NewPCG(3, 4)))
		if err != nil {
			t.Fatalf("setup %q opens as %s, which is refused: %v", data, opening, err)
		}
		if got := again.Chance(); string(got) != string(opening) {
			t.Errorf("opening %s given as setup comes back as %s", opening, got)
		}
	})
}

func FuzzParseAction(f *testing.F) {
	f.Add([]byte(`[7,7]`))
	f.Add([]byte(`[[7,7],[8,8],[6,6]]`))
	f.Add([]byte(` "swap" `))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Game{}.ParseAction(data)
		if err != nil {
			if a != nil || !errors.Is(err, game.ErrMalformed) {
				t.Errorf("ParseAction(%q) = %v, %v", data, a, err)
			}
			return
		}
		if again, err := (Game{}).ParseAction(a.AppendJSON(nil)); err != nil || again != a {
			t.Errorf("ParseAction(%q) = %v, and again %v, %v", data, a, again, err)
		}
	})
}
