package js

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestLeaked(t *testing.T) {
	tests := []struct {
		name   string
		source string
		want   string
	}{
		{"none", "function (p) { var i; for (i = 0; i < 3; i++); }", ""},
		{"a loop", "function (p) { for (i = 0; i < 3; i++); }", "i"},
		{"a loop in each of several functions", "function (p) { this.a = function () { for (i = 0; i < 3; i++); }; this.b = function (x) { x(); for (i = 1; i < 2; i++) x[i] = i; } }", "i"},
		{"the bot's own name", "bot = function (p) { this.m = 1 };", "bot"},
		{"a name and a loop", "bot = function (p) { this.yourMove = function (b) { out = 'EAT'; if (b) out = 'UP'; return out } }", "bot out"},
		{"after a block", "function (p) { if (p) { return 1 } i = 2; return i }", "i"},
		{"used in a closure behind", "function (p) { i = 2; return p.map(x => x + i) }", "i"},
		{"used in a template behind", "function (p) { i = 2; return `${i}` }", "i"},
		{"an object's property of that name before", "function (p) { p.i(); i = 2; return i }", "i"},
		{"division and expressions", "function (p) { var r = /[/'\"]/g, q = (p + 1) / 2 / p; i = 2; return i }", "i"},

		{"read first", "function (p) { p(i); i = 2 }", ""},
		{"read in its own value", "function (p) { i = i + 1 }", ""},
		{"read in its own value behind a function", "function (p) { i = p(function () { i = 1; return i }, i) }", ""},
		{"counted", "function (p) { i++ }", ""},
		{"added to", "function (p) { i += 1 }", ""},
		{"typeof", "function (p) { if (typeof i === 'undefined') i = 0; return i }", ""},
		{"written in a condition", "function (p) { if (p) i = 1; return i }", ""},
		{"written in a block", "function (p) { if (p) { i = 1; } return i }", ""},
		{"written in an else", "function (p) { if (p) p(); else i = 1; return i }", ""},
		{"written by a short cut", "function (p) { p && (i = 1); return i }", ""},
		{"written in a loop's head inside a condition", "function (p) { if (p) for (i = 0; i < 2; i++); return i }", ""},
		{"written by for of", "function (p) { for (i of p); return i }", ""},
		{"written in one function and read in another", "function (p) { this.a = function () { i = 1; }; this.b = function () { return i } }", ""},
		{"read by a function that is hoisted", "function (p) { g(); i = 1; function g() { return i } }", ""},
		{"read by an arrow function before", "function (p) { p(() => i); i = 1; }", ""},
		{"read in another function behind a template", "function (p) { this.a = function () { i = 1; return `${p}` }; this.b = function () { return i } }", ""},
		{"declared elsewhere", "function (p) { i = 1; function g() { var a = 2, i = 3 } }", ""},
		{"declared by a pattern", "function (p) { i = 1; function g() { var { a, i } = p } }", ""},
		{"a parameter elsewhere", "function (p) { i = 1; function g(i) { return i } }", ""},
		{"a parameter of an arrow function", "function (p) { i = 1; return p.map(i => i) }", ""},
		{"a parameter of a method", "function (p) { i = 1; return { m(i) { return i } } }", ""},
		{"caught elsewhere", "function (p) { i = 1; try { p() } catch (i) { } }", ""},
		{"a function's name", "function (p) { i = 1; return function i() { } }", ""},
		{"deleted", "function (p) { i = 1; delete i }", ""},
		{"this escapes", "function (p) { i = 1; var self = this; return self[p] }", ""},
		{"this is indexed", "function (p) { i = 1; return this['i'] }", ""},
		{"read by this", "function (p) { i = 1; return function () { return this.i } }", ""},
		{"asked for by this", "function (p) { i = 1; return this.hasOwnProperty('i') }", ""},
		{"globalThis", "function (p) { i = 1; return 'i' in globalThis }", ""},
		{"eval", "function (p) { i = 1; return eval(p) }", ""},
		{"constructor", "function (p) { i = 1; return p.constructor('return this')() }", ""},
		{"Object.defineProperty", "function (p) { i = 1; Object.defineProperty(p, 'i', {}) }", ""},
		{"strict mode", "function (p) { 'use strict'; i = 1 }", ""},
		{"a class", "function (p) { i = 1; class A { i = 2 } }", ""},
		{"an escaped name", "function (p) { i = 1; return \\u0069 }", ""},
		{"what only a parser can tell", "function (p) { i = 1; if (p) {} /i/.test(p) }", ""},
		{"not JavaScript", "function (p) { i = 1; ", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := leaked(tt.source)
			slices.Sort(got)
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("leaked(%q) = %q, want %q", tt.source, s, tt.want)
			}
		})
	}
}

// FuzzLex gives lex anything: it must end, and say of what it accepts what it was made of.
func FuzzLex(f *testing.F) {
	f.Add("bot = function (p) { for (i = 0; i < 3; i++) p(i) /* end */ };")
	f.Add("function (p) { return `a${p}b` / /x[/]/g.exec('y')[0] } // end")
	f.Fuzz(func(t *testing.T, source string) {
		tokens, ok := lex(source)
		at := 0
		for _, tok := range tokens {
			if tok.text == "" {
				continue
			}
			i := strings.Index(source[at:], tok.text)
			if i < 0 {
				t.Fatalf("%q has no %q behind byte %d", source, tok.text, at)
			}
			at += i + len(tok.text)
		}
		if got := leaked(source); !ok && got != nil {
			t.Errorf("leaked(%q) = %q, but its tokens are in doubt", source, got)
		}
		forms(source)
	})
}

func TestOneFunction(t *testing.T) {
	tests := []struct {
		source string
		want   bool
	}{
		{"function (p) { return { a: [1] } }", true},
		{"function bot(p, q = [1, 2]) { function g() {} return g }  // end", true},
		{"async function* bot() {}", true},
		{"bot = function (p) {}", true},
		{"(a, { b }) => { return a }", true},
		{"a => a.map(x => [x, 1])", true},
		{"bot = () => `${1}`", true},
		{"function () { return arguments.length + eval('1') }", true},
		{"() => arguments", false},
		{"() => { return eval('arguments') }", false},
		{"function (p) {}()", false},
		{"function (p) {}, 1", false},
		{"(function () { var n = 0; return function () { return n++ } })()", false},
		{"(function () {})", false},
		// What a reading of the tokens takes for a comment, a regular expression or a division is
		// something else here, and hides code that keeps its state.
		{"function(p){} // \u2028, evil()", false},
		{"function(p){} // \r, evil()", false},
		{"function(p){ var o = {}; o.of /2}, evil() || function () { 1/ 1 }", false},
		{"function(p){ o.if(1) /2}, evil() || function () { 1/ 1 }", false},
		{"function(p){ o.in /2}, evil() || function () { 1/ 1 }", false},
		{"function(p){ var of = 4; of /2}, evil() || function () { 1/ 1 }", false},
		{"function(p){ p++ /2}, evil() || function () { 1/ 1 }", false},
		{"a => a, evil()", false},
		{"a = b = function () {}", false},
		{"a.b = function () {}", false},
		{"class A {}", false},
		{"42", false},
		{"", false},
		{"function", false},
	}
	for _, tt := range tests {
		if got, _ := oneFunction(tt.source); (got != "") != tt.want || !strings.Contains(tt.source, got) {
			t.Errorf("oneFunction(%q) = %q", tt.source, got)
		}
	}
}

// Sources made to be slow to read: twenty times as much takes about twenty times as long. (Before,
// the first of them took 4.5 s.)
func TestReadingMuch(t *testing.T) {
	const n = 20_000
	many := func(f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	names := "function (p) {" + many(func(i int) string { return "n" + strconv.Itoa(i) + " = 1; " }) + "}"
	if got := leaked(names); len(got) != n {
		t.Errorf("%d names, want %d", len(got), n)
	}
	for _, source := range []string{
		many(func(int) string { return "var a\n" }),
		many(func(int) string { return "var\n" }),
		many(func(int) string { return "function " }),
		many(func(int) string { return "/* " }),
		many(func(int) string { return "{}a = 1" }),
		strings.Repeat("var [a = function (", n) + strings.Repeat(") {}] = 1", n),
		strings.Repeat("(a, b = (", n) + strings.Repeat(") => {}) => {}", n),
	} {
		leaked(source)
		forms(source)
	}
}
