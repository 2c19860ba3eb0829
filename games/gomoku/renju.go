package gomoku

import "fmt"

// Ban says why renju forbids black a cell. The zero value does not.
type Ban uint8

// The bans (rules, Variants, renju), in the order in which they are looked for.
const (
	Allowed Ban = iota
	Overline
	DoubleFour
	DoubleThree
)

// String returns the ban in words: "overline".
func (f Ban) String() string {
	switch f {
	case Allowed:
		return "allowed"
	case Overline:
		return "overline"
	case DoubleFour:
		return "double four"
	case DoubleThree:
		return "double three"
	}
	return fmt.Sprintf("Ban(%d)", uint8(f))
}

// Forbidden says whether renju forbids black the empty cell x, y, and why. A move that makes
// exactly five is always allowed. The board is the same afterwards.
func (b *Board) Forbidden(x, y int) Ban { return b.forbidden(at(x, y)) }

// forbidden is Forbidden by index. It tests a three as the rules say: the stone that would make
// it a straight four must itself be allowed, which is this same test one stone later.
func (b *Board) forbidden(at int) Ban {
	overline := false
	for _, d := range directions {
		switch n := 1 + b.run(at, d, Black) + b.run(at, -d, Black); {
		case n == five:
			return Allowed
		case n > five:
			overline = true
		}
	}
	if overline {
		return Overline
	}
	b.cells[at] = Black
	defer func() { b.cells[at] = Empty }()
	fours := 0
	for _, d := range directions {
		fours += b.fours(at, d)
	}
	if fours >= 2 {
		return DoubleFour
	}
	threes := 0
	for _, d := range directions {
		if b.three(at, d) {
			if threes++; threes == 2 {
				return DoubleThree
			}
		}
	}
	return Allowed
}

// fours counts the fours of black along a direction through a stone: rows in which one more stone
// makes exactly five. Only the first empty cell at either end of the stone's own run can do that;
// where both do, the two are one four if the same stones are in it, which is so for a run of four.
func (b *Board) fours(at, d int) int {
	fore, back := b.run(at, d, Black), b.run(at, -d, Black)
	n := 0
	if b.completes(at+(fore+1)*d, d, 1+fore+back, five) {
		n++
	}
	if b.completes(at-(back+1)*d, -d, 1+fore+back, five) {
		n++
	}
	if n == 2 && 1+fore+back == four {
		return 1
	}
	return n
}

const four = 4

// completes reports whether a stone on a cell at the end of a run of n makes a run of exactly
// length. d leads away from the run.
func (b *Board) completes(cell, d, n, length int) bool {
	return b.cells[cell] == Empty && n+1+b.run(cell, d, Black) == length
}

// three reports whether the stone is part of a three along a direction: a row in which one more
// stone, which black may put there without making five, makes a straight four.
func (b *Board) three(at, d int) bool {
	fore, back := b.run(at, d, Black), b.run(at, -d, Black)
	n := 1 + fore + back
	return b.straightens(at+(fore+1)*d, d, n) || b.straightens(at-(back+1)*d, -d, n)
}

// straightens reports whether a stone on a cell at the end of a run of n makes a straight four,
// one that can become exactly five at either end, and is itself allowed. d leads away from the
// run.
func (b *Board) straightens(cell, d, n int) bool {
	if !b.completes(cell, d, n, four) {
		return false
	}
	end, start := cell+(four-n)*d, cell-(n+1)*d // the cells at both ends of the four
	if b.cells[end] != Empty || b.cells[start] != Empty || b.cells[end+d] == Black || b.cells[start-d] == Black {
		return false
	}
	return b.makesNoFive(cell) && b.forbidden(cell) == Allowed
}

// makesNoFive reports whether a black stone on an empty cell makes no row of exactly five.
func (b *Board) makesNoFive(at int) bool {
	for _, d := range directions {
		if 1+b.run(at, d, Black)+b.run(at, -d, Black) == five {
			return false
		}
	}
	return true
}
