package worker

import (
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"

	"koth/game"
)

// page is one word of memory that a worker and its parent share. The worker writes into it which
// seat of which job it is about to run; the parent reads it to see whether that changes, and
// still can when the worker is dead.
type page struct {
	mem  []byte
	word *atomic.Uint64
}

// running is what a page says: which seat of which job runs, on which turn.
type running struct {
	job   int // counted from 1 in the life of a worker; 0 is none
	turn  int
	seat  game.Seat
	waits bool // the seat's bot is a program: the worker waits for it, and keeps its limits
}

// The word: job 24 bits, turn 24 bits, waits 1 bit, seat 15 bits. A match of more turns, or a worker of
// more jobs, wraps round, which can only make a parent believe that the worker moved on.
const (
	seatBits = 15
	waitBit  = 1 << seatBits
	lowBits  = seatBits + 1
	turnBits = 24
	jobBits  = 24
)

// leaving is the turn of a seat whose match is over and whose bot is being let go.
const leaving = 1<<turnBits - 1

// newPage makes a page and the file that another process maps it from.
func newPage() (*page, *os.File, error) {
	fd, err := unix.MemfdCreate("koth-page", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, nil, fmt.Errorf("shared memory for a worker: %w", err)
	}
	f := os.NewFile(uintptr(fd), "koth-page")
	if err := f.Truncate(int64(os.Getpagesize())); err != nil {
		f.Close()
		return nil, nil, fmt.Errorf("shared memory for a worker: %w", err)
	}
	p, err := mapPage(f)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return p, f, nil
}

// mapPage maps the page of an open file.
func mapPage(f *os.File) (*page, error) {
	mem, err := unix.Mmap(int(f.Fd()), 0, os.Getpagesize(), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("shared memory of a worker: %w", err)
	}
	return &page{mem: mem, word: (*atomic.Uint64)(unsafe.Pointer(&mem[0]))}, nil
}

func (p *page) set(r running) {
	word := uint64(r.job)&(1<<jobBits-1)<<(turnBits+lowBits) | uint64(r.turn)&(1<<turnBits-1)<<lowBits | uint64(r.seat)&(1<<seatBits-1)
	if r.waits {
		word |= waitBit
	}
	p.word.Store(word)
}

func (p *page) get() running {
	w := p.word.Load()
	return running{
		job:   int(w >> (turnBits + lowBits)),
		turn:  int(w >> lowBits & (1<<turnBits - 1)),
		seat:  game.Seat(w & (1<<seatBits - 1)),
		waits: w&waitBit != 0,
	}
}

// close unmaps the page. Nobody may use it afterwards.
func (p *page) close() { _ = unix.Munmap(p.mem) }
