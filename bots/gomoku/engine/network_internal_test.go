package engine

import (
	"math/rand/v2"
	"testing"

	"koth/bots/gomoku/engine/weights"
)

// TestSums adds the numbers of as many cells as a board has, some as large as they can be, takes some
// away, and wants what plain sums give.
func TestSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		var packed sums
		var plain [lanes]int32
		var cells [allCell][lanes]int8
		for i := range cells {
			for k := range cells[i] {
				cells[i][k] = int8(rng.IntN(2*weights.MostLane+1) - weights.MostLane)
				if k == i%2 {
					cells[i][k] = weights.MostLane
				}
				plain[k] += int32(cells[i][k])
			}
			p := pack(cells[i])
			packed.add(&p)
		}
		for _, c := range cells[:rng.IntN(allCell)] {
			for k := range c {
				plain[k] -= int32(c[k])
			}
			p := pack(c)
			packed.sub(&p)
		}
		var got [lanes]int32
		packed.unpack(got[:])
		if got != plain {
			t.Fatalf("sums = %v, want %v", got, plain)
		}
	}
}
