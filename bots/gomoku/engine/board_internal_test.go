package engine

import (
	"math/rand/v2"
	"testing"
)

var rules = []struct {
	name string
	rule Rule
}{{"freestyle", Freestyle}, {"standard", Standard}, {"renju", Renju}}

// TestBoardKeepsUp plays and takes back at random and compares what the board keeps up to date
// with a board that is made anew, and the threats of five with a plain count of stones.
func TestBoardKeepsUp(t *testing.T) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(1, uint64(r.rule)))
			for _, size := range []int{5, 8, 15, 20} {
				b := newBoard(size, r.rule)
				for range 400 {
					if len(b.moves) > 0 && (b.full() || rng.IntN(4) == 0) {
						b.undo()
					} else {
						e := b.empty()
						c := cellAt(rng.IntN(size), rng.IntN(size))
						if !e.has(c) {
							continue
						}
						b.play(c)
					}
					if rng.IntN(20) == 0 {
						sameAsNew(t, b)
					}
				}
			}
		})
	}
}

func sameAsNew(t *testing.T, b *board) {
	t.Helper()
	fresh := newBoard(b.size, b.rule)
	for _, c := range b.moves {
		fresh.play(c)
	}
	if fresh.hash != b.hash || fresh.sums != b.sums || fresh.counts != b.counts || fresh.sets != b.sets {
		t.Fatalf("size %d after %d moves: the board is not what playing the moves gives", b.size, len(b.moves))
	}
	for y := range b.size {
		for x := range b.size {
			c := cellAt(x, y)
			if b.stones[c] != 0 {
				continue
			}
			for s := range side(2) {
				if got, want := b.threat[s][c] == makesFive, plainFive(b, c, s); got != want {
					t.Fatalf("size %d, side %d at %d,%d: five = %v, want %v", b.size, s, x, y, got, want)
				}
			}
		}
	}
}

// plainFive counts stones.
func plainFive(b *board, c cell, s side) bool {
	for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		run := 1
		for _, dir := range []int{1, -1} {
			for k := 1; ; k++ {
				x, y := c.x()+dir*k*step[0], c.y()+dir*k*step[1]
				if x < 0 || y < 0 || x >= b.size || y >= b.size || b.stones[cellAt(x, y)] != uint8(s)+1 {
					break
				}
				run++
			}
		}
		anyLength := b.rule == Freestyle || b.rule == Renju && s == white
		if run == 5 || run > 5 && anyLength {
			return true
		}
	}
	return false
}
