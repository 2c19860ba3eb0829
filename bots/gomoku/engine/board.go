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
// come to, the cells of each threat, and the sum of the cells' values.
type board struct {
	size  int
	rule  Rule
	table *tables
	reach int // how far a stone changes shapes

	turn  side
	moves []cell // as played

	stones [cells]uint8      // 0 empty, 1 black, 2 white, 3 outside
	lines  [4][64]uint64     // two bits a cell, five cells of border before the first
	shapes [2][cells]uint16  // by side; four bits a line
	raw    [cells][4]uint8   // both sides' by line, as in the lineTable
	threat [2][cells]threat  // by side
	sets   [2][threats]set   // the empty cells of each threat
	counts [2][threats]int32 // how many they are
	value  [2][2]int32       // by side: the sums of the empty cells' values, if the side is to move and if not
	taken  set               // cells with stones
	hash   uint64            // of stones and turn
	keys   *[2][cells]uint64 // what a stone adds to the hash
}

// newBoard returns an empty board. size and rule must be valid.
func newBoard(size int, rule Rule) *board {
	b := &board{moves: make([]cell, 0, allCell+1), keys: hashKeys()}
	b.reset(size, rule)
	return b
}

// reset empties the board.
func (b *board) reset(size int, rule Rule) {
	keys, moves := b.keys, b.moves[:0]
	*b = board{size: size, rule: rule, table: ruleTables[rule](), reach: reach, keys: keys, moves: moves}
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
			for d := range 4 {
				l, at := place(c, d)
				s := b.around(d, l, at)
				b.raw[c][d] = s
				b.shapes[0][c] |= uint16(s&15) << (4 * d)
				b.shapes[1][c] |= uint16(s>>4) << (4 * d)
			}
			b.enter(c)
		}
	}
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

// around returns the shapes of both sides at a place of a line.
func (b *board) around(d, l, at int) uint8 {
	key := b.lines[d][l&63] >> uint(2*at)
	return b.table.lines[key&(halves-1)|key>>(2*reach+2)&(halves-1)<<(2*reach)]
}

// enter counts a cell among the empty ones.
func (b *board) enter(c cell) {
	for s := range 2 {
		m := b.table.combos[s][b.shapes[s][c]]
		b.threat[s][c] = m.threat
		b.sets[s][m.threat].flip(c)
		b.counts[s][m.threat]++
		b.value[s][0] += int32(m.values[0])
		b.value[s][1] += int32(m.values[1])
	}
}

// leave undoes enter.
func (b *board) leave(c cell) {
	for s := range 2 {
		m := b.table.combos[s][b.shapes[s][c]]
		b.sets[s][m.threat].flip(c)
		b.counts[s][m.threat]--
		b.value[s][0] -= int32(m.values[0])
		b.value[s][1] -= int32(m.values[1])
	}
}

// play puts a stone of the side to move on an empty cell. Whether that is legal or ends the game
// is the caller's business.
func (b *board) play(c cell) {
	b.leave(c)
	b.stones[c] = uint8(b.turn) + 1
	b.taken.flip(c)
	b.hash ^= b.keys[b.turn][c] ^ turnKey
	b.change(c, uint64(b.turn)+1)
	b.moves = append(b.moves, c)
	b.turn ^= 1
}

// undo takes the last stone back.
func (b *board) undo() {
	c := b.moves[len(b.moves)-1]
	b.moves = b.moves[:len(b.moves)-1]
	b.turn ^= 1
	b.stones[c] = 0
	b.taken.flip(c)
	b.hash ^= b.keys[b.turn][c] ^ turnKey
	b.change(c, uint64(b.turn)+1)
	b.enter(c)
}

// change puts a stone into the four lines through a cell, or takes it away, and looks again at
// the shapes of the empty cells near by.
func (b *board) change(c cell, code uint64) {
	t := b.table
	for d := range 4 {
		l, at := place(c, d)
		b.lines[d][l&63] ^= code << uint(2*(at+reach))
		bits := b.lines[d][l&63]
		shift := uint(4 * d)
		for k := max(-b.reach, -at); k <= min(b.reach, MaxSize-1-at); k++ {
			near := bits >> uint(2*(at+k)&63)
			if near>>(2*reach)&3 != 0 || k == 0 {
				continue // a stone, the border, or the cell itself
			}
			n := c + cell(k)*steps[d]
			now := t.lines[near&(halves-1)|near>>(2*reach+2)&(halves-1)<<(2*reach)]
			old := b.raw[n][d]
			if old == now {
				continue
			}
			b.raw[n][d] = now
			if (old^now)&15 != 0 {
				b.reshape(n, black, shift, uint16(now&15))
			}
			if (old^now)>>4 != 0 {
				b.reshape(n, white, shift, uint16(now>>4))
			}
		}
	}
}

// reshape sets the shape of one line through an empty cell.
func (b *board) reshape(c cell, s side, shift uint, now uint16) {
	old := b.shapes[s][c]
	next := old&^(15<<shift) | now<<shift
	b.shapes[s][c] = next
	combos := &b.table.combos[s]
	was, is := &combos[old], &combos[next]
	b.value[s][0] += int32(is.values[0]) - int32(was.values[0])
	b.value[s][1] += int32(is.values[1]) - int32(was.values[1])
	if was.threat != is.threat {
		b.sets[s][was.threat].flip(c)
		b.sets[s][is.threat].flip(c)
		b.counts[s][was.threat]--
		b.counts[s][is.threat]++
		b.threat[s][c] = is.threat
	}
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
