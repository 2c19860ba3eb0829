package worker

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/game"
)

// keeper keeps one worker: gives it jobs, watches that it moves on, and replaces it when it is
// lost.
type keeper struct {
	pool *Pool
	mean time.Duration // a job, lately

	mu      sync.Mutex // guards what follows: stop comes from other goroutines
	proc    *process
	stopped bool
}

// How many jobs a worker has in hand: enough for some time, so that it never waits for its
// parent, and few if they are long, so that no core is idle at the end of a schedule.
const (
	inHand     = 20 * time.Millisecond
	maxInHand  = 64
	maxRestart = 3 // workers lost in a row without a job done and without a bot to blame
)

func (k *keeper) start() error {
	proc, err := startProcess(k.pool.hello)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.proc = proc
	if k.stopped {
		proc.kill()
	}
	return nil
}

// stop ends the worker for good.
func (k *keeper) stop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stopped = true
	if k.proc != nil {
		k.proc.kill()
	}
}

// work plays jobs of the line until it has no more.
func (k *keeper) work(l *line) error {
	lost := 0
	for {
		done, err := k.serve(l)
		if err == nil || l.isEnded() {
			return nil
		}
		if done > 0 {
			lost = 0
		}
		blamed, err := k.recover(l, err)
		if err != nil {
			return err
		}
		if !blamed {
			if lost++; lost >= maxRestart {
				return errWorker("again and again", k.proc.explain(err))
			}
		}
		if err := k.start(); err != nil {
			return err
		}
	}
}

// serve feeds the worker until the line is empty or the worker is lost. It returns how many jobs
// were done.
func (k *keeper) serve(l *line) (done int, err error) {
	w := watch(k.proc, k.pool.cfg.Limits)
	defer w.stop()
	last := time.Now()
	for {
		if depth := k.depth(); len(k.proc.sent) <= depth/2 {
			idle := len(k.proc.sent) == 0
			jobs := l.take(depth-len(k.proc.sent), idle)
			if idle {
				if len(jobs) == 0 {
					return done, nil
				}
				last = time.Now()
			}
			if len(jobs) > 0 {
				if err := k.proc.give(jobs); err != nil {
					return done, err
				}
			}
		}
		job := k.proc.sent[0]
		o, err := k.proc.receive()
		if err != nil {
			return done, err
		}
		done++
		now := time.Now()
		k.mean += (now.Sub(last) - k.mean) / 8
		last = now
		l.deliver(job, o)
	}
}

func (k *keeper) depth() int {
	if k.mean <= 0 {
		return 1
	}
	return int(min(max(inHand/k.mean, 1), maxInHand))
}

// recover gives the jobs of a lost worker back to the line. If a bot was running, its match is
// played again: without it from there if it hung, or if a worker has died there before. blamed
// tells that the loss is explained.
func (k *keeper) recover(l *line, cause error) (blamed bool, err error) {
	p := k.proc
	hung := p.hung.Load()
	p.kill()
	defer p.free()
	if r, job, ok := p.running(); ok {
		if isAbsent(job, r) {
			return false, errWorker(fmt.Sprintf("in match %d, turn %d, while no bot ran", job.ID, r.turn), p.explain(cause))
		}
		i := slices.IndexFunc(p.sent, func(j Job) bool { return j.ID == job.ID })
		if again := job.died != nil && *job.died == (running{turn: r.turn, seat: r.seat}); !hung && !again {
			// Somebody else may have killed it. Nobody is blamed until it happens again at the same place.
			p.sent[i].died = &running{turn: r.turn, seat: r.seat}
			l.giveBack(p.sent)
			return true, nil
		}
		kind, text, limit := game.FaultCrash, "its worker died: "+p.obituary(), time.Duration(0)
		if hung {
			limit = limitOf(k.pool.cfg.Limits, r.turn)
			kind, text = game.FaultTimeout, fmt.Sprintf("could not be interrupted within %v after its limit of %v; its worker was ended", Grace, limit)
		}
		p.sent[i].Absent = append(slices.Clip(p.sent[i].Absent), absence(r, kind, text, limit))
		blamed = true
	}
	l.giveBack(p.sent)
	return blamed, nil
}

func limitOf(l bot.Limits, turn int) time.Duration {
	if turn == 0 {
		return l.Start
	}
	return l.Move + l.Bank
}

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
	var seen uint64
	var since time.Time
	var cpu time.Duration
	for {
		select {
		case <-w.done:
			return
		case now := <-tick.C:
			word := p.page.word.Load()
			if word != seen || word == 0 {
				seen, since, cpu = word, now, cpuTime(p.child.PID())
				continue
			}
			allowed := limitOf(limits, p.page.get().turn) + Grace
			wall, used := now.Sub(since), cpuTime(p.child.PID())-cpu
			if limits.Clock == bot.ClockWall && wall > allowed || used > allowed || wall > wallFactor*allowed {
				p.hung.Store(true)
				p.kill()
				return
			}
		}
	}
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
