package sandbox

import (
	"os"
	"slices"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Programs come from any compiler, so that a list of what they may call would never be complete.
// A child's filter lists what it may not: what reaches for other processes, for the machine, or
// for memory that no limit counts, and what is known as a way to attack the kernel.

// newestCall is the newest system call that this list was made with. Later ones are said not to
// exist, which programs must be able to live with.
const newestCall = 462 // mseal, Linux 6.10

// denied are refused to every child; archDenied adds those of one processor.
var denied = []uint32{
	// Other processes.
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE,
	unix.SYS_PROCESS_MRELEASE, unix.SYS_KCMP, unix.SYS_PIDFD_OPEN, unix.SYS_PIDFD_GETFD, unix.SYS_PIDFD_SEND_SIGNAL,

	// Network, and sockets of any kind. Pairs of sockets are possible: they lead nowhere.
	unix.SYS_SOCKET,

	// Namespaces and mounts.
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_CHROOT, unix.SYS_PIVOT_ROOT, unix.SYS_MOUNT, unix.SYS_UMOUNT2,
	unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_MOUNT_SETATTR, unix.SYS_FSOPEN, unix.SYS_FSCONFIG,
	unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,

	// Large and often broken parts of the kernel.
	unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_IO_URING_SETUP,
	unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL,
	unix.SYS_FANOTIFY_INIT, unix.SYS_VMSPLICE,

	// Memory that belongs to no process, so that nobody would count it.
	unix.SYS_MEMFD_CREATE, unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN,

	// The machine.
	unix.SYS_KEXEC_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_REBOOT,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SYSLOG, unix.SYS_VHANGUP,
	unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME, unix.SYS_CLOCK_SETTIME, unix.SYS_SETTIMEOFDAY, unix.SYS_PERSONALITY,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME,
}

// hostDenied are refused in addition where the child shares processes and files with everyone.
// Landlock judges what is opened and made; it does not know these.
var hostDenied = []uint32{
	// Signals by other ways than those that are checked, and others' priorities.
	unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET,
	unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETATTR, unix.SYS_SCHED_SETAFFINITY,
	unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,

	// Owners, modes, times and attributes of the user's files, and news of them.
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT, unix.SYS_TRUNCATE,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
	unix.SYS_INOTIFY_INIT1,
}

// namespaceFlags are the flags of clone that make namespaces.
const namespaceFlags = unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWNET |
	unix.CLONE_NEWIPC | unix.CLONE_NEWUTS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWTIME

// filterCalls puts this thread under the child's filter; the program inherits it.
func (s *stage) filterCalls() error {
	return s.filterWith(childFilter(s.plan.Tier, uint32(os.Getpid())), 0)
}

// childFilter returns the program that judges every system call of a child.
func childFilter(tier Tier, pid uint32) []bpf.Instruction {
	prog := checkArch()
	prog = append(prog, bpf.JumpIf{Cond: bpf.JumpGreaterThan, Val: newestCall, SkipFalse: 1}, unknown)
	no := slices.Concat(denied, archDenied)
	if tier == TierNoNamespace {
		no = slices.Concat(no, hostDenied, archHostDenied)
	}
	for _, call := range no {
		prog = append(prog, onCall(call, refuse)...)
	}
	// Its flags are in memory, where no filter can see them. C libraries then use clone.
	prog = append(prog, onCall(unix.SYS_CLONE3, unknown)...)
	// Not to put letters into a terminal's input, as if they had been typed.
	prog = append(prog, onCall(unix.SYS_IOCTL, argIsNot(1, unix.TIOCSTI, unix.TIOCLINUX, unix.TIOCSETD, fioSetOwn, siocSetOwner)...)...)
	if tier != TierNoNamespace {
		prog = append(prog, onCall(unix.SYS_CLONE,
			bpf.LoadAbsolute{Off: offArgs, Size: 4},
			bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: namespaceFlags, SkipFalse: 1},
			refuse,
			allow,
		)...)
		return append(prog, allow)
	}
	prog = append(prog, onCall(unix.SYS_CLONE, // threads only: a process could outlive the child
		bpf.LoadAbsolute{Off: offArgs, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: ^uint32(threadFlags), SkipTrue: 2},
		bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: unix.CLONE_THREAD, SkipFalse: 1},
		allow,
		refuse,
	)...)
	prog = append(prog, onCall(unix.SYS_KILL, argIs(0, pid)...)...)
	prog = append(prog, onCall(unix.SYS_TGKILL, argIs(0, pid)...)...)
	prog = append(prog, onCall(unix.SYS_PRLIMIT64, argIs(0, 0, pid)...)...)
	prog = append(prog, onCall(unix.SYS_FCNTL, argIsNot(1, unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG, unix.F_NOTIFY)...)...)
	return append(prog, allow)
}

// By these ioctl requests too the kernel would send signals to any process.
const (
	fioSetOwn    = 0x8901
	siocSetOwner = 0x8902
)

// argIsNot refuses a call if the lower half of argument n is one of the values, and allows it
// otherwise.
func argIsNot(n uint32, values ...uint32) []bpf.Instruction {
	body := []bpf.Instruction{bpf.LoadAbsolute{Off: offArgs + 8*n, Size: 4}}
	for _, v := range values {
		body = append(body, bpf.JumpIf{Cond: bpf.JumpEqual, Val: v, SkipFalse: 1}, refuse)
	}
	return append(body, allow)
}
