package sandbox

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// outputGrace is how long Wait reads on after a process has ended, where something that escaped
// from its group still holds its output open.
const outputGrace = time.Second

// Process is a child that dies with this process. Its methods may be called from any goroutine.
// Whoever started it must call Wait or Kill, or it remains as a zombie.
type Process struct {
	cmd  *exec.Cmd
	once sync.Once
	err  error // of Wait

	mu     sync.Mutex // held while signalling, so that the process id cannot pass to another
	reaped bool
}

// Start starts cmd in a session and process group of its own. It gets the standard descriptors
// and those in cmd.ExtraFiles, and no other that this process may have been left with. The kernel
// kills it when this process ends in whatever way.
//
// cmd.SysProcAttr may be set; its Setsid and Pdeathsig are then overwritten. A cmd made with a
// context has its whole group killed when the context ends.
func Start(cmd *exec.Cmd) (*Process, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Setsid = true
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	if cmd.WaitDelay == 0 {
		cmd.WaitDelay = outputGrace
	}
	p := &Process{cmd: cmd}
	if cmd.Cancel != nil {
		cmd.Cancel = p.signal
	}
	started := make(chan error, 1)
	starter() <- func() { started <- start(cmd) }
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// starter returns the channel to the goroutine that starts every child.
//
// The kernel sends a child its death signal when the thread that made it ends, not the process.
// The Go runtime ends threads as it likes, so all children are made by one goroutine that holds
// its thread for ever.
var starter = sync.OnceValue(func() chan<- func() {
	jobs := make(chan func())
	go func() {
		runtime.LockOSThread()
		for job := range jobs {
			job()
		}
	}()
	return jobs
})

func start(cmd *exec.Cmd) error {
	if err := keepDescriptors(); err != nil {
		return fmt.Errorf("closing descriptors for %s: %w", cmd.Path, err)
	}
	return cmd.Start()
}

// keepDescriptors makes sure that no descriptor but the standard ones is passed on by accident. Go
// opens everything close-on-exec, but what this process inherited, or C code opened, may not be.
// Descriptors that a child is given are duplicated for it and not affected.
func keepDescriptors() error {
	if unix.CloseRange(3, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC) == nil {
		return nil
	}
	open, err := os.ReadDir("/proc/self/fd") // kernels before 5.11
	if err != nil {
		return err
	}
	for _, e := range open {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}

// PID returns the process id, which is also the id of the group.
func (p *Process) PID() int { return p.cmd.Process.Pid }

// Wait waits until the process has ended, kills what is left of its group, and returns what
// exec.Cmd.Wait does. Later calls return the same.
func (p *Process) Wait() error {
	p.once.Do(func() {
		p.waitForExit()
		p.signal()
		p.err = p.reap()
	})
	return p.err
}

// Kill kills the process and its group and waits for the end; what Wait returns then does not
// matter any more. Of a process that has ended it is no more than Wait. An error means that this
// process may not signal it, so that it lives on: LockDown changes no user where that would
// happen.
func (p *Process) Kill() error {
	if err := p.signal(); err != nil {
		return err
	}
	p.Wait()
	return nil
}

// waitForExit blocks until the process has ended, and leaves it a zombie: as long as it is one,
// nobody else can get its number, so that its group can be killed without harm to others.
func (p *Process) waitForExit() {
	for {
		err := unix.Waitid(unix.P_PID, p.PID(), nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

// signal kills the group if it is still the process's.
func (p *Process) signal() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return nil
	}
	if err := unix.Kill(-p.PID(), unix.SIGKILL); err != nil && !errors.Is(err, unix.ESRCH) {
		return fmt.Errorf("kill process group %d: %w", p.PID(), err)
	}
	return nil
}

func (p *Process) reap() error {
	p.mu.Lock()
	p.reaped = true // from here on the number may be another's
	p.mu.Unlock()
	return p.cmd.Wait()
}
