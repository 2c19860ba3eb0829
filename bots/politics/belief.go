package politics

import (
	"math"

	"koth/games/politics"
)

// belief is the city as the bot thinks it is, if its own seat is the one given.
//
// A bot is shown no voters but only how many of a region are for whom, and their average support.
// But it knows how the city was at the start and what it did itself, so what is left to explain the
// counts of a turn is one move of the opponent: belief looks for a move that gives exactly them.
// Which seat is its own a bot is not told either; the one with which everything fits must be it.
type belief struct {
	me     int
	city   politics.City
	misses int // turns that no move explained
}

// begin believes in the usual start, as far as the first view agrees.
func (b *belief) begin(v *politics.View) {
	b.city = politics.NewCity()
	b.city.Money = [2]int{v.Money, v.Money}
	b.repair(v)
}

// update explains what has become of the city since the bot moved.
func (b *belief) update(mine politics.Action, v *politics.View) {
	if v.Money != b.city.Money[b.me]+10-b.city.Price(mine) {
		mine = politics.Action{} // the two merges cancelled each other
	}
	theirs, ok := b.explain(mine, v)
	if b.city.Price(theirs) > b.city.Money[1-b.me] {
		b.city.Money[1-b.me] = b.city.Price(theirs) // it must have had it
	}
	b.city.Play(b.moves(mine, theirs))
	b.city.Money[b.me] = v.Money
	if !ok {
		b.misses++
		b.repair(v)
	}
}

// moves puts two moves in the order of seats.
func (b *belief) moves(mine, theirs politics.Action) [2]politics.Action {
	if b.me == 0 {
		return [2]politics.Action{mine, theirs}
	}
	return [2]politics.Action{theirs, mine}
}

// after is the city after a turn.
func (b *belief) after(mine, theirs politics.Action) *politics.City {
	city := b.city
	city.Play(b.moves(mine, theirs))
	return &city
}

// explain returns the opponent's move that leads to the view, or the one that comes nearest, and
// whether all fits. Of several that fit it prefers areas on the grid of blocks, which bots do.
func (b *belief) explain(mine politics.Action, v *politics.View) (politics.Action, bool) {
	alone := b.after(mine, politics.Action{})
	if !sameRegions(&alone.Regions, v) {
		return b.explainRedraw(mine, v)
	}
	m := newMix(alone, b.after(mine, wholeCity))
	changed, from, upTo := b.changed(m, v)
	if changed == 0 {
		return politics.Action{}, true
	}
	best, found, score := politics.Action{}, false, -1
	var regions [politics.Blocks]sums
	areas(b.city.Money[1-b.me], from, upTo, func(a politics.Area) {
		touched := m.after(a, &regions)
		if changed&^touched != 0 {
			return
		}
		for i := range v.Regions {
			if touched&(1<<i) != 0 && !b.fits(&regions[i], &v.Regions[i]) {
				return
			}
		}
		if s := plausible(a); s > score {
			best, found, score = campaign(a), true, s
		}
	})
	if found {
		return best, true
	}
	return b.explainBribe(mine, v)
}

// changed returns the set of regions that are not as without a move of the opponent, and bounds of
// where its campaign must have been.
func (b *belief) changed(m *mix, v *politics.View) (set uint16, from, upTo politics.Point) {
	from, upTo = anywhereFrom, anywhereUpTo
	for i := range v.Regions {
		if b.fits(&m.without[i], &v.Regions[i]) {
			continue
		}
		set |= 1 << i
		low, high := politics.Point{X: politics.Size, Y: politics.Size}, politics.Point{}
		for _, c := range v.Regions[i].Blocks {
			low = politics.Point{X: min(low.X, c.X), Y: min(low.Y, c.Y)}
			high = politics.Point{X: max(high.X, c.X), Y: max(high.Y, c.Y)}
		}
		from = politics.Point{X: max(from.X, low.X), Y: max(from.Y, low.Y)}
		upTo = politics.Point{X: min(upTo.X, high.X+politics.BlockSize), Y: min(upTo.Y, high.Y+politics.BlockSize)}
	}
	return set, from, upTo
}

// fits tells whether a region looks like that. The average may differ in the last digits, since the
// voters were added up in another order.
func (b *belief) fits(s *sums, r *politics.Region) bool {
	return int(s.voters[b.me]) == r.You && int(s.voters[1-b.me]) == r.Opponent &&
		math.Abs(s.abs/float64(16*len(r.Blocks))-r.Average) < 1e-9
}

// explainBribe looks for a voter whose bribe gives the view.
func (b *belief) explainBribe(mine politics.Action, v *politics.View) (politics.Action, bool) {
	for x := range politics.Size {
		for y := range politics.Size {
			theirs := politics.Action{Kind: politics.Bribe, From: politics.Point{X: x, Y: y}}
			if b.city.Price(theirs) <= b.city.Money[1-b.me] && b.looksLike(b.after(mine, theirs), v) {
				return theirs, true
			}
		}
	}
	return politics.Action{}, false
}

// explainRedraw looks for the merge or split that gives the regions of the view.
func (b *belief) explainRedraw(mine politics.Action, v *politics.View) (politics.Action, bool) {
	for block := range politics.Block(politics.Blocks) {
		for _, theirs := range redraws(block.Corner()) {
			if !joins(&b.city, theirs) {
				continue
			}
			if city := b.after(mine, theirs); sameRegions(&city.Regions, v) {
				return theirs, b.looksLike(city, v)
			}
		}
	}
	return politics.Action{}, false
}

// redraws returns the moves at a block that change regions.
func redraws(at politics.Point) []politics.Action {
	list := []politics.Action{{Kind: politics.Unmerge, From: at}}
	for _, d := range []politics.Point{{X: -4}, {X: 4}, {Y: -4}, {Y: 4}} {
		to := politics.Point{X: at.X + d.X, Y: at.Y + d.Y}
		if to.X >= 0 && to.X < politics.Size && to.Y >= 0 && to.Y < politics.Size {
			list = append(list, politics.Action{Kind: politics.Merge, From: at, To: to})
		}
	}
	return list
}

// joins tells whether a move is no merge, or one of different regions.
func joins(c *politics.City, a politics.Action) bool {
	return a.Kind != politics.Merge || c.Regions.Of(politics.BlockOf(a.From)) != c.Regions.Of(politics.BlockOf(a.To))
}

func (b *belief) looksLike(c *politics.City, v *politics.View) bool {
	for i := range v.Regions {
		t := c.Region(i)
		s := sums{voters: [2]int16{int16(t.Voters[0]), int16(t.Voters[1])}, abs: t.Average * float64(16*len(v.Regions[i].Blocks))}
		if !b.fits(&s, &v.Regions[i]) {
			return false
		}
	}
	return true
}

func sameRegions(r *politics.Regions, v *politics.View) bool {
	if r.Len() != len(v.Regions) {
		return false
	}
	for i := range v.Regions {
		blocks := r.Blocks(i)
		if len(blocks) != len(v.Regions[i].Blocks) {
			return false
		}
		for j, p := range v.Regions[i].Blocks {
			if blocks[j].Corner() != p {
				return false
			}
		}
	}
	return true
}

// plausible gives more points to an area the more of its edges lie between blocks.
func plausible(a politics.Area) int {
	points := 0
	for _, edge := range []int{a.X0, a.Y0, a.X1, a.Y1} {
		if edge%politics.BlockSize == 0 {
			points++
		}
	}
	return points
}

// repair makes the city agree with the view: first the regions, then in each as few voters as will
// do change sides, those with the weakest support.
func (b *belief) repair(v *politics.View) {
	b.city.Regions = v.Map()
	for i := range v.Regions {
		r := &v.Regions[i]
		t := b.city.Region(i)
		firm := max(r.Average, 0.25)
		for n := t.Voters[b.me] - r.You; n > 0; n-- {
			*b.weakest(r, b.me) = 0
		}
		for n := t.Voters[1-b.me] - r.Opponent; n > 0; n-- {
			*b.weakest(r, 1-b.me) = 0
		}
		for n := r.You - t.Voters[b.me]; n > 0; n-- {
			*b.weakest(r, neutral) = firm * side(b.me)
		}
		for n := r.Opponent - t.Voters[1-b.me]; n > 0; n-- {
			*b.weakest(r, neutral) = firm * side(1-b.me)
		}
	}
}

// neutral stands for the seat of those who support none.
const neutral = -1

// side is the sign of a seat's support.
func side(seat int) float64 { return float64(2*seat - 1) }

// weakest returns the support of the voter of a seat, or a neutral one, that is nearest to 0.
func (b *belief) weakest(r *politics.Region, seat int) *float64 {
	var found *float64
	for _, at := range r.Blocks {
		for x := at.X; x < at.X+politics.BlockSize; x++ {
			for y := at.Y; y < at.Y+politics.BlockSize; y++ {
				s := &b.city.Support[x][y]
				of := neutral
				if *s < 0 {
					of = 0
				} else if *s > 0 {
					of = 1
				}
				if of == seat && (found == nil || math.Abs(*s) < math.Abs(*found)) {
					found = s
				}
			}
		}
	}
	return found
}

// campaign returns the campaign in an area.
func campaign(a politics.Area) politics.Action {
	return politics.Action{Kind: politics.Campaign, From: politics.Point{X: a.X0, Y: a.Y0}, To: politics.Point{X: a.X1, Y: a.Y1}}
}

var wholeCity = campaign(politics.Area{X1: politics.Size, Y1: politics.Size})
