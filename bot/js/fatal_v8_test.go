//go:build cgo && v8

package js

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// When a bot's memory cannot be had back, the process ends at once, with an exit code of its own
// and one line: its parent starts another and says which seat did it.
func TestNoMemoryLeftEndsTheProcess(t *testing.T) {
	if os.Getenv("KOTH_TEST_NO_MEMORY") != "" {
		probe.Play(t, newRuntime(t), "function () { return [Array(3e7).fill(1), Array(3e7).fill(2), Array(3e7).fill(3), Array(3e7).fill(4)].length }", 1)
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestNoMemoryLeftEndsTheProcess$")
	child.Env = append(os.Environ(), "KOTH_TEST_NO_MEMORY=1")
	var stderr strings.Builder
	child.Stderr = &stderr
	err := child.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 78 {
		t.Errorf("the process ended with %v, want exit status 78", err)
	}
	if got := stderr.String(); got != "koth: V8: out of memory (b.js)\n" {
		t.Errorf("it said %q", got)
	}
}
