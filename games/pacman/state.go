package pacman

import (
	"bytes"
	"fmt"
	"slices"

	"koth/game"
)

// phase is the part of a turn that moves are awaited for.
type phase uint8

const (
	deadMove   phase = iota // dead players (rules, Turn, 2)
	livingMove              // living Pac-Men (rules, Turn, 4)
)

// state is one position of one game, while players think.
type state struct {
	maze   *Maze
	strict bool // a chasing ghost does not turn back
	chance *chance
	untold *opening // what Chance has still to tell, nil afterwards

	items    []byte   // what lies on each square
	pellets  int      // how many of them are pellets
	ghostsOn []uint16 // by square: ghosts, dead players too
	pacsOn   []uint16 // by square: living Pac-Men
	looks    []byte   // by square: the letter that others see there

	pacs   []pac
	ghosts []ghost
	alive  []game.Seat // living Pac-Men, ascending
	dead   []game.Seat // dead players, in order of death

	turn     int // from 1
	maxTurns int
	phase    phase
	toAct    []game.Seat
	end      string // how the game ended, once it is over

	scores []float64
	shown  []View // by seat: what Observe hands out

	dying      []game.Seat // scratch of check
	tied       []int       // scratch of findTarget
	tiedGhosts []ghostID   // scratch of findReference
}

// pac is a player.
type pac struct {
	at         int32
	facing     Action // of its last step; Stay if its last turn brought none
	invincible int    // turns left
	score      int
	dead       bool // it is a ghost
	gone       bool // its program was terminated
	skips      bool // a ghost that loses its next move
	eaten      bool // in the check that is going on
}

var (
	_ game.State    = (*state)(nil)
	_ game.Turned   = (*state)(nil)
	_ game.Leavable = (*state)(nil)
	_ game.Terminal = (*state)(nil)
)

// newState returns the position in which the first players are to move.
func newState(o *opening, maxTurns int, strict bool, c *chance) *state {
	n, squares := len(o.players), len(o.items)
	s := &state{
		maze:     o.maze,
		strict:   strict,
		chance:   c,
		untold:   o,
		items:    bytes.Clone(o.items),
		pellets:  bytes.Count(o.items, []byte{pellet}),
		ghostsOn: make([]uint16, squares),
		pacsOn:   make([]uint16, squares),
		looks:    bytes.Clone(o.items),
		pacs:     make([]pac, n),
		ghosts:   make([]ghost, len(o.ghosts)),
		maxTurns: maxTurns,
		scores:   make([]float64, n),
		shown:    make([]View, n),
	}
	for i, at := range o.players {
		s.pacs[i] = pac{at: at, facing: North}
		s.pacEnters(at)
		s.alive = append(s.alive, game.Seat(i))
	}
	for i, g := range o.ghosts {
		s.ghosts[i] = ghost{kind: g.kind, at: g.at, length: g.length, previous: nowhere}
		s.ghostEnters(g.at)
	}
	s.begin()
	return s
}

// begin begins turns (rules, Turn) until somebody is to move or the game is over.
func (s *state) begin() {
	for s.end == "" {
		switch {
		case len(s.alive) == 0:
			s.end = "dead"
		case s.pellets == 0:
			s.end = "pellets"
		case s.turn == s.maxTurns:
			s.end = "turns"
		}
		if s.end != "" {
			s.toAct = nil
			return
		}
		s.turn++
		s.moveGhosts()
		s.phase = deadMove
		s.toAct = s.toAct[:0]
		for _, seat := range s.dead {
			if p := &s.pacs[seat]; p.skips {
				p.skips = false
			} else {
				s.toAct = append(s.toAct, seat)
			}
		}
		slices.Sort(s.toAct)
		if len(s.toAct) > 0 || s.livingTurn() {
			return
		}
	}
}

// livingTurn settles who met whom so far in this turn, and tells whether there are living Pac-Men to
// move now. If not, the turn is over.
func (s *state) livingTurn() bool {
	s.check()
	s.phase = livingMove
	s.toAct = append(s.toAct[:0], s.alive...)
	return len(s.toAct) > 0
}

// ToAct returns the dead players, or the living Pac-Men, that are to move now.
func (s *state) ToAct() []game.Seat { return s.toAct }

// Turn returns the number of the turn, from 1. It can have two rounds of moves: that of the dead
// players and that of the living Pac-Men.
func (s *state) Turn() int { return s.turn }

// Check returns nil for each of the five actions by a seat that is to act. Steps into walls are
// legal.
func (s *state) Check(seat game.Seat, a game.Action) error {
	act, ok := a.(Action)
	if !ok || act >= actions {
		return fmt.Errorf("%v is not an action of pacman: %w", a, game.ErrMalformed)
	}
	if s.end != "" {
		return fmt.Errorf("the game is over: %w", game.ErrIllegal)
	}
	if !slices.Contains(s.toAct, seat) {
		return fmt.Errorf("seat %d is not to move now: %w", seat, game.ErrIllegal)
	}
	return nil
}

// Step plays one round of moves: that of the dead players or that of the living Pac-Men. A seat that
// timed out or crashed is taken off the board (rules, Time); any other fault lets it stay.
func (s *state) Step(moves []game.Move) error {
	if s.end != "" || len(moves) != len(s.toAct) {
		return fmt.Errorf("%d moves for %d players: %w", len(moves), len(s.toAct), game.ErrMoves)
	}
	for i := range moves {
		m := &moves[i]
		if m.Seat != s.toAct[i] {
			return fmt.Errorf("a move of seat %d in the place of seat %d: %w", m.Seat, s.toAct[i], game.ErrMoves)
		}
		if m.Fault != nil {
			continue
		}
		if err := s.Check(m.Seat, m.Action); err != nil {
			return fmt.Errorf("%w: %w", game.ErrMoves, err)
		}
	}
	for i := range moves {
		m := &moves[i]
		switch {
		case m.Fault == nil:
			s.move(m.Seat, m.Action.(Action))
		case m.Fault.Kind == game.FaultTimeout || m.Fault.Kind == game.FaultCrash:
			m.Action = nil
			s.terminate(m.Seat)
		default:
			m.Action = Stay
			s.move(m.Seat, Stay)
		}
	}
	if s.phase == deadMove && s.livingTurn() {
		return nil
	}
	if s.phase == livingMove {
		s.check()
	}
	s.begin()
	return nil
}

// move lets a player step, if nothing is in its way.
func (s *state) move(seat game.Seat, a Action) {
	p := &s.pacs[seat]
	if !p.dead && p.invincible > 0 {
		p.invincible--
	}
	p.facing = Stay
	if a == Stay {
		return
	}
	to := s.maze.way[4*p.at+int32(a)]
	if to == wall {
		return
	}
	p.facing = a
	if p.dead {
		s.ghostLeaves(p.at)
		s.ghostEnters(to)
	} else {
		s.pacLeaves(p.at)
		s.pacEnters(to)
	}
	p.at = to
}

// terminate takes a player off the board. Its points stay.
func (s *state) terminate(seat game.Seat) {
	p := &s.pacs[seat]
	p.gone = true
	same := func(other game.Seat) bool { return other == seat }
	if p.dead {
		s.ghostLeaves(p.at)
		s.dead = slices.DeleteFunc(s.dead, same)
	} else {
		s.pacLeaves(p.at)
		s.alive = slices.DeleteFunc(s.alive, same)
	}
}

// Left tells whether a player was taken off the board: its bot gets nothing more in this game.
func (s *state) Left(seat game.Seat) bool { return s.pacs[seat].gone }

func (s *state) pacEnters(at int32)   { s.pacsOn[at]++; s.show(at) }
func (s *state) pacLeaves(at int32)   { s.pacsOn[at]--; s.show(at) }
func (s *state) ghostEnters(at int32) { s.ghostsOn[at]++; s.show(at) }
func (s *state) ghostLeaves(at int32) { s.ghostsOn[at]--; s.show(at) }

// show brings the letter of a square up to date (rules, Turn line).
func (s *state) show(at int32) {
	switch {
	case s.ghostsOn[at] > 0:
		s.looks[at] = 'G'
	case s.pacsOn[at] > 0:
		s.looks[at] = 'P'
	default:
		s.looks[at] = s.items[at]
	}
}

// Scores returns the points so far.
func (s *state) Scores() []float64 {
	for i := range s.pacs {
		s.scores[i] = float64(s.pacs[i].score)
	}
	return s.scores
}

// End returns "dead" if no Pac-Man is alive, "pellets" if all pellets were eaten, "turns" if the
// game was cut off.
func (s *state) End() string { return s.end }

// Chance returns what was drawn as an object with the members of a setup: at first the opening and
// the first steps of the ghosts, later what each round of moves led to.
func (s *state) Chance() []byte {
	o := s.untold
	s.untold = nil
	return s.chance.tell(o)
}
