//go:build linux

package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The tests run real processes: this test binary again, told by childVariable which of children it
// is to be.
const childVariable = "KOTH_SANDBOX_TEST_CHILD"

var children map[string]func() error

// init breaks a cycle: some children start others.
func init() {
	children = map[string]func() error{
		"idle":        idleChild,
		"files":       filesChild,
		"threads":     threadsChild,
		"stress":      stressChild,
		"timed":       timedChild,
		"orphan":      orphanChild,
		"middle":      middleChild,
		"family":      familyChild,
		"leaver":      leaverChild,
		"stay":        stayChild,
		"descriptors": descriptorsChild,
		"confine":     confineChild,
		"echo":        echoChild,
		"parent":      parentChild,
		"probe child": probeChildChild,
	}
}

// testBinary is a copy of this program that every user may execute.
var testBinary string

func TestMain(m *testing.M) {
	MaybeChild()
	if name, ok := os.LookupEnv(childVariable); ok {
		testBinary = os.Args[0]
		if err := children[name](); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	dir, err := os.MkdirTemp("", "koth-sandbox-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if testBinary, err = copyBinary(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func copyBinary(dir string) (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(exe)
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "sandbox.test")
	if err := os.WriteFile(name, text, 0o755); err != nil {
		return "", err
	}
	return name, os.Chmod(dir, 0o755)
}

// patience is how long a test waits for what must happen, before it fails instead of hanging.
const patience = time.Minute

// ordinary is the user that the tests become where they run as root.
const ordinary = 54321

// forEachUser runs a test with commands that run as this user and, if that is root, as an
// ordinary one.
func forEachUser(t *testing.T, test func(t *testing.T, command func(child string, env ...string) *exec.Cmd)) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Log("not root: tried as this user only")
		test(t, childCommand)
		return
	}
	for name, as := range map[string]syscall.Credential{
		"root":     {Groups: []uint32{4}}, // a group that must be lost
		"ordinary": {Uid: ordinary, Gid: ordinary},
	} {
		t.Run(name, func(t *testing.T) {
			if as.Uid != 0 && !mayKillOthers() {
				t.Skip("this root has no CAP_KILL: it could not end children of another user")
			}
			test(t, func(child string, env ...string) *exec.Cmd {
				cmd := childCommand(child, env...)
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &as}
				return cmd
			})
		})
	}
}

func childCommand(child string, env ...string) *exec.Cmd {
	cmd := exec.Command(testBinary)
	cmd.Env = append(os.Environ(), append(env, childVariable+"="+child)...)
	return cmd
}

// talker is a started child and the two ends of its conversation.
type talker struct {
	*Process
	in   *os.File // its standard input
	out  *bufio.Reader
	said *strings.Builder // its standard error, after Wait
}

// talk starts a child whose output comes by a pipe. The pipe is at its end once nobody who
// inherited it lives any more.
func talk(t *testing.T, cmd *exec.Cmd) talker {
	t.Helper()
	inR, inW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	said := new(strings.Builder)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inR, outW, said
	p, err := Start(cmd)
	inR.Close()
	outW.Close()
	if attr := cmd.SysProcAttr; errors.Is(err, os.ErrPermission) && attr.Credential != nil {
		t.Skipf("this root cannot become uid %d with groups %v: %v", attr.Credential.Uid, attr.Credential.Groups, err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Kill(); err != nil {
			t.Error(err)
		}
		inW.Close()
		outR.Close()
		if t.Failed() {
			t.Logf("the child said: %s", said)
		}
	})
	if err := outR.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return talker{Process: p, in: inW, out: bufio.NewReader(outR), said: said}
}

// hear reads one line of JSON that the child wrote.
func (c talker) hear(t *testing.T, v any) {
	t.Helper()
	line, err := c.out.ReadBytes('\n')
	if err != nil {
		c.Kill()
		t.Fatalf("the child wrote %q, then %v; it said: %s", line, err, c.said)
	}
	if err := json.Unmarshal(line, v); err != nil {
		t.Fatalf("the child wrote %q: %v", line, err)
	}
}

// hearEnd waits until everybody who could write has ended.
func (c talker) hearEnd(t *testing.T) {
	t.Helper()
	rest, err := io.ReadAll(c.out)
	if err != nil {
		t.Fatalf("somebody still lives: %v", err)
	}
	if len(rest) > 0 {
		t.Errorf("unexpected output %q", rest)
	}
}

// say writes one line of JSON, in a child.
func say(v any) error { return json.NewEncoder(os.Stdout).Encode(v) }

// waitForInput blocks, in a child, until the parent closes its input.
func waitForInput() error {
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}

// tolerant is a configuration for tests: what a machine lacks is reported, and need then skips.
func tolerant() Config { return Config{AllowMissing: AllLayers()} }

// need skips a test aloud if this machine does not have a layer.
func need(t *testing.T, l Layers, layer Layer) {
	t.Helper()
	for _, gap := range l.Missing {
		if gap.Layer == layer {
			t.Skipf("no %s here: %s", layer, gap.Reason)
		}
	}
}
