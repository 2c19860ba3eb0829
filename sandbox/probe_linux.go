package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// probeVariable is the environment variable that makes MaybeChild the whole life of a process.
const probeVariable = "KOTH_SANDBOX_PROBE"

// target is what a probing process is told to attack, and how.
type target struct {
	Config Config
	Locked bool   // false only in tests, which show that the attempts can succeed
	Dir    string // a folder that everyone may write to, with the two below in it
	Parent int    // process id
	Port   int    // of a TCP listener on the loopback device
}

// What lies in target.Dir.
const (
	targetFile   = "file"
	targetSocket = "socket"
)

// abstract returns the name of the listener in the abstract namespace.
func (t target) abstract() string { return fmt.Sprintf("@koth-probe-%d", t.Parent) }

// Probe starts the program at exe, locks it down by cfg, lets it try forbidden things for real,
// and reports for each whether it was refused. The program must call MaybeChild first thing in
// main; koth does, so that exe can be os.Executable's.
//
// Allow all layers to be missing (AllLayers) to hear what is possible without them; otherwise a
// missing one is an error, as it is for LockDown. The program is killed when ctx ends.
func Probe(ctx context.Context, exe string, cfg Config) (Report, error) {
	return probe(ctx, exe, target{Config: cfg, Locked: true})
}

func probe(ctx context.Context, exe string, t target) (Report, error) {
	t, clean, err := prepareTarget(t)
	if err != nil {
		return Report{}, fmt.Errorf("probe: %w", err)
	}
	defer clean()
	text, err := json.Marshal(t)
	if err != nil {
		return Report{}, fmt.Errorf("probe: %w", err)
	}
	var out, said bytes.Buffer
	cmd := exec.CommandContext(ctx, exe)
	cmd.Env = append(os.Environ(), probeVariable+"="+string(text))
	cmd.Stdout, cmd.Stderr = &out, &said
	child, err := Start(cmd)
	if err != nil {
		return Report{}, fmt.Errorf("probe: %w", err)
	}
	ended := child.Wait()
	if ctx.Err() != nil {
		return Report{}, fmt.Errorf("probe: %s: %w", exe, ctx.Err())
	}
	r, err := readReport(out.Bytes(), ended)
	if err != nil {
		return Report{}, fmt.Errorf("probe: %s: %w; it said %.300q", exe, err, said.Bytes())
	}
	return r, nil
}

// prepareTarget makes what the child shall not be able to reach. clean removes it.
func prepareTarget(t target) (_ target, clean func(), err error) {
	var undo []func() error
	clean = func() {
		for _, f := range undo {
			f()
		}
	}
	defer func() {
		if err != nil {
			clean()
		}
	}()
	t.Parent = os.Getpid()
	if t.Dir, err = os.MkdirTemp("", "koth-probe-"); err != nil {
		return t, nil, err
	}
	undo = append(undo, func() error { return os.RemoveAll(t.Dir) })
	file, socket := filepath.Join(t.Dir, targetFile), filepath.Join(t.Dir, targetSocket)
	if err := os.WriteFile(file, []byte("nobody's business\n"), 0o600); err != nil {
		return t, nil, err
	}
	var tcp net.Listener
	for _, l := range [][2]string{{"unix", socket}, {"unix", t.abstract()}, {"tcp", "127.0.0.1:0"}} {
		if tcp, err = net.Listen(l[0], l[1]); err != nil {
			return t, nil, err
		}
		undo = append([]func() error{tcp.Close}, undo...)
	}
	t.Port = tcp.Addr().(*net.TCPAddr).Port
	// Open to all, so that what is refused is not refused for want of ordinary permission.
	return t, clean, errors.Join(os.Chmod(t.Dir, 0o777), os.Chmod(file, 0o666), os.Chmod(socket, 0o777))
}

// readReport reads what a probing child wrote: its layers, then a finding for each attempt, in
// order. One that it did not report was not held: the child was replaced or died in it.
func readReport(out []byte, ended error) (Report, error) {
	var r Report
	dec := json.NewDecoder(bytes.NewReader(out))
	if err := dec.Decode(&r.Layers); err != nil {
		return Report{}, fmt.Errorf("it did not probe (%v): does its main call MaybeChild?", ended)
	}
	for _, a := range attempts {
		f := Finding{Name: a.name}
		if err := dec.Decode(&f); err != nil || f.Name != a.name {
			how := "the process became another program"
			if ended != nil {
				how = ended.Error()
			}
			f = Finding{Name: a.name, Detail: "the attempt did not come back: " + how}
		}
		r.Findings = append(r.Findings, f)
	}
	return r, nil
}

// runProbe is the life of a process started by Probe.
func runProbe(text []byte) error {
	var t target
	if err := json.Unmarshal(text, &t); err != nil {
		return fmt.Errorf("%s=%.100q: %w", probeVariable, text, err)
	}
	var layers Layers
	if t.Locked {
		var err error
		if layers, err = LockDown(t.Config); err != nil {
			return err
		}
	}
	enc := json.NewEncoder(os.Stdout)
	if err := enc.Encode(layers); err != nil {
		return err
	}
	runtime.LockOSThread() // so that the attempts get another thread, made after the lock-down
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		done <- tryAll(t, enc)
	}()
	return <-done
}

func tryAll(t target, enc *json.Encoder) error {
	for _, a := range attempts {
		f := judge(a.try(t))
		f.Name = a.name
		if err := enc.Encode(f); err != nil {
			return err
		}
	}
	return nil
}

// judge says what the outcome of an attempt means. Only a refusal counts: any other error, such as
// a bad address, shows that the kernel had begun to do what was asked.
func judge(err error) Finding {
	switch {
	case err == nil:
		return Finding{Detail: "it was done"}
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES), errors.Is(err, unix.ENOSYS):
		return Finding{Held: true, Detail: err.Error()}
	default:
		return Finding{Detail: "not refused: " + err.Error()}
	}
}
