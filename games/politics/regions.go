package politics

import "slices"

// Block is one of the 16 fixed squares of the city, 0 to 15, x fastest: block 1 is that of voter
// 4, 0.
type Block uint8

const (
	// Size is the city's width and height, in voters.
	Size = 16
	// BlockSize is a block's width and height, in voters.
	BlockSize = 4
	// Blocks is how many blocks there are.
	Blocks = (Size / BlockSize) * (Size / BlockSize)

	blocksAcross = Size / BlockSize
	blockVoters  = BlockSize * BlockSize
)

// BlockOf returns the block of the voter at p.
func BlockOf(p Point) Block { return Block(p.X/BlockSize + p.Y/BlockSize*blocksAcross) }

// Corner returns the voter with the smallest coordinates, by which bots name the block.
func (b Block) Corner() Point {
	return Point{int(b) % blocksAcross * BlockSize, int(b) / blocksAcross * BlockSize}
}

// touches tells whether two blocks lie side by side.
func (b Block) touches(c Block) bool {
	p, q := b.Corner(), c.Corner()
	dx, dy := p.X-q.X, p.Y-q.Y
	return dx*dx+dy*dy == BlockSize*BlockSize
}

// Regions is the voting map: an ordered list of regions, each an ordered list of blocks, in which
// every block is exactly once. It holds no pointers, so that copies are independent.
type Regions struct {
	n      int
	sizes  [Blocks]uint8 // blocks in each of the first n regions
	blocks [Blocks]Block // region after region
}

// singleBlocks returns the map at the start: 16 regions of one block.
func singleBlocks() Regions {
	r := Regions{n: Blocks}
	for i := range r.sizes {
		r.sizes[i] = 1
		r.blocks[i] = Block(i)
	}
	return r
}

// Len returns the number of regions.
func (r *Regions) Len() int { return r.n }

// Blocks returns the blocks of region i, in order. They are the map's own: they are not to be
// changed, and change with it.
func (r *Regions) Blocks(i int) []Block {
	from := 0
	for _, n := range r.sizes[:i] {
		from += int(n)
	}
	return r.blocks[from : from+int(r.sizes[i])]
}

// Of returns the region that a block is in.
func (r *Regions) Of(b Block) int {
	at := slices.Index(r.blocks[:], b)
	i := 0
	for at >= int(r.sizes[i]) {
		at -= int(r.sizes[i])
		i++
	}
	return i
}

// touch tells whether regions i and j have blocks side by side.
func (r *Regions) touch(i, j int) bool {
	for _, b := range r.Blocks(i) {
		if slices.ContainsFunc(r.Blocks(j), b.touches) {
			return true
		}
	}
	return false
}

// merge appends region from to region to (rules, merge). They are different.
func (r *Regions) merge(from, to int) {
	r.rebuild(func(out *Regions) {
		for i := range r.n {
			switch i {
			case from:
			case to:
				out.add(r.Blocks(to), r.Blocks(from))
			default:
				out.add(r.Blocks(i))
			}
		}
	})
}

// unmerge makes every block of a region a region of its own, at the end (rules, unmerge).
func (r *Regions) unmerge(region int) {
	r.rebuild(func(out *Regions) {
		for i := range r.n {
			if i != region {
				out.add(r.Blocks(i))
			}
		}
		for _, b := range r.Blocks(region) {
			out.add([]Block{b})
		}
	})
}

// rebuild replaces the map by what fill makes of an empty one.
func (r *Regions) rebuild(fill func(out *Regions)) {
	var out Regions
	fill(&out)
	*r = out
}

// add appends a region of the blocks of the lists.
func (r *Regions) add(lists ...[]Block) {
	used := 0
	for _, n := range r.sizes[:r.n] {
		used += int(n)
	}
	for _, list := range lists {
		copy(r.blocks[used:], list)
		used += len(list)
		r.sizes[r.n] += uint8(len(list))
	}
	r.n++
}
