//go:build cgo && linux && lua

package lua

/*
#cgo CFLAGS: -std=gnu99 -O2
#cgo LDFLAGS: -lm -lpthread
#cgo nocallback koth_lua_new
#cgo nocallback koth_lua_start
#cgo noescape koth_lua_start
#cgo nocallback koth_lua_turn
#cgo noescape koth_lua_turn
#include "arena.h"
#include "realm.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"time"
	"unsafe"

	"koth/bot"
	"koth/bot/internal/say"
	"koth/game"
)

// Runtime runs bots written in Lua. It is used from one goroutine that stays on one thread
// (runtime.LockOSThread); calls from another end the process.
type Runtime struct {
	c    *C.koth_engine // nil before the first Open and after Close
	open map[*player]bool
}

var _ bot.Runtime = (*Runtime)(nil)

// New returns a runtime. Nothing of it runs before the first Open, so that a process can lock itself
// down before that.
func New() *Runtime { return &Runtime{open: make(map[*player]bool)} }

// Engine names the engine that this program was built with, as in "Lua 5.4.4".
func Engine() string { return C.GoString(C.koth_lua_version()) }

// About says how repeatable bots are here, for people.
func About() string {
	if C.koth_arena_fixed() != 0 {
		return "every match has a state of its own, at the same addresses each time"
	}
	return "every match has a state of its own (this system does not give it the same addresses each time, so the order of tables whose keys are objects varies)"
}

// Open implements bot.Runtime.
func (r *Runtime) Open(spec bot.Spec, s bot.Seating) (bot.Player, error) {
	dialect, err := dialectOf(s)
	if err != nil {
		return nil, err
	}
	if r.c == nil {
		if r.c = C.koth_lua_engine_new(); r.c == nil {
			return nil, errors.New("lua: no thread for the watchdog")
		}
	}
	prelude, name := dialect.Prelude(), shortName(spec.Path)
	var reason [C.KOTH_TEXT]C.char
	realm := C.koth_lua_new(r.c, chars(prelude), C.int64_t(len(prelude)), chars(name), C.int64_t(len(name)),
		C.int64_t(s.Limits.Memory), C.int64_t(s.Limits.Debug), C.uint32_t(s.Seed), C.int32_t(s.Seat), C.int32_t(s.Seats), &reason[0])
	if realm == nil {
		return nil, fmt.Errorf("lua: the prelude of %s: %s", s.Game.Info().Name, C.GoString(&reason[0]))
	}
	p := &player{runtime: r, realm: realm, dialect: dialect, limits: s.Limits, account: bot.NewAccount(s.Limits), path: spec.Path, name: name, source: spec.Source}
	r.open[p] = true
	return p, nil
}

// Close implements bot.Runtime.
func (r *Runtime) Close() {
	for p := range r.open {
		p.Close()
	}
	if r.c != nil {
		C.koth_lua_engine_free(r.c)
		r.c = nil
	}
}

func chars(s string) *C.char { return (*C.char)(unsafe.Pointer(unsafe.StringData(s))) }

// player is a bot in its seat.
type player struct {
	runtime *Runtime
	realm   *C.koth_realm // nil once closed
	dialect game.ScriptDialect
	limits  bot.Limits
	account bot.Account
	path    string
	name    string // what the file is called inside the realm
	source  []byte
	obs     game.Observation
	buf     []byte
	draws   int
}

// Start implements bot.Player.
func (p *player) Start() bot.Reply {
	source := script(p.source)
	C.koth_lua_start(p.realm, data(source), C.int64_t(len(source)), C.int64_t(p.limits.Start), clockOf(p.limits.Clock))
	used, fault := p.outcome(p.limits.Start)
	return bot.Reply{Fault: fault, Used: used, Debug: p.output()}
}

// Ask implements bot.Player.
func (p *player) Ask(obs game.Observation) { p.obs = obs }

// Answer implements bot.Player.
func (p *player) Answer() bot.Reply {
	p.buf = p.dialect.AppendTurn(p.buf[:0], p.obs)
	allowed := p.account.Limit()
	C.koth_lua_turn(p.realm, data(p.buf), C.int64_t(len(p.buf)), C.int64_t(allowed), clockOf(p.limits.Clock))
	used, fault := p.outcome(allowed)
	p.account.Spend(used)
	reply := bot.Reply{Fault: fault, Used: used, Debug: p.output()}
	if fault != nil {
		return reply
	}
	answer := unsafe.Slice((*byte)(unsafe.Pointer(p.realm.answer)), int(p.realm.answer_len))
	action, err := p.dialect.ParseAnswer(p.obs, answer)
	if err != nil {
		reply.Fault = &game.Fault{Kind: game.FaultMalformed, Text: say.OneLine(err.Error()), Used: used, Limit: allowed}
		return reply
	}
	reply.Action = action
	return reply
}

// Draws implements bot.Player.
func (p *player) Draws() int {
	if p.realm != nil {
		p.draws = int(p.realm.draws)
	}
	return p.draws
}

// Close implements bot.Player.
func (p *player) Close() {
	if p.realm == nil {
		return
	}
	p.Draws() // the last that can be told of it
	C.koth_lua_free(p.realm)
	p.realm = nil
	delete(p.runtime.open, p)
}

// data returns a pointer to the first of some bytes that C reads during one call.
func data(b []byte) *C.char { return (*C.char)(unsafe.Pointer(unsafe.SliceData(b))) }

func clockOf(c bot.Clock) C.int32_t {
	switch c {
	case bot.ClockWall:
		return C.KOTH_WALL
	case bot.ClockCPU:
		return C.KOTH_CPU
	default:
		return C.KOTH_AUTO
	}
}

// output returns what the bot printed in the last call.
func (p *player) output() []byte {
	kept := unsafe.Slice((*byte)(unsafe.Pointer(p.realm.console)), int(p.realm.debug))
	return say.Console(kept, int(p.realm.written))
}

// outcome says what the last call took, and what the bot did wrong in it, nil for nothing.
func (p *player) outcome(limit time.Duration) (time.Duration, *game.Fault) {
	used := time.Duration(p.realm.used_ns)
	f := &game.Fault{Kind: game.FaultCrash, Used: used, Limit: limit}
	switch p.realm.status {
	case C.KOTH_OK:
		return used, nil
	case C.KOTH_TIMEOUT:
		f.Kind, f.Text = game.FaultTimeout, fmt.Sprintf("took longer than %v", limit) // how long is in Used: texts are in replays
	case C.KOTH_MEMORY:
		f.Text = "out of memory (" + say.Size(p.limits.Memory) + ")"
	case C.KOTH_MALFORMED:
		f.Kind, f.Text = game.FaultMalformed, "answered "+say.OneLine(C.GoStringN(&p.realm.note[0], p.realm.note_len))
	default:
		f.Text = say.OneLine(located(C.GoStringN(&p.realm.text[0], p.realm.text_len), p.name, p.path, int(p.realm.line)))
	}
	return used, f
}
