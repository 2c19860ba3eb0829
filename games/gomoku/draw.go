package gomoku

import (
	"math/rand/v2"
	"slices"
)

// The bounds of drawn openings (rules, Openings).
const (
	randomLeast, randomMost = 2, 4 // stones of a random opening
	randomField             = 5    // side of the square in the middle that they are drawn from

	balancedLeast, balancedMost = 3, 6 // stones of a balanced opening
	balancedField               = 7
	balancedTries               = 32 // openings of which the most even one is taken
	balancedMargin              = 2  // cells around that square in which a next stone is looked for
)

// drawRandom draws a random opening: its number of stones, then their cells, alternating colours.
func drawRandom(rng *rand.Rand, size int) []Point {
	return drawStones(rng, size, randomLeast+rng.IntN(randomMost-randomLeast+1), randomField)
}

// square is a square of cells in the middle of a board.
type square struct{ corner, side int }

func middle(size, side int) square {
	side = min(side, size)
	return square{(size - side) / 2, side}
}

// drawStones draws n different cells of the square of a side in the middle of the board.
func drawStones(rng *rand.Rand, size, n, side int) []Point {
	field := middle(size, side)
	points := make([]Point, 0, n)
	for len(points) < n {
		p := Point{field.corner + rng.IntN(field.side), field.corner + rng.IntN(field.side)}
		if !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	return points
}

// drawBalanced draws balancedTries openings and returns the one in which the side to move has the
// least on or off the other.
func drawBalanced(rng *rand.Rand, size int) []Point {
	var best []Point
	least := 0
	for range balancedTries {
		points := drawStones(rng, size, balancedLeast+rng.IntN(balancedMost-balancedLeast+1), balancedField)
		if lead := abs(lead(size, points)); best == nil || lead < least {
			best, least = points, lead
		}
	}
	return best
}

// worth is what a window of five cells is worth to the colour that has so many stones in it, the
// other none.
var worth = [five + 1]int{0, 1, 8, 40, 160, 1000}

// lead estimates how far the side to move is ahead after an opening, in the unit of worth: what
// its windows are worth more than the other's, once it has put its best stone and the other has
// answered with its own.
func lead(size int, points []Point) int {
	b := NewBoard(size)
	color, sum := Black, 0 // sum is from the view of color
	put := func(p Point) {
		sum = -(sum + gain(&b, p, color))
		b.Set(p.X, p.Y, color)
		color = color.Other()
	}
	for _, p := range points {
		put(p)
	}
	put(bestStone(&b, color))
	put(bestStone(&b, color))
	return sum
}

// gain returns what a stone of a colour on an empty cell adds to what its windows are worth, and
// takes from those of the other.
func gain(b *Board, p Point, color Stone) int {
	n := 0
	for _, d := range directions {
		for back := range five {
			own, other, whole := window(b, at(p.X, p.Y)-back*d, d, color)
			switch {
			case !whole:
			case other == 0:
				n += worth[own+1] - worth[own]
			case own == 0:
				n += worth[other]
			}
		}
	}
	return n
}

// bestStone returns the empty cell near the middle where a stone of a colour gains most.
func bestStone(b *Board, color Stone) (best Point) {
	field := middle(b.size, balancedField+2*balancedMargin)
	most := -1
	for y := field.corner; y < field.corner+field.side; y++ {
		for x := field.corner; x < field.corner+field.side; x++ {
			if b.At(x, y) != Empty {
				continue
			}
			if n := gain(b, Point{x, y}, color); n > most {
				best, most = Point{x, y}, n
			}
		}
	}
	return best
}

// window counts the stones of a colour and of the other in the five cells from one on; whole is
// false if they are not all on the board.
func window(b *Board, from, d int, color Stone) (own, other int, whole bool) {
	for i, cell := 0, from; i < five; i, cell = i+1, cell+d {
		if cell < 0 || cell >= len(b.cells) || b.cells[cell] == wall {
			return 0, 0, false
		}
		switch b.cells[cell] {
		case Empty:
		case color:
			own++
		default:
			other++
		}
	}
	return own, other, true
}

func abs(n int) int { return max(n, -n) }
