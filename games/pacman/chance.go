package pacman

import (
	"math/rand/v2"
	"strconv"
)

// chance is all that is random after the start: given by a setup as far as that goes, then drawn. A
// given value that cannot be at its place is passed over, and drawn instead. It keeps what it gave
// out until that is told.
type chance struct {
	rng   *rand.Rand
	given setup
	turn  string // given steps of this turn

	steps      []byte // JSON, comma separated: a text for each turn
	targets    []byte // JSON, comma separated
	references []byte
	teleports  []byte
}

func newChance(rng *rand.Rand, given setup) *chance { return &chance{rng: rng, given: given} }

// beginSteps begins a turn of the computer's ghosts.
func (c *chance) beginSteps() {
	c.turn = ""
	if len(c.given.steps) > 0 {
		c.turn, c.given.steps = c.given.steps[0], c.given.steps[1:]
	}
	c.steps = appendComma(c.steps, len(c.steps))
	c.steps = append(c.steps, '"')
}

// walk chooses one of the ways that a ghost may walk at random. ways is not empty.
func (c *chance) walk(ghost int, ways []Action) Action {
	if len(ways) == 1 {
		return ways[0]
	}
	if ghost < len(c.turn) {
		for _, d := range ways {
			if letters[d] == c.turn[ghost] {
				return d
			}
		}
	}
	return ways[c.rng.IntN(len(ways))]
}

// stepped notes the step of the next ghost of this turn, Stay for none.
func (c *chance) stepped(d Action) {
	letter := letters[d]
	if d == Stay {
		letter = '-'
	}
	c.steps = append(c.steps, letter)
}

// endSteps ends what beginSteps began.
func (c *chance) endSteps() { c.steps = append(c.steps, '"') }

// target chooses one of several equally good seats.
func (c *chance) target(tied []int) int {
	chosen := -1
	if list := c.given.targets; len(list) > 0 {
		c.given.targets = list[1:]
		for _, seat := range tied {
			if seat == list[0] {
				chosen = seat
			}
		}
	}
	if chosen < 0 {
		chosen = tied[c.rng.IntN(len(tied))]
	}
	c.targets = appendComma(c.targets, len(c.targets))
	c.targets = strconv.AppendInt(c.targets, int64(chosen), 10)
	return chosen
}

// reference chooses one of several equally near ghosts.
func (c *chance) reference(tied []ghostID) ghostID {
	chosen := -1
	if list := c.given.references; len(list) > 0 {
		c.given.references = list[1:]
		for i, id := range tied {
			if id == list[0] {
				chosen = i
			}
		}
	}
	if chosen < 0 {
		chosen = c.rng.IntN(len(tied))
	}
	c.references = appendComma(c.references, len(c.references))
	c.references = tied[chosen].appendJSON(c.references)
	return tied[chosen]
}

// teleport returns the square that an eaten ghost is put on.
func (c *chance) teleport(m *Maze) int32 {
	var to int32
	if list := c.given.teleports; len(list) > 0 {
		to, c.given.teleports = list[0], list[1:]
	} else {
		to = int32(c.rng.IntN(len(m.walls)))
	}
	c.teleports = appendComma(c.teleports, len(c.teleports))
	c.teleports = append(appendSquare(append(c.teleports, '['), m, to), ']')
	return to
}

// tell returns what was given out since the last call as an object in the form of a setup, nil for
// nothing. o is the opening, if that has not been told.
func (c *chance) tell(o *opening) []byte {
	out := []byte{'{'}
	if o != nil {
		out = o.appendJSON(out)
	}
	for _, m := range []struct {
		name string
		list *[]byte
	}{{"steps", &c.steps}, {"targets", &c.targets}, {"references", &c.references}, {"teleports", &c.teleports}} {
		if len(*m.list) == 0 {
			continue
		}
		out = appendComma(out, len(out)-1)
		out = append(append(append(out, '"'), m.name...), '"', ':', '[')
		out = append(append(out, *m.list...), ']')
		*m.list = (*m.list)[:0]
	}
	if len(out) == 1 {
		return nil
	}
	return append(out, '}')
}
