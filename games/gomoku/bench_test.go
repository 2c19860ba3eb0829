package gomoku

import (
	"math/rand/v2"
	"testing"

	"koth/game"
)

// BenchmarkTurn is what the rules and the Go end of the dialect for scripts cost for a turn.
func BenchmarkTurn(b *testing.B) {
	for r := Freestyle; r <= Renju; r++ {
		b.Run(r.String(), func(b *testing.B) {
			opts := game.Options{optionRule: r.String()}
			rng := rand.New(rand.NewPCG(1, 2))
			dialect := Game{}.JavaScript(0)
			buf := make([]byte, 0, 2048)
			moves := make([]game.Move, 1)
			var s game.State
			for b.Loop() {
				if s == nil || len(s.ToAct()) == 0 {
					b.StopTimer()
					s, _ = Game{}.New(seats, opts, nil, rng)
					b.StartTimer()
				}
				seat := s.ToAct()[0]
				obs := s.Observe(seat)
				buf = dialect.AppendTurn(buf[:0], obs)
				moves[0] = game.Move{Seat: seat, Action: randomAction(rng, obs)}
				if err := s.Step(moves); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkForbidden asks about every cell of a crowded board.
func BenchmarkForbidden(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	board := NewBoard(defaultSize)
	for range 70 {
		board.Set(rng.IntN(defaultSize), rng.IntN(defaultSize), Black+Stone(rng.IntN(2)))
	}
	for i := 0; b.Loop(); i++ {
		x, y := i%defaultSize, i/defaultSize%defaultSize
		if board.At(x, y) == Empty {
			board.Forbidden(x, y)
		}
	}
}
