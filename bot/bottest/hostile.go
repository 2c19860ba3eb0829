package bottest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/internal/say"
	"koth/game"
)

// Hostile is a bot that counts its turns and does something bad on turn 2, which must end with the
// fault named; the count must go on.
type Hostile struct {
	Name string
	Bad  string         // the statements of a function, in the bot's language
	Want game.FaultKind // "" for none
	Text string         // part of the fault's text, or of the answer
}

// HostileConfig is what the tests of hostile bots need to know about a runtime.
type HostileConfig struct {
	Script
	New     func(testing.TB) bot.Runtime // a new runtime, which is closed at the end of the test
	Counts  string                       // a format: the source of a bot that does Hostile.Bad on turn 2 and else says how often it was asked
	Echoes  string                       // the source of a bot that says the number of the turn
	Limit   time.Duration                // for what never comes back: soon over, on however slow a machine
	Patient time.Duration                // for what comes back by itself, but perhaps not soon
}

// limits are those of a bot that must bring a fault of that kind.
func (c HostileConfig) limits(want game.FaultKind) bot.Limits {
	l := bot.Limits{Start: c.Patient, Move: c.Limit, Memory: 32 << 20}.OrDefault()
	if want != game.FaultTimeout {
		l.Move = c.Patient
	}
	return l
}

// Run plays two matches with a bot, of which the second must be as the first.
func (c HostileConfig) Run(t *testing.T, h Hostile) {
	r := c.New(t)
	for range 2 {
		c.play(t, r, h)
	}
}

func (c HostileConfig) play(t *testing.T, r bot.Runtime, h Hostile) {
	t.Helper()
	p, start := c.Seat(t, r, fmt.Sprintf(c.Counts, h.Bad), c.limits(h.Want))
	defer p.Close()
	if start.Fault != nil {
		t.Fatal(Show(start))
	}
	if got := Show(Ask(p, 1)); got != "1" {
		t.Errorf("turn 1: %s", got)
	}
	began := time.Now()
	got := Ask(p, 2)
	t.Logf("%.80s after %v", Show(got), time.Since(began).Round(time.Millisecond))
	kind := game.FaultKind("")
	if f := got.Fault; f != nil {
		kind = f.Kind
		IsFaultText(t, f.Text)
	}
	if kind != h.Want || !strings.Contains(Show(got), h.Text) {
		t.Errorf("turn 2: %.200s, want %q %q", Show(got), h.Want, h.Text)
	}
	if got := Show(Ask(p, 3)); got != "3" {
		t.Errorf("turn 3: %.200s, want the count to have gone on", got)
	}
}

// Start starts a bot twice that does something bad before the first turn, and then one that means no
// harm in the same runtime.
func (c HostileConfig) Start(t *testing.T, source string, want game.FaultKind) {
	r := c.New(t)
	l := c.limits(want)
	if want == game.FaultTimeout {
		l.Start = c.Limit
	}
	for range 2 {
		p, start := c.Seat(t, r, source, l)
		if start.Fault == nil || start.Fault.Kind != want {
			t.Errorf("start: %s, want %s", Show(start), want)
		}
		p.Close()
	}
	if got := c.Play(t, r, c.Echoes, 1); got[0] != "1" {
		t.Errorf("another bot says %q", got)
	}
}

// IsFaultText checks that the text of a script's fault is one clean line, not too long.
func IsFaultText(t testing.TB, text string) {
	t.Helper()
	if text == "" || len(text) > say.MaxText || strings.ContainsAny(text, "\n\r\x00") {
		t.Errorf("fault text of %d bytes: %.400q", len(text), text)
	}
}
