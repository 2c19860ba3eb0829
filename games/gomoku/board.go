package gomoku

import "fmt"

// The limits of a board's size, in cells a side.
const (
	MinSize = 5
	MaxSize = 20

	// MaxCells is how many cells the largest board has.
	MaxCells = MaxSize * MaxSize
)

// Stone is what lies on a cell. The zero value is an empty cell.
type Stone uint8

// The stones. Black moves first.
const (
	Empty Stone = iota
	Black
	White

	wall // what lies around the board
)

// Other returns the other colour. Of Empty it is Empty.
func (s Stone) Other() Stone {
	switch s {
	case Black:
		return White
	case White:
		return Black
	}
	return Empty
}

// Value returns the stone as bots in scripts see it: 1 for Black, -1 for White, 0 for Empty.
func (s Stone) Value() int {
	switch s {
	case Black:
		return 1
	case White:
		return -1
	}
	return 0
}

// String returns "black", "white" or "empty".
func (s Stone) String() string {
	switch s {
	case Black:
		return "black"
	case White:
		return "white"
	case Empty:
		return "empty"
	}
	return fmt.Sprintf("Stone(%d)", uint8(s))
}

// Point is a cell: X is the column, 0 at the left, Y the row, 0 at the top.
type Point struct{ X, Y int }

// String returns "x,y".
func (p Point) String() string { return fmt.Sprintf("%d,%d", p.X, p.Y) }

// stride is how far apart two cells of a column lie in Board.cells: the largest board, and a ring
// of wall on each side, so that no step along a line has to look for the edge.
const stride = MaxSize + 2

// Board is the stones on a board of some size. It is a value: an assignment copies it. The zero
// value is no board; NewBoard makes one.
type Board struct {
	size   int
	stones int // how many lie on it
	cells  [stride * stride]Stone
}

// NewBoard returns an empty board of size x size cells. A size outside MinSize to MaxSize panics.
func NewBoard(size int) Board {
	if size < MinSize || size > MaxSize {
		panic(fmt.Sprintf("gomoku: a board of size %d: want %d to %d", size, MinSize, MaxSize))
	}
	b := Board{size: size}
	for i := range b.cells {
		b.cells[i] = wall
	}
	for y := range size {
		for x := range size {
			b.cells[at(x, y)] = Empty
		}
	}
	return b
}

// at returns the index of a cell.
func at(x, y int) int { return (y+1)*stride + x + 1 }

// Size returns the cells a side.
func (b *Board) Size() int { return b.size }

// Stones returns how many stones lie on the board.
func (b *Board) Stones() int { return b.stones }

// Full reports whether no cell is empty.
func (b *Board) Full() bool { return b.stones == b.size*b.size }

// Has reports whether x, y is a cell of the board.
func (b *Board) Has(x, y int) bool { return x >= 0 && x < b.size && y >= 0 && y < b.size }

// At returns what lies on a cell of the board.
func (b *Board) At(x, y int) Stone { return b.cells[at(x, y)] }

// Set puts a stone on a cell of the board, or takes what is there away (Empty).
func (b *Board) Set(x, y int, s Stone) {
	cell := &b.cells[at(x, y)]
	if *cell != Empty {
		b.stones--
	}
	if s != Empty {
		b.stones++
	}
	*cell = s
}

// directions are the steps along the four kinds of line: row, column and both diagonals.
var directions = [4]int{1, stride, stride + 1, stride - 1}

// run returns how many stones of a colour lie in a row from a cell on, the cell itself not
// counted.
func (b *Board) run(from, step int, s Stone) int {
	n := 0
	for i := from + step; b.cells[i] == s; i += step {
		n++
	}
	return n
}
