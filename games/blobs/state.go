package blobs

import (
	"fmt"

	"koth/game"
)

// state is one position of one round, between turns.
type state struct {
	arena    arena
	sight    sight
	chance   *chance
	blobs    []blob // the list (rules, Start of a round, 4)
	pellets  int    // on the map
	quantity int    // pellets in the next wave
	turn     int    // number of the turn to come, from 0
	maxTurns int
	scores   []float64 // by family
	end      string    // how the round ended, once it is over

	toAct   []game.Seat // families with living blobs
	members []int32     // indices in the list, those of one family together, in list order
	first   []int32     // by family: where its members start; one more for the end

	idle  []Action // by family: what one does that brings no action
	shown []View   // by family: what Observe hands out
	scratch
}

// blob is a living blob.
type blob struct {
	energy float64
	uid    int32
	family int32
	x, y   int32
	turnOfBlob
}

var (
	_ game.State    = (*state)(nil)
	_ game.Terminal = (*state)(nil)
)

// newState returns the position before turn 0, with the first wave on the map.
func newState(n int, see sight, maxTurns int, c *chance) *state {
	s := &state{
		arena:    newArena(sideFor(n)),
		sight:    see,
		chance:   c,
		blobs:    make([]blob, n, 4*n),
		quantity: firstWave(n),
		maxTurns: maxTurns,
		scores:   make([]float64, n),
		first:    make([]int32, n+1),
		idle:     make([]Action, n),
		shown:    make([]View, n),
	}
	cells := startCells(s.arena.side, n)
	slots, uids := c.start(n)
	for i := range s.blobs {
		p := cells[slots[i]]
		s.blobs[i] = blob{energy: StartEnergy, uid: int32(uids[i]), family: int32(i), x: int32(p.x), y: int32(p.y)}
		s.arena.at(p.x, p.y).blob = int32(i) + 1
	}
	s.begin()
	return s
}

// begin prepares the next turn: groups the blobs by family, ends the round if it is over, and else
// lets the turn's wave come, which families see before they decide.
func (s *state) begin() {
	clear(s.first)
	for i := range s.blobs {
		s.first[s.blobs[i].family+1]++
	}
	s.toAct = s.toAct[:0]
	for f := range s.scores {
		if s.first[f+1] > 0 {
			s.toAct = append(s.toAct, game.Seat(f))
		}
		s.first[f+1] += s.first[f]
	}
	s.members = append(s.members[:0], make([]int32, len(s.blobs))...)
	for i := len(s.blobs) - 1; i >= 0; i-- { // from behind, counting each family's end down to its start
		f := s.blobs[i].family + 1
		s.first[f]--
		s.members[s.first[f]] = int32(i)
	}
	copy(s.first, s.first[1:])
	s.first[len(s.first)-1] = int32(len(s.blobs))

	switch {
	case len(s.toAct) == 0:
		s.end = "nobody"
	case len(s.toAct) == 1:
		s.end = "family"
	case s.turn >= s.maxTurns:
		s.end = "turns"
	case s.turn%WavePeriod == 0 && s.quantity > 0:
		s.pellets += s.chance.wave(&s.arena, s.quantity)
		s.quantity--
	}
	if s.end != "" {
		s.toAct = nil
	}
}

// family returns the indices in the list of a family's blobs.
func (s *state) family(f game.Seat) []int32 { return s.members[s.first[f]:s.first[f+1]] }

// ToAct returns the families that have living blobs.
func (s *state) ToAct() []game.Seat { return s.toAct }

// Observe returns a *View of what the family's blobs see.
func (s *state) Observe(seat game.Seat) game.Observation {
	v := &s.shown[seat]
	v.state, v.seat = s, seat
	return v
}

// Check returns nil for an *Action with one order for each living blob of the family. What the
// rules turn into nothing (a move off the map, a split without the energy, any amount) is legal.
func (s *state) Check(seat game.Seat, a game.Action) error {
	orders, ok := a.(*Action)
	if !ok || orders == nil {
		return fmt.Errorf("%v is not an action of blobs: %w", a, game.ErrMalformed)
	}
	for i, o := range *orders {
		if err := o.check(); err != nil {
			return fmt.Errorf("order %d: %w: %w", i, err, game.ErrMalformed)
		}
	}
	if s.end != "" {
		return fmt.Errorf("the round is over: %w", game.ErrIllegal)
	}
	if seat < 0 || int(seat) >= len(s.scores) || len(s.family(seat)) == 0 {
		return fmt.Errorf("family %d has no living blobs: %w", seat, game.ErrIllegal)
	}
	if have := len(s.family(seat)); len(*orders) != have {
		return fmt.Errorf("%d orders for the %d blobs of family %d: %w", len(*orders), have, seat, game.ErrIllegal)
	}
	return nil
}

// Step plays one turn (rules, A turn). A family whose fault left it without an action stands still;
// one with both a fault and an action has blobs that faulted, and null for their orders.
func (s *state) Step(moves []game.Move) error {
	if s.end != "" || len(moves) != len(s.toAct) {
		return fmt.Errorf("%d moves for %d families: %w", len(moves), len(s.toAct), game.ErrMoves)
	}
	for i := range moves {
		m := &moves[i]
		if m.Seat != s.toAct[i] {
			return fmt.Errorf("a move of seat %d in the place of seat %d: %w", m.Seat, s.toAct[i], game.ErrMoves)
		}
		if m.Action == nil && m.Fault != nil {
			continue
		}
		if err := s.Check(m.Seat, m.Action); err != nil {
			return fmt.Errorf("%w: %w", game.ErrMoves, err)
		}
	}
	for i := range moves {
		m := &moves[i]
		if m.Action == nil {
			m.Action = s.nothing(m.Seat)
		}
		orders := *m.Action.(*Action)
		for k, index := range s.family(m.Seat) {
			s.blobs[index].order = orders[k]
		}
	}
	s.play()
	s.turn++
	s.begin()
	return nil
}

// nothing returns the action that lets all blobs of a family stand still.
func (s *state) nothing(f game.Seat) *Action {
	a := &s.idle[f]
	*a = append((*a)[:0], make([]Order, len(s.family(f)))...)
	return a
}

// Scores returns what each family has eaten so far (rules, Score).
func (s *state) Scores() []float64 { return s.scores }

// End returns "family" if one family is left, "nobody" if none is, "turns" if the round was cut
// off.
func (s *state) End() string { return s.end }

// Chance returns what was drawn as an object with the members of a setup: slots, uids and the first
// wave at first, later the waves and births of a turn. A wave belongs to the turn that it opens and
// is told with the turn before.
func (s *state) Chance() []byte { return s.chance.tell() }
