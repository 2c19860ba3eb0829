package stdio_test

import (
	"slices"
	"testing"
	"time"

	"koth/bot"
	"koth/game"
)

// However many programs play at once, none of those that answer at once is late; how long answers
// took, and how late the arena was to end the time of those that sleep, is printed.
func TestManyAtOnce(t *testing.T) {
	const (
		echoes   = 64
		sleepers = 8
		rounds   = 20
		move     = 100 * time.Millisecond
	)
	r := talkers(t)
	exe := compile(t, "hostile.c")
	var seats, asleep []*seat
	for range echoes {
		seats = append(seats, comesUp(t, r, withArgs(exe, "good"), nil))
	}
	for range sleepers {
		asleep = append(asleep, comesUp(t, r, withArgs(exe, "sleeps"), func(l *bot.Limits) { l.Move = move }))
	}
	var used, late []time.Duration
	for round := range rounds {
		for _, s := range seats {
			s.ask()
		}
		if round == 1 { // their second turn
			for _, s := range asleep {
				s.turn = 1
				asked := time.Now()
				s.wrong(game.FaultTimeout, "timed out")
				late = append(late, time.Since(asked)-move)
			}
		}
		for i, s := range seats {
			reply := s.Answer()
			if reply.Fault != nil {
				t.Fatalf("seat %d, turn %d: %+v", i, s.turn, reply.Fault)
			}
			used = append(used, reply.Used)
		}
	}
	for name, d := range map[string][]time.Duration{"answers took": used, "the arena was late by": late} {
		slices.Sort(d)
		t.Logf("%s: p50 %v, p99 %v, max %v (%d)", name, d[len(d)/2], d[len(d)*99/100], d[len(d)-1], len(d))
	}
}
