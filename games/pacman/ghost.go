package pacman

import "fmt"

// Kind is the personality of a computer ghost.
type Kind uint8

// The personalities.
const (
	Blinky Kind = iota
	Pinky
	Inky
	Clyde

	kinds // how many there are
)

var kindNames = [kinds]string{"Blinky", "Pinky", "Inky", "Clyde"}

// String returns the name of a personality: "Blinky".
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

const (
	nearSight = 5 // squares in x and in y within which a ghost finds a target
	farSight  = 8 // the same for Clyde
	nowhere   = -1
)

// ghost is one of the computer's ghosts (rules, Computer ghosts).
type ghost struct {
	kind   Kind
	length int // of a phase, in moves
	count  int // moves in this phase

	chasing   bool
	at        int32
	previous  int32   // the square it left last, or nowhere
	target    int     // a seat, while chasing
	reference ghostID // of an Inky, while chasing
	alone     bool    // an Inky that found no reference: no other ghost is in the game
	skips     bool    // it loses its next step
	eaten     bool    // in the check that is going on
}

// moveGhosts moves the computer's ghosts, one after another.
func (s *state) moveGhosts() {
	s.chance.beginSteps()
	for i := range s.ghosts {
		g := &s.ghosts[i]
		d := s.decide(i, g)
		if g.skips {
			g.skips = false
			d = Stay
		}
		s.chance.stepped(d)
		if d == Stay {
			continue
		}
		g.previous = g.at
		s.ghostLeaves(g.at)
		g.at = s.maze.way[4*g.at+int32(d)]
		s.ghostEnters(g.at)
	}
	s.chance.endSteps()
}

// decide returns the step of a computer ghost, Stay only where it is walled in.
func (s *state) decide(i int, g *ghost) Action {
	g.count++
	if g.count == g.length {
		g.count = 0
		g.chasing = !g.chasing && s.findTarget(i, g)
		if g.chasing {
			back := g.previous
			if back == nowhere {
				back = g.at
			}
			dx, dy := s.maze.Apart(int(g.at), int(back))
			return s.greedy(g.at, dx, dy, nowhere)
		}
	}
	if !g.chasing {
		return s.wander(i, g)
	}
	avoid := int32(nowhere)
	if s.strict {
		avoid = g.previous
	}
	dx, dy := s.goal(g)
	return s.greedy(g.at, dx, dy, avoid)
}

// wander returns a random step to another square than the previous one, which is taken only at the
// dead ends that a setup can have.
func (s *state) wander(i int, g *ghost) Action {
	var list [4]Action
	n := 0
	back := Stay
	for d := North; d <= West; d++ {
		switch to := s.maze.way[4*g.at+int32(d)]; {
		case to == wall:
		case to == g.previous:
			back = d
		default:
			list[n] = d
			n++
		}
	}
	if n == 0 {
		return back
	}
	if g.skips {
		return list[0] // the step is left out: nothing is drawn for it
	}
	return s.chance.walk(i, list[:n])
}

// greedy returns the step that leads best towards a goal dx, dy away; avoid is a square that it does
// not lead to if there is another way.
func (s *state) greedy(at int32, dx, dy int, avoid int32) Action {
	best, most := Stay, 0
	for d, value := range [4]int{-dy, dx, dy, -dx} {
		to := s.maze.way[4*at+int32(d)]
		if to != wall && to != avoid && (best == Stay || value > most) {
			best, most = Action(d), value
		}
	}
	if best == Stay && avoid != nowhere {
		return s.greedy(at, dx, dy, nowhere)
	}
	return best
}

// findTarget chooses whom a ghost chases from now on, and tells whether there is somebody.
func (s *state) findTarget(i int, g *ghost) bool {
	sight, sign := nearSight, 1
	if g.kind == Clyde {
		sight, sign = farSight, -1 // the farthest one
	}
	tied, best := s.tied[:0], 0
	for _, seat := range s.alive {
		dx, dy := s.maze.Apart(int(g.at), int(s.pacs[seat].at))
		dx, dy = max(dx, -dx), max(dy, -dy)
		if dx > sight || dy > sight {
			continue
		}
		switch d := sign * (dx + dy); {
		case len(tied) == 0 || d < best:
			tied, best = append(tied[:0], int(seat)), d
		case d == best:
			tied = append(tied, int(seat))
		}
	}
	s.tied = tied
	switch len(tied) {
	case 0:
		return false
	case 1:
		g.target = tied[0]
	default:
		g.target = s.chance.target(tied)
	}
	if g.kind == Inky {
		s.findReference(i, g)
	}
	return true
}

// findReference chooses the ghost that an Inky goes by while it chases: the nearest other one.
func (s *state) findReference(i int, g *ghost) {
	tied, best := s.tiedGhosts[:0], 0
	consider := func(id ghostID, at int32) {
		dx, dy := s.maze.Apart(int(g.at), int(at))
		switch d := max(dx, -dx) + max(dy, -dy); {
		case len(tied) == 0 || d < best:
			tied, best = append(tied[:0], id), d
		case d == best:
			tied = append(tied, id)
		}
	}
	for k := range s.ghosts {
		if k != i {
			consider(ghostID{number: k}, s.ghosts[k].at)
		}
	}
	for _, seat := range s.dead {
		consider(ghostID{dead: true, number: int(seat)}, s.pacs[seat].at)
	}
	s.tiedGhosts = tied
	switch g.alone = len(tied) == 0; len(tied) {
	case 0:
	case 1:
		g.reference = tied[0]
	default:
		g.reference = s.chance.reference(tied)
	}
}

// goal returns the way from a chasing ghost to where its personality wants to go.
func (s *state) goal(g *ghost) (dx, dy int) {
	t := &s.pacs[g.target]
	x, y := s.maze.XY(int(t.at))
	ahead := 0
	switch g.kind {
	case Pinky:
		ahead = 4
	case Inky:
		ahead = 2
	}
	switch t.facing {
	case North:
		y -= ahead
	case East:
		x += ahead
	case South:
		y += ahead
	case West:
		x -= ahead
	}
	if g.kind == Inky && !g.alone {
		rx, ry := s.maze.XY(int(s.whereIs(g.reference)))
		x += s.maze.shortest(x - rx)
		y += s.maze.shortest(y - ry)
	}
	fromX, fromY := s.maze.XY(int(g.at))
	return s.maze.shortest(x - fromX), s.maze.shortest(y - fromY)
}

// whereIs returns the square of a ghost; of one whose program was terminated, where it was last.
func (s *state) whereIs(id ghostID) int32 {
	if id.dead {
		return s.pacs[id.number].at
	}
	return s.ghosts[id.number].at
}
