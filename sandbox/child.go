package sandbox

import (
	"fmt"
	"os"
	"syscall"
	"time"
)

// Tier says how a child is kept apart.
type Tier string

// The tiers, best first.
const (
	// TierFull has namespaces: the child sees a root of its own with nothing in it but read-only
	// system folders, its own folder and a small /tmp; no network; no process but its own.
	TierFull Tier = "full"

	// TierNoNamespace is for machines that refuse namespaces: Landlock hides files, seccomp
	// refuses sockets and new processes, and there is nowhere to write.
	TierNoNamespace Tier = "no-namespace"
)

// Defaults of ChildConfig.
const (
	DefaultMemory    = 512 << 20 // bytes
	DefaultTmp       = 16 << 20  // bytes
	DefaultProcesses = 64        // processes and threads
)

// childReserve is added to a child's memory for RLIMIT_DATA, which counts what is reserved as if
// it were used: eight megabytes of stack for each thread, and the heaps of Go and V8.
const childReserve = 512 << 20

// ChildConfig says which program runs as a confined child, and what it may use.
type ChildConfig struct {
	Path string   // the program: absolute, and visible to the child
	Args []string // its arguments, the first of which is its name; nil means Path alone
	Env  []string // in addition to PATH, HOME, TMPDIR and LANG, as NAME=VALUE
	Dir  string   // the folder it starts in, and which it may read with all in it; "" is /tmp

	// ReadOnly lists further files and folders that it may read, each at its own place: a bot that
	// is a single file, or the prefix of an interpreter outside of /usr (see FindProgram). Their
	// bin folders come first in PATH.
	ReadOnly []string

	Stdin, Stdout, Stderr *os.File // its standard streams, best pipes; nil is the null device

	Memory    uint64        // bytes, all its processes together; 0 means DefaultMemory
	Tmp       uint64        // bytes in /tmp, in the full tier; 0 means DefaultTmp
	CPU       time.Duration // of each of its processes, rounded up to seconds; 0 sets no limit
	Processes int           // processes and threads at a time; 0 means DefaultProcesses
	Files     uint64        // descriptors of a process; 0 means DefaultFiles

	// AllowMissing lists layers that may be missing, as for LockDown. Namespaces in it also allows
	// a machine on which neither tier holds.
	AllowMissing []Layer
}

func (c ChildConfig) withDefaults() ChildConfig {
	if c.Args == nil {
		c.Args = []string{c.Path}
	}
	if c.Memory == 0 {
		c.Memory = DefaultMemory
	}
	if c.Tmp == 0 {
		c.Tmp = DefaultTmp
	}
	if c.Processes == 0 {
		c.Processes = DefaultProcesses
	}
	if c.Files == 0 {
		c.Files = DefaultFiles
	}
	return c
}

// EndKind is a word for how a child ended.
type EndKind string

// The ends.
const (
	EndExited  EndKind = "exited"    // by itself, with End.Code
	EndSignal  EndKind = "signal"    // by End.Signal
	EndMemory  EndKind = "memory"    // it used more than ChildConfig.Memory, and was killed
	EndThreads EndKind = "processes" // it had more than ChildConfig.Processes, and was killed
	EndCPU     EndKind = "cpu"       // it used more than ChildConfig.CPU, and was killed
	EndKilled  EndKind = "killed"    // by Confined.Kill
)

// End is how a child ended.
type End struct {
	Kind   EndKind
	Code   int            // of EndExited
	Signal syscall.Signal // of EndSignal
	CPU    time.Duration  // user and system time of the program and of what it waited for; 0 if killed
}

// String says it in a few words.
func (e End) String() string {
	switch e.Kind {
	case EndExited:
		return fmt.Sprintf("exited with status %d", e.Code)
	case EndSignal:
		return fmt.Sprintf("killed by signal %d (%v)", int(e.Signal), e.Signal)
	case EndMemory:
		return "killed: used more memory than allowed"
	case EndThreads:
		return "killed: had more processes and threads than allowed"
	case EndCPU:
		return "killed: used more CPU time than allowed"
	default:
		return "killed by the arena"
	}
}
