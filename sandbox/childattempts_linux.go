package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// childAttempt is a forbidden thing that a probing child tries.
type childAttempt struct {
	name string
	try  func(childTarget) error
}

// daemonSession puts a process into a session of its own.
var daemonSession = &syscall.SysProcAttr{Setsid: true}

// childAttempts are what a probing child tries, in order: some that a locked-down process tries
// too, and those that only make sense for a program.
func childAttempts() []childAttempt {
	list := []childAttempt{
		{"read a foreign file", func(t childTarget) error {
			return opened(unix.Open(filepath.Join(t.Dir, targetFile), unix.O_RDONLY, 0))
		}},
		{"read the list of users", func(childTarget) error { return opened(unix.Open("/etc/passwd", unix.O_RDONLY, 0)) }},
		{"list the home folder", func(t childTarget) error { return listed(t.Home) }},
		{"write to its own program", func(childTarget) error { return opened(unix.Open(os.Args[0], unix.O_WRONLY, 0)) }},
		{"create a file among the programs", func(childTarget) error { return created("/usr/bin/koth-probe") }},
		{"create a file in the root folder", func(childTarget) error { return created("/koth-probe") }},
	}
	shared := map[string]bool{
		"write to a file": true, "create a file": true, "change a file's mode": true, "remove a file": true, "make a folder": true,
		"change the root": true, "make a file in memory": true,
		"connect by TCP": true, "connect by UDP": true, "connect to a Unix socket": true, "connect to an abstract Unix socket": true,
		"ask the kernel about networks": true,
		"signal the parent":             true, "have the kernel signal the parent": true, "get hold of the parent": true,
		"trace the parent": true, "read the parent's memory": true, "open the parent's memory": true, "see the parent's limits": true,
		"raise its own limit": true, "make namespaces": true, "mount": true, "use io_uring": true, "use bpf": true,
		"use perf events": true, "use keys": true, "use userfaultfd": true, "use shared memory": true,
	}
	for _, a := range attempts {
		if shared[a.name] {
			list = append(list, childAttempt{a.name, func(t childTarget) error { return a.try(t.target) }})
		}
	}
	return append(list,
		childAttempt{"signal another bot", func(t childTarget) error { return unix.Kill(t.Sibling, 0) }},
		childAttempt{"trace another bot", func(t childTarget) error { return unix.PtraceSeize(t.Sibling) }},
		childAttempt{"see another bot in /proc", func(t childTarget) error {
			return listed(filepath.Join("/proc", strconv.Itoa(t.Sibling), "fd"))
		}},
		childAttempt{"get rights by a change of user", changeUser},
		childAttempt{"fill /tmp", fillTmp},
		childAttempt{"fork without end", forkBomb},
	)
}

func listed(dir string) error {
	return opened(unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0))
}

func created(name string) error {
	err := opened(unix.Open(name, unix.O_WRONLY|unix.O_CREAT, 0o600))
	if err == nil {
		unix.Unlink(name)
	}
	return err
}

// changeUser becomes user 1, which is the host's root in a child of root's.
func changeUser(childTarget) error {
	err := call(unix.SYS_SETRESUID, 1, 1, 1)
	if errors.Is(err, unix.EINVAL) {
		return unix.ENOENT // there is none in this namespace
	}
	return err
}

// fillTmp writes more than it may.
func fillTmp(t childTarget) error {
	block := make([]byte, 1<<20)
	for i := range int(t.Tmp>>20) + 2 {
		name := filepath.Join("/tmp", "fill-"+strconv.Itoa(i)) // several files: each has its limit
		defer unix.Unlink(name)
		if err := os.WriteFile(name, block, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// forkBomb makes more processes than it may. They end at once, but count until they are waited for.
func forkBomb(t childTarget) error {
	most := t.Processes + 2*stageThreads
	for range most {
		pid, errno := rawFork(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0)
		if errno != 0 {
			return errno
		}
		defer unix.Wait4(int(pid), nil, 0, nil)
	}
	return nil
}

// heldErrors are those by which an attempt is refused, or by which there is nothing to attack.
// ETXTBSY is what the owner of a program that runs gets, before anything else is looked at.
var heldErrors = []error{
	unix.EPERM, unix.EACCES, unix.ENOSYS, unix.ENOENT, unix.EROFS, unix.ESRCH, unix.ENOSPC, unix.EAGAIN, unix.ETXTBSY,
}

// judgeChild says what the outcome of a child's attempt means.
func judgeChild(err error) Finding {
	if err == nil {
		return Finding{Detail: "it was done"}
	}
	for _, held := range heldErrors {
		if errors.Is(err, held) {
			return Finding{Held: true, Detail: err.Error()}
		}
	}
	return Finding{Detail: fmt.Sprintf("not refused: %v", err)}
}
