package sandbox

import (
	"path/filepath"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// uffdUserModeOnly is what userfaultfd wants to be asked with by ordinary users.
const uffdUserModeOnly = 1

// attempts are the forbidden things that a probe tries, in order. Those that succeed leave nothing
// behind that outlives the process. The last one would replace it.
var attempts = []struct {
	name string
	try  func(target) error
}{
	{"read a file", func(target) error { return opened(unix.Open("/etc/passwd", unix.O_RDONLY, 0)) }},
	{"list a folder", func(target) error { return opened(unix.Open("/", unix.O_RDONLY|unix.O_DIRECTORY, 0)) }},
	{"ask whether a file exists", func(target) error { return unix.Stat("/etc/passwd", new(unix.Stat_t)) }},
	{"write to a file", func(t target) error {
		return opened(unix.Open(filepath.Join(t.Dir, targetFile), unix.O_WRONLY|unix.O_TRUNC, 0))
	}},
	{"create a file", func(t target) error {
		return opened(unix.Open(filepath.Join(t.Dir, "new"), unix.O_WRONLY|unix.O_CREAT, 0o600))
	}},
	{"change a file's mode", func(t target) error { return unix.Chmod(filepath.Join(t.Dir, targetFile), 0o640) }},
	{"remove a file", func(t target) error { return unix.Unlink(filepath.Join(t.Dir, targetFile)) }},
	{"make a folder", func(t target) error { return unix.Mkdir(filepath.Join(t.Dir, "folder"), 0o700) }},
	{"change the folder", func(target) error { return unix.Chdir("/") }},
	{"change the root", func(target) error { return unix.Chroot("/") }},
	{"make a file in memory", func(target) error { return opened(unix.MemfdCreate("probe", 0)) }},

	{"connect by TCP", func(t target) error {
		return connect(unix.AF_INET, unix.SOCK_STREAM, &unix.SockaddrInet4{Port: t.Port, Addr: [4]byte{127, 0, 0, 1}})
	}},
	{"connect by UDP", func(t target) error {
		return connect(unix.AF_INET, unix.SOCK_DGRAM, &unix.SockaddrInet4{Port: t.Port, Addr: [4]byte{127, 0, 0, 1}})
	}},
	{"connect to a Unix socket", func(t target) error {
		return connect(unix.AF_UNIX, unix.SOCK_STREAM, &unix.SockaddrUnix{Name: filepath.Join(t.Dir, targetSocket)})
	}},
	{"connect to an abstract Unix socket", func(t target) error {
		return connect(unix.AF_UNIX, unix.SOCK_STREAM, &unix.SockaddrUnix{Name: t.abstract()})
	}},
	{"make a pair of sockets", func(target) error {
		fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		if err == nil {
			unix.Close(fds[1])
		}
		return opened(fds[0], err)
	}},
	{"ask the kernel about networks", func(target) error {
		return opened(unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE))
	}},

	{"signal the parent", func(t target) error { return unix.Kill(t.Parent, 0) }},
	{"signal a thread of the parent", func(t target) error { return unix.Tgkill(t.Parent, t.Parent, 0) }},
	{"have the kernel signal the parent", func(t target) error {
		_, err := unix.FcntlInt(1, unix.F_SETOWN, t.Parent)
		return err
	}},
	{"get hold of the parent", func(t target) error { return opened(unix.PidfdOpen(t.Parent, 0)) }},
	{"trace the parent", func(t target) error { return unix.PtraceSeize(t.Parent) }},
	{"read the parent's memory", func(t target) error {
		buf := make([]byte, 1)
		local := []unix.Iovec{{Base: &buf[0], Len: 1}}
		_, err := unix.ProcessVMReadv(t.Parent, local, []unix.RemoteIovec{{Base: 4096, Len: 1}}, 0)
		return err
	}},
	{"open the parent's memory", func(t target) error {
		return opened(unix.Open(filepath.Join("/proc", strconv.Itoa(t.Parent), "mem"), unix.O_RDONLY, 0))
	}},
	{"see the parent's limits", func(t target) error {
		return unix.Prlimit(t.Parent, unix.RLIMIT_NOFILE, nil, new(unix.Rlimit))
	}},

	{"raise its own limit", func(target) error {
		var now unix.Rlimit
		if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &now); err != nil {
			return err
		}
		now.Cur, now.Max = now.Max+1, now.Max+1
		return unix.Setrlimit(unix.RLIMIT_NOFILE, &now)
	}},
	{"become root", func(target) error { return call(unix.SYS_SETRESUID, 0, 0, 0) }},
	{"make namespaces", func(target) error { return call(unix.SYS_UNSHARE, unix.CLONE_NEWUSER|unix.CLONE_NEWNET, 0, 0) }},
	{"mount", func(t target) error {
		err := unix.Mount("probe", t.Dir, "tmpfs", 0, "size=4k")
		if err == nil {
			err = unix.Unmount(t.Dir, unix.MNT_DETACH)
		}
		return err
	}},

	{"use io_uring", func(target) error {
		params := make([]byte, 120) // struct io_uring_params
		return callFD(unix.SYS_IO_URING_SETUP, 1, uintptr(unsafe.Pointer(&params[0])), 0)
	}},
	{"use bpf", func(target) error {
		attr := [4]uint32{unix.BPF_MAP_TYPE_ARRAY, 4, 4, 1} // type, key size, value size, entries
		return callFD(unix.SYS_BPF, unix.BPF_MAP_CREATE, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr))
	}},
	{"use perf events", func(target) error {
		attr := &unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Size: unix.PERF_ATTR_SIZE_VER0, Config: unix.PERF_COUNT_SW_DUMMY, Bits: unix.PerfBitExcludeKernel}
		return opened(unix.PerfEventOpen(attr, 0, -1, -1, 0))
	}},
	{"use keys", func(target) error {
		_, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_PROCESS_KEYRING, true)
		return err
	}},
	{"use userfaultfd", func(target) error { return callFD(unix.SYS_USERFAULTFD, unix.O_CLOEXEC|uffdUserModeOnly, 0, 0) }},
	{"use shared memory", func(target) error {
		id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o600)
		if err == nil {
			_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		}
		return err
	}},

	{"fork", func(target) error { return fork(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0) }},
	{"fork by clone3", func(target) error {
		args := [8]uint64{4: uint64(unix.SIGCHLD)} // struct clone_args: the exit signal
		return fork(unix.SYS_CLONE3, uintptr(unsafe.Pointer(&args)), unsafe.Sizeof(args))
	}},
	{"execute a program", func(target) error { return unix.Exec("/bin/true", []string{"true"}, nil) }},
}

// opened closes what could be opened after all.
func opened(fd int, err error) error {
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func connect(family, kind int, to unix.Sockaddr) error {
	fd, err := unix.Socket(family, kind|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	return unix.Connect(fd, to)
}

// call makes a system call that gives no descriptor. Pointers among its arguments stay valid.
//
//go:uintptrescapes
func call(number, a, b, c uintptr) error {
	if _, _, errno := syscall.Syscall(number, a, b, c); errno != 0 {
		return errno
	}
	return nil
}

// callFD makes a system call that gives a descriptor, and closes that.
//
//go:uintptrescapes
func callFD(number, a, b, c uintptr) error {
	fd, _, errno := syscall.Syscall(number, a, b, c)
	if errno != 0 {
		return errno
	}
	return unix.Close(int(fd))
}

// fork makes a process and waits for its end.
//
//go:uintptrescapes
func fork(number, a, b uintptr) error {
	pid, errno := rawFork(number, a, b)
	if errno != 0 {
		return errno
	}
	_, err := unix.Wait4(int(pid), nil, 0, nil)
	return err
}

// rawFork forks a child that ends at once. It has none of the threads that Go needs and must not
// come near the scheduler, which a function with a stack check could.
//
//go:nosplit
//go:norace
func rawFork(number, a, b uintptr) (uintptr, syscall.Errno) {
	pid, _, errno := syscall.RawSyscall6(number, a, b, 0, 0, 0, 0)
	if errno == 0 && pid == 0 {
		for {
			syscall.RawSyscall(unix.SYS_EXIT_GROUP, 0, 0, 0)
		}
	}
	return pid, errno
}
