package gomoku

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// brute tests moves by the words of the rules, cell by cell and without a thought for speed. It
// shares nothing with the code that it is compared with but the Board's At and Set.
type brute struct{ Board }

var bruteLines = [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// is reports whether a stone of colour s lies on a cell; nothing lies off the board.
func (b *brute) is(p Point, s Stone) bool { return b.Has(p.X, p.Y) && b.At(p.X, p.Y) == s }

func (b *brute) isEmpty(p Point) bool { return b.is(p, Empty) }

func along(p Point, line [2]int, steps int) Point {
	return Point{p.X + steps*line[0], p.Y + steps*line[1]}
}

// row returns how long the row of stones of a colour through p is, p itself counted.
func (b *brute) row(p Point, line [2]int, s Stone) int {
	first := 0
	for b.is(along(p, line, first-1), s) {
		first--
	}
	last := 0
	for b.is(along(p, line, last+1), s) {
		last++
	}
	return last - first + 1
}

func (b *brute) wins(r Rule, p Point) bool {
	s := b.At(p.X, p.Y)
	for _, line := range bruteLines {
		n := b.row(p, line, s)
		exactly := r == Standard || r == Renju && s == Black
		if n == 5 || n > 5 && !exactly {
			return true
		}
	}
	return false
}

func (b *brute) with(p Point, f func()) {
	b.Set(p.X, p.Y, Black)
	f()
	b.Set(p.X, p.Y, Empty)
}

// fours returns the sets of four stones through p of which one more black stone makes exactly
// five.
func (b *brute) fours(p Point) [][]Point {
	var sets [][]Point
	for _, line := range bruteLines {
		for first := -4; first <= 0; first++ {
			var stones, holes []Point
			for i := range 5 {
				q := along(p, line, first+i)
				if b.is(q, Black) {
					stones = append(stones, q)
				} else if b.isEmpty(q) {
					holes = append(holes, q)
				}
			}
			if len(stones) != 4 || len(holes) != 1 {
				continue
			}
			b.with(holes[0], func() {
				if b.row(holes[0], line, Black) == 5 && !slices.ContainsFunc(sets, func(s []Point) bool { return slices.Equal(s, stones) }) {
					sets = append(sets, stones)
				}
			})
		}
	}
	return sets
}

// straight reports whether p and q are in a straight four along a line.
func (b *brute) straight(p, q Point, line [2]int) bool {
	for first := -3; first <= 0; first++ {
		four := true
		var has int
		for i := range 4 {
			c := along(p, line, first+i)
			four = four && b.is(c, Black)
			if c == q {
				has++
			}
		}
		if !four || has == 0 {
			continue
		}
		good := 0
		for _, end := range []Point{along(p, line, first-1), along(p, line, first+4)} {
			if b.isEmpty(end) {
				b.with(end, func() {
					if b.row(end, line, Black) == 5 {
						good++
					}
				})
			}
		}
		if good == 2 {
			return true
		}
	}
	return false
}

func (b *brute) makesFive(p Point) (five bool) {
	b.with(p, func() {
		for _, line := range bruteLines {
			five = five || b.row(p, line, Black) == 5
		}
	})
	return five
}

func (b *brute) forbidden(p Point) Ban {
	if b.makesFive(p) {
		return Allowed
	}
	ban := Allowed
	b.with(p, func() {
		for _, line := range bruteLines {
			if b.row(p, line, Black) > 5 {
				ban = Overline
			}
		}
		if ban != Allowed {
			return
		}
		if len(b.fours(p)) >= 2 {
			ban = DoubleFour
			return
		}
		threes := 0
		for _, line := range bruteLines {
			for steps := -4; steps <= 4; steps++ {
				q := along(p, line, steps)
				if !b.isEmpty(q) || b.makesFive(q) {
					continue
				}
				makes := false
				b.with(q, func() { makes = b.straight(p, q, line) })
				if makes && b.forbidden(q) == Allowed {
					threes++
					break
				}
			}
		}
		if threes >= 2 {
			ban = DoubleThree
		}
	})
	return ban
}

// TestAgainstBrute compares every cell of random boards, thin and crowded, with the brute force.
func TestAgainstBrute(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	found := map[Ban]int{}
	wins := 0
	for i := range 4000 {
		size := MinSize + i%(16-MinSize)
		b := NewBoard(size)
		share := 0.1 + 0.5*rng.Float64()
		whites := 0.5 * rng.Float64()
		for y := range size {
			for x := range size {
				switch r := rng.Float64(); {
				case r < share*whites:
					b.Set(x, y, White)
				case r < share:
					b.Set(x, y, Black)
				}
			}
		}
		slow := brute{b}
		for y := range size {
			for x := range size {
				p := Point{x, y}
				if b.At(x, y) != Empty {
					for r := Freestyle; r <= Renju; r++ {
						got, want := b.Wins(r, x, y), slow.wins(r, p)
						if got != want {
							t.Fatalf("%v: %v wins = %v, want %v\n%s", r, p, got, want, sketch(b))
						}
						if got {
							wins++
						}
					}
					continue
				}
				before := b
				got, want := b.Forbidden(x, y), slow.forbidden(p)
				if got != want {
					t.Fatalf("%v: %v, want %v\n%s", p, got, want, sketch(b))
				}
				if b != before {
					t.Fatalf("looking at %v changed the board", p)
				}
				found[got]++
			}
		}
	}
	t.Logf("found %v and %d winning stones", found, wins)
	for ban := Allowed; ban <= DoubleThree; ban++ {
		if found[ban] < 100 {
			t.Errorf("%v came %d times, which compares nothing", ban, found[ban])
		}
	}
}

// sketch draws a board in letters: X black, O white.
func sketch(b Board) string {
	var out []byte
	for y := range b.Size() {
		for x := range b.Size() {
			out = append(out, ".XO"[b.At(x, y)])
		}
		out = append(out, '\n')
	}
	return string(out)
}
