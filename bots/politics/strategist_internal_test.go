package politics

import (
	"math"
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/games/politics"
)

// city is a match in which two seats make random moves; both sides of what is tested see it.
type city struct {
	game.State
	rng  *rand.Rand
	real politics.City
}

func newCity(t *testing.T, seed uint64) *city {
	t.Helper()
	opts, err := politics.Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := politics.Game{}.New(2, opts, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return &city{State: s, rng: rand.New(rand.NewPCG(seed, 0)), real: politics.NewCity()}
}

// move is a random move that a seat can make: campaigns of a few voters, at times something else.
func (c *city) move(seat int) politics.Action {
	r := c.rng
	from := politics.Point{X: r.IntN(16), Y: r.IntN(16)}
	a := politics.Action{Kind: politics.Campaign, From: from, To: politics.Point{X: min(16, from.X+1+r.IntN(6)), Y: min(16, from.Y+1+r.IntN(6))}}
	switch r.IntN(6) {
	case 0:
		a = politics.Action{Kind: politics.Bribe, From: from}
	case 1:
		list := redraws(politics.BlockOf(from).Corner())
		a = list[r.IntN(len(list))]
	}
	if c.Check(game.Seat(seat), a) != nil {
		return politics.Action{}
	}
	return a
}

// play plays a turn, in the match and in the city that nobody is shown.
func (c *city) play(t *testing.T, one, two politics.Action) {
	t.Helper()
	if err := c.Step([]game.Move{{Seat: 0, Action: one}, {Seat: 1, Action: two}}); err != nil {
		t.Fatal(err)
	}
	if redrawing(one) && redrawing(two) {
		one, two = politics.Action{}, politics.Action{}
	}
	c.real.Play([2]politics.Action{one, two})
}

// TestMix compares what a mix says of campaigns with campaigns that were played.
func TestMix(t *testing.T) {
	for seed := range uint64(10) {
		c := newCity(t, seed)
		for turn := 0; turn < 30 && c.End() == ""; turn++ {
			c.play(t, c.move(0), c.move(1))
			b := belief{me: 1, city: c.real}
			mine := c.move(1)
			m := newMix(b.after(mine, politics.Action{}), b.after(mine, wholeCity))
			from := politics.Point{X: c.rng.IntN(16), Y: c.rng.IntN(16)}
			area := politics.Area{X0: from.X, Y0: from.Y, X1: from.X + 1 + c.rng.IntN(16-from.X), Y1: from.Y + 1 + c.rng.IntN(16-from.Y)}
			regions := m.without
			m.after(area, &regions)
			want := b.after(mine, campaign(area))
			for i := range want.Regions.Len() {
				tally, got := want.Region(i), regions[i]
				if int(got.voters[0]) != tally.Voters[0] || int(got.voters[1]) != tally.Voters[1] ||
					math.Abs(got.abs-tally.Average*float64(16*m.blocks[i])) > 1e-9 {
					t.Fatalf("seed %d, turn %d, area %+v: region %d is %+v, want %+v", seed, turn, area, i, got, tally)
				}
			}
		}
	}
}

// TestAreas: every area of the size is visited once, and bounds leave out what does not meet them.
func TestAreas(t *testing.T) {
	const money = 30
	from, upTo := politics.Point{X: 5, Y: 3}, politics.Point{X: 8, Y: 9}
	for _, bounded := range []bool{false, true} {
		want := make(map[politics.Area]bool)
		for x0 := range 16 {
			for x1 := x0 + 1; x1 <= 16; x1++ {
				for y0 := range 16 {
					for y1 := y0 + 1; y1 <= 16; y1++ {
						a := politics.Area{X0: x0, Y0: y0, X1: x1, Y1: y1}
						inside := x0 < upTo.X && x1 > from.X && y0 < upTo.Y && y1 > from.Y
						if a.Size() <= money && (inside || !bounded) {
							want[a] = true
						}
					}
				}
			}
		}
		visit := func(a politics.Area) {
			if !want[a] {
				t.Fatalf("bounded %v: area %+v is not wanted, or visited twice", bounded, a)
			}
			delete(want, a)
		}
		if bounded {
			areas(money, from, upTo, visit)
		} else {
			areas(money, anywhereFrom, anywhereUpTo, visit)
		}
		if len(want) > 0 {
			t.Errorf("bounded %v: %d areas not visited", bounded, len(want))
		}
	}
}

// TestBelief follows random matches. Which of two moves that look alike was made it cannot know, so
// it is often wrong about single voters, but what is believed always agrees with what is shown.
func TestBelief(t *testing.T) {
	for seed := range uint64(20) {
		c := newCity(t, seed)
		me := int(seed % 2)
		b := belief{me: me}
		b.begin(c.Observe(game.Seat(me)).(*politics.View))
		for turn := 0; turn < 40 && c.End() == ""; turn++ {
			moves := [2]politics.Action{c.move(0), c.move(1)}
			c.play(t, moves[0], moves[1])
			if c.End() != "" {
				break
			}
			v := c.Observe(game.Seat(me)).(*politics.View)
			b.update(moves[me], v)
			for i := range v.Regions {
				tally := b.city.Region(i)
				if tally.Voters[me] != v.Regions[i].You || tally.Voters[1-me] != v.Regions[i].Opponent {
					t.Fatalf("seed %d, turn %d: region %d believed %+v, shown %+v", seed, turn, i, tally, v.Regions[i])
				}
			}
			if !sameRegions(&b.city.Regions, v) || b.city.Money[me] != v.Money {
				t.Fatalf("seed %d, turn %d: regions or money are not as shown", seed, turn)
			}
		}
	}
}

// TestBeliefOnTheGrid: campaigns in whole blocks that are regions are found out, whatever the bot
// did meanwhile.
func TestBeliefOnTheGrid(t *testing.T) {
	for seed := range uint64(20) {
		c := newCity(t, seed)
		me := int(seed % 2)
		b := belief{me: me}
		b.begin(c.Observe(game.Seat(me)).(*politics.View))
		for turn := 0; turn < 40 && c.End() == ""; turn++ {
			x, y := 4*c.rng.IntN(4), 4*c.rng.IntN(4)
			theirs := campaign(politics.Area{X0: x, Y0: y, X1: min(16, x+4+4*c.rng.IntN(2)), Y1: y + 4})
			if c.Check(game.Seat(1-me), theirs) != nil {
				theirs = politics.Action{}
			}
			mine := c.move(me)
			if redrawing(mine) { // in a large region one block can look like the other
				mine = politics.Action{}
			}
			moves := b.moves(mine, theirs)
			c.play(t, moves[0], moves[1])
			if c.End() != "" {
				break
			}
			if b.update(mine, c.Observe(game.Seat(me)).(*politics.View)); b.city != c.real || b.misses != 0 {
				t.Fatalf("seed %d, turn %d: after %v and %v misses %d, believed\n%+v, want\n%+v", seed, turn, mine, theirs, b.misses, b.city, c.real)
			}
		}
	}
}

// TestBeliefIsExact: moves that look like no other are found out to the last digit.
func TestBeliefIsExact(t *testing.T) {
	c := newCity(t, 1)
	b := belief{me: 0}
	b.begin(c.Observe(0).(*politics.View))
	at := func(x, y int) politics.Point { return politics.Point{X: x, Y: y} }
	turns := [][2]politics.Action{
		{{Kind: politics.Campaign, From: at(0, 0), To: at(8, 8)}, {Kind: politics.Campaign, From: at(4, 4), To: at(8, 12)}},
		{{Kind: politics.Merge, From: at(0, 0), To: at(4, 0)}, {Kind: politics.Campaign, From: at(4, 0), To: at(8, 8)}},
		{{Kind: politics.Campaign, From: at(4, 4), To: at(8, 8)}, {Kind: politics.Campaign, From: at(4, 4), To: at(8, 8)}},
		{{}, {Kind: politics.Unmerge, From: at(0, 12)}},
		{{Kind: politics.Unmerge, From: at(8, 8)}, {Kind: politics.Merge, From: at(12, 12), To: at(12, 8)}}, // cancelled
		{{}, {}},
	}
	for i, moves := range turns {
		c.play(t, moves[0], moves[1])
		b.update(moves[0], c.Observe(0).(*politics.View))
		if b.city != c.real || b.misses != 0 {
			t.Fatalf("turn %d: misses %d, believed\n%+v, want\n%+v", i+1, b.misses, b.city, c.real)
		}
	}
}

// BenchmarkAct is what a turn costs with the money of a few turns saved.
func BenchmarkAct(b *testing.B) {
	opts, err := politics.Game{}.Info().ParseOptions(nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		s, err := politics.Game{}.New(2, opts, nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		var bot Strategist
		first := bot.Act(s.Observe(0))
		if err := s.Step([]game.Move{{Seat: 0, Action: first}, {Seat: 1, Action: campaign(politics.Area{X0: 1, Y0: 1, X1: 15, Y1: 7})}}); err != nil {
			b.Fatal(err)
		}
		v := s.Observe(0)
		b.StartTimer()
		bot.Act(v)
	}
}
