package brain

import (
	"sync"
	"time"
)

// lateness knows how late this machine has let the brain run of late: how long after the moment that
// was asked for a goroutine goes on. On a busy machine that is many milliseconds, now and then,
// and a manager's clock counts them as the brain's. It looks only while the manager waits for an answer:
// at any other time a manager may have stopped the process (they do, so that no brain thinks in
// the other's time), and that is no lateness.
type lateness struct {
	mu    sync.Mutex
	worst [remembered]time.Duration // by second, in turn
	last  int64                     // the latest second of them
	owed  bool                      // the manager waits for an answer
	since time.Duration             // since when
	looks int                       // how many counted
}

// What a lateness remembers, in seconds, how often it looks, and what it assumes before it has looked
// often enough to know better.
const (
	remembered = 32
	lookEvery  = 5 * time.Millisecond
	fewLooks   = 100
	assumed    = 5 * time.Millisecond
)

// watch looks until quit is closed. now must go on as real time does.
func (l *lateness) watch(now func() time.Duration, quit <-chan struct{}) {
	timer := time.NewTimer(lookEvery)
	defer timer.Stop()
	for asked := now(); ; asked = now() {
		select {
		case <-timer.C:
		case <-quit:
			return
		}
		l.looked(asked, now())
		timer.Reset(lookEvery)
	}
}

// looked remembers how late a look was that was asked for at a time and came at another, if the
// manager waited all the while.
func (l *lateness) looked(asked, came time.Duration) {
	l.mu.Lock()
	counts := l.owed && asked >= l.since
	if counts {
		l.looks++
	}
	l.mu.Unlock()
	if counts {
		l.note(came, came-asked-lookEvery)
	}
}

// owe says that the manager waits for an answer since at.
func (l *lateness) owe(at time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.owed, l.since = true, at
}

// settle says that the manager is about to get its answer, or none.
func (l *lateness) settle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.owed = false
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
	if l.looks < fewLooks {
		worst = assumed
	}
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
