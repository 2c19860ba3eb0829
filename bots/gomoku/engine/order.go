package engine

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxMoves is the most moves that a position has.
const maxMoves = allCell

// A candidate is a move with how early it should be looked at.
type candidate struct {
	cell  cell
	order int32
}

// picker gives the moves of a position, the most promising first.
type picker struct {
	list [maxMoves]candidate
	n    int
	next int
}

// near returns the empty cells within two of a stone, and all cells where anything stands in line
// within three.
func (b *board) near() set {
	var rows [MaxSize + 6]uint64
	for y := range MaxSize {
		rows[y+3] = b.taken[y/2] >> (32 * (y & 1)) & (1<<32 - 1)
	}
	var out set
	mask := uint64(1)<<b.size - 1
	for y := range b.size {
		var r uint64
		wide := rows[y+1] | rows[y+2] | rows[y+3] | rows[y+4] | rows[y+5]
		r = wide | wide<<1 | wide>>1 | wide<<2 | wide>>2
		far := rows[y] | rows[y+6]
		r |= far | far<<3 | far>>3 | rows[y+3]<<3 | rows[y+3]>>3
		r &= mask &^ rows[y+3]
		out[y/2] |= r << (32 * (y & 1))
	}
	return out
}

// empty returns all empty cells.
func (b *board) empty() set {
	var out set
	mask := uint64(1)<<b.size - 1
	for y := range b.size {
		r := mask &^ (b.taken[y/2] >> (32 * (y & 1)))
		out[y/2] |= r << (32 * (y & 1))
	}
	return out
}

// answers returns the only moves that can help the side to move where the other side would make
// an open four or two fours next: fours of its own, and the cells that the other side's lines
// need. In renju that takes in all cells that are forbidden to black, or may be: white may play
// there, and so may black where two threes are none after all.
func (b *board) answers() (s set) {
	me, other := b.turn, b.turn^1
	for t := makesFour; t <= unstoppable; t++ {
		for i := range s {
			s[i] |= b.sets[me][t][i] | b.sets[other][t][i]
		}
	}
	if b.rule == Renju {
		for i := range s {
			s[i] |= b.sets[black][foul][i] | b.sets[black][foulThrees][i]
		}
	}
	return s
}

// promise tells how good an empty cell looks to the side to move, without any search.
func (b *board) promise(c cell) int32 {
	threatened := min(b.counts[b.turn^1][unstoppable], 1)
	return int32(b.combo(b.turn, c).own[threatened]) + int32(b.combo(b.turn^1, c).other[threatened])
}

// promising returns the cells on which the side to move may put a stone, the best looking first:
// those near other stones, or all if every one near by is forbidden. In renju there may be none.
func (b *board) promising() []cell {
	for _, from := range []set{b.near(), b.empty()} {
		var out []cell
		for i, w := range from {
			for ; w != 0; w &= w - 1 {
				if c := cell(i*64 + bits.TrailingZeros64(w)); b.legal(c) {
					out = append(out, c)
				}
			}
		}
		if len(out) > 0 {
			slices.SortStableFunc(out, func(c, d cell) int { return cmp.Compare(b.promise(d), b.promise(c)) })
			return out
		}
	}
	return nil
}

// obvious returns the move that looks best without any search; if all are forbidden, one of them.
// The board must not be full.
func (b *board) obvious() cell {
	if cells := b.promising(); len(cells) > 0 {
		return cells[0]
	}
	empty := b.empty()
	return empty.first()
}

// fill puts the cells of a set in the picker, except those that are forbidden.
func (p *picker) fill(s *searcher, from *set, first cell, ply int) {
	b := s.board
	me := b.turn
	p.n, p.next = 0, 0
	renju := b.rule == Renju && me == black
	k := s.killers[ply]
	var counter = noCell
	if n := len(b.moves); n > 0 {
		counter = s.counters[me][b.moves[n-1]]
	}
	for i, w := range from {
		for ; w != 0; w &= w - 1 {
			c := cell(i*64 + bits.TrailingZeros64(w))
			if renju && b.threat[me][c] >= foul && b.foul(c) {
				continue
			}
			o := b.promise(c)*8 + s.history[me][c]>>7
			switch c {
			case first:
				o = 1 << 30
			case k[0], k[1]:
				o += 150
			case counter:
				o += 100
			}
			p.list[p.n] = candidate{c, o}
			p.n++
		}
	}
}

// pick returns the best of the moves that are left.
func (p *picker) pick() (candidate, bool) {
	if p.next == p.n {
		return candidate{}, false
	}
	best := p.next
	for i := p.next + 1; i < p.n; i++ {
		if p.list[i].order > p.list[best].order {
			best = i
		}
	}
	p.list[p.next], p.list[best] = p.list[best], p.list[p.next]
	p.next++
	return p.list[p.next-1], true
}

// calm tells whether a stone on an empty cell neither threatens anything nor prevents a four.
func (b *board) calm(c cell) bool {
	return b.threat[b.turn][c] < makesThree && b.threat[b.turn^1][c] < makesFour
}

// dropCalm drops the moves that are left and calm.
func (p *picker) dropCalm(b *board) {
	kept := p.list[:p.next]
	for _, m := range p.list[p.next:p.n] {
		if !b.calm(m.cell) {
			kept = append(kept, m)
		}
	}
	p.n = len(kept)
}
