package worker

import (
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"koth/bot"
)

// watcher kills a worker whose running seat does not come back.
type watcher struct {
	done chan struct{}
	wg   sync.WaitGroup
}

const (
	watchEvery = 50 * time.Millisecond
	// A worker that waits for something gets no CPU time, so wall time must end it too, late
	// enough that a busy machine does not.
	wallFactor = 10
)

func watch(p *process, limits bot.Limits) *watcher {
	w := &watcher{done: make(chan struct{})}
	w.wg.Go(func() { w.run(p, limits) })
	return w
}

func (w *watcher) stop() {
	close(w.done)
	w.wg.Wait()
}

func (w *watcher) run(p *process, limits bot.Limits) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	s := stall{clock: limits.Clock, last: time.Now()}
	for {
		select {
		case <-w.done:
			return
		case <-tick.C:
			word := p.page.word.Load()
			allowed := allowedFor(limits, p.page.get())
			if h := s.look(time.Now(), word, cpuTime(p.child.PID()), allowed); h != nil {
				p.hung.Store(h)
				p.kill()
				return
			}
		}
	}
}

// allowedFor is how long a worker's page may stay as it is. A program has its limits from the
// worker itself, and that waits for others first: for the start of it or of another.
func allowedFor(l bot.Limits, r running) time.Duration {
	if r.waits {
		return l.Start + l.Move + l.Bank + Grace
	}
	return limitOf(l, r.turn) + Grace
}

// hang is the reason for which a worker was killed.
type hang struct {
	word   uint64 // of its page, which did not change
	proven bool   // by the time that is charged; else it did nothing at all, which others can be the reason of
}

// stall is how long a worker's word has not changed.
type stall struct {
	clock bot.Clock
	last  time.Time     // of the last look
	word  uint64        // what it found
	awake time.Duration // since the word changed, as far as this process was running too
	cpu   time.Duration // of the worker, when the word had changed
	over  int           // looks in a row that found it too long
}

// look takes what a worker's page and its CPU clock say now. It returns a hang once the worker
// has gone over what it is allowed, at two looks in a row.
//
// The time between two looks counts up to twice what it should be: if it is more, this process
// was not running itself (a frozen container, a laptop's sleep), and nor, perhaps, was the worker.
func (s *stall) look(now time.Time, word uint64, cpu, allowed time.Duration) *hang {
	step := min(now.Sub(s.last), 2*watchEvery)
	s.last = now
	if word != s.word || word == 0 {
		s.word, s.awake, s.cpu, s.over = word, 0, cpu, 0
		return nil
	}
	s.awake += step
	proven := cpu-s.cpu > allowed || s.clock == bot.ClockWall && s.awake > allowed
	if !proven && s.awake <= wallFactor*allowed {
		s.over = 0
		return nil
	}
	if s.over++; s.over < 2 {
		return nil
	}
	return &hang{word, proven}
}

// cpuTime returns the CPU time that a process has used, 0 if it is gone.
func cpuTime(pid int) time.Duration {
	const cpuclockSched = 2 // the process's clock in the encoding of clock_getcpuclockid(3)
	var ts unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|cpuclockSched), &ts); err != nil {
		return 0
	}
	return time.Duration(ts.Nano())
}
