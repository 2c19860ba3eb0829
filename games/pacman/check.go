package pacman

import (
	"slices"

	"koth/game"
)

// check settles all squares that hold living Pac-Men, at the same time (rules, Check).
func (s *state) check() {
	s.dying = s.dying[:0]
	eaten := false
	for k, seat := range s.alive {
		p := &s.pacs[seat]
		ghosts, pacs := int(s.ghostsOn[p.at]), int(s.pacsOn[p.at])
		if ghosts == 0 && pacs == 1 {
			s.take(p, p.at)
			continue
		}
		if pacs > 1 && s.company(s.alive[:k], p.at) > 0 {
			continue // settled with the first player there
		}
		invincible, sole := 0, game.Seat(0)
		for _, other := range s.alive[k:] {
			if q := &s.pacs[other]; q.at == p.at && q.invincible > 0 {
				invincible++
				sole = other
			}
		}
		switch {
		case ghosts > 0 && invincible > 0:
			eaten = true
			s.eat(p.at, ghosts)
		case ghosts > 0:
			for _, other := range s.alive[k:] {
				if s.pacs[other].at == p.at {
					s.dying = append(s.dying, other)
				}
			}
		case invincible == 1:
			s.take(&s.pacs[sole], p.at)
		default:
			s.take(nil, p.at)
		}
	}
	if len(s.dying) > 0 {
		s.die()
	}
	if eaten {
		s.teleport()
	}
}

// company counts how many of the players are on a square.
func (s *state) company(players []game.Seat, at int32) int {
	n := 0
	for _, seat := range players {
		if s.pacs[seat].at == at {
			n++
		}
	}
	return n
}

// take empties a square. p gets what was there; nil is nobody.
func (s *state) take(p *pac, at int32) {
	item := s.items[at]
	if item == nothing {
		return
	}
	s.items[at] = nothing
	s.show(at)
	points := 0
	switch item {
	case pellet:
		s.pellets--
		points = PelletPoints
	case power:
		points = PowerPoints
	case fruit:
		points = FruitPoints
	}
	if p == nil {
		return
	}
	p.score += points
	if item == power {
		p.invincible = Invincible
	}
}

// eat pays the invincible Pac-Men of a square for the ghosts on it, and marks those.
func (s *state) eat(at int32, ghosts int) {
	for _, seat := range s.alive {
		if p := &s.pacs[seat]; p.at == at && p.invincible > 0 {
			p.score += GhostPoints * ghosts
		}
	}
	for i := range s.ghosts {
		if s.ghosts[i].at == at {
			s.ghosts[i].eaten = true
		}
	}
	for _, seat := range s.dead {
		if s.pacs[seat].at == at {
			s.pacs[seat].eaten = true
		}
	}
}

// die turns the Pac-Men of s.dying into ghosts, where they are.
func (s *state) die() {
	slices.Sort(s.dying)
	for _, seat := range s.dying {
		p := &s.pacs[seat]
		s.pacLeaves(p.at)
		s.ghostEnters(p.at)
		p.dead, p.invincible = true, 0
	}
	s.alive = slices.DeleteFunc(s.alive, func(seat game.Seat) bool { return s.pacs[seat].dead })
	s.dead = append(s.dead, s.dying...)
}

// teleport puts every eaten ghost on a random square, where it will lose its next move.
func (s *state) teleport() {
	for i := range s.ghosts {
		g := &s.ghosts[i]
		if !g.eaten {
			continue
		}
		g.eaten, g.skips = false, true
		g.previous = g.at
		s.ghostLeaves(g.at)
		g.at = s.chance.teleport(s.maze)
		s.ghostEnters(g.at)
	}
	for _, seat := range s.dead {
		p := &s.pacs[seat]
		if !p.eaten {
			continue
		}
		p.eaten, p.skips = false, true
		s.ghostLeaves(p.at)
		p.at = s.chance.teleport(s.maze)
		s.ghostEnters(p.at)
	}
}
