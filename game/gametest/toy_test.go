package gametest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/game"
)

// toy is a game to try the suite on: everybody says a number from 0 to 9 at the same time, five
// times, and gets as many points; the card that adds to it is hidden. Each of its flaws breaks one
// promise of the contract.
type toy struct{ flaw string }

const toyTurns = 5

type toyState struct {
	flaw   string
	rng    *rand.Rand
	seats  int
	cards  []int
	turn   int
	scores []float64
	told   bool
	looks  int
}

type toyView struct{ text string }

func (v toyView) AppendJSON(dst []byte) []byte { return append(dst, v.text...) }

type toySay int

func (a toySay) AppendJSON(dst []byte) []byte { return fmt.Append(dst, int(a)) }

func (g toy) Info() game.Info {
	return game.Info{Name: "toy", Title: "Toy", Summary: "says numbers", Version: 1, MinSeats: 1, MaxSeats: 3, Format: game.FormatFreeForAll}
}

func (g toy) New(seats int, _ game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	if seats < 1 || seats > 3 {
		return nil, fmt.Errorf("toy is for 1 to 3 players, not %d", seats)
	}
	s := &toyState{flaw: g.flaw, rng: rng, seats: seats, scores: make([]float64, seats)}
	for range toyTurns {
		s.cards = append(s.cards, rng.IntN(10))
	}
	if g.flaw == "setup ignored" {
		return s, nil
	}
	err := game.ReadSetup(setup, func(name string, value json.RawMessage) error {
		var cards []int
		if json.Unmarshal(value, &cards) != nil || name != "cards" || len(cards) != toyTurns {
			return fmt.Errorf("%s: want %d cards", name, toyTurns)
		}
		s.cards = cards
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (g toy) ParseAction(data []byte) (game.Action, error) {
	var n *int
	if err := json.Unmarshal(data, &n); err != nil || n == nil || *n < 0 || *n > 9 {
		if g.flaw == "action beside error" {
			return toySay(0), game.ErrMalformed
		}
		return nil, fmt.Errorf("%q is no number from 0 to 9: %w", data, game.ErrMalformed)
	}
	if g.flaw == "no round trip" {
		return toySay(9 - *n), nil
	}
	return toySay(*n), nil
}

func (s *toyState) ToAct() []game.Seat {
	if s.turn == toyTurns && s.flaw != "endless" {
		return nil
	}
	out := []game.Seat{0, 1, 2}[:s.seats]
	if s.flaw == "descending" && s.seats > 1 {
		return []game.Seat{1, 0}
	}
	return out
}

func (s *toyState) Observe(seat game.Seat) game.Observation {
	s.looks++
	extra := ""
	switch s.flaw {
	case "tells the card":
		extra = fmt.Sprintf(`,"card":%d`, s.cards[min(s.turn, toyTurns-1)])
	case "counts looks":
		extra = fmt.Sprintf(`,"looks":%d`, s.looks)
	case "two lines":
		extra = ",\n\"x\":1"
	}
	return toyView{fmt.Sprintf(`{"turn":%d,"seat":%d%s}`, s.turn, seat, extra)}
}

func (s *toyState) Check(seat game.Seat, a game.Action) error {
	say, ok := a.(toySay)
	if !ok || say < 0 || say > 9 {
		return fmt.Errorf("%v is no number from 0 to 9: %w", a, game.ErrMalformed)
	}
	if s.flaw == "refuses" && say == 7 {
		return game.ErrIllegal
	}
	return nil
}

func (s *toyState) Step(moves []game.Move) error {
	toAct := s.ToAct()
	if len(moves) != len(toAct) {
		return game.ErrMoves
	}
	for i, m := range moves {
		if m.Seat < 0 || int(m.Seat) >= s.seats || m.Seat != toAct[i] && s.flaw != "any order" {
			return game.ErrMoves
		}
		if m.Fault == nil && s.Check(m.Seat, m.Action) != nil {
			return game.ErrMoves
		}
		if s.flaw == "changes before it refuses" {
			s.scores[0]++
		}
		if s.flaw == "faults break it" && m.Fault != nil && m.Fault.Kind == game.FaultIllegal {
			return game.ErrIllegal
		}
	}
	for i := range moves {
		m := &moves[i]
		if m.Fault != nil {
			m.Action = nil
			continue
		}
		add := int(m.Action.(toySay)) + s.cards[s.turn%toyTurns]
		switch {
		case s.flaw == "random of its own":
			add += rand.IntN(1000)
		case s.flaw == "looks count":
			add += s.looks
		}
		s.scores[m.Seat] += float64(add)
	}
	s.turn++
	return nil
}

func (s *toyState) Scores() []float64 {
	if s.flaw == "a score missing" {
		return s.scores[1:]
	}
	return s.scores
}

func (s *toyState) End() string {
	if s.turn == toyTurns {
		return "turns"
	}
	return ""
}

func (s *toyState) Chance() []byte {
	if s.told && s.flaw != "draws again" {
		return nil
	}
	s.told = true
	data, _ := json.Marshal(map[string]any{"cards": s.cards})
	return data
}

func (s *toyState) Board(names []string) game.Board {
	var b game.Board
	text := strings.Join(names, " ")
	if s.flaw == "control codes" {
		text += "\x1b[0m"
	}
	b.Add(game.Span{Text: text})
	return b
}

var toyConfig = Config{
	Act:      func(rng *rand.Rand, _ game.Observation) game.Action { return toySay(rng.IntN(10)) },
	MaxTurns: toyTurns,
	Matches:  5,
	Seats:    []int{1, 2, 3},
	Hide: func(rng *rand.Rand, s game.State, _ game.Seat) bool {
		cards := s.(*toyState).cards
		for i := range cards {
			cards[i] += 1 + rng.IntN(5)
		}
		return true
	},
}

func TestSuitePassesAGoodGame(t *testing.T) {
	s := newSuite(toy{}, toyConfig)
	for _, check := range checks {
		if err := check.run(s); err != nil {
			t.Errorf("%s: %v", check.name, err)
		}
	}
}

// TestSuiteFindsFlaws: each flaw is found by the check that is there for it.
func TestSuiteFindsFlaws(t *testing.T) {
	flaws := map[string]string{
		"endless":                   "RandomPlay",
		"descending":                "RandomPlay",
		"a score missing":           "RandomPlay",
		"two lines":                 "RandomPlay",
		"counts looks":              "RandomPlay",
		"refuses":                   "RandomPlay",
		"draws again":               "RandomPlay",
		"random of its own":         "SameSeedTwice",
		"looks count":               "MovesAlone",
		"faults break it":           "Faults",
		"any order":                 "WrongMoves",
		"changes before it refuses": "WrongMoves",
		"tells the card":            "HiddenFacts",
		"setup ignored":             "Setup",
		"no round trip":             "Actions",
		"action beside error":       "Actions",
		"control codes":             "Terminal",
	}
	for flaw, name := range flaws {
		t.Run(flaw, func(t *testing.T) {
			s := newSuite(toy{flaw}, toyConfig)
			for _, check := range checks {
				if check.name != name {
					continue
				}
				err := check.run(s)
				if err == nil {
					t.Fatalf("%s does not find it", name)
				}
				t.Log(err)
			}
		})
	}
}
