package tokens

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"

	"koth/game"
	"koth/internal/reference"
)

// trace is a recorded match; testdata/README.md describes the format.
type trace struct {
	ID     int               `json:"id"`
	Bots   [2]string         `json:"bots"`
	Size   int               `json:"size"`
	Start  [2]int            `json:"start"`
	Tokens []json.RawMessage `json:"tokens"`
	Turns  []traceTurn       `json:"turns"`
	End    string            `json:"end"`
	Scores [2]float64        `json:"scores"`
}

// traceTurn is one turn: what was done, and the player who did it and the board afterwards.
type traceTurn struct {
	Action string
	Player
	Left, Idle int
	Threw      bool
}

func (t *traceTurn) UnmarshalJSON(data []byte) error {
	var letter, threw string
	parts := []any{&t.Action, &t.X, &t.Y, &t.Score, &t.ColorBonus, &letter, &t.Left, &t.Idle, &threw}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if len(raw) != 8 && len(raw) != 9 {
		return fmt.Errorf("turn %s has %d elements, want 8 or 9", data, len(raw))
	}
	for i := range raw {
		if err := json.Unmarshal(raw[i], parts[i]); err != nil {
			return fmt.Errorf("turn %s, element %d: %w", data, i, err)
		}
	}
	t.Threw = threw == "threw"
	for c, l := range colorLetters {
		if l == letter {
			t.LastColor = Color(c)
			return nil
		}
	}
	return fmt.Errorf("turn %s: no colour %q", data, letter)
}

// TestTraceSample plays the recorded matches kept in testdata.
func TestTraceSample(t *testing.T) {
	f, err := os.Open("testdata/traces.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	replayTraces(t, f)
}

// TestTraceTokens plays all recorded matches of the folder KOTH_TRACES, or of shared/traces beside
// the checkout.
func TestTraceTokens(t *testing.T) {
	for _, name := range []string{"tokens.jsonl.gz", "tokens-seeded.jsonl.gz"} {
		t.Run(name, func(t *testing.T) {
			replayTraces(t, reference.Traces(t, name))
		})
	}
}

func replayTraces(t *testing.T, r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 8<<20)
	matches, turns := 0, 0
	for lines.Scan() {
		var tr trace
		if err := json.Unmarshal(lines.Bytes(), &tr); err != nil {
			t.Fatalf("line %d: %v", matches+1, err)
		}
		if err := replayTrace(t, tr); err != nil {
			t.Errorf("match %d, %s against %s: %v", tr.ID, tr.Bots[0], tr.Bots[1], err)
		}
		matches++
		turns += len(tr.Turns)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if matches == 0 {
		t.Error("no matches recorded here")
	}
	t.Logf("%d matches, %d turns", matches, turns)
}

func replayTrace(t *testing.T, tr trace) error {
	setup, err := json.Marshal(map[string]any{"size": tr.Size, "start": tr.Start, "tokens": tr.Tokens})
	if err != nil {
		return err
	}
	s := newMatch(t, string(setup))
	for i, turn := range tr.Turns {
		seat := game.Seat(i % 2)
		if toAct := s.ToAct(); len(toAct) != 1 || toAct[0] != seat {
			return fmt.Errorf("turn %d: to act %v, want seat %d", i, toAct, seat)
		}
		moves := []game.Move{{Seat: seat}}
		if turn.Threw {
			moves[0].Fault = &game.Fault{Kind: game.FaultCrash}
		} else if moves[0].Action, err = (Game{}).ParseAction([]byte(`"` + turn.Action + `"`)); err != nil {
			return fmt.Errorf("turn %d: %w", i, err)
		}
		if err := s.Step(moves); err != nil {
			return fmt.Errorf("turn %d: %w", i, err)
		}
		got := traceTurn{moves[0].Action.(Action).String(), s.now.Players[seat], len(s.now.list), s.idle, turn.Threw}
		if got != turn {
			return fmt.Errorf("turn %d: got %+v, want %+v", i, got, turn)
		}
	}
	if s.End() != tr.End || [2]float64(s.Scores()) != tr.Scores {
		return fmt.Errorf("end %q %v, want %q %v", s.End(), s.Scores(), tr.End, tr.Scores)
	}
	return nil
}
