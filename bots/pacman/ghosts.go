package pacman

import (
	"math"

	"koth/games/pacman"
)

// chased is how often a ghost near a Pac-Man is thought to walk towards it; else it walks at random,
// but not back.
const (
	chased     = 0.12
	chaseSight = 6 // squares in x and in y

	lives = 150.0 // turns after which most rivals have become ghosts too
)

// ghosts are the odds of where ghosts are, kept for each square and each way they came: the expected
// number of ghosts that stand there and whose last step was in that direction.
type ghosts struct {
	maze *pacman.Maze
	odds []float64 // 4*square + direction
	next []float64
	own  float64 // how many the computer has
	turn int
}

func (g *ghosts) begin(m *pacman.Maze, own int) {
	squares := m.Size() * m.Size()
	g.maze = m
	g.own = float64(own)
	g.odds, g.next = make([]float64, 4*squares), make([]float64, 4*squares)
	for i := range g.odds {
		at, d := i/4, pacman.Action(i%4)
		if _, open := m.Next(at, (d+2)%4); open { // it can have come that way
			g.odds[i] = g.own / float64(4*squares) * 2
		}
	}
}

// all returns how many ghosts there may be by now. The computer has two for each player.
func (g *ghosts) all() float64 {
	return g.own + g.own/2*(1-math.Exp(-float64(g.turn)/lives))
}

// step moves all ghosts once; a player stands on target.
func (g *ghosts) step(target int) { g.odds, g.next = g.walk(g.odds, g.next, target), g.odds }

// walk returns in dst the odds after one step from those in src.
func (g *ghosts) walk(src, dst []float64, target int) []float64 {
	clear(dst)
	for at := 0; at < len(src)/4; at++ {
		here := src[4*at : 4*at+4]
		if here[0]+here[1]+here[2]+here[3] < 1e-5 {
			continue
		}
		var to [4]int
		var open [4]bool
		ways := 0
		for d := range 4 {
			to[d], open[d] = g.maze.Next(at, pacman.Action(d))
			if open[d] {
				ways++
			}
		}
		towards := -1
		if dx, dy := g.maze.Apart(at, target); dx <= chaseSight && dx >= -chaseSight && dy <= chaseSight && dy >= -chaseSight {
			most := 0
			for d, value := range [4]int{-dy, dx, dy, -dx} {
				if open[d] && (towards < 0 || value > most) {
					towards, most = d, value
				}
			}
		}
		for d, p := range here {
			if p == 0 {
				continue
			}
			back := (d + 2) % 4
			if towards >= 0 {
				dst[4*to[towards]+towards] += chased * p
				p *= 1 - chased
			}
			if share := p / float64(max(1, ways-1)); ways > 1 {
				for e := range 4 {
					if open[e] && e != back {
						dst[4*to[e]+e] += share
					}
				}
			}
		}
	}
	return dst
}

// at returns the odds of a square, from a list of odds.
func at(odds []float64, square int) float64 {
	o := odds[4*square : 4*square+4]
	return o[0] + o[1] + o[2] + o[3]
}

// look takes in what is seen: where a ghost is there is one, where none is seen there is none, and the
// others are somewhere else.
func (g *ghosts) look(v *pacman.View) {
	g.turn++
	seen := 0.0
	for _, q := range append(v.Sight, v.Me) {
		o := g.odds[4*q.At : 4*q.At+4]
		sum := o[0] + o[1] + o[2] + o[3]
		if q.Letter != 'G' {
			clear(o)
			continue
		}
		seen++
		if sum > 1e-4 {
			for d := range o {
				o[d] /= sum
			}
			continue
		}
		for d := range o {
			o[d] = 0.25
		}
	}
	total := 0.0
	for _, p := range g.odds {
		total += p
	}
	if unseen := total - seen; unseen > 0.01 {
		f := max(0.5, g.all()-seen) / unseen
		for i := range g.odds {
			g.odds[i] *= f
		}
		for _, q := range v.Sight { // those that are seen stay certain
			if q.Letter == 'G' {
				o := g.odds[4*q.At : 4*q.At+4]
				for d := range o {
					o[d] /= f
				}
			}
		}
	}
}
