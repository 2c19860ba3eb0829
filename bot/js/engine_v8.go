//go:build cgo && v8

package js

/*
#cgo CXXFLAGS: -std=c++17 -fno-rtti -fno-exceptions -O2 -Wall
#cgo nocallback koth_turn
#cgo nocallback koth_start
#cgo nocallback koth_reset
#cgo nocallback koth_load
#cgo nocallback koth_realm_new
#include "shim.h"
*/
import "C"

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unsafe"

	"koth/bot"
)

func engineName() string {
	version, _, _ := strings.Cut(C.GoString(C.koth_v8_version()), "-")
	return fmt.Sprintf("V8 %s (libnode %d)", version, int(C.koth_node_abi()))
}

// v8Engine is V8 through the C++ beside this file: shim.cc makes realms and calls into them,
// watchdog.cc breaks calls off, rawcheck.cc proves realms clean.
type v8Engine struct {
	c *C.koth_engine
}

func newEngine() (engine, error) { return &v8Engine{C.koth_engine_new()}, nil }

func (e *v8Engine) about() string {
	if C.koth_engine_fast(e.c) != 0 {
		return "realms are reused between matches after a check of their memory"
	}
	return "realms are reused between matches after a check by script (this V8's layout is not known, so the faster check of their memory is off)"
}

func (e *v8Engine) close() { C.koth_engine_free(e.c) }

func (e *v8Engine) realm(c realmConfig) (realm, error) {
	var reason [512]byte
	shared := C.int(0)
	if c.shared {
		shared = 1
	}
	r := C.koth_realm_new(e.c, chars(realmScript), C.int64_t(len(realmScript)), chars(c.prelude), C.int64_t(len(c.prelude)),
		chars(c.path), C.int64_t(len(c.path)), C.int64_t(c.memory), shared, C.int64_t(controlSize(c.debug)), (*C.char)(unsafe.Pointer(&reason)))
	if r == nil {
		return nil, errors.New("prelude: " + strings.TrimPrefix(C.GoString((*C.char)(unsafe.Pointer(&reason))), "Uncaught "))
	}
	return &v8Realm{engine: e, c: r, config: c}, nil
}

func chars(s string) *C.char { return (*C.char)(unsafe.Pointer(unsafe.StringData(s))) }

// v8Realm is a realm in an isolate, its own or one that it shares (heap.h).
type v8Realm struct {
	engine *v8Engine
	c      *C.koth_realm
	config realmConfig
	loaded bool
	unfit  bool // for another match
	result result
}

func (r *v8Realm) control() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(r.c.control)), controlSize(r.config.debug))
}

func (r *v8Realm) input() []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(r.c.data)), int(r.c.capacity))[:0]
}

func (r *v8Realm) start(l limit) *result {
	loading := time.Duration(0)
	if !r.loaded {
		r.limit(l)
		began := C.koth_clock(r.c.clock)
		r.loaded = r.load()
		loading = time.Duration(C.koth_clock(r.c.clock) - began)
		if r.loaded && loading >= l.time { // another match would not pay for it
			r.unfit = true
			r.result = result{status: statusTimeout}
		}
		if r.result.used = loading; !r.loaded || r.unfit {
			return &r.result
		}
		l.time -= loading
	}
	r.limit(l)
	r.c.answer = 0 // of the last match's last turn
	C.koth_start(r.c)
	res := r.outcome()
	res.used += loading
	return res
}

// load compiles the source: the first form that parses, or the error that lies furthest into it.
func (r *v8Realm) load() bool {
	source := plain(r.config.source)
	r.result = result{status: statusCrash, text: unparsed("SyntaxError: there is no code in this file", r.config.path, source, 1, 1)}
	line, column := 0, 0
	names := slices.DeleteFunc(leaked(source), func(name string) bool {
		return C.koth_has_global(r.c, chars(name), C.int64_t(len(name))) != 0
	})
	for _, f := range forms(source) {
		if r.compile(f.declaring(names)) {
			return true
		}
		if r.c.status != C.KOTH_CRASH { // out of memory, one way or the other
			r.result = result{status: status(r.c.status)}
			return false
		}
		if l, c := int(r.c.line), int(r.c.column); l > line || l == line && c > column || line == 0 {
			line, column = l, c
			r.result.text = unparsed(r.text(), r.config.path, source, line, column)
		}
	}
	return false
}

// compile compiles one form of the source. A form that was taken for one function and turns out to
// be more has run: it gets a new realm, in which it is called like any other.
func (r *v8Realm) compile(f form) bool {
	function := ""
	if f.constant {
		function = f.function
	}
	before := slices.Clone(r.control()[:ctlMalformedText])
	body := f.body()
	switch C.koth_load(r.c, chars(body), C.int64_t(len(body)), C.int32_t(len(f.before)), chars(function), C.int64_t(len(function))) {
	case C.KOTH_LOADED:
		return true
	case C.KOTH_MORE:
		fresh, err := r.engine.realm(r.config)
		if err != nil {
			r.c.status, r.c.line = C.KOTH_MEMORY, 0
			return false
		}
		was := r.c
		r.c = fresh.(*v8Realm).c
		copy(r.control(), before)
		r.c.limit_ns, r.c.clock = was.limit_ns, was.clock
		C.koth_realm_free(was)
		f.constant = false
		return r.compile(f)
	}
	return false
}

func (r *v8Realm) turn(obs []byte, l limit) *result {
	if cap(obs) == 0 || unsafe.SliceData(obs[:cap(obs)]) != (*byte)(unsafe.Pointer(r.c.data)) {
		r.put(obs)
	}
	r.limit(l)
	C.koth_turn(C.uintptr_t(uintptr(unsafe.Pointer(r.c))))
	return r.outcome()
}

// put copies an observation that outgrew the shared bytes.
func (r *v8Realm) put(obs []byte) {
	if len(obs) > int(r.c.capacity) {
		C.koth_grow(r.c, C.int64_t(len(obs)))
	}
	copy(r.input()[:len(obs)], obs)
}

func (r *v8Realm) limit(l limit) {
	r.c.limit_ns = C.int64_t(l.time)
	switch l.clock {
	case bot.ClockWall:
		r.c.clock = C.KOTH_WALL
	case bot.ClockCPU:
		r.c.clock = C.KOTH_CPU
	default:
		r.c.clock = C.KOTH_AUTO
	}
}

// outcome reads the result of a call.
func (r *v8Realm) outcome() *result {
	r.result.status = status(r.c.status)
	r.result.used = time.Duration(r.c.used_ns)
	r.result.answer = nil
	switch r.result.status {
	case statusOK:
		r.result.answer = unsafe.Slice((*byte)(unsafe.Pointer(r.c.data)), int(r.c.answer))
	case statusCrash:
		r.result.text = thrown(r.text(), r.config.path, int(r.c.line), int(r.c.column))
	}
	return &r.result
}

func (r *v8Realm) text() string { return C.GoString(&r.c.text[0]) }

func (r *v8Realm) usable() bool { return *r.c.closed == 0 }

func (r *v8Realm) reset() bool { return !r.unfit && C.koth_reset(r.c) != 0 }

func (r *v8Realm) close() { C.koth_realm_free(r.c) }
