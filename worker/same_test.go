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
	bots := []bot.Spec{
		passer,
		moves("endless", `for (;;);`),
		moves("hungry", `var o = null; for (;;) o = {o: o, a: [1, 2, 3]}`),
		moves("thrower", `throw new Error("no")`),
	}
	limits := bot.Limits{Move: 200 * time.Millisecond, Memory: 32 << 20}
	var jobs []Job
	for b := 1; b < len(bots); b++ {
		jobs = append(jobs, Job{Bots: []int{0, b}, Seed: 3, Board: 3, Setup: []byte(`{"size": 5, "tokens": [[0, 0, "R", 1]]}`), Record: true})
	}
	var before [][]byte
	for range 2 {
		outs := play(t, start(t, 1, limits, bots...), func(yield func(Job) bool) {
			for _, j := range jobs {
				if !yield(j) {
					return
				}
			}
		})
		for i, o := range outs {
			name := bots[i+1].Name
			if o.Error != "" || len(o.Result.Seats[1].First) == 0 {
				t.Fatalf("%s: %s, no fault", name, o.Error)
			}
			if len(before) <= i {
				before = append(before, o.Replay)
				t.Logf("%s: %s", name, o.Result.Seats[1].First[0].Text)
			} else if !bytes.Equal(before[i], o.Replay) {
				t.Errorf("%s: another replay, of %d bytes instead of %d; first fault %+v", name, len(o.Replay), len(before[i]), o.Result.Seats[1].First[0])
			}
		}
	}
}
