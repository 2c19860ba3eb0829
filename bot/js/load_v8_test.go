//go:build cgo && v8

package js

import (
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/game"
)

// A form that is taken for one function and is more than that, which no source is known to bring
// about, is found out by the engine: nothing that it did when it was tried is left in the realm.
func TestNotConstant(t *testing.T) {
	for _, expr := range []string{
		"(globalThis.ran = (globalThis.ran || 0) + 1, function (n) { return ran + 'x' })",
		"(() => { globalThis.ran = (globalThis.ran || 0) + 1; return function (n) { return ran + 'x' } })()",
		"(Math.random(), globalThis.ran = (globalThis.ran || 0) + 1, eval('(function (n) { return ran + `x` })'))",
	} {
		r := newRuntime(t)
		p := probe.Open(t, r, expr, 7, bottest.Generous)
		realm := p.(*player).realm.realm.(*v8Realm)
		realm.limit(limit{bottest.Generous.Start, bot.ClockAuto})
		if !realm.compile(form{before: "return (", source: expr, after: "\n)", constant: true, function: "function (n) { return ran + 'x' }"}) {
			t.Fatalf("%s: %s", expr, realm.text())
		}
		realm.loaded = true
		if start := p.Start(); start.Fault != nil {
			t.Fatal(bottest.Show(start))
		}
		if got := bottest.Show(bottest.Ask(p, 1)); got != "1x" {
			t.Errorf("%s: %q, want to have run once", expr, got)
		}
		if draws := p.Draws(); draws > 1 {
			t.Errorf("%s: %d draws", expr, draws)
		}
		p.Close()
	}
}

// What seems to be one function is called within the limit of the start.
func TestNotConstantEndless(t *testing.T) {
	r := newRuntime(t)
	p := probe.Open(t, r, "0", 7, bottest.Generous)
	defer p.Close()
	realm := p.(*player).realm.realm.(*v8Realm)
	realm.limit(limit{50 * time.Millisecond, bot.ClockAuto})
	if !realm.compile(form{before: "return (", source: "(() => { for (;;); })()", after: "\n)", constant: true, function: "function () {}"}) {
		t.Error(realm.text())
	}
}

func TestSourceTooLarge(t *testing.T) {
	r := newRuntime(t)
	limits := bot.Limits{Start: 20 * time.Second, Memory: 8 << 20}.OrDefault()
	_, start := seat(t, r, "var a = 0;\n"+strings.Repeat("a+=1;", 700_000)+"\nfunction bot(n) { return 1 }", limits)
	if f := start.Fault; f == nil || f.Kind != game.FaultCrash || f.Text != "out of memory (8 MiB)" {
		t.Errorf("%s", bottest.Show(start))
	}
}

// Reading the source is part of the start.
func TestLoadingIsCharged(t *testing.T) {
	r := newRuntime(t)
	source := "function (n) { return 1 } // " + strings.Repeat("x", 1<<20)
	for range 2 { // the next match does not get it for nothing
		p, start := seat(t, r, source, bot.Limits{Start: 1}.OrDefault())
		if f := start.Fault; f == nil || f.Kind != game.FaultTimeout {
			t.Errorf("%s", bottest.Show(start))
		}
		p.Close()
	}
	p, start := seat(t, r, source, bottest.Generous)
	defer p.Close()
	if start.Fault != nil || start.Used <= 0 {
		t.Errorf("%s after %v", bottest.Show(start), start.Used)
	}
}
