package pacman

import (
	"math"

	"koth/games/pacman"
)

// What a plan reckons with.
const (
	ahead    = 22   // moves that it looks ahead
	discount = 0.96 // of a point a move later: much can happen until then
	death    = 80.0 // points; fewer than the rest of a game brings, since odds of ghosts are too high more often than too low
	fear     = 1.3  // ghosts are where one does not want them more often than chance has it
	perStep  = 0.9  // of what lies beyond the plan, a step farther away
	beyond   = 30   // such steps at most
	powers   = pacman.Invincible + 1
)

// plan looks for the walk that pays most.
type plan struct {
	maze   *pacman.Maze
	odds   [ahead + 1][]float64 // of ghosts on each square, now and after each step of theirs
	walked [2][]float64
	worth  []float64 // of what lies on each square
	far    []float64 // what a square promises beyond the plan
	power  []bool    // there is a power pellet, for all one knows

	local []int32 // by square: its number among those that are within reach
	reach []int32 // those squares
	memo  []float64
	known []uint32 // of each memo: the plan for which it holds
	stamp uint32
}

func (p *plan) begin(m *pacman.Maze) {
	squares := m.Size() * m.Size()
	p.maze = m
	for k := range p.odds {
		p.odds[k] = make([]float64, squares)
	}
	for k := range p.walked {
		p.walked[k] = make([]float64, 4*squares)
	}
	p.worth, p.far, p.power = make([]float64, squares), make([]float64, squares), make([]bool, squares)
	p.local = make([]int32, squares)
	p.reach = make([]int32, 0, min(squares, 2*ahead*(ahead+1)+1))
	p.memo = make([]float64, ahead*cap(p.reach)*5*powers)
	p.known = make([]uint32, len(p.memo))
}

// best returns the first move of the best walk from a square, for one who came from the square last and
// is invincible for so many turns.
func (p *plan) best(from, last, invincible int, g *ghosts, l *larder) pacman.Action {
	p.stamp++
	p.findReach(int32(from))
	p.foresee(from, g)
	for i := range p.worth {
		p.worth[i], p.far[i] = l.worth(i), l.lure(i)
		p.power[i] = l.items[i] == 'O'
	}
	p.lookBeyond()
	best, most := pacman.Stay, math.Inf(-1)
	for d := pacman.North; d <= pacman.Stay; d++ {
		to, open := from, true
		if d != pacman.Stay {
			to, open = p.maze.Next(from, d)
		}
		if !open {
			continue
		}
		value := p.move(0, to, d, invincible)
		if to == last {
			value -= 1 // nothing new is there
		}
		if value > most {
			best, most = d, value
		}
	}
	return best
}

// findReach numbers the squares that the plan can lead to.
func (p *plan) findReach(from int32) {
	for _, at := range p.reach {
		p.local[at] = 0
	}
	p.reach = append(p.reach[:0], from)
	for k, begin := 0, 0; k < ahead; k++ {
		end := len(p.reach)
		for _, at := range p.reach[begin:end] {
			for d := pacman.North; d <= pacman.West; d++ {
				if to, open := p.maze.Next(int(at), d); open && p.local[to] == 0 && int32(to) != from {
					p.local[to] = int32(len(p.reach))
					p.reach = append(p.reach, int32(to))
				}
			}
		}
		begin = end
	}
}

// foresee works out the odds of ghosts for the turns to come.
func (p *plan) foresee(me int, g *ghosts) {
	now := g.odds
	for k := range p.odds {
		for i := range p.odds[k] {
			p.odds[k][i] = at(now, i)
		}
		now = g.walk(now, p.walked[k%2], me)
	}
}

// lookBeyond spreads what squares promise over the ways that lead there.
func (p *plan) lookBeyond() {
	for range beyond {
		changed := false
		for at := range p.far {
			for d := pacman.North; d <= pacman.West; d++ {
				if to, open := p.maze.Next(at, d); open && perStep*p.far[to] > p.far[at] {
					p.far[at] = perStep * p.far[to]
					changed = true
				}
			}
		}
		if !changed {
			return
		}
	}
}

// move returns what is expected of the k-th move from now, in direction d to a square, and of all that
// come after it.
func (p *plan) move(k, to int, d pacman.Action, invincible int) float64 {
	before, after := p.odds[k][to], p.odds[k+1][to]
	invincible = max(0, invincible-1)
	if invincible > 0 {
		eaten := min(1, before+after)
		gain := pacman.GhostPoints*eaten + (1-min(1, before))*p.worth[to]
		if p.power[to] {
			invincible = pacman.Invincible
		}
		return gain + discount*p.onward(k+1, to, d, invincible)
	}
	safe := 1 - min(0.98, fear*before)
	gain := p.worth[to]
	if p.power[to] { // whoever gets there is safe from those who come after
		return safe*(gain+pacman.GhostPoints*after+discount*p.onward(k+1, to, d, pacman.Invincible)) - (1-safe)*death
	}
	then := 1 - min(0.98, fear*after)
	return safe*gain + safe*then*discount*p.onward(k+1, to, d, 0) - (1-safe*then)*death
}

// onward returns what is expected from the k-th move on, for one who came to a square in direction d.
func (p *plan) onward(k, from int, d pacman.Action, invincible int) float64 {
	if k == ahead {
		return p.far[from]
	}
	i := ((k*cap(p.reach)+int(p.local[from]))*5+int(d))*powers + invincible
	if p.known[i] == p.stamp {
		return p.memo[i]
	}
	most := math.Inf(-1)
	for e := pacman.North; e <= pacman.West; e++ {
		if to, open := p.maze.Next(from, e); open && (d == pacman.Stay || e != (d+2)%4) { // what lies behind has been taken
			most = max(most, p.move(k, to, e, invincible))
		}
	}
	if math.IsInf(most, -1) { // a dead end, which only a given maze has
		most = p.far[from]
	}
	p.known[i], p.memo[i] = p.stamp, most
	return most
}
