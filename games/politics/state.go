package politics

import (
	"fmt"

	"koth/game"
)

// state is one position of one match.
type state struct {
	city    City
	tallies [Blocks]Tally // of the city's regions
	polls   [seats]poll   // carried out on the last turn
	turn    int           // turns played
	scores  [seats]float64
	end     string // "election" or "turns" once the match is over

	views   [seats]viewBuffer // what Observe handed out
	opening City
	told    bool // Chance has given the opening

	maxTurns int
	rawPoll  bool
}

// poll is a poll whose result a bot will see on its next turn.
type poll struct {
	made bool
	area Area
}

var (
	_ game.State    = (*state)(nil)
	_ game.Terminal = (*state)(nil)

	bothSeats = []game.Seat{0, 1}
)

// newState returns the state before the first turn.
func newState(city City, maxTurns int, rawPoll bool) *state {
	s := &state{city: city, opening: city, maxTurns: maxTurns, rawPoll: rawPoll}
	s.count()
	return s
}

// count adds up the voters of each region: once a turn, for both bots and the election.
func (s *state) count() {
	for i := range s.city.Regions.n {
		s.tallies[i] = s.city.Region(i)
	}
}

// ToAct returns both seats: they act at the same time.
func (s *state) ToAct() []game.Seat {
	if s.end != "" {
		return nil
	}
	return bothSeats
}

// Check returns nil for a move that the seat can pay and, as far as it alone is concerned, make.
func (s *state) Check(seat game.Seat, a game.Action) error {
	act, ok := a.(Action)
	if !ok {
		return fmt.Errorf("%v is not an action of politics: %w", a, game.ErrMalformed)
	}
	if s.end != "" {
		return fmt.Errorf("the match is over: %w", game.ErrIllegal)
	}
	if seat < 0 || seat >= seats {
		return fmt.Errorf("there is no seat %d: %w", seat, game.ErrIllegal)
	}
	return s.city.Check(seat, act)
}

// Step plays one turn (rules, A turn). Neither action nor fault is no move, like a Wait.
func (s *state) Step(moves []game.Move) error {
	if s.end != "" || len(moves) != seats || moves[0].Seat != 0 || moves[1].Seat != 1 {
		return fmt.Errorf("turn %d: want a move of each seat that is to act, %v: %w", s.turn+1, s.ToAct(), game.ErrMoves)
	}
	var carriedOut [seats]Action
	redraw := 0
	for i := range moves {
		m := &moves[i]
		if m.Fault == nil && m.Action != nil {
			if err := s.Check(m.Seat, m.Action); err != nil {
				return fmt.Errorf("turn %d: seat %d: %w: %w", s.turn+1, i, game.ErrMoves, err)
			}
			carriedOut[i] = m.Action.(Action)
		}
		if redraws(m) {
			redraw++
		}
	}
	for i := range moves {
		if redraw == seats { // rules, Merge conflict
			carriedOut[i] = Action{}
		}
		moves[i].Action = nil
		if carriedOut[i].Kind != Wait {
			moves[i].Action = carriedOut[i]
		}
	}
	s.play(carriedOut)
	return nil
}

// redraws tells whether a seat tried to change the regions. Merges and splits that were refused as
// illegal, for lack of money or contact, count as well (rules, Merge conflict).
func redraws(m *game.Move) bool {
	a, ok := m.Action.(Action)
	if m.Fault != nil {
		a, ok = m.Refused.(Action)
	}
	return ok && a.Kind.redraws()
}

// play carries out the moves of a turn and ends the match where the rules say so.
func (s *state) play(moves [seats]Action) {
	s.turn++
	s.city.Play(moves)
	for i, m := range moves {
		s.polls[i] = poll{m.Kind == Poll, m.Area()}
	}
	s.count()
	if winner, ok := s.city.winner(&s.tallies); ok {
		s.end = "election"
		s.scores[winner] = 1
	} else if s.turn >= s.maxTurns {
		s.end = "turns"
		s.scores = [seats]float64{0.5, 0.5}
	}
}

// Scores returns 1 and 0 after an election, 0.5 each after a draw, and zeros before that.
func (s *state) Scores() []float64 { return s.scores[:] }

// End returns "election" if that gave a winner, or "turns" if the limit was reached without one.
func (s *state) End() string { return s.end }

// Chance returns the opening on the first call, in the form of a setup. Nothing is drawn.
func (s *state) Chance() []byte {
	if s.told {
		return nil
	}
	s.told = true
	return s.opening.appendSetup(nil)
}
