package engine

import "sync/atomic"

// bound says what a score in the table is.
type bound uint8

const (
	noBound bound = iota
	upper         // the score is at most this
	lower         // the score is at least this
	exact
)

// entry is what the table knows of a position.
type entry struct {
	move  cell
	score int // as seen from the position: a win counts from there
	depth int
	bound bound
}

// slot holds an entry in two words that can be read while another thread writes: the first is the
// hash xor the second, so that halves of two entries do not pass for one.
type slot struct{ check, data atomic.Uint64 }

// transpositions is the table of positions that all threads of a search share.
type transpositions struct {
	slots   []slot
	written []atomic.Bool // by page: there is something in it
	mask    uint64
	age     uint64 // of this search, 6 bits
}

const (
	slotBytes = 16
	pageSlots = 4096 / slotBytes // of a page of memory
)

// newTranspositions returns a table of at most so many bytes, a power of two of slots.
func newTranspositions(bytes int) *transpositions {
	n := 1 << 10
	for n*2*slotBytes <= bytes {
		n *= 2
	}
	return &transpositions{slots: make([]slot, n), written: make([]atomic.Bool, n/pageSlots), mask: uint64(n - 1)}
}

// clear empties the table. Pages that nothing was put into are left alone: to write to them would
// take their memory from the system.
func (t *transpositions) clear() {
	for i := range t.written {
		if t.written[i].Load() {
			clear(t.slots[i*pageSlots : (i+1)*pageSlots])
			t.written[i].Store(false)
		}
	}
	t.age = 0
}

func (t *transpositions) get(hash uint64) (entry, bool) {
	s := &t.slots[hash&t.mask]
	data := s.data.Load()
	if s.check.Load()^data != hash || data == 0 {
		return entry{}, false
	}
	return entry{
		move:  cell(data&0x3ff) - 1,
		bound: bound(data >> 10 & 3),
		depth: int(int8(data >> 12 & 0xff)),
		score: int(int16(data >> 20 & 0xffff)),
	}, true
}

// put stores an entry unless the slot holds a deeper one of another position from this search.
func (t *transpositions) put(hash uint64, e entry) {
	s := &t.slots[hash&t.mask]
	old := s.data.Load()
	same := s.check.Load()^old == hash
	if old != 0 && !same && old>>36&0x3f == t.age && int(int8(old>>12&0xff)) > e.depth+2 {
		return
	}
	if same && e.move == noCell {
		e.move = cell(old&0x3ff) - 1
	}
	data := uint64(e.move+1)&0x3ff | uint64(e.bound)<<10 | uint64(uint8(int8(e.depth)))<<12 | uint64(uint16(int16(e.score)))<<20 | t.age<<36 | 1<<42
	if w := &t.written[(hash&t.mask)/pageSlots]; !w.Load() {
		w.Store(true)
	}
	s.check.Store(hash ^ data)
	s.data.Store(data)
}

// fours remembers positions in which continuous fours do not win, with how deep that was looked.
// Each thread has its own.
type fours [1 << 15]uint64

func (f *fours) failed(hash uint64, depth int) bool {
	e := f[hash&uint64(len(f)-1)]
	return e>>8 == hash>>8 && int(e&0xff) >= depth
}

func (f *fours) fail(hash uint64, depth int) {
	f[hash&uint64(len(f)-1)] = hash&^0xff | uint64(depth)
}
