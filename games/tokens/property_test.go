package tokens

import (
	"errors"
	"math/rand/v2"
	"testing"

	"koth/game"

	"pgregory.net/rapid"
)

// run is a run of one colour that a player is in.
type run struct {
	color  Color
	length int
	points int // without the bonus
	score  int // of the player before it
}

// TestProperties plays drawn boards with drawn actions and looks at each turn from outside.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		hungry := rapid.IntRange(0, 10).Draw(t, "hungry") // of ten turns on a token, how many eat it
		st, err := Game{}.New(seats, nil, nil, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		s := st.(*state)
		rng := rand.New(rand.NewPCG(seed, 1))
		var runs [seats]run
		for turn := 0; s.End() == ""; turn++ {
			if turn == maxTurns(s.now.Size) {
				t.Fatalf("size %d: not over after %d turns", s.now.Size, turn)
			}
			before := s.now
			seat := s.ToAct()[0]
			if want := game.Seat(turn % 2); seat != want {
				t.Fatalf("turn %d: seat %d to act, want %d", turn, seat, want)
			}
			action := Action(rng.IntN(int(actions)))
			p := before.Players[seat]
			if before.Tokens[p.X][p.Y] != (Token{}) && rng.IntN(10) < hungry {
				action = Eat
			}
			if err := s.Step([]game.Move{{Seat: seat, Action: action}}); err != nil {
				t.Fatal(err)
			}
			checkTurn(t, before, s.now, seat, &runs[seat])
		}
		if last := s.now.list; (s.End() == "tokens") != (len(last) == 0) {
			t.Fatalf("end %q with %d tokens left", s.End(), len(last))
		}
	})
}

// checkTurn compares the board before and after a turn of seat.
func checkTurn(t *rapid.T, before, after View, seat game.Seat, r *run) {
	if before.Players[1-seat] != after.Players[1-seat] {
		t.Fatalf("the waiting player changed from %+v to %+v", before.Players[1-seat], after.Players[1-seat])
	}
	was, is := before.Players[seat], after.Players[seat]
	if dx, dy := is.X-was.X, is.Y-was.Y; dx*dx+dy*dy > 1 {
		t.Fatalf("a step from %d,%d to %d,%d", was.X, was.Y, is.X, is.Y)
	}
	if is.X < 0 || is.X >= after.Size || is.Y < 0 || is.Y >= after.Size {
		t.Fatalf("off the board at %d,%d", is.X, is.Y)
	}
	eaten := Token{}
	for x := range MaxSize {
		for y := range MaxSize {
			old, now := before.Tokens[x][y], after.Tokens[x][y]
			switch {
			case old == now:
			case now != (Token{}) || eaten != (Token{}) || x != was.X || y != was.Y:
				t.Fatalf("the token at %d,%d changed from %v to %v, seen from %d,%d", x, y, old, now, was.X, was.Y)
			default:
				eaten = old
			}
		}
	}
	if eaten == (Token{}) {
		if is.Score != was.Score || is.ColorBonus != was.ColorBonus || is.LastColor != was.LastColor {
			t.Fatalf("nothing eaten, but %+v became %+v", was, is)
		}
		return
	}
	if eaten.Color != r.color {
		*r = run{color: eaten.Color, score: was.Score}
	}
	r.length++
	r.points += int(eaten.Points)
	m := r.length
	if want := r.score + r.points + m*(m-1)/2; is.Score != want { // rules, Eating
		t.Fatalf("%d in a row of %v: score %d, want %d", m, r.color, is.Score, want)
	}
	if is.ColorBonus != m-1 || is.LastColor != r.color {
		t.Fatalf("%d in a row of %v: bonus %d, last colour %v", m, r.color, is.ColorBonus, is.LastColor)
	}
}

func FuzzParseAction(f *testing.F) {
	f.Add([]byte(`"UP"`))
	f.Add([]byte(` "\u0045AT" `))
	f.Add([]byte(`null`))
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

func FuzzParseAnswer(f *testing.F) {
	f.Add([]byte{0})
	f.Add([]byte{6})
	f.Add([]byte("UP"))
	s := newMatch(f, `{"size":5,"start":[0,0],"tokens":[[4,4,"R",1]]}`)
	f.Fuzz(func(t *testing.T, answer []byte) {
		a, err := Game{}.JavaScript(0).ParseAnswer(s.Observe(0), answer)
		if err != nil {
			if a != nil || !errors.Is(err, game.ErrMalformed) {
				t.Errorf("ParseAnswer(%q) = %v, %v", answer, a, err)
			}
			return
		}
		if err := s.Check(0, a); err != nil {
			t.Errorf("ParseAnswer(%q) = %v, which Check refuses: %v", answer, a, err)
		}
	})
}
