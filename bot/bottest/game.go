package bottest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"

	"koth/game"
)

// Echo is the game that the suite plays: on each turn every seat is given the number of the turn
// and a drawn number, its payload, and answers with one whole number. What Want returns scores a
// point, anything else nothing; the suite's bots use the other numbers to say what they know.
//
// It is a whole game, so that a worker or the command can be tested with it as well.
type Echo struct{}

var (
	_ game.JavaScripted = Echo{}
	_ game.LuaScripted  = Echo{}
)

// payloads is how many different payloads there are.
const payloads = 1000

// Want returns the right answer to an observation.
func Want(turn, payload int) Number { return Number(turn*payloads + payload) }

// Info implements game.Game.
func (Echo) Info() game.Info {
	return game.Info{
		Name:     "echo",
		Title:    "Echo",
		Summary:  "bots say back what they hear",
		Version:  1,
		MinSeats: 1,
		MaxSeats: 8,
		Scoring:  game.ScorePoints,
		Format:   game.FormatPairs,
		Options:  []game.Option{{Name: "turns", Help: "turns of a match", Default: "3", Min: 1, Max: 1 << 20}},
	}
}

// New implements game.Game. There is no setup.
func (Echo) New(seats int, opts game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	if setup != nil {
		return nil, fmt.Errorf("echo takes no setup, have %.80q: %w", setup, game.ErrSetup)
	}
	s := &echo{turns: opts.Int("turns"), scores: make([]float64, seats), rng: rng}
	for i := range seats {
		s.toAct = append(s.toAct, game.Seat(i))
	}
	s.draw()
	return s, nil
}

// ParseAction implements game.Game: a whole number from 0 to 4294967295.
func (Echo) ParseAction(data []byte) (game.Action, error) {
	var n uint32
	if err := json.Unmarshal(data, &n); err != nil || string(data) == "null" {
		return nil, fmt.Errorf("%.40q is not a whole number from 0 to 4294967295: %w", data, game.ErrMalformed)
	}
	return Number(n), nil
}

// JavaScript implements game.JavaScripted.
func (Echo) JavaScript(game.Seat) game.ScriptDialect { return dialect{javaScriptPrelude} }

// Lua implements game.LuaScripted.
func (Echo) Lua(game.Seat) game.ScriptDialect { return dialect{luaPrelude} }

// Heard is what a seat of Echo observes.
type Heard struct {
	Turn    int // from 1
	Payload int // from 0 to 999
}

// AppendJSON implements game.Observation.
func (h Heard) AppendJSON(dst []byte) []byte {
	return fmt.Appendf(dst, `{"turn":%d,"payload":%d}`, h.Turn, h.Payload)
}

// Number is an action of Echo.
type Number uint32

// AppendJSON implements game.Action.
func (n Number) AppendJSON(dst []byte) []byte { return strconv.AppendUint(dst, uint64(n), 10) }

// echo is a position: turn 1 before the first Step.
type echo struct {
	turns  int
	toAct  []game.Seat
	heard  Heard
	scores []float64
	rng    *rand.Rand
	fresh  bool // the payload has not been given by Chance yet
}

func (s *echo) draw() {
	s.heard = Heard{s.heard.Turn + 1, s.rng.IntN(payloads)}
	s.fresh = true
}

func (s *echo) ToAct() []game.Seat                 { return s.toAct }
func (s *echo) Observe(game.Seat) game.Observation { return s.heard }
func (s *echo) Scores() []float64                  { return s.scores }

func (s *echo) Check(_ game.Seat, a game.Action) error {
	if _, ok := a.(Number); !ok {
		return fmt.Errorf("a %T is no number: %w", a, game.ErrMalformed)
	}
	return nil
}

func (s *echo) Step(moves []game.Move) error {
	if len(moves) != len(s.toAct) {
		return fmt.Errorf("echo: want %d moves, have %d: %w", len(s.toAct), len(moves), game.ErrMoves)
	}
	for i, m := range moves {
		if m.Action == Want(s.heard.Turn, s.heard.Payload) {
			s.scores[i]++
		}
	}
	if s.heard.Turn == s.turns {
		s.toAct = nil
		return nil
	}
	s.draw()
	return nil
}

func (s *echo) End() string {
	if len(s.toAct) > 0 {
		return ""
	}
	return "turns"
}

func (s *echo) Chance() []byte {
	if !s.fresh {
		return nil
	}
	s.fresh = false
	return fmt.Appendf(nil, `{"payload":%d}`, s.heard.Payload)
}
