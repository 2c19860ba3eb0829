package python_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/python"
	"koth/bot/stdio"
	"koth/game"
	"koth/games/blobs"
	"koth/match"
	"koth/sandbox"
)

// Hostile functions lose their turns; the match goes on, and the other family has no fault.
func TestHostileMatches(t *testing.T) {
	if _, err := sandbox.ChildTier(); err != nil {
		t.Skipf("programs cannot be confined here: %v", err)
	}
	dir := t.TempDir()
	programs := stdio.New(stdio.Local{})
	defer programs.Close()
	runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.Program: programs}}
	still := function(t, dir, "still", "return None")
	for name, tt := range map[string]struct {
		body string
		kind game.FaultKind // of every turn
		text string
	}{
		"never returns":  {"while True: pass", game.FaultTimeout, "took longer than"},
		"sleeps":         {"import time; time.sleep(1e6)", game.FaultTimeout, "took longer than"},
		"eats memory":    {"x = []\n  while True: x.append(bytearray(10 ** 6))", game.FaultCrash, "emory"},
		"writes for us":  {"import os\n  for fd in range(3, 30):\n    try: os.write(fd, b'{\"turn\":1,\"action\":7}\\n')\n    except OSError: pass\n  return None", game.FaultMalformed, ""},
		"closes all":     {"import os; os.closerange(0, 100)", game.FaultCrash, ""},
		"kills itself":   {"import os; os.kill(os.getpid(), 9)", game.FaultCrash, "SIGKILL"},
		"kills a parent": {"import os; os.kill(os.getppid(), 9)", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			limits := bot.Limits{Start: time.Minute, Move: 300 * time.Millisecond, Child: 128 << 20}
			if tt.kind == game.FaultCrash {
				limits.Move = time.Minute // found out by something else than the clock
			}
			opts, err := blobs.Game{}.Info().ParseOptions([]string{"max-turns=2"})
			if err != nil {
				t.Fatal(err)
			}
			res, err := runner.Run(match.Match{Game: blobs.Game{}, Options: opts, Limits: limits,
				Bots: []bot.Spec{function(t, dir, "hostile", tt.body), still}})
			if err != nil {
				t.Fatal(err)
			}
			if res.Turns != 2 || res.Seats[1].Faults.Total() > 0 {
				t.Errorf("%+v", res)
			}
			if tt.kind == "" {
				return
			}
			first := res.Seats[0].First
			if len(first) == 0 || first[0].Kind != tt.kind || !strings.Contains(first[0].Text, tt.text) {
				t.Errorf("faults %+v, want %s with %q", first, tt.kind, tt.text)
			}
		})
	}
}

// function is a bot with this body.
func function(t *testing.T, dir, name, body string) bot.Spec {
	t.Helper()
	path := filepath.Join(dir, name+".py")
	if err := os.WriteFile(path, []byte("def f(m, near, me, storage):\n  "+body+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := python.Command(path, blobs.Game{})
	if err != nil && strings.Contains(err.Error(), "install") {
		t.Skipf("cannot try functions in Python: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return bot.Spec{Name: name, Kind: bot.Program, Path: path, Command: c}
}
