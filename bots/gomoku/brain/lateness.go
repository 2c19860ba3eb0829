package brain

import (
	"sync"
	"time"
)

// lateness knows how late this machine has let the brain run of late: how long after the moment that
// was asked for a goroutine goes on. On a busy machine that is many milliseconds, now and then,
// and a manager's clock counts them as the brain's.
type lateness struct {
	mu    sync.Mutex
	worst [remembered]time.Duration // by second, in turn
	last  int64                     // the latest second of them
}

// What a lateness remembers, in seconds, and how often it looks.
const (
	remembered = 16
	lookEvery  = 5 * time.Millisecond
)

// watch looks until quit is closed. now must go on as real time does.
func (l *lateness) watch(now func() time.Duration, quit <-chan struct{}) {
	timer := time.NewTimer(lookEvery)
	defer timer.Stop()
	for asked := now() + lookEvery; ; asked = now() + lookEvery {
		select {
		case <-timer.C:
		case <-quit:
			return
		}
		at := now()
		l.note(at, at-asked)
		timer.Reset(lookEvery)
	}
}

// note remembers that something was late by so much at a time.
func (l *lateness) note(at, late time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(at)
	w := &l.worst[l.last%remembered]
	*w = max(*w, late)
}

// lately returns the worst that is remembered at a time.
func (l *lateness) lately(at time.Duration) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(at)
	worst := time.Duration(0)
	for _, w := range l.worst {
		worst = max(worst, w)
	}
	return worst
}

// forget drops what is too long ago.
func (l *lateness) forget(at time.Duration) {
	for second := int64(at / time.Second); l.last < second; {
		l.last = max(l.last+1, second-remembered)
		l.worst[l.last%remembered] = 0
	}
}
