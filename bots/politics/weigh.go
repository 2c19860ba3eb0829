package politics

import "koth/games/politics"

// What the Strategist's taste is made of, in the unit of a region led for certain. To halve or
// double one of them changes little.
const (
	dollarValue = 0.05 // of a dollar kept
	firmValue   = 0.5  // of all voters of a region having a support of 1
	openValue   = 0.4  // of a lead, in a region that has no verdict yet
	winValue    = 20   // of an election won
)

// regionValue is what a region, or all of them, is worth to a seat.
type regionValue struct {
	lead  float64 // -1 to 1 for a region
	count int     // regions led less those of the opponent
	open  int     // regions without a verdict
}

func (v *regionValue) add(w regionValue, sign int) {
	v.lead += float64(sign) * w.lead
	v.count += sign * w.count
	v.open += sign * w.open
}

// valueOf values one region of so many blocks.
func valueOf(s *sums, seat, blocks int) regionValue {
	me, other := int(s.voters[seat]), int(s.voters[1-seat])
	voters := 16 * blocks
	margin := float64(me-other) / float64(voters)
	firm := firmValue * s.firm * side(seat) / float64(voters)
	switch neutral := voters - me - other; {
	case 2*neutral >= voters:
		return regionValue{lead: openValue*2*margin + firm, open: 1}
	case me > other:
		return regionValue{lead: 0.5 + min(0.5, 0.75*margin) + firm, count: 1}
	case me < other:
		return regionValue{lead: -0.5 - min(0.5, -0.75*margin) + firm, count: -1}
	}
	return regionValue{lead: firm, open: 1}
}

// total values a position by the sum of its regions and the money of the seat.
func (v regionValue) total(money int) float64 {
	value := v.lead + dollarValue*float64(money)
	switch { // is there an election, and who wins?
	case v.open == 0 && v.count > 0:
		value += winValue
	case v.open == 0 && v.count < 0:
		value -= winValue
	}
	return value
}

// position values a position for a seat.
func position(c *politics.City, seat int) float64 {
	var sum regionValue
	for i := range c.Regions.Len() {
		var s sums
		blocks := c.Regions.Blocks(i)
		for _, b := range blocks {
			at := b.Corner()
			for x := at.X; x < at.X+politics.BlockSize; x++ {
				for _, support := range c.Support[x][at.Y : at.Y+politics.BlockSize] {
					s.voter(support, 1)
				}
			}
		}
		sum.add(valueOf(&s, seat, len(blocks)), 1)
	}
	return sum.total(c.Money[seat])
}
