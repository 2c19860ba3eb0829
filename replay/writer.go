package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"strconv"
	"time"

	"koth/bot"
	"koth/game"
	"koth/match"
)

// Writer records a match as a replay, and the times that its bots used as a file beside it. It
// keeps one line at a time and nothing that it was given.
//
// A match.Recorder cannot fail, so a Writer remembers its first error for Close.
type Writer struct {
	lines *lineWriter
	sum   hash.Hash // of the lines up to now
	times *lineWriter
	ended bool
}

var _ match.Recorder = (*Writer)(nil)

// NewWriter begins a replay of the match that h describes, on file, and its times on times,
// which is nil to keep none. The caller closes both after Close.
func NewWriter(file, times io.Writer, h Header) *Writer {
	w := &Writer{lines: newLineWriter(file), sum: sha256.New()}
	w.header(h)
	if times != nil {
		w.times = newLineWriter(times)
		w.times.buf = appendJSON(w.times.buf, timesHeader{Format: TimesFormat})
		w.times.end()
	}
	return w
}

// Opening writes what was drawn and how each seat came up.
func (w *Writer) Opening(chance []byte, starts []bot.Reply) {
	b := append(w.lines.buf[:0], `{"turn":0,"starts":[`...)
	for i := range starts {
		b = appendSeat(b, i, game.Seat(i))
		b = appendFault(b, starts[i].Fault)
		b = appendDebug(b, starts[i].Debug)
		b = append(b, '}')
	}
	w.turn(0, b, starts, chance)
}

// Turn writes one turn.
func (w *Writer) Turn(n int, moves []game.Move, replies []bot.Reply, chance []byte) {
	b := append(w.lines.buf[:0], `{"turn":`...)
	b = strconv.AppendInt(b, int64(n), 10)
	b = append(b, `,"moves":[`...)
	for i, m := range moves {
		b = appendSeat(b, i, m.Seat)
		b = append(b, `,"action":`...)
		if m.Action == nil {
			b = append(b, "null"...)
		} else {
			b = m.Action.AppendJSON(b)
		}
		if m.Refused != nil {
			b = m.Refused.AppendJSON(append(b, `,"refused":`...))
		}
		b = appendFault(b, m.Fault)
		b = appendDebug(b, replies[i].Debug)
		b = append(b, '}')
	}
	w.turn(n, b, replies, chance)
}

// End writes the result and the digest.
func (w *Writer) End(r match.Result) {
	l := endLine{End: &r.End, Turns: r.Turns}
	for _, s := range r.Seats {
		l.Scores = append(l.Scores, s.Score)
		l.Ranks = append(l.Ranks, s.Rank)
		l.Faults = append(l.Faults, s.Faults)
	}
	b, err := marshal(l)
	if err != nil { // a score that is not a number
		w.fail(fmt.Errorf("end: %w", err))
		return
	}
	w.lines.buf = append(w.lines.buf[:0], b...)
	w.summed()
	digest := digestLine{SHA256: hex.EncodeToString(w.sum.Sum(nil))}
	w.lines.buf = appendJSON(w.lines.buf[:0], digest)
	w.lines.end()
	if w.times != nil {
		w.times.buf = appendJSON(w.times.buf[:0], timesEnd{Replay: digest.SHA256})
		w.times.end()
	}
	w.ended = true
}

// Close completes the files and returns the first error of all. It must be called also after a
// match that did not come to its end; what was written is then no whole replay, and the error
// says so.
func (w *Writer) Close() error {
	err := w.lines.close()
	if w.times != nil {
		if e := w.times.close(); err == nil && e != nil {
			err = fmt.Errorf("times: %w", e)
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("replay: %w", err)
	case !w.ended:
		return errors.New("replay: the match did not come to its end")
	}
	return nil
}

func (w *Writer) header(h Header) {
	setup := h.Setup
	if len(setup) > 0 {
		var b bytes.Buffer
		if err := json.Compact(&b, setup); err != nil {
			w.fail(fmt.Errorf("setup: %w", err))
			return
		}
		setup = b.Bytes()
	}
	w.lines.buf = appendJSON(w.lines.buf, headerLine{
		Format:  Format,
		Game:    h.Game,
		Version: h.Version,
		Seed:    h.Seed,
		Board:   boardIfOther(h),
		Options: h.Options,
		Setup:   setup,
		Limits:  limitsLineOf(h.Limits),
		Seats:   h.Seats,
	})
	w.summed()
}

func boardIfOther(h Header) *uint64 {
	if h.Board == h.Seed {
		return nil
	}
	return &h.Board
}

// turn completes a line of which the members up to the list of seats are in b, and writes the
// times of that turn.
func (w *Writer) turn(n int, b []byte, replies []bot.Reply, chance []byte) {
	b = append(b, ']')
	if chance != nil {
		b = append(b, `,"chance":`...)
		b = append(b, chance...)
	}
	w.lines.buf = append(b, '}')
	w.summed()
	if w.times == nil {
		return
	}
	t := append(w.times.buf[:0], `{"turn":`...)
	t = strconv.AppendInt(t, int64(n), 10)
	t = append(t, `,"ms":[`...)
	for i := range replies {
		if i > 0 {
			t = append(t, ',')
		}
		t = strconv.AppendFloat(t, millis(replies[i].Used), 'f', -1, 64)
	}
	w.times.buf = append(t, ']', '}')
	w.times.end()
}

// summed writes the line that was made and adds it to the digest.
func (w *Writer) summed() { w.sum.Write(w.lines.end()) }

func (w *Writer) fail(err error) {
	if w.lines.err == nil {
		w.lines.err = err
	}
}

// appendSeat begins the object of one seat.
func appendSeat(b []byte, i int, seat game.Seat) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	b = append(b, `{"seat":`...)
	return strconv.AppendInt(b, int64(seat), 10)
}

func appendFault(b []byte, f *game.Fault) []byte {
	if f == nil {
		return b
	}
	line := faultLine{Kind: f.Kind, Text: f.Text}
	if n := f.Times(); n > 1 {
		line.Count = n
	}
	b = append(b, `,"fault":`...)
	return appendJSON(b, line)
}

func appendDebug(b, debug []byte) []byte {
	if len(debug) == 0 {
		return b
	}
	b = append(b, `,"debug":`...)
	return appendJSON(b, string(debug))
}

// millis returns d in milliseconds. Up to eleven days the nanoseconds survive the way there and
// back.
func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
