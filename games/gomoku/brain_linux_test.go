package gomoku_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/stdio"
	"koth/game"
	"koth/games/gomoku"
	"koth/internal/reference"
	"koth/match"
	"koth/sandbox"

	"golang.org/x/sys/unix"
)

// unconfined starts programs as plain children: the test trusts them, and hundreds of games need
// thousands of them.
type unconfined struct{ testing.TB }

type child struct {
	*exec.Cmd
	streams stdio.Streams
}

func (u unconfined) Launch(spec bot.Spec, _ bot.Seating) (stdio.Child, error) {
	c := &child{Cmd: exec.Command(spec.Command.Args[0], spec.Command.Args[1:]...)}
	var theirs [3]*os.File
	for i, ours := range []*int{&c.streams.In, &c.streams.Out, &c.streams.Err} {
		var ends [2]int // read, write
		if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
			return nil, err
		}
		if i == 0 {
			ends[0], ends[1] = ends[1], ends[0]
		}
		if err := unix.SetNonblock(ends[0], true); err != nil {
			return nil, err
		}
		*ours, theirs[i] = ends[0], os.NewFile(uintptr(ends[1]), "pipe")
		defer theirs[i].Close()
	}
	c.Stdin, c.Stdout, c.Stderr = theirs[0], theirs[1], theirs[2]
	return c, c.Start()
}

func (c *child) Streams() stdio.Streams { return c.streams }

func (c *child) End(bool) (sandbox.End, error) {
	c.Process.Kill()
	c.Wait()
	return sandbox.End{Kind: sandbox.EndKilled}, nil
}

// Release waits: the program has been told to END, and its input is closed.
func (c *child) Release() { c.Wait() }

// instant compiles the reference brain, which answers at once with any empty cell.
func instant(t *testing.T) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skipf("no brain to play: %v", err)
	}
	source := filepath.Join(reference.Folder(t), "peers", "instant_brain.c")
	if _, err := os.Stat(source); err != nil {
		t.Skipf("no brain to play: %v (set KOTH_SHARED to the folder of reference material)", err)
	}
	exe := filepath.Join(t.TempDir(), "instant")
	if out, err := exec.Command(gcc, "-w", "-O1", "-o", exe, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return exe
}

// TestBrains plays hundreds of games between brains, with all rules, sizes and openings and the
// quirks that this brain takes: not one fault.
func TestBrains(t *testing.T) {
	exe := instant(t)
	r := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.Program: stdio.New(unconfined{t})}}
	brain := func(seed int, quirks ...string) bot.Spec {
		return bot.Spec{
			Name: fmt.Sprint("instant", seed), Kind: bot.Program, Path: exe,
			Command: &bot.Command{Args: []string{exe, fmt.Sprint(seed)}, Protocol: "gomocup", Quirks: quirks},
		}
	}
	rules := []string{"freestyle", "standard"} // it does not know what renju forbids
	openings := []string{"none", "random", "balanced", "swap2"}
	quirks := [][]string{{"no-swap2"}, {"no-swap2", "lf", "start-first"}, {"no-swap2", "board"}, {"no-swap2", "seconds", "lf", "board"}}
	const games = 320
	ends := map[string]int{}
	for i := range games {
		opts, err := gomoku.Game{}.Info().ParseOptions([]string{
			fmt.Sprint("size=", 5+i%16), "rule=" + rules[i/16%2], "opening=" + openings[i/4%4],
		})
		if err != nil {
			t.Fatal(err)
		}
		m := match.Match{
			Game: gomoku.Game{}, Options: opts, Seed: uint64(i), Board: uint64(i),
			Bots:   []bot.Spec{brain(2*i+1, quirks[i%4]...), brain(2*i+2, quirks[i/2%4]...)},
			Limits: bot.Limits{Start: time.Minute, Move: time.Minute},
		}
		res, err := r.Run(m)
		if err != nil {
			t.Fatal(err)
		}
		ends[res.End]++
		for seat, s := range res.Seats {
			if len(s.First) > 0 {
				t.Fatalf("game %d, options %v, seat %d: %+v", i, opts, seat, s.First)
			}
		}
	}
	t.Logf("%d games: %v", games, ends)
	if ends["five"] == 0 || ends["full"] == 0 {
		t.Errorf("ends %v, want some of each", ends)
	}
}

// TestBrainThatRefuses: a size that it does not support is its fault at the start, and it has lost.
func TestBrainThatRefuses(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	spec := func(name, script string) bot.Spec {
		return bot.Spec{Name: name, Kind: bot.Program, Path: sh, Command: &bot.Command{Args: []string{sh, "-c", script}, Protocol: "gomocup"}}
	}
	refuses := spec("refuses", `while read a b; do case $a in START) echo ERROR only 20; esac; done`)
	slow := spec("slow", `while read a b; do case $a in START) sleep 0.3; echo MESSAGE warm; echo ok; esac; done`)
	r := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.Program: stdio.New(unconfined{t})}}
	opts, err := gomoku.Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Run(match.Match{Game: gomoku.Game{}, Options: opts, Bots: []bot.Spec{refuses, slow}, Limits: bot.Limits{Move: time.Millisecond}})
	if err != nil {
		t.Fatal(err)
	}
	if res.Turns != 1 || res.Seats[0].Score != 0 || res.Seats[1].Score != 1 || len(res.Seats[1].First) > 0 {
		t.Errorf("%+v", res)
	}
	if f := res.Seats[0].First; len(f) == 0 || f[0].Turn != 0 || f[0].Kind != game.FaultMalformed {
		t.Errorf("the brain that refuses: %+v", f)
	}
}

// TestBrainLines plays brains that write in ways of their own, and says of those that cannot be
// understood what they wrote.
func TestBrainLines(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	const loop = `while read a b; do case $a in START) printf "$OK";; BEGIN) printf "$MOVE";; END) exit;; esac; done`
	tests := []struct {
		name, ok, move string
		want           string // the text of the fault of the first turn, if not the second's
	}{
		{"LF", `OK\n`, `7,7\n`, ""},
		{"CR LF", `OK\r\n`, `7,7\r\n`, ""},
		{"CR", `OK\r`, `MESSAGE depth 3\r7,7\r`, ""},
		{"marks", `OK.\n`, `DEBUG: 1,1\n7,7.\n`, ""},
		{"brackets", `OK\n`, `(7,7)\n`, `timed out: took longer than 200ms; what it wrote last is no answer: "(7,7)"`},
		{"below 0", `OK\n`, `MESSAGE x\n-1,7\n`, `timed out: took longer than 200ms; what it wrote last is no answer: "-1,7"`},
		{"error", `OK\n`, `error: none\n`, `answered "error: none" instead of a move: malformed action`},
	}
	r := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.Program: stdio.New(unconfined{t})}}
	opts, err := gomoku.Game{}.Info().ParseOptions(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			script := fmt.Sprintf("OK='%s'; MOVE='%s'; ", tt.ok, tt.move) + loop
			spec := bot.Spec{Name: tt.name, Kind: bot.Program, Path: sh, Command: &bot.Command{Args: []string{sh, "-c", script}, Protocol: "gomocup", Quirks: []string{"lf"}}}
			limit := time.Minute
			if strings.HasPrefix(tt.want, "timed out") {
				limit = 200 * time.Millisecond
			}
			res, err := r.Run(match.Match{
				Game: gomoku.Game{}, Options: opts, Bots: []bot.Spec{spec, mute(sh)},
				Limits: bot.Limits{Start: time.Minute, Move: limit},
			})
			if err != nil {
				t.Fatal(err)
			}
			first := res.Seats[0].First
			switch {
			case tt.want == "" && (len(first) > 0 || len(res.Seats[1].First) == 0):
				t.Errorf("its faults %+v, the other's %+v", first, res.Seats[1].First)
			case tt.want != "" && (len(first) == 0 || first[0].Text != tt.want):
				t.Errorf("its faults %+v, want %q", first, tt.want)
			}
		})
	}
}

// mute is a brain that starts, and ends when it is asked.
func mute(sh string) bot.Spec {
	const script = `while read a b; do case $a in START) echo OK;; TURN) exit;; esac; done`
	return bot.Spec{Name: "mute", Kind: bot.Program, Path: sh, Command: &bot.Command{Args: []string{sh, "-c", script}, Protocol: "gomocup", Quirks: []string{"lf"}}}
}
