package stdio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"koth/bot"
	"koth/game"
)

// jsonVersion is the version of the protocol of docs/protocol.md.
const jsonVersion = 1

// jsonDialect is the protocol that programs can play every game in: one JSON object a line.
type jsonDialect struct {
	seating bot.Seating
	line    []byte
	end     *game.Conclusion
}

func newJSONDialect(s bot.Seating) *jsonDialect { return &jsonDialect{seating: s} }

var (
	_ game.TextDialect = (*jsonDialect)(nil)
	_ game.Concluded   = (*jsonDialect)(nil)
)

// jsonStart is the first message to a program.
type jsonStart struct {
	Type     string       `json:"type"`
	Protocol int          `json:"protocol"`
	Game     string       `json:"game"`
	Version  int          `json:"version"` // of the game's rules
	Options  game.Options `json:"options"`
	Seat     game.Seat    `json:"seat"`
	Seats    int          `json:"seats"`
	Seed     uint32       `json:"seed"`
	Limits   jsonLimits   `json:"limits"`
}

type jsonLimits struct {
	Start  float64 `json:"start_ms"`
	Move   float64 `json:"move_ms"`
	Bank   float64 `json:"bank_ms"`
	Memory int     `json:"memory"`
}

// Hello implements game.TextDialect.
func (d *jsonDialect) Hello() (lines []string, await bool) {
	info, l := d.seating.Game.Info(), d.seating.Limits
	options := d.seating.Options
	if options == nil {
		options = game.Options{}
	}
	return []string{encode(jsonStart{
		Type: "start", Protocol: jsonVersion, Game: info.Name, Version: info.Version, Options: options,
		Seat: d.seating.Seat, Seats: d.seating.Seats, Seed: d.seating.Seed,
		Limits: jsonLimits{Start: ms(l.Start), Move: ms(l.Move), Bank: ms(l.Bank), Memory: l.Child},
	})}, true
}

// Ask implements game.TextDialect.
func (d *jsonDialect) Ask(obs game.Observation, clock game.TextClock) []string {
	b := append(d.line[:0], `{"type":"turn","turn":`...)
	b = strconv.AppendInt(b, int64(clock.Turn), 10)
	b = append(b, `,"limit_ms":`...)
	b = strconv.AppendFloat(b, ms(clock.Move), 'f', -1, 64)
	b = append(b, `,"last_ms":`...)
	b = strconv.AppendFloat(b, ms(clock.Last), 'f', -1, 64)
	b = append(b, `,"observation":`...)
	b = append(obs.AppendJSON(b), '}')
	d.line = b
	return []string{string(b)}
}

// jsonAnswer is any message from a program.
type jsonAnswer struct {
	Type   string          `json:"type"`
	Turn   *int            `json:"turn"`
	Action json.RawMessage `json:"action"`
	Fault  *jsonFault      `json:"fault"`
}

// jsonFault is what a program says of an answer that counts: that part of it went wrong. The
// harness of functions in Python does so for blobs whose call failed.
type jsonFault struct {
	Kind  game.FaultKind `json:"kind"`
	Count int            `json:"count"`
	Text  string         `json:"text"`
}

// maxCount bounds how many faults a program says of one answer.
const maxCount = 1_000_000

func (f *jsonFault) fault() (*game.Fault, error) {
	if f == nil {
		return nil, nil
	}
	if f.Kind != game.FaultCrash && f.Kind != game.FaultMalformed || f.Count < 0 || f.Count > maxCount {
		return nil, malformed("wrote a fault of kind %.20q, %d times", f.Kind, f.Count)
	}
	return &game.Fault{Kind: f.Kind, Count: f.Count, Text: f.Text}, nil
}

// Line implements game.TextDialect.
func (d *jsonDialect) Line(obs game.Observation, line []byte) (game.TextAnswer, error) {
	line = bytes.TrimSpace(line)
	if len(line) == 0 {
		return game.TextAnswer{}, nil
	}
	var a jsonAnswer
	if err := json.Unmarshal(line, &a); err != nil || line[0] != '{' {
		return game.TextAnswer{Done: true}, malformed("wrote %.60q, which is no JSON object of this protocol", line)
	}
	switch {
	case a.Type == "ready":
		return game.TextAnswer{Done: obs == nil}, nil
	case obs == nil:
		return game.TextAnswer{Done: true}, malformed(`wrote %.60q instead of {"type":"ready"}`, line)
	}
	answer := game.TextAnswer{Done: true}
	if a.Turn != nil {
		if answer.Turn = *a.Turn; answer.Turn < 1 {
			return game.TextAnswer{Done: true}, malformed("answered turn %d", *a.Turn)
		}
	}
	if a.Action == nil {
		return answer, malformed(`wrote %.60q, which has no member "action"`, line)
	}
	var err error
	if answer.Fault, err = a.Fault.fault(); err == nil {
		answer.Action, err = d.seating.Game.ParseAction(a.Action)
	}
	return answer, err
}

func malformed(format string, args ...any) error {
	return fmt.Errorf(format+": %w", append(args, game.ErrMalformed)...)
}

// Conclude implements game.Concluded.
func (d *jsonDialect) Conclude(c game.Conclusion) { d.end = &c }

// jsonEnd is the last message to a program.
type jsonEnd struct {
	Type   string    `json:"type"`
	End    string    `json:"end,omitempty"` // left out, as the rest is, where the match was not played to its end
	Scores []float64 `json:"scores,omitempty"`
	Ranks  []int     `json:"ranks,omitempty"`
}

// Goodbye implements game.TextDialect.
func (d *jsonDialect) Goodbye() []string {
	end := jsonEnd{Type: "end"}
	if d.end != nil {
		end.End, end.Scores, end.Ranks = d.end.End, d.end.Scores, d.end.Ranks
	}
	return []string{encode(end)}
}

// LineEnd implements game.TextDialect.
func (*jsonDialect) LineEnd() string { return "\n" }

// ms is a time in milliseconds, to the microsecond.
func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// encode writes v, which has nothing in it that JSON cannot say.
func encode(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("stdio: " + err.Error())
	}
	return string(b)
}
