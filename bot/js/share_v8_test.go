//go:build cgo && v8

package js

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

// shareLimits are such that bots share a heap.
var shareLimits = bot.Limits{Move: time.Minute, Start: time.Minute, Memory: 64 << 20}.OrDefault()

// sharing returns a runtime whose bots share heaps.
func sharing(t testing.TB) *Runtime {
	r := newRuntime(t)
	r.Share()
	return r
}

// What one bot does to its realm, another in the same heap does not see, in this match or a later one.
func TestSharedHeapsShareNoRealm(t *testing.T) {
	r := sharing(t)
	for _, m := range mutations {
		for range 2 {
			evil, start := seat(t, r, wrapped(mutator(m.do, m.seen)), shareLimits)
			if start.Fault != nil {
				t.Fatal(m.name, bottest.Show(start))
			}
			other, _ := seat(t, r, wrapped(mutator("", m.seen)), shareLimits)
			if !evil.realm.config.shared || !other.realm.config.shared {
				t.Fatalf("%s: the bots share no heap", m.name)
			}
			bottest.Ask(evil, 1)
			if got := bottest.Show(bottest.Ask(other, 1)); !strings.HasPrefix(got, "false ") {
				t.Errorf("%s: the other bot says %q", m.name, got)
			}
			evil.Close()
			other.Close()
			if r.Crowded() {
				t.Errorf("%s: memory ran out", m.name)
			}
			clear(r.loners) // so that the bot is in a shared heap again, whatever it did
		}
	}
}

// What a bot's promises have scheduled runs within its own time, also when it was broken off before.
func TestJobsAreTheirOwn(t *testing.T) {
	limits := shareLimits
	limits.Move = leastShareMove
	for _, source := range []string{
		"function (n) { if (n === 1) { Promise.resolve().then(() => { for (;;); }); for (;;); } return n }",
		"function (n) { if (n === 1) { (async () => { await 0; for (;;) await 0 })(); for (;;); } return n }",
	} {
		r := sharing(t)
		evil, _ := seat(t, r, source, limits)
		other, _ := seat(t, r, "function (n) { return n }", limits)
		if !evil.realm.config.shared || !other.realm.config.shared {
			t.Fatal("the bots share no heap")
		}
		for turn := range 4 {
			bottest.Ask(evil, turn)
			r.crowded = false // the match goes on as if nothing had been
			if got := bottest.Show(bottest.Ask(other, turn)); got != fmt.Sprint(turn) {
				t.Errorf("turn %d: the other bot says %q", turn, got)
			}
			r.crowded = false
		}
		evil.Close()
		other.Close()
	}
}

// A bot that runs out of time is not blamed while it shares a heap: another may have kept the
// collector busy. It then plays again apart, and from now on.
func TestLateInSharedHeap(t *testing.T) {
	limits := shareLimits
	limits.Move, limits.Start = leastShareMove, leastShareMove
	for name, source := range map[string]string{
		"move":  "function (n) { if (n === 1) for (;;); return n }",
		"start": "for (;;);\nfunction f(n) { return n }",
	} {
		r := sharing(t)
		for match, crowded := range []bool{true, false, false} {
			late, start := seat(t, r, source, limits)
			other, _ := seat(t, r, "function (n) { return n }", limits)
			blamed := start.Fault
			if name == "move" {
				blamed = bottest.Ask(late, 1).Fault
			}
			if !crowded && (blamed == nil || blamed.Kind != game.FaultTimeout) {
				t.Errorf("%s, match %d: %+v, want a timeout", name, match, blamed)
			}
			if got := bottest.Show(bottest.Ask(other, 7)); !crowded && got != "7" {
				t.Errorf("%s, match %d: the other bot says %s", name, match, got)
			}
			late.Close()
			other.Close()
			if r.Crowded() != crowded {
				t.Errorf("%s, match %d: crowded = %v", name, match, !crowded)
			}
		}
	}
}

// A bot that takes much is not blamed while it shares a heap: the match is played again apart, and
// comes to what it would have come to.
func TestCrowded(t *testing.T) {
	innocent := "function (n) { return n }"
	for _, tt := range []struct{ name, do, want string }{
		{"more than it may", "for (const a = [];;) a.push([1, 2, 3], {})", "crash out of memory (64 MiB)"},
		{"more array buffers than it may", "for (const a = [];;) a.push(new Uint8Array(1 << 20))", "crash RangeError: Array buffer allocation failed"},
		{"much, but what it may", "const a = []; for (let i = 0; i < 44; i++) a.push(new Array(1 << 17).fill(1)); return 'fits'", "fits"},
		{"many array buffers, but what it may", "const a = []; for (let i = 0; i < 44; i++) a.push(new Uint8Array(1 << 20)); return 'fits'", "fits"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := sharing(t)
			greedy := fmt.Sprintf("function (n) { if (n === 1) return 1; %s }", tt.do)
			for match, crowded := range []bool{true, false, false} {
				a, _ := seat(t, r, greedy, shareLimits)
				b, _ := seat(t, r, innocent, shareLimits)
				if a.realm.config.shared != crowded {
					t.Fatalf("match %d: shared = %v", match, a.realm.config.shared)
				}
				bottest.Ask(a, 1)
				got := bottest.Show(bottest.Ask(a, 2))
				if !crowded && !strings.Contains(got, tt.want) {
					t.Errorf("match %d: %s, want %s", match, got, tt.want)
				}
				if got := bottest.Show(bottest.Ask(b, 7)); !crowded && got != "7" {
					t.Errorf("match %d: the other bot says %s", match, got)
				}
				a.Close()
				b.Close()
				if r.Crowded() != crowded {
					t.Errorf("match %d: crowded = %v", match, !crowded)
				}
			}
			if b, _ := seat(t, r, innocent, shareLimits); !b.realm.config.shared {
				t.Error("the other bot has a heap of its own")
			}
		})
	}
}

// What a bot leaves behind for ever is not counted in later matches.
func TestLeftoversDoNotAddUp(t *testing.T) {
	leaver := "function (n) { for (let i = 0; i < 20000; i++) Symbol.for('left' + n + ' ' + i + 'x'.repeat(400)); return n }"
	hungry := "function (n) { const a = []; for (let i = 0; i < 20; i++) a.push(new Array(1 << 17).fill(1)); return a.length }"
	for name, r := range map[string]*Runtime{"apart": newRuntime(t), "shared": sharing(t)} {
		for match := range 12 {
			a, _ := seat(t, r, leaver, shareLimits)
			b, _ := seat(t, r, hungry, shareLimits)
			if got := bottest.Ask(a, match); got.Fault != nil {
				t.Errorf("%s: match %d: the leaver: %s", name, match, bottest.Show(got))
			}
			if got := bottest.Ask(b, 1); got.Fault != nil {
				t.Errorf("%s: match %d: the other: %s", name, match, bottest.Show(got))
			}
			a.Close()
			b.Close()
			if r.Crowded() {
				t.Errorf("%s: match %d: crowded", name, match)
			}
		}
	}
}

// A bot that changes built-ins makes an engine slower for all realms of a heap, so it is then alone.
func TestWhoChangesBuiltInsIsAlone(t *testing.T) {
	r := sharing(t)
	source := "function (n) { Array.prototype.map = null; return n }"
	for match, shared := range []bool{true, false} {
		p, _ := seat(t, r, source, shareLimits)
		if p.realm.config.shared != shared {
			t.Errorf("match %d: shared = %v", match, !shared)
		}
		if got := bottest.Ask(p, 1); got.Fault != nil {
			t.Error(bottest.Show(got))
		}
		p.Close()
	}
}

// Short moves and little memory leave no room for sharing.
func TestWhoSharesNoHeap(t *testing.T) {
	r := sharing(t)
	for _, l := range []bot.Limits{{Move: 100 * time.Millisecond}, {Memory: 16 << 20}} {
		p, start := seat(t, r, "function (n) { return n }", l.OrDefault())
		if start.Fault != nil || p.realm.config.shared {
			t.Errorf("limits %+v: %s, shared = %v", l, bottest.Show(start), p.realm.config.shared)
		}
		p.Close()
	}
}
