package pacman

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"koth/game"

	"pgregory.net/rapid"
)

// TestProperties plays drawn games with drawn moves and faults and looks at each round from outside.
func TestProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "players")
		seed := rapid.Uint64().Draw(t, "seed")
		opts, err := Game{}.Info().ParseOptions([]string{"ghosts=" + rapid.SampledFrom([]string{"original", "strict"}).Draw(t, "ghosts")})
		if err != nil {
			t.Fatal(err)
		}
		faults := rapid.IntRange(0, 3).Draw(t, "faults") // of a hundred moves
		st, err := Game{}.New(n, opts, nil, rand.New(rand.NewPCG(seed, 0)))
		if err != nil {
			t.Fatal(err)
		}
		s := st.(*state)
		rng := rand.New(rand.NewPCG(seed, 1))
		if want := sideFor(n)*sideFor(n) - 9*n; s.pellets > want || s.pellets < want-n { // the first check has been made
			t.Fatalf("%d pellets at the start, want %d", s.pellets, want)
		}
		kinds := [...]game.FaultKind{game.FaultTimeout, game.FaultCrash, game.FaultMalformed, game.FaultIllegal}
		for s.End() == "" {
			before := tally(s)
			acted := slices.Clone(s.ToAct())
			var moves []game.Move
			for _, seat := range acted {
				m := game.Move{Seat: seat, Action: Action(rng.IntN(int(actions)))}
				if rng.IntN(100) < faults {
					m = game.Move{Seat: seat, Fault: &game.Fault{Kind: kinds[rng.IntN(len(kinds))]}}
				}
				moves = append(moves, m)
			}
			if err := s.Step(moves); err != nil {
				t.Fatal(err)
			}
			after := tally(s)
			checkBoard(t, s)
			checkProgress(t, before, after)
		}
		if got := s.End(); (got == "dead") != (len(s.alive) == 0) || got == "pellets" && s.pellets > 0 || got == "turns" && s.turn != 500 {
			t.Fatalf("end %q in turn %d, alive %v, %d pellets", got, s.turn, s.alive, s.pellets)
		}
	})
}

// sums are the totals of a position.
type sums struct {
	turn, score, pellets, powers, fruits, alive, onBoard int
	phase                                                phase
}

func tally(s *state) sums {
	out := sums{turn: s.turn, phase: s.phase, pellets: s.pellets, alive: len(s.alive), onBoard: len(s.alive) + len(s.dead)}
	for i := range s.pacs {
		out.score += s.pacs[i].score
	}
	for _, item := range s.items {
		switch item {
		case power:
			out.powers++
		case fruit:
			out.fruits++
		}
	}
	return out
}

// checkBoard: counts, lists and letters agree with where everybody is.
func checkBoard(t *rapid.T, s *state) {
	ghostsOn, pacsOn := make([]uint16, len(s.items)), make([]uint16, len(s.items))
	for i := range s.ghosts {
		ghostsOn[s.ghosts[i].at]++
	}
	for i := range s.pacs {
		p := &s.pacs[i]
		seat := game.Seat(i)
		switch {
		case p.gone:
		case p.dead:
			ghostsOn[p.at]++
		default:
			pacsOn[p.at]++
		}
		if slices.Contains(s.alive, seat) != (!p.gone && !p.dead) || slices.Contains(s.dead, seat) != (!p.gone && p.dead) {
			t.Fatalf("turn %d: player %d %+v, alive %v, dead %v", s.turn, i, p, s.alive, s.dead)
		}
		if p.invincible < 0 || p.invincible > Invincible || p.dead && p.invincible > 0 || p.eaten {
			t.Fatalf("turn %d: player %d %+v", s.turn, i, p)
		}
	}
	pellets := 0
	for at, item := range s.items {
		want := item
		if ghostsOn[at] > 0 {
			want = 'G'
		} else if pacsOn[at] > 0 {
			want = 'P'
		}
		if s.looks[at] != want || s.ghostsOn[at] != ghostsOn[at] || s.pacsOn[at] != pacsOn[at] {
			t.Fatalf("turn %d: square %d looks like %c, want %c", s.turn, at, s.looks[at], want)
		}
		if item == pellet {
			pellets++
		}
	}
	if pellets != s.pellets {
		t.Fatalf("turn %d: %d pellets, counted as %d", s.turn, pellets, s.pellets)
	}
}

// checkProgress: turns go on, nothing comes back, and points are paid for what is gone or for ghosts.
func checkProgress(t *rapid.T, before, after sums) {
	if after.turn < before.turn || after.turn == before.turn && after.phase <= before.phase && after.alive > 0 && after.turn < 500 && after.pellets > 0 {
		t.Fatalf("from turn %d, phase %d, to turn %d, phase %d", before.turn, before.phase, after.turn, after.phase)
	}
	if after.pellets > before.pellets || after.powers > before.powers || after.fruits > before.fruits || after.alive > before.alive || after.onBoard > before.onBoard {
		t.Fatalf("from %+v to %+v", before, after)
	}
	paid := after.score - before.score
	most := PelletPoints*(before.pellets-after.pellets) + PowerPoints*(before.powers-after.powers) + FruitPoints*(before.fruits-after.fruits)
	if paid < 0 || paid%GhostPoints > most {
		t.Fatalf("%d points for things worth at most %d", paid, most)
	}
}

// TestChanceGivesTheGame: all of a game's draws, each list joined, are a setup that gives the same
// game again, with nothing left to draw.
func TestChanceGivesTheGame(t *testing.T) {
	for seed := range uint64(20) {
		first, moves := playDrawn(t, nil, nil, rand.New(rand.NewPCG(seed, 0)), seed)
		again, _ := playDrawn(t, joined(t, first), moves, nil, seed)
		for i := range first {
			if first[i] != again[i] {
				t.Fatalf("seed %d, round %d: drawn\n%s, then\n%s", seed, i, first[i], again[i])
			}
		}
	}
}

// playDrawn plays a game of three, with drawn moves or given ones, and returns what Chance told.
func playDrawn(t *testing.T, setup []byte, given []Action, rng *rand.Rand, seed uint64) (chance []string, moves []Action) {
	t.Helper()
	st, err := Game{}.New(3, defaults(t), setup, rng)
	if err != nil {
		t.Fatal(err)
	}
	draw := rand.New(rand.NewPCG(seed, 1))
	chance = append(chance, string(st.Chance()))
	for len(st.ToAct()) > 0 {
		var round []game.Move
		for _, seat := range st.ToAct() {
			a := Action(draw.IntN(int(actions)))
			if given != nil {
				a, given = given[0], given[1:]
			}
			moves = append(moves, a)
			round = append(round, game.Move{Seat: seat, Action: a})
		}
		if err := st.Step(round); err != nil {
			t.Fatal(err)
		}
		chance = append(chance, string(st.Chance()))
	}
	return chance, moves
}

// joined makes one setup of all that was told.
func joined(t *testing.T, chance []string) []byte {
	t.Helper()
	all := make(map[string]json.RawMessage)
	lists := make(map[string][]json.RawMessage)
	for _, told := range chance {
		if told == "" {
			continue
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(told), &members); err != nil {
			t.Fatal(err)
		}
		for name, value := range members {
			var list []json.RawMessage
			if json.Unmarshal(value, &list) == nil {
				lists[name] = append(lists[name], list...)
			} else {
				all[name] = value
			}
		}
	}
	for name, list := range lists {
		all[name] = json.RawMessage(jsonOf(list))
	}
	return []byte(jsonOf(all))
}

func FuzzParseAction(f *testing.F) {
	f.Add([]byte(`"N"`))
	f.Add([]byte(` "\u0058" `))
	f.Add([]byte(`"n"`))
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
	f.Add([]byte{5})
	s := scene{players: [][2]int{{0, 0}}}.open(f)
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
