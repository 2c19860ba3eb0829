//go:build cgo && v8

package js

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"koth/bot/bottest"
	"koth/game"
)

// mutations are things that a bot can do to its realm. Each is done on turn 1 of a match; seen is
// an expression that is true if it is still there in the next one.
var mutations = []struct {
	name string
	do   string
	seen string
}{
	{"a leaked name", "leak = 1", "typeof leak !== 'undefined'"},
	{"many leaked names", "for (let i = 0; i < 2000; i++) globalThis['leak' + i] = i", "'leak7' in globalThis"},
	{"an accessor that getters on Object.prototype pass off as a value", `
		const was = parseInt;
		Object.defineProperty(globalThis, 'parseInt', { get: undefined, set: undefined, configurable: true });
		for (const [key, value] of [['value', was], ['writable', true]])
			Object.defineProperty(Object.prototype, key, { __proto__: null, get() { delete Object.prototype[key]; return value }, configurable: true })`,
		"typeof parseInt !== 'function'"},
	{"a leaked symbol", "globalThis[Symbol.for('leak')] = 1", "Symbol.for('leak') in globalThis"},
	{"a leaked index", "globalThis[7] = 1", "7 in globalThis"},
	{"a name that cannot be deleted", "Object.defineProperty(globalThis, 'leak', { value: 1 })", "'leak' in globalThis"},
	{"a var by eval", "(0, eval)('var leak = 5')", "typeof leak !== 'undefined'"},
	{"a function by eval", "(0, eval)('function leak() {}')", "typeof leak !== 'undefined'"},
	{"a global replaced", "parseInt = () => 1", "parseInt('2') !== 2"},
	{"a global deleted", "delete globalThis.isNaN", "typeof isNaN !== 'function'"},
	{"a global deleted and another added", "delete globalThis.isNaN; leak = 1", "typeof isNaN !== 'function' || typeof leak !== 'undefined'"},
	{"a global put back in another place", "const f = isNaN; delete globalThis.isNaN; Object.defineProperty(globalThis, 'isNaN', { value: f, writable: true, configurable: true })", "Object.getOwnPropertyNames(globalThis).pop() === 'isNaN'"},
	{"a global made constant", "Object.defineProperty(globalThis, 'parseInt', { writable: false, configurable: false })", "!Object.getOwnPropertyDescriptor(globalThis, 'parseInt').writable"},
	{"a constructor replaced", "const A = Array; Array = function () { return [1] }", "new Array().length !== 0"},
	{"undefined shadowed", "try { Object.defineProperty(globalThis, 'NaN', { value: 1 }) } catch {}", "NaN === 1"},
	{"globalThis replaced", "globalThis.globalThis = 1", "globalThis === 1"},
	{"the global object frozen", "Object.freeze(globalThis)", "Object.isFrozen(globalThis)"},
	{"the global object closed", "Object.preventExtensions(globalThis)", "!Object.isExtensible(globalThis)"},
	{"the global object's prototype", "Object.setPrototypeOf(globalThis, { leak: 1, __proto__: Object.prototype })", "'leak' in globalThis"},
	{"a method replaced", "Array.prototype.map = () => 'evil'", "[].map((x) => x) === 'evil'"},
	{"a method deleted", "delete Array.prototype.map", "!Array.prototype.map"},
	{"a method added", "Array.prototype.last = function () { return this[this.length - 1] }", "'last' in []"},
	{"a hidden method added", "Object.defineProperty(Object.prototype, 'hid', { get() { return 1 } })", "({}).hid === 1"},
	{"a setter on Object.prototype", "Object.defineProperty(Object.prototype, 'leak', { set() {}, configurable: true })", "'leak' in {}"},
	{"an index on Array.prototype", "Array.prototype[3] = 'evil'", "3 in []"},
	{"an index on Object.prototype", "Object.prototype[3] = 'evil'", "3 in []"},
	{"a far index on Array.prototype", "Array.prototype[5000000] = 1", "5000000 in []"},
	{"the length of Array.prototype", "Array.prototype.length = 9", "Array.prototype.length !== 0"},
	{"a symbol on Object.prototype", "Object.prototype[Symbol.toStringTag] = 'evil'", "String({}) !== '[object Object]'"},
	{"the iterator of arrays", "Array.prototype[Symbol.iterator] = function* () { yield 'evil' }", "[...[1]][0] === 'evil'"},
	{"the next of array iterators", "Object.getPrototypeOf([].values()).next = () => ({ done: true })", "[...[1]].length === 0"},
	{"the prototype of map iterators", "Object.getPrototypeOf(new Map().values()).leak = 1", "'leak' in new Map().values()"},
	{"the prototype of string iterators", "Object.getPrototypeOf(''[Symbol.iterator]()).leak = 1", "'leak' in ''[Symbol.iterator]()"},
	{"the prototype of matches", "Object.getPrototypeOf('a'.matchAll(/a/g)).leak = 1", "'leak' in 'a'.matchAll(/a/g)"},
	{"the prototype of generators", "Object.getPrototypeOf(function* () {}).prototype.leak = 1", "'leak' in (function* () {})()"},
	{"the prototype of generator functions", "Object.getPrototypeOf(function* () {}).leak = 1", "'leak' in function* () {}"},
	{"the prototype of async functions", "Object.getPrototypeOf(async function () {}).leak = 1", "'leak' in async function () {}"},
	{"the prototype of async generators", "Object.getPrototypeOf(async function* () {}).prototype.leak = 1", "'leak' in (async function* () {})()"},
	{"the prototype of typed arrays", "Object.getPrototypeOf(Int8Array).from = null; Object.getPrototypeOf(Int8Array.prototype).leak = 1", "!Int8Array.from || 'leak' in new Int8Array(1)"},
	{"the prototype of Array.prototype", "Object.setPrototypeOf(Array.prototype, { leak: 1, __proto__: Object.prototype })", "'leak' in []"},
	{"a proxy as a prototype", "Object.setPrototypeOf(Map.prototype, new Proxy({}, { get() { return 'evil' } }))", "new Map().leak === 'evil'"},
	{"the prototype of Function.prototype", "Object.setPrototypeOf(Function.prototype, null)", "!('hasOwnProperty' in function () {})"},
	{"Function.prototype.call replaced", "Function.prototype.call = () => 'evil'", "(() => 1).call() === 'evil'"},
	{"Function.prototype.toString replaced", "Function.prototype.toString = () => 'evil'", "'' + (() => 1) === 'evil'"},
	{"Symbol.hasInstance of functions", "Object.defineProperty(Map, Symbol.hasInstance, { value: () => true, configurable: true })", "1 instanceof Map"},
	{"Symbol.species replaced", "Object.defineProperty(Array, Symbol.species, { value: function () { return { evil: 1 } } })", "'evil' in [].map((x) => x)"},
	{"a prototype frozen", "Object.freeze(Map.prototype)", "Object.isFrozen(Map.prototype)"},
	{"a prototype closed", "Object.preventExtensions(Set.prototype)", "!Object.isExtensible(Set.prototype)"},
	{"a function closed", "Object.preventExtensions(parseInt)", "!Object.isExtensible(parseInt)"},
	{"Math closed", "Object.seal(Math)", "Object.isSealed(Math)"},
	{"a property of a method", "Array.prototype.map.leak = 1", "'leak' in [].map"},
	{"a hidden property of a method", "Object.defineProperty(Array.prototype.map, 'leak', { value: 1 })", "'leak' in [].map"},
	{"the name of a method", "Object.defineProperty(Array.prototype.map, 'name', { value: 'evil' })", "[].map.name !== 'map'"},
	{"the length of a function", "Object.defineProperty(parseInt, 'length', { value: 9 })", "parseInt.length !== 2"},
	{"a property of a getter's function", "Object.getOwnPropertyDescriptor(Map.prototype, 'size').get.leak = 1", "'leak' in Object.getOwnPropertyDescriptor(Map.prototype, 'size').get"},
	{"a getter replaced", "Object.defineProperty(RegExp.prototype, 'global', { get() { return 'evil' } })", "/a/.global === 'evil'"},
	{"a flag of a property", "Object.defineProperty(Math, 'max', { enumerable: true })", "Object.keys(Math).length > 0"},
	{"a property made constant", "Object.defineProperty(JSON, 'parse', { writable: false })", "!Object.getOwnPropertyDescriptor(JSON, 'parse').writable"},
	{"a property of Math", "Math.E2 = 1", "'E2' in Math"},
	{"Math.random replaced", "Math.random = () => 4", "Math.random() === 4"},
	{"a property of Math.random", "Math.random.leak = 1", "'leak' in Math.random"},
	{"console replaced", "console = { log: 1 }", "typeof console.log !== 'function'"},
	{"a property of console", "console.leak = 1; console.log.leak = 1", "'leak' in console || 'leak' in console.log"},
	{"Error.prepareStackTrace", "Error.prepareStackTrace = () => 'evil'", "new Error().stack === 'evil'"},
	{"Error.stackTraceLimit", "Error.stackTraceLimit = 1.5", "Error.stackTraceLimit !== 10"},
	{"Error.prototype.toString", "Error.prototype.toString = () => 'evil'", "'' + new Error() === 'evil'"},
	{"the prototype of call sites", sites + "Object.getPrototypeOf(s[0]).leak = 1", "(() => { " + sites + "return 'leak' in s[0] })()"},
	{"the compiled source, by call sites", sites + "for (const x of s) { const f = x.getFunction(); if (f) f.leak = 1 }", "(() => { " + sites + "return s.some((x) => x.getFunction() && 'leak' in x.getFunction()) })()"},
	{"the function that throws", thrower + ".leak = 1", "'leak' in " + thrower},
	{"the statics of RegExp", "/(a)(b)/.test('xab'); RegExp.input = 'leak'", "RegExp.$1 + RegExp.input + RegExp.lastMatch + RegExp.leftContext + RegExp.lastParen !== ''"},
	{"the statics of RegExp, with input replaced", "/(a)(b)/.test('xab'); Object.defineProperty(RegExp, 'input', { set() {}, configurable: true }); RegExp.prototype.exec = null", "RegExp.$1 !== ''"},
	{"a prototype of Intl", "Intl.NumberFormat.prototype.leak = 1", "'leak' in new Intl.NumberFormat()"},
	{"a prototype of Intl's segments", "Object.getPrototypeOf(new Intl.Segmenter().segment('a')).leak = 1", "'leak' in new Intl.Segmenter().segment('a')"},
	{"a prototype of Intl's segment iterators", "Object.getPrototypeOf(new Intl.Segmenter().segment('a')[Symbol.iterator]()).leak = 1", "'leak' in new Intl.Segmenter().segment('a')[Symbol.iterator]()"},
	{"Date.now replaced", "Date.now = () => 0", "Date.now() === 0"},
	{"a job that waits", "Promise.resolve().then(() => new Promise((r) => { later = r })).then(() => { Array.prototype.leak = 1 })", "'leak' in [] || typeof later !== 'undefined'"},
	{"Promise.prototype.then replaced", "Promise.prototype.then = () => 'evil'", "Promise.resolve().then() === 'evil'"},
	{"a name of the prelude replaced", "North = 'south'", "North !== 'north'"},
	{"a number of the prelude", "half = 0.25", "half !== 0.5"},
	{"a function of the prelude", "helper.leak = 1; helper.prototype.leak = 1", "'leak' in helper || 'leak' in helper.prototype"},
	{"a table of the prelude", "table.real = 2.5", "table.real !== 1.5"},
	{"a list of the prelude", "table.list[1] = 3.5; table.list.push(4)", "table.list[1] !== 2.5 || table.list.length !== 3"},
	{"an object in a list of the prelude", "table.list[2].leak = 1", "'leak' in table.list[2]"},
	{"an accessor in place of a value", "Object.defineProperty(table, 'real', { get() { return 'evil' } })", "table.real === 'evil'"},
	{"a template object", "const tag = (s) => s; const s = tag`x`; try { s.leak = 1 } catch {}", "'leak' in ((s) => s)`x`"},
	{"a getter that throws", "Object.defineProperty(Object.prototype, 'value', { get() { throw 1 }, configurable: true })", "(() => { try { ({}).value } catch { return true } return false })()"},
	{"a setter that loops", "Object.defineProperty(Object.prototype, 'stack', { set() { for (;;); }, configurable: true })", "'stack' in {}"},
}

const (
	sites   = "const before = Error.prepareStackTrace; Error.prepareStackTrace = (_, s) => s; const s = new Error().stack; if (before) Error.prepareStackTrace = before; else delete Error.prepareStackTrace; "
	thrower = "Object.getOwnPropertyDescriptor((function () { 'use strict'; return arguments })(), 'callee').get"
)

// never are the mutations that cannot be seen even in the same call: they are refused, or happen
// after it.
var never = map[string]bool{
	"undefined shadowed":       true,
	"a job that waits":         true,
	"a template object":        true,
	"the function that throws": true,
}

// mutator returns a bot that answers on every turn whether it sees the change, does it on turn 1,
// and otherwise says what depends on a few built-ins.
func mutator(do, seen string) string {
	return fmt.Sprintf(`function () {
	const mutate = function () { %s };
	const seen = () => %s;
	let draws = 0;
	return function (n) {
		if (n === 1) {
			let saw;
			try { saw = seen() } catch (e) { saw = 'threw ' + e }
			const text = saw + ' ' + Math.random() + ' ' + Object.getOwnPropertyNames(globalThis).length;
			mutate();
			return text;
		}
		return 'on';
	};
}()`, do, seen)
}

// wrapped makes an expression of a function that is called at once.
func wrapped(source string) string { return "(" + strings.TrimSuffix(source, "()") + ")()" }

func TestNothingSurvivesAMatch(t *testing.T) {
	if len(mutations) < 40 {
		t.Fatalf("%d mutations", len(mutations))
	}
	for _, m := range mutations {
		t.Run(m.name, func(t *testing.T) {
			r := newRuntime(t)
			source := wrapped(mutator(m.do, m.seen))
			first := probe.Play(t, r, source, 2)
			if !strings.HasPrefix(first[0], "false ") {
				t.Fatalf("first match says %q: the mutation is seen before it is made", first[0])
			}
			for n := 2; n <= 5; n++ {
				if again := probe.Play(t, r, source, 2); again[0] != first[0] {
					t.Errorf("match %d says %q, the first said %q", n, again[0], first[0])
				}
			}
			if never[m.name] {
				return
			}
			now := wrapped(mutator("", "((() => { "+m.do+" })(), "+m.seen+")"))
			if got := probe.Play(t, r, now, 1); !strings.HasPrefix(got[0], "true ") {
				t.Errorf("right after the mutation a bot says %q: this test cannot fail", got[0])
			}
		})
	}
}

// What a turn that was broken off has left to be done must not run in the next match.
func TestNoJobSurvivesAMatch(t *testing.T) {
	r := newRuntime(t)
	source := wrapped(`function () {
	return function (n) {
		Promise.resolve().then(() => { Array.prototype.leak = 1 });
		if (n === 1) return [] .leak ? 'leak' : 'clean';
		for (;;);
	};
}()`)
	limits := bottest.Generous
	limits.Move = 50 * time.Millisecond
	for range 3 {
		p, start := seat(t, r, source, limits)
		if start.Fault != nil {
			t.Fatal(bottest.Show(start))
		}
		if got := bottest.Show(bottest.Ask(p, 1)); got != "clean" {
			t.Errorf("turn 1: %s", got)
		}
		if got := bottest.Ask(p, 2); got.Fault == nil || got.Fault.Kind != game.FaultTimeout {
			t.Errorf("turn 2: %s, want a timeout", bottest.Show(got))
		}
		p.Close()
	}
}
