package gomoku

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strings"
)

// The bounds of drawn openings (rules, Openings).
const (
	randomLeast, randomMost = 2, 4 // stones of a random opening
	randomField             = 5    // side of the square in the middle that they are drawn from

	balancedLeastSize = 7 // of a board that has room for the balanced openings
)

// drawRandom draws a random opening: its number of stones, then their cells, alternating colours.
func drawRandom(rng *rand.Rand, size int) []Point {
	return drawStones(rng, size, randomLeast+rng.IntN(randomMost-randomLeast+1), randomField)
}

// drawStones draws n different cells of the square of a side in the middle of the board.
func drawStones(rng *rand.Rand, size, n, side int) []Point {
	side = min(side, size)
	corner := (size - side) / 2
	points := make([]Point, 0, n)
	for len(points) < n {
		p := Point{corner + rng.IntN(side), corner + rng.IntN(side)}
		if !slices.Contains(points, p) {
			points = append(points, p)
		}
	}
	return points
}

//go:embed balanced.txt
var balancedText string

// balanced are even openings as offsets from the middle (internal/openings found them).
var balanced = readBalanced(balancedText)

// readBalanced reads a list that is part of the program: anything wrong in it panics.
func readBalanced(text string) (list [][]Point) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		points, err := parseOffsets(line, 0)
		if err != nil {
			panic(err)
		}
		list = append(list, points)
	}
	return list
}

// drawBalanced draws an opening of the list and one of the eight ways to turn and mirror it. On
// boards that are too small for them it draws a random one.
func drawBalanced(rng *rand.Rand, size int) []Point {
	if size < balancedLeastSize {
		return drawRandom(rng, size)
	}
	opening, way := balanced[rng.IntN(len(balanced))], rng.IntN(8)
	points := make([]Point, len(opening))
	for i, p := range opening {
		if way&1 != 0 {
			p.X = -p.X
		}
		if way&2 != 0 {
			p.Y = -p.Y
		}
		if way&4 != 0 {
			p.X, p.Y = p.Y, p.X
		}
		points[i] = Point{size/2 + p.X, size/2 + p.Y}
	}
	return points
}
