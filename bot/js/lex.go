package js

import "strings"

// token is one token of a script, as far as this package needs to know: names (keywords too) and
// punctuation are themselves, literals are only their kind.
type token struct {
	kind   tokenKind
	text   string // of a name, of punctuation, and of a string with its quotes
	column int32  // in bytes, from 0
	at     int32  // offset of its first byte in the source
	end    int32  // offset behind its last byte
	open   int32  // of a closing bracket: the index of the token that opened it
}

type tokenKind byte

const (
	name tokenKind = iota
	punctuation
	literal
)

// lex returns the tokens of a script. ok is false where they are in doubt: the source is not
// JavaScript, has escapes in names, or a "/" that only a parser can tell from the start of a
// regular expression. The tokens are then a guess.
func lex(source string) (tokens []token, ok bool) {
	l := lexer{source: source, ok: !strings.ContainsAny(strings.ReplaceAll(source, "\r\n", "\n"), lineEnds)}
	l.run()
	return l.tokens, l.ok && len(l.brackets) == 0
}

// statements hands the tokens of a script that are outside all brackets to see, some at a time and
// never cut within a declaration's head. Brackets come in pairs, and may have lost what was in them.
// That takes little memory however long the script is; what nests too deeply is left out.
func statements(source string, see func([]token)) {
	l := lexer{source: source, see: see}
	l.run()
	see(l.tokens)
}

// Bounds of what statements keeps, in tokens.
const (
	maxPart   = 1024    // at one level of brackets
	maxNested = 1 << 16 // levels
)

// forget drops what nobody has to look back at any more, if the last token is the end of a part.
func (l *lexer) forget() {
	depth, last := len(l.brackets), len(l.tokens)-1
	base := 0
	if depth > 0 {
		base = l.brackets[depth-1] + 1
	}
	t := l.tokens[last]
	if t.kind == name || last <= base { // one token is little
		return
	}
	switch t.text {
	case ";", ",":
	case "}":
		t.text = ";" // as far as what follows is concerned
	case ")", "]":
		t.kind, t.text = literal, ""
		fallthrough
	default:
		if last-base < maxPart || t.text == "." || t.text == "?." || t.text == "=" || t.text == "*" {
			return
		}
	}
	if depth == 0 {
		l.see(l.tokens)
	}
	t.open = -1
	l.tokens = append(l.tokens[:base], t)
}

// maxStudied is the length of the longest source that is looked at for what makes it faster: tokens
// take many times its memory.
const maxStudied = 512 << 10 // bytes

// lineEnds are what ends a line, and so a comment, in the language, but rarely in a file.
const lineEnds = "\r\u2028\u2029"

type lexer struct {
	source   string
	at       int
	line     int // offset of the line's first byte
	tokens   []token
	brackets []int // indexes of the tokens that opened the brackets we are in
	ok       bool
	see      func([]token) // of statements; else nil
}

func (l *lexer) run() {
	for l.at < len(l.source) {
		if l.see != nil && len(l.tokens) > 0 {
			if len(l.brackets) > maxNested {
				return
			}
			l.forget()
		}
		rest := l.source[l.at:]
		switch c := rest[0]; {
		case c == '\n':
			l.at++
			l.line = l.at
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f':
			l.at++
		case strings.HasPrefix(rest, "//"):
			l.skip(strings.IndexByte(rest, '\n'))
		case strings.HasPrefix(rest, "/*"):
			end := strings.Index(rest[2:], "*/")
			if end < 0 {
				l.ok = false
				end = len(rest)
			}
			l.skip(end + 4)
		case strings.HasPrefix(rest, "<!--") || strings.HasPrefix(rest, "-->"):
			l.ok = false // a comment, perhaps
			l.at++
		case inName(c) && (c < '0' || c > '9'):
			n := 1
			for n < len(rest) && inName(rest[n]) {
				n++
			}
			l.add(name, n)
		case c >= '0' && c <= '9' || c == '.' && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9':
			n := 1
			for n < len(rest) && (inName(rest[n]) || rest[n] == '.' || (rest[n] == '+' || rest[n] == '-') && (rest[n-1]|' ') == 'e' && !strings.HasPrefix(rest, "0x") && !strings.HasPrefix(rest, "0X")) {
				n++
			}
			l.add(literal, n)
		case c == '"' || c == '\'':
			l.add(literal, l.quoted(rest, c))
		case c == '`':
			l.template(1)
		case c == '}' && len(l.brackets) > 0 && l.tokens[l.brackets[len(l.brackets)-1]].text == "${":
			open := l.brackets[len(l.brackets)-1]
			l.brackets = l.brackets[:len(l.brackets)-1]
			if l.see != nil {
				l.tokens = l.tokens[:open-1] // a template is one literal
			} else {
				l.tokens = append(l.tokens, token{kind: punctuation, text: "}", column: int32(l.at - l.line), at: int32(l.at), end: int32(l.at + 1), open: int32(open)})
			}
			l.template(1)
		case c == '/' && l.regexp():
			l.add(literal, l.expression(rest))
		case c == '\\' || c == '#':
			l.ok = false
			l.at++
		default:
			l.add(punctuation, len(operator(rest)))
		}
	}
}

func inName(c byte) bool {
	return c == '_' || c == '$' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// operator returns the punctuation that text begins with: what must be told from "=" and the
// brackets is kept together.
func operator(text string) string {
	for _, op := range []string{">>>=", "===", "!==", ">>=", "<<=", "**=", "&&=", "||=", "??=", "...",
		"=>", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "?."} {
		if strings.HasPrefix(text, op) {
			return op
		}
	}
	return text[:1]
}

// skip moves on by n bytes, or to the end if n is out of range, and keeps the line right.
func (l *lexer) skip(n int) {
	end := l.at + n
	if n < 0 || end > len(l.source) {
		end = len(l.source)
	}
	if i := strings.LastIndexByte(l.source[l.at:end], '\n'); i >= 0 {
		l.line = l.at + i + 1
	}
	l.at = end
}

// add appends the next n bytes as a token.
func (l *lexer) add(kind tokenKind, n int) {
	t := token{kind: kind, column: int32(l.at - l.line), at: int32(l.at), end: int32(min(l.at+n, len(l.source))), open: -1}
	if text := l.source[l.at:min(l.at+n, len(l.source))]; kind != literal || text[0] == '\'' || text[0] == '"' {
		t.text = text
	}
	if kind == punctuation {
		switch t.text {
		case "(", "[", "{":
			l.brackets = append(l.brackets, len(l.tokens))
		case ")", "]", "}":
			if len(l.brackets) == 0 {
				l.ok = false
				break
			}
			t.open = int32(l.brackets[len(l.brackets)-1])
			l.brackets = l.brackets[:len(l.brackets)-1]
		}
	}
	l.tokens = append(l.tokens, t)
	l.skip(n)
}

// quoted returns the length of the string that text begins with.
func (l *lexer) quoted(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n':
			l.ok = false
			return i
		case quote:
			return i + 1
		}
	}
	l.ok = false
	return len(text)
}

// template adds the part of a template up to its end or to "${", which counts as a bracket. from
// is the length of what begins the part: "`" or "}".
func (l *lexer) template(from int) {
	rest := l.source[l.at:]
	for i := from; i < len(rest); i++ {
		switch {
		case rest[i] == '\\':
			i++
		case rest[i] == '`':
			l.add(literal, i+1)
			return
		case strings.HasPrefix(rest[i:], "${"):
			l.add(literal, i)
			l.brackets = append(l.brackets, len(l.tokens))
			l.tokens = append(l.tokens, token{kind: punctuation, text: "${", column: 1, at: int32(l.at), end: int32(l.at + 2), open: -1})
			l.skip(2)
			return
		}
	}
	l.ok = false
	l.skip(len(rest))
}

// regexp tells whether a "/" here begins a regular expression: it does where no operand has ended.
func (l *lexer) regexp() bool {
	if len(l.tokens) == 0 {
		return true
	}
	switch last := l.tokens[len(l.tokens)-1]; last.kind {
	case literal:
		return false
	case name:
		switch last.text {
		case "of", "yield", "await": // names, too, where they are no keywords
			l.ok = false
			return true
		case "return", "typeof", "case", "in", "delete", "void", "throw", "new", "do", "else", "instanceof":
			l.ok = l.ok && !l.property(len(l.tokens)-1)
			return true
		}
		return false
	default:
		switch last.text {
		case "]":
			return false
		case "++", "--": // behind an operand or before one
			l.ok = false
			return false
		case ")": // of a condition, or of operands
			if last.open > 0 && conditional(l.tokens[last.open-1]) {
				l.ok = l.ok && !l.property(int(last.open)-1)
				return true
			}
			return false
		case "}": // of a block, or of an object
			l.ok = false
		}
		return true
	}
}

// property tells that a token is the name of a property: o.if (x), o.in. Only then a keyword is none.
// A method's name ({ if(x) {} }) cannot be told from a statement, but no "/" that follows it divides.
func (l *lexer) property(i int) bool {
	return i > 0 && (l.tokens[i-1].text == "." || l.tokens[i-1].text == "?.")
}

// conditional tells that a parenthesis after this token is no operand.
func conditional(before token) bool {
	if before.kind != name {
		return false
	}
	switch before.text {
	case "if", "for", "while", "with", "switch", "catch", "await": // for await (
		return true
	}
	return false
}

// expression returns the length of the regular expression that text begins with.
func (l *lexer) expression(text string) int {
	class := false
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '\n':
			l.ok = false
			return i
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			for i++; i < len(text) && inName(text[i]); i++ { // the flags
			}
			return i
		}
	}
	l.ok = false
	return len(text)
}
