package worker

import (
	"bytes"
	"testing"
	"time"

	"koth/bot"
)

// Replays of bots that time out, run out of memory or throw are the same in
// another process and on another day: no time, address or number of a process is in a fault's text.
func TestReplaysOfFaultsAreTheSame(t *testing.T) {
	for _, tt := range []struct {
		bot  bot.Spec
		move time.Duration // never reached but by the bot that means to
	}{
		{moves("endless", `for (;;);`), 200 * time.Millisecond},
		{moves("hungry", `var o = null; for (;;) o = {o: o, a: [1, 2, 3]}`), time.Minute},
		{moves("thrower", `throw new Error("no")`), time.Minute},
	} {
		limits := bot.Limits{Move: tt.move, Memory: 32 << 20}
		job := Job{Bots: []int{0, 1}, Seed: 3, Board: 3, Setup: []byte(`{"size": 5, "tokens": [[0, 0, "R", 1]]}`), Record: true}
		var before []byte
		for range 2 {
			o := play(t, start(t, 1, limits, passer, tt.bot), func(yield func(Job) bool) { yield(job) })[0]
			if o.Error != "" || len(o.Result.Seats[1].First) == 0 {
				t.Fatalf("%s: %s, no fault", tt.bot.Name, o.Error)
			}
			if before == nil {
				before = o.Replay
				t.Logf("%s: %s", tt.bot.Name, o.Result.Seats[1].First[0].Text)
			} else if !bytes.Equal(before, o.Replay) {
				t.Errorf("%s: another replay, of %d bytes instead of %d; first fault %+v", tt.bot.Name, len(o.Replay), len(before), o.Result.Seats[1].First[0])
			}
		}
	}
}
