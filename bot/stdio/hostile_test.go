package stdio_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/bot/stdio"
	"koth/game"
)

// seat is a program in a match of bottest.Echo.
type seat struct {
	testing.TB
	bot.Player
	turn int
	last time.Duration // what its last answer took
}

// sit seats a program and does not start it. Limits are those of a bot that comes back, on however
// slow a machine, but for what change says.
func sit(t testing.TB, r *stdio.Runtime, spec bot.Spec, change func(*bot.Limits)) *seat {
	t.Helper()
	l := bot.Limits{Start: time.Minute, Move: time.Minute}.OrDefault()
	if change != nil {
		change(&l)
	}
	p, err := r.Open(spec, bot.Seating{Game: bottest.Echo{}, Seats: 2, Limits: l})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return &seat{TB: t, Player: p}
}

// comesUp seats a program and starts it.
func comesUp(t testing.TB, r *stdio.Runtime, spec bot.Spec, change func(*bot.Limits)) *seat {
	t.Helper()
	s := sit(t, r, spec, change)
	if reply := s.Start(); reply.Fault != nil {
		t.Fatalf("Start: %+v", reply.Fault)
	}
	return s
}

func (s *seat) ask() {
	s.turn++
	s.Ask(bottest.Heard{Turn: s.turn, Payload: s.turn * 7})
}

func (s *seat) play() bot.Reply {
	s.ask()
	return s.Answer()
}

// right plays a turn, which must go well.
func (s *seat) right() bot.Reply {
	s.Helper()
	s.ask()
	reply := s.Answer()
	if want := bottest.Want(s.turn, s.turn*7); reply.Action != want || reply.Fault != nil {
		s.Fatalf("turn %d: %v, fault %+v, want the answer %d", s.turn, reply.Action, reply.Fault, want)
	}
	return reply
}

// wrong plays a turn, which must bring a fault.
func (s *seat) wrong(kind game.FaultKind, text string) {
	s.Helper()
	f := s.play().Fault
	if f == nil || f.Kind != kind || !strings.Contains(f.Text, text) {
		s.Fatalf("turn %d: fault %+v, want a %s: %s", s.turn, f, kind, text)
	}
}

const shortMove = 200 * time.Millisecond

func short(l *bot.Limits) { l.Move = shortMove }

func TestHostilePrograms(t *testing.T) {
	needTier(t)
	r := stdio.New(launcher{t})
	defer r.Close()
	exe := compile(t, "hostile.c")
	for _, tt := range []struct {
		what   string
		limits func(*bot.Limits)
		kind   game.FaultKind // "" for none
		text   string
	}{
		{"exits", nil, game.FaultCrash, "exited with status 7"},
		{"exits well", nil, game.FaultCrash, "exited with status 0"},
		{"aborts", nil, game.FaultCrash, "crashed: signal 6 (SIGABRT, aborted): bad things happen"},
		{"segfaults", nil, game.FaultCrash, "crashed: signal 11 (SIGSEGV, segmentation fault)"},
		{"closes stdout", nil, game.FaultCrash, "closed stdout"},
		{"closes stdin", short, game.FaultTimeout, "timed out: took longer than 200ms"},
		{"endless line", nil, game.FaultCrash, "flooded: wrote more than 64 MiB on one turn"},
		{"endless answers", nil, game.FaultCrash, "flooded: wrote more than 131072 lines on one turn"},
		{"endless lines", nil, game.FaultMalformed, "is no JSON object"},
		{"10 MB of stderr", nil, "", ""},
		{"ignores signals", short, game.FaultTimeout, "timed out: took longer than 200ms"},
		{"sleeps", short, game.FaultTimeout, "timed out: took longer than 200ms"},
		{"spins", short, game.FaultTimeout, "timed out: took longer than 200ms"},
		{"begins a line", short, game.FaultTimeout, "it has begun a line and not ended it"},
		{"eats memory", little, game.FaultCrash, "killed: used more memory than allowed"},
		{"maps memory", little, game.FaultCrash, "killed: used more memory than allowed"},
		{"forks and eats memory", little, game.FaultCrash, "killed: used more memory than allowed"},
		{"forks without end", short, game.FaultTimeout, "timed out"},
		{"fills the disk", nil, "", ""},
		{"leaves a child with stdout", nil, game.FaultCrash, "exited with status 5"},
		{"leaves a daemon", nil, "", ""},
		{"byte by byte", nil, "", ""},
		{"twice in one write", nil, "", ""},
		{"noisy", nil, "", ""},
	} {
		t.Run(tt.what, func(t *testing.T) {
			other := comesUp(t, r, withArgs(exe, "good"), nil)
			s := comesUp(t, r, withArgs(exe, tt.what), tt.limits)
			s.right()
			other.right()
			if tt.kind == "" {
				s.right()
				s.right()
			} else {
				s.wrong(tt.kind, tt.text)
			}
			if tt.kind == game.FaultCrash { // the same on every later turn, at once
				s.wrong(tt.kind, tt.text)
			}
			other.right() // whatever the first did
			s.Close()
			other.right()
		})
	}
}

func little(l *bot.Limits) { l.Child = 64 << 20 }

func withArgs(spec bot.Spec, args ...string) bot.Spec {
	command := *spec.Command
	command.Args = append(command.Args[:1:1], args...)
	spec.Command = &command
	return spec
}

// A program that goes on computing when it is not asked is killed in the end.
func TestEndlessComputing(t *testing.T) {
	needTier(t)
	r := stdio.New(launcher{t})
	defer r.Close()
	s := comesUp(t, r, withArgs(compile(t, "hostile.c"), "spins"), func(l *bot.Limits) { l.Start, l.Move = time.Second, time.Millisecond })
	for s.turn < 1<<20 {
		f := s.play().Fault
		if f != nil && f.Kind == game.FaultCrash {
			if want := "killed: used more CPU time than allowed"; f.Text != want {
				t.Errorf("%q, want %q", f.Text, want)
			}
			return
		}
	}
	t.Error("it was never ended")
}

// A program that never reads and fills its standard error holds nobody up: its messages wait, up to
// a bound.
func TestNeverReads(t *testing.T) {
	needTier(t)
	r := stdio.New(launcher{t})
	defer r.Close()
	s := sit(t, r, withArgs(compile(t, "hostile.c"), "never reads"), func(l *bot.Limits) { l.Move = time.Millisecond })
	if reply := s.Start(); reply.Fault != nil {
		t.Fatal(reply.Fault)
	}
	for range 1 << 20 {
		s.turn++
		s.Ask(bulky{})
		f := s.Answer().Fault
		if f == nil {
			t.Fatal("an answer")
		}
		if f.Kind == game.FaultCrash {
			if want := "stopped reading: 8 MiB that it was sent wait to be read"; f.Text != want {
				t.Errorf("%q, want %q", f.Text, want)
			}
			return
		}
	}
	t.Error("it was never ended")
}

// bulky is an observation of 100 kB.
type bulky struct{}

func (bulky) AppendJSON(dst []byte) []byte {
	return append(append(append(dst, '"'), strings.Repeat("x", 100<<10)...), '"')
}

// What is written to standard error is kept by turn, head and tail, and is no answer.
func TestNoise(t *testing.T) {
	needTier(t)
	r := stdio.New(launcher{t})
	defer r.Close()
	s := comesUp(t, r, withArgs(compile(t, "hostile.c"), "noisy"), func(l *bot.Limits) { l.Debug = 120 })
	for range 3 {
		debug := string(s.right().Debug)
		if !strings.HasPrefix(debug, "{\"action\":1}\n") || !strings.HasSuffix(debug, "{\"action\":1}\n") || !strings.Contains(debug, "bytes left out") {
			t.Errorf("debug output %q", debug)
		}
	}
}

// A program that is not to be executed is a crash, which says why, and no trouble of the arena's.
func TestNotExecutable(t *testing.T) {
	needTier(t)
	r := stdio.New(launcher{t})
	defer r.Close()
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/text", []byte("just text\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/closed", []byte("#!/bin/sh\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, text string }{
		{"none", "no such file or directory"},
		{"closed", "permission denied"},
		{"text", "exec format error"},
	} {
		spec := bot.Spec{Name: tt.name, Kind: bot.Program, Path: tt.name, Command: &bot.Command{Args: []string{dir + "/" + tt.name}, Dir: dir}}
		s := sit(t, r, spec, nil)
		reply := s.Start()
		if reply.Fault == nil || reply.Fault.Kind != game.FaultCrash || !strings.Contains(reply.Fault.Text, tt.text) || strings.Contains(reply.Fault.Text, dir) {
			t.Errorf("%s: %+v, %v; want a crash that says %q and names no folder", tt.name, reply.Fault, s.Player.(bot.Troubled).Trouble(), tt.text)
		}
	}
}
