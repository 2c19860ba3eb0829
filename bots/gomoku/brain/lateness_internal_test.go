package brain

import (
	"testing"
	"time"
)

func TestLateness(t *testing.T) {
	const ms = time.Millisecond
	var l lateness
	if got := l.lately(3 * time.Second); got != assumed {
		t.Errorf("lately = %v before it has looked, want %v", got, assumed)
	}
	l.looks = fewLooks
	if got := l.lately(3 * time.Second); got != 0 {
		t.Errorf("lately = %v before anything was late", got)
	}
	l.note(10*time.Second, 7*ms)
	l.note(10*time.Second+500*ms, 30*ms)
	l.note(10*time.Second+900*ms, -4*ms)
	l.note(14*time.Second, 5*ms)
	tests := []struct {
		at   time.Duration
		want time.Duration
	}{
		{14 * time.Second, 30 * ms},
		{10*time.Second + (remembered-1)*time.Second, 30 * ms},
		{10*time.Second + remembered*time.Second, 5 * ms},
		{14*time.Second + remembered*time.Second, 0},
		{3 * time.Hour, 0},
	}
	for _, tt := range tests {
		if got := l.lately(tt.at); got != tt.want {
			t.Errorf("lately(%v) = %v, want %v", tt.at, got, tt.want)
		}
	}
}

// TestLatenessWhileOwed: a process that its manager stops while the other brain thinks is not late.
func TestLatenessWhileOwed(t *testing.T) {
	const ms = time.Millisecond
	l := lateness{looks: fewLooks}
	check := func(when string, want time.Duration) {
		t.Helper()
		if got := l.lately(10 * time.Second); got != want {
			t.Errorf("%s: lately = %v, want %v", when, got, want)
		}
	}
	l.looked(time.Second, 3*time.Second)
	check("before any move", 0)
	l.owe(3001 * ms)
	l.looked(3000*ms, 3300*ms)
	check("a look from before the move", 0)
	l.looked(3300*ms, 3300*ms+lookEvery+9*ms)
	check("a late look", 9*ms)
	l.looked(3400*ms, 3400*ms+lookEvery)
	check("a look in time", 9*ms)
	l.settle()
	l.looked(3500*ms, 9000*ms)
	check("after the move", 9*ms)
}

// TestMargin: more is kept in hand where the machine is late, and something is left of a move whatever
// happens.
func TestMargin(t *testing.T) {
	tests := []struct {
		turn, late time.Duration
		want       time.Duration
	}{
		{time.Second, 0, 60 * time.Millisecond},
		{time.Second, 20 * time.Millisecond, 100 * time.Millisecond},
		{50 * time.Millisecond, 0, 12500 * time.Microsecond},
		{50 * time.Millisecond, time.Second, 45 * time.Millisecond},
	}
	for _, tt := range tests {
		b := Brain{Now: func() time.Duration { return time.Minute }, settings: newSettings()}
		b.settings.times.Turn = tt.turn
		b.late.looks = fewLooks
		b.late.note(time.Minute, tt.late)
		if got := b.margin(); got != tt.want {
			t.Errorf("margin of %v, %v late: %v, want %v", tt.turn, tt.late, got, tt.want)
		}
	}
}
