package engine

import "koth/bots/gomoku/engine/weights"

// lanes is how many numbers say what an empty cell is worth to a side.
const lanes = weights.Lanes

// sums are the sums of lanes numbers over cells, four of 16 bits a word. Words are added and taken away
// as a whole: what a negative number borrows from the next is given back when they are taken apart.
type sums [lanes / 4]uint64

func (s *sums) add(o *sums) {
	for i := range s {
		s[i] += o[i]
	}
}

func (s *sums) sub(o *sums) {
	for i := range s {
		s[i] -= o[i]
	}
}

// pack returns the sums of one cell.
func pack(v [lanes]int8) (s sums) {
	for i, n := range v {
		s[i/4] += uint64(int64(n)) << (16 * (i % 4))
	}
	return s
}

// unpack takes sums apart.
func (s *sums) unpack(to []int32) {
	for i, w := range s {
		for k := range 4 {
			n := int16(w)
			to[4*i+k] = int32(n)
			w = (w - uint64(int64(n))) >> 16
		}
	}
}

// evaluate returns the value of the position to the side to move, where neither side can make five
// and it cannot make an open four.
func (s *searcher) evaluate() int {
	b := s.board
	threatened := 0
	if b.counts[b.turn^1][unstoppable] > 0 {
		threatened = 1
	}
	var both [2 * lanes]int32
	b.sums[b.turn].unpack(both[:lanes])
	b.sums[b.turn^1].unpack(both[lanes:])
	v := b.table.networks[b.turn][threatened].Value(&both)
	if n := int(s.level.noise); n > 0 {
		v += int(s.chance()%uint64(2*n+1)) - n
	}
	return max(-maxEval, min(maxEval, v))
}

// sure is the order of a move that needs no search; weights.ScaleOrder are odds of e.
const sure = 1000

// learntOf returns what is known of a combo that comes to a threat.
func learntOf(w *weights.Weights, s side, number uint16, t threat) combo {
	c := combo{sums: pack(w.Cells[s][number]), threat: t}
	for threatened := range 2 {
		c.own[threatened] = int16(w.Orders[s][threatened][0][number])
		c.other[threatened] = int16(w.Orders[1-s][threatened][1][number])
		switch t {
		case makesFive:
			c.own[threatened], c.other[threatened] = 4*sure, 2*sure
		case unstoppable:
			c.own[threatened] = sure
		}
	}
	return c
}
