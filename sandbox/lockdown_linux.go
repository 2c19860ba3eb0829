package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"slices"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// LockDown confines the calling process, all its threads and those it makes later, and says which
// layers are active. It cannot be undone and works once.
//
// Afterwards the process can compute, start threads, map memory (also executable memory, for
// script engines), and read and write the descriptors that it has. It can open no file, make no
// file longer, make no socket and no process, signal, trace or limit nobody else, and gain no
// rights. It dies with its parent; that must have started it by Start.
//
// Call it first thing in main, before any code of a stranger is loaded and while the process has
// few threads. Standard output and error must not be files on disk, because those could not be
// written any more: give it pipes.
//
// A layer that the machine does not have gives a *MissingError unless cfg allows it. After any
// error the process is confined in part: it must not go on to run bots.
func LockDown(cfg Config) (Layers, error) {
	return lockDown(cfg, steps)
}

// steps holds all of LockDown. The order matters: a change of user cancels the parent's death
// signal, Landlock needs no_new_privs, memory is bounded late because the steps before allocate,
// and seccomp takes away the system calls that all the others make.
var steps = []step{
	checkOutput,
	dropUser,
	dropCapabilities,
	dieWithParent,
	noNewPrivileges,
	enterLandlock,
	setLimits,
	enterSeccomp,
}

// step puts one part of the confinement in place.
type step func(l *lock) error

// lock is a lock-down under way.
type lock struct {
	cfg    Config
	parent int // its process id when the lock-down began
	Layers
}

func lockDown(cfg Config, steps []step) (Layers, error) {
	runtime.LockOSThread() // some of it starts with the calling thread
	defer runtime.UnlockOSThread()
	l := &lock{cfg: cfg.withDefaults(), parent: os.Getppid(), Layers: Layers{Active: []Layer{}}}
	for _, s := range steps {
		if err := s(l); err != nil {
			return l.Layers, fmt.Errorf("lock-down: %w", err)
		}
	}
	return l.Layers, nil
}

// missing notes that a layer cannot be had, which is an error unless the caller has allowed it.
func (l *lock) missing(layer Layer, reason string) error {
	gap := Gap{Layer: layer, Reason: reason}
	l.Missing = append(l.Missing, gap)
	if slices.Contains(l.cfg.AllowMissing, layer) {
		return nil
	}
	return &MissingError{Gap: gap}
}

// checkOutput refuses output that goes to a file: with a file size limit of 0 the first line
// written there would be lost, or kill the process, which nobody would understand.
func checkOutput(*lock) error {
	for fd, name := range map[int]string{1: "standard output", 2: "standard error"} {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG {
			return fmt.Errorf("%s is a file, and a locked-down process can write to none: give it a pipe", name)
		}
	}
	return nil
}

// dieWithParent asks for SIGKILL when the parent goes. Start has done so already, but changing the
// user cancels it. Every thread asks, because the request is lost with the thread that made it.
func dieWithParent(l *lock) error {
	if err := onAllThreads(unix.SYS_PRCTL, unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0); err != nil {
		return fmt.Errorf("parent death signal: %w", err)
	}
	if os.Getppid() != l.parent { // it went while nothing was asked for
		return unix.Kill(os.Getpid(), unix.SIGKILL)
	}
	return nil
}

// noNewPrivileges makes sure that no program could gain rights by being executed; Landlock and
// seccomp require it.
func noNewPrivileges(*lock) error {
	if err := onAllThreads(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	return nil
}

// setLimits sets the resource limits, soft and hard, and makes the memory of the process closed to
// others of the same user.
func setLimits(l *lock) error {
	limits := []struct {
		name     string
		resource int
		value    uint64
	}{
		{"core", unix.RLIMIT_CORE, 0},
		{"fsize", unix.RLIMIT_FSIZE, 0},
		{"nofile", unix.RLIMIT_NOFILE, l.cfg.Files},
		{"data", unix.RLIMIT_DATA, l.cfg.Data},
	}
	for _, lim := range limits {
		if lim.resource == unix.RLIMIT_DATA && lim.value == 0 {
			continue
		}
		var now unix.Rlimit
		if err := unix.Getrlimit(lim.resource, &now); err != nil {
			return fmt.Errorf("rlimit %s: %w", lim.name, err)
		}
		value := min(lim.value, now.Max) // only root may raise a limit
		if err := unix.Setrlimit(lim.resource, &unix.Rlimit{Cur: value, Max: value}); err != nil {
			return fmt.Errorf("rlimit %s = %d: %w", lim.name, value, err)
		}
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("dumpable: %w", err)
	}
	l.activate(Limits)
	return nil
}

// onAllThreads makes a system call on every thread of the process: those of the Go runtime and,
// in a program with cgo, those of C.
func onAllThreads(call, a, b, c uintptr) error {
	if _, _, errno := psx.Syscall6(call, a, b, c, 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}
