package pacman

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
)

// Maze is the squares and the walls between them. It does not change during a game.
//
// A square is a number, y*Size+x: x is the column from the left, y the row from the top, both from
// 0. The maze is a torus (rules, Board).
type Maze struct {
	size  int
	walls []uint8 // by square: North 1, East 2, South 4, West 8
	near  []int32 // by square and direction: the neighbour, whatever is between
	way   []int32 // the same where there is no wall, else wall
	x, y  []uint8 // by square: where it is
}

// wall is in Maze.way where one cannot go.
const wall = -1

// newMaze returns a maze of all walls.
func newMaze(size int) *Maze {
	squares := size * size
	m := &Maze{size: size, walls: make([]uint8, squares), near: make([]int32, 4*squares), way: make([]int32, 4*squares), x: make([]uint8, squares), y: make([]uint8, squares)}
	for y := range size {
		for x := range size {
			at := m.At(x, y)
			m.x[at], m.y[at] = uint8(x), uint8(y)
			m.walls[at] = 15
			for d, to := range [...]int{m.At(x, y-1), m.At(x+1, y), m.At(x, y+1), m.At(x-1, y)} {
				m.near[4*at+d] = int32(to)
				m.way[4*at+d] = wall
			}
		}
	}
	return m
}

// Size returns the squares on a side.
func (m *Maze) Size() int { return m.size }

// At returns the square at x, y, which are taken modulo Size.
func (m *Maze) At(x, y int) int { return modulo(y, m.size)*m.size + modulo(x, m.size) }

// XY returns the place of a square.
func (m *Maze) XY(square int) (x, y int) { return int(m.x[square]), int(m.y[square]) }

// Next returns the neighbour of a square in a direction and whether one can go there.
func (m *Maze) Next(square int, d Action) (to int, open bool) {
	i := 4*square + int(d)
	return int(m.near[i]), m.way[i] != wall
}

// Walls returns the walls of a square: the sum of North 1, East 2, South 4, West 8.
func (m *Maze) Walls(square int) int { return int(m.walls[square]) }

// Apart returns the shortest way from one square to another as the torus has it, walls or not; of
// two equal ones that to the East or South.
func (m *Maze) Apart(from, to int) (dx, dy int) {
	fromX, fromY := m.XY(from)
	toX, toY := m.XY(to)
	return m.shortest(toX - fromX), m.shortest(toY - fromY)
}

// shortest returns a difference of coordinates the shorter way round, +Size/2 on a tie.
func (m *Maze) shortest(d int) int {
	if d = modulo(d, m.size); 2*d > m.size {
		return d - m.size
	}
	return d
}

func modulo(a, n int) int {
	if a >= 0 && a < n {
		return a
	}
	return (a%n + n) % n
}

const hexDigits = "0123456789ABCDEF"

// appendText appends the hexadecimal digits of all squares, row by row (rules, First line).
func (m *Maze) appendText(dst []byte) []byte {
	for _, w := range m.walls {
		dst = append(dst, hexDigits[w])
	}
	return dst
}

// parseMaze reads the text of a maze. Both sides of a wall must agree.
func parseMaze(text string, size int) (*Maze, error) {
	if len(text) != size*size {
		return nil, fmt.Errorf("%d digits, want %d for a maze of %d squares a side", len(text), size*size, size)
	}
	m := newMaze(size)
	for at := range size * size {
		w, ok := hexValue(text[at])
		if !ok {
			return nil, fmt.Errorf("%.4q at [%d,%d] is no hexadecimal digit", text[at:at+1], at%size, at/size)
		}
		for d := North; d <= West; d++ {
			if w>>d&1 == 0 {
				m.way[4*at+int(d)] = m.near[4*at+int(d)]
			}
		}
		m.walls[at] = w
	}
	for at := range size * size {
		for d := North; d <= West; d++ {
			to := m.near[4*at+int(d)]
			if m.walls[at]>>d&1 != m.walls[to]>>d.back()&1 {
				return nil, fmt.Errorf("the wall %v of [%d,%d] is on one side only", d, at%size, at/size)
			}
		}
	}
	return m, nil
}

func hexValue(c byte) (uint8, bool) {
	switch {
	case c >= '0' && c <= '9':
		return c - '0', true
	case c >= 'A' && c <= 'F':
		return c - 'A' + 10, true
	case c >= 'a' && c <= 'f':
		return c - 'a' + 10, true
	}
	return 0, false
}

// openings returns how many neighbours of a square one can go to.
func (m *Maze) openings(square int) int { return 4 - bits.OnesCount8(m.walls[square]) }

// carve takes the wall away in a direction of a square.
func (m *Maze) carve(square int, d Action) {
	to := int(m.near[4*square+int(d)])
	m.walls[square] &^= 1 << d
	m.walls[to] &^= 1 << d.back()
	m.way[4*square+int(d)] = int32(to)
	m.way[4*to+int(d.back())] = int32(square)
}

// drawMaze makes a maze (rules, Maze generation).
func drawMaze(size int, rng *rand.Rand) *Maze {
	m := newMaze(size)
	m.grow(rng)
	m.braid(rng)
	return m
}

// grow opens a random spanning tree that does not cross the edges, by Prim's algorithm.
func (m *Maze) grow(rng *rand.Rand) {
	visited := make([]bool, len(m.walls))
	start := rng.IntN(len(m.walls))
	visited[start] = true
	active := []int{start}
	for len(active) > 0 {
		k := rng.IntN(len(active))
		at := active[k]
		x, y := m.XY(at)
		var ways [4]Action
		n := 0
		for d := North; d <= West; d++ {
			edge := d == North && y == 0 || d == East && x == m.size-1 || d == South && y == m.size-1 || d == West && x == 0
			if !edge && !visited[m.near[4*at+int(d)]] {
				ways[n] = d
				n++
			}
		}
		if n == 0 {
			active[k] = active[len(active)-1]
			active = active[:len(active)-1]
			continue
		}
		d := ways[rng.IntN(n)]
		m.carve(at, d)
		to := int(m.near[4*at+int(d)])
		visited[to] = true
		active = append(active, to)
	}
}

// braid opens a second way out of every dead end, if it can into another dead end.
func (m *Maze) braid(rng *rand.Rand) {
	for x := range m.size {
		for y := range m.size {
			at := m.At(x, y)
			if m.openings(at) != 1 {
				continue
			}
			var closed, ends [4]Action
			n, e := 0, 0
			for d := North; d <= West; d++ {
				if m.way[4*at+int(d)] != wall {
					continue
				}
				closed[n] = d
				n++
				if m.openings(int(m.near[4*at+int(d)])) == 1 {
					ends[e] = d
					e++
				}
			}
			if e > 0 {
				closed, n = ends, e
			}
			m.carve(at, closed[rng.IntN(n)])
		}
	}
}
