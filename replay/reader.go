package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"slices"
	"strings"

	"koth/game"
)

// Reader reads a replay line by line. The file may come from anybody: what is not a replay gives
// one error, which names the line, and no file makes a Reader use more memory than Bounds allow.
type Reader struct {
	lines  *lineReader
	sum    hash.Hash // of the lines up to now
	header Header
	turn   int // the number of the last turn that was read, -1 before the opening
	end    *End
	digest string
	err    error // what Next goes on returning
}

// NewReader reads the header. The errors of Reader wrap ErrDamaged, or ErrCannot for a format of
// another version. Close frees what it needs.
func NewReader(r io.Reader, b Bounds) (*Reader, error) {
	rd := &Reader{lines: newLineReader(r, b), sum: sha256.New(), turn: -1}
	if err := rd.readHeader(); err != nil {
		rd.Close()
		return nil, err
	}
	return rd, nil
}

// Close frees what the Reader holds. It does not close the file.
func (r *Reader) Close() { r.lines.close() }

// Header returns the first line.
func (r *Reader) Header() Header { return r.header }

// End returns how the match ended, once Next has returned io.EOF or an ErrDigest.
func (r *Reader) End() End { return *r.end }

// Digest returns the digest of the lines as they were read, under the same condition as End. It
// is the identity of the match as it was played.
func (r *Reader) Digest() string { return r.digest }

// Next returns the next turn; the first is the opening, turn 0. After the last turn it reads the
// end and the digest and returns io.EOF, or an error that wraps ErrDigest and ErrDamaged where
// the lines are whole but not those that were written.
//
// A Turn is the caller's to keep.
func (r *Reader) Next() (Turn, error) {
	if r.err != nil {
		return Turn{}, r.err
	}
	t, err := r.next()
	if err != nil {
		r.err = err
		return Turn{}, err
	}
	return t, nil
}

func (r *Reader) readHeader() error {
	line, err := r.line()
	if err != nil {
		return err
	}
	var h headerLine
	if err := json.Unmarshal(line, &h); err != nil {
		return r.lines.fail(fmt.Errorf("not a header: %w", err))
	}
	switch {
	case h.Format != Format && strings.HasPrefix(h.Format, "koth-replay/"):
		return fmt.Errorf("line 1: %w: the format is %.40q, this koth reads %q", ErrCannot, h.Format, Format)
	case h.Format != Format:
		return r.lines.fail(fmt.Errorf("not a replay: the format is %.40q, want %q", h.Format, Format))
	case h.Game == "":
		return r.lines.fail(errors.New("the header names no game"))
	case len(h.Seats) == 0:
		return r.lines.fail(errors.New("the header has no seats"))
	}
	r.header = Header{
		Game:    h.Game,
		Version: h.Version,
		Seed:    h.Seed,
		Board:   h.Seed,
		Options: h.Options,
		Setup:   nullToNil(h.Setup),
		Limits:  h.Limits.limits(),
		Seats:   h.Seats,
	}
	if h.Board != nil {
		r.header.Board = *h.Board
	}
	r.accept(line)
	return nil
}

func (r *Reader) next() (Turn, error) {
	line, err := r.line()
	if err != nil {
		return Turn{}, err
	}
	var l bodyLine
	if err := json.Unmarshal(line, &l); err != nil {
		return Turn{}, r.lines.fail(err)
	}
	if l.Turn == nil {
		if err := r.readEnd(line, l); err != nil {
			return Turn{}, err
		}
		return Turn{}, io.EOF
	}
	t, err := r.readTurn(l)
	if err != nil {
		return Turn{}, r.lines.fail(fmt.Errorf("turn %d: %w", *l.Turn, err))
	}
	r.accept(line)
	r.turn = t.Turn
	return t, nil
}

// readTurn checks the line of a turn against what must hold for every game.
func (r *Reader) readTurn(l bodyLine) (Turn, error) {
	n := *l.Turn
	if !follows(n, r.turn) {
		return Turn{}, fmt.Errorf("want turn %d", r.turn+1)
	}
	moves := l.Moves
	if n == 0 {
		if moves = l.Starts; len(moves) != len(r.header.Seats) {
			return Turn{}, fmt.Errorf("%d starts, want one for each of the %d seats", len(moves), len(r.header.Seats))
		}
	}
	t := Turn{Turn: n, Moves: make([]Move, len(moves)), Chance: nullToNil(l.Chance)}
	last := game.Seat(-1)
	for i, m := range moves {
		switch {
		case m.Seat <= last || int(m.Seat) >= len(r.header.Seats):
			return Turn{}, fmt.Errorf("seat %d: want the seats ascending, from 0 to %d", m.Seat, len(r.header.Seats)-1)
		case n > 0 && m.Action == nil:
			return Turn{}, fmt.Errorf("seat %d has no action", m.Seat)
		case m.Fault != nil && !slices.Contains(game.FaultKinds[:], m.Fault.Kind):
			return Turn{}, fmt.Errorf("seat %d: fault %.40q is none of %v", m.Seat, m.Fault.Kind, game.FaultKinds)
		case m.Fault != nil && m.Fault.Count < 0:
			return Turn{}, fmt.Errorf("seat %d: a fault %d times", m.Seat, m.Fault.Count)
		}
		last = m.Seat
		t.Moves[i] = Move{Seat: m.Seat, Action: m.Action, Refused: nullToNil(m.Refused), Debug: m.Debug}
		if f := m.Fault; f != nil {
			t.Moves[i].Fault = &Fault{Kind: f.Kind, Text: f.Text, Count: max(1, f.Count)}
		}
	}
	return t, nil
}

// readEnd reads the last two lines, of which the first has been read into l.
func (r *Reader) readEnd(line []byte, l bodyLine) error {
	n := len(r.header.Seats)
	switch {
	case l.End == nil:
		return r.lines.fail(errors.New("neither a turn nor the end"))
	case r.turn < 0:
		return r.lines.fail(errors.New("the end before the opening"))
	case l.Turns < r.turn || l.Turns > r.turn+1: // the last turn may have had no moves
		return r.lines.fail(fmt.Errorf("the end counts %d turns after %d", l.Turns, r.turn))
	case len(l.Scores) != n || len(l.Ranks) != n || len(l.Faults) != n:
		return r.lines.fail(fmt.Errorf("want %d scores, ranks and faults, one a seat", n))
	}
	r.accept(line)
	r.end = &End{End: *l.End, Turns: l.Turns, Scores: l.Scores, Ranks: l.Ranks, Faults: l.Faults}
	r.digest = hex.EncodeToString(r.sum.Sum(nil))

	line, err := r.line()
	if err != nil {
		return err
	}
	var d digestLine
	if err := json.Unmarshal(line, &d); err != nil || d.SHA256 == "" {
		return r.lines.fail(fmt.Errorf("want the digest, have %.80q", line))
	}
	if d.SHA256 != r.digest {
		return r.lines.fail(fmt.Errorf("%w: sha256 is %.16s…, recorded as %.16s…", ErrDigest, r.digest, d.SHA256))
	}
	switch _, err := r.lines.next(); err {
	case io.EOF:
		return nil
	case nil:
		return r.lines.fail(errors.New("more after the digest"))
	default:
		return err
	}
}

// line returns the next line, where there must be one.
func (r *Reader) line() ([]byte, error) {
	line, err := r.lines.next()
	if err != nil {
		return nil, atEOF(r.lines, err)
	}
	return line, nil
}

// accept adds a line to the digest.
func (r *Reader) accept(line []byte) {
	r.sum.Write(line)
	r.sum.Write([]byte{'\n'})
}

func nullToNil(m json.RawMessage) json.RawMessage {
	if string(m) == "null" {
		return nil
	}
	return m
}
