package js

import (
	"strings"
)

// form is one way to read a bot's file as a function body that returns the bot. The text before
// the source has no line break, so only the columns of the first line shift.
type form struct {
	before string
	source string
	after  string
}

func (f form) body() string { return f.before + f.source + f.after }

// declaring returns the form with these names declared around the source, as var does from anywhere
// in a function.
func (f form) declaring(names []string) form {
	if len(names) > 0 {
		f.after += ";var " + strings.Join(names, ",")
	}
	return f
}

// forms returns the ways to read a file, in the order to try them: the first that parses is it.
// A body is parsed as the body of a function, so that no source can break out of it, and is
// called once for each match. If none parses, the error that lies furthest into the file is the
// one to show.
func forms(source string) []form {
	text := strings.TrimPrefix(source, "\ufeff")
	expr, empty := withoutTail(text)
	if empty {
		return nil
	}
	list := []form{{"return (", expr, "\n)"}}
	if name := lastTopLevel(text); name != "" {
		// A directive ("use strict") must stay first, so declarations go behind.
		list = append(list, form{"", text, "\n;return " + name})
	}
	return list
}

// lastTopLevel returns the name of the last function, class, variable or assignment that starts a
// line in its first column, or "".
func lastTopLevel(source string) string {
	tokens, _ := lex(source)
	last, depth := "", 0
	for i, t := range tokens {
		switch t.text {
		case "(", "[", "{", "${":
			depth++
		case ")", "]", "}":
			depth--
		}
		if depth > 0 || t.column > 0 || t.kind != name {
			continue
		}
		if assigns(tokens, i) {
			last = t.text
			continue
		}
		for j := i; j < len(tokens) && (tokens[j].kind == name || tokens[j].text == "*"); j++ {
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
