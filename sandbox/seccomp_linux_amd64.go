package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_X86_64
	firstForeign = 0x40000000 // numbers from here are x32 calls
)

var archAllowed = []uint32{unix.SYS_ARCH_PRCTL} // thread-local storage
