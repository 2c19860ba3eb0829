package worker

import (
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/sys/unix"

	"koth/bot"
	"koth/bot/stdio"
	"koth/sandbox"
)

// launcher is the worker's side: it asks the parent for programs.
type launcher struct {
	fd  int
	job int // that is being played
	buf []byte
	oob []byte
}

var _ stdio.Launcher = (*launcher)(nil)

func newLauncher() *launcher {
	return &launcher{fd: childFD, buf: make([]byte, maxPacket), oob: make([]byte, unix.CmsgSpace(3*4))}
}

// Launch implements stdio.Launcher.
func (l *launcher) Launch(_ bot.Spec, s bot.Seating) (stdio.Child, error) {
	r, fds, err := l.ask(childRequest{Op: opLaunch, Job: l.job, Seat: s.Seat})
	if err != nil {
		return nil, err
	}
	if len(fds) != 3 {
		return nil, fmt.Errorf("the parent handed over %d streams, not 3", len(fds))
	}
	return &child{launcher: l, number: r.Child, streams: stdio.Streams{In: fds[0], Out: fds[1], Err: fds[2]}}, nil
}

// child is a program of the parent's.
type child struct {
	*launcher
	number  int
	streams stdio.Streams
	ended   bool
}

// Streams implements stdio.Child.
func (c *child) Streams() stdio.Streams { return c.streams }

// End implements stdio.Child.
func (c *child) End(patience bool) (sandbox.End, error) {
	r, _, err := c.ask(childRequest{Op: opEnd, Child: c.number, Patience: patience})
	c.ended = true
	return r.End, err
}

// Release implements stdio.Child.
func (c *child) Release() {
	if c.ended {
		return
	}
	c.ended = true
	if err := c.send(childRequest{Op: opRelease, Child: c.number}); err != nil {
		return // the parent is gone, and with it the program
	}
}

// ask sends a request and waits for the answer, with the descriptors that come with it.
func (l *launcher) ask(r childRequest) (childReply, []int, error) {
	if err := l.send(r); err != nil {
		return childReply{}, nil, fmt.Errorf("asking for a program: %w", err)
	}
	n, fds, err := l.receive()
	var reply childReply
	if err == nil {
		err = json.Unmarshal(l.buf[:n], &reply)
	}
	switch {
	case err != nil:
		return childReply{}, nil, fmt.Errorf("waiting for a program: %w", err)
	case reply.Program != "":
		return childReply{}, nil, refused(reply.Program)
	case reply.Error != "":
		return childReply{}, nil, errors.New(reply.Error)
	}
	return reply, fds, nil
}

// refused is an error of a program that cannot be executed, as the parent told it.
type refused string

func (r refused) Error() string { return string(r) }
func (refused) Unwrap() error   { return stdio.ErrProgram }

func (l *launcher) send(r childRequest) error {
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	for {
		if _, err = unix.Write(l.fd, body); err != unix.EINTR {
			return err
		}
	}
}

func (l *launcher) receive() (n int, fds []int, err error) {
	var oobn int
	for {
		if n, oobn, _, _, err = unix.Recvmsg(l.fd, l.buf, l.oob, unix.MSG_CMSG_CLOEXEC); err != unix.EINTR {
			break
		}
	}
	if err != nil {
		return 0, nil, err
	}
	messages, err := unix.ParseSocketControlMessage(l.oob[:oobn])
	if err != nil {
		return 0, nil, err
	}
	for _, m := range messages {
		got, err := unix.ParseUnixRights(&m)
		if err != nil {
			return 0, nil, err
		}
		fds = append(fds, got...)
	}
	return n, fds, nil
}
