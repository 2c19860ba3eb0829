package engine

import "testing"

// TestTableClear fills a table in part, and in full, and clears it: nothing is left.
func TestTableClear(t *testing.T) {
	table := newTranspositions(1 << 20)
	for _, step := range []uint64{1, 7, 1000} {
		for hash := uint64(1); hash < uint64(len(table.slots)); hash += step {
			table.put(hash*0x9e3779b97f4a7c15, entry{move: 3, score: 1, depth: 2, bound: exact})
		}
		table.age = 5
		table.clear()
		for i := range table.slots {
			if s := &table.slots[i]; s.check.Load() != 0 || s.data.Load() != 0 {
				t.Fatalf("slot %d of %d is not empty after entries in every %d", i, len(table.slots), step)
			}
		}
		if table.age != 0 {
			t.Errorf("age = %d", table.age)
		}
	}
}
