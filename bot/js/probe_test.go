package js

import (
	"encoding/binary"
	"fmt"
	"runtime"
	"testing"
	"time"

	"koth/bot"
	"koth/game"
)

// probe is a game that bots play by saying things: a bot is a function that is given the number
// of the turn and answers with a text or a number. The rest of the contract is left out, since a
// runtime does not need it.
type probe struct{ game.Game }

func (probe) Info() game.Info                         { return game.Info{Name: "probe"} }
func (probe) JavaScript(game.Seat) game.ScriptDialect { return probeDialect{} }

// probePrelude puts some names on the global object, as real preludes do.
const probePrelude = `(function () {
	globalThis.North = 'north';
	globalThis.half = 0.5;
	globalThis.helper = function helper(a) { return a.length };
	globalThis.table = { real: 1.5, list: [1, 2.5, {}] };
	return function (host) {
		let answer;
		return {
			start(bot) {
				if (typeof bot !== 'function') throw new TypeError('the bot is no function');
				answer = bot.prototype && bot.prototype.answer ? new bot(host.seat) : { answer: bot };
			},
			turn() {
				const said = answer.answer(host.i32[0]);
				if (typeof said === 'string') return host.write(said, 0);
				if (typeof said === 'number') return host.write('' + said, 0);
				if (said === null) { host.fault(said); host.crash(new Error('part')); host.crash(2); return host.write('null', 0) }
				return host.malformed(said);
			},
		};
	};
})()`

type probeDialect struct{}

func (probeDialect) Prelude() string { return probePrelude }

func (probeDialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	turn, ok := obs.(turn)
	if !ok {
		return append(dst, obs.(padded)...)
	}
	return binary.LittleEndian.AppendUint32(dst, uint32(turn))
}

func (probeDialect) ParseAnswer(_ game.Observation, answer []byte) (game.Action, error) {
	return said(answer), nil
}

// turn is what bots observe: its number.
type turn int

func (t turn) AppendJSON(dst []byte) []byte { return fmt.Append(dst, int(t)) }

// padded is an observation of any size.
type padded []byte

func (p padded) AppendJSON(dst []byte) []byte { return dst }

// said is what a bot answers.
type said string

func (s said) AppendJSON(dst []byte) []byte { return fmt.Appendf(dst, "%q", string(s)) }

// newRuntime returns a runtime that is closed at the end of the test.
func newRuntime(t testing.TB) *Runtime {
	t.Helper()
	runtime.LockOSThread()
	r, err := New()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		r.Close()
		runtime.UnlockOSThread()
	})
	return r
}

// testLimits are generous: a bot meets them only on purpose.
var testLimits = bot.Limits{Start: 20 * time.Second, Move: 20 * time.Second}.OrDefault()

// seat opens and starts a bot.
func seat(t testing.TB, r *Runtime, source string, l bot.Limits) (*player, bot.Reply) {
	t.Helper()
	p, err := r.Open(bot.Spec{Name: "b", Kind: bot.JavaScript, Path: "b.js", Source: []byte(source)},
		bot.Seating{Game: probe{}, Seats: 2, Seed: 7, Limits: l})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*player), p.Start()
}

// ask plays one turn.
func (p *player) ask(n int) bot.Reply {
	p.Ask(turn(n))
	return p.Answer()
}

// show writes a reply as tests compare it: the answer, or the fault.
func show(r bot.Reply) string {
	if r.Fault != nil {
		return fmt.Sprintf("%s %s", r.Fault.Kind, r.Fault.Text)
	}
	if r.Action == nil {
		return "-"
	}
	return string(r.Action.(said))
}

// match plays a whole match and returns what was said on each turn, the start's fault first.
func play(t testing.TB, r *Runtime, source string, turns int) []string {
	t.Helper()
	p, start := seat(t, r, source, testLimits)
	defer p.Close()
	if start.Fault != nil {
		return []string{show(start)}
	}
	var out []string
	for n := 1; n <= turns; n++ {
		out = append(out, show(p.ask(n)))
	}
	return out
}
