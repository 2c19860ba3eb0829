package engine

// foul tells whether renju forbids black the empty cell. In the other rules it is always false.
func (b *board) foul(c cell) bool {
	switch b.threat[black][c] {
	case foul:
		return true
	case foulThrees:
		return b.realThrees(c) >= 2
	}
	return false
}

// legal tells whether the side to move may play on the empty cell.
func (b *board) legal(c cell) bool { return b.turn == white || !b.foul(c) }

// realThrees counts the threes that a black stone on the cell makes: lines in which one more
// stone makes a straight four and is itself allowed, which asks the same question again.
func (b *board) realThrees(c cell) int {
	n := 0
	for d := range 4 {
		if s := shape(b.shapes[c].shapes >> (4 * d) & 15); s != openThree && s != freeThree {
			continue
		}
		if b.realThree(c, d) {
			n++
		}
	}
	return n
}

func (b *board) realThree(c cell, d int) bool {
	l, at := place(c, d)
	key := b.lines[d][l&63] >> uint(2*at)
	for k := -reach + 1; k < reach; k++ {
		bit := uint(2 * (reach + k))
		if k == 0 || key>>bit&3 != 0 {
			continue
		}
		with := key | 1<<bit
		s := shape(b.table.around(with) & 15)
		if s == openFour && b.extends(c, c+cell(k)*steps[d]) {
			return true
		}
	}
	return false
}

// extends tells whether, with a black stone on c, black may play on next and does not win there
// at once.
func (b *board) extends(c, next cell) bool {
	turn := b.turn
	b.turn = black
	b.play(c)
	ok := b.threat[black][next] != makesFive && !b.foul(next)
	b.undo()
	b.turn = turn
	return ok
}
