package worker

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"koth/bot"
	"koth/game"
)

// keeper keeps one worker: gives it jobs, watches that it moves on, and replaces it when it is
// lost.
type keeper struct {
	pool *Pool
	mean time.Duration // a job, lately

	// atOnce asks workers to hand over every outcome by itself: one was lost while it let bots go,
	// and with it the outcomes that it still had.
	atOnce bool

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
	h := k.pool.hello
	h.AtOnce = k.atOnce
	proc, err := startProcess(h, k.pool)
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
// tells that the loss is explained: the next worker will not be lost in the same way for ever.
func (k *keeper) recover(l *line, cause error) (blamed bool, err error) {
	p := k.proc
	p.kill()
	defer p.free()
	hung := p.hung.Load()
	if hung != nil && hung.word != p.page.word.Load() {
		hung = nil // it came back just before it was killed, so that was nobody's fault
	}
	if r, job, ok := p.running(); ok && r.turn == leaving {
		// No bot ran. From now on the outcome is safe before anything can go wrong here.
		blamed, k.atOnce = !p.hello.AtOnce, true
	} else if ok && !r.waits { // a program is no part of the worker, whatever happened to that
		if isAbsent(job, r) {
			return false, errWorker(fmt.Sprintf("in match %d, turn %d, while no bot ran", job.ID, r.turn), p.explain(cause))
		}
		i := slices.IndexFunc(p.sent, func(j Job) bool { return j.ID == job.ID })
		p.sent[i].Apart = true
		if again := job.died != nil && *job.died == (running{turn: r.turn, seat: r.seat}); !again && (hung == nil || !hung.proven || !job.Apart) {
			// Somebody else may have killed or stopped it, or another bot of the heap may have kept the
			// collector busy. Nobody is blamed until it happens again at the same place, or apart.
			p.sent[i].died = &running{turn: r.turn, seat: r.seat}
			l.giveBack(p.sent)
			return true, nil
		}
		kind, text, limit := game.FaultCrash, "its worker died: "+p.obituary(), time.Duration(0)
		if p.outOfMemory() {
			text = fmt.Sprintf("out of memory (%d MiB), and so fast that its worker was lost with it", k.pool.cfg.Limits.Memory>>20)
		}
		if hung != nil {
			limit = limitOf(k.pool.cfg.Limits, r.turn)
			kind, text = game.FaultTimeout, fmt.Sprintf("could not be interrupted within %v after its limit of %v; its worker was ended", Grace, limit)
		}
		p.sent[i].Absent = append(slices.Clip(p.sent[i].Absent), absence(r, kind, text, limit))
		blamed = true
	}
	l.giveBack(p.sent)
	return blamed, nil
}

// leaveLimit is the time for letting a bot go; runtimes keep to it where they can.
const leaveLimit = time.Second

func limitOf(l bot.Limits, turn int) time.Duration {
	switch turn {
	case 0:
		return l.Start
	case leaving:
		return leaveLimit
	}
	return l.Move + l.Bank
}
