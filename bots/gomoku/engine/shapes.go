package engine

import (
	"sync"

	"koth/bots/gomoku/engine/weights"
)

// A shape says what a stone on a cell would make of one of the four lines through it, for the
// side that puts it there. Higher is better for that side.
type shape uint8

// The shapes. A line's shape is the best of what its windows of five cells allow.
const (
	dead       shape = iota // nothing can come of it
	overline                // six or more where exactly five are wanted
	one                     // one stone that can become a two, blocked at one side
	openOne                 // one stone that can become an open two
	two                     // two stones, blocked
	openTwo                 // two stones that can become an open three
	freeTwo                 // the same in three or more ways
	three                   // three stones: one more makes a four
	openThree               // three stones: one more, at one place, makes an open four
	freeThree               // the same at two or more places
	four                    // four stones: one more, at one place, makes five
	doubleFour              // two fours in one line that are no open four (renju, black only: elsewhere they are as good)
	openFour                // four stones: one more, at either of two places, makes five
	five                    // it wins
	shapes
)

// reach is how far from a stone a line's shape can depend on it, in cells: four for the windows of
// five, and one more since a sixth stone spoils exactly five.
const (
	reach   = 5
	window  = 2*reach + 1
	centre  = reach
	halves  = 1 << (2 * reach) // the codes of the cells at one side of the centre
	configs = 59049            // 3^10: own, empty or blocked, for all cells but the centre
)

// tables are what a rule makes of patterns. They are made once for each rule and then only read.
//
// The cells at one side of a cell have a code, two bits a cell: 0 empty, 1 black, 2 white, 3 outside
// the board. Codes that no line tells apart share a class, which keeps the tables small enough
// to stay in the processor's nearest memory.
type tables struct {
	before   [halves]uint32        // the class of the cells before a cell, far ones in the low bits
	after    [halves]uint32        // that of those after it, times the number of classes
	lines    []uint8               // by before + after: black's shape in the low four bits, white's in the high four
	number   [1 << 16]uint16       // of the combo of four shapes, four bits each
	combos   [2][combos]combo      // by side and number
	networks [2][2]weights.Network // by colour to move and whether the other side would make an open four
}

// combos is how many combos there are.
const combos = weights.Combos

var ruleTables = map[Rule]func() *tables{
	Freestyle: sync.OnceValue(func() *tables { return newTables("freestyle", false, false, false) }),
	Standard:  sync.OnceValue(func() *tables { return newTables("standard", true, true, false) }),
	Renju:     sync.OnceValue(func() *tables { return newTables("renju", true, false, true) }),
}

// newTables makes the tables of a rule: its name, whether black and white need exactly five, and whether
// black has forbidden moves.
func newTables(name string, blackExact, whiteExact, forbidden bool) *tables {
	t := new(tables)
	black := classify(blackExact, forbidden)
	white := black
	if whiteExact != blackExact || forbidden {
		white = classify(whiteExact, false)
	}
	var own, other, mirror [halves]int // the codes of five cells as base 3 digits, for black and for white, and turned round
	for h := range halves {
		for i, power := 0, 1; i < reach; i, power = i+1, 3*power {
			code := h >> (2 * i) & 3
			own[h] += power * [4]int{0, 1, 2, 2}[code]
			other[h] += power * [4]int{0, 2, 1, 2}[code]
			mirror[h] |= code << (2 * (reach - 1 - i))
		}
	}
	const power5 = 243
	var row [halves]byte // the shapes with one code before the cell, by the code after it
	classes := map[string]uint32{}
	var rows []string
	for before := range halves {
		for after := range row {
			b := black[own[before]+power5*own[after]]
			w := white[other[before]+power5*other[after]]
			row[after] = uint8(b) | uint8(w)<<4
		}
		if _, known := classes[string(row[:])]; !known {
			classes[string(row[:])] = uint32(len(rows))
			rows = append(rows, string(row[:]))
		}
		t.before[before] = classes[string(row[:])]
	}
	t.lines = make([]uint8, len(rows)*len(rows))
	for after := range halves {
		t.after[after] = uint32(len(rows)) * t.before[mirror[after]]
		for before, row := range rows {
			t.lines[t.after[after]+uint32(before)] = row[after]
		}
	}
	t.combine(weights.Of(name), forbidden)
	return t
}

// around returns the shapes of both sides at a cell: black's in the low four bits, white's in the low
// four of the high half. key has the codes of the cells from five before it on.
func (t *tables) around(key uint64) uint32 {
	n := uint32(t.lines[t.before[key&(halves-1)]+t.after[key>>(2*reach+2)&(halves-1)]])
	return n&15 | n>>4<<16
}

// line is the cells around a cell that has just got an own stone: 0 empty, 1 own, 2 blocked. Its
// config is the number with these digits, the first the lowest, without the centre.
type line [window]uint8

// digit gives what a digit of 1 adds to the config; at the centre, nothing.
var digit = func() (d [window]int) {
	n := 1
	for i := range d {
		if i != centre {
			d[i] = n
			n *= 3
		}
	}
	return d
}()

// classifier finds the shapes of lines, each from those with one stone more.
type classifier struct {
	exact  bool // exactly five wins
	strict bool // two fours in one line are not as good as an open four
	known  []shape
	done   []bool
}

// classify returns the shapes of all lines, by config.
func classify(exact, strict bool) []shape {
	c := classifier{exact, strict, make([]shape, configs), make([]bool, configs)}
	for n := range configs {
		var l line
		for i, rest := 0, n; i < window; i++ {
			if i == centre {
				l[i] = 1
				continue
			}
			l[i] = uint8(rest % 3)
			rest /= 3
		}
		c.shape(&l, n)
	}
	return c.known
}

// shape returns the shape of a line, whose config is n.
func (c *classifier) shape(l *line, n int) shape {
	if !c.done[n] {
		c.known[n], c.done[n] = c.find(l, n), true
	}
	return c.known[n]
}

func (c *classifier) find(l *line, n int) shape {
	from, to := centre, centre // the run of own stones through the centre
	for from > 0 && l[from-1] == 1 {
		from--
	}
	for to < window-1 && l[to+1] == 1 {
		to++
	}
	switch run := to - from + 1; {
	case run == 5 || run > 5 && !c.exact:
		return five
	case run > 5:
		return overline
	}
	var ways [shapes]int // what one more stone makes of it, and at how many places
	var places [window]bool
	for i := 1; i < window-1; i++ {
		if l[i] != 0 {
			continue
		}
		l[i] = 1
		s := c.shape(l, n+digit[i])
		l[i] = 0
		places[i] = s == five
		ways[s]++
	}
	switch {
	case ways[five] >= 2 && c.strict && !straight(places):
		return doubleFour
	case ways[five] >= 2:
		return openFour
	case ways[five] == 1:
		return four
	case ways[openFour] >= 2:
		return freeThree
	case ways[openFour] == 1:
		return openThree
	case ways[four]+ways[doubleFour] > 0:
		return three
	case ways[freeThree]+ways[openThree] >= 3:
		return freeTwo
	case ways[freeThree]+ways[openThree] > 0:
		return openTwo
	case ways[three] > 0:
		return two
	case ways[freeTwo]+ways[openTwo] > 0:
		return openOne
	case ways[two] > 0:
		return one
	}
	return dead
}

// straight tells whether two of the places that make five are the ends of the same four.
func straight(places [window]bool) bool {
	for i := 0; i+5 < window; i++ {
		if places[i] && places[i+5] {
			return true
		}
	}
	return false
}

// A threat says what a stone on a cell would make, in all four lines together.
type threat uint8

// The threats.
const (
	quiet       threat = iota
	makesThree         // an open three
	threePlus          // an open three and something that can grow
	twoThrees          // two open threes
	makesFour          // a four that one move blocks
	fourPlus           // such a four and something that can grow
	fourThree          // such a four and an open three
	unstoppable        // an open four, or two fours: five comes next, whatever is answered
	makesFive          // it wins
	foul               // renju, black: an overline or two fours
	foulThrees         // renju, black: two threes, forbidden unless one of them is none after all
	threats
)

// combo is what the shapes of four lines come to.
type combo struct {
	sums       sums     // what it adds for the side that may play there
	own, other [2]int16 // how early the cell is looked at if that side is to move, and if not, by whether there is an open four to prevent
	threat     threat
}

// combine numbers the combos and fills them in.
func (t *tables) combine(w *weights.Weights, forbidden bool) {
	t.networks = w.Networks
	next := uint16(0)
	for p := range t.number {
		if s := sorted(p); s != p { // the order of the lines does not matter
			t.number[p] = t.number[s]
			continue
		}
		if p&15 >= int(shapes) { // the greatest digit: there is no such shape
			continue
		}
		var n [shapes]int
		for d := range 4 {
			n[p>>(4*d)&15]++
		}
		t.combos[black][next] = learntOf(w, black, next, threatOf(n, forbidden))
		t.combos[white][next] = learntOf(w, white, next, threatOf(n, false))
		t.number[p] = next
		next++
	}
}

// sorted returns the least number with the same four hexadecimal digits.
func sorted(p int) int {
	a, b, c, d := p>>12, p>>8&15, p>>4&15, p&15
	a, b = min(a, b), max(a, b)
	c, d = min(c, d), max(c, d)
	a, c = min(a, c), max(a, c)
	b, d = min(b, d), max(b, d)
	b, c = min(b, c), max(b, c)
	return a<<12 | b<<8 | c<<4 | d
}

// threatOf returns the threat that so many lines of each shape make.
func threatOf(n [shapes]int, forbidden bool) threat {
	fours := n[four] + n[openFour]
	threes := n[openThree] + n[freeThree]
	growing := n[three] + n[openTwo] + n[freeTwo]
	switch {
	case n[five] > 0:
		return makesFive
	case forbidden && (n[overline] > 0 || n[doubleFour] > 0 || fours >= 2):
		return foul
	case forbidden && threes >= 2:
		return foulThrees
	case n[openFour] > 0 || fours >= 2:
		return unstoppable
	case fours == 1 && threes > 0:
		return fourThree
	case fours == 1 && growing > 0:
		return fourPlus
	case fours == 1:
		return makesFour
	case threes >= 2:
		return twoThrees
	case threes == 1 && growing > 0:
		return threePlus
	case threes == 1:
		return makesThree
	}
	return quiet
}
