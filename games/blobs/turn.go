package blobs

import (
	"math"
	"slices"
)

// turnOfBlob is what happens to a blob during one turn.
type turnOfBlob struct {
	order Order
	seen  float64 // the energy it decided with
	next  int32   // the next blob in the list on its cell, 0 for none: the first in the list is never next
	last  int32   // of the first blob on a cell: the last one there
	gone  bool    // eaten or vanished
	split bool    // it is going to split
}

// scratch is memory for the steps of a turn, empty between them.
type scratch struct {
	crowded   []int32 // the first blob of each cell that has several
	born      []int32
	eaten     []meal
	transfers []transfer
}

// meal is a pellet eaten, for the score of a family.
type meal struct {
	pellet pellet
	family int32
}

// transfer is energy given away.
type transfer struct {
	from, to int32
	amount   float64
}

// play plays steps 3 to 8 of a turn (rules, A turn).
func (s *state) play() {
	s.move()
	s.collide()
	for i := range s.blobs {
		s.graze(&s.blobs[i])
	}
	s.countMeals()
	s.divide()
	s.send()
	s.bury()
}

// move plays step 3: blobs pay, and all that move do so at once.
func (s *state) move() {
	for i := range s.blobs {
		s.cell(&s.blobs[i]).blob = 0
	}
	for i := range s.blobs {
		b := &s.blobs[i]
		b.seen, b.gone, b.split = b.energy, false, false
		switch x, y := b.target(); {
		case b.order.Kind == Move && s.arena.has(x, y):
			b.x, b.y = int32(x), int32(y)
			b.energy -= MoveCost
		case b.order.Kind == Split && s.arena.has(x, y) && b.energy > SplitCost:
			b.split = true
		default:
			b.energy -= StandCost
		}
		s.enter(int32(i))
	}
}

// cell returns the cell that a blob is on.
func (s *state) cell(b *blob) *cell { return s.arena.at(int(b.x), int(b.y)) }

// target returns the cell that a blob's order names.
func (b *blob) target() (x, y int) { return b.order.Dir.Step(int(b.x), int(b.y)) }

// enter puts a blob on its cell, behind those that are there. Blobs enter in list order.
func (s *state) enter(i int32) {
	b := &s.blobs[i]
	b.next, b.last = 0, i
	c := s.cell(b)
	if c.blob == 0 {
		c.blob = i + 1
		return
	}
	head := &s.blobs[c.blob-1]
	if head.next == 0 {
		s.crowded = append(s.crowded, c.blob-1)
	}
	s.blobs[head.last].next = i
	head.last = i
}

// collide plays step 4 on every cell with several blobs, in the list order of the first blob of
// each.
func (s *state) collide() {
	slices.Sort(s.crowded)
	for _, head := range s.crowded {
		s.fight(head)
	}
	s.crowded = s.crowded[:0]
}

// fight lets the strongest of the blobs on a cell eat the others; if two are strongest, all vanish.
func (s *state) fight(head int32) {
	winner, best, shared := head, math.Inf(-1), false
	for i, more := head, true; more; i, more = s.after(i) {
		switch e := s.blobs[i].energy; {
		case e > best:
			winner, best, shared = i, e, false
		case e == best:
			shared = true
		}
	}
	w := &s.blobs[winner]
	for i, more := head, true; more; i, more = s.after(i) {
		b := &s.blobs[i]
		if i == winner && !shared {
			continue
		}
		b.gone = true
		if shared {
			continue
		}
		gain := max(0, b.energy)
		w.energy += gain
		if b.family != w.family {
			s.scores[w.family] += gain
		}
	}
	c := s.cell(w)
	if shared {
		c.blob = 0
		return
	}
	c.blob = winner + 1
	w.next, w.last = 0, winner
}

// after returns the blob behind blob i on its cell, and whether there is one.
func (s *state) after(i int32) (int32, bool) {
	next := s.blobs[i].next
	return next, next != 0
}

// graze lets a blob eat the pellet under it, for step 5. What it scores is counted by countMeals.
func (s *state) graze(b *blob) {
	c := s.cell(b)
	if b.gone || c.pellet == 0 {
		return
	}
	b.energy += float64(c.pellet.energy())
	s.eaten = append(s.eaten, meal{c.pellet, b.family})
	c.pellet = 0
	s.pellets--
}

// countMeals adds the pellets eaten to the scores, in the order in which they were placed: the last
// bit of a sum depends on the order.
func (s *state) countMeals() {
	slices.SortFunc(s.eaten, func(a, b meal) int { return int(a.pellet - b.pellet) })
	for _, m := range s.eaten {
		s.scores[m.family] += float64(m.pellet.energy())
	}
	s.eaten = s.eaten[:0]
}

// divide plays step 6: the blobs that split do so in list order, and then the cells that received a
// child, which alone can be crowded now, see steps 4 and 5 again.
func (s *state) divide() {
	for i := range s.blobs { // the blobs before the first birth
		if b := &s.blobs[i]; b.split && !b.gone {
			x, y := b.target()
			b.energy = (b.energy - SplitCost) / 2
			child := blob{energy: b.energy, uid: int32(s.chance.birth()), family: b.family, x: int32(x), y: int32(y)}
			s.born = append(s.born, int32(len(s.blobs)))
			s.blobs = append(s.blobs, child)
		}
	}
	for _, i := range s.born {
		s.enter(i)
	}
	s.collide()
	for _, i := range s.born {
		if c := s.cell(&s.blobs[i]); c.blob != 0 {
			s.graze(&s.blobs[c.blob-1])
		}
	}
	s.countMeals()
	s.born = s.born[:0]
}

// send plays step 7: all transfers are judged, then all are taken, then all are given.
func (s *state) send() {
	for i := range s.blobs {
		b := &s.blobs[i]
		if b.order.Kind != Send || b.gone {
			continue
		}
		x, y := b.target()
		if !s.arena.has(x, y) || b.energy <= 0 || b.order.Amount <= 0 || b.order.Amount > max(b.seen, b.energy) {
			continue
		}
		if to := s.arena.at(x, y).blob; to != 0 {
			s.transfers = append(s.transfers, transfer{int32(i), to - 1, min(b.order.Amount, b.energy)})
		}
	}
	for _, t := range s.transfers {
		s.blobs[t.from].energy -= t.amount
	}
	for _, t := range s.transfers {
		s.blobs[t.to].energy += t.amount
	}
	s.transfers = s.transfers[:0]
}

// bury plays step 8, and takes those that are gone off the list.
func (s *state) bury() {
	left := s.blobs[:0]
	for i := range s.blobs {
		b := s.blobs[i]
		if b.gone {
			continue
		}
		c := s.cell(&b)
		if b.energy <= 0 {
			c.blob = 0
			continue
		}
		left = append(left, b)
		c.blob = int32(len(left))
	}
	s.blobs = left
}
