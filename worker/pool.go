package worker

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/sandbox"
)

// Config says what a pool plays. Game, Options, Limits and Bots hold for all of its jobs.
type Config struct {
	Game    string
	Options game.Options
	Limits  bot.Limits
	Bots    []bot.Spec
	Workers int  // how many processes; at least 1
	Reuse   bool // programs that can play several matches are not started anew for each (game.Reusable)
	Unsafe  bool // play on where a layer of confinement cannot be had
}

// Grace is how long past its limit a bot may resist being interrupted before its worker is
// killed. The slowest thing that does come back, a search in a string of 128 MB, needs 0.7 s.
const Grace = 2 * time.Second

// Pool is a set of workers that play jobs.
type Pool struct {
	cfg     Config
	hello   hello
	keepers []*keeper

	mu       sync.Mutex
	children confinement
}

// confinement is what confines programs. All are confined in the same way.
type confinement struct {
	tier   sandbox.Tier   // "" where there are no programs
	layers sandbox.Layers // empty before the first was started
}

// Start starts the workers and waits until all are locked down.
func Start(cfg Config) (*Pool, error) {
	cfg.Limits = cfg.Limits.OrDefault()
	p := &Pool{cfg: cfg, hello: hello{Game: cfg.Game, Options: cfg.Options, Limits: cfg.Limits, Bots: slices.Clone(cfg.Bots), Reuse: cfg.Reuse, Unsafe: cfg.Unsafe}}
	for i, b := range p.hello.Bots {
		if b.Kind != bot.Native { // a path is in the text of faults, and replays are the same from any folder
			p.hello.Bots[i].Path = filepath.Base(b.Path)
		}
		if c := b.Command; c != nil {
			p.hello.Bots[i].Command = &bot.Command{Args: c.Args[:1], Dir: c.Dir, Protocol: c.Protocol, Language: c.Language, Quirks: c.Quirks}
		}
	}
	if hasPrograms(cfg.Bots) && !cfg.Unsafe {
		tier, err := sandbox.ChildTier()
		if err != nil { // said now and not in the middle of a match
			return nil, fmt.Errorf("bots that are programs cannot be confined here: %w", err)
		}
		p.children.tier = tier
	}
	p.keepers = make([]*keeper, max(1, cfg.Workers))
	errs := make([]error, len(p.keepers))
	var wg sync.WaitGroup
	for i := range p.keepers {
		p.keepers[i] = &keeper{pool: p}
		wg.Go(func() { errs[i] = p.keepers[i].start() })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		p.Close()
		return nil, errs[firstError(errs)] // one worker's trouble is everybody's: say it once
	}
	return p, nil
}

func firstError(errs []error) int {
	for i, err := range errs {
		if err != nil {
			return i
		}
	}
	return 0
}

// Engine names the script engine that plays in the workers.
func (p *Pool) Engine() string { return p.keepers[0].proc.ready.Engine }

// Isolation says how the engine keeps the matches of one worker apart.
func (p *Pool) Isolation() string { return p.keepers[0].proc.ready.Isolation }

// Layers says which layers of confinement are active in the workers.
func (p *Pool) Layers() sandbox.Layers { return p.keepers[0].proc.ready.Layers }

// Children says what confines bots that are programs: the tier and, once one has been started, its
// layers, as in "full: namespaces landlock-7 seccomp". It is empty where no bot is a program.
func (p *Pool) Children() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.children
	if len(c.layers.Active) == 0 && len(c.layers.Missing) == 0 {
		return string(c.tier)
	}
	return fmt.Sprintf("%s: %s", c.tier, c.layers)
}

// confined notes what confines a program.
func (p *Pool) confined(t sandbox.Tier, l sandbox.Layers) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.children.layers.Missing) == 0 { // should they differ, the weakest is what counts
		p.children = confinement{t, l}
	}
}

// Close ends all workers.
func (p *Pool) Close() {
	for _, k := range p.keepers {
		k.stop()
	}
}

// Run plays the jobs and calls each with every job and its outcome, one after another and in the
// order of the schedule, whichever worker is done first. Jobs are numbered in that order; they
// are drawn from the schedule as they are needed. Run returns when all are done, at the first
// error (of each, or the arena's own), or soon after ctx is done, with its cause; all workers
// are then gone. A pool runs one schedule at a time.
func (p *Pool) Run(ctx context.Context, schedule iter.Seq[Job], each func(Job, Outcome) error) error {
	next, stop := iter.Pull(schedule)
	defer stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	l := newLine(next, each)
	unhook := context.AfterFunc(ctx, func() {
		l.end(context.Cause(ctx))
		p.Close()
	})
	defer unhook()
	var wg sync.WaitGroup
	for _, k := range p.keepers {
		wg.Go(func() {
			if err := k.work(l); err != nil {
				l.end(err) // before anybody can see that the work has ended
				cancel(err)
			}
		})
	}
	wg.Wait()
	if l.err() != nil {
		p.Close() // and wait for that
	}
	return l.err()
}

// line is the schedule as the keepers share it: jobs to take at one end, outcomes to put in order
// at the other.
type line struct {
	mu      sync.Mutex
	moved   sync.Cond // something can be taken, or the end has come
	next    func() (Job, bool)
	each    func(Job, Outcome) error
	again   []Job // to be played again, since their worker was lost
	drawn   int   // jobs taken from the schedule
	done    int   // outcomes handed to each
	dry     bool  // the schedule has no more jobs
	ended   bool
	cause   error
	waiting map[int]finished // outcomes that came before their turn
}

type finished struct {
	job     Job
	outcome Outcome
}

// window is how many jobs may be under way or wait for an earlier one. It bounds the memory that
// outcomes take while one match is slow.
const window = 4096

func newLine(next func() (Job, bool), each func(Job, Outcome) error) *line {
	l := &line{next: next, each: each, waiting: map[int]finished{}}
	l.moved.L = &l.mu
	return l
}

// take returns up to n jobs. With wait it blocks until there is at least one, or no more will
// come: then it returns none.
func (l *line) take(n int, wait bool) []Job {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		var jobs []Job
		for len(jobs) < n && !l.ended {
			if k := len(l.again); k > 0 {
				jobs = append(jobs, l.again[k-1])
				l.again = l.again[:k-1]
				continue
			}
			if l.dry || l.drawn-l.done >= window {
				break
			}
			job, ok := l.next()
			if !ok {
				l.dry = true
				l.moved.Broadcast()
				break
			}
			job.ID = l.drawn
			l.drawn++
			jobs = append(jobs, job)
		}
		// A job under way elsewhere can come back, so wait until the last one is done.
		if len(jobs) > 0 || !wait || l.ended || l.dry && l.done == l.drawn {
			return jobs
		}
		l.moved.Wait()
	}
}

// deliver puts an outcome in order.
func (l *line) deliver(job Job, o Outcome) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting[job.ID] = finished{job, o}
	for {
		f, ok := l.waiting[l.done]
		if !ok || l.ended {
			break
		}
		delete(l.waiting, l.done)
		l.done++
		if err := l.each(f.job, f.outcome); err != nil {
			l.finish(err)
		}
	}
	l.moved.Broadcast()
}

// giveBack returns jobs that a lost worker had; the first is played first.
func (l *line) giveBack(jobs []Job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := len(jobs) - 1; i >= 0; i-- {
		l.again = append(l.again, jobs[i])
	}
	l.moved.Broadcast()
}

// end stops the line: nothing is taken or delivered any more.
func (l *line) end(cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.finish(cause)
}

func (l *line) finish(cause error) {
	if !l.ended {
		l.ended, l.cause = true, cause
	}
	l.moved.Broadcast()
}

func (l *line) err() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cause
}

func (l *line) isEnded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

// absence is what a job is played again with after its worker was lost.
func absence(r running, kind game.FaultKind, text string, limit time.Duration) match.Absence {
	return match.Absence{Seat: r.seat, Turn: r.turn, Fault: game.Fault{Kind: kind, Text: text, Limit: limit}}
}

// isAbsent says whether the job is played without that seat on that turn already.
func isAbsent(job Job, r running) bool {
	for _, a := range job.Absent {
		if a.Seat == r.seat && r.turn >= a.Turn {
			return true
		}
	}
	return false
}

// errWorker reports a worker that was lost through no bot's fault.
func errWorker(what string, cause error) error {
	return fmt.Errorf("a worker was lost %s: %w", what, cause)
}
