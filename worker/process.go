package worker

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"koth/sandbox"
)

// readyWithin is how long a worker may take to lock itself down and start its engine, on a busy
// machine.
const readyWithin = 30 * time.Second

// workerProcs is the GOMAXPROCS of a worker, which has one goroutine with something to do. With 1
// the Go runtime would take the processor away from every call into the engine that is longer
// than 20 us, and look for such calls that often.
const workerProcs = "2"

// process is the parent's side of one worker.
type process struct {
	child    *sandbox.Process
	conn     net.Conn
	in       *bufio.Reader
	out      *bufio.Writer
	buf      []byte
	page     *page
	said     *tail // what it wrote to stderr
	hello    hello
	ready    ready
	programs *nursery             // nil without any
	sent     []Job                // jobs given and not yet answered, in order
	given    int                  // jobs given since the start
	hung     atomic.Pointer[hang] // why it was killed, if it was since nothing moved
}

// startProcess starts a worker and waits until it is locked down.
func startProcess(h hello, pool *Pool) (*process, error) {
	p := &process{said: &tail{max: 4 << 10}, hello: h}
	if err := p.start(pool); err != nil {
		p.kill()
		return nil, fmt.Errorf("cannot start a worker: %w", err)
	}
	if err := p.greet(); err != nil {
		p.kill()
		return nil, fmt.Errorf("cannot start a worker: %w", err)
	}
	return p, nil
}

func (p *process) start(pool *Pool) error {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "worker"), os.NewFile(uintptr(fds[1]), "parent")
	defer ours.Close()
	defer theirs.Close()
	if p.conn, err = net.FileConn(ours); err != nil {
		return err
	}
	page, file, err := newPage()
	if err != nil {
		return err
	}
	defer file.Close()
	p.page = page

	cmd := exec.Command("/proc/self/exe", argument)
	cmd.Env = []string{"GOMAXPROCS=" + workerProcs, "GOGC=400", "LANG=C.UTF-8"}
	cmd.ExtraFiles = []*os.File{theirs, file} // connFD, pageFD
	cmd.Stderr = p.said
	if hasPrograms(p.hello.Bots) {
		programs, file, err := newNursery(pool)
		if err != nil {
			return err
		}
		defer file.Close()
		p.programs = programs
		cmd.ExtraFiles = append(cmd.ExtraFiles, file) // childFD
	}
	if p.child, err = sandbox.Start(cmd); err != nil {
		return err
	}
	if p.programs != nil {
		go p.programs.serve()
	}
	p.in, p.out = bufio.NewReaderSize(p.conn, 1<<16), bufio.NewWriterSize(p.conn, 1<<16)
	return nil
}

func (p *process) greet() error {
	if err := p.conn.SetDeadline(time.Now().Add(readyWithin)); err != nil {
		return err
	}
	if err := writeMessage(p.out, p.hello); err != nil {
		return err
	}
	if err := p.out.Flush(); err != nil {
		return p.explain(err)
	}
	var err error
	if p.buf, err = readMessage(p.in, p.buf, &p.ready); err != nil {
		return p.explain(err)
	}
	if p.ready.Error != "" {
		return errors.New(p.ready.Error)
	}
	return p.conn.SetDeadline(time.Time{})
}

// explain adds what the worker said last to an error of the connection.
func (p *process) explain(err error) error {
	p.kill() // so that all it said has arrived
	if s := p.said.String(); s != "" {
		return fmt.Errorf("%w: it said: %s", err, s)
	}
	return err
}

// give hands over jobs. The worker reads them while it plays.
func (p *process) give(jobs []Job) error {
	p.sent = append(p.sent, jobs...)
	p.given += len(jobs)
	if p.programs != nil {
		p.programs.admit(jobs)
	}
	if err := writeMessage(p.out, jobs); err != nil {
		return err
	}
	return p.out.Flush()
}

// receive waits for the next outcome. It checks that the worker answers what it was asked: a
// worker that was taken over may say anything.
func (p *process) receive() (Outcome, error) {
	var o Outcome
	var err error
	if p.buf, err = readMessage(p.in, p.buf, &o); err != nil {
		return Outcome{}, err
	}
	if len(p.sent) == 0 || o.Job != p.sent[0].ID {
		return Outcome{}, fmt.Errorf("answered match %d, which it was not asked", o.Job)
	}
	if o.Error == "" && len(o.Result.Seats) != len(p.sent[0].Bots) {
		return Outcome{}, fmt.Errorf("match %d: a result for %d seats of %d", o.Job, len(o.Result.Seats), len(p.sent[0].Bots))
	}
	p.sent = p.sent[1:]
	if p.programs != nil {
		p.programs.dismiss(o.Job)
	}
	return o, nil
}

// running says which of the jobs given is being played, or false for none. After the worker's
// death it is the one that it died in.
func (p *process) running() (running, Job, bool) {
	r := p.page.get()
	if r.job == 0 {
		return running{}, Job{}, false
	}
	i := r.job - 1 - (p.given - len(p.sent)) // jobs that are answered have left the list
	if i < 0 || i >= len(p.sent) {
		return running{}, Job{}, false
	}
	return r, p.sent[i], true
}

// kill ends the worker and everything that it started, and waits for its end. It may be called
// more than once.
func (p *process) kill() {
	if p.child != nil {
		p.child.Kill()
	}
	if p.conn != nil {
		p.conn.Close()
	}
	if p.programs != nil {
		p.programs.close()
	}
}

// obituary says how the worker ended, with what the engine itself had to say about it. What else
// there is on stderr has addresses and times in it, and does not belong in the text of a fault.
func (p *process) obituary() string {
	how := "it left"
	if err := p.child.Wait(); err != nil {
		how = err.Error()
	}
	for line := range strings.Lines(p.said.all()) {
		if rest, ok := strings.CutPrefix(line, "koth: "); ok {
			return how + ": " + strings.TrimSpace(rest)
		}
	}
	return how
}

// outOfMemory says whether the worker ended since the engine had no memory left.
func (p *process) outOfMemory() bool { return strings.Contains(p.obituary(), ": V8: out of memory (") }

// free lets go of the page, once. Nobody may use p afterwards.
func (p *process) free() { p.page.close() }

// tail keeps the end of what is written to it. Safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	max  int
	text []byte
}

// Write implements io.Writer; it never fails.
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b...)
	if over := len(t.text) - t.max; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

// all returns what was kept.
func (t *tail) all() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(bytes.ToValidUTF8(t.text, []byte("?")))
}

// String returns what was kept, on one line.
func (t *tail) String() string { return strings.Join(strings.Fields(t.all()), " ") }
