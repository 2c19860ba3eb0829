package engine

import "math/bits"

// threes remembers positions in which threes and fours do not win, with how deep that was looked.
type threes [1 << 16]uint64

func (t *threes) failed(hash uint64, depth int) bool {
	e := t[hash&uint64(len(t)-1)]
	return e>>8 == hash>>8 && int(e&0xff) >= depth
}

func (t *threes) fail(hash uint64, depth int) {
	t[hash&uint64(len(t)-1)] = hash&^0xff | uint64(depth)
}

// The depths of the search for threes and fours, in plies.
const (
	firstThrees = 7
	lastThrees  = 31
	threesFours = 200 // positions of each look for fours alone
)

// winByThrees returns in how many plies at most the side to move wins by threes and fours, each
// of which has to be answered, or 0 if it finds no way within so many positions. The way found is
// the principal variation from ply 0.
func (s *searcher) winByThrees(positions int) int {
	s.threesEnd = s.nodes + uint64(positions)
	for depth := firstThrees; depth <= lastThrees; depth += 2 {
		before := s.nodes
		if n := s.attack(depth, 0); n > 0 {
			return n
		}
		if s.nodes >= s.threesEnd || s.halted || s.nodes-before < 3 && depth > firstThrees {
			break
		}
	}
	return 0
}

// threesOrder is the order in which the attack tries its threats.
var threesOrder = [...]threat{fourThree, twoThrees, threePlus, fourPlus, makesThree, makesFour}

// attack returns in how many plies the side to move wins by threats, or 0.
func (s *searcher) attack(depth, ply int) int {
	b := s.board
	s.nodes++
	s.lengths[ply] = 0
	me, other := b.turn, b.turn^1
	if b.counts[me][makesFive] > 0 {
		s.setOnly(ply, b.sets[me][makesFive].first())
		return 1
	}
	only := noCell
	switch b.counts[other][makesFive] {
	case 0:
		if b.counts[me][unstoppable] > 0 {
			s.setOnly(ply, b.sets[me][unstoppable].first())
			return 3
		}
		if n := s.winByFours(min(depth+8, maxFours), threesFours); n > 0 {
			s.setLine(ply)
			return n
		}
	case 1:
		only = b.sets[other][makesFive].first()
		if t := b.threat[me][only]; t < makesThree || t > unstoppable {
			return 0
		}
	default:
		return 0
	}
	if depth < 5 || ply+2 >= maxPly || s.nodes >= s.threesEnd || s.stopped() || s.threes.failed(b.hash, depth) {
		return 0
	}
	if only != noCell {
		if n := s.threaten(only, depth, ply); n > 0 {
			return n
		}
	} else {
		for _, t := range threesOrder {
			cells := b.sets[me][t] // a copy: the board changes below
			for i, w := range cells {
				for ; w != 0; w &= w - 1 {
					if n := s.threaten(cell(i*64+bits.TrailingZeros64(w)), depth, ply); n > 0 {
						return n
					}
				}
			}
		}
	}
	if s.nodes < s.threesEnd && !s.halted {
		s.threes.fail(b.hash, depth)
	}
	return 0
}

// threaten plays a threat and returns in how many plies it wins against every answer, or 0.
func (s *searcher) threaten(c cell, depth, ply int) int {
	b := s.board
	b.play(c)
	n := s.defend(depth-1, ply+1)
	b.undo()
	if n == 0 {
		return 0
	}
	s.setBest(ply, c)
	return n + 1
}

// defend returns in how many plies the side that is not to move wins against every answer, or 0.
func (s *searcher) defend(depth, ply int) int {
	b := s.board
	s.nodes++
	s.lengths[ply] = 0
	me, attacker := b.turn, b.turn^1
	if b.counts[me][makesFive] > 0 {
		return 0
	}
	switch b.counts[attacker][makesFive] {
	case 0:
	case 1:
		c := b.sets[attacker][makesFive].first()
		if !b.legal(c) {
			return 2
		}
		return s.resist(c, depth, ply)
	default:
		return 2
	}
	if b.counts[attacker][unstoppable] == 0 || b.counts[me][unstoppable] > 0 {
		return 0
	}
	if s.nodes >= s.threesEnd || s.stopped() || s.winByFours(maxFours, threesFours) > 0 {
		return 0
	}
	longest := 4 // any other move: the attacker makes its open four and then five
	answers := b.answers()
	for i, w := range answers {
		for ; w != 0; w &= w - 1 {
			c := cell(i*64 + bits.TrailingZeros64(w))
			if !b.legal(c) {
				continue
			}
			n := s.resist(c, depth, ply)
			if n == 0 {
				return 0
			}
			longest = max(longest, n)
		}
	}
	return longest
}

// resist plays an answer and returns in how many plies the attacker still wins, or 0.
func (s *searcher) resist(c cell, depth, ply int) int {
	b := s.board
	b.play(c)
	n := s.attack(depth-1, ply+1)
	b.undo()
	if n == 0 {
		return 0
	}
	if n+1 > s.lengths[ply] {
		s.setBest(ply, c)
	}
	return n + 1
}
