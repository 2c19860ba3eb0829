package gomoku

import (
	"sync"

	"koth/games/gomoku"
)

// score is what a stone on a cell does along one line. A bigger one is worth more than any number
// of smaller ones.
type score uint8

// The scores. There is none of 1: the program declares it, for making a two, and never gives it.
const (
	nothing          score = 0
	makeBlockedThree score = 2
	blockTwo         score = 3
	makeThree        score = 4 // also one with a gap
	blockThree       score = 5 // one that is open
	makeBlockedFour  score = 6 // also any four stones in five cells
	makeFour         score = 7 // an open one
	blockFour        score = 8
	makeFive         score = 9
)

// four is a cell's scores in all four directions, sorted, the highest in the highest digit of
// base 16: cells compare as these numbers do.
type four uint16

// sorted packs four scores, without a branch: most cells differ from their neighbours.
func sorted(a, b, c, d score) four {
	a, b = max(a, b), min(a, b)
	c, d = max(c, d), min(c, d)
	a, c = max(a, c), min(a, c)
	b, d = max(b, d), min(b, d)
	b, c = max(b, c), min(b, c)
	return four(a)<<12 | four(b)<<8 | four(c)<<4 | four(d)
}

// reach is how far a line is looked at on each side of the new stone.
const reach = 4

// scoreTable has the score of a line for what lies in the eight cells around a new stone, as a
// number of two bits a cell: the cell farthest before the stone is in the highest bits. The
// values are those below.
type scoreTable [1 << (4 * reach)]score

// What a cell of a line can be.
const (
	empty uint8 = iota
	own
	other
	outside // of the board
)

// scores returns the table, which is made on first use.
var scores = sync.OnceValue(makeScores)

func makeScores() *scoreTable {
	var t scoreTable
	var l line
	l[reach] = own
	for i := range t {
		for k := range reach {
			l[k] = uint8(i>>(2*(2*reach-1-k))) & 3
			l[reach+1+k] = uint8(i>>(2*(reach-1-k))) & 3
		}
		if l.possible() {
			t[i] = l.score()
		}
	}
	return &t
}

// line is a new stone, in the middle, and what lies before and after it.
type line [2*reach + 1]uint8

// possible reports whether nothing but outside lies beyond what is outside.
func (l *line) possible() bool {
	for k := 1; k < reach; k++ {
		if l[k] == outside && l[k-1] != outside || l[2*reach-k] == outside && l[2*reach-k+1] != outside {
			return false
		}
	}
	return true
}

// score is the first of the tests, in the order of the program, that the line passes. What it
// gives is not always the highest that it could: a blocked three in a row is found before a three
// with a gap.
func (l *line) score() score {
	if l.any(0, 5, func(from int) bool { return l.count(from, 5, own) == 5 }) {
		return makeFive
	}
	if l.any(0, 5, func(from int) bool { return l.count(from, 5, other) == 4 && l.count(from, 5, own) == 1 }) {
		return blockFour
	}
	if s := l.row(1, 4, makeFour, makeBlockedFour, func(c uint8) bool { return c != empty }); s != nothing {
		return s
	}
	if l.any(0, 5, func(from int) bool { return l.count(from, 5, own) == 4 && l.count(from, 5, empty) == 1 }) {
		return makeBlockedFour
	}
	if l.any(1, 4, func(from int) bool { return l.count(from, 4, other) == 3 && l.unguarded(from) }) {
		return blockThree
	}
	// Unlike a four, a three is not blocked by the border.
	if s := l.row(2, 3, makeThree, makeBlockedThree, func(c uint8) bool { return c == own || c == other }); s != nothing {
		return s
	}
	if l.any(1, 4, func(from int) bool {
		return l.count(from, 4, own) == 3 && l.count(from, 4, empty) == 1 && l[from-1] <= own && l[from+4] <= own
	}) {
		return makeThree
	}
	// The fourth cell may lie outside of the board, but only at the far end.
	if l.any(1, 4, func(from int) bool { return l[from] != outside && l.count(from, 4, other) == 2 && l.unguarded(from) }) {
		return blockTwo
	}
	return nothing
}

// any reports whether one of the windows of a length that hold the new stone, and start at first
// or later, passes a test.
func (l *line) any(first, length int, test func(from int) bool) bool {
	for from := first; from <= reach && from+length <= len(l); from++ {
		if test(from) {
			return true
		}
	}
	return false
}

// count counts the cells of a window that are something.
func (l *line) count(from, length int, what uint8) int {
	n := 0
	for _, c := range l[from : from+length] {
		if c == what {
			n++
		}
	}
	return n
}

// unguarded reports whether a window of four has one own stone, the new one, and none at either
// end, where it would block already.
func (l *line) unguarded(from int) bool {
	return l.count(from, 4, own) == 1 && l[from-1] != own && l[from+4] != own
}

// row looks for length stones in a row, from the window that starts at first on: open if neither
// end is blocked, closed if one is. A row with both ends blocked is none.
func (l *line) row(first, length int, open, closed score, blocked func(uint8) bool) score {
	for from := first; from <= reach; from++ {
		if l.count(from, length, own) < length {
			continue
		}
		switch before, after := blocked(l[from-1]), blocked(l[from+length]); {
		case !before && !after:
			return open
		case !before || !after:
			return closed
		}
	}
	return nothing
}

// sheet has the scores of all cells of a board. Cells are numbered row by row, stride to a row.
type sheet struct {
	cells [gomoku.MaxCells]uint8    // as the side to move sees them
	lines [4][gomoku.MaxCells]score // by direction
	sums  [gomoku.MaxCells]four     // sorted; of no meaning for taken cells
}

const stride = gomoku.MaxSize

func (s *sheet) at(p gomoku.Point) four { return s.sums[p.Y*stride+p.X] }

// steps lead along the four kinds of line. A step on leads to what lies after a stone, a step back
// to what lies before it.
var steps = [4]struct{ dx, dy int }{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}

// fill scores every empty cell for a colour.
func (s *sheet) fill(b *gomoku.Board, me gomoku.Stone, t *scoreTable) {
	size := b.Size()
	seen := [3]uint8{gomoku.Empty: empty, gomoku.Black: other, gomoku.White: other}
	seen[me] = own
	for y := range size {
		for x := range size {
			s.cells[y*stride+x] = seen[b.At(x, y)]
		}
	}
	for i := range size {
		s.along(t, 0, 0, i, size)
		s.along(t, 1, i, 0, size)
		s.along(t, 2, i, 0, size-i)
		s.along(t, 3, i, 0, i+1)
		if i > 0 { // diagonals start in the first row, or in the column that they lead away from
			s.along(t, 2, 0, i, size-i)
			s.along(t, 3, size-1, i, size-i)
		}
	}
	for y := range size {
		for i := y * stride; i < y*stride+size; i++ {
			s.sums[i] = sorted(s.lines[0][i], s.lines[1][i], s.lines[2][i], s.lines[3][i])
		}
	}
}

// along scores the cells of one line, from its first cell on. window has nine cells at a time, the
// latest in the lowest bits; the one that is scored is in the middle of it.
func (s *sheet) along(t *scoreTable, d, x, y, length int) {
	const (
		side = 1<<(2*reach) - 1       // the bits of the cells on one side of the stone
		all  = 1<<(2*(2*reach+1)) - 1 // and of all nine: outside, each of them
	)
	step := steps[d].dy*stride + steps[d].dx
	window := uint32(all)
	next, middle := y*stride+x, y*stride+x
	for i := range length + reach {
		cell := outside
		if i < length {
			cell = s.cells[next]
			next += step
		}
		window = window<<2 | uint32(cell)
		if i >= reach {
			before, after := window>>(2*(reach+1))&side, window&side
			s.lines[d][middle] = t[before<<(2*reach)|after]
			middle += step
		}
	}
}
