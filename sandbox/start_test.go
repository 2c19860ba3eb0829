//go:build linux

package sandbox

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// orphanChild locks itself down and then does not end by itself: one thread is busy.
func orphanChild() error {
	l, err := LockDown(tolerant())
	if err != nil {
		return err
	}
	if err := say(l); err != nil {
		return err
	}
	go spin()
	select {}
}

// middleChild starts an orphanChild that shares its output, and waits.
func middleChild() error {
	cmd := childCommand("orphan")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	p, err := Start(cmd)
	if err != nil {
		return err
	}
	return p.Wait()
}

// A parent that is killed leaves no child behind, although that has become another user's.
func TestDiesWithParent(t *testing.T) {
	forEachUser(t, func(t *testing.T, command func(string, ...string) *exec.Cmd) {
		middle := talk(t, command("middle"))
		var l Layers
		middle.hear(t, &l)
		t.Logf("layers: %v", l)
		// Only the middle one: Kill would reach for its group, which its child has left.
		if err := unix.Kill(middle.PID(), unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		middle.hearEnd(t)
	})
}

// familyChild starts a child of its own in its group and does not end.
func familyChild() error {
	if err := leaverChild(); err != nil {
		return err
	}
	return waitForInput()
}

// leaverChild starts a child of its own in its group and ends before it.
func leaverChild() error {
	cmd := childCommand("stay")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd.Start()
}

// stayChild stays until its input ends, and nothing but a signal ends it before.
func stayChild() error {
	if err := say("here"); err != nil {
		return err
	}
	return waitForInput()
}

func TestKillReachesTheGroup(t *testing.T) {
	c := talk(t, childCommand("family"))
	var grandchild string
	c.hear(t, &grandchild)
	c.Kill()
	c.hearEnd(t)
	checkReaped(t, c.PID())
	c.Kill() // once more does no harm
}

func TestWaitEndsTheGroup(t *testing.T) {
	c := talk(t, childCommand("leaver"))
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	for { // the grandchild may or may not have come to say something
		if _, err := c.out.ReadByte(); err != nil {
			break
		}
	}
	c.hearEnd(t)
	checkReaped(t, c.PID())
}

func TestContextEndsTheGroup(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cmd := exec.CommandContext(ctx, testBinary)
	cmd.Env = childCommand("family").Env
	c := talk(t, cmd)
	var grandchild string
	c.hear(t, &grandchild)
	cancel()
	if err := c.Wait(); err == nil {
		t.Error("Wait = nil, want an error: it was killed")
	}
	c.hearEnd(t)
	checkReaped(t, c.PID())
}

// checkReaped says whether a child is gone for good, not a zombie.
func checkReaped(t *testing.T, pid int) {
	t.Helper()
	if _, err := unix.Wait4(pid, nil, unix.WNOHANG, nil); !errors.Is(err, unix.ECHILD) {
		t.Errorf("wait for process %d = %v, want %v: it should be reaped", pid, err, unix.ECHILD)
	}
}

func TestStartOfNothing(t *testing.T) {
	if _, err := Start(exec.Command("/nonexistent/program")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("err = %v, want %v", err, os.ErrNotExist)
	}
}

// descriptorsChild says which files its descriptors stand for.
func descriptorsChild() error {
	var open []uint64
	for fd := range 64 {
		var st unix.Stat_t
		if unix.Fstat(fd, &st) == nil {
			open = append(open, st.Ino)
		}
	}
	return say(open)
}

// A descriptor that is not close-on-exec is passed on only if it is meant to be.
func TestNoDescriptorLeaks(t *testing.T) {
	var inodes [2]uint64
	var files [2]*os.File
	for i := range files {
		var fds [2]int
		if err := unix.Pipe2(fds[:], 0); err != nil {
			t.Fatal(err)
		}
		defer unix.Close(fds[1])
		files[i] = os.NewFile(uintptr(fds[0]), "leak")
		defer files[i].Close()
		var st unix.Stat_t
		if err := unix.Fstat(fds[0], &st); err != nil {
			t.Fatal(err)
		}
		inodes[i] = st.Ino
	}
	cmd := childCommand("descriptors")
	cmd.ExtraFiles = files[:1]
	c := talk(t, cmd)
	var open []uint64
	c.hear(t, &open)
	for i, want := range []int{1, 0} {
		n := 0
		for _, ino := range open {
			if ino == inodes[i] {
				n++
			}
		}
		if n != want {
			t.Errorf("pipe %d: the child has %d descriptors of it, want %d", i, n, want)
		}
	}
}
