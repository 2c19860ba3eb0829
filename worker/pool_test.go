package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/sandbox"
)

// script is a bot in JavaScript for tests.
func script(name, source string) bot.Spec {
	return bot.Spec{Name: name, Kind: bot.JavaScript, Path: name + ".js", Source: []byte(source)}
}

// moves is a constructor whose yourMove has the given body.
func moves(name, body string) bot.Spec {
	return script(name, "function (player1) { this.yourMove = function (b) {"+body+"} }")
}

var (
	passer = moves("passer", `return "PASS"`)
	eater  = moves("eater", `
		var me = player1 ? b.player1 : b.player2, x = me.pos[0], y = me.pos[1], best = null, near = 1e9;
		for (var i = 0; i < b.tokens.length; i++) for (var j = 0; j < b.tokens.length; j++) {
			var d = Math.abs(i - x) + Math.abs(j - y);
			if (b.tokens[i][j] && d < near) { near = d; best = [i, j]; }
		}
		if (best[0] != x) return best[0] < x ? "LEFT" : "RIGHT";
		if (best[1] != y) return best[1] < y ? "UP" : "DOWN";
		return "EAT"`)
	walker = moves("walker", `return ["UP", "DOWN", "LEFT", "RIGHT", "EAT"][Math.floor(Math.random() * 5)]`)
)

// start starts a pool for tokens that is closed with the test.
func start(t *testing.T, workers int, limits bot.Limits, bots ...bot.Spec) *Pool {
	t.Helper()
	p, err := Start(Config{Game: "tokens", Options: game.Options{}, Limits: limits, Bots: bots, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// rounds is a schedule of n jobs between every two of some bots.
func rounds(n, bots int) iter.Seq[Job] {
	return func(yield func(Job) bool) {
		for i := range n {
			a := i % bots
			b := (a + 1 + i/bots%(bots-1)) % bots
			if !yield(Job{Bots: []int{a, b}, Seed: uint64(i), Board: uint64(i / 3)}) {
				return
			}
		}
	}
}

// play plays a schedule to its end.
func play(t *testing.T, p *Pool, jobs iter.Seq[Job]) []Outcome {
	t.Helper()
	var outs []Outcome
	err := p.Run(context.Background(), jobs, func(j Job, o Outcome) error {
		if j.ID != len(outs) || o.Job != j.ID {
			t.Errorf("outcome of match %d for job %d came as number %d", o.Job, j.ID, len(outs))
		}
		outs = append(outs, o)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return outs
}

// decided returns what is decided by the job alone: results without times, and replays.
func decided(outs []Outcome) []Outcome {
	outs = slices.Clone(outs)
	for i := range outs {
		outs[i].Times = nil
		seats := slices.Clone(outs[i].Result.Seats)
		for s := range seats {
			seats[s].Start, seats[s].Time, seats[s].Max = 0, 0, 0
		}
		outs[i].Result.Seats = seats
	}
	return outs
}

// reach returns when a worker has come to a turn.
func reach(p *process, turn int) {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for p.page.get().turn < turn {
		<-tick.C
	}
}

func TestSameResultsOnAnyNumberOfWorkers(t *testing.T) {
	const n = 120
	var want []Outcome
	for _, workers := range []int{1, 2, 8} {
		got := decided(play(t, start(t, workers, bot.Limits{}, eater, walker, passer), rounds(n, 3)))
		if len(got) != n {
			t.Fatalf("%d workers: %d outcomes, want %d", workers, len(got), n)
		}
		if want == nil {
			want = got
			continue
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
	}
}

func TestReplays(t *testing.T) {
	p := start(t, 2, bot.Limits{}, eater, walker)
	job := Job{Bots: []int{0, 1}, Seed: 5, Board: 6, Record: true}
	outs := play(t, p, slices.Values([]Job{job, job}))
	if len(outs[0].Replay) == 0 || !slices.Equal(outs[0].Replay, outs[1].Replay) {
		t.Errorf("replays of one match: %d and %d bytes, want the same", len(outs[0].Replay), len(outs[1].Replay))
	}
	if len(outs[0].Times) == 0 {
		t.Error("no times")
	}
}

// A pool can run one schedule after another.
func TestRunTwice(t *testing.T) {
	p := start(t, 2, bot.Limits{}, eater, walker)
	a := decided(play(t, p, rounds(10, 2)))
	b := decided(play(t, p, rounds(10, 2)))
	if diff := cmp.Diff(a, b); diff != "" {
		t.Error(diff)
	}
}

func TestErrorOfEachStops(t *testing.T) {
	p := start(t, 2, bot.Limits{}, eater, walker)
	stop := errors.New("enough")
	seen := 0
	err := p.Run(context.Background(), rounds(1<<30, 2), func(Job, Outcome) error {
		if seen++; seen == 5 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || seen != 5 {
		t.Errorf("error %v after %d outcomes, want %v after 5", err, seen, stop)
	}
}

// Moves of a minute do not keep a run from ending at once.
func TestCancel(t *testing.T) {
	p := start(t, 2, bot.Limits{Move: time.Minute, Start: time.Minute}, moves("endless", "for (;;);"), passer)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		done <- p.Run(ctx, rounds(1<<30, 2), func(Job, Outcome) error { return nil })
	}()
	reach(p.keepers[0].proc, 1) // the bot is in its loop
	cancel()
	select {
	case err := <-done:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error = %v, want %v", err, context.Canceled)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("still running 20 s after it was cancelled")
	}
}

// A bot that nothing can interrupt costs its own match only, up to the turn on which it did it.
func TestBotThatHangsTheWorker(t *testing.T) {
	// It plays one move, then asks for more of an uninterruptible built-in than fits in a lifetime.
	hanger := script("hanger", `function (p) { var n = 0; this.yourMove = function (b) {
		if (n++ == 0) return "PASS";
		for (;;) { try { new Array(3e7).fill(0) } catch (e) {} }
	} }`)
	limits := bot.Limits{Move: 300 * time.Millisecond, Memory: 1 << 30}
	p := start(t, 1, limits, hanger, eater, passer)
	jobs := []Job{
		{Bots: []int{1, 2}, Seed: 1, Board: 1},
		{Bots: []int{1, 0}, Seed: 1, Board: 1},
		{Bots: []int{1, 2}, Seed: 1, Board: 1},
	}
	outs := play(t, p, slices.Values(jobs))
	hung := outs[1].Result.Seats[1]
	if len(hung.First) == 0 {
		t.Fatalf("no fault of the bot that hangs: %+v", hung)
	}
	if f := hung.First[0]; f.Turn != 4 || f.Kind != game.FaultTimeout && f.Kind != game.FaultCrash {
		t.Errorf("first fault %+v, want one on turn 4", f)
	}
	for _, i := range []int{0, 2} {
		if outs[i].Result.Seats[0].Score != outs[1].Result.Seats[0].Score {
			t.Errorf("the other seat has %v points against the bot that hangs, %v against one that passes", outs[1].Result.Seats[0].Score, outs[i].Result.Seats[0].Score)
		}
	}
}

// A worker that is killed from outside costs nobody anything: the match is played again.
func TestWorkerKilled(t *testing.T) {
	// The first seat is slow enough to be found in the middle of a match.
	slow := moves("slow", "for (var t = Date.now(); Date.now() < t + 100;); return 'PASS'")
	p := start(t, 1, bot.Limits{Move: time.Minute}, slow, passer)
	proc := p.keepers[0].proc
	outs := make(chan Outcome, 1)
	go func() {
		_ = p.Run(context.Background(), slices.Values([]Job{{Bots: []int{1, 0}, Seed: 1, Board: 1}}), func(_ Job, o Outcome) error {
			outs <- o
			return nil
		})
		close(outs)
	}()
	reach(proc, 2)
	if err := unix.Kill(proc.child.PID(), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	o := <-outs
	if o.Result.Seats == nil || o.Result.End != "idle" {
		t.Fatalf("outcome %+v", o)
	}
	for i, s := range o.Result.Seats {
		if s.Faults != (match.FaultCount{}) {
			t.Errorf("seat %d has faults: %+v", i, s.First)
		}
	}
}

// A worker that is stopped for longer than a move may take, and then goes on, has cost no bot a
// move: the clock of its thread says so.
func TestWorkerStopped(t *testing.T) {
	const limit = 100 * time.Millisecond
	busy := func(name, answer string) bot.Spec {
		return moves(name, "for (var t = Date.now(); Date.now() < t + 5;); return '"+answer+"'")
	}
	p := start(t, 1, bot.Limits{Move: limit}, busy("busy", "UP"), busy("busy too", "EAT"))
	proc := p.keepers[0].proc
	done := make(chan struct{})
	var outs []Outcome
	var enough atomic.Bool
	go func() {
		defer close(done)
		outs = play(t, p, func(yield func(Job) bool) {
			for j := range rounds(1000, 2) {
				if enough.Load() || !yield(j) {
					return
				}
			}
		})
	}()
	for range 8 {
		reach(proc, 1)
		for _, sig := range []unix.Signal{unix.SIGSTOP, unix.SIGCONT} {
			if err := unix.Kill(proc.child.PID(), sig); err != nil {
				t.Fatal(err)
			}
			if sig == unix.SIGSTOP {
				time.Sleep(3 * limit / 2) // what is tested, not a wait for something
			}
		}
	}
	enough.Store(true)
	<-done
	for i, o := range outs {
		for seat, s := range o.Result.Seats {
			if s.Faults.Timeout > 0 {
				t.Fatalf("match %d, seat %d: %+v", i, seat, s.First)
			}
		}
	}
}

// What a bot leaves behind can cost the worker its life after the match. The result is kept.
func TestWorkerKilledBetweenMatches(t *testing.T) {
	// Hundreds of thousands of names take a while to remove.
	messy := moves("messy", "if (!this.n) for (this.n = 0; this.n < 2e5; this.n++) globalThis['n' + this.n] = 0; return 'PASS'")
	p := start(t, 1, bot.Limits{Move: time.Minute, Memory: 512 << 20}, messy, passer)
	proc := p.keepers[0].proc
	outs := make(chan Outcome, 1)
	go func() {
		_ = p.Run(context.Background(), slices.Values([]Job{{Bots: []int{1, 0}, Seed: 1, Board: 1}}), func(_ Job, o Outcome) error {
			outs <- o
			return nil
		})
		close(outs)
	}()
	reach(proc, leaving)
	if err := unix.Kill(proc.child.PID(), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	o := <-outs
	if len(o.Result.Seats) != 2 {
		t.Fatalf("outcome %+v", o)
	}
	for i, s := range o.Result.Seats {
		if s.Faults != (match.FaultCount{}) {
			t.Errorf("seat %d has faults: %+v", i, s.First)
		}
	}
}

// A worker lost between matches takes outcomes with it that it kept back to send them together.
// They are played again, by a worker that keeps none back, and nobody is blamed.
func TestOutcomesLostBetweenMatches(t *testing.T) {
	k := &keeper{pool: &Pool{}}
	l := newLine(func() (Job, bool) { return Job{}, false }, nil)
	for _, atOnce := range []bool{false, true} {
		page, file, err := newPage()
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		page.set(running{job: 2, turn: leaving, seat: 1})
		k.proc = &process{page: page, hello: hello{AtOnce: atOnce}, sent: []Job{{ID: 4, Bots: []int{0, 1}}, {ID: 5, Bots: []int{0, 1}}}, given: 2}
		explained, err := k.recover(l, io.EOF)
		if err != nil || explained == atOnce || !k.atOnce {
			t.Errorf("at once %v: explained %v, %v; the next one at once: %v", atOnce, explained, err, k.atOnce)
		}
		for _, job := range l.take(2, true) {
			if job.Absent != nil || job.died != nil {
				t.Errorf("match %d is played again with somebody blamed: %+v", job.ID, job)
			}
		}
	}
}

// A bot that came back at the moment when its worker was killed has nothing to answer for, and one
// that may have waited for the collector of a shared heap is tried once more.
func TestHungWordMovedOn(t *testing.T) {
	for _, tt := range []struct{ moved, apart, blamed bool }{
		{moved: false, apart: true, blamed: true},
		{moved: true, apart: true, blamed: false},
		{moved: false, apart: false, blamed: false},
	} {
		page, file, err := newPage()
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
		page.set(running{job: 1, turn: 3, seat: 1})
		p := &process{page: page, said: &tail{}, sent: []Job{{Bots: []int{0, 1}, Apart: tt.apart}}, given: 1}
		p.hung.Store(&hang{word: page.word.Load(), proven: true})
		if tt.moved {
			page.set(running{job: 1, turn: 3, seat: 0})
		}
		p.child = dead(t)
		k := &keeper{pool: &Pool{}, proc: p}
		l := newLine(func() (Job, bool) { return Job{}, false }, nil)
		if _, err := k.recover(l, io.EOF); err != nil {
			t.Fatal(err)
		}
		if job := l.take(1, true)[0]; len(job.Absent) > 0 != tt.blamed || !job.Apart {
			t.Errorf("%+v: absent %+v, apart %v", tt, job.Absent, job.Apart)
		}
	}
}

// dead is a process that has ended.
func dead(t *testing.T) *sandbox.Process {
	t.Helper()
	p, err := sandbox.Start(exec.Command("true"))
	if err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()
	return p
}

func TestBadSetupIsNoHang(t *testing.T) {
	p := start(t, 1, bot.Limits{}, eater, walker)
	outs := play(t, p, slices.Values([]Job{{Bots: []int{0, 1}, Setup: []byte(`{"size":99}`)}}))
	if !strings.Contains(outs[0].Error, "99") {
		t.Errorf("error = %q", outs[0].Error)
	}
}

func TestUnknownGame(t *testing.T) {
	_, err := Start(Config{Game: "chess", Workers: 2})
	if err == nil || !strings.Contains(err.Error(), `unknown game "chess"`) {
		t.Errorf("error = %v", err)
	}
}

// orphanEnv makes the test's program be a parent that gets killed, with bots as it says.
const orphanEnv = "KOTH_TEST_ORPHAN"

// What an orphaning parent plays with.
const (
	orphanScripts  = "scripts"
	orphanPrograms = "programs"
)

// beOrphaned starts workers that are busy for ever, says which processes are below it, and waits
// for its end.
func beOrphaned(with string) {
	bots := []bot.Spec{moves("endless", "for (;;);"), passer}
	turn := 1
	if with == orphanPrograms {
		bots = []bot.Spec{shellIn("testdata", "1", "sleeps"), passer}
	}
	p, err := Start(Config{Game: "tokens", Bots: bots, Limits: bot.Limits{Move: time.Hour}, Workers: 2})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	go func() { _ = p.Run(context.Background(), rounds(1<<30, 2), func(Job, Outcome) error { return nil }) }()
	for _, k := range p.keepers {
		reach(k.proc, turn)
	}
	for _, pid := range below(os.Getpid()) {
		fmt.Println(pid)
	}
	fmt.Println("ready")
	select {}
}

// below returns all processes that are below another.
func below(pid int) (found []int) {
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, thread := range threads {
		pids, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", pid, thread.Name()))
		for _, word := range strings.Fields(string(pids)) {
			if child, err := strconv.Atoi(word); err == nil {
				found = append(append(found, child), below(child)...)
			}
		}
	}
	return found
}

// Workers in the middle of an endless move are gone when their parent is killed.
func TestParentKilled(t *testing.T) { testParentKilled(t, orphanScripts, 2) }

// So are programs that would never end, and whatever they have started.
func TestParentKilledWithPrograms(t *testing.T) {
	shell(t, "shell") // or the test is skipped
	testParentKilled(t, orphanPrograms, 2+2*2)
}

func testParentKilled(t *testing.T, with string, atLeast int) {
	parent := exec.Command("/proc/self/exe")
	parent.Env = append(os.Environ(), orphanEnv+"="+with)
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	parent.Stderr = os.Stderr
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	var fds []unix.PollFd
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if line == "ready\n" {
			break
		}
		var pid int
		if _, err := fmt.Sscan(line, &pid); err != nil {
			t.Fatalf("the parent says %q", line)
		}
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer unix.Close(fd)
		fds = append(fds, unix.PollFd{Fd: int32(fd), Events: unix.POLLIN})
	}
	if len(fds) < atLeast {
		t.Errorf("%d processes are below the parent, want %d", len(fds), atLeast)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for i := range fds {
		n, err := unix.Poll(fds[i:i+1], 20_000)
		for errors.Is(err, unix.EINTR) {
			n, err = unix.Poll(fds[i:i+1], 20_000)
		}
		if n != 1 || err != nil {
			t.Errorf("process %d lives on after its parent's end (%v)", i, err)
		}
	}
	_, _ = io.Copy(io.Discard, out)
	_ = parent.Wait()
}
