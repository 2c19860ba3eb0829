package replay

import (
	"bytes"
	"fmt"
	"io"

	"koth/bot"
	"koth/game"
	"koth/match"
)

// Verify plays the match of a replay again, from its seed and with its bots, and compares what
// comes out line by line: with deterministic bots every byte is the same. It returns nil then,
// and an error that wraps ErrDiffers and names the first other line where it is not so.
//
// find returns the bot of a seat, for instance by its name; a bot that has another source than
// the recorded one gives an error that wraps ErrCannot. play runs a match and returns its
// replay. A damaged file is refused (ErrDamaged) before anything is played.
func Verify(file io.ReadSeeker, games *game.Registry, find func(Seat) (bot.Spec, error), play func(match.Match) ([]byte, error)) error {
	h, err := whole(file)
	if err != nil {
		return err
	}
	bots := make([]bot.Spec, len(h.Seats))
	for i, seat := range h.Seats {
		if bots[i], err = findSame(seat, find); err != nil {
			return fmt.Errorf("seat %d: %w", i, err)
		}
	}
	m, err := h.Match(games, bots)
	if err != nil {
		return err
	}
	again, err := play(m)
	if err != nil {
		return err
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return Compare(file, bytes.NewReader(again))
}

// whole reads a replay to its end, to know that it is as it was written.
func whole(file io.Reader) (Header, error) {
	r, err := NewReader(file, Bounds{})
	if err != nil {
		return Header{}, err
	}
	defer r.Close()
	for err == nil {
		_, err = r.Next()
	}
	if err != io.EOF {
		return Header{}, err
	}
	return r.Header(), nil
}

// findSame returns the bot of a seat under its recorded name, if it is the one that played.
func findSame(seat Seat, find func(Seat) (bot.Spec, error)) (bot.Spec, error) {
	b, err := find(seat)
	if err != nil {
		return bot.Spec{}, err
	}
	if b.Kind != seat.Kind {
		return bot.Spec{}, fmt.Errorf("%w: bot %q is of kind %s, the one that played was of kind %s", ErrCannot, seat.Name, b.Kind, seat.Kind)
	}
	if sum := sourceSum(b); sum != seat.SHA256 {
		return bot.Spec{}, fmt.Errorf("%w: bot %q (%s) has changed: the sha256 of its source is %.12s…, of the one that played %.12s…", ErrCannot, seat.Name, b.Path, sum, seat.SHA256)
	}
	b.Name = seat.Name
	return b, nil
}

// Compare compares two replays line by line. It returns nil if all lines are the same, and an
// error that wraps ErrDiffers and shows the first other line, with its turn, if not.
func Compare(recorded, now io.Reader) error {
	a, b := newLineReader(recorded, Bounds{}), newLineReader(now, Bounds{})
	defer a.close()
	defer b.close()
	for {
		was, errA := a.next()
		is, errB := b.next()
		switch {
		case errA == io.EOF && errB == io.EOF:
			return nil
		case errA != nil && errA != io.EOF:
			return errA
		case errB != nil && errB != io.EOF:
			return fmt.Errorf("the new replay: %w", errB)
		case !bytes.Equal(was, is):
			return fmt.Errorf("line %d%s: %w: %s", max(a.number, b.number), turnOf(was, is), ErrDiffers, difference(was, is))
		}
	}
}

// turnOf names the turn of a line, if it is that of a turn in either replay.
func turnOf(lines ...[]byte) string {
	for _, l := range lines {
		var turn int
		if _, err := fmt.Sscanf(string(l[:min(len(l), 40)]), `{"turn":%d,`, &turn); err == nil {
			return fmt.Sprintf(" (turn %d)", turn)
		}
	}
	return ""
}
