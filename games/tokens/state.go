package tokens

import (
	"fmt"

	"koth/game"
)

// idleFactor times the size is how many turns in a row may pass without eating: one more ends
// the match (rules, One match, 5).
const idleFactor = 4

// state is one position of one match.
type state struct {
	now    View         // Seat is not used
	shown  [seats]View  // what Observe handed out
	mover  [1]game.Seat // the side to move
	idle   int          // turns in a row that ate nothing
	scores [seats]float64
	end    string // "tokens" or "idle" once the match is over

	opening board
	told    bool // Chance has given the opening
}

var (
	_ game.State    = (*state)(nil)
	_ game.Terminal = (*state)(nil)
)

// newState returns the state before the first turn on b.
func newState(b board) *state {
	s := &state{opening: b}
	s.now.Size = b.size
	s.now.Tokens = b.tokens
	for i := range s.now.Players {
		s.now.Players[i] = Player{X: b.startX, Y: b.startY}
	}
	s.now.list = b.list()
	if len(s.now.list) == 0 {
		s.end = "tokens"
	}
	return s
}

// ToAct returns the side to move.
func (s *state) ToAct() []game.Seat {
	if s.end != "" {
		return nil
	}
	return s.mover[:]
}

// Observe returns a *View of the whole position: nothing is hidden in this game but the idle
// counter, which bots can keep themselves.
func (s *state) Observe(seat game.Seat) game.Observation {
	v := &s.shown[seat]
	*v = s.now
	v.Seat = seat
	return v
}

// Check returns nil for each of the six actions by the side to move. Blocked moves and eating
// nothing are legal.
func (s *state) Check(seat game.Seat, a game.Action) error {
	act, ok := a.(Action)
	if !ok || act >= actions {
		return fmt.Errorf("%v is not an action of tokens: %w", a, game.ErrMalformed)
	}
	if s.end != "" {
		return fmt.Errorf("the match is over: %w", game.ErrIllegal)
	}
	if seat != s.mover[0] {
		return fmt.Errorf("seat %d is not the side to move: %w", seat, game.ErrIllegal)
	}
	return nil
}

// Step plays one turn (rules, One match). A fault of any kind is a PASS (rules, Answers).
func (s *state) Step(moves []game.Move) error {
	if len(moves) != 1 {
		return fmt.Errorf("%d moves for one turn: %w", len(moves), game.ErrMoves)
	}
	m := &moves[0]
	if s.end != "" || m.Seat != s.mover[0] {
		return fmt.Errorf("a move of seat %d, which is not to act: %w", m.Seat, game.ErrMoves)
	}
	a := Pass
	if m.Fault == nil {
		if err := s.Check(m.Seat, m.Action); err != nil {
			return fmt.Errorf("%w: %w", game.ErrMoves, err)
		}
		a = m.Action.(Action)
	}
	m.Action = a
	if s.play(a) {
		s.idle = 0
	} else {
		s.idle++
	}
	s.mover[0] = 1 - s.mover[0]
	switch {
	case len(s.now.list) == 0:
		s.end = "tokens"
	case s.idle > idleFactor*s.now.Size:
		s.end = "idle"
	}
	return nil
}

// play carries out an action of the side to move and reports whether it ate a token (rules,
// Actions).
func (s *state) play(a Action) bool {
	p := &s.now.Players[s.mover[0]]
	switch a {
	case Up:
		p.Y = max(p.Y-1, 0)
	case Down:
		p.Y = min(p.Y+1, s.now.Size-1)
	case Left:
		p.X = max(p.X-1, 0)
	case Right:
		p.X = min(p.X+1, s.now.Size-1)
	case Eat:
		return s.eat(p)
	}
	return false
}

// eat lets p eat what lies on its cell and reports whether there was a token (rules, Eating).
func (s *state) eat(p *Player) bool {
	t := s.now.Tokens[p.X][p.Y]
	if t == (Token{}) {
		return false
	}
	if t.Color == p.LastColor {
		p.ColorBonus++
		p.Score += p.ColorBonus
	} else {
		p.LastColor = t.Color
		p.ColorBonus = 0
	}
	p.Score += int(t.Points)
	s.scores[s.mover[0]] = float64(p.Score)
	s.remove(p.X, p.Y)
	return true
}

// remove takes the token at x, y off the board. The list keeps its order.
func (s *state) remove(x, y int) {
	s.now.Tokens[x][y] = Token{}
	list := s.now.list
	for i := range list {
		if list[i].x == uint8(x) && list[i].y == uint8(y) {
			s.now.list = append(list[:i], list[i+1:]...)
			return
		}
	}
}

// Scores returns the points eaten so far.
func (s *state) Scores() []float64 { return s.scores[:] }

// End returns "tokens" if all were eaten, or "idle" if nobody ate for too long.
func (s *state) End() string { return s.end }

// Chance returns the opening board on the first call, in the form of a setup; all that is drawn
// in this game is drawn before the first turn.
func (s *state) Chance() []byte {
	if s.told {
		return nil
	}
	s.told = true
	return s.opening.appendJSON(nil)
}
