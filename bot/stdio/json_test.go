package stdio

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

func newEchoDialect() *jsonDialect {
	return newJSONDialect(bot.Seating{
		Game: bottest.Echo{}, Options: game.Options{"turns": "3"}, Seat: 1, Seats: 2, Seed: 4294967295,
		Limits: bot.Limits{Move: 100 * time.Millisecond, Bank: 1500 * time.Microsecond}.OrDefault(),
	})
}

// The messages are those of docs/protocol.md, to the byte.
func TestJSONMessages(t *testing.T) {
	d := newEchoDialect()
	hello, await := d.Hello()
	if !await {
		t.Error("nobody waits for its start")
	}
	turn := d.Ask(bottest.Heard{Turn: 7, Payload: 42}, game.TextClock{Turn: 3, Move: 101500 * time.Microsecond, Last: 1234567})
	cut := d.Goodbye()
	d.Conclude(game.Conclusion{End: "turns", Scores: []float64{1, 2.5}, Ranks: []int{2, 1}})
	got := strings.Join([]string{hello[0], turn[0], cut[0], d.Goodbye()[0]}, "\n")
	want := `{"type":"start","protocol":1,"game":"echo","version":1,"options":{"turns":"3"},"seat":1,"seats":2,"seed":4294967295,"limits":{"start_ms":5000,"move_ms":100,"bank_ms":1.5,"memory":536870912}}
{"type":"turn","turn":3,"limit_ms":101.5,"last_ms":1.234,"observation":{"turn":7,"payload":42}}
{"type":"end"}
{"type":"end","end":"turns","scores":[1,2.5],"ranks":[2,1]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestJSONAnswers(t *testing.T) {
	d := newEchoDialect()
	for _, tt := range []struct {
		line string
		want game.TextAnswer
		bad  string // part of the error
	}{
		{`{"action":5}`, game.TextAnswer{Done: true, Action: bottest.Number(5)}, ""},
		{` { "turn": 3, "action": 5, "comment": [] } `, game.TextAnswer{Done: true, Turn: 3, Action: bottest.Number(5)}, ""},
		{`{"action":5,"fault":{"kind":"crash","count":2,"text":"ouch"}}`, game.TextAnswer{Done: true, Action: bottest.Number(5), Fault: &game.Fault{Kind: game.FaultCrash, Count: 2, Text: "ouch"}}, ""},
		{`{"action":5,"fault":{"kind":"timeout"}}`, game.TextAnswer{Done: true}, "a fault of kind"},
		{``, game.TextAnswer{}, ""},
		{`{"type":"ready"}`, game.TextAnswer{}, ""},
		{`5`, game.TextAnswer{Done: true}, "no JSON object"},
		{`null`, game.TextAnswer{Done: true}, "no JSON object"},
		{`hello`, game.TextAnswer{Done: true}, "no JSON object"},
		{`{"action":5} {"action":6}`, game.TextAnswer{Done: true}, "no JSON object"},
		{`{"turn":"3","action":5}`, game.TextAnswer{Done: true}, "no JSON object"},
		{`{"turn":0,"action":5}`, game.TextAnswer{Done: true}, "answered turn 0"},
		{`{"turn":3}`, game.TextAnswer{Done: true, Turn: 3}, `no member "action"`},
		{`{"turn":3,"action":-1}`, game.TextAnswer{Done: true, Turn: 3}, "whole number"},
	} {
		got, err := d.Line(bottest.Heard{}, []byte(tt.line))
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.line, diff)
		}
		if (err != nil) != (tt.bad != "") || err != nil && (!errors.Is(err, game.ErrMalformed) || !strings.Contains(err.Error(), tt.bad)) {
			t.Errorf("%s: %v, want one that says %q", tt.line, err, tt.bad)
		}
	}
	if got, err := d.Line(nil, []byte(`{"type":"ready"}`)); !got.Done || err != nil {
		t.Errorf("ready: %+v, %v", got, err)
	}
	if got, err := d.Line(nil, []byte(`{"action":5}`)); !got.Done || err == nil {
		t.Errorf("an answer instead of ready: %+v, %v", got, err)
	}
}

// Whatever a program writes is an answer, or an error, or nothing.
func FuzzJSONLine(f *testing.F) {
	f.Add([]byte(`{"turn":3,"action":5}`))
	f.Add([]byte(`{"type":"ready"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		got, err := newEchoDialect().Line(bottest.Heard{}, line)
		if err != nil && (got.Action != nil || !got.Done) {
			t.Errorf("%q: %+v beside %v", line, got, err)
		}
		if err == nil && got.Done && got.Action == nil {
			t.Errorf("%q: done without an action", line)
		}
	})
}

// Lines come out as they went in, however they were cut into pieces.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\r\n\nb\nc"), 2)
	f.Fuzz(func(t *testing.T, text []byte, piece int) {
		piece = max(1, piece%64)
		var l lines
		var got []string
		for rest := text; len(rest) > 0; {
			n := min(piece, len(rest))
			l.add(rest[:n])
			rest = rest[n:]
			for {
				line, long, ok := l.next()
				if !ok {
					break
				}
				if long {
					t.Fatal("too long")
				}
				got = append(got, string(line))
			}
		}
		want := strings.Split(string(text), "\n")
		for i := range want {
			want[i] = strings.TrimSuffix(want[i], "\r")
		}
		got = append(got, string(l.rest()))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// A line that is too long is passed over to its end, and the next one is whole.
func TestLongLine(t *testing.T) {
	var l lines
	long := strings.Repeat("x", maxLine+1)
	if diff := cmp.Diff([]string{"ab", "long", "cd"}, l.heard("ab\n"+long, long, "end\ncd\n")); diff != "" {
		t.Error(diff)
	}
	if l.begun() || len(l.buf) > maxLine+2*len(long) {
		t.Errorf("%d bytes kept", len(l.buf))
	}
}

// What is kept of standard error is its head and its tail, in whole characters.
func TestDebug(t *testing.T) {
	d := newDebug(16)
	d.write([]byte("short"))
	if got := string(d.bytes()); got != "short" {
		t.Errorf("%q", got)
	}
	d.reset()
	for range 10 {
		d.write([]byte("0123456789é"))
	}
	if got, want := string(d.bytes()), "01234567\n... 104 bytes left out ...\n456789é"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	d.reset()
	if got := d.bytes(); got != nil {
		t.Errorf("%q after a reset", got)
	}
	if got := string(d.recent.appendTo(nil)); !strings.HasSuffix(got, "789é") {
		t.Errorf("last words %q", got)
	}
}
