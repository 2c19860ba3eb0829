package engine_test

import (
	"sync/atomic"
	"testing"
	"time"

	"koth/bots/gomoku/engine"
)

// slowClock goes on by a step at each look, whoever looks.
func slowClock(step time.Duration) func() time.Duration {
	var looks atomic.Int64
	return func() time.Duration { return time.Duration(looks.Add(1)) * step }
}

func TestBudget(t *testing.T) {
	const ms = time.Millisecond
	tests := []struct {
		name   string
		times  engine.Times
		stones int
		most   time.Duration
		least  time.Duration
	}{
		{"a move's time alone is used up but for the margin", engine.Times{Turn: 1000 * ms}, 10, 990 * ms, 990 * ms},
		{"as fast as possible", engine.Times{}, 0, 20 * ms, 1 * ms},
		{"the match is shared out", engine.Times{Turn: 30_000 * ms, Match: 180_000 * ms, Left: 180_000 * ms}, 0, 45_000 * ms, 10_000 * ms},
		{"little is left", engine.Times{Turn: 30_000 * ms, Match: 180_000 * ms, Left: 400 * ms}, 60, 100 * ms, 20 * ms},
		{"nothing is left", engine.Times{Turn: 30_000 * ms, Match: 180_000 * ms, Left: -5 * ms}, 60, 1 * ms, 1 * ms},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			soft, hard := tt.times.Budget(tt.stones, 10*ms)
			if soft > hard || hard > tt.most || hard < tt.least {
				t.Errorf("soft, hard = %v, %v; want soft <= hard, hard from %v to %v", soft, hard, tt.least, tt.most)
			}
		})
	}
}
