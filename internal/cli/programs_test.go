package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"koth/sandbox"
)

// Ctrl-C while a program thinks for a minute ends the command at once, and the program with it.
func TestInterruptedProgram(t *testing.T) {
	if _, err := sandbox.ChildTier(); err != nil {
		t.Skipf("no programs are started here: %v", err)
	}
	dir := t.TempDir()
	bot := filepath.Join(dir, "thinker.sh")
	const source = "#!/bin/sh\nread start\necho '{\"type\":\"ready\"}'\nread turn\necho it thinks >&2\nsleep 1000\n"
	if err := os.WriteFile(bot, []byte(source), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/proc/self/exe", "match", "tokens", bot, "lazy", "--move-time", "1m", "--seed", "1", "--quiet")
	cmd.Env = append(os.Environ(), commandEnv+"=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	watchdog := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	defer watchdog.Stop()
	sleeper := waitForSleeper(t, cmd.Process.Pid)
	defer unix.Close(sleeper)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("%v, want status %d: %s", err, exitInterrupted, out.Bytes())
	}
	// All that it started was gone before it was.
	if n, err := unix.Poll([]unix.PollFd{{Fd: int32(sleeper), Events: unix.POLLIN}}, 0); n != 1 || err != nil {
		t.Errorf("what the program started lives on (%v)", err)
	}
}

// waitForSleeper waits until some process below pid sleeps, and returns a descriptor of it.
func waitForSleeper(t *testing.T, pid int) int {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for range tick.C {
		for _, child := range below(pid) {
			args, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", child))
			if string(args) != "sleep\x001000\x00" {
				continue
			}
			fd, err := unix.PidfdOpen(child, 0)
			if err != nil {
				t.Fatal(err)
			}
			return fd
		}
		if unix.Kill(pid, 0) != nil {
			t.Fatal("the command has ended")
		}
	}
	return -1
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

// A program that never came up was never ready.
func TestCheckedProgram(t *testing.T) {
	for want, c := range map[string]checked{
		"a program that talks JSON lines, ready after 2.00 ms": {Protocol: "json", Start: 2, Moves: 1},
		"a program that talks JSON lines":                      {Protocol: "json", Start: 5000},
	} {
		if got := c.program(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
