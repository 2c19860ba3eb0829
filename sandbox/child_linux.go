package sandbox

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Confined is a program that runs as a confined child. It and all that it started die with this
// process. Whoever started it must call Wait or Kill. Its methods may be called from any goroutine.
type Confined struct {
	Tier   Tier
	Layers Layers

	cfg     ChildConfig
	proc    *Process
	control *os.File // held open: a stage whose parent is gone reads its end
	reports *json.Decoder
	pipe    *os.File // of reports
	group   *cgroup  // nil where there is none
	watched bool

	killed atomic.Bool             // by Kill
	over   atomic.Pointer[EndKind] // why the watcher killed it
	wait   sync.Once
	end    End
}

// Child starts a program confined in the best tier that holds on this machine. It returns once the
// program runs.
//
// A *MissingError says that this machine cannot confine it and what to do; with an error that
// wraps a syscall.Errno the program itself could not be executed (ErrNotExist, ErrPermission,
// ENOEXEC).
func Child(cfg ChildConfig) (*Confined, error) {
	tier, err := ChildTier()
	var lacking *MissingError
	switch {
	case err == nil:
	case errors.As(err, &lacking) && slices.Contains(cfg.AllowMissing, Namespaces):
		tier = TierNoNamespace
	default:
		return nil, err
	}
	c, err := startChild(tier, cfg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", cfg.Path, err)
	}
	if tier != TierFull {
		c.Layers.Missing = append([]Gap{{Namespaces, whyNoNamespaces()}}, c.Layers.Missing...)
	}
	return c, nil
}

// startChild starts a stage (see stage_linux.go and image_linux.go), which confines itself and
// then becomes or starts the child's.
func startChild(tier Tier, cfg ChildConfig) (_ *Confined, err error) {
	cfg = cfg.withDefaults()
	plan, err := makePlan(tier, cfg)
	if err != nil {
		return nil, err
	}
	var pipes [2][2]*os.File // of the plan and of reports: read, write
	for i := range pipes {
		if pipes[i][0], pipes[i][1], err = os.Pipe(); err != nil {
			return nil, err
		}
		defer func() {
			if err != nil {
				pipes[i][0].Close()
				pipes[i][1].Close()
			}
		}()
	}
	cmd := stageCommand(pipes[0][0], pipes[1][1]) // planFD, reportFD
	cmd.Args[0] = "koth-child"
	cmd.Env = stageEnvironment()
	for _, s := range []struct {
		file *os.File
		set  func(*os.File)
	}{
		{cfg.Stdin, func(f *os.File) { cmd.Stdin = f }},
		{cfg.Stdout, func(f *os.File) { cmd.Stdout = f }},
		{cfg.Stderr, func(f *os.File) { cmd.Stderr = f }},
	} {
		if s.file != nil { // a nil *os.File is not a nil io.Reader
			s.set(s.file)
		}
	}
	if tier == TierFull {
		cmd.SysProcAttr = namespaces()
	}
	c := &Confined{Tier: tier, cfg: cfg, control: pipes[0][1], pipe: pipes[1][0]}
	c.reports = json.NewDecoder(bufio.NewReader(c.pipe))
	if c.proc, err = Start(cmd); err != nil {
		return nil, err
	}
	pipes[0][0].Close()
	pipes[1][1].Close()
	defer func() {
		if err != nil {
			c.proc.Kill()
			c.free()
		}
	}()
	// The stage waits for its plan, so that it is in its group before it uses anything.
	c.group = newCgroup(c.proc.PID(), cfg)
	if err := json.NewEncoder(c.control).Encode(plan); err != nil {
		return nil, c.died(err)
	}
	var ready stageReady
	if err := c.reports.Decode(&ready); err != nil {
		return nil, c.died(err)
	}
	if err := ready.err(); err != nil {
		return nil, err
	}
	if tier == TierNoNamespace { // the stage becomes the program, which closes the pipe
		var failed stageReady
		if err := c.reports.Decode(&failed); err == nil {
			return nil, failed.err()
		}
	}
	c.Layers = ready.Layers
	if err = c.bound(); err != nil {
		return nil, err
	}
	return c, nil
}

// bound makes sure that somebody bounds what all of the child's processes use together.
func (c *Confined) bound() error {
	if c.group != nil {
		c.Layers.activate(Cgroup)
	}
	if c.group != nil && c.Tier == TierFull {
		return nil
	}
	if !canWatch() {
		gap := Gap{Watch, "no control group can be made, and this kernel does not list the children of a process"}
		c.Layers.Missing = append(c.Layers.Missing, gap)
		if slices.Contains(c.cfg.AllowMissing, Watch) {
			return nil
		}
		return &MissingError{gap}
	}
	c.Layers.activate(Watch)
	c.watched = true
	watch(c)
	return nil
}

// died says why a stage ended before it had said anything.
func (c *Confined) died(err error) error {
	if ended := c.proc.Wait(); ended != nil {
		err = ended
	}
	return fmt.Errorf("the process that should confine it ended: %w: does its main call MaybeChild, and may every user execute koth?", err)
}

// namespaces puts a child into namespaces of its own. Its user 0 has no rights outside of them: it
// is the user of this process, or nobody where that is root.
//
// A child of root's also has the host's users from 0 on mapped, as 1 and on. That lets the stage
// read what only root can, such as its own libraries or an interpreter in root's home folder, as
// long as it has its capabilities; the program has none.
func namespaces() *syscall.SysProcAttr {
	uid, gid := os.Geteuid(), os.Getegid()
	attr := &syscall.SysProcAttr{
		Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS,
		Credential: &syscall.Credential{NoSetGroups: uid != 0},
	}
	if uid == 0 {
		attr.GidMappingsEnableSetgroups = true
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: DefaultUser, Size: 1}, {ContainerID: 1, HostID: 0, Size: DefaultUser}}
		attr.GidMappings = attr.UidMappings
	} else {
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: gid, Size: 1}}
	}
	return attr
}

// stageEnvironment is that of a stage. It lives for milliseconds or sleeps, so that it needs
// neither a garbage collector nor more than one thread at a time.
func stageEnvironment() []string {
	env := []string{stageVariable + "=1", "GOGC=off", "GOMAXPROCS=1"}
	if path, ok := os.LookupEnv("LD_LIBRARY_PATH"); ok {
		env = append(env, "LD_LIBRARY_PATH="+path)
	}
	return env
}

// makePlan says what the stage has to do.
func makePlan(tier Tier, cfg ChildConfig) (stagePlan, error) {
	p := stagePlan{
		Tier: tier, Path: cfg.Path, Args: cfg.Args, Dir: "/tmp", Tmp: cfg.Tmp,
		CPU: uint64((cfg.CPU + time.Second - 1) / time.Second), Processes: uint64(cfg.Processes),
		FromRoot: os.Geteuid() == 0,
		Lock:     Config{Data: cfg.Memory + childReserve, Files: cfg.Files, AllowMissing: cfg.AllowMissing},
	}
	if tier != TierFull {
		p.Dir = "/"
	}
	visible := cfg.ReadOnly
	if cfg.Dir != "" {
		dir, err := filepath.Abs(cfg.Dir)
		if err != nil {
			return p, err
		}
		p.Dir = dir
		visible = append([]string{dir}, visible...)
	}
	path := []string{"/usr/local/bin", "/usr/bin", "/bin"}
	for i, name := range visible {
		name, err := filepath.Abs(name)
		if err != nil {
			return p, err
		}
		real, err := filepath.EvalSymlinks(name)
		if err != nil {
			return p, err
		}
		if tooWide(real) {
			return p, fmt.Errorf("it would see all of %s: put the bot into a folder of its own", name)
		}
		p.ReadOnly = append(p.ReadOnly, name)
		if real != name {
			p.ReadOnly = append(p.ReadOnly, real)
		}
		if i > 0 || cfg.Dir == "" {
			if bin := filepath.Join(name, "bin"); isDir(bin) {
				path = append([]string{bin}, path...)
			}
		}
	}
	p.Env = append([]string{"PATH=" + strings.Join(path, ":"), "HOME=/tmp", "TMPDIR=/tmp", "LANG=C.UTF-8"}, cfg.Env...)
	return p, nil
}

func isDir(name string) bool {
	st, err := os.Stat(name)
	return err == nil && st.IsDir()
}

// PID returns the process id, on this side, of the child's first process: in the full tier that is
// the stage, which looks after the program.
func (c *Confined) PID() int { return c.proc.PID() }

// Wait waits until the program has ended, and says how. Whatever it had started is then gone too.
func (c *Confined) Wait() End {
	c.wait.Do(func() {
		var told stageEnd
		err := c.reports.Decode(&told) // only a stage that stayed has more to say
		c.proc.Wait()
		if err == nil {
			c.end = c.judge(told.Status, told.CPU)
		} else {
			state := c.proc.cmd.ProcessState
			c.end = c.judge(state.Sys().(syscall.WaitStatus), state.UserTime()+state.SystemTime())
		}
		c.free()
	})
	return c.end
}

// judge gives an end its word.
func (c *Confined) judge(status syscall.WaitStatus, cpu time.Duration) End {
	limit := c.cfg.CPU
	switch over := c.over.Load(); {
	case status.Exited():
		return End{Kind: EndExited, Code: status.ExitStatus(), CPU: cpu}
	case over != nil:
		return End{Kind: *over}
	case c.group != nil && status.Signal() == unix.SIGKILL && c.group.ranOut():
		return End{Kind: EndMemory, CPU: cpu}
	case limit > 0 && (status.Signal() == unix.SIGXCPU || status.Signal() == unix.SIGKILL && cpu >= limit):
		return End{Kind: EndCPU, CPU: cpu}
	case c.killed.Load() && status.Signal() == unix.SIGKILL:
		return End{Kind: EndKilled}
	default:
		return End{Kind: EndSignal, Signal: status.Signal(), CPU: cpu}
	}
}

// Kill kills the program and all that it started, waits until they are gone, and says how it
// ended: it may have done so before.
func (c *Confined) Kill() (End, error) {
	c.killed.Store(true)
	if err := c.proc.signal(); err != nil {
		return End{}, err
	}
	return c.Wait(), nil
}

// exceed kills the program because it used too much of something.
func (c *Confined) exceed(what EndKind) {
	c.over.CompareAndSwap(nil, &what)
	c.proc.signal() // an error would be the same as Kill's, which the owner will see
}

// free gives back what the child had, once it has ended.
func (c *Confined) free() {
	if c.watched {
		unwatch(c)
	}
	c.control.Close()
	c.pipe.Close()
	if c.group != nil {
		c.group.remove()
	}
}
