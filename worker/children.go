package worker

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/bot/stdio"
	"koth/game"
	"koth/sandbox"
)

// A locked-down worker can start nothing. The programs of its matches are children of the parent,
// which hands over the arena's ends of their pipes. The worker says which seat of which of its
// jobs it wants to come up; what is started there is the parent's to know.

// childRequest is a message from a worker on its second socket, one a packet.
type childRequest struct {
	Op       childOp
	Job      int       `json:",omitempty"` // of launch, and which of its seats
	Seat     game.Seat `json:",omitempty"`
	Child    int       `json:",omitempty"` // of end and release: what launch was answered
	Patience bool      `json:",omitempty"` // of end: the program is about to end by itself
}

type childOp string

const (
	opLaunch  childOp = "launch"  // answered, with the descriptors of its streams
	opEnd     childOp = "end"     // answered
	opRelease childOp = "release" // not answered
)

// childReply answers a request.
type childReply struct {
	Child   int         `json:",omitempty"` // that was launched
	End     sandbox.End `json:",omitzero"`
	Program string      `json:",omitempty"` // why the program cannot be executed
	Error   string      `json:",omitempty"` // the arena's trouble
}

// maxPacket bounds a message, in bytes.
const maxPacket = 16 << 10

// nursery is the parent's side: the programs of one worker.
type nursery struct {
	local  stdio.Local
	bots   []bot.Spec
	limits bot.Limits
	conn   *net.UnixConn
	most   int                                // programs at a time
	seen   func(sandbox.Tier, sandbox.Layers) // is told what confines each

	mu      sync.Mutex
	jobs    map[int]*ward // given and not answered
	started int
	playing map[int]*stdio.Process  // that the worker has not let go, by the number it knows
	alive   map[*stdio.Process]bool // also those that are being let go
	closed  bool
}

// ward is what a worker may start for one job.
type ward struct {
	bots    []int
	started []bool // by seat: each comes up once
}

// newNursery returns a nursery and the socket that its worker is given.
func newNursery(p *Pool) (*nursery, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "children"), os.NewFile(uintptr(fds[1]), "launcher")
	defer ours.Close()
	conn, err := net.FileConn(ours)
	if err != nil {
		theirs.Close()
		return nil, nil, err
	}
	return &nursery{
		local: stdio.Local{Unsafe: p.cfg.Unsafe}, bots: p.cfg.Bots, limits: p.cfg.Limits, most: mostPrograms(p.hello),
		conn: conn.(*net.UnixConn), seen: p.confined,
		jobs: map[int]*ward{}, playing: map[int]*stdio.Process{}, alive: map[*stdio.Process]bool{},
	}, theirs, nil
}

// admit lets the worker start the programs of jobs.
func (n *nursery) admit(jobs []Job) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, j := range jobs {
		n.jobs[j.ID] = &ward{bots: j.Bots, started: make([]bool, len(j.Bots))}
	}
}

// dismiss says that a job is answered.
func (n *nursery) dismiss(job int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.jobs, job)
}

// serve answers requests until the worker is gone or asks for what it may not have; then all its
// programs are killed.
func (n *nursery) serve() {
	defer n.close()
	buf := make([]byte, maxPacket)
	for {
		size, err := n.conn.Read(buf)
		if err != nil || size == 0 {
			return
		}
		var r childRequest
		if json.Unmarshal(buf[:size], &r) != nil || n.answer(r) != nil {
			return
		}
	}
}

func (n *nursery) answer(r childRequest) error {
	switch r.Op {
	case opLaunch:
		child, p, err := n.launch(r.Job, r.Seat)
		if err != nil {
			return n.refuse(err)
		}
		s := p.Streams()
		err = n.reply(childReply{Child: child}, unix.UnixRights(s.In, s.Out, s.Err))
		for _, fd := range []int{s.In, s.Out, s.Err} { // they are the worker's now
			unix.Close(fd)
		}
		return err
	case opEnd:
		p := n.take(r.Child)
		if p == nil {
			return n.refuse(fmt.Errorf("no program %d", r.Child))
		}
		end, err := p.End(r.Patience)
		n.forget(p)
		if err != nil {
			return n.refuse(err)
		}
		return n.reply(childReply{End: end}, nil)
	case opRelease:
		if p := n.take(r.Child); p != nil {
			go func() {
				p.Finish()
				n.forget(p)
			}()
		}
		return nil
	}
	return fmt.Errorf("no request %.20q", r.Op)
}

func (n *nursery) refuse(err error) error {
	if errors.Is(err, stdio.ErrProgram) {
		return n.reply(childReply{Program: err.Error()}, nil)
	}
	return n.reply(childReply{Error: err.Error()}, nil)
}

func (n *nursery) reply(r childReply, rights []byte) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, _, err = n.conn.WriteMsgUnix(body, rights, nil)
	return err
}

// launch starts the program of a seat, and gives it a number.
func (n *nursery) launch(job int, seat game.Seat) (int, *stdio.Process, error) {
	spec, err := n.program(job, seat)
	if err != nil {
		return 0, nil, err
	}
	p, err := n.local.Start(spec.Command, n.limits)
	if err != nil {
		return 0, nil, err
	}
	n.seen(p.Confinement())
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.closed {
		p.End(false)
		return 0, nil, net.ErrClosed
	}
	n.started++
	n.playing[n.started], n.alive[p] = p, true
	return n.started, p, nil
}

// program returns what plays in a seat of a job, once.
func (n *nursery) program(job int, seat game.Seat) (bot.Spec, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	w := n.jobs[job]
	switch {
	case n.closed:
		return bot.Spec{}, net.ErrClosed
	case w == nil || int(seat) < 0 || int(seat) >= len(w.bots):
		return bot.Spec{}, fmt.Errorf("no seat %d in a match %d that it plays", seat, job)
	case len(n.playing) >= n.most:
		return bot.Spec{}, fmt.Errorf("%d programs run, and no more may", len(n.playing))
	case w.started[seat]:
		return bot.Spec{}, fmt.Errorf("seat %d of match %d has been started before", seat, job)
	}
	spec := n.bots[w.bots[seat]]
	if spec.Kind != bot.Program || spec.Command == nil {
		return bot.Spec{}, fmt.Errorf("seat %d of match %d is no program", seat, job)
	}
	w.started[seat] = true
	return spec, nil
}

// take returns a program that the worker has done with.
func (n *nursery) take(child int) *stdio.Process {
	n.mu.Lock()
	defer n.mu.Unlock()
	p := n.playing[child]
	delete(n.playing, child)
	return p
}

func (n *nursery) forget(p *stdio.Process) {
	n.mu.Lock()
	defer n.mu.Unlock()
	delete(n.alive, p)
}

// close kills all programs and waits until they are gone. It may be called more than once.
func (n *nursery) close() {
	n.mu.Lock()
	n.closed = true
	n.conn.Close()
	var all []*stdio.Process
	for p := range n.alive {
		all = append(all, p)
	}
	n.mu.Unlock()
	var wg sync.WaitGroup
	for _, p := range all {
		wg.Go(func() { p.End(false) })
	}
	wg.Wait()
}
