package program

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// python2 says whether source is Python 2: it has what Python 3 refuses to parse (a print or exec
// statement, backticks, <>, except X, e, raise X, y, 0777, 10L, ur""), or what it calls is in
// Python 2 only (xrange, raw_input, iteritems and its kin, has_key, os.fdopen(..., 0)) and the
// source does not define it itself.
//
// It looks at words, not at what they mean, and takes source that could be either for Python 3.
func python2(source string) bool {
	lx := lexer{rest: source}
	var line []token // the statement so far
	names := map[string]bool{}
	defined := map[string]bool{}
	depth := 0
	for {
		t := lx.next()
		switch t.kind {
		case tokenOld:
			return true
		case tokenEnd:
			if oldStatement(line) {
				return true
			}
			for name := range names {
				if !defined[name] {
					return true
				}
			}
			return false
		}
		if depth == 0 && (t.kind == tokenNewline || t.text == ";" || t.text == ":") {
			if oldStatement(line) {
				return true
			}
			line = line[:0]
			continue
		}
		if t.kind == tokenNewline {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth = max(0, depth-1)
		}
		line = append(line, t)
		note(line, names, defined)
	}
}

// old are names that only Python 2 has.
var old = []string{"xrange", "raw_input", "basestring", "unichr", "iteritems", "iterkeys", "itervalues", "has_key"}

// note takes down names that Python 2 has and Python 3 has not, and names that the source defines.
func note(line []token, names, defined map[string]bool) {
	t := line[len(line)-1]
	if len(line) >= 2 {
		switch before := line[len(line)-2]; {
		case before.kind == tokenName && (before.text == "def" || before.text == "class" || before.text == "import" || before.text == "as"):
			defined[t.text] = true
		case t.text == "=" && before.kind == tokenName:
			defined[before.text] = true
		case t.text == "(" && before.kind == tokenName:
			if slices.Contains(old, before.text) && !(len(line) >= 4 && line[len(line)-4].text == "six") {
				names[before.text] = true
			}
		}
	}
	// os.fdopen(f, 'w', 0): Python 3 has no text without a buffer.
	if n := len(line); t.text == ")" && n >= 7 && line[n-2].text == "0" && line[n-3].text == "," && line[n-4].kind == tokenString {
		for i := n - 5; i >= max(1, n-16); i-- {
			if line[i].text == "(" && line[i-1].text == "fdopen" {
				names["fdopen(..., 0)"] = true
			}
		}
	}
}

// oldStatement says whether a statement can only be Python 2's.
func oldStatement(line []token) bool {
	if len(line) < 2 || line[0].kind != tokenName {
		return false
	}
	next := line[1]
	word := next.kind != tokenPunct && !slices.Contains([]string{"if", "is", "and", "or", "in"}, next.text)
	switch line[0].text {
	case "print": // what may follow in Python 3 too, such as a minus, makes no sense there
		return word || slices.Contains([]string{"-", "{", "[", "~"}, next.text) || next.text == ">" && len(line) > 2 && line[2].text == ">"
	case "exec":
		return word
	case "raise", "except":
		if last := line[len(line)-1]; line[0].text == "except" && (last.kind != tokenName || last.text != strings.ToLower(last.text)) {
			return false // except A, B is Python 3.14's
		}
		depth := 0
		for _, t := range line[1:] {
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			case ",":
				if depth == 0 {
					return true
				}
			}
		}
	}
	return false
}

// token is a word of Python source.
type token struct {
	kind tokenKind
	text string // "" for strings
}

type tokenKind int

const (
	tokenEnd tokenKind = iota
	tokenNewline
	tokenName
	tokenNumber
	tokenString
	tokenPunct // one character
	tokenOld   // what only Python 2 has
)

// lexer parts Python source into tokens, leaving comments out. It takes any text.
type lexer struct{ rest string }

func (lx *lexer) next() token {
	for lx.rest != "" {
		r, size := utf8.DecodeRuneInString(lx.rest)
		switch {
		case r == '\n':
			lx.rest = lx.rest[size:]
			return token{kind: tokenNewline}
		case r == '#':
			end := strings.IndexByte(lx.rest, '\n')
			if end < 0 {
				end = len(lx.rest)
			}
			lx.rest = lx.rest[end:]
		case strings.HasPrefix(lx.rest, "\\\n"):
			lx.rest = lx.rest[2:]
		case strings.HasPrefix(lx.rest, "\\\r\n"):
			lx.rest = lx.rest[3:]
		case unicode.IsSpace(r):
			lx.rest = lx.rest[size:]
		case r == '"' || r == '\'':
			lx.skipString()
			return token{kind: tokenString}
		case r == '_' || unicode.IsLetter(r):
			return lx.name()
		case isDigit(r), r == '.' && len(lx.rest) > 1 && isDigit(rune(lx.rest[1])):
			return lx.number()
		case r == '`', strings.HasPrefix(lx.rest, "<>"):
			return token{kind: tokenOld}
		default:
			text := lx.rest[:size]
			lx.rest = lx.rest[size:]
			if strings.HasPrefix(lx.rest, "=") && strings.Contains("=!<>+-*/%&|^", text) {
				lx.rest = lx.rest[1:] // == and its kin, which are no assignment of a name
				text += "="
			}
			return token{tokenPunct, text}
		}
	}
	return token{kind: tokenEnd}
}

// skipString passes over a string literal; one that is never closed ends with its line, or the text.
func (lx *lexer) skipString() {
	quote := lx.rest[:1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(lx.rest, triple) {
		quote = triple
	}
	for i := len(quote); i < len(lx.rest); i++ {
		switch c := lx.rest[i]; {
		case c == '\\':
			i++
		case c == '\n' && len(quote) == 1:
			lx.rest = lx.rest[i:]
			return
		case strings.HasPrefix(lx.rest[i:], quote):
			lx.rest = lx.rest[i+len(quote):]
			return
		}
	}
	lx.rest = ""
}

func (lx *lexer) name() token {
	end := strings.IndexFunc(lx.rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(lx.rest)
	}
	text := lx.rest[:end]
	lx.rest = lx.rest[end:]
	if strings.HasPrefix(lx.rest, `"`) || strings.HasPrefix(lx.rest, "'") {
		switch strings.ToLower(text) {
		case "ur":
			return token{kind: tokenOld}
		case "r", "b", "u", "f", "rb", "br", "fr", "rf":
			lx.skipString()
			return token{kind: tokenString}
		}
	}
	return token{tokenName, text}
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// number takes all of a number as one token: 05 is old by itself, and is not in .05 and 1e-05.
func (lx *lexer) number() token {
	hex := strings.HasPrefix(lx.rest, "0x") || strings.HasPrefix(lx.rest, "0X")
	before := rune(0)
	end := strings.IndexFunc(lx.rest, func(r rune) bool {
		sign := (r == '-' || r == '+') && (before == 'e' || before == 'E') && !hex
		before = r
		return r != '_' && r != '.' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !sign
	})
	if end < 0 {
		end = len(lx.rest)
	}
	text := lx.rest[:end]
	lx.rest = lx.rest[end:]
	long := strings.HasSuffix(text, "L") || strings.HasSuffix(text, "l")
	octal := len(text) > 1 && text[0] == '0' && strings.Trim(text, "01234567") == "" && strings.Trim(text, "0") != ""
	if long || octal {
		return token{kind: tokenOld}
	}
	return token{tokenNumber, text}
}
