package blobs

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"koth/game"
	"koth/internal/reference"
)

// trace is a recorded round; testdata/README.md describes the format.
type trace struct {
	Seed   int      `json:"seed"`
	Bots   []string `json:"bots"`
	Vision string   `json:"vision"`
	Side   int      `json:"side"`
	UIDs   []int    `json:"uids"`
	Slots  []int    `json:"slots"`
	Cells  [][2]int `json:"cells"`

	turns []traceTurn
	end   traceEnd
}

// traceTurn is a turn: what came, what was done, and the position afterwards.
type traceTurn struct {
	Wave    [][3]int     `json:"w"`
	Orders  []traceOrder `json:"a"`
	Births  []int        `json:"u"`
	State   []float64    `json:"s"` // uid, x, y, energy of each blob
	Scores  []float64    `json:"c"`
	Pellets int          `json:"p"`
}

type traceEnd struct {
	Turns     int       `json:"turns"`
	Scores    []float64 `json:"score"`
	Survivors []int     `json:"survivors"`
	Left      int       `json:"left"`
	Capped    bool      `json:"capped"`
}

// traceOrder is an order as a trace writes it: "", "n", "N" or ["n", 12.5].
type traceOrder struct{ Order }

func (o *traceOrder) UnmarshalJSON(data []byte) error {
	var letter string
	if data[0] == '[' {
		o.Kind = Send
		if err := json.Unmarshal(data, &[]any{&letter, &o.Amount}); err != nil {
			return err
		}
	} else if err := json.Unmarshal(data, &letter); err != nil || letter == "" {
		return err
	} else if o.Kind = Move; letter < "a" {
		o.Kind = Split
	}
	dir := strings.Index("nesw", strings.ToLower(letter))
	if dir < 0 || len(letter) != 1 {
		return fmt.Errorf("no order %s", data)
	}
	o.Dir = Dir(dir)
	return nil
}

// setup returns all that chance decided in the round.
func (tr *trace) setup() []byte {
	m := map[string]any{"slots": tr.Slots, "uids": tr.UIDs}
	waves, births := [][][3]int{}, []int{}
	for i := range tr.turns {
		if w := tr.turns[i].Wave; w != nil {
			waves = append(waves, w)
		}
		births = append(births, tr.turns[i].Births...)
	}
	m["waves"], m["births"] = waves, births
	out, err := json.Marshal(m)
	if err != nil {
		panic(err) // whole numbers in slices
	}
	return out
}

// open returns the position before the round's first turn, where any draw would be a mistake.
func (tr *trace) open() (*state, error) {
	opts := game.Options{optVision: tr.Vision, optMaxTurns: "0"}
	if tr.end.Capped {
		opts[optMaxTurns] = fmt.Sprint(tr.end.Turns)
	}
	st, err := Game{}.New(len(tr.Bots), opts, tr.setup(), nil)
	if err != nil {
		return nil, err
	}
	s := st.(*state)
	for i, c := range tr.Cells {
		if b := s.blobs[i]; int(b.x) != c[0] || int(b.y) != c[1] {
			return nil, fmt.Errorf("family %d starts on %d,%d, want %v", i, b.x, b.y, c)
		}
	}
	if s.arena.side != tr.Side {
		return nil, fmt.Errorf("side %d, want %d", s.arena.side, tr.Side)
	}
	return s, nil
}

// moves returns the recorded moves of a turn.
func (s *state) recorded(turn *traceTurn) ([]game.Move, error) {
	if len(turn.Orders) != len(s.blobs) {
		return nil, fmt.Errorf("%d orders for %d blobs", len(turn.Orders), len(s.blobs))
	}
	var moves []game.Move
	for _, seat := range s.ToAct() {
		var a Action
		for _, index := range s.family(seat) {
			a = append(a, turn.Orders[index].Order)
		}
		moves = append(moves, game.Move{Seat: seat, Action: &a})
	}
	return moves, nil
}

// same compares the position after a turn with the recorded one. Where the next turn opens with a
// wave, its pellets are here already.
func (s *state) same(turn *traceTurn, wave [][3]int) error {
	var got []float64
	for _, b := range s.blobs {
		got = append(got, float64(b.uid), float64(b.x), float64(b.y), b.energy)
	}
	if !slices.Equal(got, turn.State) {
		return fmt.Errorf("blobs (uid, x, y, energy)\n%v, want\n%v", got, turn.State)
	}
	if !slices.Equal(s.scores, turn.Scores) {
		return fmt.Errorf("scores %v, want %v", s.scores, turn.Scores)
	}
	if pellets := s.pellets - len(wave); pellets != turn.Pellets {
		return fmt.Errorf("%d pellets, want %d", pellets, turn.Pellets)
	}
	return nil
}

// replay plays the round again. visit, if any, is called before each turn.
func (tr *trace) replay(visit func(s *state, turn int) error) error {
	s, err := tr.open()
	if err != nil {
		return err
	}
	for i := range tr.turns {
		if visit != nil {
			if err := visit(s, i); err != nil {
				return fmt.Errorf("turn %d: %w", i, err)
			}
		}
		moves, err := s.recorded(&tr.turns[i])
		if err == nil {
			err = s.Step(moves)
		}
		if err != nil {
			return fmt.Errorf("turn %d: %w", i, err)
		}
		var wave [][3]int
		if i+1 < len(tr.turns) {
			wave = tr.turns[i+1].Wave
		}
		if err := s.same(&tr.turns[i], wave); err != nil {
			return fmt.Errorf("turn %d: %w", i, err)
		}
	}
	want := "family"
	switch {
	case tr.end.Capped:
		want = "turns"
	case len(tr.end.Survivors) == 0:
		want = "nobody"
	}
	if s.End() != want || s.turn != tr.end.Turns || len(s.blobs) != tr.end.Left || !slices.Equal(s.Scores(), tr.end.Scores) {
		return fmt.Errorf("end %q after %d turns with %d blobs and %v, want %q, %+v", s.End(), s.turn, len(s.blobs), s.Scores(), want, tr.end)
	}
	return nil
}

// readTraces reads rounds, one line for the start, one for each turn and one for the end of each.
func readTraces(r io.Reader) ([]*trace, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 8<<20)
	var all []*trace
	for n := 1; lines.Scan(); n++ {
		var kind struct {
			K string `json:"k"`
		}
		err := json.Unmarshal(lines.Bytes(), &kind)
		switch {
		case err != nil:
		case kind.K == "round":
			all = append(all, new(trace))
			err = json.Unmarshal(lines.Bytes(), all[len(all)-1])
		case len(all) == 0:
			err = fmt.Errorf("no round before %q", kind.K)
		case kind.K == "turn":
			var turn traceTurn
			err = json.Unmarshal(lines.Bytes(), &turn)
			tr := all[len(all)-1]
			tr.turns = append(tr.turns, turn)
		case kind.K == "end":
			err = json.Unmarshal(lines.Bytes(), &all[len(all)-1].end)
		default:
			err = fmt.Errorf("no kind %q", kind.K)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, errors.New("no rounds recorded here")
	}
	return all, nil
}

// recordedRounds returns the rounds recorded in the folder KOTH_TRACES, or in shared/traces beside
// the checkout. Where there are none the test is skipped.
func recordedRounds(t *testing.T) []*trace {
	t.Helper()
	all, err := readTraces(reference.Traces(t, "blobs.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sampleRounds returns the rounds kept in testdata.
func sampleRounds(t *testing.T) []*trace {
	t.Helper()
	f, err := os.Open("testdata/traces.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := readTraces(f)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestTraceSample plays the recorded rounds kept in testdata.
func TestTraceSample(t *testing.T) { replayAll(t, sampleRounds(t)) }

// TestTraceBlobs plays all recorded rounds.
func TestTraceBlobs(t *testing.T) { replayAll(t, recordedRounds(t)) }

func replayAll(t *testing.T, all []*trace) {
	turns := 0
	for _, tr := range all {
		if err := tr.replay(nil); err != nil {
			t.Errorf("seed %d, %v: %v", tr.Seed, tr.Bots, err)
		}
		turns += len(tr.turns)
	}
	t.Logf("%d rounds, %d turns", len(all), turns)
}
