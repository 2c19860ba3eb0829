package blobs

import (
	"slices"
	"strconv"

	"koth/game"
)

// View is what a family may know: its own blobs, in list order, and what each of them sees. It is
// looked up in the position when asked for, so a bot pays for what it looks at. It is valid until
// the turn is played.
type View struct {
	state *state
	seat  game.Seat
	keys  []uint64 // scratch: pellets in sight, each above its cell as x | y << 16
	seen  []int32  // scratch: indices of blobs in sight
}

// Blob is a blob as others see it.
type Blob struct {
	UID    int
	X, Y   int
	Energy float64
}

// Pellet is a pellet.
type Pellet struct {
	X, Y   int
	Energy int
}

// Side returns the side of the map: cells go from 0, 0 to Side-1, Side-1.
func (v *View) Side() int { return v.state.arena.side }

// Turn returns the number of the turn, from 0.
func (v *View) Turn() int { return v.state.turn }

// Len returns how many blobs the family has.
func (v *View) Len() int { return len(v.state.family(v.seat)) }

// Me returns blob i of the family, from 0 to Len()-1.
func (v *View) Me(i int) Blob { return v.state.seenBlob(v.state.family(v.seat)[i]) }

// Pellets appends the pellets that blob i sees to dst, in the order of their placement.
func (v *View) Pellets(i int, dst []Pellet) []Pellet {
	v.look(i)
	slices.Sort(v.keys)
	for _, k := range v.keys {
		dst = append(dst, Pellet{int(k & 0xffff), int(k >> 16 & 0xffff), pellet(k >> 32).energy()})
	}
	return dst
}

// Blobs appends the blobs that blob i sees to dst, in list order: relatives too, which nothing
// marks, but not itself.
func (v *View) Blobs(i int, dst []Blob) []Blob {
	v.look(i)
	slices.Sort(v.seen)
	for _, index := range v.seen {
		dst = append(dst, v.state.seenBlob(index))
	}
	return dst
}

// look gathers what blob i sees in keys and seen, unsorted.
func (v *View) look(i int) {
	s := v.state
	index := s.family(v.seat)[i]
	b := &s.blobs[index]
	v.keys, v.seen = v.keys[:0], v.seen[:0]
	x0, y0, last := int(b.x), int(b.y), s.arena.side-1
	for y := max(0, y0-Vision); y <= min(last, y0+Vision); y++ {
		wide := s.sight[max(y-y0, y0-y)]
		from, to := max(0, x0-wide), min(last, x0+wide)
		row := s.arena.cells[y*s.arena.side:][from : to+1]
		for dx := range row {
			c := &row[dx]
			if c.pellet != 0 {
				v.keys = append(v.keys, uint64(c.pellet)<<32|uint64(y)<<16|uint64(from+dx))
			}
			if c.blob != 0 && c.blob-1 != index {
				v.seen = append(v.seen, c.blob-1)
			}
		}
	}
}

func (s *state) seenBlob(index int32) Blob {
	b := &s.blobs[index]
	return Blob{int(b.uid), int(b.x), int(b.y), b.energy}
}

// AppendJSON appends the view as one object: side, turn, and blobs, which has for each blob of the
// family the objects me and near of the rules, section What a bot gets.
func (v *View) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"side":`...)
	dst = strconv.AppendInt(dst, int64(v.Side()), 10)
	dst = append(dst, `,"turn":`...)
	dst = strconv.AppendInt(dst, int64(v.Turn()), 10)
	dst = append(dst, `,"blobs":[`...)
	var pellets []Pellet
	var blobs []Blob
	for i := range v.Len() {
		dst = appendComma(dst, i)
		dst = append(dst, `{"me":`...)
		dst = v.Me(i).appendJSON(dst)
		dst = append(dst, `,"near":{"pellets":[`...)
		pellets = v.Pellets(i, pellets[:0])
		for k, p := range pellets {
			dst = appendComma(dst, k)
			dst = append(dst, `{"pos":`...)
			dst = appendPos(dst, p.X, p.Y)
			dst = append(dst, `,"energy":`...)
			dst = append(strconv.AppendInt(dst, int64(p.Energy), 10), '}')
		}
		dst = append(dst, `],"blobs":[`...)
		blobs = v.Blobs(i, blobs[:0])
		for k, b := range blobs {
			dst = appendComma(dst, k)
			dst = b.appendJSON(dst)
		}
		dst = append(dst, `]}}`...)
	}
	return append(dst, `]}`...)
}

func (b Blob) appendJSON(dst []byte) []byte {
	dst = append(dst, `{"pos":`...)
	dst = appendPos(dst, b.X, b.Y)
	dst = append(dst, `,"uid":`...)
	dst = strconv.AppendInt(dst, int64(b.UID), 10)
	dst = append(dst, `,"energy":`...)
	return append(appendNumber(dst, b.Energy), '}')
}

func appendPos(dst []byte, x, y int) []byte {
	dst = strconv.AppendInt(append(dst, '['), int64(x), 10)
	dst = strconv.AppendInt(append(dst, ','), int64(y), 10)
	return append(dst, ']')
}
