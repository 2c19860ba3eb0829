package pacman

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"koth/game"
)

// What lies on a square, in the letters of the rules (Turn line).
const (
	nothing = 'X'
	pellet  = 'o'
	power   = 'O'
	fruit   = 'F'
)

// opening is a starting position.
type opening struct {
	maze    *Maze
	items   []byte  // by square
	players []int32 // squares, by seat
	ghosts  []placed
}

// placed is a computer ghost at the start.
type placed struct {
	kind   Kind
	at     int32
	length int // of its phases, in moves
}

// open makes the starting position for n players: what is given, and the rest drawn in the order
// of the rules (Maze generation, Contents).
func open(n int, given setup, rng *rand.Rand) (*opening, error) {
	size := sideFor(n)
	o := &opening{maze: given.maze}
	if o.maze == nil {
		o.maze = drawMaze(size, rng)
	}
	if o.items = []byte(given.items); given.items == "" {
		o.drawItems(n, given, rng)
	}
	if o.ghosts = given.ghosts; o.ghosts == nil {
		if err := o.drawGhosts(n, rng); err != nil {
			return nil, err
		}
	}
	if o.players = given.players; o.players == nil {
		if err := o.drawPlayers(n, rng); err != nil {
			return nil, err
		}
	}
	return o, given.checkSteps(len(o.ghosts))
}

// drawItems puts power pellets and fruit on random squares, and pellets on all others but those on
// which a given setup puts somebody.
func (o *opening) drawItems(n int, given setup, rng *rand.Rand) {
	o.items = make([]byte, len(o.maze.walls))
	free := make([]int, len(o.items))
	for i := range free {
		free[i] = i
		o.items[i] = pellet
	}
	for k := range (powersEach + fruitEach) * n {
		letter := byte(power)
		if k >= powersEach*n {
			letter = fruit
		}
		i, last := rng.IntN(len(free)), len(free)-1
		o.items[free[i]] = letter
		free[i] = free[last]
		free = free[:last]
	}
	for _, g := range given.ghosts {
		o.clear(g.at)
	}
	for _, at := range given.players {
		o.clear(at)
	}
}

// clear takes away the pellet of a square.
func (o *opening) clear(at int32) {
	if o.items[at] == pellet {
		o.items[at] = nothing
	}
}

// drawGhosts puts the computer's ghosts on random squares with a pellet.
func (o *opening) drawGhosts(n int, rng *rand.Rand) error {
	var free []int32
	for at, item := range o.items {
		if item == pellet {
			free = append(free, int32(at))
		}
	}
	if len(free) < ghostsEach*n {
		return game.SetupError("ghosts: the %d pellets given leave no room to draw %d ghosts; give ghosts too", len(free), ghostsEach*n)
	}
	o.ghosts = make([]placed, ghostsEach*n)
	for k := range o.ghosts {
		i, last := rng.IntN(len(free)), len(free)-1
		o.clear(free[i])
		o.ghosts[k] = placed{at: free[i], kind: Kind(rng.IntN(int(kinds))), length: minPhase + rng.IntN(maxPhase-minPhase+1)}
		free[i] = free[last]
		free = free[:last]
	}
	return nil
}

// drawPlayers puts the Pac-Men on random squares with a pellet, all of whose neighbours have one.
func (o *opening) drawPlayers(n int, rng *rand.Rand) error {
	o.players = make([]int32, n)
	for k := range o.players {
		var free []int32
		for at := range o.items {
			if o.quiet(at) {
				free = append(free, int32(at))
			}
		}
		if len(free) == 0 {
			return game.SetupError("players: no square is left with pellets on it and around it to draw player %d on; give players too", k)
		}
		o.players[k] = free[rng.IntN(len(free))]
		o.clear(o.players[k])
	}
	return nil
}

// quiet tells whether a square and all squares that one can step to from there hold pellets.
func (o *opening) quiet(at int) bool {
	if o.items[at] != pellet {
		return false
	}
	for _, to := range o.maze.way[4*at : 4*at+4] {
		if to != wall && o.items[to] != pellet {
			return false
		}
	}
	return true
}

// appendJSON appends the members of a setup that gives this opening, without braces.
func (o *opening) appendJSON(dst []byte) []byte {
	dst = append(dst, `"walls":"`...)
	dst = o.maze.appendText(dst)
	dst = append(dst, `","items":"`...)
	dst = append(dst, o.items...)
	dst = append(dst, `","players":[`...)
	for i, at := range o.players {
		dst = appendComma(dst, i)
		dst = appendSquare(append(dst, '['), o.maze, at)
		dst = append(dst, ']')
	}
	dst = append(dst, `],"ghosts":[`...)
	for i, g := range o.ghosts {
		dst = appendComma(dst, i)
		dst = fmt.Appendf(dst, `["%v",`, g.kind)
		dst = appendSquare(dst, o.maze, g.at)
		dst = strconv.AppendInt(append(dst, ','), int64(g.length), 10)
		dst = append(dst, ']')
	}
	return append(dst, ']')
}

// appendSquare appends "x,y".
func appendSquare(dst []byte, m *Maze, at int32) []byte {
	x, y := m.XY(int(at))
	dst = strconv.AppendInt(dst, int64(x), 10)
	return strconv.AppendInt(append(dst, ','), int64(y), 10)
}

// appendComma separates element i of a JSON array from the one before it.
func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
