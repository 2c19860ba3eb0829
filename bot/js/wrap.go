package js

import (
	"slices"
	"strings"
)

// form is one way to read a bot's file as a function body that returns the bot. The text before
// the source has no line break, so only the columns of the first line shift.
type form struct {
	before string
	source string
	after  string

	// constant tells that the source is one function and nothing else, so that evaluating it again
	// gives another that nobody can tell from the first. One will then do for all matches, if it is
	// guarded between them like everything else: what it makes keeps its hidden classes, which
	// makes the bot up to twice as fast. assigns is the name that the function is assigned to.
	constant bool
	assigns  string
	function string // the text of that function
}

func (f form) body() string { return f.before + f.source + f.after }

// declaring returns the form with these names declared around the source, as var does from anywhere
// in a function.
func (f form) declaring(names []string) form {
	if len(names) > 0 {
		f.after += ";var " + strings.Join(names, ",")
	}
	// An assignment to a name of the global object is to be done again for every match.
	f.constant = f.constant && (f.assigns == "" || slices.Contains(names, f.assigns))
	return f
}

// forms returns the ways to read a file, in the order to try them: the first that parses is it.
// A body is parsed as the body of a function, so that no source can break out of it, and is
// called once for each match. If none parses, the error that lies furthest into the file is the
// one to show.
func forms(source string) []form {
	text := plain(source)
	expr, empty := withoutTail(text)
	if empty {
		return nil
	}
	first := form{before: "return (", source: expr, after: "\n)"}
	first.function, first.assigns = oneFunction(expr)
	first.constant = first.function != ""
	list := []form{first}
	if name := lastTopLevel(text); name != "" {
		// A directive ("use strict") must stay first, so declarations go behind.
		list = append(list, form{source: text, after: "\n;return " + name})
	}
	return list
}

// plain returns a source without a byte order mark and with "\n" for every line end that is a "\r"
// alone, as files of old have them. To the language they are the same.
func plain(source string) string {
	source = strings.TrimPrefix(source, "\ufeff")
	if !strings.Contains(strings.ReplaceAll(source, "\r\n", ""), "\r") {
		return source
	}
	text := []byte(source)
	for i, c := range text {
		if c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			text[i] = '\n'
		}
	}
	return string(text)
}

// oneFunction returns the text of a function if an expression seems to be that and nothing else,
// perhaps assigned to a name, and "" if not. The engine makes sure of it (shim.cc, guard).
func oneFunction(source string) (function, assigned string) {
	if len(source) > maxStudied {
		return "", ""
	}
	tokens, ok := lex(source)
	if !ok {
		return "", ""
	}
	arrow := false
	rest := tokens
	if len(rest) > 2 && assigns(rest, 0) {
		assigned, rest = rest[0].text, rest[2:]
	}
	if len(rest) == 0 {
		return "", ""
	}
	function = source[rest[0].at:tokens[len(tokens)-1].end]
	if rest[0].text == "async" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return "", ""
	}
	if rest[0].text == "function" {
		for len(rest) > 0 && rest[0].text != "(" {
			rest = rest[1:]
		}
	}
	// Parameters, "=>" if it is an arrow function, and the body.
	rest = behind(rest)
	if len(rest) > 0 && rest[0].text == "=>" {
		arrow, rest = true, rest[1:]
	}
	if len(rest) == 0 || !arrow && rest[0].text != "{" || arrow && seesOutside(tokens) {
		return "", ""
	}
	if rest[0].text == "{" && len(behind(rest)) > 0 || rest[0].text != "{" && endOfPart(rest, 0) < len(rest) {
		return "", ""
	}
	return function, assigned
}

// nesting returns by how much a token changes how deep in brackets what follows is.
func nesting(text string) int {
	switch text {
	case "(", "[", "{", "${":
		return 1
	case ")", "]", "}":
		return -1
	}
	return 0
}

// behind returns the tokens behind the name or the bracket that these begin with.
func behind(tokens []token) []token {
	depth := 0
	for i, t := range tokens {
		depth += nesting(t.text)
		if depth == 0 {
			return tokens[i+1:]
		}
	}
	return nil
}

// seesOutside tells that an arrow function may use the arguments of the function around it.
func seesOutside(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.text == "arguments" || t.text == "eval" })
}

// lastTopLevel returns the name of the last function, class, variable or assignment that starts a
// line in its first column, or "".
func lastTopLevel(source string) string {
	last := ""
	statements(source, func(tokens []token) {
		depth := 0
		for i, t := range tokens {
			depth += nesting(t.text)
			if depth > 0 || t.column > 0 || t.kind != name {
				continue
			}
			if assigns(tokens, i) {
				last = t.text
				continue
			}
			for j := i; j < min(i+4, len(tokens)) && (tokens[j].kind == name || tokens[j].text == "*"); j++ { // async function * name
				switch t := tokens[j]; t.text {
				case "async", "function", "*", "class", "const", "let", "var":
					continue
				default:
					if j > i {
						last = t.text
					}
				}
				break
			}
		}
	})
	return last
}

// withoutTail blanks the semicolons behind the last thing in a source that is neither blank nor
// comment, so that what was a statement is an expression. It tells if nothing else is there.
func withoutTail(source string) (expr string, empty bool) {
	out := []byte(source)
	n := len(out)
	// trivia[i] tells that nothing but blanks, comments and semicolons stand from i on. A
	// semicolon inside a string, a template or a regular expression is never followed by only
	// that, and one inside a comment does no harm.
	trivia := make([]bool, n+1)
	trivia[n] = true
	lineEnd, commentEnd := n, -1 // the next line break; the offset after the next "*/"
	for i := n - 1; i >= 0; i-- {
		switch c := out[i]; {
		case c == '\n':
			lineEnd = i
			trivia[i] = trivia[i+1]
		case strings.HasPrefix(source[i:], "\u2028") || strings.HasPrefix(source[i:], "\u2029"):
			lineEnd = i
			trivia[i] = trivia[i+len("\u2028")]
		case c == ' ' || c == '\t' || c == '\r' || c == ';':
			trivia[i] = trivia[i+1]
		case c == '/' && i+1 < n && out[i+1] == '/':
			trivia[i] = trivia[lineEnd]
		case c == '/' && i+1 < n && out[i+1] == '*':
			trivia[i] = commentEnd > i+3 && trivia[commentEnd]
		}
		if c := out[i]; c == '*' && i+1 < n && source[i+1] == '/' {
			commentEnd = i + 2
		}
	}
	for i := range out {
		if out[i] == ';' && trivia[i+1] {
			out[i] = ' '
		}
	}
	return string(out), trivia[0]
}
