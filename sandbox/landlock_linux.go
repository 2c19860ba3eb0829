package sandbox

import (
	"fmt"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// newestLandlock is what go-landlock knows at most. A newer kernel is asked for this much.
const newestLandlock = 11

// scopeSignal is Landlock's scope for signals (LANDLOCK_SCOPE_SIGNAL).
const scopeSignal landlock.ScopedSet = 1 << 1

// errataThreadSignals is set by kernels in which threads of one process may signal each other
// although each is in a Landlock domain of its own, as they are here (erratum 2).
const errataThreadSignals = 1 << 1

// enterLandlock puts all threads into Landlock domains that allow nothing, as far as this kernel's
// version of Landlock can forbid it. With cgo the domain allows to list the process's own threads
// in /proc, which go-landlock needs; opening anything is seccomp's to refuse.
func enterLandlock(l *lock) error {
	abi, err := landlockQuery(unix.LANDLOCK_CREATE_RULESET_VERSION)
	if err != nil {
		return l.missing(Landlock, fmt.Sprintf("this kernel has no Landlock, or it is not enabled: %v", err))
	}
	abi = min(abi, newestLandlock)
	deny := landlock.V11.BestEffort()
	if errata, _ := landlockQuery(unix.LANDLOCK_CREATE_RULESET_ERRATA); errata&errataThreadSignals == 0 {
		// Go's scheduler interrupts its threads by signals: without them a busy loop would stop
		// the garbage collector for ever. seccomp lets no signal out anyway.
		deny.Scoped &^= scopeSignal
	}
	if err := deny.Restrict(); err != nil {
		return fmt.Errorf("landlock %d: %w", abi, err)
	}
	l.LandlockABI = abi
	l.activate(Landlock)
	return nil
}

// landlockQuery asks the kernel about Landlock: its version or its errata, by flag.
func landlockQuery(flag uintptr) (int, error) {
	n, _, errno := syscall.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, flag)
	if errno != 0 {
		return 0, errno
	}
	return int(n), nil
}
