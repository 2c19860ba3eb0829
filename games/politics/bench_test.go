package politics

import (
	"math/rand/v2"
	"testing"

	"koth/game"
)

// BenchmarkTurn is what the rules and the Go end of the JavaScript dialect cost for a turn of two
// campaigns.
func BenchmarkTurn(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	js := Game{}.JavaScript(0)
	buf := make([]byte, 0, 4096)
	moves := make([]game.Move, seats)
	var s *state
	for b.Loop() {
		if s == nil || s.End() != "" {
			b.StopTimer()
			s = newMatch(b, "")
			b.StartTimer()
		}
		for i := range moves {
			seat := game.Seat(i)
			obs := s.Observe(seat)
			buf = js.AppendTurn(buf[:0], obs)
			x, y := byte(rng.IntN(13)), byte(rng.IntN(13))
			a, err := js.ParseAnswer(obs, []byte{byte(Campaign), x, y, x + 3, y + 3})
			if err == nil {
				err = s.Check(seat, a)
			}
			if err != nil {
				b.Fatal(err)
			}
			moves[i] = game.Move{Seat: seat, Action: a}
		}
		if err := s.Step(moves); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPlay is what a turn of the largest campaigns costs a bot that looks ahead.
func BenchmarkPlay(b *testing.B) {
	city := NewCity()
	all := Action{Campaign, Point{0, 0}, Point{Size, Size}}
	for b.Loop() {
		city.Play([seats]Action{all, all})
		city.Winner()
	}
}
