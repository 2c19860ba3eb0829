package politics

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"koth/game"

	"pgregory.net/rapid"
)

// TestProperties plays random moves, possible or not, and looks at each turn from outside.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		city := NewCity()
		city.Money = [seats]int{rng.IntN(400), rng.IntN(400)}
		city.Variant = rapid.SampledFrom([]Variant{Controller, Post}).Draw(t, "variant")
		s := newState(city, 60, false)
		for s.End() == "" {
			before := s.city
			moves := make([]game.Move, seats)
			for i := range moves {
				moves[i] = wish(rng, s, game.Seat(i))
			}
			if err := s.Step(moves); err != nil {
				t.Fatal(err)
			}
			checkTurn(t, &before, s, moves)
		}
		if s.scores[0]+s.scores[1] != 1 {
			t.Fatalf("scores %v", s.scores)
		}
	})
}

// wish is any move of good form, as a match hands it to the rules.
func wish(rng *rand.Rand, s *state, seat game.Seat) game.Move {
	m := game.Move{Seat: seat}
	a := anyAction(rng)
	if rng.IntN(4) > 0 { // the moves that can be paid more often
		a.To = Point{min(a.From.X+rng.IntN(5), Size-1), min(a.From.Y+rng.IntN(5), Size-1)}
	}
	if s.Check(seat, a) != nil {
		m.Fault, m.Refused = &game.Fault{Kind: game.FaultIllegal}, a
	} else {
		m.Action = a
	}
	return m
}

// checkTurn compares the position before and after a turn with what the moves allow.
func checkTurn(t *rapid.T, before *City, s *state, moves []game.Move) {
	after := &s.city
	var list []Block
	for i := range after.Regions.Len() {
		blocks := after.Regions.Blocks(i)
		if len(blocks) == 0 {
			t.Fatalf("region %d is empty", i)
		}
		for _, b := range blocks {
			if after.Regions.Of(b) != i {
				t.Fatalf("block %v is in region %d and in %d", b.Corner(), i, after.Regions.Of(b))
			}
		}
		list = append(list, blocks...)
	}
	slices.Sort(list)
	if len(list) != Blocks || len(slices.Compact(list)) != Blocks {
		t.Fatalf("the regions are no partition of the blocks: %v", list)
	}
	bribes := 0
	for i, m := range moves {
		price := 0
		if m.Action != nil {
			a := m.Action.(Action)
			price = before.Price(a)
			if a.Kind == Bribe {
				bribes++
			}
		}
		if after.Money[i] != before.Money[i]+income-price || after.Money[i] < income {
			t.Fatalf("%v of %d dollars leaves %d", m.Action, before.Money[i], after.Money[i])
		}
	}
	for b := range Blocks {
		bribes -= after.Bribes[b] - before.Bribes[b]
	}
	if bribes != 0 {
		t.Fatalf("%d bribes too few counted", bribes)
	}
	checkVoters(t, before, after, moves)
	checkTallies(t, s)
}

// checkVoters checks that only voters in a campaign or bribed have changed, and how far.
func checkVoters(t *rapid.T, before, after *City, moves []game.Move) {
	for x := range Size {
		for y := range Size {
			limit := 0.0
			for _, m := range moves {
				a, ok := m.Action.(Action)
				switch area := a.Area(); {
				case !ok:
				case a.Kind == Bribe && a.From == (Point{x, y}):
					limit += math.Abs(3.5 - 0.15*float64(before.Bribes[BlockOf(a.From)]))
				case a.Kind == Campaign && x >= area.X0 && x < area.X1 && y >= area.Y0 && y < area.Y1:
					limit += 0.2 + 0.25
				}
			}
			if d := math.Abs(after.Support[x][y] - before.Support[x][y]); d > limit+1e-9 {
				t.Fatalf("voter %d,%d changed by %v in a turn of %v and %v", x, y, d, moves[0].Action, moves[1].Action)
			}
		}
	}
}

// checkTallies counts the city's voters in three ways.
func checkTallies(t *rapid.T, s *state) {
	whole := s.city.Area(Area{0, 0, Size, Size})
	var sum Tally
	for i := range s.city.Regions.Len() {
		r := s.tallies[i]
		n := blockVoters * len(s.city.Regions.Blocks(i))
		if r.Neutral+r.Voters[0]+r.Voters[1] != n {
			t.Fatalf("region %d of %d voters: %+v", i, n, r)
		}
		sum.Neutral += r.Neutral
		sum.Voters[0] += r.Voters[0]
		sum.Voters[1] += r.Voters[1]
		sum.Average += r.Average * float64(n) / (Size * Size)
	}
	if math.Abs(sum.Average-whole.Average) > 1e-9 {
		t.Fatalf("average of the regions %v, of the city %v", sum.Average, whole.Average)
	}
	if sum.Average = whole.Average; sum != whole {
		t.Fatalf("the regions together %+v, the city %+v", sum, whole)
	}
	one, two := s.Observe(0).(*View), s.Observe(1).(*View)
	for i := range one.Regions {
		a, b := one.Regions[i].Counts, two.Regions[i].Counts
		if a.You != b.Opponent || a.Opponent != b.You || a.Neutral != b.Neutral || a.Average != b.Average {
			t.Fatalf("region %d looks like %+v and %+v", i, a, b)
		}
	}
}

// TestSeatsAreEquivalent: a match with the seats exchanged is the same one with all signs turned,
// up to the rounding of cancelled campaigns. Without overlap not even that.
func TestSeatsAreEquivalent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		a, b := NewCity(), NewCity()
		for range 30 {
			moves := [seats]Action{{Kind: Campaign}, {Kind: Campaign}}
			for i := range moves { // one in the left half, one in the right
				moves[i].From = Point{8*i + rng.IntN(8), rng.IntN(Size)}
				moves[i].To = Point{8*i + rng.IntN(9), rng.IntN(Size + 1)}
				if rng.IntN(4) == 0 {
					moves[i].Kind = Bribe
				}
			}
			a.Play(moves)
			b.Play([seats]Action{moves[1], moves[0]})
		}
		for x := range Size {
			for y := range Size {
				if a.Support[x][y] != -b.Support[x][y] {
					t.Fatalf("voter %d,%d: %v and %v", x, y, a.Support[x][y], b.Support[x][y])
				}
			}
		}
	})
}

func FuzzParseAction(f *testing.F) {
	for _, seed := range []string{`["campaign",[0,0],[16,16]]`, `["bribe",[3,7]]`, `null`, `["poll",[1,1]]`, `["merge",[0,0],[4,16]]`, `[]`, `["wait"]`} {
		f.Add([]byte(seed))
	}
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
	for _, seed := range [][]byte{{0}, {1, 0, 0, 16, 16}, {3, 3, 7}, {4, 0, 0, 16, 0}, {6}, []byte("bribe")} {
		f.Add(seed)
	}
	s := newMatch(f, `{"money":[100000,100000]}`)
	f.Fuzz(func(t *testing.T, answer []byte) {
		a, err := Game{}.JavaScript(0).ParseAnswer(s.Observe(0), answer)
		if err != nil {
			if a != nil || !errors.Is(err, game.ErrMalformed) {
				t.Errorf("ParseAnswer(%q) = %v, %v", answer, a, err)
			}
			return
		}
		if err := s.Check(0, a); err != nil && !errors.Is(err, game.ErrIllegal) {
			t.Errorf("ParseAnswer(%q) = %v, which Check refuses: %v", answer, a, err)
		}
		if again, err := (Game{}).ParseAction(a.AppendJSON(nil)); err != nil || again != a {
			t.Errorf("ParseAnswer(%q) = %v, which as JSON is %v, %v", answer, a, again, err)
		}
	})
}
