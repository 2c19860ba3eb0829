package engine

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

// evaluate returns the value of the position to the side to move, where neither side can make five
// and it cannot make an open four.
func (s *searcher) evaluate() int {
	b := s.board
	threatened := 0
	if b.counts[b.turn^1][unstoppable] > 0 {
		threatened = 1
	}
	v := b.table.networks[b.turn][threatened].value(&b.sums[b.turn], &b.sums[b.turn^1])
	if n := int(s.level.noise); n > 0 {
		v += int(s.chance()%uint64(2*n+1)) - n
	}
	return max(-maxEval, min(maxEval, v))
}

// chance returns a number that looks random but is always the same for a position and a seed.
func (s *searcher) chance() uint64 { return (s.board.hash ^ s.seed) * 0x9e3779b97f4a7c15 >> 40 }
