package engine

// kind is what counts about a cell when a position is valued: finer than a threat.
type kind int

// The kinds, by what lines of each shape a stone on the cell would make at once.
const (
	nothing kind = iota
	kindUnstoppable
	kindFourThree
	kindFourBlocked // a four and a blocked three
	kindFourTwo     // a four and an open two
	kindFour
	kindThreeThree
	kindThreeBlocked // an open three and a blocked one
	kindThreeTwos    // an open three and several open twos
	kindThreeTwo
	kindThree
	kindBlockedBlocked // two blocked threes
	kindBlockedTwos
	kindBlockedTwo
	kindBlocked
	kindManyTwos // three open twos or more
	kindTwoTwos
	kindTwo
	kindHalfTwos // two blocked twos or more
	kinds
)

// kindOf returns the kind of a cell with so many lines of each shape.
func kindOf(n [shapes]int) kind {
	fours := n[four] + n[openFour] + n[doubleFour]
	threes := n[openThree] + n[freeThree]
	blocked := n[three]
	twos := n[openTwo] + n[freeTwo]
	switch {
	case n[five]+n[openFour]+n[doubleFour] > 0 || fours >= 2:
		return kindUnstoppable
	case fours == 1 && threes > 0:
		return kindFourThree
	case fours == 1 && blocked > 0:
		return kindFourBlocked
	case fours == 1 && twos > 0:
		return kindFourTwo
	case fours == 1:
		return kindFour
	case threes >= 2:
		return kindThreeThree
	case threes == 1 && blocked > 0:
		return kindThreeBlocked
	case threes == 1 && twos >= 2:
		return kindThreeTwos
	case threes == 1 && twos == 1:
		return kindThreeTwo
	case threes == 1:
		return kindThree
	case blocked >= 2:
		return kindBlockedBlocked
	case blocked == 1 && twos >= 2:
		return kindBlockedTwos
	case blocked == 1 && twos == 1:
		return kindBlockedTwo
	case blocked == 1:
		return kindBlocked
	case twos >= 3:
		return kindManyTwos
	case twos == 2:
		return kindTwoTwos
	case twos == 1:
		return kindTwo
	case n[two] >= 2:
		return kindHalfTwos
	}
	return nothing
}

// Values of a cell to a side that is to move, and to one that is not. They were fitted, by logistic
// regression with the same value of a shape for both, to the results of 2500 games of the engine against
// itself at 1500 positions a move; 130 points are odds of e to 1. Cells that such positions do not have
// (openFour, unstoppable, fourThree to a side to move) are set by hand.
var (
	shapeValues = [shapes][2]int16{
		openOne: {-1, -1}, two: {1, 1}, openTwo: {7, 7}, freeTwo: {8, 8}, three: {12, 12}, openThree: {25, 25}, freeThree: {17, 17},
		four: {17, 17}, openFour: {60, 60},
	}
	kindValues = [kinds][2]int16{
		kindUnstoppable: {200, 100}, kindFourThree: {210, 100}, kindFourBlocked: {20, 48}, kindFourTwo: {53, 45}, kindFour: {13, 2},
		kindThreeBlocked: {1, -5}, kindThreeTwos: {106, 3}, kindThreeTwo: {59, 21}, kindThree: {10, 6},
		kindBlockedBlocked: {-9, 0}, kindBlockedTwos: {23, -2}, kindBlockedTwo: {5, 6}, kindBlocked: {-3, -1},
		kindManyTwos: {2, -10}, kindTwoTwos: {3, 0}, kindTwo: {-7, -9}, kindHalfTwos: {-4, -2},
	}
)

// tempo is what it counts to be the side to move.
const tempo = 96

func valuesOf(n [shapes]int) (v [2]int16) {
	k := kindOf(n)
	for role := range v {
		v[role] = kindValues[k][role]
		for s := range n {
			v[role] += int16(n[s]) * shapeValues[s][role]
		}
	}
	return v
}

// orderOwn and orderOther are what a cell's threats count when moves are put in order, beside the
// values of its lines: own ones, and those of the other side that a stone there takes away.
var (
	orderOwn   = [threats]int32{makesThree: 20, threePlus: 40, twoThrees: 120, makesFour: 10, fourPlus: 60, fourThree: 400, unstoppable: 1000, makesFive: 10000}
	orderOther = [threats]int32{makesThree: 10, threePlus: 20, twoThrees: 80, makesFour: 5, fourPlus: 30, fourThree: 200, unstoppable: 500, makesFive: 5000}
)

// orderValue is what a line counts when moves are put in order.
var orderValue = [shapes]int32{
	dead: 0, overline: 0, one: 1, openOne: 2, two: 5, openTwo: 9, freeTwo: 11, three: 13, openThree: 26,
	freeThree: 30, four: 24, doubleFour: 24, openFour: 60, five: 60,
}

// evaluate returns the value of the position to the side to move.
func (s *searcher) evaluate() int {
	b := s.board
	v := b.value[b.turn][0] - b.value[b.turn^1][1] + tempo
	if n := s.level.noise; n > 0 {
		v += int32(s.chance()%uint64(2*n+1)) - n
	}
	return int(max(-maxEval, min(maxEval, v)))
}

// chance returns a number that looks random but is always the same for a position and a seed.
func (s *searcher) chance() uint64 { return (s.board.hash ^ s.seed) * 0x9e3779b97f4a7c15 >> 40 }
