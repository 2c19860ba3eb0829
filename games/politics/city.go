package politics

import (
	"fmt"

	"koth/game"
)

// Variant says whose rules are played where the challenge post and its controller differ (rules,
// Ambiguities).
type Variant uint8

// The variants.
const (
	Controller Variant = iota
	Post
)

var variantNames = [...]string{"controller", "post"}

// String returns the variant as the option names it.
func (v Variant) String() string { return variantNames[v] }

// City is a position without its history. It holds no pointers: a copy is a position of its own,
// so that a bot written in Go can try moves on it.
type City struct {
	Support [Size][Size]float64 // [x][y]; below 0 for seat 0, above for seat 1, 0 is neutral
	Regions Regions
	Bribes  [Blocks]int // carried out so far, by both bots
	Money   [seats]int  // dollars, by seat
	Variant Variant
}

// NewCity returns the city at the start of a match.
func NewCity() City {
	return City{Regions: singleBlocks(), Money: [seats]int{startMoney, startMoney}}
}

// sign is the side of a seat: -1 or +1.
func sign(seat int) float64 {
	if seat == 0 {
		return -1
	}
	return 1
}

// Price returns what a move costs now, in dollars (rules, Moves).
func (c *City) Price(a Action) int {
	switch a.Kind {
	case Campaign:
		return a.Area().Size()
	case Poll:
		return (a.Area().Size() + 3) / 4
	case Bribe:
		return 5 + c.Bribes[BlockOf(a.From)]
	case Merge:
		from, to := c.Regions.Of(BlockOf(a.From)), c.Regions.Of(BlockOf(a.To))
		return 25 * (len(c.Regions.Blocks(from)) + len(c.Regions.Blocks(to)) - 1)
	case Unmerge:
		return 25 * len(c.Regions.Blocks(c.Regions.Of(BlockOf(a.From))))
	}
	return 0
}

// Check returns nil if the seat can make the move now, or an error wrapping ErrMalformed or
// ErrIllegal. Whether the other bot's move prevents it is not known before Play.
func (c *City) Check(seat game.Seat, a Action) error {
	if err := a.check(); err != nil {
		return err
	}
	if c.Variant == Post && a.Kind.limit() == Size && (a.From.X == Size || a.From.Y == Size) { // Ambiguities, 4
		return fmt.Errorf("%v: the first corner [%d,%d] is not within 0 to %d: %w", a.Kind, a.From.X, a.From.Y, Size-1, game.ErrMalformed)
	}
	if a.Kind == Merge {
		from, to := c.Regions.Of(BlockOf(a.From)), c.Regions.Of(BlockOf(a.To))
		if from == to {
			return fmt.Errorf("%v: both points are in region %d: %w", a, from, game.ErrIllegal)
		}
		if !c.Regions.touch(from, to) {
			return fmt.Errorf("%v: regions %d and %d do not touch: %w", a, from, to, game.ErrIllegal)
		}
	}
	if price := c.Price(a); price > c.Money[seat] {
		return fmt.Errorf("%v costs %d dollars of %d: %w", a, price, c.Money[seat], game.ErrIllegal)
	}
	return nil
}

// Play plays one turn: the moves of both seats, each of which has passed Check, and the income.
// Two moves that redraw regions cancel each other before (rules, Merge conflict): they are not to
// be given here.
func (c *City) Play(moves [seats]Action) {
	var prices [seats]int
	for seat, m := range moves {
		prices[seat] = c.Price(m) // of the state before the turn: for bribes by both in one block
	}
	c.bribe(moves)
	var areas [seats]Area
	for seat, m := range moves {
		if m.Kind == Campaign {
			areas[seat] = m.Area()
		}
	}
	c.campaign(areas)
	for seat, m := range moves {
		switch m.Kind {
		case Merge:
			c.Regions.merge(c.Regions.Of(BlockOf(m.From)), c.Regions.Of(BlockOf(m.To)))
		case Unmerge:
			c.Regions.unmerge(c.Regions.Of(BlockOf(m.From)))
		}
		c.Money[seat] += income - prices[seat]
	}
}

// bribe carries out the bribes of a turn, both with the strength before either.
func (c *City) bribe(moves [seats]Action) {
	before := c.Bribes
	for seat, m := range moves {
		if m.Kind != Bribe {
			continue
		}
		block := BlockOf(m.From)
		// The conversions round each product: no machine may fuse it into the sum (Floating point).
		strength := 3.5 - float64(0.15*float64(before[block]))
		c.Support[m.From.X][m.From.Y] += float64(sign(seat) * strength)
		c.Bribes[block]++
	}
}

// Tally is the voters of some part of the city.
type Tally struct {
	Neutral int
	Voters  [seats]int // by seat
	Average float64    // of the absolute support; NaN for no voters at all
}

// tallier adds up voters in the order in which it meets them.
type tallier struct {
	counts [3]int // seat 0, neutral, seat 1
	sum    float64
}

func (t *tallier) add(support float64) {
	switch {
	case support < 0:
		t.counts[0]++
		t.sum -= support
	case support > 0:
		t.counts[2]++
		t.sum += support
	default:
		t.counts[1]++
	}
}

func (t *tallier) tally() Tally {
	n := t.counts[0] + t.counts[1] + t.counts[2]
	return Tally{Neutral: t.counts[1], Voters: [seats]int{t.counts[0], t.counts[2]}, Average: t.sum / float64(n)}
}

// Region returns the tally of region i, added up in the order of the rules (Bot interface).
func (c *City) Region(i int) Tally {
	var t tallier
	for _, b := range c.Regions.Blocks(i) {
		at := b.Corner()
		for x := at.X; x < at.X+BlockSize; x++ {
			for _, support := range c.Support[x][at.Y : at.Y+BlockSize] {
				t.add(support)
			}
		}
	}
	return t.tally()
}

// Area returns the tally of an area.
func (c *City) Area(a Area) Tally {
	var t tallier
	for x := a.X0; x < a.X1; x++ {
		for _, support := range c.Support[x][a.Y0:a.Y1] {
			t.add(support)
		}
	}
	return t.tally()
}

// Winner returns the seat that wins an election now (rules, Election), or false if there is no
// election yet, or none that gives a winner.
func (c *City) Winner() (game.Seat, bool) {
	var tallies [Blocks]Tally
	for i := range c.Regions.n {
		tallies[i] = c.Region(i)
	}
	return c.winner(&tallies)
}

// winner is Winner with the tallies of the regions at hand.
func (c *City) winner(tallies *[Blocks]Tally) (game.Seat, bool) {
	lead := 0 // regions of seat 1 less those of seat 0
	for i := range c.Regions.n {
		t := &tallies[i]
		switch {
		case t.Neutral >= blockVoters/2*int(c.Regions.sizes[i]):
			return 0, false
		case t.Voters[0] > t.Voters[1]:
			lead--
		case t.Voters[1] > t.Voters[0]:
			lead++
		case c.Variant == Controller: // a tie stops the election (Ambiguities, 5)
			return 0, false
		}
	}
	if lead > 0 {
		return 1, true
	}
	return 0, lead < 0
}
