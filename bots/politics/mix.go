package politics

import "koth/games/politics"

// mix answers for every area at once what regions look like after a campaign there. A campaign
// moves each voter in its area by an amount that does not depend on how far the area goes, so two
// positions are enough: one after a turn without the campaign, one after a campaign in all of the
// city. An area's outcome has its voters from the second and all others from the first.
type mix struct {
	regions int                    // how many
	blocks  [politics.Blocks]int   // in each region
	of      [politics.Blocks]uint8 // the region of each block
	without [politics.Blocks]sums  // of each region, without the campaign
	change  [politics.Blocks][spans][spans]sums
}

// sums are what counts of some voters. The zero value is of no voters.
type sums struct {
	voters [2]int16 // by seat
	abs    float64  // of the support
	firm   float64  // of the support, cut to -1 to 1: below 0 for seat 0
}

func (s *sums) add(t *sums) {
	s.voters[0] += t.voters[0]
	s.voters[1] += t.voters[1]
	s.abs += t.abs
	s.firm += t.firm
}

// voter adds a voter, or takes one away if weight is -1 and not 1.
func (s *sums) voter(support float64, weight float64) {
	switch {
	case support < 0:
		s.voters[0] += int16(weight)
	case support > 0:
		s.voters[1] += int16(weight)
	}
	s.abs += weight * max(support, -support)
	s.firm += weight * min(max(support, -1), 1)
}

// A span is a range within a block's width: 0 <= from <= to <= 4.
const spans = (politics.BlockSize + 1) * (politics.BlockSize + 1)

func span(from, to int) int { return from*(politics.BlockSize+1) + to }

// newMix compares two positions of the same regions.
func newMix(without, everywhere *politics.City) *mix {
	m := &mix{regions: without.Regions.Len()}
	for i := range m.regions {
		blocks := without.Regions.Blocks(i)
		m.blocks[i] = len(blocks)
		for _, b := range blocks {
			m.of[b] = uint8(i)
		}
	}
	for b := range politics.Block(politics.Blocks) {
		m.block(b, without, everywhere)
	}
	return m
}

// block fills in what the campaign changes in any part of a block.
func (m *mix) block(b politics.Block, without, everywhere *politics.City) {
	const n = politics.BlockSize
	at := b.Corner()
	for x0 := range n {
		for y0 := range n {
			// Grow the part from its corner: a part is the one a column less, and that column.
			for x1 := x0 + 1; x1 <= n; x1++ {
				x := at.X + x1 - 1
				var column sums
				for y1 := y0 + 1; y1 <= n; y1++ {
					y := at.Y + y1 - 1
					column.voter(without.Support[x][y], -1)
					column.voter(everywhere.Support[x][y], 1)
					part := &m.change[b][span(x0, x1)][span(y0, y1)]
					if x1 > x0+1 {
						*part = m.change[b][span(x0, x1-1)][span(y0, y1)]
					}
					part.add(&column)
				}
			}
		}
	}
	region := &m.without[m.of[b]]
	for x := at.X; x < at.X+n; x++ {
		for y := at.Y; y < at.Y+n; y++ {
			region.voter(without.Support[x][y], 1)
		}
	}
}

// after writes what the regions touched by a campaign look like after it, and returns their set.
func (m *mix) after(a politics.Area, regions *[politics.Blocks]sums) (touched uint16) {
	const n = politics.BlockSize
	for bx := a.X0 / n; bx*n < a.X1; bx++ {
		xs := span(max(a.X0-bx*n, 0), min(a.X1-bx*n, n))
		for by := a.Y0 / n; by*n < a.Y1; by++ {
			ys := span(max(a.Y0-by*n, 0), min(a.Y1-by*n, n))
			b := politics.BlockOf(politics.Point{X: bx * n, Y: by * n})
			region := m.of[b]
			if touched&(1<<region) == 0 {
				touched |= 1 << region
				regions[region] = m.without[region]
			}
			regions[region].add(&m.change[b][xs][ys])
		}
	}
	return touched
}

// areas calls visit with every area of at most money voters that meets all of the bounds: it
// begins before upTo and ends after from, in each direction.
func areas(money int, from, upTo politics.Point, visit func(politics.Area)) {
	for x0 := range min(politics.Size, upTo.X) {
		for x1 := max(x0, from.X) + 1; x1 <= politics.Size && x1-x0 <= money; x1++ {
			for y0 := range min(politics.Size, upTo.Y) {
				for y1 := max(y0, from.Y) + 1; y1 <= politics.Size && (x1-x0)*(y1-y0) <= money; y1++ {
					visit(politics.Area{X0: x0, Y0: y0, X1: x1, Y1: y1})
				}
			}
		}
	}
}

// anywhere are the bounds of areas that lie anywhere in the city.
var anywhereFrom, anywhereUpTo = politics.Point{}, politics.Point{X: politics.Size, Y: politics.Size}
