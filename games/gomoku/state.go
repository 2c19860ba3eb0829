package gomoku

import (
	"fmt"

	"koth/game"
)

// The ends of a match, beside the four kinds of fault, which lose at once.
const (
	endFive    = "five"    // a row that wins
	endFull    = "full"    // no cell is empty: a draw
	endBlocked = "blocked" // renju forbids black all that is empty: a draw
)

// state is one position of one match.
type state struct {
	now    View         // Seat and Me are not used
	toMove Stone        // the colour of the next stone
	sides  [3]game.Seat // who has which colour, by Stone
	mover  [1]game.Seat
	scores [seats]float64
	end    string

	given   bool        // by a board, so that the order of its stones is not known
	shown   [seats]View // what Observe handed out
	turns   []int       // on which turn each stone was put, 0 for those of the opening
	turn    int         // turns played
	opening []byte      // what Chance gives first
	told    bool
}

var (
	_ game.State    = (*state)(nil)
	_ game.Terminal = (*state)(nil)
)

// position is where a match starts.
type position struct {
	rule   Rule
	board  Board
	stones []Placed
	toMove Stone
	given  bool // by a board, so that the order of the stones is not known
}

// newState returns the state of a position in which seat 0 has black.
func newState(p position) *state {
	s := &state{toMove: p.toMove, given: p.given}
	s.now = View{Rule: p.rule, Board: p.board, Stones: make([]Placed, len(p.stones), p.board.Size()*p.board.Size())}
	copy(s.now.Stones, p.stones)
	s.turns = make([]int, len(p.stones), cap(s.now.Stones))
	s.sides[White] = 1
	s.mover[0] = s.sides[s.toMove]
	return s
}

// lay puts stones of alternating colours, as an opening does, and lets the next colour move.
func (s *state) lay(points []Point) {
	for _, p := range points {
		s.put(p)
	}
	s.mover[0] = s.sides[s.toMove]
}

// put puts a stone of the colour to move.
func (s *state) put(p Point) {
	s.now.Board.Set(p.X, p.Y, s.toMove)
	s.now.Stones = append(s.now.Stones, Placed{p, s.toMove})
	s.turns = append(s.turns, s.turn)
	s.toMove = s.toMove.Other()
}

// ToAct returns the side to move.
func (s *state) ToAct() []game.Seat {
	if s.end != "" {
		return nil
	}
	return s.mover[:]
}

// Observe returns a *View of the whole position: nothing is hidden in this game.
func (s *state) Observe(seat game.Seat) game.Observation {
	v := &s.shown[seat]
	*v = s.now
	v.Seat = seat
	v.Me = s.toMove
	if seat != s.mover[0] {
		v.Me = s.toMove.Other()
	}
	return v
}

// Check returns nil for a stone on an empty cell by the side to move, which renju does not forbid
// it, and for what swap2 allows.
func (s *state) Check(seat game.Seat, a game.Action) error {
	act, ok := a.(Action)
	if !ok || act.count > maxStones {
		return fmt.Errorf("%v is not an action of gomoku: %w", a, game.ErrMalformed)
	}
	if s.end != "" {
		return fmt.Errorf("the match is over: %w", game.ErrIllegal)
	}
	if seat != s.mover[0] {
		return fmt.Errorf("seat %d is not the side to move: %w", seat, game.ErrIllegal)
	}
	if !s.now.Phase.allows(int(act.count)) {
		return fmt.Errorf("%v: %s: %w", act, s.now.Phase.wants(), game.ErrIllegal)
	}
	if err := s.mayPut(act.Points()); err != nil {
		return fmt.Errorf("%w: %w", err, game.ErrIllegal)
	}
	return nil
}

// mayPut says whether stones of alternating colours may be put one after another.
func (s *state) mayPut(points []Point) error {
	if len(points) == 1 {
		return s.now.Board.May(s.now.Rule, points[0].X, points[0].Y, s.toMove)
	}
	board, color := s.now.Board, s.toMove
	for _, p := range points {
		if err := board.May(s.now.Rule, p.X, p.Y, color); err != nil {
			return err
		}
		board.Set(p.X, p.Y, color)
		color = color.Other()
	}
	return nil
}

// Step plays one turn. Whoever faults loses at once.
func (s *state) Step(moves []game.Move) error {
	if len(moves) != 1 {
		return fmt.Errorf("%d moves for one turn: %w", len(moves), game.ErrMoves)
	}
	m := &moves[0]
	if s.end != "" || m.Seat != s.mover[0] {
		return fmt.Errorf("a move of seat %d, which is not to act: %w", m.Seat, game.ErrMoves)
	}
	if m.Fault != nil {
		m.Action = nil
		s.win(1-m.Seat, string(m.Fault.Kind))
		return nil
	}
	if err := s.Check(m.Seat, m.Action); err != nil {
		return fmt.Errorf("%w: %w", game.ErrMoves, err)
	}
	s.turn++
	s.play(m.Action.(Action))
	if last, ok := s.now.Last(); ok && s.now.Board.Wins(s.now.Rule, last.X, last.Y) {
		s.win(s.sides[last.Stone], endFive)
		return nil
	}
	s.exhaust()
	return nil
}

// play carries out an action of the side to move.
func (s *state) play(a Action) {
	if s.now.Phase != PhaseMove {
		s.swap2(a)
		return
	}
	s.put(a.points[0])
	s.mover[0] = s.sides[s.toMove]
}

// exhaust ends the match if there is nothing left to do.
func (s *state) exhaust() {
	switch {
	case s.now.Board.Full():
		s.draw(endFull)
	case s.blocked():
		s.draw(endBlocked)
	}
}

// blocked reports whether renju forbids the side to move every empty cell.
func (s *state) blocked() bool {
	if s.now.Rule != Renju || s.toMove != Black {
		return false
	}
	b := &s.now.Board
	for y := range b.Size() {
		for x := range b.Size() {
			if b.At(x, y) == Empty && b.Forbidden(x, y) == Allowed {
				return false
			}
		}
	}
	return true
}

func (s *state) win(seat game.Seat, end string) {
	s.end = end
	s.scores[seat], s.scores[1-seat] = 1, 0
}

func (s *state) draw(end string) {
	s.end = end
	s.scores = [seats]float64{0.5, 0.5}
}

// Scores returns 1, 0.5 or 0 for each seat once the match is over, and zeros before.
func (s *state) Scores() []float64 { return s.scores[:] }

// End returns "five", "full", "blocked" or the kind of the fault that lost the match.
func (s *state) End() string { return s.end }

// Chance returns the opening on the first call, in the form of a setup; all that is drawn in this
// game is drawn before the first turn.
func (s *state) Chance() []byte {
	if s.told {
		return nil
	}
	s.told = true
	return s.opening
}
