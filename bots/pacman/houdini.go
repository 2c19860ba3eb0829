// Package pacman holds the house bots of the game pacman. Those in JavaScript are files beside this
// one and need no Go; Houdini is the one in Go.
//
// Houdini's idea: what one does not see is not unknown, it is a matter of odds. It keeps, for every
// square, the odds that a ghost is there and which way it came (ghosts.go), remembers what lies where
// and how sure that still is (larder.go), and looks some moves ahead for the walk that pays most, with
// every square's points weighed against the odds of being caught there (plan.go). Running away, hunting
// with a power pellet and lying in wait beside one are not written down anywhere: they are what
// such a walk comes to.
//
// What to learn from it: one number to maximise, expected points, instead of rules for each case. A
// death costs what one would have won in the rest of the game, and everything else follows.
package pacman

import (
	"math/rand/v2"

	"koth/bot"
	"koth/bot/native"
	"koth/game"
	"koth/games/pacman"
)

// Houdini walks where most points are to be expected.
type Houdini struct {
	rng    *rand.Rand
	seats  int
	maze   *pacman.Maze
	ghosts ghosts
	larder larder
	plan   plan
	power  int // own invincibility counter
	last   int // square of the move before, -1 at first
	gift   bool
}

// NewHoudini makes a Houdini for one match.
func NewHoudini(s bot.Seating, rng *rand.Rand) native.Bot {
	return &Houdini{rng: rng, seats: s.Seats, last: -1}
}

// Act looks, thinks ahead, and steps.
func (h *Houdini) Act(obs game.Observation) game.Action {
	v := obs.(*pacman.View)
	if h.maze == nil {
		h.maze = v.Maze
		h.ghosts.begin(h.maze, 2*h.seats)
		h.larder.begin(h.maze)
		h.plan.begin(h.maze)
	}
	if v.Dead() {
		return h.haunt(v)
	}
	h.ghosts.step(v.Me.At)
	h.ghosts.look(v)
	h.larder.look(v)
	if h.gift {
		h.power, h.gift = pacman.Invincible, false
	}
	a := h.plan.best(v.Me.At, h.last, h.power, &h.ghosts, &h.larder)
	h.power = max(0, h.power-1)
	h.last = v.Me.At
	if a != pacman.Stay {
		to, _ := h.maze.Next(v.Me.At, a)
		// Who takes a power pellet is not told, and whoever is caught in the attempt has no use for it.
		h.gift = h.larder.letter(to) == 'O' && h.larder.seenNow(to)
	}
	return a
}

// haunt walks to the nearest Pac-Man in sight, for want of anything to win: fewer rivals eat less.
func (h *Houdini) haunt(v *pacman.View) game.Action {
	prey := make(map[int]bool)
	for _, q := range v.Sight {
		if q.Letter == 'P' {
			prey[q.At] = true
		}
	}
	type step struct {
		at    int
		first pacman.Action
	}
	seen := map[int]bool{v.Me.At: true}
	front := []step{{v.Me.At, pacman.Stay}}
	for len(front) > 0 {
		s := front[0]
		front = front[1:]
		if prey[s.at] {
			return s.first
		}
		for d := pacman.North; d <= pacman.West; d++ {
			to, open := h.maze.Next(s.at, d)
			if !open || seen[to] {
				continue
			}
			seen[to] = true
			first := s.first
			if first == pacman.Stay {
				first = d
			}
			front = append(front, step{to, first})
		}
	}
	return h.anyWay(v.Me.At)
}

// anyWay returns a random way out of a square.
func (h *Houdini) anyWay(at int) pacman.Action {
	var ways []pacman.Action
	for d := pacman.North; d <= pacman.West; d++ {
		if to, open := h.maze.Next(at, d); open && to != h.last {
			ways = append(ways, d)
		}
	}
	h.last = at
	if len(ways) == 0 {
		return pacman.Stay
	}
	return ways[h.rng.IntN(len(ways))]
}
