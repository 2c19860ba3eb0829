//go:build cgo && linux && lua

package lua

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"koth/bot"
	"koth/game"
)

// probe is a game that bots play by saying things: a bot is a function answer, or one that the file
// returns, which is given the number of the turn and answers with a text or a number. The rest of
// the contract is left out, since a runtime does not need it.
type probe struct{ game.Game }

func (probe) Info() game.Info                  { return game.Info{Name: "probe"} }
func (probe) Lua(game.Seat) game.ScriptDialect { return probeDialect{} }

const probePrelude = `
local host = ...
local type, tostring, rawget, globals, unpack = type, tostring, rawget, _G, string.unpack
local answer
North = "north"
return {
  entry = "answer",
  start = function(returned)
    answer = type(returned) == "function" and returned or rawget(globals, "answer")
  end,
  turn = function(observation)
    local said, other = answer(unpack("<i4", observation))
    if other ~= nil then return host.malformed(said, other) end
    if type(said) == "string" then return said end
    if type(said) == "number" then return tostring(said) end
    return host.malformed(said)
  end,
}`

type probeDialect struct{}

func (probeDialect) Prelude() string { return probePrelude }

func (probeDialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	n := obs.(turn)
	return append(dst, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
}

func (probeDialect) ParseAnswer(_ game.Observation, answer []byte) (game.Action, error) {
	return said(answer), nil
}

// turn is what bots observe: its number.
type turn int

func (t turn) AppendJSON(dst []byte) []byte { return fmt.Append(dst, int(t)) }

// said is what a bot answers.
type said string

func (s said) AppendJSON(dst []byte) []byte { return fmt.Appendf(dst, "%q", string(s)) }

// newRuntime returns a runtime that is closed at the end of the test.
func newRuntime(t testing.TB) *Runtime {
	t.Helper()
	runtime.LockOSThread()
	r := New()
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
	p, err := r.Open(bot.Spec{Name: "b", Kind: bot.Lua, Path: "bots/b.lua", Source: []byte(source)},
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

// play plays a whole match and returns what was said on each turn, the start's fault first.
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
