package stdio

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/sandbox"
)

// ErrProgram is wrapped by errors of programs that cannot be executed.
var ErrProgram = errors.New("cannot be started")

// Times given to programs that are about to end.
const (
	endGrace     = 500 * time.Millisecond // whose output has ended
	releaseGrace = 100 * time.Millisecond // whose match is over
)

// Local starts programs as confined children of this process (sandbox.Child).
type Local struct {
	Unsafe bool // start them where a layer of confinement is missing
}

var _ Launcher = Local{}

// Process is a program that Local has started. Its methods may be called from any goroutine.
type Process struct {
	confined *sandbox.Confined
	streams  Streams
	done     chan struct{} // closed when it has ended, with all that it started
}

var _ Child = (*Process)(nil)

// Launch implements Launcher.
func (l Local) Launch(spec bot.Spec, s bot.Seating) (Child, error) {
	p, err := l.Start(spec.Command, s.Limits)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Start starts a program. The errors are those of Launcher.Launch.
func (l Local) Start(c *bot.Command, limits bot.Limits) (*Process, error) {
	pipes, err := makePipes()
	if err != nil {
		return nil, fmt.Errorf("pipes for a program: %w", err)
	}
	defer pipes.closeTheirs()
	cfg := sandbox.ChildConfig{
		Path: c.Args[0], Args: arguments(c, cmp.Or(limits.Child, sandbox.DefaultMemory)), Env: c.Env, Dir: c.Dir, ReadOnly: c.ReadOnly,
		Stdin: pipes.theirs[0], Stdout: pipes.theirs[1], Stderr: pipes.theirs[2],
		Memory: uint64(limits.Child), CPU: cpuLimit(limits),
	}
	if l.Unsafe {
		cfg.AllowMissing = sandbox.AllLayers()
	}
	p := &Process{streams: pipes.ours, done: make(chan struct{})}
	if p.confined, err = sandbox.Child(cfg); err != nil {
		pipes.closeOurs()
		if ownFault(err) {
			return nil, fmt.Errorf("%w: %w", ErrProgram, err)
		}
		return nil, err
	}
	go func() {
		p.confined.Wait()
		close(p.done)
	}()
	return p, nil
}

// arguments are those of a command, and what its interpreter has to be told. Java does not see its
// limit of memory: it would let garbage grow to a part of the machine's, and be killed for it.
func arguments(c *bot.Command, memory int) []string {
	if filepath.Base(c.Args[0]) != "java" {
		return c.Args
	}
	return slices.Insert(slices.Clone(c.Args), 1,
		"-XX:+IgnoreUnrecognizedVMOptions", fmt.Sprintf("-XX:MaxRAM=%d", memory), "-XX:MaxRAMPercentage=50")
}

// cpuMoves is the number of moves for which a program may use CPU time, as one thread would: it
// stops those that go on when they are not asked.
const cpuMoves = 1000

// cpuLimit returns the CPU time that a program may use in a match, 0 for no limit.
func cpuLimit(l bot.Limits) time.Duration {
	const most = 1000 * time.Hour
	if l.Start > most || l.Bank > most || l.Move > most/cpuMoves {
		return 0
	}
	return l.Start + l.Bank + cpuMoves*l.Move
}

// ownFault says whether it is the program that cannot be executed.
func ownFault(err error) bool {
	return slices.ContainsFunc([]error{os.ErrNotExist, syscall.EACCES, syscall.ENOEXEC, syscall.ENOTDIR, syscall.EISDIR, syscall.ELOOP, syscall.ENOTSUP},
		func(e error) bool { return errors.Is(err, e) })
}

// Confinement says what confines the program.
func (p *Process) Confinement() (sandbox.Tier, sandbox.Layers) {
	return p.confined.Tier, p.confined.Layers
}

// Streams implements Child.
func (p *Process) Streams() Streams { return p.streams }

// End implements Child.
func (p *Process) End(patience bool) (sandbox.End, error) {
	if patience {
		p.await(endGrace)
	}
	return p.confined.Kill()
}

// Release implements Child.
func (p *Process) Release() { go p.Finish() }

// Finish is Release for who waits until the program is gone.
func (p *Process) Finish() error {
	p.await(releaseGrace)
	_, err := p.confined.Kill()
	return err
}

// await waits until the program has ended, but not for long.
func (p *Process) await(grace time.Duration) {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-p.done:
	case <-timer.C:
	}
}

// pipes are the pipes of a program.
type pipes struct {
	ours   Streams
	theirs [3]*os.File
}

// makePipes makes three pipes. Only our ends do not block: a program expects that its streams do.
func makePipes() (p pipes, err error) {
	p.ours = Streams{-1, -1, -1}
	for i, ours := range []*int{&p.ours.In, &p.ours.Out, &p.ours.Err} {
		var ends [2]int // read, write
		if err := unix.Pipe2(ends[:], unix.O_CLOEXEC); err != nil {
			p.closeOurs()
			p.closeTheirs()
			return pipes{}, err
		}
		if i == 0 {
			ends[0], ends[1] = ends[1], ends[0]
		}
		*ours = ends[0]
		p.theirs[i] = os.NewFile(uintptr(ends[1]), "pipe")
		if err := unix.SetNonblock(ends[0], true); err != nil {
			p.closeOurs()
			p.closeTheirs()
			return pipes{}, err
		}
	}
	return p, nil
}

func (p *pipes) closeOurs() {
	for _, fd := range []int{p.ours.In, p.ours.Out, p.ours.Err} {
		if fd >= 0 {
			unix.Close(fd)
		}
	}
}

func (p *pipes) closeTheirs() {
	for _, f := range p.theirs {
		if f != nil {
			f.Close()
		}
	}
}
