//go:build linux && (amd64 || arm64)

package sandbox

import (
	"testing"

	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

func TestChildFilter(t *testing.T) {
	const cThread = unix.CLONE_VM | unix.CLONE_FS | unix.CLONE_FILES | unix.CLONE_SIGHAND | unix.CLONE_THREAD | unix.CLONE_SYSVSEM |
		unix.CLONE_SETTLS | unix.CLONE_PARENT_SETTID | unix.CLONE_CHILD_CLEARTID
	tests := []struct {
		name       string
		number     uint32
		args       []uint64
		full, host bpf.RetConstant // in the full tier, and without namespaces
	}{
		{"read", unix.SYS_READ, nil, allow, allow},
		{"open", unix.SYS_OPENAT, nil, allow, allow},
		{"execute", unix.SYS_EXECVE, nil, allow, allow},
		{"socket", unix.SYS_SOCKET, nil, refuse, refuse},
		{"mount", unix.SYS_MOUNT, nil, refuse, refuse},
		{"trace", unix.SYS_PTRACE, nil, refuse, refuse},
		{"thread", unix.SYS_CLONE, []uint64{cThread}, allow, allow},
		{"fork", unix.SYS_CLONE, []uint64{uint64(unix.SIGCHLD)}, allow, refuse},
		{"fork into a namespace", unix.SYS_CLONE, []uint64{unix.CLONE_NEWUSER | uint64(unix.SIGCHLD)}, refuse, refuse},
		{"clone3", unix.SYS_CLONE3, nil, unknown, unknown},
		{"a call to come", newestCall + 1, nil, unknown, unknown},
		{"signal to itself", unix.SYS_KILL, []uint64{42, 9}, allow, allow},
		{"signal to another", unix.SYS_KILL, []uint64{41, 9}, allow, refuse},
		{"signal to a group", unix.SYS_KILL, []uint64{1<<32 - 1, 9}, allow, refuse},
		{"mode of a file", unix.SYS_FCHMODAT, nil, allow, refuse},
		{"owner of a descriptor", unix.SYS_FCNTL, []uint64{0, unix.F_SETOWN, 1}, allow, refuse},
		{"copy of a descriptor", unix.SYS_FCNTL, []uint64{0, unix.F_DUPFD, 1}, allow, allow},
		{"ask a terminal", unix.SYS_IOCTL, []uint64{0, unix.TCGETS}, allow, allow},
		{"type into a terminal", unix.SYS_IOCTL, []uint64{0, unix.TIOCSTI}, refuse, refuse},
		{"type into a terminal by a lookalike", unix.SYS_IOCTL, []uint64{0, 7<<32 | unix.TIOCSTI}, refuse, refuse},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for tier, want := range map[Tier]bpf.RetConstant{TierFull: tt.full, TierNoNamespace: tt.host} {
				if got := judgeWith(t, childFilter(tier, 42), auditArch, tt.number, tt.args...); got != want.Val {
					t.Errorf("%s: verdict = %#x, want %#x", tier, got, want.Val)
				}
			}
		})
	}
	if got := judgeWith(t, childFilter(TierFull, 42), auditArch, firstForeign|unix.SYS_READ); got != killThis.Val {
		t.Errorf("x32 call: verdict = %#x, want %#x", got, killThis.Val)
	}
}
