package gomoku

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"koth/game"
)

// open returns the opening position of a setup and settings.
func open(t *testing.T, setup string, settings ...string) *state {
	t.Helper()
	opts, err := Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Game{}.New(seats, opts, []byte(setup), rand.New(rand.NewPCG(7, 8)))
	if err != nil {
		t.Fatal(err)
	}
	return s.(*state)
}

// act plays actions as JSON, by whoever is to act; the last error of Check is returned.
func act(t *testing.T, s *state, actions ...string) error {
	t.Helper()
	for i, text := range actions {
		a, err := Game{}.ParseAction([]byte(text))
		if err != nil {
			return err
		}
		seat := s.ToAct()[0]
		if err := s.Check(seat, a); err != nil {
			if i < len(actions)-1 {
				t.Fatalf("action %d: %v", i, err)
			}
			return err
		}
		if err := s.Step([]game.Move{{Seat: seat, Action: a}}); err != nil {
			t.Fatal(err)
		}
	}
	return nil
}

func TestRows(t *testing.T) {
	tests := []struct {
		name, rule string
		board      string // "*" is where the last stone goes
		toMove     string
		want       string // the end; "" if the game goes on
	}{
		{"a row", "freestyle", "XXXX* OOOO. ..... ..... .....", "X", endFive},
		{"a column", "freestyle", "X.... X.... *.... X.... X....", "X", endFive},
		{"a diagonal", "freestyle", "X.... .X... ..X.. ...X. ....*", "X", endFive},
		{"the other diagonal", "freestyle", "....O ...O. ..*.. .O... O....", "O", endFive},
		{"four are not enough", "freestyle", "XXX*. ..... ..... ..... .....", "X", ""},
		{"no row around the edge", "freestyle", "...XX X*X.. ..... ..... .....", "X", ""},
		{"six, freestyle", "freestyle", "XX*XXX ...... ...... ...... ...... ......", "X", endFive},
		{"six, standard", "standard", "XX*XXX ...... ...... ...... ...... ......", "X", ""},
		{"six of white, standard", "standard", "OO*OOO ...... ...... ...... ...... ......", "O", ""},
		{"five and six at once, standard", "standard", "XX*XXX ..X... ..X... ..X... ..X... ......", "X", endFive},
		{"six of white, renju", "renju", "OO*OOO ...... ...... ...... ...... ......", "O", endFive},
		{"five of black, renju", "renju", "XX*XX. ...... ...... ...... ...... ......", "X", endFive},
		{"white may make a double four", "renju", "....... OOO*... ...O... ...O... ...O... ....... .......", "O", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, last := parseSketch(t, tt.board)
			setup, err := json.Marshal(map[string]any{"rule": tt.rule, "toMove": tt.toMove, "board": strings.Fields(sketch(b))})
			if err != nil {
				t.Fatal(err)
			}
			s := open(t, string(setup))
			mover := s.ToAct()[0]
			if want := map[string]game.Seat{"X": 0, "O": 1}[tt.toMove]; mover != want {
				t.Fatalf("seat %d moves %s, want %d", mover, tt.toMove, want)
			}
			if err := act(t, s, Put(last).String()); err != nil {
				t.Fatal(err)
			}
			if s.End() != tt.want {
				t.Fatalf("end %q, want %q", s.End(), tt.want)
			}
			if tt.want == endFive && (s.Scores()[mover] != 1 || s.Scores()[1-mover] != 0) {
				t.Errorf("scores %v, and seat %d made five", s.Scores(), mover)
			}
		})
	}
}

func TestDraws(t *testing.T) {
	s := open(t, `{"board":"XOXOXOXOXOOXOXOXOXOXXOXO.","toMove":"X"}`)
	if err := act(t, s, "[4,4]"); err != nil {
		t.Fatal(err)
	}
	if s.End() != endFull || !slices.Equal(s.Scores(), []float64{0.5, 0.5}) || len(s.ToAct()) != 0 {
		t.Errorf("end %q, scores %v, to act %v", s.End(), s.Scores(), s.ToAct())
	}
	// One empty cell, which would make six.
	s = open(t, `{"rule":"renju","board":["XXX.XX","OXOOXO","XOXOOX","OXOXOX","OXOXXO","XOXOXO"],"toMove":"X"}`)
	if s.End() != endBlocked || !slices.Equal(s.Scores(), []float64{0.5, 0.5}) {
		t.Errorf("end %q, scores %v, want a draw where all is forbidden", s.End(), s.Scores())
	}
}

func TestCheck(t *testing.T) {
	renju := `{"rule":"renju","board":["XXX.XX","......","......","......","......","......"],"toMove":"X"}`
	tests := []struct {
		name, setup, action string
		want                error
	}{
		{"empty cell", `{"moves":[[7,7]]}`, "[7,8]", nil},
		{"taken cell", `{"moves":[[7,7]]}`, "[7,7]", game.ErrIllegal},
		{"left of the board", "", "[-1,0]", game.ErrIllegal},
		{"right of the board", "", "[15,0]", game.ErrIllegal},
		{"below the board", "", "[0,15]", game.ErrIllegal},
		{"far off", "", "[999,-999]", game.ErrIllegal},
		{"farther than any", "", "[1000,0]", game.ErrMalformed},
		{"a small board", `{"size":5}`, "[5,5]", game.ErrIllegal},
		{"no whole number", "", "[1.5,2]", game.ErrMalformed},
		{"texts", "", `["1","2"]`, game.ErrMalformed},
		{"one number", "", "[1]", game.ErrMalformed},
		{"three numbers", "", "[1,2,3]", game.ErrMalformed},
		{"null", "", "null", game.ErrMalformed},
		{"nulls", "", "[null,1]", game.ErrMalformed},
		{"an object", "", `{"x":1,"y":2}`, game.ErrMalformed},
		{"two stones outside of swap2", "", "[[1,1],[2,2]]", game.ErrIllegal},
		{"a swap outside of swap2", "", `"swap"`, game.ErrIllegal},
		{"another word", "", `"SWAP"`, game.ErrMalformed},
		{"an overline in renju", renju, "[3,0]", game.ErrIllegal},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if err := act(t, open(t, tt.setup), tt.action); !errors.Is(err, tt.want) {
				t.Errorf("err = %v, want %v", err, tt.want)
			}
		})
	}
}

// TestFaultsLose: any fault, on any turn, of either seat.
func TestFaultsLose(t *testing.T) {
	for _, kind := range game.FaultKinds {
		for turn := range 4 {
			s := open(t, "")
			for i := range turn {
				if err := act(t, s, Put(Point{i, i}).String()); err != nil {
					t.Fatal(err)
				}
			}
			loser := s.ToAct()[0]
			moves := []game.Move{{Seat: loser, Fault: &game.Fault{Kind: kind}}}
			if err := s.Step(moves); err != nil {
				t.Fatal(err)
			}
			if s.End() != string(kind) || s.Scores()[loser] != 0 || s.Scores()[1-loser] != 1 || moves[0].Action != nil {
				t.Errorf("%s of seat %d: end %q, scores %v, carried out %v", kind, loser, s.End(), s.Scores(), moves[0].Action)
			}
		}
	}
}

func TestSwap2(t *testing.T) {
	const three = "[[7,7],[8,8],[6,6]]"
	tests := []struct {
		name    string
		actions []string
		black   game.Seat // who has black then
		toAct   game.Seat
	}{
		{"second puts a stone", []string{three, "[5,7]"}, 0, 0},
		{"second swaps", []string{three, `"swap"`}, 1, 0},
		{"second puts two, first puts a stone", []string{three, "[[5,7],[9,7]]", "[0,0]"}, 1, 1},
		{"second puts two, first swaps", []string{three, "[[5,7],[9,7]]", `"swap"`}, 0, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := open(t, "", "opening=swap2")
			if err := act(t, s, tt.actions...); err != nil {
				t.Fatal(err)
			}
			if s.now.Phase != PhaseMove || s.sides[Black] != tt.black || s.sides[White] != 1-tt.black || s.ToAct()[0] != tt.toAct {
				t.Errorf("phase %v, black has seat %d, white %d, to act %v", s.now.Phase, s.sides[Black], s.sides[White], s.ToAct())
			}
			if me := s.Observe(tt.toAct).(*View).Me; me != s.toMove {
				t.Errorf("seat %d to act is told that it is %v, and %v is to move", tt.toAct, me, s.toMove)
			}
			if me := s.Observe(1 - tt.toAct).(*View).Me; me != s.toMove.Other() {
				t.Errorf("the other is told that it is %v", me)
			}
		})
	}
	wrong := []struct {
		phase   string
		actions []string
	}{
		{"open", []string{"[7,7]"}},
		{"open", []string{`"swap"`}},
		{"open", []string{"[[7,7],[8,8]]"}},
		{"open", []string{"[[7,7],[8,8],[7,7]]"}},
		{"open", []string{"[[7,7],[8,8],[15,7]]"}},
		{"choose", []string{three, three}},
		{"choose", []string{three, "[7,7]"}},
		{"choose", []string{three, "[[0,0],[0,0]]"}},
		{"decide", []string{three, "[[5,7],[9,7]]", "[[0,0],[1,1]]"}},
		{"decide", []string{three, "[[5,7],[9,7]]", "[5,7]"}},
	}
	for _, tt := range wrong {
		s := open(t, "", "opening=swap2")
		if err := act(t, s, tt.actions...); !errors.Is(err, game.ErrIllegal) || s.now.Phase.String() != tt.phase {
			t.Errorf("%v: %v in phase %v, want an illegal action in phase %s", tt.actions, err, s.now.Phase, tt.phase)
		}
	}
	// A player who swaps and wins with the other colour has won.
	s := open(t, "", "opening=swap2")
	if err := act(t, s, "[[0,0],[14,0],[1,0]]", `"swap"`, "[14,2]", "[2,0]", "[14,4]", "[3,0]", "[14,6]", "[4,0]"); err != nil {
		t.Fatal(err)
	}
	if s.End() != endFive || s.Scores()[1] != 1 {
		t.Errorf("end %q, scores %v, want seat 1 to win with black", s.End(), s.Scores())
	}
}

// TestDefaultOpening is legal on all boards under all rules.
func TestDefaultOpening(t *testing.T) {
	for size := MinSize; size <= MaxSize; size++ {
		s := open(t, "", "opening=swap2", "rule=renju", "size="+strings.TrimSpace(string(fmtInt(size))))
		if err := s.Check(0, DefaultOpening(size)); err != nil {
			t.Errorf("size %d: %v", size, err)
		}
	}
}

func fmtInt(n int) []byte { b, _ := json.Marshal(n); return b }

// TestDrawnOpenings: they keep within their bounds, are legal, and come from the generator alone.
func TestDrawnOpenings(t *testing.T) {
	for _, tt := range []struct {
		opening            string
		least, most, field int
	}{
		{openingRandom, randomLeast, randomMost, randomField},
		{openingBalanced, 2, 6, 8}, // of boards of even size the middle is off the true one
	} {
		for size := MinSize; size <= MaxSize; size++ {
			opts := game.Options{optionSize: string(fmtInt(size)), optionRule: "renju", optionOpening: tt.opening}
			seen := map[string]bool{}
			for seed := range uint64(20) {
				a, err := Game{}.New(seats, opts, nil, rand.New(rand.NewPCG(seed, 0)))
				if err != nil {
					t.Fatal(err)
				}
				b, err := Game{}.New(seats, opts, nil, rand.New(rand.NewPCG(seed, 0)))
				if err != nil {
					t.Fatal(err)
				}
				opening := string(a.Chance())
				if opening != string(b.Chance()) {
					t.Fatalf("size %d, seed %d: two openings", size, seed)
				}
				seen[opening] = true
				stones := a.(*state).now.Stones
				if n := len(stones); n < tt.least || n > tt.most {
					t.Errorf("size %d, seed %d: %d stones", size, seed, n)
				}
				for _, p := range stones {
					if d := max(abs(2*p.X+1-size), abs(2*p.Y+1-size)); d > min(tt.field, size) {
						t.Errorf("size %d, seed %d: a stone on %v", size, seed, p.Point)
					}
				}
			}
			if size >= balancedLeastSize && len(seen) < 15 {
				t.Errorf("size %d: %d different openings of 20", size, len(seen))
			}
		}
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func abs(n int) int { return max(n, -n) }
