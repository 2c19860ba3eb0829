package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// childProbeVariable is the environment variable that makes MaybeChild the whole life of a program
// that ProbeChild started.
const childProbeVariable = "KOTH_SANDBOX_CHILD_PROBE"

// What a probing program is to do.
const (
	roleTry    = "try"    // forbidden things
	roleIdle   = "idle"   // nothing, until it is killed
	roleDaemon = "daemon" // leave a process behind
	roleHoard  = "hoard"  // take memory
)

// childTarget is what a probing program is told.
type childTarget struct {
	target
	Role      string
	Tier      Tier
	Home      string // of the user
	Sibling   int    // process id, on this side, of another child
	Processes int    // how many it may have
	Tmp       uint64 // bytes that it may have in /tmp
	Memory    uint64 // bytes that it may have
}

// probeMemory is what probing children may use, in bytes: koth itself must fit in it.
const probeMemory = 256 << 20

// ProbeChild starts confined children that try to break out, and reports for each attempt whether
// it was held. Of cfg only AllowMissing counts. The children are killed when ctx ends.
func ProbeChild(ctx context.Context, cfg ChildConfig) (Report, error) {
	r, err := probeChild(ctx, Child, cfg)
	if err != nil {
		return Report{}, fmt.Errorf("probe: %w", err)
	}
	return r, nil
}

func probeChild(ctx context.Context, start func(ChildConfig) (*Confined, error), cfg ChildConfig) (Report, error) {
	t, clean, err := prepareTarget(target{})
	if err != nil {
		return Report{}, err
	}
	defer clean()
	cfg, err = ownProgram(ChildConfig{AllowMissing: cfg.AllowMissing, Memory: probeMemory}.withDefaults())
	if err != nil {
		return Report{}, err
	}
	home, _ := os.UserHomeDir() // "" cannot be read either
	p := childProber{ctx: ctx, child: start, cfg: cfg, told: childTarget{
		target: t, Home: home, Processes: cfg.Processes, Tmp: cfg.Tmp, Memory: cfg.Memory,
	}}
	sibling, quiet, err := p.start(roleIdle)
	if err != nil {
		return Report{}, err
	}
	defer quiet.Close()
	defer sibling.Kill()
	p.told.Sibling, p.told.Tier = sibling.PID(), sibling.Tier
	r := Report{Layers: sibling.Layers}
	for _, part := range []func() ([]Finding, error){p.tryAll, p.leaveDaemon, p.hoard} {
		found, err := part()
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return Report{}, err
		}
		r.Findings = append(r.Findings, found...)
	}
	return r, nil
}

// ownProgram makes cfg run this program, which a child can see with its libraries.
func ownProgram(cfg ChildConfig) (ChildConfig, error) {
	exe, err := os.Executable()
	if err != nil {
		return cfg, err
	}
	if exe, err = filepath.EvalSymlinks(exe); err != nil {
		return cfg, err
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return cfg, err
	}
	cfg.Path, cfg.Args = exe, []string{exe}
	cfg.ReadOnly = []string{exe}
	for line := range strings.Lines(string(maps)) {
		f := strings.Fields(line) // addresses, rights, offset, device, inode, path
		if len(f) == 6 && strings.Contains(f[1], "x") && strings.Contains(f[5], ".so") && !isSystem(f[5]) {
			if dir := filepath.Dir(f[5]); !slices.Contains(cfg.ReadOnly, dir) {
				cfg.ReadOnly = append(cfg.ReadOnly, dir)
			}
		}
	}
	return cfg, nil
}

// childProber starts probing children.
type childProber struct {
	ctx   context.Context
	child func(ChildConfig) (*Confined, error)
	cfg   ChildConfig
	told  childTarget
}

// start starts one, and returns what it writes. It is killed when the context ends.
func (p childProber) start(role string) (*Confined, *os.File, error) {
	p.told.Role = role
	text, err := json.Marshal(p.told)
	if err != nil {
		return nil, nil, err
	}
	out, w, err := os.Pipe()
	if err != nil {
		return nil, nil, err
	}
	defer w.Close()
	p.cfg.Stdout = w
	p.cfg.Env = []string{childProbeVariable + "=" + string(text)}
	c, err := p.child(p.cfg)
	if err != nil {
		out.Close()
		return nil, nil, err
	}
	context.AfterFunc(p.ctx, func() { c.Kill() })
	return c, out, nil
}

// tryAll has a child try everything in childAttempts.
func (p childProber) tryAll() ([]Finding, error) {
	c, out, err := p.start(roleTry)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	text, err := io.ReadAll(out)
	end := c.Wait()
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	var found []Finding
	for _, a := range childAttempts() {
		f := Finding{}
		if err := dec.Decode(&f); err != nil || f.Name != a.name {
			f = Finding{Name: a.name, Detail: "the attempt did not come back: " + end.String()}
		}
		found = append(found, f)
	}
	return found, nil
}

// survival is how long something may live on after its child has ended.
const survival = time.Second

// leaveDaemon has a child start a process in a session of its own, which outlives it if it can.
// That process has the child's output, which is therefore at its end once it is gone.
func (p childProber) leaveDaemon() ([]Finding, error) {
	c, out, err := p.start(roleDaemon)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	c.Wait()
	if err := out.SetReadDeadline(time.Now().Add(survival)); err != nil {
		return nil, err
	}
	said, err := io.ReadAll(out)
	f := Finding{Name: "leave a process behind", Held: err == nil}
	switch refused := strings.TrimSpace(string(said)); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		f.Detail = "it lives on"
	case err != nil:
		return nil, err
	case refused != "":
		f.Detail = refused
	default:
		f.Detail = "it was gone with the child"
	}
	return []Finding{f}, nil
}

// hoard has a child take memory until it is stopped.
func (p childProber) hoard() ([]Finding, error) {
	c, out, err := p.start(roleHoard)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	end := c.Wait()
	return []Finding{{
		Name: "fill the memory", Detail: end.String(),
		Held: end.Kind == EndMemory || end.Kind == EndExited && end.Code != hoardDone,
	}}, nil
}

// hoardDone is the exit status of a program that could take all the memory it wanted.
const hoardDone = 77

// runChildProbe is the life of a program that ProbeChild started.
func runChildProbe(text []byte) error {
	var t childTarget
	if err := json.Unmarshal(text, &t); err != nil {
		return fmt.Errorf("%s=%.100q: %w", childProbeVariable, text, err)
	}
	switch t.Role {
	case roleTry:
		enc := json.NewEncoder(os.Stdout)
		for _, a := range childAttempts() {
			f := judgeChild(a.try(t))
			f.Name = a.name
			if err := enc.Encode(f); err != nil {
				return err
			}
		}
	case roleIdle:
		time.Sleep(time.Hour) // longer than any probe
	case roleDaemon:
		t.Role = roleIdle
		told, err := json.Marshal(t)
		if err != nil {
			return err
		}
		_, err = os.StartProcess(os.Args[0], os.Args, &os.ProcAttr{
			Env:   []string{childProbeVariable + "=" + string(told)},
			Files: []*os.File{nil, os.Stdout, nil},
			Sys:   daemonSession,
		})
		if err != nil {
			fmt.Println(err)
		}
	case roleHoard:
		for taken := uint64(0); taken < 4*t.Memory; taken += hoardStep {
			// Shared memory, because no limit on a process counts it.
			_, err := unix.Mmap(-1, 0, hoardStep, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED|unix.MAP_ANONYMOUS|unix.MAP_POPULATE)
			if err != nil {
				return err
			}
		}
		time.Sleep(survival) // so that a watcher can see it
		os.Exit(hoardDone)
	}
	return nil
}

// hoardStep is how much memory is taken at a time, in bytes.
const hoardStep = 4 << 20
