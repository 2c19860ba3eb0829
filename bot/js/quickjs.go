//go:build !(cgo && v8)

package js

import (
	"fmt"
	"math"
	"slices"
	"strings"

	lib "modernc.org/libquickjs"

	"koth/bot/internal/say"
)

// The QuickJS engine: pure Go, for programs built without cgo or without V8.
//
// What it does otherwise than V8:
//
//   - Every match gets a realm of its own, which costs about a millisecond; nothing is used again.
//   - Array.prototype.sort with a comparator that contradicts itself, as (a, b) => a > b does,
//     gives another order than V8 and Node.js, and some numbers are printed otherwise (10**-5).
//     Bots that depend on either play otherwise.
//   - Array buffers and heap share one limit, the sum of both.
//   - Errors have other words and sometimes other columns. What is thrown and is no Error, or has
//     a stack that the bot has replaced, has no place in the source.
//   - Some built-in functions cannot be broken off while they run: a search in something that
//     calls itself an array of 2**53 elements, say (quickjs_test.go lists them). A bot that calls
//     them hangs its worker, which its parent kills.
//   - There is no Intl.

func newEngine() (engine, error) { return quickEngine{make(compiled)}, nil }

func engineName() string { return "QuickJS " + lib.MCONFIG_VERSION + " (pure Go)" }

// quickEngine makes realms that share nothing but what is compiled.
type quickEngine struct{ compiled compiled }

func (quickEngine) about() string { return "every match has a realm of its own" }
func (quickEngine) close()        {}

// realm implements engine.
func (e quickEngine) realm(c realmConfig) (realm, error) {
	q, err := newQuick(c.memory, e.compiled)
	if err != nil {
		return nil, err
	}
	r := &quickRealm{quick: q, config: c}
	if err := r.load(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

// quickRealm implements realm, for one match.
type quickRealm struct {
	*quick
	config realmConfig
	ctl    []byte // the control block
	shared []byte // the block shared with the prelude
	clock  stopwatch
	shift  int // characters that stand before the source on its first line

	// Values of the script, held until close.
	attach  lib.TJSValue // realm.js's functions of these names
	begin   lib.TJSValue
	prelude lib.TJSValue
	next    lib.TJSValue // the prelude's turn, once the match has begun

	res result
}

// sharedSize is the size of the block shared with a prelude, in bytes, before it grows.
const sharedSize = 4 << 10

// load evaluates realm.js and the prelude. It runs without a limit of time: both are ours.
func (r *quickRealm) load() error {
	r.watch(&r.clock)
	r.ctl = r.block(controlSize(r.config.debug))
	r.shared = r.block(sharedSize)
	if r.ctl == nil || r.shared == nil {
		return fmt.Errorf("no memory for a realm")
	}
	host, ok := r.eval(realmScript, "koth:realm.js")
	if !ok {
		return r.broken("realm.js")
	}
	defer r.free(host)
	native := r.object()
	defer r.free(native)
	r.set(native, "control", r.buffer(r.ctl))
	r.set(native, "grow", r.function("grow", r.grow))
	r.set(native, "crash", r.function("crash", r.crash))
	r.set(native, "length", r.function("length", r.length))
	script, ok := r.call(host, native)
	if !ok {
		return r.broken("realm.js")
	}
	defer r.free(script)
	r.attach, r.begin = r.get(script, "attach"), r.get(script, "start")
	if r.prelude, ok = r.eval("'use strict';("+r.config.prelude+"\n)", "koth:prelude"); !ok {
		return r.broken("the game's prelude")
	}
	if !r.share() {
		return r.broken("realm.js")
	}
	return nil
}

// broken turns the exception of a script of ours into an error.
func (r *quickRealm) broken(what string) error {
	e := r.exception()
	return fmt.Errorf("%s: %s\n%s", what, e.text, e.stack)
}

// share hands the shared block to the script. It reports false if an exception is pending.
func (r *quickRealm) share() bool {
	buffer := r.buffer(r.shared)
	defer r.free(buffer)
	v, ok := r.call(r.attach, buffer)
	r.free(v)
	return ok
}

// enlarge replaces the shared block by a larger one with the same contents. The old one stays,
// for the script may hold views of it.
func (r *quickRealm) enlarge(size int) bool {
	b := r.block((max(size, 2*len(r.shared)) + 7) &^ 7) // views of doubles must fit
	if b == nil {
		return false
	}
	copy(b, r.shared)
	r.shared = b
	return true
}

// grow is native.grow of realm.js.
func (r *quickRealm) grow(size lib.TJSValue) lib.TJSValue {
	if n, ok := r.number(size); !ok || n > math.MaxInt32 || !r.enlarge(int(n)) {
		return r.throwMemory()
	}
	return r.buffer(r.shared)
}

// crash is native.crash of realm.js.
func (r *quickRealm) crash(e lib.TJSValue) lib.TJSValue {
	text := r.locate(r.describe(e))
	n := copy(r.ctl[ctlCrashText:ctlCrashText+noteSize], say.Cut(text, noteSize))
	control(r.ctl).set(ctlCrashLen, uint32(n))
	return r.undefined
}

// length is native.length of realm.js: of an array, but not of a proxy of one, whose trap would
// run.
func (r *quickRealm) length(v lib.TJSValue) lib.TJSValue {
	if !r.isArray(v) {
		return r.int(-1)
	}
	return r.get(v, "length")
}

func (r *quickRealm) control() []byte { return r.ctl }
func (r *quickRealm) input() []byte   { return r.shared[:0] }
func (r *quickRealm) usable() bool    { return true }

func (r *quickRealm) reset() bool { return false }

// close implements realm.
func (r *quickRealm) close() {
	for _, v := range []lib.TJSValue{r.attach, r.begin, r.prelude, r.next} {
		r.free(v)
	}
	r.quick.close()
}

// start implements realm.
func (r *quickRealm) start(l limit) *result {
	return r.within(l, func() {
		bot, ok := r.compile()
		if !ok {
			return
		}
		defer r.free(bot)
		if r.next, ok = r.call(r.begin, r.prelude, bot); !ok {
			r.threw()
		}
	})
}

// What makes a function of a body. A source that closes this function runs as well as another: it
// has the realm to itself.
const beforeBody, afterBody = "(function () {", "\n})"

// compile makes a function of the source: of the first form that parses. It reports false if the
// result says why none does: with the error that lies furthest into the source.
func (r *quickRealm) compile() (bot lib.TJSValue, ok bool) {
	path, source := r.config.path, strings.ToValidUTF8(plain(r.config.source), "\ufffd")
	r.res = result{status: statusCrash, text: unparsed("SyntaxError: there is no code in this file", path, source, 1, 1)}
	line, column := 0, 0
	names := slices.DeleteFunc(leaked(source), r.hasGlobal)
	for _, f := range forms(source) {
		r.shift = len(beforeBody) + len(f.before)
		if bot, ok = r.eval(beforeBody+f.declaring(names).body()+afterBody, path); ok {
			r.res = result{}
			return bot, true
		}
		e := r.exception()
		l, c := r.place(e)
		if e.memory {
			r.res.status = statusMemory
		} else if l > line || l == line && c > column {
			line, column = l, c
			r.res.text = unparsed(e.text, path, source, line, column)
		}
	}
	return bot, false
}

// turn implements realm.
func (r *quickRealm) turn(obs []byte, l limit) *result {
	return r.within(l, func() {
		if len(obs) > len(r.shared) && !(r.enlarge(len(obs)) && r.share()) {
			r.threw()
			return
		}
		copy(r.shared, obs) // onto itself, if it was appended to input
		v, ok := r.call(r.next)
		if !ok {
			r.threw()
			return
		}
		defer r.free(v)
		n, ok := r.number(v)
		if !ok || n < 0 || n > float64(len(r.shared)) || n != math.Trunc(n) {
			r.res.status = statusMalformed
			return
		}
		r.res.answer = r.shared[:int(n)]
	})
}

// within runs a call of the bot and its promise callbacks within a limit.
func (r *quickRealm) within(l limit, call func()) *result {
	r.res = result{}
	r.clock.start(l)
	call()
	r.jobs(&r.clock)
	used, late := r.clock.stop()
	if r.res.used = used; late {
		r.res.status = statusTimeout
	}
	return &r.res
}

// threw takes the pending exception into the result.
func (r *quickRealm) threw() {
	e := r.exception()
	r.res.status, r.res.text = statusCrash, r.locate(e)
	if e.memory {
		r.res.status = statusMemory
	}
}

// locate is the text of an error thrown by the bot, with its place.
func (r *quickRealm) locate(e thrownError) string {
	line, column := r.place(e)
	return thrown(e.text, r.config.path, line, column)
}

// place returns the place of an error in the bot's source, without what compile put before it.
func (r *quickRealm) place(e thrownError) (line, column int) {
	line, column = e.place(r.config.path)
	if line == 1 {
		column -= r.shift
	}
	return line, max(column, 1)
}
