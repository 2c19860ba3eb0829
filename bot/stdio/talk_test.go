package stdio_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/stdio"
	"koth/game"
	"koth/sandbox"
)

// python returns the bot in testdata/bots/talk.py that talks in one way.
func python(t testing.TB, how string) bot.Spec {
	t.Helper()
	return program(t, find(t, "python3"), "talk.py", how)
}

func talkers(t testing.TB) *stdio.Runtime {
	t.Helper()
	needTier(t)
	r := stdio.New(launcher{t})
	t.Cleanup(r.Close)
	return r
}

// An answer that comes too late is not taken for one to the next turn, though it does not say
// which turn it is for.
func TestLateAnswerDoesNotLeak(t *testing.T) {
	r := talkers(t)
	for how, late := range map[string]int{"late": 1, "later": 2} {
		s := comesUp(t, r, python(t, how), func(l *bot.Limits) { l.Move = time.Second })
		s.right()
		for range late { // which it answers when it is asked again
			s.wrong(game.FaultTimeout, "timed out: took longer than 1s")
		}
		s.right()
		s.right()
	}
}

// A bot whose answers say which turn they are for may leave one out.
func TestNumberedAnswers(t *testing.T) {
	r := talkers(t)
	s := comesUp(t, r, python(t, "skips"), func(l *bot.Limits) { l.Move = time.Second })
	s.right()
	s.wrong(game.FaultTimeout, "timed out")
	s.right()
	s.right()
	s = comesUp(t, r, python(t, "ahead"), nil)
	s.right()
	s.wrong(game.FaultMalformed, "answered turn 3 on turn 2")
	s.right()
}

// What is said on standard output and is no message is a malformed answer, which shows it.
func TestBabble(t *testing.T) {
	r := talkers(t)
	s := comesUp(t, r, python(t, "babbles"), nil)
	s.right()
	s.wrong(game.FaultMalformed, `wrote "thinking...", which is no JSON object`)
	s.right()
}

// A Python bot that does not flush gets a hint and not just a timeout.
func TestBufferedOutputGetsHint(t *testing.T) {
	r := talkers(t)
	s := sit(t, r, python(t, "buffered"), func(l *bot.Limits) { l.Start = time.Second })
	f := s.Start().Fault
	if f == nil || f.Kind != game.FaultTimeout || !strings.Contains(f.Text, "does it talk JSON lines (docs/protocol.md) and flush its output (print(..., flush=True), or python -u)?") {
		t.Errorf("%+v", f)
	}
}

// A bot that flushes nothing but its first line gets a hint too, and so does one that reads nothing
// more, which looks the same from outside. One whose answers have the number of another turn is told
// that.
func TestHintsOnTurns(t *testing.T) {
	r := talkers(t)
	var s *seat
	for _, how := range []string{"buffers answers", "reads no turns"} {
		s = comesUp(t, r, python(t, how), short)
		for range 2 {
			s.wrong(game.FaultTimeout, "timed out: took longer than 200ms; it has answered no turn so far: does it read each line as it comes, and flush its answers (print(..., flush=True), or python -u)?")
		}
	}
	s = comesUp(t, r, python(t, "repeats"), func(l *bot.Limits) { l.Move = time.Second })
	s.right()
	s.wrong(game.FaultTimeout, "timed out: took longer than 1s; it answered turn 1 once more")
}

// Moves may take more than their limit as long as the bank pays for it, and bots are told how
// much that is, and how long their last answer took.
func TestBank(t *testing.T) {
	r := talkers(t)
	s := comesUp(t, r, python(t, "told"), func(l *bot.Limits) { l.Move, l.Bank = time.Nanosecond, time.Minute })
	limit := time.Minute + time.Nanosecond
	for turn := 1; turn <= 3; turn++ {
		last := s.last
		var limitMS, lastMS float64
		reply := s.right()
		if _, err := fmt.Sscanf(string(reply.Debug), "%g %g", &limitMS, &lastMS); err != nil {
			t.Fatalf("%q: %v", reply.Debug, err)
		}
		if want := float64(limit.Microseconds()) / 1000; limitMS != want {
			t.Errorf("turn %d: told a limit of %v ms, want %v", turn, limitMS, want)
		}
		if want := float64(last.Microseconds()) / 1000; lastMS != want {
			t.Errorf("turn %d: told that the last answer took %v ms, want %v", turn, lastMS, want)
		}
		s.last = reply.Used
		limit -= reply.Used - time.Nanosecond
	}
}

// Bots in several languages say where they failed.
func TestCrashText(t *testing.T) {
	r := talkers(t)
	for _, tt := range []struct{ interpreter, file, want string }{
		{"python3", "talk.py", `exited with status 1: File "talk.py", line %d, in <module> | raise ValueError("boom")  # here | ValueError: boom`},
		{"node", "echo.js", `exited with status 1: echo.js:%d | if (process.argv[2] === 'throws' && turn === 2) throw new Error('boom'); // here | Error: boom | at Interface.<anonymous> (echo.js:`},
	} {
		t.Run(tt.interpreter, func(t *testing.T) {
			s := comesUp(t, r, program(t, find(t, tt.interpreter), tt.file, "throws"), nil)
			s.right()
			s.wrong(game.FaultCrash, fmt.Sprintf(tt.want, lineOf(t, tt.file, " here")))
		})
	}
}

// Programs in several languages play, and bots of one match think at the same time.
func TestLanguages(t *testing.T) {
	r := talkers(t)
	var seats []*seat
	for _, tt := range []struct {
		interpreter, file string
		args              []string
	}{
		{"python3", "talk.py", []string{"plainly"}},
		{"perl", "bottest.pl", []string{"answers"}},
		{"node", "echo.js", nil},
		{"sh", "echo.sh", nil},
	} {
		p, err := sandbox.FindProgram(tt.interpreter)
		if err != nil {
			t.Logf("skipped: %v", err)
			continue
		}
		seats = append(seats, comesUp(t, r, program(t, p, tt.file, tt.args...), nil))
	}
	for range 3 {
		for _, s := range seats {
			s.ask()
		}
		for i, s := range seats {
			if reply := s.Answer(); reply.Fault != nil {
				t.Errorf("seat %d: %+v", i, reply.Fault)
			}
		}
	}
}

// A bot starts in its own folder, whatever that is called, and is given its arguments as they are.
func TestOddFolder(t *testing.T) {
	r := talkers(t)
	dir := filepath.Join(t.TempDir(), `a bot's "folder" \ é 漢`)
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("testdata/bots/echo.sh")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"a file.sh": "#!/bin/sh\n[ \"$1\" = 'an $argument' ] || exit 9\n. ./part\n", "part": string(source)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	spec := bot.Spec{Name: "odd", Kind: bot.Program, Path: "odd", Command: &bot.Command{
		Args: []string{filepath.Join(dir, "a file.sh"), "an $argument"}, Dir: dir,
	}}
	s := comesUp(t, r, spec, nil)
	s.right()
}

// Java, which cannot see how much memory it may have, is told.
func TestJavaKnowsItsMemory(t *testing.T) {
	r := talkers(t)
	dir := t.TempDir()
	source, err := os.ReadFile("testdata/bots/echo.sh")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "java"), []byte("#!/bin/sh\necho \"$*\" >&2\n"+string(source)), 0o755); err != nil {
		t.Fatal(err)
	}
	spec := bot.Spec{Name: "java", Kind: bot.Program, Path: "java", Command: &bot.Command{
		Args: []string{filepath.Join(dir, "java"), "-Xmx64m", "-jar", "bot.jar"}, Dir: dir,
	}}
	s := sit(t, r, spec, func(l *bot.Limits) { l.Child = 300 << 20 })
	reply := s.Start()
	if reply.Fault != nil {
		t.Fatal(reply.Fault)
	}
	want := "-XX:+IgnoreUnrecognizedVMOptions -XX:MaxRAM=314572800 -XX:MaxRAMPercentage=50 -Xmx64m -jar bot.jar\n"
	if got := string(reply.Debug); got != want {
		t.Errorf("it is called with %q, want %q", got, want)
	}
}

// Python 2 is told what it has: it cannot print(..., flush=True), and reads ahead.
func TestHintForPython2(t *testing.T) {
	r := talkers(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "python2.7"), []byte("#!/bin/sh\nwhile read -r line; do :; done\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	spec := bot.Spec{Name: "old", Kind: bot.Program, Path: "old", Command: &bot.Command{
		Args: []string{filepath.Join(dir, "python2.7")}, Dir: dir, Language: "python",
	}}
	s := sit(t, r, spec, func(l *bot.Limits) { l.Start = 200 * time.Millisecond })
	if f := s.Start().Fault; f == nil || !strings.Contains(f.Text, "sys.stdin.readline()") {
		t.Errorf("%+v", f)
	}
}
