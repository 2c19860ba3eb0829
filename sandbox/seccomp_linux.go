package sandbox

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// allowed lists the system calls that a locked-down process may make with any arguments: what the
// Go runtime and C's thread and memory functions need. archAllowed adds those of one processor.
//
// V8 (as of libnode 108) makes exactly these, and those with checked arguments below:
//
//	futex read write close fstat mmap munmap mprotect mremap madvise brk
//	nanosleep clock_nanosleep clock_gettime sched_yield sched_getaffinity
//	epoll_create1 epoll_ctl epoll_pwait eventfd2 fcntl
//	rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack tgkill gettid getpid
//	getrandom prlimit64 set_robust_list rseq arch_prctl uname restart_syscall exit exit_group
//	clone (threads only), and clone3 until it is told ENOSYS
//
// Left out on purpose: timer_create (needed only by profilers, and the kernel's CPU timers have
// had holes), prctl, ioctl, memfd_create, and all that names a file.
var allowed = []uint32{
	// The frequent ones first: a filter is read from the top.
	unix.SYS_FUTEX, unix.SYS_READ, unix.SYS_WRITE, unix.SYS_EPOLL_PWAIT, unix.SYS_MADVISE,
	unix.SYS_CLOCK_GETTIME, unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_SCHED_YIELD,

	// Memory, also executable.
	unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_BRK,

	// Descriptors that are open, and the network poller's own.
	unix.SYS_READV, unix.SYS_WRITEV, unix.SYS_CLOSE, unix.SYS_FSTAT,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EVENTFD2,

	// Signal handlers and masks.
	unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,

	// Threads.
	unix.SYS_GETTID, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_SCHED_GETAFFINITY,

	// What the process may know of itself and of time.
	unix.SYS_GETPID, unix.SYS_GETRANDOM, unix.SYS_GETTIMEOFDAY, unix.SYS_CLOCK_GETRES, unix.SYS_UNAME,

	unix.SYS_RESTART_SYSCALL, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
}

// childrenAllowed is what Config.Children allows in addition. A descriptor can only come from who
// has the other end of a socket that the process had before; it can make none.
var childrenAllowed = []uint32{unix.SYS_PPOLL, unix.SYS_RECVMSG}

// threadFlags are all flags with which C libraries and the Go runtime make threads. CLONE_THREAD
// must be among them, and no other: none of them makes a process or a namespace.
const threadFlags = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD |
	unix.CLONE_SYSVSEM | unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID |
	unix.CLONE_CHILD_SETTID | unix.CLONE_DETACHED

// enterSeccomp installs the filter on all threads at once; later ones inherit it.
func enterSeccomp(l *lock) error {
	var more []uint32
	if l.cfg.Children {
		more = childrenAllowed
	}
	return l.filterWith(filter(uint32(os.Getpid()), more...), unix.SECCOMP_FILTER_FLAG_TSYNC)
}

// filterWith puts the calling thread under a filter, and with SECCOMP_FILTER_FLAG_TSYNC all others
// too.
func (l *lock) filterWith(prog []bpf.Instruction, flags uintptr) error {
	if auditArch == 0 {
		return l.missing(Seccomp, "no list of system calls for "+runtime.GOARCH)
	}
	raw, err := bpf.Assemble(prog)
	if err != nil {
		return fmt.Errorf("seccomp: %w", err)
	}
	code := make([]unix.SockFilter, len(raw))
	for i, r := range raw {
		code[i] = unix.SockFilter{Code: r.Op, Jt: r.Jt, Jf: r.Jf, K: r.K}
	}
	fprog := unix.SockFprog{Len: uint16(len(code)), Filter: &code[0]}
	// SPEC_ALLOW: without it kernels before 5.16 slow the whole process down against speculation,
	// which would cost bots their time and protect nothing: the process holds no secrets.
	tid, _, errno := syscall.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		flags|unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&fprog)))
	switch {
	case errno != 0 && (errors.Is(errno, unix.ENOSYS) || errors.Is(errno, unix.EINVAL) || errors.Is(errno, unix.EPERM)):
		return l.missing(Seccomp, fmt.Sprintf("this kernel or container does not let a process filter its system calls: %v", errno))
	case errno != 0:
		return fmt.Errorf("seccomp: %w", errno)
	case tid != 0:
		return fmt.Errorf("seccomp: thread %d has a filter of its own and cannot be locked down", tid)
	}
	l.activate(Seccomp)
	return nil
}

// Where a filter finds what it judges (struct seccomp_data).
const (
	offNumber = 0
	offArch   = 4
	offArgs   = 16 // eight bytes each, the lower four first
)

var (
	allow    = bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}
	refuse   = bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}
	unknown  = bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)}
	killThis = bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS}
)

// filter returns the program that judges every system call of process pid. more is allowed in
// addition. What is not allowed gives EPERM, which script engines and the Go runtime survive.
func filter(pid uint32, more ...uint32) []bpf.Instruction {
	prog := checkArch()
	for _, call := range slices.Concat(allowed, archAllowed, more) {
		prog = append(prog, onCall(call, allow)...)
	}
	prog = append(prog, onCall(unix.SYS_CLONE,
		bpf.LoadAbsolute{Off: offArgs, Size: 4}, // the flags
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: ^uint32(threadFlags), SkipTrue: 2},
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.CLONE_THREAD, SkipFalse: 1},
		allow,
		refuse,
	)...)
	// Its flags are in memory, where no filter can see them. C libraries then use clone.
	prog = append(prog, onCall(unix.SYS_CLONE3, unknown)...)
	// Signals: between the threads of this process.
	prog = append(prog, onCall(unix.SYS_TGKILL, argIs(0, pid)...)...)
	// Limits: of this process; it can but lower them.
	prog = append(prog, onCall(unix.SYS_PRLIMIT64, argIs(0, 0, pid)...)...)
	// Not F_SETOWN and F_SETSIG, by which the kernel sends any signal to any process of the user.
	prog = append(prog, onCall(unix.SYS_FCNTL,
		argIs(1, unix.F_GETFD, unix.F_SETFD, unix.F_GETFL, unix.F_SETFL, unix.F_DUPFD_CLOEXEC)...)...)
	return append(prog, refuse)
}

// checkArch begins a filter: it kills what makes calls of another architecture, to which the same
// numbers mean other calls (32-bit ones on a 64-bit kernel, then the x32 ones, which differ by a
// bit of the number), and leaves the number loaded.
func checkArch() []bpf.Instruction {
	return []bpf.Instruction{
		bpf.LoadAbsolute{Off: offArch, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: auditArch, SkipTrue: 1},
		killThis,
		bpf.LoadAbsolute{Off: offNumber, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpLessThan, Val: firstForeign, SkipTrue: 1},
		killThis,
	}
}

// onCall runs body, which must end in a verdict, if the call has that number. The number is
// loaded before and after; body may load something else, because it does not come back.
func onCall(number uint32, body ...bpf.Instruction) []bpf.Instruction {
	head := bpf.JumpIf{Cond: bpf.JumpEqual, Val: number, SkipFalse: uint8(len(body))}
	return append([]bpf.Instruction{head}, body...)
}

// argIs allows a call if the lower half of argument n, which is all that the kernel reads of these
// arguments, is one of the values.
func argIs(n uint32, values ...uint32) []bpf.Instruction {
	body := []bpf.Instruction{bpf.LoadAbsolute{Off: offArgs + 8*n, Size: 4}}
	for _, v := range values {
		body = append(body, bpf.JumpIf{Cond: bpf.JumpEqual, Val: v, SkipFalse: 1}, allow)
	}
	return append(body, refuse)
}
