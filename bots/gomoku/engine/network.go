package engine

import (
	"embed"
	"encoding/binary"
	"fmt"
)

// lanes is how many numbers say what an empty cell is worth to a side.
const lanes = 8

// mostLane is the greatest of them, up or down: all cells of a board together fit 16 bits.
const mostLane = (1<<15 - 1) / allCell

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

// hidden is how many units a network has between what goes in and its result.
const hidden = 16

// network values a position for the side to move from the sums of both sides.
type network struct {
	in     [hidden][2 * lanes]int16 // own sums first, then the other side's
	bias   [hidden]int32
	out    [hidden]int16
	direct [2 * lanes]int16 // past the units
	level  int32            // the value of nothing
}

// Scales of a network's numbers: what stands for 1.
const (
	scaleSum    = 32
	scaleIn     = 256
	scaleUnit   = 128 // of a unit, when it is passed on
	scaleOut    = 256
	scaleDirect = scaleUnit * scaleOut / scaleSum
)

// logit is what one unit of log odds counts in scores.
const logit = 130

func (n *network) value(own, other *sums) int {
	var x [2 * lanes]int32
	own.unpack(x[:lanes])
	other.unpack(x[lanes:])
	v := int(n.level)
	for i, w := range &n.direct {
		v += int(w) * int(x[i])
	}
	for h := range &n.in {
		z := n.bias[h]
		for i, w := range &n.in[h] {
			z += int32(w) * x[i]
		}
		if z > 0 {
			v += int(z) / (scaleSum * scaleIn / scaleUnit) * int(n.out[h])
		}
	}
	return v * logit / (scaleUnit * scaleOut)
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

// weights are what was learnt about a rule: what each combo counts, for black and for white,
// networks by colour to move and whether the other side would make an open four, and how early
// moves are looked at.
//
// They were fitted to games of the engine against itself, the later ones with the weights that the
// earlier ones gave: 45,000 games on boards of 15 and 20 by all rules, from one to seven random
// stones, at 1000 to 4000 positions a move, with every fourteenth move at random. Positions in which
// fours win at once were left out. What a position should be worth was half the game's result and half
// what the search said, in odds, or what the search said alone where a random move came later. A
// combo's numbers were the sum of what its four shapes count, what its class of threat counts, and
// what is its own, so that rare ones are near what their lines suggest. Adam, with 512 positions at a
// time, made the logistic loss small: 12 rounds at a rate that falls from 0.004 along a cosine, and
// for the last games 9 more, from the weights that there were, at 0.003. Freestyle and standard share
// their games, and both colours their numbers; renju began with the weights of freestyle. In games
// that the last fit did not use (an earlier one had used some of them) the loss over the least
// possible came to 0.09 where the other side has no open three and 0.12 where it has one; 0.10 and
// 0.13 by renju.
//
// The orders are twelve times the logarithms of odds, the sum of what a cell is to either side being
// compared to that of the other cells that the search would look at: a softmax fitted in the same
// way to the moves that were found in 27,000 of these games and were not proved to win. In games that were
// not used, the move found was among the first four in 74 % of the positions without an open
// three to prevent, and in 96 % of those with one.
type weights struct {
	combos   [2][combos]sums
	networks [2][2]network
	orders   [2][2][2][combos]int8 // by colour to move, open four to prevent or not, and what a cell is to the own or the other side
}

// sure is the order of a move that needs no search; 12 are odds of e.
const sure = 1000

// combo returns what is known of a combo that comes to a threat.
func (w *weights) combo(s side, number uint16, t threat) combo {
	c := combo{sums: w.combos[s][number], threat: t}
	for threatened := range 2 {
		c.own[threatened] = int16(w.orders[s][threatened][0][number])
		c.other[threatened] = int16(w.orders[1-s][threatened][1][number])
		switch t {
		case makesFive:
			c.own[threatened], c.other[threatened] = 4*sure, 2*sure
		case unstoppable:
			c.own[threatened] = sure
		}
	}
	return c
}

//go:embed weights
var weightFiles embed.FS

// weightBytes is the size of a file of weights.
const weightBytes = 2*combos*lanes + 2*2*(2*hidden*2*lanes+4*hidden+2*hidden+2*2*lanes+4) + 8*combos

// readWeights returns the weights of a rule from its file: first a byte for each lane of each combo,
// black's before white's, then the networks, their fields as they are declared, little end first, then the
// orders, a byte each.
func readWeights(name string) *weights {
	w := new(weights)
	data, err := weightFiles.ReadFile("weights/" + name + ".bin")
	if err != nil || len(data) != weightBytes {
		panic(fmt.Sprintf("weights of %s: %d bytes, want %d: %v", name, len(data), weightBytes, err))
	}
	for s := range w.combos {
		for k := range w.combos[s] {
			var v [lanes]int8
			for i := range v {
				v[i] = int8(data[i])
			}
			w.combos[s][k] = pack(v)
			data = data[lanes:]
		}
	}
	short := func() int16 {
		n := binary.LittleEndian.Uint16(data)
		data = data[2:]
		return int16(n)
	}
	long := func() int32 {
		n := binary.LittleEndian.Uint32(data)
		data = data[4:]
		return int32(n)
	}
	for colour := range w.networks {
		for i := range w.networks[colour] {
			n := &w.networks[colour][i]
			for h := range n.in {
				for k := range n.in[h] {
					n.in[h][k] = short()
				}
			}
			for h := range n.bias {
				n.bias[h] = long()
			}
			for h := range n.out {
				n.out[h] = short()
			}
			for k := range n.direct {
				n.direct[k] = short()
			}
			n.level = long()
		}
	}
	for colour := range w.orders {
		for threatened := range w.orders[colour] {
			for role := range w.orders[colour][threatened] {
				for k := range combos {
					w.orders[colour][threatened][role][k] = int8(data[k])
				}
				data = data[combos:]
			}
		}
	}
	return w
}
