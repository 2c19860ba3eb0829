package worker

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/sandbox"
)

// shell is a bot for tokens that is a program. args are those of testdata/pass.sh.
func shell(t testing.TB, name string, args ...string) bot.Spec {
	t.Helper()
	if _, err := sandbox.ChildTier(); err != nil {
		t.Skipf("no programs are started here: %v", err)
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	spec := shellIn(dir, args...)
	spec.Name = name
	return spec
}

func shellIn(dir string, args ...string) bot.Spec {
	return bot.Spec{
		Name: "shell", Kind: bot.Program, Path: filepath.Join(dir, "pass.sh"),
		Command: &bot.Command{Args: append([]string{"/bin/sh", "pass.sh"}, args...), Dir: dir, Language: "sh"},
	}
}

// children returns the children of this process, zombies too, that are no workers.
func children(t testing.TB) []string {
	t.Helper()
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, thread := range threads {
		pids, err := os.ReadFile("/proc/self/task/" + thread.Name() + "/children")
		if err != nil {
			t.Skipf("skipped: who is whose child is not told here: %v", err)
		}
		for _, pid := range strings.Fields(string(pids)) {
			if args, err := os.ReadFile("/proc/" + pid + "/cmdline"); err == nil && !strings.HasSuffix(string(args), argument+"\x00") {
				found = append(found, pid+" "+strings.ReplaceAll(string(args), "\x00", " "))
			}
		}
	}
	return found
}

// A match mixes programs with bots that play inside the worker.
func TestProgramAgainstScript(t *testing.T) {
	p := start(t, 2, bot.Limits{}, shell(t, "shell"), eater, passer)
	outs := play(t, p, slices.Values([]Job{
		{Bots: []int{0, 1}, Seed: 1, Board: 1},
		{Bots: []int{2, 1}, Seed: 1, Board: 1},
		{Bots: []int{0, 0}, Seed: 1, Board: 1, Record: true},
	}))
	for _, o := range outs {
		for i, s := range o.Result.Seats {
			if s.Faults != (match.FaultCount{}) {
				t.Errorf("match %d: seat %d has faults: %+v", o.Job, i, s.First)
			}
		}
	}
	if a, b := outs[0].Result.Seats[1].Score, outs[1].Result.Seats[1].Score; a != b || a == 0 {
		t.Errorf("the eater has %v points against a program that passes, %v against a script that does", a, b)
	}
	if c := p.Children(); !strings.Contains(c, "rlimits") {
		t.Errorf("programs are confined by %q", c)
	}
	if len(outs[2].Replay) == 0 {
		t.Error("no replay of a match between programs")
	}
}

// A script that runs out of memory beside a program is the only one to be blamed for it.
func TestProgramAgainstHungryScript(t *testing.T) {
	hungry := moves("hungry", "for (var a = [];;) a.push(new Uint8Array(1 << 20))")
	p := start(t, 1, bot.Limits{Memory: 32 << 20}, shell(t, "shell"), hungry)
	seats := play(t, p, slices.Values([]Job{{Bots: []int{0, 1}, Seed: 1, Board: 1}}))[0].Result.Seats
	if seats[0].Faults != (match.FaultCount{}) || seats[1].Faults.Crash == 0 {
		t.Errorf("the program has the faults %+v, the script %+v", seats[0].Faults, seats[1].Faults)
	}
}

// Ends of programs are told apart, and cost the other seat nothing.
func TestProgramsThatEnd(t *testing.T) {
	p := start(t, 2, bot.Limits{Move: 300 * time.Millisecond}, shell(t, "dies", "3", "dies"), shell(t, "sleeps", "3", "sleeps"), passer)
	outs := play(t, p, slices.Values([]Job{{Bots: []int{0, 2}, Seed: 1, Board: 1}, {Bots: []int{1, 2}, Seed: 1, Board: 1}}))
	for i, want := range []match.TurnFault{
		{Turn: 5, Fault: game.Fault{Kind: game.FaultCrash, Text: "crashed: signal 11 (SIGSEGV, segmentation fault)"}},
		{Turn: 5, Fault: game.Fault{Kind: game.FaultTimeout, Text: "timed out: took longer than 300ms"}},
	} {
		s := outs[i].Result.Seats[0]
		if len(s.First) == 0 || s.First[0].Kind != want.Kind || s.First[0].Text != want.Text {
			t.Errorf("first faults %+v, want %+v", s.First, want)
		}
		if f := outs[i].Result.Seats[1].Faults; f.Total() > 0 {
			t.Errorf("the other seat has faults: %+v", f)
		}
	}
}

// A worker that is killed while it waits for a program is no fault of the program's.
func TestWorkerKilledWhileProgramThinks(t *testing.T) {
	p := start(t, 1, bot.Limits{Move: 200 * time.Millisecond}, shell(t, "sleeps", "2", "sleeps"), passer)
	proc := p.keepers[0].proc
	outs := make(chan Outcome, 1)
	go func() {
		_ = p.Run(context.Background(), slices.Values([]Job{{Bots: []int{0, 1}, Seed: 1, Board: 1}}), func(_ Job, o Outcome) error {
			outs <- o
			return nil
		})
		close(outs)
	}()
	reach(proc, 3)
	if err := unix.Kill(proc.child.PID(), unix.SIGKILL); err != nil {
		t.Fatal(err)
	}
	o := <-outs
	for _, f := range o.Result.Seats[0].First {
		if f.Kind != game.FaultTimeout {
			t.Errorf("%+v, want nothing but timeouts of its own", f)
		}
	}
}

// Whatever ends a pool, its programs are gone with it.
func TestProgramsGoWithThePool(t *testing.T) {
	p := start(t, 2, bot.Limits{Move: time.Minute}, shell(t, "sleeps", "2", "sleeps"), passer)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- p.Run(ctx, slices.Values([]Job{{Bots: []int{0, 1}}, {Bots: []int{1, 0}}}), func(Job, Outcome) error { return nil })
	}()
	reach(p.keepers[0].proc, 3)
	reach(p.keepers[1].proc, 2)
	cancel()
	<-done
	if left := children(t); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A worker gets no more than its matches need: what it asks for beyond that is refused.
func TestNurseryRefuses(t *testing.T) {
	p := &Pool{cfg: Config{Bots: []bot.Spec{shell(t, "shell"), passer}, Limits: bot.Limits{}.OrDefault()}}
	p.hello.Game = "tokens"
	n, file, err := newNursery(p)
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan bool)
	go func() { n.serve(); close(served) }()
	l := &launcher{fd: int(file.Fd()), buf: make([]byte, maxPacket), oob: make([]byte, unix.CmsgSpace(3*4))}
	n.admit([]Job{{ID: 7, Bots: []int{0, 1}}})
	launch := func(job int, seat game.Seat) (childReply, []int, error) {
		return l.ask(childRequest{Op: opLaunch, Job: job, Seat: seat})
	}
	for name, ask := range map[string]func() error{
		"another match": func() error { _, _, err := launch(8, 0); return err },
		"a script":      func() error { _, _, err := launch(7, 1); return err },
		"no seat":       func() error { _, _, err := launch(7, 2); return err },
		"a seat below":  func() error { _, _, err := launch(7, -1); return err },
		"end of none":   func() error { _, _, err := l.ask(childRequest{Op: opEnd, Child: 1}); return err },
	} {
		if err := ask(); err == nil {
			t.Errorf("%s: not refused", name)
		}
	}
	_, fds, err := launch(7, 0)
	if err != nil || len(fds) != 3 {
		t.Fatalf("streams %v, %v", fds, err)
	}
	for _, fd := range fds {
		unix.Close(fd)
	}
	if _, _, err := launch(7, 0); err == nil {
		t.Error("started twice")
	}
	if err := l.send(childRequest{Op: "exec"}); err != nil { // no such request: it is cut off, and its programs end
		t.Fatal(err)
	}
	<-served
	file.Close()
	if left := children(t); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// Workers are not told how programs are started.
func TestWorkersKnowNoCommands(t *testing.T) {
	spec := shell(t, "shell", "secret")
	spec.Command.Env = []string{"SECRET=1"}
	p := start(t, 1, bot.Limits{}, spec, passer)
	told, err := json.Marshal(p.hello)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"secret", "SECRET"} {
		if strings.Contains(string(told), word) {
			t.Errorf("told: %s", told)
		}
	}
}

// No process, no descriptor and no memory of a program is left when many matches are over.
func TestManyProgramMatches(t *testing.T) {
	matches := 20
	if os.Getenv("KOTH_TEST_LONG") != "" {
		matches = 1000
	} else {
		t.Logf("%d matches; KOTH_TEST_LONG=1 plays 1000", matches)
	}
	p := start(t, 2, bot.Limits{Start: time.Minute, Move: time.Minute}, shell(t, "shell"), shell(t, "dies", "2", "dies"))
	run := func(n int) {
		for _, o := range play(t, p, rounds(n, 2)) {
			if o.Error != "" {
				t.Fatal(o.Error)
			}
		}
	}
	run(4)
	before := openFiles(t)
	run(matches)
	if after := openFiles(t); after > before+4 {
		t.Errorf("%d descriptors became %d", before, after)
	}
	for _, k := range p.keepers {
		if left := len(k.proc.programs.jobs); left > 0 {
			t.Errorf("%d jobs are still known", left)
		}
	}
	p.Close()
	if left := children(t); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(fds)
}
