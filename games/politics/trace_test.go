package politics

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"koth/game"
	"koth/internal/reference"
)

// trace is a recorded match; testdata/README.md describes the format.
type trace struct {
	ID     int             `json:"id"`
	Bots   [seats]string   `json:"bots"`
	State  json.RawMessage `json:"state"`
	Cap    int             `json:"cap"`
	Turns  []traceTurn     `json:"turns"`
	Winner int             `json:"winner"` // 0 for none, else the bot's number from 1
	Final  json.RawMessage `json:"final"`
}

// traceTurn is one turn: what was answered and what came of it, then money, digest of the support
// and number of regions afterwards.
type traceTurn struct {
	answers [seats]json.RawMessage
	after
}

type after struct {
	status  [seats]string
	money   [seats]int
	digest  string
	regions int
}

func (t *traceTurn) UnmarshalJSON(data []byte) error {
	parts := []any{&t.answers[0], &t.answers[1], &t.status[0], &t.status[1], &t.money[0], &t.money[1], &t.digest, &t.regions}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil || len(raw) != len(parts) {
		return fmt.Errorf("turn %s: want %d elements (%v)", data, len(parts), err)
	}
	for i := range raw {
		if err := json.Unmarshal(raw[i], parts[i]); err != nil {
			return fmt.Errorf("turn %s, element %d: %w", data, i, err)
		}
	}
	return nil
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

// TestTracePolitics plays all recorded matches of the folder KOTH_TRACES, or of shared/traces
// beside the checkout.
func TestTracePolitics(t *testing.T) {
	replayTraces(t, reference.Traces(t, "politics.jsonl.gz"))
}

func replayTraces(t *testing.T, r io.Reader) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 16<<20)
	matches, turns := 0, 0
	for lines.Scan() {
		var tr trace
		if err := json.Unmarshal(lines.Bytes(), &tr); err != nil {
			t.Fatalf("line %d: %v", matches+1, err)
		}
		if err := replayTrace(tr); err != nil {
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

func replayTrace(tr trace) error {
	opts, err := Game{}.Info().ParseOptions([]string{fmt.Sprintf("max-turns=%d", tr.Cap)})
	if err != nil {
		return err
	}
	if string(tr.State) == "null" {
		tr.State = nil
	}
	st, err := Game{}.New(seats, opts, tr.State, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		return err
	}
	s := st.(*state)
	for i, turn := range tr.Turns {
		got, err := replayTurn(s, turn.answers)
		if err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if got != turn.after {
			return fmt.Errorf("turn %d, %s: got %+v, want %+v", i+1, turn.answers, got, turn.after)
		}
	}
	want := map[int][seats]float64{0: {0.5, 0.5}, 1: {1, 0}, 2: {0, 1}}[tr.Winner]
	if s.End() == "" || s.scores != want {
		return fmt.Errorf("end %q %v, want the winner %d", s.End(), s.scores, tr.Winner)
	}
	var final City
	if err := final.set(tr.Final); err != nil {
		return err
	}
	if s.city != final {
		return fmt.Errorf("final position\n%s, want\n%s", s.city.appendSetup(nil), tr.Final)
	}
	return nil
}

// replayTurn plays a turn as the step loop of a match does.
func replayTurn(s *state, answers [seats]json.RawMessage) (after, error) {
	var got after
	moves := make([]game.Move, seats)
	for i := range moves {
		m := &moves[i]
		m.Seat = game.Seat(i)
		a, err := Game{}.ParseAction(answers[i])
		if err != nil {
			got.status[i], m.Fault = "invalid", &game.Fault{Kind: game.FaultMalformed}
			continue
		}
		if err := s.Check(m.Seat, a); err != nil {
			got.status[i], m.Fault, m.Refused = "illegal", &game.Fault{Kind: game.FaultIllegal}, a
			if strings.Contains(err.Error(), "dollars") {
				got.status[i] = "poor"
			}
			continue
		}
		m.Action = a
	}
	if err := s.Step(moves); err != nil {
		return after{}, err
	}
	for i := range moves {
		switch {
		case moves[i].Action != nil:
			got.status[i] = "ok"
		case moves[0].Action == nil && moves[1].Action == nil && bothRedraw(answers):
			got.status[i] = "cancelled"
		}
	}
	got.money, got.digest, got.regions = s.city.Money, digest(&s.city), s.city.Regions.Len()
	return got, nil
}

// bothRedraw tells whether both answers are good merges or splits.
func bothRedraw(answers [seats]json.RawMessage) bool {
	for _, answer := range answers {
		a, err := Game{}.ParseAction(answer)
		if err != nil || !a.(Action).Kind.redraws() {
			return false
		}
	}
	return true
}

// digest is FNV-1a over the support of all voters, with no difference between 0 and -0.
func digest(c *City) string {
	h := fnv.New32a()
	var b [8]byte
	for x := range Size {
		for y := range Size {
			binary.LittleEndian.PutUint64(b[:], math.Float64bits(c.Support[x][y]+0))
			h.Write(b[:])
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
