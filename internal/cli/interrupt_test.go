package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ctrl-C in the middle of a move of a minute prints the table of what is done, marked unfinished.
func TestInterruptedTournament(t *testing.T) {
	slow := filepath.Join(t.TempDir(), "slow.js")
	if err := os.WriteFile(slow, []byte(`function (p) { this.yourMove = function () { for (;;); } }`), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/proc/self/exe", "tournament", "tokens", "lazy", "random", slow, "--rounds", "1000", "--move-time", "1m", "--workers", "2", "--seed", "1")
	cmd.Env = append(os.Environ(), commandEnv+"=1")
	var out bytes.Buffer
	cmd.Stdout = &out
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(stderr)
	if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, "6000 matches") {
		t.Fatalf("stderr begins with %q, %v", line, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	ended := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Signal(syscall.SIGQUIT) }) // with all goroutines' stacks
	defer ended.Stop()
	said, _ := io.ReadAll(lines)
	err = cmd.Wait()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("%v, want status %d; stderr: %s", err, exitInterrupted, said)
	}
	for _, want := range []string{"rank  bot", "UNFINISHED: interrupted after "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("stdout lacks %q:\n%s", want, out.Bytes())
		}
	}
}

// Ctrl-C in the middle of a comparison prints what is known, and writes what rating programs read.
func TestInterruptedComparison(t *testing.T) {
	dir := t.TempDir()
	pgn := filepath.Join(dir, "result.pgn")
	cmd := exec.Command("/proc/self/exe", "compare", "tokens", "hungry", "lazy", "--games", "1000000", "--seed", "1", "--pgn", pgn, "--replays", dir)
	cmd.Env = append(os.Environ(), commandEnv+"=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	deadline := time.After(30 * time.Second)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for { // until the third match is recorded, before which the first two have been counted
		if third, _ := filepath.Glob(filepath.Join(dir, "*02-hungry-lazy.replay")); len(third) > 0 {
			break
		}
		select {
		case <-tick.C:
		case err := <-exited:
			t.Fatalf("it has ended: %v:\n%s", err, out.Bytes())
		case <-deadline:
			_ = cmd.Process.Kill()
			t.Fatal("the third match is not done")
		}
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-exited:
		if cmd.ProcessState.ExitCode() != exitInterrupted {
			t.Errorf("%v, want status %d", err, exitInterrupted)
		}
	case <-deadline:
		_ = cmd.Process.Kill()
		t.Fatal("it does not end")
	}
	for _, want := range []string{"hungry against lazy: ", "UNFINISHED: interrupted after "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.Bytes())
		}
	}
	if text, err := os.ReadFile(pgn); err != nil || strings.Count(string(text), "[White ") < 2 {
		t.Errorf("the results of the first two matches are not in the file: %v\n%s", err, text)
	}
}

// Ctrl-C ends a command that waits for a pipe at whose other end is nobody.
func TestInterruptedAtPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Skipf("no pipes here: %v", err)
	}
	for _, args := range [][]string{
		{"match", "tokens", "naive", "lazy", "--setup", pipe},
		{"match", "tokens", "naive", "lazy", "--replay", pipe},
		{"tournament", "tokens", "naive", "lazy", "--rounds", "1", "--report", pipe},
		{"compare", "tokens", "naive", "lazy", "--games", "2", "--pgn", pipe},
		{"replay", "show", pipe},
		{"replay", "verify", pipe},
	} {
		t.Run(strings.Join(args[:2], " ")+args[len(args)-2], func(t *testing.T) {
			cmd := exec.Command("/proc/self/exe", args...)
			cmd.Env = append(os.Environ(), commandEnv+"=1")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			exited := make(chan error, 1)
			go func() { exited <- cmd.Wait() }()
			// It is told again and again: it may not have come as far as to listen, or to the pipe.
			tick := time.NewTicker(200 * time.Millisecond)
			defer tick.Stop()
			deadline := time.After(30 * time.Second)
			for {
				select {
				case err := <-exited:
					status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
					if status.ExitStatus() != exitInterrupted && !(status.Signaled() && status.Signal() == syscall.SIGINT) {
						t.Errorf("%v, want status %d", err, exitInterrupted)
					}
					return
				case <-tick.C:
					_ = cmd.Process.Signal(os.Interrupt)
				case <-deadline:
					_ = cmd.Process.Kill()
					t.Fatal("it does not end")
				}
			}
		})
	}
}
