//go:build linux

package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// testData is the memory limit of the tests' children, in bytes.
const testData = 1 << 30

// idleChild locks itself down, starts a thread, says its layers and waits.
func idleChild() error {
	cfg := tolerant()
	cfg.Data = testData
	l, err := LockDown(cfg)
	if err != nil {
		return err
	}
	onNewThread(func() { err = say(l) })
	if err != nil {
		return err
	}
	return waitForInput()
}

// onNewThread runs f on a thread that is made for it.
func onNewThread(f func()) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	done := make(chan struct{})
	go func() {
		runtime.LockOSThread()
		f()
		close(done)
		select {} // the thread stays
	}()
	<-done
}

// What the kernel says of every thread of a locked-down process.
func TestStateOfThreads(t *testing.T) {
	forEachUser(t, func(t *testing.T, command func(string, ...string) *exec.Cmd) {
		c := talk(t, command("idle"))
		var l Layers
		c.hear(t, &l)
		t.Logf("layers: %v", l)
		status, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", c.PID()))
		if err != nil || len(status) < 2 {
			t.Fatalf("threads = %v, %v; want several", status, err)
		}
		want := map[string]string{
			"NoNewPrivs": "1",
			"CapInh":     "0000000000000000",
			"CapPrm":     "0000000000000000",
			"CapEff":     "0000000000000000",
			"CapAmb":     "0000000000000000",
		}
		if l.Has(Seccomp) {
			want["Seccomp"] = "2"
		}
		if l.Has(User) {
			want["Uid"] = "65534 65534 65534 65534"
			want["Gid"] = "65534 65534 65534 65534"
			want["Groups"] = ""
		}
		for _, name := range status {
			have := readStatus(t, name)
			for key, value := range want {
				if have[key] != value {
					t.Errorf("%s: %s = %q, want %q", name, key, have[key], value)
				}
			}
		}
		for _, gap := range l.Missing {
			t.Logf("not checked, because missing here: %s: %s", gap.Layer, gap.Reason)
		}
	})
}

// readStatus reads a status file of /proc, with single spaces in its values.
func readStatus(t *testing.T, name string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	status := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		key, value, _ := strings.Cut(line, ":")
		status[key] = strings.Join(strings.Fields(value), " ")
	}
	return status
}

func TestLimits(t *testing.T) {
	c := talk(t, childCommand("idle"))
	var l Layers
	c.hear(t, &l)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", c.PID()))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]int{
		"Max core file size": 0,
		"Max file size":      0,
		"Max open files":     DefaultFiles,
		"Max data size":      testData,
	} {
		line := regexp.MustCompile(fmt.Sprintf(`(?m)^%s +%d +%[2]d `, name, value))
		if !line.Match(text) {
			t.Errorf("%s is not %d, soft and hard, in:\n%s", name, value, text)
		}
	}
}

// A file as output could not be written to afterwards, so it is refused at once.
func TestOutputToFile(t *testing.T) {
	for _, stream := range []string{"output", "error"} {
		t.Run(stream, func(t *testing.T) {
			f, err := os.Create(filepath.Join(t.TempDir(), "out"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			cmd := childCommand("files")
			cmd.Stdout, cmd.Stderr = nil, nil // the null device
			if stream == "output" {
				cmd.Stdout = f
			} else {
				cmd.Stderr = f
			}
			p, err := Start(cmd)
			if err != nil {
				t.Fatal(err)
			}
			if err := p.Wait(); err != nil {
				t.Errorf("%v, want the lock-down to be refused", err)
			}
		})
	}
}

func filesChild() error {
	_, err := LockDown(tolerant())
	if err == nil || !strings.Contains(err.Error(), "is a file") {
		return fmt.Errorf("LockDown = %v, want it to refuse", err)
	}
	return nil
}

// TestEachLayerAlone shows of each layer that it refuses without the help of the others, on
// threads that were there before and on those made later.
func TestEachLayerAlone(t *testing.T) {
	for layer, want := range map[Layer]unix.Errno{
		Landlock: unix.EACCES,
		Seccomp:  unix.EPERM,
		User:     unix.EACCES, // the folder is closed to all but root
		"none":   0,
	} {
		t.Run(string(layer), func(t *testing.T) {
			if layer == User && os.Geteuid() != 0 {
				t.Skip("not root: there is no other user to become")
			}
			secret := filepath.Join(t.TempDir(), "secret")
			if err := os.WriteFile(secret, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			c := talk(t, childCommand("threads", "LAYER="+string(layer), "SECRET="+secret))
			var l Layers
			c.hear(t, &l)
			need(t, l, layer)
			var got []unix.Errno
			c.hear(t, &got)
			if len(got) != 2*someThreads {
				t.Fatalf("%d threads answered, want %d", len(got), 2*someThreads)
			}
			for i, errno := range got {
				if errno != want {
					t.Errorf("thread %d: open = %v, want %v", i, errno, want)
				}
			}
		})
	}
}

// someThreads is how many threads threadsChild makes before a lock-down, and after it.
const someThreads = 4

var layerSteps = map[Layer][]step{
	Landlock: {noNewPrivileges, enterLandlock},
	Seccomp:  {noNewPrivileges, enterSeccomp},
	User:     {dropUser},
	"none":   {},
}

func threadsChild() error {
	secret := os.Getenv("SECRET")
	locked := make(chan struct{})
	answers := make(chan unix.Errno)
	attempt := func() {
		runtime.LockOSThread()
		<-locked
		fd, err := unix.Open(secret, unix.O_RDONLY, 0)
		if err == nil {
			unix.Close(fd)
		}
		var errno unix.Errno
		errors.As(err, &errno)
		answers <- errno
		select {}
	}
	for range someThreads {
		onNewThread(func() { go attempt() })
	}
	l, err := lockDown(tolerant(), layerSteps[Layer(os.Getenv("LAYER"))])
	if err != nil {
		return err
	}
	if err := say(l); err != nil {
		return err
	}
	close(locked)
	for range someThreads {
		go attempt()
	}
	var all []unix.Errno
	for range 2 * someThreads {
		all = append(all, <-answers)
	}
	return say(all)
}

// The Go runtime keeps working: collections, timers, threads that come and go, busy loops that
// have to be interrupted, executable memory.
func TestGoKeepsWorking(t *testing.T) {
	forEachUser(t, func(t *testing.T, command func(string, ...string) *exec.Cmd) {
		c := talk(t, command("stress", "GOMAXPROCS=4"))
		var l Layers
		c.hear(t, &l)
		need(t, l, Seccomp)
		var done string
		c.hear(t, &done)
		if err := c.Wait(); err != nil || done != "done" {
			t.Errorf("stress = %q, %v; want it done", done, err)
		}
	})
}

func stressChild() error {
	l, err := LockDown(tolerant())
	if err != nil {
		return err
	}
	if err := say(l); err != nil {
		return err
	}
	if err := mapExecutable(); err != nil {
		return err
	}
	go spin()
	go spin()
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			runtime.LockOSThread() // its thread ends with it
			var keep [][]byte
			for range 100 {
				keep = append(keep, make([]byte, 50_000))
			}
			<-time.After(5 * time.Millisecond)
			runtime.GC()
			runtime.KeepAlive(keep)
		})
	}
	ticks := time.NewTicker(time.Millisecond)
	for range 20 {
		<-ticks.C
	}
	wg.Wait()
	return say("done")
}

// stop ends spin. Nobody sets it.
var stop bool

// spin keeps a thread busy, in a loop that can be interrupted by nothing but a signal.
func spin() {
	for n := 0; !stop; n++ {
	}
}

// mapExecutable maps memory in the ways of script engines.
func mapExecutable() error {
	const size = 1 << 16
	for _, prot := range []int{unix.PROT_READ | unix.PROT_WRITE | unix.PROT_EXEC, unix.PROT_READ | unix.PROT_WRITE} {
		mem, err := unix.Mmap(-1, 0, size, prot, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err != nil {
			return fmt.Errorf("mmap: %w", err)
		}
		if err := unix.Mprotect(mem, unix.PROT_READ|unix.PROT_EXEC); err != nil {
			return fmt.Errorf("mprotect: %w", err)
		}
		if err := unix.Munmap(mem); err != nil {
			return fmt.Errorf("munmap: %w", err)
		}
	}
	return nil
}

// A layer that cannot be had is an error that says so, or is reported where that is allowed.
func TestMissing(t *testing.T) {
	lacking := []step{func(l *lock) error { return l.missing(Landlock, "no such thing") }}

	l, err := lockDown(Config{AllowMissing: []Layer{User}}, lacking)
	var missing *MissingError
	if !errors.As(err, &missing) || missing.Layer != Landlock {
		t.Errorf("err = %v, want landlock missing", err)
	}
	if want := "none (without landlock)"; l.String() != want {
		t.Errorf("layers = %q beside an error, want %q", l, want)
	}

	if l, err = lockDown(Config{AllowMissing: []Layer{Landlock}}, lacking); err != nil {
		t.Errorf("err = %v, want none: landlock may be missing", err)
	}
	if len(l.Missing) != 1 || l.Missing[0] != (Gap{Landlock, "no such thing"}) {
		t.Errorf("missing = %v", l.Missing)
	}
}

func timedChild() error {
	start := time.Now()
	if _, err := LockDown(tolerant()); err != nil {
		return err
	}
	return say(time.Since(start))
}

// BenchmarkLockDown starts a process for each operation; lockdown-us is what LockDown took in it.
func BenchmarkLockDown(b *testing.B) {
	var total time.Duration
	for b.Loop() {
		out, err := childCommand("timed").Output()
		if err != nil {
			b.Fatal(err)
		}
		ns, err := strconv.Atoi(strings.TrimSpace(string(out)))
		if err != nil {
			b.Fatal(err)
		}
		total += time.Duration(ns)
	}
	b.ReportMetric(float64(total.Microseconds())/float64(b.N), "lockdown-us")
}
