package engine

import "math/bits"

// maxFours bounds a win by continuous fours, in plies.
const maxFours = 60

// winByFours returns in how many plies (1, 3, 5, ...) the side to move wins with nothing but
// fours, each of which leaves one answer, or 0 if it finds no way within depth plies and so many
// positions; leastFour says which fours it tries. The way found is in line. The position is as before on return.
func (s *searcher) winByFours(depth, positions int) int {
	s.foursLeft = positions
	s.line = s.line[:0]
	n := s.continueFours(depth)
	if n > 0 {
		for i, j := 0, len(s.line)-1; i < j; i, j = i+1, j-1 { // it was found from its end
			s.line[i], s.line[j] = s.line[j], s.line[i]
		}
	}
	return n
}

func (s *searcher) continueFours(depth int) int {
	b := s.board
	me, other := b.turn, b.turn^1
	if b.counts[me][makesFive] > 0 {
		s.line = append(s.line, b.sets[me][makesFive].first())
		return 1
	}
	if depth < 3 {
		return 0
	}
	var only = noCell
	switch b.counts[other][makesFive] {
	case 0:
		if b.counts[me][unstoppable] > 0 {
			s.line = append(s.line, b.sets[me][unstoppable].first())
			return 3
		}
	case 1:
		only = b.sets[other][makesFive].first()
		if !makesAnyFour(b.threat[me][only]) {
			return 0
		}
	default:
		return 0
	}
	if depth < 5 && only == noCell {
		return 0
	}
	if s.foursLeft <= 0 || s.stopped() {
		return 0
	}
	if s.fours.failed(b.hash, depth) {
		return 0
	}
	if only != noCell {
		if n := s.tryFour(only, depth); n > 0 {
			return n
		}
		s.fours.fail(b.hash, depth)
		return 0
	}
	for t := fourThree; t >= s.leastFour; t-- {
		cells := b.sets[me][t] // a copy: the board changes below
		for i, w := range cells {
			for ; w != 0; w &= w - 1 {
				if n := s.tryFour(cell(i*64+bits.TrailingZeros64(w)), depth); n > 0 {
					return n
				}
			}
		}
	}
	if s.foursLeft > 0 && !s.halted {
		s.fours.fail(b.hash, depth)
	}
	return 0
}

// tryFour plays a four, its answer, and goes on.
func (s *searcher) tryFour(c cell, depth int) int {
	b := s.board
	me := b.turn
	s.nodes++
	s.foursLeft--
	b.play(c)
	n := 0
	if b.counts[me^1][makesFive] == 0 { // else the four is answered by five
		answer := b.sets[me][makesFive].first()
		if b.counts[me][makesFive] > 1 || !b.legal(answer) {
			n = 3
		} else {
			b.play(answer)
			if n = s.continueFours(depth - 2); n > 0 {
				n += 2
				s.line = append(s.line, answer)
			}
			b.undo()
		}
	}
	b.undo()
	if n > 0 {
		s.line = append(s.line, c)
	}
	return n
}

// makesAnyFour tells whether a stone makes a four, or five.
func makesAnyFour(t threat) bool { return t >= makesFour && t <= makesFive }
