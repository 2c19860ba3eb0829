package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// TimesFormat names the format of a file of times and its version.
const TimesFormat = "koth-times/1"

// TimesExt is what the name of a replay gets to make the name of its times.
const TimesExt = ".times"

// Times are the times that bots used in one match. They are not in its replay, because they are
// never the same twice.
type Times struct {
	Replay string            // the digest of the replay that they belong to
	Turns  [][]time.Duration // by Turn of the replay, the start first; then one for each of its moves
}

type timesHeader struct {
	Format string `json:"format"`
}

type timesTurn struct {
	Turn *int      `json:"turn"`
	MS   []float64 `json:"ms"`
}

type timesEnd struct {
	Replay string `json:"replay"`
}

// ReadTimes reads a file of times whole. What is not such a file gives an error that wraps
// ErrDamaged and names the line.
func ReadTimes(r io.Reader, b Bounds) (*Times, error) {
	lines := newLineReader(r, b)
	defer lines.close()
	line, err := lines.next()
	if err != nil {
		return nil, atEOF(lines, err)
	}
	var h timesHeader
	if err := json.Unmarshal(line, &h); err != nil || h.Format != TimesFormat {
		return nil, lines.fail(fmt.Errorf("want the format %s, have %.80q", TimesFormat, line))
	}
	t := &Times{}
	last := -1
	for {
		line, err := lines.next()
		if err != nil {
			return nil, atEOF(lines, err)
		}
		var l struct {
			timesTurn
			timesEnd
		}
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, lines.fail(err)
		}
		if l.Turn == nil {
			t.Replay = l.Replay
			break
		}
		if !follows(*l.Turn, last) {
			return nil, lines.fail(fmt.Errorf("turn %d, want turn %d", *l.Turn, last+1))
		}
		last = *l.Turn
		used := make([]time.Duration, len(l.MS))
		for i, ms := range l.MS {
			used[i] = duration(ms)
		}
		t.Turns = append(t.Turns, used)
	}
	if _, err := lines.next(); err != io.EOF {
		return nil, lines.fail(errors.New("more after the last line"))
	}
	return t, nil
}

// follows tells whether a line of turn n may follow one of turn last; -1 is none. Turns can have
// several lines (game.Turned), but the opening, turn 0, has one.
func follows(n, last int) bool { return n == last+1 || n == last && n > 0 }

// atEOF turns an end where none may be into an error.
func atEOF(l *lineReader, err error) error {
	if err != io.EOF {
		return err
	}
	l.number++
	return l.fail(cause(io.EOF))
}
