package replay

import (
	"bytes"
	"encoding/json"
	"math"
	"time"

	"koth/bot"
	"koth/game"
	"koth/match"
)

// The lines as they are in a file; docs/replay.md describes each member. The lines of turns are
// written without these types (writer.go), because there can be thousands in a match.

type headerLine struct {
	Format  string          `json:"format"`
	Game    string          `json:"game"`
	Version int             `json:"version"`
	Seed    uint64          `json:"seed"`
	Board   *uint64         `json:"board,omitempty"`
	Options game.Options    `json:"options"`
	Setup   json.RawMessage `json:"setup,omitempty"`
	Limits  limitsLine      `json:"limits"`
	Seats   []Seat          `json:"seats"`
}

type limitsLine struct {
	StartMS float64   `json:"start_ms"`
	MoveMS  float64   `json:"move_ms"`
	BankMS  float64   `json:"bank_ms,omitempty"`
	Memory  int       `json:"memory"`
	Child   int       `json:"child,omitempty"` // left out for the default
	Debug   int       `json:"debug"`
	Clock   bot.Clock `json:"clock"`
}

func limitsLineOf(l bot.Limits) limitsLine {
	line := limitsLine{StartMS: millis(l.Start), MoveMS: millis(l.Move), BankMS: millis(l.Bank), Memory: l.Memory, Debug: l.Debug, Clock: l.Clock}
	if l.Child != bot.DefaultLimits.Child {
		line.Child = l.Child
	}
	return line
}

func (l limitsLine) limits() bot.Limits {
	if l.Child == 0 {
		l.Child = bot.DefaultLimits.Child
	}
	return bot.Limits{
		Start: duration(l.StartMS), Move: duration(l.MoveMS), Bank: duration(l.BankMS),
		Memory: l.Memory, Child: l.Child, Debug: l.Debug, Clock: l.Clock,
	}
}

// duration is the inverse of millis. What is out of range becomes the nearest time in it.
func duration(ms float64) time.Duration {
	ns := math.Round(ms * float64(time.Millisecond))
	switch {
	case ns >= math.MaxInt64:
		return math.MaxInt64
	case ns <= 0:
		return 0
	}
	return time.Duration(ns)
}

// bodyLine is any line after the header: a reader tells them by their members.
type bodyLine struct {
	Turn   *int            `json:"turn"`
	Starts []moveLine      `json:"starts"`
	Moves  []moveLine      `json:"moves"`
	Chance json.RawMessage `json:"chance"`
	endLine
	digestLine
}

type moveLine struct {
	Seat    game.Seat       `json:"seat"`
	Action  json.RawMessage `json:"action"`
	Refused json.RawMessage `json:"refused"`
	Fault   *faultLine      `json:"fault"`
	Debug   string          `json:"debug"`
}

type faultLine struct {
	Kind  game.FaultKind `json:"kind"`
	Text  string         `json:"text"`
	Count int            `json:"count,omitempty"` // left out for 1
}

type endLine struct {
	End    *string            `json:"end"`
	Turns  int                `json:"turns"`
	Scores []float64          `json:"scores"`
	Ranks  []int              `json:"ranks"`
	Faults []match.FaultCount `json:"faults"`
}

type digestLine struct {
	SHA256 string `json:"sha256"`
}

// marshal returns v as JSON on one line, with <, > and & as they are: a replay is no page.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}

// appendJSON appends v, of a type that always has a JSON form.
func appendJSON(b []byte, v any) []byte {
	m, err := marshal(v)
	if err != nil {
		panic("replay: " + err.Error())
	}
	return append(b, m...)
}
