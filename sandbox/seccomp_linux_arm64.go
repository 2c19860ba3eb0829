package sandbox

import "golang.org/x/sys/unix"

const (
	auditArch    = unix.AUDIT_ARCH_AARCH64
	firstForeign = 0x40000000 // far beyond every call that there is
)

var archAllowed []uint32

var archDenied = []uint32{unix.SYS_KEXEC_FILE_LOAD, unix.SYS_MEMFD_SECRET}

var archHostDenied []uint32
