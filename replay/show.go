package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"koth/game"
)

// Shown is a replay as `koth replay show --json` prints it.
type Shown struct {
	Game    string       `json:"game"`
	Version int          `json:"version"`
	Seed    uint64       `json:"seed"`
	Options game.Options `json:"options"`
	Seats   []string     `json:"seats"` // names
	End     string       `json:"end"`
	Scores  []float64    `json:"scores"`
	Opening ShownOpening `json:"opening"`
	Turns   []ShownTurn  `json:"turns"`
}

// ShownOpening is what happened before the first turn.
type ShownOpening struct {
	Faults []*game.FaultKind `json:"faults"` // by seat: how its start went wrong, or null
	Chance json.RawMessage   `json:"chance"`
}

// ShownTurn is one turn, from 1, or one round of its moves.
type ShownTurn struct {
	Turn   int             `json:"turn"`
	Moves  []ShownMove     `json:"moves"`
	Chance json.RawMessage `json:"chance"` // null for nothing
}

// ShownMove is one seat's part of a turn.
type ShownMove struct {
	Seat   game.Seat       `json:"seat"`
	Action json.RawMessage `json:"action"` // null for none
	Fault  *game.FaultKind `json:"fault"`  // null for none
	MS     *float64        `json:"ms"`     // milliseconds that the bot used; null where they are not kept
}

// Show reads a replay whole. times may be nil; times of another replay give an error.
//
// A replay that is whole but not as it was written is shown all the same, beside an error that
// wraps ErrDigest: the caller says that it is damaged. Every other error comes with nil.
func Show(r *Reader, times *Times) (*Shown, error) {
	h := r.Header()
	s := &Shown{Game: h.Game, Version: h.Version, Seed: h.Seed, Options: h.Options, Turns: []ShownTurn{}}
	for _, seat := range h.Seats {
		s.Seats = append(s.Seats, seat.Name)
	}
	t, err := r.Next()
	for ; err == nil; t, err = r.Next() {
		if t.Turn == 0 {
			s.Opening = shownOpening(t)
			continue
		}
		shown, err := shownTurn(t, len(s.Turns)+1, times)
		if err != nil {
			return nil, err
		}
		s.Turns = append(s.Turns, shown)
	}
	damaged := errors.Is(err, ErrDigest)
	if err != io.EOF && !damaged {
		return nil, err
	}
	if times != nil && !damaged && times.Replay != r.Digest() {
		return nil, errors.New("the file of times is of another match")
	}
	s.End, s.Scores = r.End().End, r.End().Scores
	if damaged {
		return s, err
	}
	return s, nil
}

func shownOpening(t Turn) ShownOpening {
	o := ShownOpening{Chance: t.Chance}
	for _, m := range t.Moves {
		o.Faults = append(o.Faults, kindOf(m.Fault))
	}
	return o
}

// shownTurn shows a turn, which is the i-th of the replay, the opening being the 0th.
func shownTurn(t Turn, i int, times *Times) (ShownTurn, error) {
	shown := ShownTurn{Turn: t.Turn, Moves: make([]ShownMove, len(t.Moves)), Chance: t.Chance}
	for k, m := range t.Moves {
		shown.Moves[k] = ShownMove{Seat: m.Seat, Action: m.Action, Fault: kindOf(m.Fault)}
	}
	if times == nil {
		return shown, nil
	}
	if i >= len(times.Turns) || len(times.Turns[i]) != len(t.Moves) {
		return ShownTurn{}, fmt.Errorf("turn %d: the file of times is of another match", t.Turn)
	}
	for k, d := range times.Turns[i] {
		ms := millis(d)
		shown.Moves[k].MS = &ms
	}
	return shown, nil
}

func kindOf(f *Fault) *game.FaultKind {
	if f == nil {
		return nil
	}
	return &f.Kind
}
