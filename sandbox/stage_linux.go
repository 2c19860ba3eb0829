package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// A stage is this program, started again by startChild. It confines itself and then executes the
// child's program. In the full tier it stays as the first process of the child's process
// namespace: it reaps orphans, says how the program ended, and takes everything with it when it
// ends. (A program that was the first process itself could not be killed by its own abort, and
// would collect zombies.)

// stageVariable is the environment variable that makes a process a stage.
const stageVariable = "KOTH_SANDBOX_STAGE"

// Descriptors of a stage beside the standard ones.
const (
	planFD   = 3
	reportFD = 4
	imageFD  = 5 // of the program that the stage is, where that is no file (image_linux.go)
)

// stagePlan is what a stage is told to do.
type stagePlan struct {
	Tier      Tier
	Path      string // "" only tries the confinement
	Args, Env []string
	Dir       string
	ReadOnly  []string // absolute
	Tmp       uint64   // bytes
	CPU       uint64   // seconds, 0 for no limit
	Processes uint64
	FromRoot  bool // the parent is root, and user 0 of the namespace is nobody
	Lock      Config
}

// stageReady is the first word of a stage: the program runs, or why it does not.
type stageReady struct {
	Layers  Layers
	Missing *Gap          `json:",omitempty"`
	Errno   syscall.Errno `json:",omitempty"` // of executing the program; Error then says more
	Error   string        `json:",omitempty"`
}

func (r stageReady) err() error {
	switch {
	case r.Missing != nil:
		return &MissingError{*r.Missing}
	case r.Errno != 0:
		if r.Error != "" {
			return fmt.Errorf("cannot be executed: %w: %s", r.Errno, r.Error)
		}
		return fmt.Errorf("cannot be executed: %w", r.Errno)
	case r.Error != "":
		return errors.New(r.Error)
	}
	return nil
}

// stageEnd is the last word of a stage in the full tier.
type stageEnd struct {
	Status syscall.WaitStatus
	CPU    time.Duration
}

// MaybeChild makes the process what this package started it for, and does not return then: the
// stage of a confined child, or a probe. Otherwise it does nothing. Call it first thing in main,
// or in TestMain.
func MaybeChild() {
	if os.Getenv(stageVariable) != "" {
		runStage()
	}
	if text, ok := os.LookupEnv(probeVariable); ok {
		exitAfter(runProbe([]byte(text)))
	}
	if text, ok := os.LookupEnv(childProbeVariable); ok {
		exitAfter(runChildProbe([]byte(text)))
	}
}

func exitAfter(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func runStage() {
	// Capabilities, Landlock and seccomp are a thread's own, and what it starts inherits them.
	runtime.LockOSThread()
	unix.CloseOnExec(planFD)
	unix.CloseOnExec(reportFD)
	unix.CloseOnExec(imageFD)
	reports := json.NewEncoder(os.NewFile(reportFD, "reports"))
	var plan stagePlan
	// The parent writes after it has started this process: if it can be read, the parent lived
	// when its death signal was already asked for.
	if err := json.NewDecoder(os.NewFile(planFD, "plan")).Decode(&plan); err != nil {
		os.Exit(1)
	}
	s := &stage{lock: lock{cfg: plan.Lock.withDefaults(), parent: os.Getppid(), Layers: Layers{Active: []Layer{}}}, plan: plan}
	pid, err := s.run(func() { reports.Encode(stageReady{Layers: s.Layers}) })
	if err != nil {
		reports.Encode(s.explain(err))
		os.Exit(1)
	}
	reports.Encode(s.keep(pid))
	os.Exit(0)
}

// explain says why the program does not run.
func (s *stage) explain(err error) stageReady {
	lacking := (*MissingError)(nil)
	switch errno := syscall.Errno(0); {
	case errors.As(err, &lacking):
		return stageReady{Missing: &lacking.Gap}
	case s.executing && errors.As(err, &errno):
		return stageReady{Errno: errno, Error: whyProgram(s.plan.Path, errno)}
	default:
		return stageReady{Error: err.Error()}
	}
}

// stage is a confinement under way.
type stage struct {
	lock
	plan      stagePlan
	executing bool // what comes now is the program's own error
}

// run confines the process and starts the program. It calls ready when the program is about to
// run, or, in the full tier, does.
func (s *stage) run(ready func()) (pid int, err error) {
	steps := []func() error{s.enterRoot, s.dropRights, s.setChildLimits, s.restrictFiles, s.filterCalls}
	if s.plan.Tier == TierNoNamespace {
		steps[0] = s.enterFolder
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return 0, err
		}
	}
	if s.plan.Path == "" {
		ready()
		os.Exit(0)
	}
	s.executing = true
	if s.plan.Tier == TierNoNamespace {
		if err := unix.Access(s.plan.Path, unix.X_OK); err != nil {
			return 0, err
		}
		ready()
		return 0, syscall.Exec(s.plan.Path, s.plan.Args, s.plan.Env)
	}
	pid, err = syscall.ForkExec(s.plan.Path, s.plan.Args, &syscall.ProcAttr{Env: s.plan.Env, Files: []uintptr{0, 1, 2}})
	if err == nil {
		ready()
	}
	return pid, err
}

// keep waits for the program, reaping whatever else ends. It lets go of the program's streams, so
// that whoever holds their other ends sees when the program closes them.
func (s *stage) keep(program int) stageEnd {
	for fd := range 3 {
		unix.Close(fd)
	}
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, 0, &usage)
		switch {
		case err == nil && pid == program:
			return stageEnd{Status: status, CPU: time.Duration(usage.Utime.Nano() + usage.Stime.Nano())}
		case err != nil && !errors.Is(err, unix.EINTR):
			os.Exit(1) // no child at all: cannot be, and must not turn into a loop
		}
	}
}

// enterRoot builds the root that the child sees and goes there.
func (s *stage) enterRoot() error {
	if err := buildRoot(s.plan); err != nil {
		return fmt.Errorf("building a root folder: %w", err)
	}
	if err := unix.Sethostname([]byte("koth")); err != nil {
		return fmt.Errorf("host name: %w", err)
	}
	s.activate(Namespaces)
	return enterDir(s.plan.Dir)
}

// enterFolder is what there is instead of enterRoot without namespaces.
func (s *stage) enterFolder() error { return enterDir(s.plan.Dir) }

func enterDir(dir string) error {
	if err := unix.Chdir(dir); err != nil {
		return fmt.Errorf("entering %s: %w", dir, err)
	}
	return nil
}

// dropRights gives up all capabilities, for ever, and becomes nobody where this is root.
func (s *stage) dropRights() error {
	if s.plan.Tier == TierFull {
		// User 0 of the namespace is not to get capabilities back by executing a program.
		const noRoot = 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<5 // SECBIT_NOROOT, NO_SETUID_FIXUP, both locked; KEEP_CAPS locked
		if err := unix.Prctl(unix.PR_SET_SECUREBITS, noRoot, 0, 0, 0); err != nil {
			return fmt.Errorf("securebits: %w", err)
		}
		for c := uintptr(0); unix.Prctl(unix.PR_CAPBSET_READ, c, 0, 0, 0) == nil; c++ {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil {
				return fmt.Errorf("bounding set: %w", err)
			}
		}
		if s.plan.FromRoot {
			s.activate(User)
		}
	} else if err := dropUser(&s.lock); err != nil {
		return err
	}
	if err := dropCapabilities(&s.lock); err != nil {
		return err
	}
	if s.plan.Tier == TierNoNamespace { // a change of user has cancelled it
		if err := dieWithParent(&s.lock); err != nil {
			return err
		}
	}
	return noNewPrivileges(&s.lock)
}

// setChildLimits sets the resource limits, soft and hard.
func (s *stage) setChildLimits() error {
	type limit struct {
		name       string
		resource   int
		soft, hard uint64
	}
	same := func(name string, resource int, value uint64) limit { return limit{name, resource, value, value} }
	limits := []limit{
		same("core", unix.RLIMIT_CORE, 0),
		same("fsize", unix.RLIMIT_FSIZE, s.plan.Tmp),
		same("nofile", unix.RLIMIT_NOFILE, s.cfg.Files),
		same("data", unix.RLIMIT_DATA, s.cfg.Data),
	}
	if s.plan.Tier == TierFull {
		// Counted in the user namespace, where the stage's own threads are too. Without one it
		// would count all that the user runs: the watcher counts there.
		limits = append(limits, same("nproc", unix.RLIMIT_NPROC, s.plan.Processes+stageThreads))
	}
	if s.plan.CPU > 0 {
		limits = append(limits, limit{"cpu", unix.RLIMIT_CPU, s.plan.CPU, s.plan.CPU + 1}) // SIGXCPU, then SIGKILL
	}
	for _, l := range limits {
		var now unix.Rlimit
		if err := unix.Getrlimit(l.resource, &now); err != nil {
			return fmt.Errorf("rlimit %s: %w", l.name, err)
		}
		value := unix.Rlimit{Cur: min(l.soft, now.Max), Max: min(l.hard, now.Max)}
		if err := unix.Setrlimit(l.resource, &value); err != nil {
			return fmt.Errorf("rlimit %s = %d: %w", l.name, value.Max, err)
		}
	}
	s.activate(Limits)
	return nil
}

// stageThreads is how many threads the Go runtime has in a stage, at most.
const stageThreads = 16
