package blobs

import (
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/game/gametest"
	"koth/replay/replaytest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, Game{}, gametest.Config{
		Act:      randomAction,
		Illegal:  oneTooMany,
		Hide:     changeFarAway,
		MaxTurns: turnBound(5),
		Matches:  3,
		Seats:    []int{2, 5}, // 200 are in TestCrowd
	})
}

// randomAction gives every blob a random order, now and then one that comes to nothing.
func randomAction(rng *rand.Rand, obs game.Observation) game.Action {
	v := obs.(*View)
	a := make(Action, v.Len())
	for i := range a {
		o := &a[i]
		o.Dir = Dir(rng.IntN(int(dirs)))
		switch n := rng.IntN(20); {
		case n < 13:
			o.Kind = Move
		case n < 15:
			o.Kind = Split
		case n < 17:
			o.Kind = Send
			o.Amount = []float64{v.Me(i).Energy, v.Me(i).Energy + 1, rng.Float64() * 10, 0, -3, 1e308}[rng.IntN(6)]
		}
	}
	return &a
}

// oneTooMany gives an order to a blob that is not there.
func oneTooMany(_ *rand.Rand, obs game.Observation) game.Action {
	a := make(Action, obs.(*View).Len()+1)
	return &a
}

// changeFarAway changes the energy of a blob, or the pellet of a cell, that no blob of the family
// sees.
func changeFarAway(rng *rand.Rand, st game.State, seat game.Seat) bool {
	s := st.(*state)
	v := s.Observe(seat).(*View)
	known := make(map[int32]bool)
	for i, index := range s.family(seat) {
		known[index] = true
		v.look(i)
		for _, other := range v.seen {
			known[other] = true
		}
	}
	for i := range s.blobs {
		if !known[int32(i)] {
			s.blobs[i].energy++
			s.blobs[i].uid++
			return true
		}
	}
	return false
}

func TestReplays(t *testing.T) { replaytest.Golden(t, Game{}, "testdata/*.replay") }
