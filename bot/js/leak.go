package js

import "slices"

// leaked returns the names that a script assigns without declaring them, which makes them
// properties of the global object, and for which it makes no difference to declare them with var
// around the script instead. Bots do that a lot ("for (i = 0; ..."), and it is expensive: the
// properties must be deleted after the match, which throws away the code optimised for them.
//
// It makes no difference if the script
//
//   - has written to the name whenever it reads it, so that it never meets the ReferenceError of a
//     name that is not there yet: in each function that mentions the name, the first mention is a
//     plain assignment that begins a statement of the function's own block, and so has been carried
//     out whenever anything behind it is reached, or the function that holds it is made;
//   - cannot look at the global object: it says "this" only as in this.something, and has none of
//     the names by which that object, functions' environments or objects' properties are got at;
//   - says nothing that this reading of its tokens might misunderstand.
//
// What is returned depends on the source alone, never on what was played before. The caller drops
// names that the global object already has.
func leaked(source string) []string {
	if len(source) > maxStudied {
		return nil
	}
	tokens, ok := lex(source)
	if !ok {
		return nil
	}
	for i, t := range tokens {
		if t.kind == literal && (t.text == "'use strict'" || t.text == `"use strict"`) {
			return nil
		}
		if t.kind != name {
			continue
		}
		if slices.Contains(reflective, t.text) || t.text == "Object" && !harmless(tokens[i:]) ||
			t.text == "this" && !(i+2 < len(tokens) && tokens[i+1].text == "." && tokens[i+2].kind == name) {
			return nil
		}
	}
	ends := partEnds(tokens)
	declared := declarations(tokens, ends)
	var names []string
	candidate := make(map[string]bool)
	for i := range tokens {
		if n := tokens[i].text; assigns(tokens, i) && !declared[n] && !candidate[n] {
			candidate[n] = true
			names = append(names, n)
		}
	}
	neverRead(tokens, ends, candidate)
	return slices.DeleteFunc(names, func(n string) bool { return !candidate[n] })
}

// reflective are the names that a script can look at the global object with, or at its own
// functions, or that change what names mean.
var reflective = []string{
	"eval", "Function", "constructor", "prototype", "globalThis", "with", "delete", "import", "class", "super",
	"arguments", "caller", "callee", "Reflect", "Proxy", "Error", "prepareStackTrace", "captureStackTrace",
	"valueOf", "hasOwnProperty", "propertyIsEnumerable", "isPrototypeOf",
	"__proto__", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__",
}

// harmless tells that a token Object is followed by a function that only looks at what it is given.
func harmless(tokens []token) bool {
	return len(tokens) > 2 && tokens[1].text == "." && slices.Contains([]string{"keys", "values", "entries", "assign", "freeze", "create", "is"}, tokens[2].text)
}

// mentions tells whether token i is the variable n, not a property of that name.
func mentions(tokens []token, i int, n string) bool {
	return tokens[i].kind == name && tokens[i].text == n && (i == 0 || tokens[i-1].text != "." && tokens[i-1].text != "?.")
}

// assigns tells whether token i is a name followed by "=".
func assigns(tokens []token, i int) bool {
	return i+1 < len(tokens) && tokens[i+1].text == "=" && mentions(tokens, i, tokens[i].text)
}

// declarations returns every name that a script declares anywhere, and perhaps some more.
func declarations(tokens []token, ends []int) map[string]bool {
	marks := make([]int, len(tokens)+1) // +1 where a range of declared names begins, -1 behind its end
	all := func(from, to int) {
		marks[from]++
		marks[max(from, to)]--
	}
	paren := len(tokens) // the next "(" from token i on
	parens := make([]int, len(tokens))
	for i := len(tokens) - 1; i >= 0; i-- {
		if tokens[i].text == "(" {
			paren = i
		}
		parens[i] = paren
	}
	for i, t := range tokens {
		switch {
		case t.kind == name && (t.text == "var" || t.text == "let" || t.text == "const"):
			for j := i; ; { // at the token before a name or a pattern
				from := j + 1
				if from >= len(tokens) {
					break
				}
				j = ends[from]
				all(from, min(from+1, len(tokens)))
				if from < j && (tokens[from].text == "[" || tokens[from].text == "{") {
					all(from, j) // with what is mentioned in the initial value
				}
				if j == len(tokens) || tokens[j].text != "," {
					break
				}
			}
		case t.kind == name && t.text == "function":
			all(i+1, parens[i])
		case t.text == "=>" && i > 0 && tokens[i-1].kind == name:
			all(i-1, i)
		case t.text == ")" && t.open >= 0 && i+1 < len(tokens):
			catch := t.open > 0 && tokens[t.open-1].text == "catch"
			if catch || tokens[i+1].text == "=>" || beginsFunction(tokens, i+1) {
				all(int(t.open), i) // parameters
			}
		}
	}
	declared := make(map[string]bool)
	inside := 0
	for i, t := range tokens {
		if inside += marks[i]; inside > 0 && t.kind == name {
			declared[t.text] = true
		}
	}
	return declared
}

// partEnds returns for each token what endOfPart says of it. All brackets are closed.
func partEnds(tokens []token) []int {
	ends := make([]int, len(tokens)+1)
	closing := make(map[int]int) // of an opening bracket
	for i, t := range tokens {
		if t.open >= 0 {
			closing[int(t.open)] = i
		}
	}
	ends[len(tokens)] = len(tokens)
	for i := len(tokens) - 1; i >= 0; i-- {
		switch tokens[i].text {
		case ")", "]", "}", ";", ",":
			ends[i] = i
		case "(", "[", "{", "${":
			ends[i] = ends[closing[i]+1]
		default:
			ends[i] = ends[i+1]
		}
	}
	return ends
}

// endOfPart returns the index of the next "," or ";" from token i on that is not inside brackets,
// or of the bracket around it, or the end. A line break can end a statement before that.
func endOfPart(tokens []token, i int) int {
	depth := 0
	for ; i < len(tokens); i++ {
		switch tokens[i].text {
		case "(", "[", "{", "${":
			depth++
		case ")", "]", "}":
			if depth--; depth < 0 {
				return i
			}
		case ";", ",":
			if depth == 0 {
				return i
			}
		}
	}
	return i
}

// beginsFunction tells whether token i is a "{" that begins the body of a function.
func beginsFunction(tokens []token, i int) bool {
	if i == 0 || tokens[i].text != "{" {
		return false
	}
	before := tokens[i-1]
	return before.text == "=>" || before.text == ")" && before.open > 0 && !conditional(tokens[before.open-1])
}

// neverRead removes the candidates that may be read before they are written. What is left has its
// first mention, in the script outside functions and in each function, in an assignment that
// begins a statement of its block and does not read it.
func neverRead(tokens []token, ends []int, candidates map[string]bool) {
	type block struct {
		function bool           // or the script itself
		values   map[string]int // of a function: names that it has written, and where the value given ends
	}
	blocks := []block{{function: true, values: map[string]int{}}}
	functions := []int{0} // the blocks that are functions
	for i, t := range tokens {
		switch t.text {
		case "(", "[", "{", "${":
			b := block{function: beginsFunction(tokens, i)}
			if b.function {
				b.values = map[string]int{}
				functions = append(functions, len(blocks))
			}
			blocks = append(blocks, b)
		case ")", "]", "}":
			if last := len(blocks) - 1; functions[len(functions)-1] == last {
				functions = functions[:len(functions)-1]
			}
			blocks = blocks[:len(blocks)-1]
		}
		n := t.text
		if t.kind != name || !candidates[n] {
			continue
		}
		if !mentions(tokens, i, n) {
			if i > 1 && tokens[i-2].text == "this" { // of the global object, perhaps
				delete(candidates, n)
			}
			continue
		}
		f := functions[len(functions)-1]
		if end, written := blocks[f].values[n]; written {
			if i < end {
				delete(candidates, n)
			}
			continue
		}
		inHead := i > 1 && tokens[i-1].text == "(" && tokens[i-2].text == "for"
		begin, depth := i, f
		if inHead {
			begin, depth = i-2, f+1
		}
		if !assigns(tokens, i) || depth != len(blocks)-1 || begin > 0 && !slices.Contains([]string{";", "{", "}"}, tokens[begin-1].text) {
			delete(candidates, n)
			continue
		}
		blocks[f].values[n] = ends[i]
	}
}
