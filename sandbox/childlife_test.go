//go:build linux

package sandbox

import (
	"bufio"
	"context"
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

	"golang.org/x/sys/unix"
)

// begin starts a confined child of this process in the best tier, and returns its output.
func begin(t *testing.T, cfg ChildConfig) (*Confined, *os.File) {
	t.Helper()
	out, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cfg.Stdout = w
	c, err := Child(cfg)
	w.Close()
	if lacking := (*MissingError)(nil); errors.As(err, &lacking) {
		t.Skipf("no tier holds here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		c.Kill()
		out.Close()
	})
	if err := out.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	return c, out
}

func needTier(t *testing.T, c *Confined, tier Tier) {
	t.Helper()
	if c.Tier != tier {
		t.Skipf("only the tier %q holds here: %v", c.Tier, c.Layers)
	}
}

// daemons leaves a process behind that ignores signals, in a session of its own, and stays or not.
const daemons = `trap '' TERM HUP INT; (setsid sh -c "trap '' TERM HUP INT; echo up; while :; do sleep 100; done" &) & `

func TestChildKill(t *testing.T) {
	c, out := begin(t, sh(daemons+"while :; do sleep 100; done"))
	needTier(t, c, TierFull)
	r := bufio.NewReader(out)
	if line, err := r.ReadString('\n'); line != "up\n" {
		t.Fatalf("line = %q, %v", line, err)
	}
	pid := c.PID()
	end, err := c.Kill()
	if err != nil || end.Kind != EndKilled {
		t.Errorf("Kill = %v, %v; want %s", end, err, EndKilled)
	}
	if _, err := r.ReadString('\n'); err != io.EOF {
		t.Errorf("after Kill: %v: somebody still has the output", err)
	}
	checkReaped(t, pid)
	if again := c.Wait(); again != end {
		t.Errorf("Wait = %v, want %v again", again, end)
	}
}

func TestChildEndTakesDaemons(t *testing.T) {
	c, out := begin(t, sh(daemons+"read l; exit 5"))
	needTier(t, c, TierFull)
	text, err := io.ReadAll(out) // "up" may or may not come to be said
	if err != nil {
		t.Errorf("%v: somebody still has the output after %q", err, text)
	}
	if end := c.Wait(); end.Kind != EndExited || end.Code != 5 {
		t.Errorf("end = %+v, want exit 5", end)
	}
}

// A program that has ended by itself was not killed.
func TestChildKillAfterEnd(t *testing.T) {
	c, out := begin(t, sh("exit 4"))
	if _, err := io.ReadAll(out); err != nil {
		t.Fatal(err)
	}
	c.proc.waitForExit() // its output closes just before
	if end, err := c.Kill(); err != nil || end.Kind != EndExited || end.Code != 4 {
		t.Errorf("Kill = %+v, %v; want exit 4", end, err)
	}
}

// The other side sees when a program closes its streams, although the stage lives on.
func TestChildClosesStreams(t *testing.T) {
	in, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	cfg := sh("exec <&- >&- 2>&-; while :; do :; done")
	cfg.Stdin = in
	_, out := begin(t, cfg)
	in.Close()
	if _, err := io.ReadAll(out); err != nil {
		t.Errorf("output: %v, want its end", err)
	}
	for err == nil {
		_, err = w.Write(make([]byte, 1<<16))
	}
	if !errors.Is(err, unix.EPIPE) {
		t.Errorf("input: %v, want %v", err, unix.EPIPE)
	}
}

// parentChild has a confined child with a daemon, and does not end.
func parentChild() error {
	cfg := sh(daemons + "while :; do sleep 100; done")
	cfg.Stdout = os.Stdout
	if os.Getenv("KOTH_TEST_TIER") == string(TierNoNamespace) {
		cfg = sh("echo up; while :; do :; done")
		cfg.Stdout = os.Stdout
	}
	c, err := startChild(Tier(os.Getenv("KOTH_TEST_TIER")), cfg)
	if err != nil {
		fmt.Println(err)
		return err
	}
	c.Wait()
	return nil
}

// Nothing survives a parent that is killed.
func TestChildDiesWithParent(t *testing.T) {
	forEachUser(t, func(t *testing.T, command func(string, ...string) *exec.Cmd) {
		for _, tier := range []Tier{TierFull, TierNoNamespace} {
			t.Run(string(tier), func(t *testing.T) {
				p := talk(t, command("parent", "KOTH_TEST_TIER="+string(tier)))
				line, err := p.out.ReadString('\n')
				if err != nil {
					t.Fatal(err)
				}
				if line != "up\n" {
					t.Skipf("this tier does not hold here: %s", line)
				}
				if err := unix.Kill(p.PID(), unix.SIGKILL); err != nil {
					t.Fatal(err)
				}
				p.hearEnd(t)
			})
		}
	})
}

// Neither zombies nor descriptors nor groups pile up.
func TestChildLeavesNothing(t *testing.T) {
	begin(t, sh("exit 0")) // what is made once is made
	before := descriptors(t)
	for range 20 {
		c, err := Child(sh("exit 0"))
		if err != nil {
			t.Fatal(err)
		}
		c.Wait()
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors are open, %d before", after, before)
	}
	if dir := groupParent(); dir != "" {
		left, err := filepath.Glob(filepath.Join(dir, fmt.Sprintf("%s%d-*", groupPrefix, os.Getpid())))
		if err != nil || len(left) > 1 { // that of the first child, which nobody has waited for yet
			t.Errorf("groups left: %v, %v", left, err)
		}
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(open)
}

// Orphans are reaped by the stage, or they would count as processes for ever.
func TestChildOrphans(t *testing.T) {
	cfg := sh("i=0; while [ $i -lt 100 ]; do (true &) ; i=$((i+1)); done; wait; echo done")
	cfg.Processes = 32
	c, out := begin(t, cfg)
	needTier(t, c, TierFull)
	if text, err := io.ReadAll(out); string(text) != "done\n" || err != nil {
		t.Errorf("out = %q, %v", text, err)
	}
}

func TestChildCPUOfTheDeaf(t *testing.T) {
	cfg := sh("trap '' XCPU; while :; do :; done")
	cfg.CPU = time.Millisecond // rounded up to a second
	c, _ := begin(t, cfg)
	if end := c.Wait(); end.Kind != EndCPU {
		t.Errorf("end = %+v, want %s", end, EndCPU)
	}
}

// Without a control group, and with memory that no limit counts, the watcher finds the whole tree.
func TestWatcherCountsTrees(t *testing.T) {
	perl, err := FindProgram("perl")
	if err != nil {
		t.Skip(err)
	}
	grow := `fork; my $x = "x" x (60 << 20); print "up\n"; sleep 100`
	c, out := begin(t, ChildConfig{Path: perl.Path, Args: []string{"perl", "-e", "$| = 1; " + grow}, ReadOnly: perl.Prefixes})
	needTier(t, c, TierFull)
	r := bufio.NewReader(out)
	for range 2 {
		if _, err := r.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
	u := usageOf(c.PID(), true)
	exact, ok := u.proportional()
	if len(u.pids) != 2 || u.threads != 2 || !ok {
		t.Errorf("usage = %+v, %v; want two processes", u, ok)
	}
	for _, have := range []uint64{u.memory, exact} {
		if have < 120<<20 || have > 300<<20 {
			t.Errorf("memory = %d, want some 120 MiB", have)
		}
	}
}

func TestWatcherKills(t *testing.T) {
	cfg := sh("while :; do :; done")
	cfg.Processes = -1 // what it has is then too much
	c, err := startChild(TierNoNamespace, cfg)
	if err != nil {
		t.Skipf("this tier does not hold here: %v", err)
	}
	if end := c.Wait(); end.Kind != EndThreads {
		t.Errorf("end = %+v, want %s", end, EndThreads)
	}
}

// probeChildChild has confined children probe.
func probeChildChild() error {
	start := func(cfg ChildConfig) (*Confined, error) {
		return startChild(Tier(os.Getenv("KOTH_TEST_TIER")), cfg)
	}
	r, err := probeChild(context.Background(), start, ChildConfig{})
	if lacking := (*MissingError)(nil); errors.As(err, &lacking) {
		return say(Report{Layers: Layers{Missing: []Gap{lacking.Gap}}})
	}
	if err != nil {
		return err
	}
	return say(r)
}

func TestProbeChild(t *testing.T) {
	forEachUser(t, func(t *testing.T, command func(string, ...string) *exec.Cmd) {
		for _, tier := range []Tier{TierFull, TierNoNamespace} {
			t.Run(string(tier), func(t *testing.T) {
				cmd := command("probe child", "KOTH_TEST_TIER="+string(tier))
				cmd.Path = ownBinary(t, cmd.SysProcAttr)
				c := talk(t, cmd)
				var r Report
				c.hear(t, &r)
				if len(r.Findings) == 0 {
					t.Skipf("this tier does not hold here: %v", r.Layers.Missing)
				}
				t.Logf("layers: %v", r.Layers)
				for _, f := range r.Findings {
					if !f.Held {
						t.Errorf("%s: not held: %s", f.Name, f.Detail)
					}
				}
				if n := len(childAttempts()); n < 30 || len(r.Findings) != n+2 {
					t.Errorf("%d findings of %d attempts", len(r.Findings), n)
				}
			})
		}
	})
}

// ownBinary returns a copy of this program that belongs to the user that will run it, with its
// folder, as where somebody has built koth for himself.
func ownBinary(t *testing.T, attr *syscall.SysProcAttr) string {
	t.Helper()
	dir := publicDir(t)
	name, err := copyBinary(dir)
	if err != nil {
		t.Fatal(err)
	}
	if attr != nil && attr.Credential != nil {
		for _, path := range []string{dir, name} {
			if err := os.Chown(path, int(attr.Credential.Uid), int(attr.Credential.Gid)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return name
}

// Where no tier holds, the error says why and what to do; the second is tried when the first fails.
func TestTiers(t *testing.T) {
	refuse := &os.PathError{Op: "fork/exec", Path: "/proc/self/fd/5", Err: syscall.EPERM}
	for _, tt := range []struct {
		name   string
		works  Tier
		want   Tier
		reason string
	}{
		{"full", TierFull, TierFull, ""},
		{"no namespaces", TierNoNamespace, TierNoNamespace, ""},
		{"nothing", "", "", "--unsafe"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := tryTiers(func(tier Tier) error {
				if tier == tt.works {
					return nil
				}
				return refuse
			})
			if got.best != tt.want || (got.lacking == nil) != (tt.reason == "") {
				t.Errorf("tiers = %+v", got)
			}
			if got.lacking != nil && !strings.Contains(got.lacking.Error(), tt.reason) {
				t.Errorf("error = %q, want one with %q", got.lacking, tt.reason)
			}
			if want := "this kernel or container makes none for this user: operation not permitted"; tt.works == TierNoNamespace && got.noNamespaces != want {
				t.Errorf("reason = %q, want %q", got.noNamespaces, want)
			}
		})
	}
}

func BenchmarkChild(b *testing.B) {
	for b.Loop() {
		c, err := Child(ChildConfig{Path: "/bin/true"})
		if err != nil {
			b.Fatal(err)
		}
		c.Wait()
	}
}
