package sandbox

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// dropUser makes a process of root's an unprivileged user's. An ordinary user has no other to
// become, so there the layer is neither active nor missing. It comes after the program and its
// libraries are loaded, so that those may lie where only root can read.
func dropUser(l *lock) error {
	if os.Geteuid() != 0 && os.Getuid() != 0 {
		return nil
	}
	if !mayKillOthers() {
		return l.missing(User, "without the capability to kill (CAP_KILL) a parent could not end a child of another user")
	}
	id := l.cfg.User
	err := syscall.Setgroups(nil)
	if err == nil {
		err = syscall.Setresgid(id, id, id)
	}
	if err == nil {
		err = syscall.Setresuid(id, id, id)
	}
	if err != nil { // a container without the capability, or one that does not map this uid
		return l.missing(User, fmt.Sprintf("root cannot become uid %d: %v", id, err))
	}
	l.activate(User)
	return nil
}

// mayKillOthers says whether this process, and so the parent that it has its rights from, may
// signal processes of other users.
func mayKillOthers() bool {
	head := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var have [2]unix.CapUserData
	err := unix.Capget(head, &have[0])
	return err == nil && have[0].Effective&(1<<unix.CAP_KILL) != 0
}

// dropCapabilities gives up what a change of user leaves: the capabilities of a root that could
// not change, or those that an ordinary user was given.
func dropCapabilities(*lock) error {
	head := &unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	none := new([2]unix.CapUserData)
	_, _, errno := psx.Syscall3(unix.SYS_CAPSET, uintptr(unsafe.Pointer(head)), uintptr(unsafe.Pointer(none)), 0)
	if errno != 0 {
		return fmt.Errorf("capabilities: %w", errno)
	}
	return nil
}
