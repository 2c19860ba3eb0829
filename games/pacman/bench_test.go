package pacman

import (
	"math/rand/v2"
	"testing"

	"koth/game"
)

// BenchmarkTurn is what the rules and the players' views cost in games of seven, a turn: for players in
// Go, and with the Go end of the JavaScript dialect and of the text protocol.
func BenchmarkTurn(b *testing.B) {
	js := Game{}.JavaScript(0)
	text, err := Game{}.Text(game.TextSeating{Protocol: protocol})
	if err != nil {
		b.Fatal(err)
	}
	var buf []byte
	for _, bench := range []struct {
		name string
		talk func(obs game.Observation)
	}{
		{"native", func(game.Observation) {}},
		{"javascript", func(obs game.Observation) { buf = js.AppendTurn(buf[:0], obs) }},
		{"text", func(obs game.Observation) { text.Ask(obs, game.TextClock{}) }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			opts := defaults(b)
			var s *state
			var moves []game.Move
			turns := 0
			b.ReportAllocs()
			for b.Loop() {
				if s == nil || s.end != "" {
					b.StopTimer()
					st, err := Game{}.New(7, opts, nil, rng)
					if err != nil {
						b.Fatal(err)
					}
					s = st.(*state)
					b.StartTimer()
				}
				before := s.turn
				moves = moves[:0]
				for _, seat := range s.ToAct() {
					v := s.Observe(seat).(*View)
					bench.talk(v)
					moves = append(moves, game.Move{Seat: seat, Action: v.anyWay(rng)})
				}
				if err := s.Step(moves); err != nil {
					b.Fatal(err)
				}
				turns += s.turn - before
			}
			b.ReportMetric(float64(turns)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

// anyWay returns a random way out of the player's square.
func (v *View) anyWay(rng *rand.Rand) Action {
	for {
		d := Action(rng.IntN(int(Stay)))
		if _, open := v.Maze.Next(v.Me.At, d); open {
			return d
		}
	}
}

// BenchmarkNew is what a game costs before its first turn.
func BenchmarkNew(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	opts := defaults(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (Game{}).New(7, opts, nil, rng); err != nil {
			b.Fatal(err)
		}
	}
}
