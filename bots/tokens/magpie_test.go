package tokens

import (
	"math/rand/v2"
	"testing"

	"koth/game"
	"koth/games/tokens"
)

// TestWatch lets a rival play by each habit while we stand by: soon what Magpie believes in must
// foretell what it does, be it that habit or one that comes to nearly the same.
func TestWatch(t *testing.T) {
	const learning, judged, want = 12, 12, 11 // turns of the rival
	for _, g := range newWatch().guesses {
		h := g.habit
		state, err := tokens.Game{}.New(2, nil, []byte(`{"size":15}`), rand.New(rand.NewPCG(2, 0)))
		if err != nil {
			t.Fatal(err)
		}
		w := newWatch()
		var s scene
		right := 0
		for turn := range learning + judged {
			v := state.Observe(game.Seat(0)).(*tokens.View)
			me, rival := walkerOf(v.Me()), walkerOf(v.Other())
			s.read(v)
			w.learn(v.Other())
			ours := []tokens.Action{tokens.Up, tokens.Right, tokens.Down, tokens.Left}[turn%4] // never onto a wall here
			w.expect(&s, rival, v.Other(), me, token{}, ours)
			step(t, state, 0, ours)

			did := tokens.Pass
			switch after := walkerOf(state.Observe(game.Seat(1)).(*tokens.View).Other()); {
			case h.taste == echo:
				did = ours
			case h.eats():
				did = h.gait.step(rival.x, rival.y, s.tokens[h.choose(&s, s.all(), &rival, &after)])
			}
			if turn >= learning && w.guesses[w.best].forecast == did {
				right++
			}
			step(t, state, 1, did)
		}
		if right < want {
			t.Errorf("habit %+v: %d of %d turns foretold by %+v", h, right, judged, w.habit())
		}
	}
}

func step(t *testing.T, state game.State, seat game.Seat, a tokens.Action) {
	t.Helper()
	if err := state.Step([]game.Move{{Seat: seat, Action: a}}); err != nil {
		t.Fatal(err)
	}
}

// TestPlan: what Magpie goes for depends on what it takes its rival for.
func TestPlan(t *testing.T) {
	const red, green = tokens.Red, tokens.Green
	tests := []struct {
		name      string
		habit     habit
		me, rival walker
		tokens    []token
		want      int // number of the token
	}{
		{"alone: a run before points", habit{taste: nothing}, walker{x: 4, y: 4}, walker{},
			[]token{{4, 1, green, 3}, {4, 6, red, 1}, {4, 7, red, 1}, {4, 8, red, 1}}, 1},
		{"alone: goes on with the run that it has", habit{taste: nothing}, walker{4, 4, green, 4}, walker{},
			[]token{{4, 3, red, 1}, {4, 8, green, 1}}, 1},
		{"what the rival takes first is lost", habit{greedy, acrossFirst}, walker{x: 4, y: 4}, walker{x: 8, y: 8},
			[]token{{4, 0, green, 1}, {8, 8, red, 3}, {8, 7, red, 3}}, 0},
		{"first come on the same turn", habit{greedy, acrossFirst}, walker{x: 4, y: 4}, walker{x: 4, y: 8},
			[]token{{4, 1, green, 1}, {4, 6, red, 3}}, 1},
		{"nothing to be had: the nearest", habit{greedy, acrossFirst}, walker{x: 0, y: 0}, walker{x: 8, y: 8},
			[]token{{8, 8, green, 1}, {8, 7, red, 3}}, 1},
	}
	for _, tt := range tests {
		v := tokens.View{Size: 9}
		for _, tok := range tt.tokens {
			v.Tokens[tok.x][tok.y] = tokens.Token{Color: tok.color, Points: uint8(tok.points)}
		}
		var s scene
		s.read(&v)
		if got := s.plan(tt.habit, tt.me, tt.rival); got != tt.tokens[tt.want] {
			t.Errorf("%s: goes for %+v, want %+v", tt.name, got, tt.tokens[tt.want])
		}
	}
}
