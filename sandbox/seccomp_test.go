//go:build linux && (amd64 || arm64)

package sandbox

import (
	"encoding/binary"
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// judgeCall runs the filter of process 42 on one system call and returns its verdict.
func judgeCall(t *testing.T, arch, number uint32, args ...uint64) uint32 {
	t.Helper()
	return judgeWith(t, filter(42), arch, number, args...)
}

// judgeWith runs a filter on one system call and returns its verdict.
func judgeWith(t *testing.T, prog []bpf.Instruction, arch, number uint32, args ...uint64) uint32 {
	t.Helper()
	vm, err := bpf.NewVM(prog)
	if err != nil {
		t.Fatal(err)
	}
	// struct seccomp_data, in words as the virtual machine reads them: each big endian, while the
	// order of the two words of an argument is the processor's.
	data := make([]byte, 64)
	binary.BigEndian.PutUint32(data[offNumber:], number)
	binary.BigEndian.PutUint32(data[offArch:], arch)
	for i, a := range args {
		binary.BigEndian.PutUint32(data[offArgs+8*i:], uint32(a))
		binary.BigEndian.PutUint32(data[offArgs+8*i+4:], uint32(a>>32))
	}
	verdict, err := vm.Run(data)
	if err != nil {
		t.Fatal(err)
	}
	return uint32(verdict)
}

func TestFilter(t *testing.T) {
	const (
		goThread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_SYSVSEM | unix.CLONE_THREAD
		cThread  = goThread | unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID
	)
	tests := []struct {
		name   string
		number uint32
		args   []uint64
		want   bpf.RetConstant
	}{
		{"read", unix.SYS_READ, nil, allow},
		{"open", unix.SYS_OPENAT, nil, refuse},
		{"socket", unix.SYS_SOCKET, nil, refuse},
		{"thread of Go", unix.SYS_CLONE, []uint64{goThread}, allow},
		{"thread of C", unix.SYS_CLONE, []uint64{cThread}, allow},
		{"fork", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, refuse},
		{"vfork", unix.SYS_CLONE, []uint64{unix.CLONE_VM | unix.CLONE_VFORK | uint64(unix.SIGCHLD)}, refuse},
		{"thread in a new namespace", unix.SYS_CLONE, []uint64{goThread | unix.CLONE_NEWNS}, refuse},
		{"thread with a signal at its end", unix.SYS_CLONE, []uint64{goThread | uint64(unix.SIGCHLD)}, refuse},
		{"clone3", unix.SYS_CLONE3, nil, unknown},
		{"signal to itself", unix.SYS_TGKILL, []uint64{42, 43, 23}, allow},
		{"signal to another", unix.SYS_TGKILL, []uint64{41, 41, 9}, refuse},
		{"signal to a lookalike", unix.SYS_TGKILL, []uint64{7<<32 | 41, 41, 9}, refuse},
		{"kill", unix.SYS_KILL, []uint64{42, 9}, refuse},
		{"own limits", unix.SYS_PRLIMIT64, []uint64{0, unix.RLIMIT_STACK}, allow},
		{"another's limits", unix.SYS_PRLIMIT64, []uint64{1, unix.RLIMIT_STACK}, refuse},
		{"flags of a descriptor", unix.SYS_FCNTL, []uint64{0, unix.F_GETFL}, allow},
		{"owner of a descriptor", unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN, 1}, refuse},
		{"signal of a descriptor", unix.SYS_FCNTL, []uint64{0, unix.F_SETSIG, 9}, refuse},
		{"no such call", 9999, nil, refuse},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := judgeCall(t, auditArch, tt.number, tt.args...); got != tt.want.Val {
				t.Errorf("verdict = %#x, want %#x", got, tt.want.Val)
			}
		})
	}
}

// The same numbers mean other calls to other architectures.
// What a worker with programs may do in addition is nothing that others may.
func TestFilterOfWorkersWithChildren(t *testing.T) {
	with := filter(42, childrenAllowed...)
	for _, call := range childrenAllowed {
		if got := judgeCall(t, auditArch, call); got != refuse.Val {
			t.Errorf("call %d without children: %#x", call, got)
		}
		if got := judgeWith(t, with, auditArch, call); got != allow.Val {
			t.Errorf("call %d with children: %#x", call, got)
		}
	}
	for _, call := range []uint32{unix.SYS_SENDMSG, unix.SYS_SOCKET, unix.SYS_CONNECT, unix.SYS_PIDFD_GETFD} {
		if got := judgeWith(t, with, auditArch, call); got != refuse.Val {
			t.Errorf("call %d with children: %#x", call, got)
		}
	}
}

func TestFilterKnowsItsArchitecture(t *testing.T) {
	if got := judgeCall(t, unix.AUDIT_ARCH_I386, unix.SYS_READ); got != killThis.Val {
		t.Errorf("32-bit call: verdict = %#x, want %#x", got, killThis.Val)
	}
	if got := judgeCall(t, auditArch, firstForeign|unix.SYS_READ); got != killThis.Val {
		t.Errorf("x32 call: verdict = %#x, want %#x", got, killThis.Val)
	}
}

// V8 was seen to make these calls (beside those whose arguments are checked): it must stay able to.
func TestFilterLetsV8Work(t *testing.T) {
	for _, number := range []uint32{
		unix.SYS_FUTEX, unix.SYS_READ, unix.SYS_WRITE, unix.SYS_CLOSE, unix.SYS_FSTAT,
		unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_MADVISE, unix.SYS_BRK,
		unix.SYS_NANOSLEEP, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_CLOCK_GETTIME, unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY,
		unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT, unix.SYS_EVENTFD2,
		unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGRETURN, unix.SYS_SIGALTSTACK,
		unix.SYS_GETTID, unix.SYS_GETPID, unix.SYS_GETRANDOM, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ,
		unix.SYS_UNAME, unix.SYS_RESTART_SYSCALL, unix.SYS_EXIT, unix.SYS_EXIT_GROUP,
	} {
		if got := judgeCall(t, auditArch, number); got != allow.Val {
			t.Errorf("call %d: verdict = %#x, want %#x", number, got, allow.Val)
		}
	}
}
