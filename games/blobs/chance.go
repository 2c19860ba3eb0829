package blobs

import (
	"fmt"
	"math/rand/v2"
	"strconv"
)

// chance is all that is random in a round: given by a setup as far as that goes, then drawn. It
// keeps what it gave out until that is told.
type chance struct {
	rng    *rand.Rand
	given  setup
	used   []uint64 // a bit for each UID that was given out or will be: UIDs are unique in a round
	number int      // pellets placed so far
	free   []point  // scratch: the cells that a wave can go to

	opening []byte // JSON members not yet told
	waves   []byte // JSON, comma separated
	births  []byte // JSON, comma separated
}

func newChance(rng *rand.Rand, given setup) *chance {
	c := &chance{rng: rng, given: given, used: make([]uint64, MaxUID/64+1)}
	for _, uid := range given.uids {
		c.use(uid)
	}
	for _, uid := range given.births {
		c.use(uid)
	}
	return c
}

// start gives each of n families the number of its start cell, and a UID (rules, Start of a round).
func (c *chance) start(n int) (slots, uids []int) {
	slots, uids = c.given.slots, c.given.uids
	if slots == nil {
		slots = c.rng.Perm(n)
	}
	if uids == nil {
		uids = make([]int, n)
		for i := range uids {
			uids[i] = c.draw()
		}
	}
	c.opening = append(c.opening, `"slots":[`...)
	c.opening = appendInts(c.opening, slots)
	c.opening = append(c.opening, `],"uids":[`...)
	c.opening = appendInts(c.opening, uids)
	c.opening = append(c.opening, ']')
	return slots, uids
}

// birth gives a child its UID.
func (c *chance) birth() int {
	var uid int
	if list := c.given.births; len(list) > 0 {
		uid, c.given.births = list[0], list[1:]
	} else {
		uid = c.draw()
	}
	c.births = appendComma(c.births, len(c.births))
	c.births = strconv.AppendInt(c.births, int64(uid), 10)
	return uid
}

// wave puts quantity pellets on the map, or as many as there are free cells (rules, A turn, 1). It
// returns how many.
func (c *chance) wave(a *arena, quantity int) int {
	c.waves = appendComma(c.waves, len(c.waves))
	c.waves = append(c.waves, '[')
	placed := 0
	if list := c.given.waves; len(list) > 0 {
		c.given.waves = list[1:]
		for _, p := range list[0] {
			if a.at(p.x, p.y).free() {
				c.place(a, point{p.x, p.y}, p.energy, placed)
				placed++
			}
		}
	} else {
		c.free = a.freeInside(c.free[:0])
		for placed < quantity && len(c.free) > 0 {
			k, last := c.rng.IntN(len(c.free)), len(c.free)-1
			p := c.free[k]
			c.free[k] = c.free[last]
			c.free = c.free[:last]
			c.place(a, p, MinPellet+c.rng.IntN(MaxPellet-MinPellet+1), placed)
			placed++
		}
	}
	c.waves = append(c.waves, ']')
	return placed
}

// place puts down pellet i of a wave.
func (c *chance) place(a *arena, p point, energy, i int) {
	c.number++
	a.at(p.x, p.y).pellet = newPellet(c.number, energy)
	c.waves = appendComma(c.waves, i)
	c.waves = fmt.Appendf(c.waves, "[%d,%d,%d]", p.x, p.y, energy)
}

// tell returns what was given out since the last call as an object in the form of a setup, nil for
// nothing.
func (c *chance) tell() []byte {
	if len(c.opening)+len(c.waves)+len(c.births) == 0 {
		return nil
	}
	out := append([]byte{'{'}, c.opening...)
	for _, m := range []struct {
		name string
		list *[]byte
	}{{"waves", &c.waves}, {"births", &c.births}} {
		if len(*m.list) > 0 {
			out = appendComma(out, len(out)-1)
			out = fmt.Appendf(out, `"%s":[%s]`, m.name, *m.list)
			*m.list = (*m.list)[:0]
		}
	}
	c.opening = nil
	return append(out, '}')
}

// draw returns a UID that nobody has.
func (c *chance) draw() int {
	for {
		uid := 1 + c.rng.IntN(MaxUID)
		if c.used[uid/64]&(1<<(uid%64)) == 0 {
			c.use(uid)
			return uid
		}
	}
}

func (c *chance) use(uid int) { c.used[uid/64] |= 1 << (uid % 64) }

func appendInts(dst []byte, list []int) []byte {
	for i, v := range list {
		dst = appendComma(dst, i)
		dst = strconv.AppendInt(dst, int64(v), 10)
	}
	return dst
}
