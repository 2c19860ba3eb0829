package js

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

func TestClocks(t *testing.T) {
	for _, clock := range []bot.Clock{bot.ClockAuto, bot.ClockWall, bot.ClockCPU} {
		t.Run(string(clock), func(t *testing.T) {
			l := bottest.Generous
			l.Move, l.Clock = 100*time.Millisecond, clock
			p, start := seat(t, newRuntime(t), "function (n) { while (n === 2); return n }", l)
			defer p.Close()
			if start.Fault != nil {
				t.Fatal(bottest.Show(start))
			}
			for range 2 {
				if got := bottest.Ask(p, 2); got.Fault == nil || got.Fault.Kind != game.FaultTimeout || got.Used < l.Move {
					t.Errorf("an endless loop: %s, used %v, want a timeout", bottest.Show(got), got.Used)
				}
				p.limits.Move = time.Minute // a busy machine can make any turn a long one
				if got := bottest.Show(bottest.Ask(p, 3)); got != "3" {
					t.Errorf("the turn after it: %s", got)
				}
				p.limits.Move = l.Move
			}
		})
	}
}

// An observation that outgrows the shared bytes, and an answer that does.
func TestBytesGrow(t *testing.T) {
	p, start := seat(t, newRuntime(t), "function (n) { return 'é'.repeat(n) }", bottest.Generous)
	defer p.Close()
	if start.Fault != nil {
		t.Fatal(bottest.Show(start))
	}
	for _, n := range []int{3, 40_000, 200_000, 5} {
		obs := append(bottest.Padded{byte(n), byte(n >> 8), byte(n >> 16), 0}, make([]byte, 4*n)...)
		p.Ask(obs)
		if got := bottest.Show(p.Answer()); got != strings.Repeat("é", n) {
			t.Errorf("%d characters: %.60q, %d bytes", n, got, len(got))
		}
	}
}

// What is kept of the console's output begins and ends with whole characters, and every byte is
// accounted for.
func TestOutputIsCutBetweenCharacters(t *testing.T) {
	r := newRuntime(t)
	for _, kept := range []int{100, 101, 102, 103} {
		l := bottest.Generous
		l.Debug = kept
		p, start := seat(t, r, "function (n) { console.log('a€😀'.repeat(n)); console.log('ende'); return n }", l)
		if start.Fault != nil {
			t.Fatal(bottest.Show(start))
		}
		got := bottest.Ask(p, 1000).Debug
		var left int
		head, rest, _ := bytes.Cut(got, []byte("\n... "))
		number, tail, ok := bytes.Cut(rest, []byte(" bytes left out ...\n"))
		for _, d := range number {
			left = left*10 + int(d-'0')
		}
		if total := len(head) + left + len(tail); !ok || total != 8*1000+len("\nende\n") {
			t.Errorf("kept %d: %q has %d bytes of %d", kept, got, total, 8*1000+len("\nende\n"))
		}
		if s := string(head); strings.ToValidUTF8(s, "") != s || !strings.HasPrefix(s, "a€😀a€😀") {
			t.Errorf("kept %d: head %q", kept, s)
		}
		if s := string(tail); strings.ToValidUTF8(s, "") != s || !strings.HasSuffix(s, "a€😀\nende\n") {
			t.Errorf("kept %d: tail %q", kept, s)
		}
		if got := bottest.Ask(p, 1).Debug; string(got) != "a€😀\nende\n" {
			t.Errorf("kept %d: the next turn wrote %q", kept, got)
		}
		p.Close()
	}
}

// A realm that is kept serves the same bot only, and only with the same limits.
func TestRealmsAreNotMixedUp(t *testing.T) {
	r := newRuntime(t)
	probe.Play(t, r, "function () { return 'first' }", 1)
	if got := probe.Play(t, r, "function () { return 'second' }", 1); got[0] != "second" {
		t.Errorf("another source under the same path answers %q", got[0])
	}
	l := bottest.Generous
	l.Debug = 64
	p, _ := seat(t, r, "function () { console.log('x'.repeat(1000)); return 'third' }", l)
	if got := bottest.Ask(p, 1).Debug; len(got) > 64+len("\n... 937 bytes left out ...\n") {
		t.Errorf("%d bytes of output, want 64", len(got))
	}
	p.Close()
	p.Close() // which does nothing
	if p.Draws() != 0 {
		t.Errorf("Draws() = %d after Close", p.Draws())
	}
}
