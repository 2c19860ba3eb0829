package stdio

import (
	"bytes"

	"koth/bot/internal/say"
)

// recentSize is how much of the end of standard error is kept for the text of a crash, in bytes.
const recentSize = 4 << 10

// debug keeps what a program writes on standard error: the head and the tail of what came on a
// turn, and the end of all that ever came.
type debug struct {
	kept    []byte // of this turn, as say.Keep has it
	written int    // bytes on this turn
	recent  ring
}

func newDebug(limit int) debug { return debug{kept: make([]byte, limit)} }

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

// reset begins a turn.
func (d *debug) reset() { d.written = 0 }

// write takes what came on standard error.
func (d *debug) write(b []byte) {
	d.recent.write(b, recentSize)
	d.written = say.Keep(d.kept, d.written, b)
}

// note takes a line that was said on standard output and is no answer.
func (d *debug) note(line []byte) {
	d.written = say.Keep(d.kept, d.written, line)
	d.written = say.Keep(d.kept, d.written, []byte{'\n'})
}

// bytes returns what came on this turn, or its head and its tail. It is valid until the next turn.
func (d *debug) bytes() []byte {
	if d.written == 0 {
		return nil
	}
	return bytes.ToValidUTF8(say.Console(d.kept, d.written), []byte("\ufffd"))
}
