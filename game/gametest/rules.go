package gametest

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"koth/game"
)

// checkRandomPlay plays random matches: they end, within the bound, with scores.
func (s *suite) checkRandomPlay() error {
	for _, p := range s.plans(s.Matches) {
		r, err := s.play(p)
		if err != nil {
			return err
		}
		if err := s.checkScores(r); err != nil {
			return fmt.Errorf("%d players, seed %d: %w", p.seats, p.seed, err)
		}
	}
	return nil
}

// checkScores checks the final scores of a game that has outcomes.
func (s *suite) checkScores(r *record) error {
	if s.info.Scoring != game.ScoreOutcome {
		return nil
	}
	for _, v := range r.scores {
		if v != 0 && v != 0.5 && v != 1 {
			return fmt.Errorf("final scores %v are not of 1, 0.5 and 0", r.scores)
		}
	}
	if r.seats == 2 && r.scores[0]+r.scores[1] != 1 {
		return fmt.Errorf("final scores %v do not add up to 1", r.scores)
	}
	return nil
}

// checkSameSeed plays matches twice: one seed gives the same bytes.
func (s *suite) checkSameSeed() error {
	for _, p := range s.plans(s.Matches) {
		p.fault = sometimes
		a, err := s.play(p)
		if err != nil {
			return err
		}
		b, err := s.play(p)
		if err != nil {
			return err
		}
		if !bytes.Equal(a.seen, b.seen) {
			return fmt.Errorf("%d players, seed %d: played twice, it differs %s", p.seats, p.seed, difference(a.seen, b.seen))
		}
	}
	return nil
}

// checkMovesAlone plays matches again from their recorded moves, as a replay is verified: seed and
// moves are all that a result depends on, whoever looks or does not look, and an action as it was
// carried out is carried out the same way again.
func (s *suite) checkMovesAlone() error {
	for _, p := range s.plans(s.Matches) {
		p.fault = sometimes
		r, err := s.play(p)
		if err == nil {
			err = s.again(r)
		}
		if err != nil {
			return fmt.Errorf("%d players, seed %d, from its moves: %w", p.seats, p.seed, err)
		}
	}
	return nil
}

func (s *suite) again(r *record) error {
	state, err := s.open(r.plan)
	if err != nil {
		return err
	}
	for i, turn := range r.turns {
		moves := make([]game.Move, len(turn))
		for j, m := range turn {
			moves[j] = game.Move{Seat: m.seat, Fault: m.fault}
			if m.action == nil {
				continue
			}
			if moves[j].Action, err = s.game.ParseAction(m.action); err != nil {
				return fmt.Errorf("turn %d: ParseAction(%s): %w", i, m.action, err)
			}
		}
		if err := state.Step(moves); err != nil {
			return fmt.Errorf("turn %d: Step(%s): %w", i, showMoves(moves), err)
		}
		for j, m := range turn {
			if got := show(moves[j].Action); m.action != nil && got != string(m.action) {
				return fmt.Errorf("turn %d: seat %d did %s, which was %s", i, m.seat, got, m.action)
			}
		}
	}
	if got := state.Scores(); !slices.Equal(got, r.scores) || state.End() != r.end {
		return fmt.Errorf("end %q with %v, which was %q with %v", state.End(), got, r.end, r.scores)
	}
	return nil
}

// checkFaults plays matches in which a seat, or every seat, does one kind of thing wrong on every
// turn, and matches in which anything may go wrong.
func (s *suite) checkFaults() error {
	for _, seats := range s.Seats {
		for _, kind := range game.FaultKinds {
			for wrong := -1; wrong < seats; wrong++ {
				p := plan{seats: seats, seed: uint64(wrong + 1)}
				p.fault = func(_ *rand.Rand, seat game.Seat) *game.Fault {
					if wrong >= 0 && seat != game.Seat(wrong) {
						return nil
					}
					return &game.Fault{Kind: kind, Text: "made for the test"}
				}
				if _, err := s.play(p); err != nil {
					return fmt.Errorf("%s faults of seat %d (-1: all): %w", kind, wrong, err)
				}
			}
		}
	}
	for _, p := range s.plans(s.Matches) {
		p.fault = sometimes
		if _, err := s.play(p); err != nil {
			return fmt.Errorf("random faults: %w", err)
		}
	}
	return nil
}

// sometimes returns a fault of any kind on one turn of eight.
func sometimes(rng *rand.Rand, _ game.Seat) *game.Fault {
	if rng.IntN(8) > 0 {
		return nil
	}
	return &game.Fault{Kind: game.FaultKinds[rng.IntN(len(game.FaultKinds))], Text: "made for the test", Count: rng.IntN(3)}
}

// checkWrongMoves hands Step and Check what they must refuse, on every turn of a few matches: they
// return errors of the right kind and change nothing.
func (s *suite) checkWrongMoves() error {
	for _, p := range s.plans(3) {
		p.visit = func(rng *rand.Rand, _ int, state game.State) error {
			before, err := s.look(state, p.seats)
			if err != nil {
				return err
			}
			if err := s.refuse(rng, state, p.seats); err != nil {
				return err
			}
			after, err := s.look(state, p.seats)
			if err != nil {
				return err
			}
			if !bytes.Equal(before, after) {
				return fmt.Errorf("what was refused changed the state: %s", difference(before, after))
			}
			if drawn := state.Chance(); drawn != nil {
				return fmt.Errorf("what was refused drew %.80s", drawn)
			}
			return nil
		}
		if _, err := s.play(p); err != nil {
			return err
		}
	}
	return nil
}

func (s *suite) refuse(rng *rand.Rand, state game.State, seats int) error {
	good, err := s.choose(rng, state, nil)
	if err != nil {
		return err
	}
	seat := good[0].Seat
	if err := state.Check(seat, stranger{}); !errors.Is(err, game.ErrMalformed) {
		return fmt.Errorf("state.Check of another game's action = %v, want ErrMalformed", err)
	}
	if state.Check(seat, nil) == nil {
		return fmt.Errorf("state.Check takes nil for an action of seat %d", seat)
	}
	if s.Illegal != nil {
		if a := s.Illegal(rng, state.Observe(seat)); a != nil {
			if err := state.Check(seat, a); !errors.Is(err, game.ErrIllegal) {
				return fmt.Errorf("state.Check of %s by seat %d = %v, want ErrIllegal", show(a), seat, err)
			}
		}
	}
	for _, other := range waiting(state, seats) {
		if state.Check(other, good[0].Action) == nil {
			return fmt.Errorf("state.Check lets seat %d act, which is not among ToAct = %v", other, state.ToAct())
		}
	}
	for _, moves := range misfits(good, waiting(state, seats), seats) {
		if err := state.Step(moves); !errors.Is(err, game.ErrMoves) {
			return fmt.Errorf("to act %v, Step(%s) = %v, want ErrMoves", state.ToAct(), showMoves(moves), err)
		}
	}
	last := len(good) - 1
	if err := state.Step(with(good, last, game.Move{Seat: good[last].Seat, Action: stranger{}})); err == nil {
		return fmt.Errorf("state.Step takes another game's action from seat %d", good[last].Seat)
	}
	return nil
}

// waiting returns the seats that owe no action now.
func waiting(state game.State, seats int) []game.Seat {
	var out []game.Seat
	for seat := range game.Seat(seats) {
		if !slices.Contains(state.ToAct(), seat) {
			out = append(out, seat)
		}
	}
	return out
}

// misfits returns lists of moves that are not one for each seat of ToAct, in order.
func misfits(good []game.Move, waiting []game.Seat, seats int) [][]game.Move {
	last := len(good) - 1
	action := good[last].Action
	lists := [][]game.Move{
		nil,
		slices.Clone(good[:last]),              // one too few
		append(slices.Clone(good), good[last]), // one too many
		with(good, last, game.Move{Seat: game.Seat(seats), Action: action}),
		with(good, last, game.Move{Seat: -1, Action: action}),
		with(good, last, game.Move{Seat: -1, Fault: &game.Fault{Kind: game.FaultCrash}}),
	}
	if len(good) > 1 {
		reversed := slices.Clone(good)
		slices.Reverse(reversed)
		lists = append(lists, reversed, with(good, last, good[0]), with(good, 0, good[last]))
	}
	for _, seat := range waiting {
		lists = append(lists, with(good, last, game.Move{Seat: seat, Action: action}))
	}
	return lists
}

// with returns a copy of moves with another move i.
func with(moves []game.Move, i int, m game.Move) []game.Move {
	out := slices.Clone(moves)
	out[i] = m
	return out
}

// stranger is an action of no game.
type stranger struct{}

func (stranger) AppendJSON(dst []byte) []byte { return append(dst, `"an action of no game"`...) }

// checkHidden changes what a seat may not know, at some turn of each match, and looks whether the
// seat can tell, in JSON or as a script.
func (s *suite) checkHidden() error {
	if s.Hide == nil {
		return nil
	}
	changed := 0
	for _, p := range s.plans(s.Matches) {
		r, err := s.play(p)
		if err != nil {
			return err
		}
		if len(r.turns) == 0 {
			continue
		}
		stop := rand.New(rand.NewPCG(p.seed, 2)).IntN(len(r.turns))
		p.visit = func(rng *rand.Rand, turn int, state game.State) error {
			if turn != stop {
				return nil
			}
			for _, seat := range state.ToAct() {
				before := s.allThatIsSeen(state, p.seats, seat)
				if s.Hide(rng, state, seat) {
					changed++
				}
				if after := s.allThatIsSeen(state, p.seats, seat); !bytes.Equal(before, after) {
					return fmt.Errorf("seat %d sees what it may not know: %s", seat, difference(before, after))
				}
			}
			return errStop
		}
		if _, err := s.play(p); !errors.Is(err, errStop) {
			return err
		}
	}
	if changed == 0 {
		return errors.New("Config.Hide never found anything to change")
	}
	return nil
}

// errStop breaks off a match that is of no more use.
var errStop = errors.New("stop here")

// allThatIsSeen returns a seat's observation as JSON and as its script would read it.
func (s *suite) allThatIsSeen(state game.State, seats int, seat game.Seat) []byte {
	out := state.Observe(seat).AppendJSON(nil)
	if js, ok := s.game.(game.JavaScripted); ok {
		out = js.JavaScript(seat).AppendTurn(out, state.Observe(seat))
	}
	return out
}
