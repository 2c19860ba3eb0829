package bot

import (
	"testing"
	"time"
)

func TestAccount(t *testing.T) {
	a := NewAccount(Limits{Move: 10, Bank: 5})
	for i, step := range []struct{ used, limit time.Duration }{
		{10, 15}, // within the limit of a move: costs nothing
		{12, 15},
		{11, 13},
		{20, 12}, // too late: takes what is left
		{3, 10},
		{9, 10}, // an unused part of a move is not saved
	} {
		if got := a.Limit(); got != step.limit {
			t.Fatalf("answer %d may take %d, want %d", i, got, step.limit)
		}
		a.Spend(step.used)
	}
}
