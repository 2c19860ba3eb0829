//go:build cgo && v8

package js

import "testing"

// How a bot's errors are told: with their place, by V8, whatever the bot does to its own errors.
func TestErrors(t *testing.T) {
	tests := []struct {
		name   string
		source string
		want   string
	}{
		{"nothing", "  // only a comment\n", "crash b.js:1:1: SyntaxError: there is no code in this file"},
		{"bad token", "function (n) {\n  return 'a' +;\n}", "crash b.js:2:15: SyntaxError: Unexpected token ';'"},
		{"bad token on the first line", "function (n) { return 'a' +; }", "crash b.js:1:28: SyntaxError: Unexpected token ';'"},
		{"unclosed", "function (n) {\n  return 'a'\n", "crash b.js:3:1: SyntaxError: Unexpected end of input"},
		{"comma missing between members", "var lib = {\n a: 1\n b: 2\n}\nfunction bot() {}", "crash b.js:3:2: SyntaxError: Unexpected identifier"},
		{"breaking out of the wrapping", "1); throw 'out'; (2", "crash TypeError: the bot is no function (b.js)"},
		{"closing the function", "1)}); evil(); (function(){ (2", "crash b.js:1:3: SyntaxError: Unexpected token '}'"},
		{"not a function", "42", "crash TypeError: the bot is no function (b.js)"},

		{"throws on the first line", "function (n) { null.x }", "crash TypeError: Cannot read properties of null (reading 'x') (b.js:1:21)"},
		{"throws later", "function (n) {\n\n  missing(n);\n}", "crash ReferenceError: missing is not defined (b.js:3:3)"},
		{"throws a string", "function (n) {\n  throw 'tantrum' }", "crash tantrum (b.js:2:3)"},
		{"throws in a built-in", "function (n) {\n  return [].reduce((a) => a) }", "crash TypeError: Reduce of empty array with no initial value (b.js:2:13)"},
		{"throws in the prelude", "function (n) {\n  return helper() }", "crash TypeError: Cannot read properties of undefined (reading 'length') (b.js:2:10)"},
		{"lies about the stack", "function (n) {\n  const e = new Error('x'); e.stack = 'evil.js:9:9'; e.toString = () => { for (;;); }; throw e }", "crash Error: x (b.js:2:88)"},
		{"throws in the constructor", "class B { constructor() { throw new Error('no') } answer() {} }", "crash Error: no (b.js:1:27)"},
		{"throws while loading", "bot = (function () { throw new RangeError('no') })()", "crash RangeError: no (b.js:1:22)"},
		{"no text", "function (n) { throw { toString() { throw 1 } } }", "crash [object Object] (b.js:1:16)"},
		{"text of many lines", "function (n) { throw new Error('a\\nb\\u0007') }", "crash Error: a b  (b.js:1:16)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := newRuntime(t)
			for range 2 { // the second time it is loaded already
				if got := probe.Play(t, r, tt.source, 1); got[0] != tt.want {
					t.Errorf("%s\n got %s\nwant %s", tt.source, got[0], tt.want)
				}
			}
		})
	}
}
