package blobs

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"koth/game"

	"pgregory.net/rapid"
)

// TestProperties plays drawn rounds with drawn actions and looks at each turn from outside.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(minSeats, 20).Draw(t, "families")
		seed := rapid.Uint64().Draw(t, "seed")
		opts, err := Game{}.Info().ParseOptions([]string{"vision=" + rapid.SampledFrom([]string{"taxi", "euclid", "square"}).Draw(t, "vision")})
		if err != nil {
			t.Fatal(err)
		}
		st, err := Game{}.New(n, opts, nil, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		s := st.(*state)
		rng := rand.New(rand.NewPCG(seed, 1))
		born := make(map[int32]bool)
		for s.End() == "" {
			if s.turn > turnBound(n) {
				t.Fatalf("not over after %d turns", s.turn)
			}
			before := tally(s)
			var moves []game.Move
			for _, seat := range s.ToAct() {
				moves = append(moves, game.Move{Seat: seat, Action: randomAction(rng, s.Observe(seat))})
			}
			quantity, costs := s.quantity, leastCosts(s, moves)
			if err := s.Step(moves); err != nil {
				t.Fatal(err)
			}
			wave := s.turn%WavePeriod == 0 && quantity > 0 && s.End() == ""
			if wave != (s.quantity < quantity) {
				t.Fatalf("turn %d: waves of %d, then %d pellets", s.turn, quantity, s.quantity)
			}
			checkMap(t, s)
			checkEnergy(t, before, tally(s), costs, wave)
			for i := range s.blobs { // a UID is somebody's, or new
				born[s.blobs[i].uid] = true
			}
		}
		if len(born) < n {
			t.Fatalf("%d UIDs of %d families", len(born), n)
		}
		if alive := families(s); (s.End() == "family") != (alive == 1) || (s.End() == "nobody") != (alive == 0) {
			t.Fatalf("end %q with %d families", s.End(), alive)
		}
	})
}

// sums are the totals of a position.
type sums struct {
	blobs, pellets, scores float64
	scoreOf                []float64
}

func tally(s *state) sums {
	var out sums
	for i := range s.blobs {
		out.blobs += s.blobs[i].energy
	}
	for i := range s.arena.cells {
		out.pellets += float64(s.arena.cells[i].pellet.energy())
	}
	for _, v := range s.scores {
		out.scores += v
	}
	out.scoreOf = append(out.scoreOf, s.scores...)
	return out
}

func families(s *state) int {
	alive := make(map[int32]bool)
	for i := range s.blobs {
		alive[s.blobs[i].family] = true
	}
	return len(alive)
}

// checkMap: the list and the map agree, no two blobs share a cell, no pellet lies under one, UIDs
// differ, and all that live have energy.
func checkMap(t *rapid.T, s *state) {
	uids := make(map[int32]bool)
	for i := range s.blobs {
		b := &s.blobs[i]
		if !s.arena.has(int(b.x), int(b.y)) {
			t.Fatalf("turn %d: off the map: %+v", s.turn, b)
		}
		if c := s.cell(b); c.blob != int32(i)+1 || c.pellet != 0 {
			t.Fatalf("turn %d: cell %+v under blob %d: %+v", s.turn, c, i, b)
		}
		if b.energy <= 0 || math.IsInf(b.energy, 0) || uids[b.uid] || b.uid < 1 || b.uid > MaxUID {
			t.Fatalf("turn %d: %+v", s.turn, b)
		}
		uids[b.uid] = true
	}
	blobs, pellets := 0, 0
	for i := range s.arena.cells {
		if s.arena.cells[i].blob != 0 {
			blobs++
		}
		if s.arena.cells[i].pellet != 0 {
			pellets++
		}
	}
	if blobs != len(s.blobs) || pellets != s.pellets {
		t.Fatalf("turn %d: %d of %d blobs and %d of %d pellets on the map", s.turn, blobs, len(s.blobs), pellets, s.pellets)
	}
}

// leastCosts returns what a turn costs at least: 0.25 for each blob, but less for one that has less
// (its debt dies with it) and nothing for one that wants to split (it may be eaten before).
func leastCosts(s *state, moves []game.Move) float64 {
	sum := 0.0
	for _, m := range moves {
		for k, index := range s.family(m.Seat) {
			if (*m.Action.(*Action))[k].Kind != Split {
				sum += min(StandCost, s.blobs[index].energy)
			}
		}
	}
	return sum
}

// checkEnergy: no energy comes from nowhere. What blobs and pellets hold together falls on every
// turn by the costs at least, unless a wave comes; scores never fall.
func checkEnergy(t *rapid.T, before, after sums, costs float64, wave bool) {
	if !wave {
		lost := before.blobs + before.pellets - after.blobs - after.pellets
		if lost < costs-1e-6 {
			t.Fatalf("blobs and pellets had %g and %g, then %g and %g: less than the costs of %g", before.blobs, before.pellets, after.blobs, after.pellets, costs)
		}
		if eaten := before.pellets - after.pellets; after.scores-before.scores < eaten-1e-6 {
			t.Fatalf("pellets of %g were eaten, but the scores rose by %g", eaten, after.scores-before.scores)
		}
	}
	for i := range after.scoreOf {
		if after.scoreOf[i] < before.scoreOf[i] {
			t.Fatalf("the score of family %d fell from %g to %g", i, before.scoreOf[i], after.scoreOf[i])
		}
	}
}

// TestEnergyBalance: where blobs only move and stand, on cells of their own, each unit of energy is
// accounted for.
func TestEnergyBalance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		opts, err := Game{}.Info().ParseOptions(nil)
		if err != nil {
			t.Fatal(err)
		}
		st, err := Game{}.New(6, opts, nil, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		s := st.(*state)
		rng := rand.New(rand.NewPCG(seed, 1))
		for s.End() == "" {
			before := tally(s)
			cost, count := 0.0, len(s.blobs)
			var moves []game.Move
			for _, seat := range s.ToAct() {
				var a Action
				for _, index := range s.family(seat) {
					b := &s.blobs[index]
					b.order = Order{Kind: Kind(rng.IntN(2)), Dir: Dir(rng.IntN(int(dirs)))}
					a = append(a, b.order)
					if x, y := b.target(); b.order.Kind == Move && s.arena.has(x, y) {
						cost += MoveCost
					} else {
						cost += StandCost
					}
				}
				moves = append(moves, game.Move{Seat: seat, Action: &a})
			}
			if err := s.Step(moves); err != nil {
				t.Fatal(err)
			}
			if len(s.blobs) < count || s.turn%WavePeriod == 0 {
				continue // eaten, vanished or starved, or a new wave
			}
			after := tally(s)
			if lost := before.blobs + before.pellets - after.blobs - after.pellets; lost != cost { // quarters: exact
				t.Fatalf("turn %d: %g went, the costs are %g", s.turn, lost, cost)
			}
			if gain := after.scores - before.scores; gain != before.pellets-after.pellets {
				t.Fatalf("turn %d: scores rose by %g, pellets fell by %g", s.turn, gain, before.pellets-after.pellets)
			}
		}
	})
}

func FuzzParseAction(f *testing.F) {
	f.Add([]byte(`[["move","north"],null,["send","west",12.5],["split","east"]]`))
	f.Add([]byte(`[["send","west",-0.0]]`))
	f.Add([]byte(`[["send","west",1e400]]`))
	f.Add([]byte(`[["move"]]`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := Game{}.ParseAction(data)
		if err != nil {
			if a != nil || !errors.Is(err, game.ErrMalformed) {
				t.Errorf("ParseAction(%q) = %v, %v", data, a, err)
			}
			return
		}
		once := a.AppendJSON(nil)
		again, err := Game{}.ParseAction(once)
		if err != nil || string(again.AppendJSON(nil)) != string(once) {
			t.Errorf("ParseAction(%q) = %s, and again %v, %v", data, once, again, err)
		}
	})
}

func FuzzParseAnswer(f *testing.F) {
	f.Add(make([]byte, answerSize))
	f.Add(append([]byte{12, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0xf0, 0x7f)) // a transfer of Infinity
	f.Add(append([]byte{13, 0, 0, 0, 0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0))
	f.Add([]byte("north"))
	s := newRound(f, `{}`)
	d := Game{}.JavaScript(0)
	f.Fuzz(func(t *testing.T, answer []byte) {
		a, err := d.ParseAnswer(s.Observe(0), answer)
		if err != nil {
			if a != nil || !errors.Is(err, game.ErrMalformed) {
				t.Errorf("ParseAnswer(%q) = %v, %v", answer, a, err)
			}
			return
		}
		if err := s.Check(0, a); err != nil {
			t.Errorf("ParseAnswer(%q) = %s, which Check refuses: %v", answer, a.AppendJSON(nil), err)
		}
	})
}

func FuzzSetup(f *testing.F) {
	f.Add([]byte(`{"slots":[1,0],"uids":[7,9],"waves":[[[4,4,15],[1,7,5]],[]],"births":[11,12]}`))
	f.Add([]byte(`{"waves":null}`))
	opts, err := Game{}.Info().ParseOptions(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Game{}.New(2, opts, data, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			if s != nil || !errors.Is(err, game.ErrSetup) {
				t.Errorf("setup %q gives %v, %v", data, s, err)
			}
			return
		}
		opening := s.Chance()
		again, err := Game{}.New(2, opts, opening, rand.New(rand.NewPCG(3, 4)))
		if err != nil || string(again.Chance()) != string(opening) {
			t.Errorf("setup %q opens with %s, which does not come back: %v", data, opening, err)
		}
	})
}
