package js

import "testing"

// What a bot's file may be.
func TestForms(t *testing.T) {
	tests := []struct {
		name   string
		source string
		want   string
	}{
		{"expression", "function (n) { return 'a' + n }", "a1"},
		{"expression with a semicolon", "function (n) { return 'a' + n };", "a1"},
		{"tail of comments", "function (n) { return 'a' + n }; // done; really\n/* so; */ ;\n\n", "a1"},
		{"comments first", "// a bot; mine\n/* by me */\n\nfunction (n) { return 'a' + n }", "a1"},
		{"declaration", "function bot(n) { return 'a' + n }\n", "a1"},
		{"assignment", "bot = function (n) { return 'a' + n };\n", "a1"},
		{"indented assignment", "    bot = function(n){\n        return 'a' + n;\n    }\n", "a1"},
		{"arrow function", "(n) => 'a' + n", "a1"},
		{"class", "class B { answer(n) { return 'a' + n } }", "a1"},
		{"constructor", "function B() {}\nB.prototype.answer = function (n) { return 'a' + n };", "a1"},
		{"several declarations", "const a = 'a';\nfunction help(n) { return a + n }\nfunction bot(n) { return help(n) }", "a1"},
		{"constant last", "function help(n) { return 'a' + n }\nconst bot = (n) => help(n);\n", "a1"},
		{"assignment last", "function help(n) { return 'a' + n }\nbot = function (n) {\n  return help(n)\n}\n", "a1"},
		{"strict mode", "'use strict';\nfunction bot(n) { try { leak = 1 } catch (e) { return e.name } }", "ReferenceError"},
		{"byte order mark", "\ufefffunction (n) { return 'a' + n }", "a1"},
		{"line breaks of Windows", "function (n) {\r\n  return 'a' + n\r\n};\r\n", "a1"},
		{"line breaks of old", "// a bot; mine\r// by me\rfunction (n) {\r  // a comment\r  return 'a' + n\r};\r", "a1"},
		{"several declarations with line breaks of old", "var a = 'a';\rfunction bot(n) {\r  return a + n\r}\r", "a1"},
		{"a comment that an uncommon line break ends", "// mine\u2028function (n) { return 'a' + n }", "a1"},
		{"names in comments", "/*\nfunction other() {}\n*/\nfunction help(n) { return n }\nfunction bot(n) { return 'a' + help(n) }\n// function after() {}\n", "a1"},
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
