package engine

import "math/bits"

// MaxSize and MinSize are the sizes of board that the engine plays on, in cells a side.
const (
	MinSize = 5
	MaxSize = 20
)

// A cell is y*stride + x.
type cell int16

const (
	stride  = 32
	cells   = MaxSize * stride
	words   = cells / 64
	noCell  = cell(-1)
	allCell = MaxSize * MaxSize
)

func cellAt(x, y int) cell { return cell(y*stride + x) }

func (c cell) x() int { return int(c) % stride }
func (c cell) y() int { return int(c) / stride }

// side is 0 for black, who moves first, and 1 for white.
type side uint8

const (
	black side = 0
	white side = 1
)

// set is a set of cells.
type set [words]uint64

func (s *set) has(c cell) bool { return s[c>>6]>>(c&63)&1 != 0 }
func (s *set) flip(c cell)     { s[c>>6] ^= 1 << (c & 63) }

// first returns a cell of the set: the one of the lowest number.
func (s *set) first() cell {
	for i, w := range s {
		if w != 0 {
			return cell(i*64 + bits.TrailingZeros64(w))
		}
	}
	return noCell
}

// The four lines through a cell, and how the number of a cell changes along each.
var steps = [4]cell{1, stride, stride + 1, 1 - stride}

// board is a position with everything that the search asks for, kept up to date by play and undo:
// for each empty cell and each side the shapes of the four lines through it, the threat that they
// come to, the cells of each threat, and the sums of what the cells are worth.
type board struct {
	size  int
	rule  Rule
	table *tables
	reach int // how far a stone changes shapes

	turn  side
	moves []cell   // as played
	marks []mark   // what undo needs for each of the moves that can be taken back
	was   []change // what those moves changed

	stones [cells]uint8      // 0 empty, 1 black, 2 white, 3 outside
	lines  [4][64]uint64     // two bits a cell, five cells of border before the first
	shapes [cells]spot       // of the empty cells
	threat [2][cells]threat  // by side
	sets   [2][threats]set   // the empty cells of each threat
	counts [2][threats]int32 // how many they are
	sums   [2]sums           // by side, over the empty cells
	taken  set               // cells with stones
	hash   uint64            // of stones and turn
	keys   *[2][cells]uint64 // what a stone adds to the hash
}

// spot is what an empty cell is good for.
type spot struct {
	shapes uint32    // of the four lines, four bits each: black's in the low half, white's in the high half
	combo  [2]uint16 // by side: the number of the combo that they come to
}

// mark is what a board was before a move.
type mark struct {
	sums    [2]sums
	changes int // how many there were
}

// change is what an empty cell was before a move near by.
type change struct {
	cell cell
	was  spot
}

// newBoard returns an empty board. size and rule must be valid.
func newBoard(size int, rule Rule) *board {
	b := &board{
		moves: make([]cell, 0, allCell+1), marks: make([]mark, 0, allCell+1), was: make([]change, 0, (allCell+1)*mostChanges),
		keys: hashKeys(),
	}
	b.reset(size, rule)
	return b
}

// mostChanges is how many cells a stone changes at most.
const mostChanges = 4 * 2 * reach

// reset empties the board.
func (b *board) reset(size int, rule Rule) {
	*b = board{size: size, rule: rule, table: ruleTables[rule](), reach: reach, keys: b.keys, moves: b.moves[:0], marks: b.marks[:0], was: b.was[:0]}
	if rule == Freestyle {
		b.reach = reach - 1
	}
	for d := range b.lines {
		for i := range b.lines[d] {
			b.lines[d][i] = 1<<(2*(MaxSize+2*reach)) - 1
		}
	}
	for i := range b.stones {
		b.stones[i] = 3
	}
	for y := range size {
		for x := range size {
			c := cellAt(x, y)
			b.stones[c] = 0
			for d := range 4 {
				l, at := place(c, d)
				b.lines[d][l] &^= 3 << (2 * (at + reach))
			}
		}
	}
	for y := range size {
		for x := range size {
			c := cellAt(x, y)
			p := &b.shapes[c]
			for d := range 4 {
				l, at := place(c, d)
				p.shapes |= b.table.around(b.lines[d][l]>>(2*at)) << (4 * d)
			}
			for s := range 2 {
				p.combo[s] = b.table.number[uint16(p.shapes>>(16*s))]
				m := &b.table.combos[s][p.combo[s]]
				b.threat[s][c] = m.threat
				b.sums[s].add(&m.sums)
			}
			b.enter(c)
		}
	}
}

// copyFrom makes the board the same as another; its moves so far cannot be taken back.
func (b *board) copyFrom(o *board) {
	moves, marks, was := b.moves[:0], b.marks[:0], b.was[:0]
	*b = *o
	b.moves, b.marks, b.was = append(moves, o.moves...), marks, was
}

// place returns the line of direction d through a cell, and the cell's place on it.
func place(c cell, d int) (line, at int) {
	x, y := c.x(), c.y()
	switch d {
	case 0:
		return y, x
	case 1:
		return x, y
	case 2:
		return x - y + MaxSize, x
	default:
		return x + y, x
	}
}

// combo returns what a side makes with a stone on an empty cell.
func (b *board) combo(s side, c cell) *combo { return &b.table.combos[s][b.shapes[c].combo[s]] }

// enter counts a cell among the empty ones.
func (b *board) enter(c cell) {
	for s := range 2 {
		t := b.threat[s][c]
		b.sets[s][t].flip(c)
		b.counts[s][t]++
	}
}

// leave undoes enter.
func (b *board) leave(c cell) {
	for s := range 2 {
		t := b.threat[s][c]
		b.sets[s][t].flip(c)
		b.counts[s][t]--
	}
}

// play puts a stone of the side to move on an empty cell. Whether that is legal or ends the game
// is the caller's business.
func (b *board) play(c cell) {
	b.marks = append(b.marks, mark{b.sums, len(b.was)})
	b.leave(c)
	for s := range side(2) {
		b.sums[s].sub(&b.combo(s, c).sums)
	}
	b.stones[c] = uint8(b.turn) + 1
	b.taken.flip(c)
	b.hash ^= b.keys[b.turn][c] ^ turnKey
	code := uint64(b.turn) + 1
	for d := range 4 {
		l, at := place(c, d)
		b.lines[d][l&63] |= code << uint(2*(at+reach))
		bits := b.lines[d][l&63]
		b.look(bits, d, c, at, 1)
		b.look(bits, d, c, at, -1)
	}
	b.moves = append(b.moves, c)
	b.turn ^= 1
}

// look looks again at the empty cells of a line, from a new stone on in one direction. It goes no
// further than where stones of both sides stand between.
func (b *board) look(bits uint64, d int, c cell, at, dir int) {
	shift := uint(4 * d)
	step := cell(dir) * steps[d]
	between := uint64(0)
	for range b.reach {
		at += dir
		c += step
		if stone := bits >> uint(2*(at+reach)&63) & 3; stone != 0 {
			if between |= stone; between == 3 {
				return
			}
			continue
		}
		p := &b.shapes[c]
		diff := (p.shapes ^ b.table.around(bits>>uint(2*at&63))<<shift) & (0xf000f << shift)
		if diff == 0 {
			continue
		}
		b.was = append(b.was, change{c, *p})
		p.shapes ^= diff
		if diff&0xffff != 0 {
			b.reshape(c, p, black)
		}
		if diff>>16 != 0 {
			b.reshape(c, p, white)
		}
	}
}

// reshape follows a change of a side's shapes at an empty cell.
func (b *board) reshape(c cell, p *spot, s side) {
	t := b.table
	next := t.number[uint16(p.shapes>>(16*s))]
	was, is := &t.combos[s][p.combo[s]], &t.combos[s][next]
	p.combo[s] = next
	b.sums[s].add(&is.sums)
	b.sums[s].sub(&was.sums)
	if was.threat != is.threat {
		b.rethreat(c, s, is.threat)
	}
}

// rethreat sets the threat of a side at an empty cell.
func (b *board) rethreat(c cell, s side, t threat) {
	was := b.threat[s][c]
	b.sets[s][was].flip(c)
	b.sets[s][t].flip(c)
	b.counts[s][was]--
	b.counts[s][t]++
	b.threat[s][c] = t
}

// undo takes the last stone back.
func (b *board) undo() {
	c := b.moves[len(b.moves)-1]
	m := &b.marks[len(b.marks)-1]
	b.moves = b.moves[:len(b.moves)-1]
	b.marks = b.marks[:len(b.marks)-1]
	b.turn ^= 1
	b.stones[c] = 0
	b.taken.flip(c)
	b.hash ^= b.keys[b.turn][c] ^ turnKey
	for d := range 4 {
		l, at := place(c, d)
		b.lines[d][l&63] &^= 3 << uint(2*(at+reach))
	}
	for i := range b.was[m.changes:] {
		w := &b.was[m.changes+i]
		b.shapes[w.cell] = w.was
		for s := range side(2) {
			if t := b.combo(s, w.cell).threat; t != b.threat[s][w.cell] {
				b.rethreat(w.cell, s, t)
			}
		}
	}
	b.was = b.was[:m.changes]
	b.sums = m.sums
	b.enter(c)
}

// full tells whether no cell is left.
func (b *board) full() bool { return len(b.moves) == b.size*b.size }

// turnKey is in the hash while white is to move.
const turnKey = 0x9d39247e33776d41

// hashKeys returns the same numbers every time.
func hashKeys() *[2][cells]uint64 {
	keys := new([2][cells]uint64)
	x := uint64(0x2545f4914f6cdd1d)
	for s := range keys {
		for i := range keys[s] { // splitmix64
			x += 0x9e3779b97f4a7c15
			z := x
			z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
			z = (z ^ z>>27) * 0x94d049bb133111eb
			keys[s][i] = z ^ z>>31
		}
	}
	return keys
}

// pass gives the turn to the other side, or takes that back.
func (b *board) pass() {
	b.turn ^= 1
	b.hash ^= turnKey
}
