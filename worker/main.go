package worker

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"time"

	"koth/bot"
	"koth/bot/js"
	"koth/bot/lua"
	"koth/bot/native"
	"koth/bot/stdio"
	"koth/bots"
	"koth/game"
	"koth/games"
	"koth/match"
	"koth/replay"
	"koth/sandbox"
)

// argument is what the program is started with when it is to be a worker.
const argument = "worker"

// Descriptors that a worker is started with, beside the standard three.
const (
	connFD  = 3 // a stream socket to the parent
	pageFD  = 4 // the page
	childFD = 5 // a packet socket to the parent, if there are programs among the bots
)

// flushAfter is how long a worker keeps results back to send several at once: each message wakes
// the parent, which would take the core from a match.
const flushAfter = 25 * time.Millisecond

// IsWorker says whether this process was started to be a worker.
func IsWorker() bool { return len(os.Args) == 2 && os.Args[1] == argument }

// Main is the whole life of a worker; it does not return. A program that uses a Pool calls it
// first thing in main (tests: in TestMain) when IsWorker.
func Main() {
	runtime.LockOSThread() // script engines are bound to their thread
	slackTimers()
	conn := os.NewFile(connFD, "parent")
	page, err := mapPage(os.NewFile(pageFD, "page"))
	if err != nil {
		fmt.Fprintln(os.Stderr, "koth worker: this command is started by koth itself:", err)
		os.Exit(2)
	}
	w := &server{in: bufio.NewReaderSize(conn, 1<<16), out: bufio.NewWriterSize(conn, 1<<16), page: page}
	if err := w.serve(); err != nil {
		fmt.Fprintln(os.Stderr, "koth worker:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// server is the worker's side of the conversation.
type server struct {
	in       *bufio.Reader
	out      *bufio.Writer
	page     *page
	hello    hello
	game     game.Game
	runner   match.Runner
	script   *js.Runtime
	launcher *launcher // nil without programs
	played   int       // jobs since the start
	lineup   []int     // of the match being played: by seat, indexes into hello.Bots
	flushed  time.Time
	yielded  time.Time
}

func (w *server) serve() error {
	if _, err := readMessage(w.in, nil, &w.hello); err != nil {
		return fmt.Errorf("hello: %w", err)
	}
	r := w.prepare()
	if err := writeMessage(w.out, r); err != nil {
		return err
	}
	if err := w.out.Flush(); err != nil {
		return err
	}
	jobs := w.receive()
	for {
		var job Job
		var ok bool
		select {
		case job, ok = <-jobs:
		default: // nothing more to do for now: hand over what is done
			if err := w.out.Flush(); err != nil {
				return err
			}
			job, ok = <-jobs
		}
		if !ok {
			return nil
		}
		w.yield()
		out, leave := w.play(job)
		if err := w.answer(out); err != nil {
			return err
		}
		leave()
		w.page.set(running{})
	}
}

// yieldEvery is less than the 10 ms after which the Go runtime takes a goroutine's processor away.
const yieldEvery = 5 * time.Millisecond

// yield calls the Go scheduler now and then. A goroutine that calls into the engine all the time
// and never does looks stuck to the runtime, whose monitor then wakes up every 20 us.
func (w *server) yield() {
	if now := time.Now(); now.Sub(w.yielded) > yieldEvery {
		runtime.Gosched()
		w.yielded = now
	}
}

// prepare locks the process down and only then makes the runtimes that will see bots' code.
func (w *server) prepare() ready {
	layers, err := sandbox.LockDown(lockDownConfig(w.hello))
	if err != nil {
		return ready{Layers: layers, Error: err.Error()}
	}
	g, err := games.All().Get(w.hello.Game)
	if err != nil {
		return ready{Layers: layers, Error: err.Error()}
	}
	w.game = g
	script, err := js.New()
	if err != nil {
		return ready{Layers: layers, Error: err.Error()}
	}
	script.Share()
	w.script = script
	w.runner = match.Runner{Watcher: w, Runtimes: map[bot.Kind]bot.Runtime{
		bot.JavaScript: script,
		bot.Lua:        lua.New(),
		bot.Native:     native.New(bots.Natives()),
	}}
	if hasPrograms(w.hello.Bots) {
		w.launcher = newLauncher()
		programs := stdio.New(w.launcher)
		if w.hello.Reuse {
			programs.Keep = len(w.hello.Bots)
		}
		w.runner.Runtimes[bot.Program] = programs
	}
	return ready{Engine: engines(w.hello.Bots), Isolation: script.About(), Layers: layers}
}

// engines names what plays the bots that are scripts.
func engines(specs []bot.Spec) string {
	isLua := func(s bot.Spec) bool { return s.Kind == bot.Lua }
	switch {
	case !slices.ContainsFunc(specs, isLua):
		return js.Engine()
	case slices.ContainsFunc(specs, func(s bot.Spec) bool { return s.Kind == bot.JavaScript }):
		return js.Engine() + " and " + lua.Engine()
	}
	return lua.Engine()
}

// Memory of a worker beside what its bots may have.
const (
	ownMemory   = 512 << 20
	realmMemory = 32 << 20 // what an engine keeps for a bot that takes nothing
	hungryBots  = 4        // heaps and array buffers that may be full at the same time
)

// lockDownConfig bounds a worker's memory far above what its bots may have together, so that
// the engine's own limits, which name the bot, come first.
func lockDownConfig(h hello) sandbox.Config {
	cfg := sandbox.Config{
		Data: uint64(ownMemory + len(h.Bots)*realmMemory + hungryBots*h.Limits.Memory),
	}
	if h.Unsafe {
		cfg.AllowMissing = sandbox.AllLayers()
	}
	if hasPrograms(h.Bots) {
		cfg.Children = true
		cfg.Files = sandbox.DefaultFiles + streams*uint64(mostPrograms(h))
	}
	return cfg
}

// streams is how many descriptors a worker has of each program.
const streams = 3

// mostPrograms is how many programs a worker can have at a time: those of a match, and one of each
// that is kept.
func mostPrograms(h hello) int {
	most := 0
	if g, err := games.All().Get(h.Game); err == nil {
		most = g.Info().MaxSeats
	}
	if h.Reuse {
		most += len(h.Bots)
	}
	return most
}

func hasPrograms(bots []bot.Spec) bool {
	return slices.ContainsFunc(bots, func(b bot.Spec) bool { return b.Kind == bot.Program })
}

// receive reads jobs on a goroutine of its own, so that a worker whose parent is gone ends at
// once, whatever its bots are doing.
func (w *server) receive() <-chan Job {
	jobs := make(chan Job, 256)
	go func() {
		var buf []byte
		for {
			var batch []Job
			var err error
			if buf, err = readMessage(w.in, buf, &batch); err != nil {
				if !errors.Is(err, io.EOF) {
					fmt.Fprintln(os.Stderr, "koth worker: jobs:", err)
				}
				os.Exit(0)
			}
			for _, j := range batch {
				jobs <- j
			}
		}
	}()
	return jobs
}

// play plays a job, and returns what lets its bots go: the outcome is not to be lost by that.
func (w *server) play(job Job) (out Outcome, leave func()) {
	w.played++
	if w.launcher != nil {
		w.launcher.job = job.ID
	}
	m := match.Match{
		Game: w.game, Options: w.hello.Options, Limits: w.hello.Limits,
		Seed: job.Seed, Board: job.Board, Setup: job.Setup, Absent: job.Absent,
		Bots: make([]bot.Spec, len(job.Bots)),
	}
	w.lineup = job.Bots
	for i, b := range job.Bots {
		m.Bots[i] = w.hello.Bots[b]
	}
	if job.Apart || hasPrograms(m.Bots) { // a program has its turn once, so that match is not played again
		w.script.Apart()
	}
	out, leave = w.once(job, m)
	if w.script.Crowded() {
		leave()
		out, leave = w.once(job, m)
		w.script.Crowded() // not any more
	}
	return out, leave
}

func (w *server) once(job Job, m match.Match) (out Outcome, leave func()) {
	out.Job = job.ID
	var err error
	if job.Record {
		out.Result, out.Replay, out.Times, leave, err = w.record(m)
	} else {
		w.runner.Recorder = nil
		out.Result, leave, err = w.runner.Play(m)
	}
	if err != nil {
		return Outcome{Job: job.ID, Error: err.Error()}, leave
	}
	return out, leave
}

// record plays a match and makes the files that remember it.
func (w *server) record(m match.Match) (res match.Result, file, times []byte, leave func(), err error) {
	var fileBuf, timesBuf bytes.Buffer
	rec := replay.NewWriter(&fileBuf, &timesBuf, replay.HeaderOf(m))
	w.runner.Recorder = rec
	if res, leave, err = w.runner.Play(m); err != nil {
		return match.Result{}, nil, nil, leave, err
	}
	if err := rec.Close(); err != nil {
		return match.Result{}, nil, nil, leave, err
	}
	return res, fileBuf.Bytes(), timesBuf.Bytes(), leave, nil
}

// Asking implements match.Watcher: it tells the parent who runs.
func (w *server) Asking(turn int, seat game.Seat) {
	w.page.set(running{job: w.played, turn: turn, seat: seat, waits: w.isProgram(seat)})
}

// isProgram says whether a seat of the match being played is a program's: the worker only waits
// for it then, and keeps its limits.
func (w *server) isProgram(seat game.Seat) bool {
	return w.launcher != nil && w.hello.Bots[w.lineup[seat]].Kind == bot.Program
}

// Leaving implements match.Watcher.
func (w *server) Leaving(seat game.Seat) {
	w.page.set(running{job: w.played, turn: leaving, seat: seat})
}

func (w *server) answer(out Outcome) error {
	w.page.set(running{})
	if err := writeMessage(w.out, out); err != nil {
		return err
	}
	now := time.Now()
	if now.Sub(w.flushed) < flushAfter && len(out.Replay) == 0 && !w.hello.AtOnce {
		return nil
	}
	w.flushed = now
	return w.out.Flush()
}
