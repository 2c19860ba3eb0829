package engine

import (
	"math/bits"

	"koth/bots/gomoku/engine/weights"
)

// Combo is what a stone on an empty cell makes, for one side: the shapes of the four lines through it, in
// any order, and the threat that they come to where nothing is forbidden. Both are numbers from 0, which
// is nothing.
type Combo struct {
	Shapes [4]uint8
	Threat uint8
}

// Combos returns all combos; Cell and the weights name them by their place.
func (e *Engine) Combos() []Combo {
	list := make([]Combo, weights.Combos)
	for p, number := range e.board.table.number {
		if p != sorted(p) || p&15 >= int(shapes) {
			continue
		}
		var n [shapes]int
		for d := range 4 {
			s := p >> (4 * d) & 15
			list[number].Shapes[d] = uint8(s)
			n[s]++
		}
		list[number].Threat = uint8(threatOf(n, false))
	}
	return list
}

// Cell is an empty cell as the weights see it: the combos of the side to move and of the other.
type Cell struct {
	At         Point
	Own, Other uint16
}

// Features are what the weights see of a position.
type Features struct {
	Threatened bool   // the other side would make an open four, or two fours
	Decided    bool   // a side can make five, or the one to move an open four: no network is asked
	Cells      []Cell // that are empty
	Choices    []Cell // on which the search would try a stone if nobody can make five
}

// Features returns those of the position.
func (e *Engine) Features() Features {
	b := e.board
	me, other := b.turn, b.turn^1
	f := Features{
		Threatened: b.counts[other][unstoppable] > 0,
		Decided:    b.counts[me][makesFive]+b.counts[other][makesFive]+b.counts[me][unstoppable] > 0,
	}
	empty := b.empty()
	tried := b.near()
	if f.Threatened {
		tried = b.answers()
	}
	for i, w := range empty {
		for ; w != 0; w &= w - 1 {
			c := cell(i*64 + bits.TrailingZeros64(w))
			combo := &b.shapes[c].combo
			f.Cells = append(f.Cells, Cell{pointOf(c), combo[me], combo[other]})
			if tried.has(c) && b.legal(c) {
				f.Choices = append(f.Choices, f.Cells[len(f.Cells)-1])
			}
		}
	}
	return f
}

// WinsByFours tells whether the side to move is seen to win by continuous fours, looking at so many positions
// at most.
func (e *Engine) WinsByFours(positions int) bool {
	<-e.idle
	s := e.searchers[0]
	s.begin(e.board, &limit{})
	return s.winByFours(maxFours, positions) > 0
}
