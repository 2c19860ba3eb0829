package stdio

import "bytes"

// lines cuts what a program writes into lines. A line longer than maxLine is not kept.
type lines struct {
	buf     []byte // not taken yet
	taken   int    // bytes of buf that are
	skipped bool   // the line that buf goes on with was too long, and its beginning is gone
	cr      bool   // CR ends a line, too (game.Returning)
	half    bool   // a line has ended in CR at the end of buf: an LF that comes next belongs to it
}

// add appends what was read. Lines that next returned are no longer valid.
func (l *lines) add(b []byte) {
	l.buf = append(l.buf[:0], l.buf[l.taken:]...)
	l.taken = 0
	l.buf = append(l.buf, b...)
}

// next returns the next complete line without its end, or that it was too long; ok is false if
// there is none.
func (l *lines) next() (line []byte, long, ok bool) {
	rest := l.buf[l.taken:]
	if l.half && len(rest) > 0 {
		if l.half = false; rest[0] == '\n' {
			l.taken++
			rest = rest[1:]
		}
	}
	end := bytes.IndexByte(rest, '\n')
	if l.cr {
		end = bytes.IndexAny(rest, "\r\n")
	}
	if end < 0 {
		if l.skipped || len(rest) > maxLine {
			l.taken = len(l.buf)
			l.skipped = true
		}
		return nil, false, false
	}
	l.taken += end + 1
	if l.cr && rest[end] == '\r' {
		if l.half = end+1 == len(rest); !l.half && rest[end+1] == '\n' {
			l.taken++
		}
	}
	if l.skipped || end > maxLine {
		l.skipped = false
		return nil, true, true
	}
	return bytes.TrimSuffix(rest[:end], []byte{'\r'}), false, true
}

// rest returns what stands after the last line end, and takes it.
func (l *lines) rest() []byte {
	rest := l.buf[l.taken:]
	l.taken = len(l.buf)
	if l.skipped {
		return nil
	}
	return bytes.TrimSuffix(rest, []byte{'\r'})
}

// begun says whether a line has begun and is not complete. White space begins none: there are
// programs that end their lines in "\n\r".
func (l *lines) begun() bool {
	return l.skipped || len(bytes.TrimSpace(l.buf[l.taken:])) > 0
}
