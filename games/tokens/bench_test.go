package tokens

import (
	"math/rand/v2"
	"testing"

	"koth/game"
)

// BenchmarkTurn is what the rules and the Go end of the JavaScript dialect cost for a turn.
func BenchmarkTurn(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	js := Game{}.JavaScript(0)
	buf := make([]byte, 0, 1024)
	answer := make([]byte, 1)
	moves := make([]game.Move, 1)
	var s game.State
	for i := 0; b.Loop(); i++ {
		if s == nil || len(s.ToAct()) == 0 {
			b.StopTimer()
			s, _ = Game{}.New(seats, nil, nil, rng)
			b.StartTimer()
		}
		seat := s.ToAct()[0]
		obs := s.Observe(seat)
		buf = js.AppendTurn(buf[:0], obs)
		answer[0] = byte(i*7/3) % byte(actions)
		a, err := js.ParseAnswer(obs, answer)
		if err == nil {
			err = s.Check(seat, a)
		}
		moves[0] = game.Move{Seat: seat, Action: a}
		if err == nil {
			err = s.Step(moves)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNew is what a match costs before its first turn.
func BenchmarkNew(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Game{}).New(seats, nil, nil, rng); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkObserve is what a native bot's view costs.
func BenchmarkObserve(b *testing.B) {
	s, err := Game{}.New(seats, nil, nil, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s.Observe(0)
	}
}
