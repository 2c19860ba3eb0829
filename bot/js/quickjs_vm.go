//go:build !(cgo && v8)

package js

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"

	"modernc.org/libc"
	lib "modernc.org/libquickjs"

	"koth/bot/internal/say"
)

//go:embed quickjs.js
var quickScript string

// quick is a QuickJS runtime with one context, as little of it as an engine needs.
//
// modernc.org/libquickjs is QuickJS translated from C, so memory is counted by hand: a value that
// a method returns is the caller's to free, a value that a method is given stays the caller's,
// except for set. modernc.org/quickjs, the wrapper in Go, names no source files in errors and has
// no array buffers over memory that Go sees, so it is not used.
type quick struct {
	compiled  compiled // shared by all realms of an engine
	tls       *libc.TLS
	rt, ctx   uintptr
	blocks    []uintptr      // C memory to free at the end
	functions []*cFunction   // kept reachable: C has only their address
	args      []lib.TJSValue // C memory for the arguments of call
	size      *lib.Tsize_t   // C memory for lengths
	job       uintptr        // C memory for a pointer
	number64  *float64       // C memory for a number
	memory    int            // bytes that the runtime may use
	teller    lib.TJSValue   // the function of quickjs.js
	undefined lib.TJSValue   // the value of that name: its layout is the machine's
	poll      *func(tls *libc.TLS, rt, opaque uintptr) int32
}

// cFunction is a function as C calls it.
type cFunction = func(tls *libc.TLS, ctx uintptr, this lib.TJSValue, argc int32, argv uintptr) lib.TJSValue

// maxArgs is the most arguments that call takes.
const maxArgs = 2

// compiled are scripts as QuickJS has compiled them, by their text.
type compiled map[script]string

type script struct{ source, path string }

// newQuick makes a runtime that may use memory bytes of heap, and as much for array buffers.
func newQuick(memory int, c compiled) (*quick, error) {
	q := &quick{compiled: c, tls: libc.NewTLS()}
	if q.rt = lib.XJS_NewRuntime(q.tls); q.rt == 0 {
		q.close()
		return nil, fmt.Errorf("no memory for a realm")
	}
	if q.ctx = lib.XJS_NewContext(q.tls, q.rt); q.ctx == 0 {
		q.close()
		return nil, fmt.Errorf("no memory for a realm")
	}
	// One block: the arguments, then three words.
	const value = int(unsafe.Sizeof(q.undefined))
	words := q.block(maxArgs*value + 24)
	if words == nil {
		q.close()
		return nil, fmt.Errorf("no memory for a realm")
	}
	q.args = unsafe.Slice((*lib.TJSValue)(unsafe.Pointer(&words[0])), maxArgs)
	q.size = (*lib.Tsize_t)(unsafe.Pointer(&words[maxArgs*value]))
	q.number64 = (*float64)(unsafe.Pointer(&words[maxArgs*value+8]))
	q.job = uintptr(unsafe.Pointer(&words[maxArgs*value+16]))
	global := lib.XJS_GetGlobalObject(q.tls, q.ctx)
	q.undefined = q.get(global, "undefined")
	q.free(global)
	if !q.loadTeller() {
		q.close()
		return nil, fmt.Errorf("quickjs.js does not load")
	}
	q.memory = 2 * memory
	lib.XJS_SetMemoryLimit(q.tls, q.rt, lib.Tsize_t(q.memory))
	return q, nil
}

// loadTeller evaluates quickjs.js.
func (q *quick) loadTeller() bool {
	script, ok := q.eval(quickScript, "koth:quickjs.js")
	defer q.free(script)
	if !ok {
		return false
	}
	kind := q.function("kind", func(v lib.TJSValue) lib.TJSValue {
		switch lib.XJS_GetClassID(q.tls, v) {
		case lib.EJS_CLASS_ERROR:
			return q.int(1)
		case lib.EJS_CLASS_PROXY:
			return q.int(2)
		}
		return q.int(0)
	})
	defer q.free(kind)
	q.teller, ok = q.call(script, kind)
	return ok
}

func (q *quick) close() {
	if q.ctx != 0 {
		q.free(q.teller)
		lib.XJS_FreeContext(q.tls, q.ctx)
	}
	if q.rt != 0 {
		lib.XJS_FreeRuntime(q.tls, q.rt)
	}
	for _, b := range q.blocks {
		libc.Xfree(q.tls, b)
	}
	q.tls.Close()
}

// block returns zeroed C memory, which lives as long as q, or nil if there is none.
func (q *quick) block(size int) []byte {
	p := libc.Xcalloc(q.tls, 1, libc.Tsize_t(size))
	if p == 0 {
		return nil
	}
	q.blocks = append(q.blocks, p)
	return libc.GoBytes(p, size)
}

// cString returns a copy of s in C memory; the caller frees it. Without memory it returns 0.
func cString(s string) uintptr {
	p, err := libc.CString(s)
	if err != nil {
		return 0
	}
	return p
}

// address returns what C calls as a function pointer. The function must stay reachable.
func address[F any](f *F) uintptr { return *(*uintptr)(unsafe.Pointer(f)) }

// watch has the clock break off what runs too long.
func (q *quick) watch(c *stopwatch) {
	poll := func(*libc.TLS, uintptr, uintptr) int32 {
		if c.expired() {
			return 1
		}
		return 0
	}
	q.poll = &poll
	lib.XJS_SetInterruptHandler(q.tls, q.rt, address(q.poll), 0)
	// QuickJS polls when this counter has run down from 10 000, one a jump or call. The clock
	// sets it to 0 when time is up, for bots whose every call takes long.
	ctx := (*lib.TJSContext)(unsafe.Pointer(unsafe.SliceData(libc.GoBytes(q.ctx, 1))))
	c.counter = (*int32)(&ctx.Finterrupt_counter)
}

// eval evaluates a script in sloppy mode, unless it says otherwise. On false an exception is
// pending.
func (q *quick) eval(source, path string) (lib.TJSValue, bool) {
	code := q.load(source, path)
	if q.pending() {
		return code, false
	}
	v := lib.XJS_EvalFunction(q.tls, q.ctx, code) // which frees code
	return v, !q.pending()
}

// load compiles a script, or reads it as it was compiled for an earlier realm, which is several
// times faster. An exception may be pending.
func (q *quick) load(source, path string) lib.TJSValue {
	if code, ok := q.compiled[script{source, path}]; ok {
		p := cString(code)
		defer libc.Xfree(q.tls, p)
		return lib.XJS_ReadObject(q.tls, q.ctx, p, lib.Tsize_t(len(code)), lib.MJS_READ_OBJ_BYTECODE)
	}
	src, name := cString(source), cString(path)
	defer libc.Xfree(q.tls, src)
	defer libc.Xfree(q.tls, name)
	if src == 0 || name == 0 {
		return q.throwMemory()
	}
	code := lib.XJS_Eval(q.tls, q.ctx, src, lib.Tsize_t(len(source)), name, lib.MJS_EVAL_TYPE_GLOBAL|lib.MJS_EVAL_FLAG_COMPILE_ONLY)
	if !q.pending() {
		q.keep(script{source, path}, code)
	}
	return code
}

// maxCompiled bounds how many compiled scripts are kept.
const maxCompiled = 256

// keep keeps compiled code for later realms, if it can be written down.
func (q *quick) keep(s script, code lib.TJSValue) {
	p := lib.XJS_WriteObject(q.tls, q.ctx, uintptr(unsafe.Pointer(q.size)), code, lib.MJS_WRITE_OBJ_BYTECODE)
	if p == 0 {
		q.free(lib.XJS_GetException(q.tls, q.ctx))
		return
	}
	defer lib.Xjs_free(q.tls, q.ctx, p)
	if len(q.compiled) >= maxCompiled {
		clear(q.compiled)
	}
	q.compiled[s] = string(libc.GoBytes(p, int(*q.size)))
}

// call calls a function without this. On false an exception is pending.
func (q *quick) call(f lib.TJSValue, args ...lib.TJSValue) (lib.TJSValue, bool) {
	copy(q.args, args)
	v := lib.XJS_Call(q.tls, q.ctx, f, q.undefined, int32(len(args)), uintptr(unsafe.Pointer(&q.args[0])))
	return v, !q.pending()
}

// jobs runs promise callbacks until there are none. Once time is up it drops them: each is still
// called, but broken off before its first statement.
func (q *quick) jobs(c *stopwatch) {
	for n := 1; ; n++ {
		if c.late || n%1000 == 0 && c.expired() { // built-ins that call each other run down no counter
			atomic.StoreInt32(c.counter, 0)
		}
		r := lib.XJS_ExecutePendingJob(q.tls, q.rt, q.job)
		if r == 0 {
			return
		}
		if r < 0 { // thrown by a callback: nobody waits for it
			q.free(lib.XJS_GetException(q.tls, q.ctx))
		}
	}
}

func (q *quick) pending() bool             { return lib.XJS_HasException(q.tls, q.ctx) != 0 }
func (q *quick) free(v lib.TJSValue)       { lib.XFreeValue(q.tls, q.ctx, v) }
func (q *quick) object() lib.TJSValue      { return lib.XJS_NewObject(q.tls, q.ctx) }
func (q *quick) int(n int32) lib.TJSValue  { return lib.XNewInt32(q.tls, q.ctx, n) }
func (q *quick) throwMemory() lib.TJSValue { return lib.XJS_ThrowOutOfMemory(q.tls, q.ctx) }
func (q *quick) isArray(v lib.TJSValue) bool {
	return lib.XJS_GetClassID(q.tls, v) == lib.EJS_CLASS_ARRAY
}

// get returns a property; undefined, if reading it throws.
func (q *quick) get(object lib.TJSValue, name string) lib.TJSValue {
	key := cString(name)
	defer libc.Xfree(q.tls, key)
	v := lib.XJS_GetPropertyStr(q.tls, q.ctx, object, key)
	if q.pending() {
		q.free(lib.XJS_GetException(q.tls, q.ctx))
		return q.undefined
	}
	return v
}

// set sets a property of an object of ours and takes the value over.
func (q *quick) set(object lib.TJSValue, name string, v lib.TJSValue) {
	key := cString(name)
	defer libc.Xfree(q.tls, key)
	lib.XJS_SetPropertyStr(q.tls, q.ctx, object, key, v)
}

// hasGlobal tells whether the global object has a property.
func (q *quick) hasGlobal(name string) bool {
	global := lib.XJS_GetGlobalObject(q.tls, q.ctx)
	defer q.free(global)
	key := cString(name)
	defer libc.Xfree(q.tls, key)
	atom := lib.XJS_NewAtom(q.tls, q.ctx, key)
	defer lib.XJS_FreeAtom(q.tls, q.ctx, atom)
	return lib.XJS_HasProperty(q.tls, q.ctx, global, atom) != 0
}

// buffer returns an ArrayBuffer over a block of q.
func (q *quick) buffer(block []byte) lib.TJSValue {
	p := uintptr(unsafe.Pointer(unsafe.SliceData(block)))
	return lib.XJS_NewArrayBuffer(q.tls, q.ctx, p, lib.Tsize_t(len(block)), 0, 0, 0)
}

// function returns a function of one argument. What it returns is taken over; if it throws, it
// returns what a throw method returned.
func (q *quick) function(name string, f func(lib.TJSValue) lib.TJSValue) lib.TJSValue {
	c := cFunction(func(_ *libc.TLS, _ uintptr, _ lib.TJSValue, _ int32, argv uintptr) lib.TJSValue {
		return f(*(*lib.TJSValue)(unsafe.Pointer(unsafe.SliceData(libc.GoBytes(argv, 1)))))
	})
	q.functions = append(q.functions, &c)
	key := cString(name)
	defer libc.Xfree(q.tls, key)
	return lib.XJS_NewCFunction2(q.tls, q.ctx, address(&c), key, 1, lib.EJS_CFUNC_generic, 0)
}

// number returns v as a number. On false it is none and cannot be made one.
func (q *quick) number(v lib.TJSValue) (float64, bool) {
	lib.XJS_ToFloat64(q.tls, q.ctx, uintptr(unsafe.Pointer(q.number64)), v)
	if q.pending() {
		q.free(lib.XJS_GetException(q.tls, q.ctx))
		return 0, false
	}
	return *q.number64, true
}

// thrownError is what a script threw.
type thrownError struct {
	text   string
	stack  string
	memory bool // there was no memory
}

// exception takes the pending exception.
func (q *quick) exception() thrownError {
	v := lib.XJS_GetException(q.tls, q.ctx)
	defer q.free(v)
	return q.describe(v)
}

// spare is what describing a thrown value may use beyond the limit of memory, in bytes.
const spare = 1 << 20

// describe says what a thrown value is.
func (q *quick) describe(v lib.TJSValue) (e thrownError) {
	lib.XJS_SetMemoryLimit(q.tls, q.rt, lib.Tsize_t(q.memory+spare))
	defer lib.XJS_SetMemoryLimit(q.tls, q.rt, lib.Tsize_t(q.memory))
	e.text, e.stack = q.tell(v, 0, 4*say.MaxText), q.tell(v, 1, 8<<10)
	e.memory = strings.HasPrefix(e.text, "InternalError: out of memory")
	return e
}

// tell calls the function of quickjs.js.
func (q *quick) tell(v lib.TJSValue, what int32, limit int) string {
	text, ok := q.call(q.teller, v, q.int(what))
	defer q.free(text)
	if !ok { // time was up
		q.free(lib.XJS_GetException(q.tls, q.ctx))
		return "an error"
	}
	return q.text(text, limit)
}

// place returns the first place of the stack that is in the file at path, or zeros.
func (e thrownError) place(path string) (line, column int) {
	for frame := range strings.Lines(e.stack) { // "    at f (PATH:LINE:COLUMN)", "    at PATH:LINE:COLUMN"
		_, where, found := strings.Cut(strings.TrimRight(frame, ")\n"), path+":")
		if !found {
			continue
		}
		l, c, _ := strings.Cut(where, ":")
		line, err := strconv.Atoi(l)
		if err != nil {
			continue
		}
		column, _ = strconv.Atoi(c)
		return line, max(column, 1)
	}
	return 0, 0
}

// text returns the first limit bytes of a string.
func (q *quick) text(v lib.TJSValue, limit int) string {
	p := lib.XJS_ToCStringLen2(q.tls, q.ctx, uintptr(unsafe.Pointer(q.size)), v, 0)
	if p == 0 {
		q.free(lib.XJS_GetException(q.tls, q.ctx))
		return "an error with a text that is too long"
	}
	defer lib.XJS_FreeCString(q.tls, q.ctx, p)
	return string(libc.GoBytes(p, min(int(*q.size), limit)))
}
