//go:build cgo && v8

package js

import (
	"testing"

	"koth/bot/bottest"
)

// Millions of turns are played: the way to the bot and back must not make garbage.
func TestTurnAllocatesNothing(t *testing.T) {
	p, start := seat(t, newRuntime(t), "function () { return 'PASS' }", bottest.Generous)
	defer p.Close()
	if start.Fault != nil {
		t.Fatal(bottest.Show(start))
	}
	p.Ask(bottest.Turn(1))
	if n := testing.AllocsPerRun(1000, func() {
		p.realm.turn(p.dialect.AppendTurn(p.realm.input(), p.obs), limit{p.limits.Move, p.limits.Clock})
	}); n != 0 {
		t.Errorf("%v allocations a turn", n)
	}
}
