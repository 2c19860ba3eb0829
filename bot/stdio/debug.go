package stdio

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// recentSize is how much of the end of standard error is kept for the text of a crash, in bytes.
const recentSize = 4 << 10

// debug keeps what a program writes on standard error: the head and the tail of what came on a
// turn, and the end of all that ever came.
type debug struct {
	limit   int // bytes kept of a turn
	head    []byte
	tail    ring
	written int // bytes on this turn
	recent  ring
	out     []byte
}

// ring keeps the last bytes written to it.
type ring struct {
	buf   []byte
	start int // where the oldest byte is, if the ring is full
}

// write appends b, of which at most size bytes are kept with what was there before.
func (r *ring) write(b []byte, size int) {
	if len(b) > size {
		b = b[len(b)-size:]
	}
	grow := min(size-len(r.buf), len(b))
	r.buf = append(r.buf, b[:grow]...)
	for b = b[grow:]; len(b) > 0; {
		n := copy(r.buf[r.start:], b)
		b = b[n:]
		r.start = (r.start + n) % size
	}
}

// appendTo appends what the ring holds, the oldest first.
func (r *ring) appendTo(dst []byte) []byte {
	return append(append(dst, r.buf[r.start:]...), r.buf[:r.start]...)
}

func (r *ring) reset() { r.buf, r.start = r.buf[:0], 0 }

// reset begins a turn.
func (d *debug) reset() {
	d.head, d.written = d.head[:0], 0
	d.tail.reset()
}

// write takes what came on standard error.
func (d *debug) write(b []byte) {
	d.recent.write(b, recentSize)
	d.keep(b)
}

// note takes a line that was said on standard output and is no answer.
func (d *debug) note(line []byte) {
	d.keep(line)
	d.keep([]byte{'\n'})
}

func (d *debug) keep(b []byte) {
	d.written += len(b)
	half := d.limit / 2
	n := min(half-len(d.head), len(b))
	d.head = append(d.head, b[:n]...)
	if n < len(b) && d.limit > half {
		d.tail.write(b[n:], d.limit-half)
	}
}

// bytes returns what came on this turn: all of it, or its head and its tail with a line between
// them that says how much is missing. It is valid until the next turn.
func (d *debug) bytes() []byte {
	if d.written == 0 {
		return nil
	}
	d.out = append(d.out[:0], d.head...)
	missing := d.written - len(d.head) - len(d.tail.buf)
	if missing == 0 {
		d.out = d.tail.appendTo(d.out)
		return bytes.ToValidUTF8(d.out, []byte("\ufffd"))
	}
	for len(d.out) > 0 && !utf8.Valid(d.out[max(0, len(d.out)-utf8.UTFMax):]) && !utf8.RuneStart(d.out[len(d.out)-1]) {
		d.out = d.out[:len(d.out)-1]
	}
	tail := d.tail.appendTo(nil)
	for len(tail) > 0 && !utf8.RuneStart(tail[0]) {
		tail = tail[1:]
	}
	missing = d.written - len(d.out) - len(tail)
	d.out = fmt.Appendf(d.out, "\n... %d bytes left out ...\n", missing)
	return bytes.ToValidUTF8(append(d.out, tail...), []byte("\ufffd"))
}
