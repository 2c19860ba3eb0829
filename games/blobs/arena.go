package blobs

// Dir is a direction on the map.
type Dir uint8

// The directions, clockwise. North is up: towards smaller y.
const (
	North Dir = iota
	East
	South
	West

	dirs // how many there are
)

var dirNames = [dirs]string{"north", "east", "south", "west"}

// String returns the direction as bots write it: "north".
func (d Dir) String() string {
	if d >= dirs {
		return "no direction"
	}
	return dirNames[d]
}

// Step returns the cell next to x, y in that direction, which need not be on the map.
func (d Dir) Step(x, y int) (int, int) {
	switch d {
	case North:
		return x, y - 1
	case East:
		return x + 1, y
	case South:
		return x, y + 1
	case West:
		return x - 1, y
	}
	return x, y
}

// sideFor returns the side of the map for n families. It is always odd.
func sideFor(n int) int { return max(minSide, (n+3)/4*2-1) }

// point is a cell of the map; 0, 0 is top left.
type point struct{ x, y int }

// startCells returns the cells that n families start on (rules, Start of a round, 1): the corners,
// then every second cell of the border, then, where those are too few, the cells between.
func startCells(side, n int) []point {
	last := side - 1
	ring := make([]point, 0, 4*last) // the border clockwise from the corner NW, which makes corners even
	for i := range last {
		ring = append(ring, point{i, 0})
	}
	for i := range last {
		ring = append(ring, point{last, i})
	}
	for i := range last {
		ring = append(ring, point{last - i, last})
	}
	for i := range last {
		ring = append(ring, point{0, last - i})
	}
	var corners, even, odd []point
	for i, p := range ring {
		switch {
		case i%last == 0:
			corners = append(corners, p)
		case i%2 == 0:
			even = append(even, p)
		default:
			odd = append(odd, p)
		}
	}
	return append(append(corners, even...), odd...)[:n]
}

// sight is which cells a blob sees: on its own row and on those d rows above and below, that many
// cells to either side.
type sight [Vision + 1]int

// sightOf returns the sight for a value of the option vision.
func sightOf(metric string) sight {
	switch metric {
	case "euclid":
		return sight{4, 3, 3, 2, 0} // whole parts of sqrt(16 - d*d)
	case "square":
		return sight{4, 4, 4, 4, 4}
	}
	return sight{4, 3, 2, 1, 0}
}

// cell is what is on one cell of the map.
type cell struct {
	blob   int32  // 1 + the index in the list of the blob there (of the first one, amid a turn); 0 for none
	pellet pellet // 0 for none
}

// pellet is a pellet's number in the order of placement, from 1, times 16, and its energy: so
// pellets compare in that order.
type pellet int32

func newPellet(number, energy int) pellet { return pellet(number<<4 | energy) }

func (p pellet) energy() int { return int(p & 15) }

// free tells whether a pellet can be put there.
func (c *cell) free() bool { return *c == cell{} }

// arena is the map: what is on each cell.
type arena struct {
	side  int
	cells []cell // row by row
}

func newArena(side int) arena { return arena{side, make([]cell, side*side)} }

func (a *arena) at(x, y int) *cell { return &a.cells[y*a.side+x] }

func (a *arena) has(x, y int) bool { return x >= 0 && y >= 0 && x < a.side && y < a.side }

// freeInside appends the free cells that are not on the border, row by row.
func (a *arena) freeInside(dst []point) []point {
	for y := 1; y < a.side-1; y++ {
		for x := 1; x < a.side-1; x++ {
			if a.at(x, y).free() {
				dst = append(dst, point{x, y})
			}
		}
	}
	return dst
}
