package brain

import (
	"bufio"
	"context"
	"io"
	"strings"
	"time"
)

// maxLine is the longest line that is read, in bytes; of a longer one nothing but its start is kept.
const maxLine = 512

// maxWaiting is how many lines wait while the brain thinks. Who sends more waits.
const maxWaiting = 1024

// received is a line and when it came.
type received struct {
	text string
	cut  bool // it was longer than maxLine
	at   time.Duration
}

// listener reads lines ahead of the brain, so that the end of the conversation breaks a search
// off.
type listener struct {
	lines chan received
	talk  context.Context // done when END or the end of the input was read
	quit  chan struct{}   // closed when nobody takes lines any more
}

// listen reads from in until END or the end of the input. Its talk is over with ctx, too.
func listen(ctx context.Context, in io.Reader, now func() time.Duration) *listener {
	talk, ended := context.WithCancel(ctx)
	l := &listener{lines: make(chan received, maxWaiting), talk: talk, quit: make(chan struct{})}
	go l.run(in, now, ended)
	return l
}

func (l *listener) run(in io.Reader, now func() time.Duration, ended func()) {
	defer close(l.lines)
	defer ended()
	r := bufio.NewReader(in)
	for {
		text, cut, err := readLine(r)
		text = strings.TrimSpace(text)
		if isWord(text, "END") {
			return
		}
		if text != "" {
			select {
			case l.lines <- received{text, cut, now()}:
			case <-l.quit:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// readLine returns a line without its end, which is CR LF, LF or CR; of CR LF the second half
// makes another, empty line. With an error it returns what came before it.
func readLine(r *bufio.Reader) (text string, cut bool, err error) {
	var b strings.Builder
	for {
		c, err := r.ReadByte()
		switch {
		case err != nil:
			return b.String(), cut, err
		case c == '\n' || c == '\r':
			return b.String(), cut, nil
		case b.Len() == maxLine:
			cut = true
		default:
			b.WriteByte(c)
		}
	}
}
