//go:build !(cgo && v8)

package js

import (
	"sync"
	"sync/atomic"
	"time"

	"koth/bot"
	"koth/bot/internal/cpu"
)

// stopwatch takes the time of one call at a time, and makes the engine ask whether it is up.
type stopwatch struct {
	limit limit
	began time.Time
	cpu   time.Duration // of this thread at the beginning; negative if it is not read
	used  time.Duration
	late  bool // the limit has been met
	timer *time.Timer

	mu      sync.Mutex
	running bool
	counter *int32 // the engine asks when this is 0
}

// nagging is how long after the limit, and how often then, the engine is made to ask.
const nagging = time.Millisecond

func (s *stopwatch) start(l limit) {
	s.limit, s.used, s.late = l, 0, false
	s.cpu = -1
	if l.clock != bot.ClockWall {
		s.cpu = cpu.Thread()
	}
	s.mu.Lock()
	s.running = true
	if s.timer == nil {
		s.timer = time.AfterFunc(l.time+nagging, s.nag)
	} else {
		s.timer.Reset(l.time + nagging)
	}
	s.mu.Unlock()
	s.began = time.Now()
}

// nag runs on a goroutine of its own when the limit has passed and the call has not ended. The
// engine counts on without a lock and can undo this, so it is done again and again.
func (s *stopwatch) nag() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.running {
		atomic.StoreInt32(s.counter, 0)
		s.timer.Reset(nagging)
	}
}

// expired tells whether the limit has been met.
func (s *stopwatch) expired() bool {
	if s.late || !s.running {
		return s.late
	}
	s.used = time.Since(s.began)
	if s.limit.clock == bot.ClockCPU && s.cpu >= 0 || s.used >= s.limit.time && s.cpu >= 0 {
		s.used = cpu.Thread() - s.cpu
	}
	s.late = s.used >= s.limit.time
	return s.late
}

// stop ends a call and returns the time that it is charged, and whether that is too much.
func (s *stopwatch) stop() (used time.Duration, late bool) {
	broken := s.late
	s.late = false
	s.expired() // once more, for the time since
	s.mu.Lock()
	s.running = false
	s.mu.Unlock()
	s.timer.Stop()
	return s.used, broken || s.late
}
