package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"

	"koth/game"
)

// plan says how a random match is played.
type plan struct {
	seats int
	opts  game.Options
	setup []byte
	seed  uint64

	// fault returns what the seat does wrong on a turn, nil for nothing. A nil function is nobody
	// ever doing anything wrong.
	fault func(rng *rand.Rand, seat game.Seat) *game.Fault

	// visit is called before each turn, nil for nothing. It may ask the state, not change it.
	visit func(rng *rand.Rand, turn int, state game.State) error
}

// record is a match that was played: all that its states said.
type record struct {
	plan
	chance [][]byte // what was drawn: the opening, then by turn
	turns  [][]recordedMove
	seen   []byte // what was observed, drawn and done, line by line
	scores []float64
	end    string
}

// recordedMove is a move as it was carried out.
type recordedMove struct {
	seat   game.Seat
	action []byte // as JSON; nil for none
	fault  *game.Fault
}

// open returns the opening state of a match.
func (s *suite) open(p plan) (game.State, error) {
	opts := p.opts
	if opts == nil {
		opts = s.defaults()
	}
	state, err := s.game.New(p.seats, opts, p.setup, rand.New(rand.NewPCG(p.seed, 0)))
	if err != nil {
		return nil, fmt.Errorf("game.New for %d players, options %v, setup %.200s: %w", p.seats, opts, p.setup, err)
	}
	return state, nil
}

// plans returns the random matches that a check is made on, n for each number of players.
func (s *suite) plans(n int) []plan {
	var all []plan
	for _, seats := range s.Seats {
		for seed := range n {
			all = append(all, plan{seats: seats, seed: uint64(seed)})
		}
	}
	return all
}

// play plays a match of random actions to its end, and checks each state on the way.
func (s *suite) play(p plan) (*record, error) {
	r := &record{plan: p}
	err := s.playInto(r)
	if err != nil {
		return nil, fmt.Errorf("%d players, seed %d, options %v, turn %d: %w", p.seats, p.seed, p.opts, len(r.turns), err)
	}
	return r, nil
}

func (s *suite) playInto(r *record) error {
	state, err := s.open(r.plan)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.seed, 1))
	if err := r.noteChance(state); err != nil {
		return err
	}
	for {
		view, err := s.look(state, r.seats)
		if err != nil {
			return err
		}
		r.seen = append(r.seen, view...)
		if len(state.ToAct()) == 0 {
			break
		}
		if len(r.turns) == s.MaxTurns {
			return fmt.Errorf("not over after %d turns", s.MaxTurns)
		}
		if r.visit != nil {
			if err := r.visit(rng, len(r.turns), state); err != nil {
				return err
			}
		}
		moves, err := s.choose(rng, state, r.fault)
		if err != nil {
			return err
		}
		if err := state.Step(moves); err != nil {
			return fmt.Errorf("state.Step(%s): %w", showMoves(moves), err)
		}
		r.noteMoves(moves)
		if err := r.noteChance(state); err != nil {
			return err
		}
	}
	r.scores = append(r.scores, state.Scores()...)
	r.end = state.End()
	return nil
}

// choose returns a move for each seat that owes one.
func (s *suite) choose(rng *rand.Rand, state game.State, fault func(*rand.Rand, game.Seat) *game.Fault) ([]game.Move, error) {
	var moves []game.Move
	for _, seat := range state.ToAct() {
		move := game.Move{Seat: seat}
		if fault != nil {
			move.Fault = fault(rng, seat)
		}
		if move.Fault == nil {
			move.Action = s.Act(rng, state.Observe(seat))
			if err := state.Check(seat, move.Action); err != nil {
				return nil, fmt.Errorf("state.Check refuses %s of Config.Act to seat %d: %w", show(move.Action), seat, err)
			}
		}
		moves = append(moves, move)
	}
	return moves, nil
}

// look checks what a state says of itself and returns it as text, one fact a line.
func (s *suite) look(state game.State, seats int) ([]byte, error) {
	toAct := state.ToAct()
	for i, seat := range toAct {
		if seat < 0 || int(seat) >= seats || i > 0 && seat <= toAct[i-1] {
			return nil, fmt.Errorf("state.ToAct = %v, want ascending seats below %d", toAct, seats)
		}
	}
	if over := len(toAct) == 0; over != (state.End() != "") {
		return nil, fmt.Errorf("state.ToAct = %v beside End = %q", toAct, state.End())
	}
	out := fmt.Appendf(nil, "to act %v, end %q\n", toAct, state.End())
	for _, seat := range toAct {
		line, err := observe(state, seat)
		if err != nil {
			return nil, fmt.Errorf("what seat %d observes: %w", seat, err)
		}
		out = fmt.Appendf(out, "seat %d: %s\n", seat, line)
	}
	scores := state.Scores()
	if len(scores) != seats {
		return nil, fmt.Errorf("%d scores for %d seats", len(scores), seats)
	}
	for _, v := range scores {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("scores = %v", scores)
		}
	}
	return fmt.Appendf(out, "scores %v\n", scores), nil
}

// observe returns what a seat observes, as the JSON that it must be.
func observe(state game.State, seat game.Seat) ([]byte, error) {
	const prefix = "before "
	line := state.Observe(seat).AppendJSON([]byte(prefix))
	line, ok := bytes.CutPrefix(line, []byte(prefix))
	if !ok {
		return nil, fmt.Errorf("AppendJSON does not append, it gave %.80q", line)
	}
	if err := oneLine(line); err != nil {
		return nil, err
	}
	if line[0] != '{' {
		return nil, fmt.Errorf("%.80q is no JSON object", line)
	}
	if again := state.Observe(seat).AppendJSON(nil); !bytes.Equal(again, line) {
		return nil, fmt.Errorf("the second look differs from the first: %s", difference(line, again))
	}
	return line, nil
}

// oneLine returns an error unless data is JSON on one line.
func oneLine(data []byte) error {
	if !json.Valid(data) {
		return fmt.Errorf("%.200q is not JSON", data)
	}
	if bytes.ContainsAny(data, "\n\r") {
		return fmt.Errorf("%.200q is not one line", data)
	}
	return nil
}

func (r *record) noteChance(state game.State) error {
	drawn := bytes.Clone(state.Chance())
	if drawn != nil {
		if err := oneLine(drawn); err != nil {
			return fmt.Errorf("state.Chance: %w", err)
		}
	}
	if again := state.Chance(); again != nil {
		return fmt.Errorf("state.Chance gives %.80s without anything having been drawn", again)
	}
	r.chance = append(r.chance, drawn)
	r.seen = fmt.Appendf(r.seen, "drawn %s\n", drawn)
	return nil
}

func (r *record) noteMoves(moves []game.Move) {
	turn := make([]recordedMove, len(moves))
	for i, m := range moves {
		turn[i] = recordedMove{seat: m.Seat, fault: m.Fault}
		if m.Action != nil {
			turn[i].action = m.Action.AppendJSON(nil)
		}
		r.seen = fmt.Appendf(r.seen, "seat %d did %s\n", m.Seat, turn[i].action)
	}
	r.turns = append(r.turns, turn)
}

// difference shows where two texts part.
func difference(a, b []byte) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(i-40, 0)
	return fmt.Sprintf("at byte %d %.100q and %.100q", i, a[min(from, len(a)):], b[min(from, len(b)):])
}

// show returns an action as text.
func show(a game.Action) string {
	if a == nil {
		return "no action"
	}
	return string(a.AppendJSON(nil))
}

func showMoves(moves []game.Move) string {
	var out []byte
	for _, m := range moves {
		out = fmt.Appendf(out, "seat %d: %s", m.Seat, show(m.Action))
		if m.Fault != nil {
			out = fmt.Appendf(out, " (%s)", m.Fault.Kind)
		}
		out = append(out, "; "...)
	}
	return string(bytes.TrimSuffix(out, []byte("; ")))
}

// isNil reports whether v is nil or holds a nil pointer.
func isNil(v any) bool {
	if v == nil {
		return true
	}
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}
