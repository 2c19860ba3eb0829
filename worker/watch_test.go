package worker

import (
	"testing"
	"time"

	"koth/bot"
)

// look is one look of a watcher: how long after the last, and what it finds.
type look struct {
	after time.Duration
	word  uint64
	cpu   time.Duration // of the worker, in all
}

// looks are n looks, each 50 ms after the one before, at a worker that has used a part of that.
func looks(n int, word uint64, part float64) []look {
	list := make([]look, n)
	for i := range list {
		list[i] = look{watchEvery, word, time.Duration(float64(i) * part * float64(watchEvery))}
	}
	return list
}

func TestStall(t *testing.T) {
	const allowed = 3 * time.Second
	tests := []struct {
		name   string
		clock  bot.Clock
		looks  []look
		hung   bool
		proven bool
	}{
		{"uses the CPU for longer than allowed", bot.ClockAuto, looks(70, 7, 1), true, true},
		{"uses it for less", bot.ClockAuto, looks(55, 7, 1), false, false},
		{"moves on", bot.ClockAuto, append(looks(55, 7, 1), looks(55, 8, 1)...), false, false},
		{"is idle", bot.ClockAuto, looks(1000, 0, 1), false, false},
		{"gets a tenth of the CPU", bot.ClockAuto, looks(500, 7, 0.1), false, false},
		{"gets none at all", bot.ClockAuto, looks(700, 7, 0), true, false},
		{"by the wall clock", bot.ClockWall, looks(70, 7, 0), true, true},
		{"sleeps together with its parent", bot.ClockAuto, append(looks(3, 7, 1), look{time.Hour, 7, 100 * time.Millisecond}, look{watchEvery, 7, 150 * time.Millisecond}, look{watchEvery, 7, 150 * time.Millisecond}), false, false},
		{"sleeps together with its parent, by the wall clock", bot.ClockWall, append(looks(3, 7, 1), look{time.Hour, 7, 100 * time.Millisecond}, look{watchEvery, 7, 150 * time.Millisecond}, look{watchEvery, 7, 150 * time.Millisecond}), false, false},
		{"comes back at the last look", bot.ClockAuto, append(looks(2, 7, 1), look{watchEvery, 7, time.Minute}, look{watchEvery, 8, time.Minute}), false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now := time.Unix(0, 0)
			s := stall{clock: tt.clock, last: now}
			var h *hang
			for _, l := range tt.looks {
				now = now.Add(l.after)
				if h = s.look(now, l.word, l.cpu, allowed); h != nil {
					break
				}
			}
			if (h != nil) != tt.hung {
				t.Fatalf("hang %+v, want one: %v", h, tt.hung)
			}
			if h != nil && (h.word != 7 || h.proven != tt.proven) {
				t.Errorf("hang %+v, want one of word 7, proven: %v", h, tt.proven)
			}
		})
	}
}
