package stdio

import (
	"time"

	"golang.org/x/sys/unix"
)

// poll is what the loop waits for.
type poll struct {
	fds  []unix.PollFd
	refs []ref // for each of fds
}

// ref says whose descriptor it is, and which.
type ref struct {
	*player
	stream stream
}

type stream int

const (
	streamIn stream = iota
	streamOut
	streamErr
)

func (p *poll) add(pl *player, s stream, fd int, events int16) {
	p.fds = append(p.fds, unix.PollFd{Fd: int32(fd), Events: events})
	p.refs = append(p.refs, ref{pl, s})
}

// wait serves all programs until p's question is closed.
func (r *Runtime) wait(p *player) {
	for p.waiting {
		r.step()
	}
}

// settle serves all programs until no question is open.
func (r *Runtime) settle() {
	for _, p := range r.players {
		r.wait(p)
	}
}

// step waits until some program has written or read something, or some time is over, and serves
// all that has happened.
func (r *Runtime) step() {
	r.poll.fds, r.poll.refs = r.poll.fds[:0], r.poll.refs[:0]
	var first time.Time // of all deadlines
	for _, p := range r.players {
		if p.waiting {
			r.poll.add(p, streamOut, p.streams.Out, unix.POLLIN)
			if first.IsZero() || p.deadline.Before(first) {
				first = p.deadline
			}
		}
		if p.streams.Err >= 0 { // also of those that nobody asks, so that they are not held up
			r.poll.add(p, streamErr, p.streams.Err, unix.POLLIN)
		}
		if len(p.unsent) > 0 {
			r.poll.add(p, streamIn, p.streams.In, unix.POLLOUT)
		}
	}
	timeout := unix.NsecToTimespec(max(0, int64(time.Until(first))))
	n, err := unix.Ppoll(r.poll.fds, &timeout, nil)
	if err != nil && err != unix.EINTR && err != unix.EAGAIN {
		panic("stdio: waiting for programs: " + err.Error()) // a descriptor of ours is no descriptor
	}
	for i := 0; n > 0 && i < len(r.poll.fds); i++ {
		if r.poll.fds[i].Revents == 0 {
			continue
		}
		n--
		switch p := r.poll.refs[i]; p.stream {
		case streamOut:
			p.read()
		case streamErr:
			p.readErr()
		case streamIn:
			p.write()
		}
	}
	now := time.Now()
	for _, p := range r.players {
		if p.waiting && !now.Before(p.deadline) {
			p.expire()
		}
	}
}
