package bottest

import (
	"encoding/binary"
	"fmt"
	"testing"
	"time"

	"koth/bot"
	"koth/game"
)

// Probe is a game for what only one kind of script runtime can get wrong: a bot is given the number of
// the turn, says something, and that is what a test compares. The rest of the contract is left out,
// since a runtime does not need it.
type Probe struct {
	game.Game
	Prelude string // in the runtime's language: reads a 32-bit number, writes what the bot says as text
}

var (
	_ game.JavaScripted = Probe{}
	_ game.LuaScripted  = Probe{}
)

// Info implements game.Game.
func (Probe) Info() game.Info { return game.Info{Name: "probe"} }

// JavaScript implements game.JavaScripted.
func (p Probe) JavaScript(game.Seat) game.ScriptDialect { return probeDialect{p.Prelude} }

// Lua implements game.LuaScripted.
func (p Probe) Lua(game.Seat) game.ScriptDialect { return probeDialect{p.Prelude} }

type probeDialect struct{ prelude string }

func (d probeDialect) Prelude() string { return d.prelude }

func (probeDialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	if n, ok := obs.(Turn); ok {
		return binary.LittleEndian.AppendUint32(dst, uint32(n))
	}
	return append(dst, obs.(Padded)...)
}

func (probeDialect) ParseAnswer(_ game.Observation, answer []byte) (game.Action, error) {
	return Said(answer), nil
}

// Turn is what bots of Probe observe: its number.
type Turn int

// AppendJSON implements game.Observation.
func (t Turn) AppendJSON(dst []byte) []byte { return fmt.Append(dst, int(t)) }

// Padded is an observation of any size, of which the first four bytes are the turn's number.
type Padded []byte

// AppendJSON implements game.Observation.
func (p Padded) AppendJSON(dst []byte) []byte { return dst }

// Said is what a bot of Probe answers.
type Said string

// AppendJSON implements game.Action.
func (s Said) AppendJSON(dst []byte) []byte { return fmt.Appendf(dst, "%q", string(s)) }

// Show writes a reply in Probe as tests compare it: what was said, or the fault.
func Show(r bot.Reply) string {
	if r.Fault != nil {
		return fmt.Sprintf("%s %s", r.Fault.Kind, r.Fault.Text)
	}
	if r.Action == nil {
		return "-"
	}
	return string(r.Action.(Said))
}

// Generous are limits that a bot of Probe meets only on purpose.
var Generous = bot.Limits{Start: 20 * time.Second, Move: 20 * time.Second}.OrDefault()

// Script is how a kind of bot plays Probe.
type Script struct {
	Kind    bot.Kind
	Path    string // of every bot
	Prelude string // of Probe
}

// Open gives the bot of a source a seat and does not start it.
func (s Script) Open(t testing.TB, r bot.Runtime, source string, seed uint32, l bot.Limits) bot.Player {
	t.Helper()
	p, err := r.Open(bot.Spec{Name: "b", Kind: s.Kind, Path: s.Path, Source: []byte(source)},
		bot.Seating{Game: Probe{Prelude: s.Prelude}, Seats: 2, Seed: seed, Limits: l})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Seat opens and starts the bot of a source.
func (s Script) Seat(t testing.TB, r bot.Runtime, source string, l bot.Limits) (bot.Player, bot.Reply) {
	t.Helper()
	p := s.Open(t, r, source, 7, l)
	return p, p.Start()
}

// Ask plays turn n of Probe.
func Ask(p bot.Player, n int) bot.Reply {
	p.Ask(Turn(n))
	return p.Answer()
}

// Play plays a whole match and returns what was said on each turn, or the start's fault alone.
func (s Script) Play(t testing.TB, r bot.Runtime, source string, turns int) []string {
	t.Helper()
	p, start := s.Seat(t, r, source, Generous)
	defer p.Close()
	if start.Fault != nil {
		return []string{Show(start)}
	}
	var out []string
	for n := 1; n <= turns; n++ {
		out = append(out, Show(Ask(p, n)))
	}
	return out
}
