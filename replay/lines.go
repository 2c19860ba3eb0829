package replay

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Both files of a match are JSON lines in one zstd frame. This file knows lines and compression
// and nothing of what is in the lines.

const (
	// window is what the compressor looks back over, and so what a reader needs as memory. It is
	// part of what makes two files of one match equal: changing it changes every replay's bytes.
	window = 1 << 20

	// maxWindow is what a reader grants. Every zstd tool stays within it up to level 19, so that a
	// replay that somebody compressed anew is still read.
	maxWindow = 8 << 20

	// maxLine is the longest line that is written, and read where Bounds.Line does not say
	// otherwise.
	maxLine = 16 << 20
)

// lineWriter compresses lines. It remembers its first error.
type lineWriter struct {
	enc *zstd.Encoder
	buf []byte // the line being made
	err error
}

// encoders are kept from match to match: a new one costs more than many a match. Reset makes one
// as good as new; what it writes does not depend on what it wrote before.
var encoders = sync.Pool{New: func() any {
	enc, err := zstd.NewWriter(nil,
		zstd.WithEncoderLevel(zstd.SpeedDefault),
		zstd.WithEncoderConcurrency(1), // more threads cut the lines into other blocks
		zstd.WithWindowSize(window),
		zstd.WithLowerEncoderMem(true),
	)
	if err != nil {
		panic("replay: zstd refuses its options: " + err.Error()) // they are constants: the first test shows it
	}
	return enc
}}

// newLineWriter returns a writer whose output depends on nothing but the lines.
func newLineWriter(w io.Writer) *lineWriter {
	enc := encoders.Get().(*zstd.Encoder)
	enc.Reset(w)
	return &lineWriter{enc: enc}
}

// end completes the line in buf, writes it and returns it; nil after an error. The line is valid
// until the next one is begun.
func (l *lineWriter) end() []byte {
	if l.err != nil {
		return nil
	}
	if len(l.buf) > maxLine {
		l.err = fmt.Errorf("line of %d bytes, at most %d are allowed: starts %.80q", len(l.buf), maxLine, l.buf)
		return nil
	}
	if i := bytes.IndexByte(l.buf, '\n'); i >= 0 {
		l.err = fmt.Errorf("line break within a line, after %.80q", l.buf[max(0, i-80):i])
		return nil
	}
	l.buf = append(l.buf, '\n')
	if _, err := l.enc.Write(l.buf); err != nil {
		l.err = err
		return nil
	}
	return l.buf
}

// close ends the file and returns the first error of all. A second call does nothing more.
func (l *lineWriter) close() error {
	if l.enc == nil {
		return l.err
	}
	err := l.enc.Close()
	l.enc.Reset(nil) // forget the file
	encoders.Put(l.enc)
	l.enc = nil
	if l.err == nil {
		l.err = err
	}
	return l.err
}

// Bounds are what a reader grants to a file that anybody may have made. Zero means the default.
type Bounds struct {
	Line  int   // bytes of the longest line; default 16 MiB
	Total int64 // bytes of all lines; default 1 GiB
}

func (b Bounds) orDefault() Bounds {
	if b.Line <= 0 {
		b.Line = maxLine
	}
	if b.Total <= 0 {
		b.Total = 1 << 30
	}
	return b
}

// lineReader gives the lines of a compressed file, within bounds.
type lineReader struct {
	dec    *zstd.Decoder
	in     *bufio.Reader
	bounds Bounds
	total  int64
	number int // of the last line, from 1
	buf    []byte
}

func newLineReader(r io.Reader, b Bounds) *lineReader {
	dec, err := zstd.NewReader(r,
		zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxWindow),
	)
	l := &lineReader{dec: dec, bounds: b.orDefault()}
	if err != nil { // an empty or unreadable input shows at the first read
		l.in = bufio.NewReader(failing{err})
		return l
	}
	l.in = bufio.NewReaderSize(dec, 64<<10)
	return l
}

// failing is a reader that only fails.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// next returns the next line without its end, valid until the following call, or io.EOF after
// the last one. Its errors are complete: they name the line.
func (l *lineReader) next() ([]byte, error) {
	l.buf = l.buf[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		l.buf = append(l.buf, part...)
		l.total += int64(len(part))
		switch {
		case err == io.EOF && len(l.buf) == 0:
			return nil, io.EOF
		case len(l.buf) > l.bounds.Line+1:
			l.number++
			return nil, l.fail(fmt.Errorf("longer than %d bytes", l.bounds.Line))
		case l.total > l.bounds.Total:
			l.number++
			return nil, l.fail(fmt.Errorf("the file holds more than %d bytes", l.bounds.Total))
		case err == nil:
			l.number++
			return l.buf[:len(l.buf)-1], nil
		case !errors.Is(err, bufio.ErrBufferFull):
			l.number++
			return nil, l.fail(cause(err))
		}
	}
}

// fail says on which line something is wrong.
func (l *lineReader) fail(err error) error {
	return fmt.Errorf("line %d: %w: %w", l.number, ErrDamaged, err)
}

// cause puts what ended the reading into words.
func cause(err error) error {
	switch {
	case err == io.EOF, errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file is cut off here")
	case errors.Is(err, zstd.ErrMagicMismatch):
		return errors.New("not zstd data")
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("compressed with a window of more than %d MiB", maxWindow>>20)
	}
	return err
}

func (l *lineReader) close() {
	if l.dec != nil {
		l.dec.Close()
	}
}
