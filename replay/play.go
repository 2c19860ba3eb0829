package replay

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"koth/bot"
	"koth/game"
	"koth/match"
)

// Match returns the match that h records, to be played by bots, one a seat. It does not check
// that they are the bots of the replay (Verify does). A game that is not among games, or of
// another version, gives an error that wraps ErrCannot; a header that the game refuses, one that
// wraps ErrDamaged.
func (h Header) Match(games *game.Registry, bots []bot.Spec) (match.Match, error) {
	g, err := games.Get(h.Game)
	if err != nil {
		return match.Match{}, fmt.Errorf("%w: %w", ErrCannot, err)
	}
	info := g.Info()
	if info.Version != h.Version {
		return match.Match{}, fmt.Errorf("%w: it is of version %d of the rules of %s, and this koth plays version %d", ErrCannot, h.Version, h.Game, info.Version)
	}
	if n := len(h.Seats); n < info.MinSeats || n > info.MaxSeats {
		return match.Match{}, fmt.Errorf("%w: %s for %d seats, want %d to %d", ErrDamaged, h.Game, n, info.MinSeats, info.MaxSeats)
	}
	settings := make([]string, 0, len(h.Options))
	for name, value := range h.Options {
		settings = append(settings, name+"="+value)
	}
	slices.Sort(settings) // so that of two bad options the same one is named each time
	opts, err := info.ParseOptions(settings)
	if err != nil {
		return match.Match{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return match.Match{
		Game:    g,
		Options: opts,
		Setup:   h.Setup,
		Seed:    h.Seed,
		Board:   h.Board,
		Bots:    bots,
		Limits:  h.Limits,
	}, nil
}

// Play drives the rules with what r recorded, without any bot, and gives visit each turn with
// the state after it, the opening first. The state is the rules' own: visit may ask it for a
// Board, and must not keep it. An error of visit ends Play and is returned as it is. A nil visit only checks.
//
// What the rules carry out, draw and score must be what was recorded; the first turn where it is
// not gives an error that wraps ErrDiffers. Other errors are those of Header.Match, of Reader,
// and ErrDamaged for actions that the rules refuse.
func Play(r *Reader, games *game.Registry, visit func(t Turn, s game.State) error) error {
	m, err := r.header.Match(games, make([]bot.Spec, len(r.header.Seats)))
	if err != nil {
		return err
	}
	state, err := m.Opening()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	for last := 0; ; {
		t, err := r.Next()
		if err == io.EOF {
			return checkEnd(state, r.End(), last)
		}
		if err != nil {
			return err
		}
		if t.Turn > 0 {
			if last = turnAfter(state, last); t.Turn != last {
				return fmt.Errorf("turn %d: %w: it is turn %d now", t.Turn, ErrDiffers, last)
			}
			if err := step(m.Game, state, t); err != nil {
				return fmt.Errorf("turn %d: %w", t.Turn, err)
			}
		}
		if chance := state.Chance(); !bytes.Equal(chance, t.Chance) {
			return fmt.Errorf("turn %d: %w: drawn %s", t.Turn, ErrDiffers, difference(t.Chance, chance))
		}
		if visit == nil {
			continue
		}
		if err := visit(t, state); err != nil {
			return err
		}
	}
}

// turnAfter returns the number of the turn that the state is in when the last moves were of turn last.
func turnAfter(s game.State, last int) int {
	if turned, ok := s.(game.Turned); ok {
		return turned.Turn()
	}
	return last + 1
}

// step plays one recorded turn, or one round of its moves.
func step(g game.Game, s game.State, t Turn) error {
	toAct := s.ToAct()
	if len(toAct) != len(t.Moves) || !slices.EqualFunc(toAct, t.Moves, func(seat game.Seat, m Move) bool { return seat == m.Seat }) {
		return fmt.Errorf("%w: to act are seats %v, recorded are %v", ErrDiffers, toAct, seatsOf(t.Moves))
	}
	moves := make([]game.Move, len(t.Moves))
	for i, m := range t.Moves {
		moves[i] = game.Move{Seat: m.Seat, Fault: m.Fault.Game()}
		if err := judge(g, s, m, &moves[i]); err != nil {
			return fmt.Errorf("seat %d: %w", m.Seat, err)
		}
	}
	if err := s.Step(moves); err != nil {
		return err
	}
	for i, m := range moves {
		done := []byte("null")
		if m.Action != nil {
			done = m.Action.AppendJSON(nil)
		}
		if want := t.Moves[i].Action; !bytes.Equal(done, want) {
			return fmt.Errorf("%w: carried out for seat %d %s", ErrDiffers, m.Seat, difference(want, done))
		}
	}
	return nil
}

// judge reads the actions of a recorded move into move. The rules must allow and refuse now what
// they did when it was recorded.
func judge(g game.Game, s game.State, m Move, move *game.Move) (err error) {
	if string(m.Action) != "null" {
		if move.Action, err = g.ParseAction(m.Action); err == nil {
			err = s.Check(m.Seat, move.Action)
		}
		if err != nil {
			return fmt.Errorf("%w: action %.80s: %w", ErrDamaged, m.Action, err)
		}
	}
	if m.Refused != nil {
		if move.Refused, err = g.ParseAction(m.Refused); err != nil {
			return fmt.Errorf("%w: refused action %.80s: %w", ErrDamaged, m.Refused, err)
		}
		if s.Check(m.Seat, move.Refused) == nil {
			return fmt.Errorf("%w: the rules allow %.80s, which is recorded as refused", ErrDiffers, m.Refused)
		}
	}
	return nil
}

// checkEnd compares the end. last is the number of the last turn with moves.
func checkEnd(s game.State, end End, last int) error {
	if seats := s.ToAct(); len(seats) > 0 {
		return fmt.Errorf("turn %d: %w: the replay ends (%q), and the rules go on with seats %v", end.Turns, ErrDiffers, end.End, seats)
	}
	if turned, ok := s.(game.Turned); ok {
		last = turned.Turn()
	}
	if last != end.Turns {
		return fmt.Errorf("turn %d: %w: the match has %d turns", end.Turns, ErrDiffers, last)
	}
	if s.End() != end.End {
		return fmt.Errorf("turn %d: %w: the end is %q, recorded is %q", end.Turns, ErrDiffers, s.End(), end.End)
	}
	if !slices.Equal(s.Scores(), end.Scores) {
		return fmt.Errorf("turn %d: %w: the scores are %v, recorded are %v", end.Turns, ErrDiffers, s.Scores(), end.Scores)
	}
	return nil
}

func seatsOf(moves []Move) []game.Seat {
	seats := make([]game.Seat, len(moves))
	for i, m := range moves {
		seats[i] = m.Seat
	}
	return seats
}

// difference shows two texts shortened to the place where they part.
func difference(recorded, now []byte) string {
	return fmt.Sprintf("is %s, recorded is %s", around(now, recorded), around(recorded, now))
}

// around returns what of a lies around the first byte that is not as in b, as one quoted text or
// the word "nothing".
func around(a, b []byte) string {
	if len(a) == 0 {
		return "nothing"
	}
	const before, after = 40, 60
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from, to := max(0, at-before), min(len(a), at+after)
	text := string(a[from:to])
	if from > 0 {
		text = "…" + text
	}
	if to < len(a) {
		text += "…"
	}
	return "`" + text + "`"
}
