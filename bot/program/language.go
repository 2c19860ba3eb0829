package program

import (
	"path/filepath"
	"strings"
)

// language is how source of one language becomes a program.
type language struct {
	name       string
	extensions []string

	// Interpreted languages.
	run []string // the interpreter and what stands before the file

	// Built ones: the words that make the program called builtName, or what start starts.
	build    func(sources []string) []string
	start    func(source string) []string
	together bool // several files make one program
}

// builtName is the program that a language's build makes.
const builtName = "koth-bot"

// languages are those whose source files are bots as they are. JavaScript without more is not among
// them: a .js file is a function that bot/js runs; .mjs, .cjs and .node.js are programs. One
// language may have several entries.
var languages = []language{
	{name: "python", extensions: []string{".py"}, run: []string{"python", "-u"}},
	{name: "perl", extensions: []string{".pl"}, run: []string{"perl"}},
	{name: "node", extensions: []string{".mjs", ".cjs", ".node.js"}, run: []string{"node"}},
	{name: "ruby", extensions: []string{".rb"}, run: []string{"ruby"}},
	{name: "java", extensions: []string{".jar"}, run: []string{"java", "-jar"}},
	{name: "java", extensions: []string{".java"}, build: buildJava, start: func(source string) []string {
		return []string{"java", "-cp", ".", strings.TrimSuffix(filepath.Base(source), filepath.Ext(source))}
	}},
	{name: "go", extensions: []string{".go"}, together: true, build: buildGo},
	{name: "haskell", extensions: []string{".hs"}, together: true, build: func(sources []string) []string {
		return append([]string{"ghc", "-O2", "-v0", "-o", builtName}, sources...)
	}},
	{name: "rust", extensions: []string{".rs"}, build: func(sources []string) []string {
		return append([]string{"rustc", "-O", "--edition", "2021", "--crate-name", "koth_bot", "-o", builtName}, sources...)
	}},
	{name: "c", extensions: []string{".c"}, together: true, build: func(sources []string) []string {
		return append(append([]string{"cc", "-O2", "-o", builtName}, sources...), "-lm")
	}},
	{name: "c++", extensions: []string{".cpp", ".cc", ".cxx"}, together: true, build: func(sources []string) []string {
		return append([]string{"c++", "-O2", "-o", builtName}, sources...)
	}},
}

func buildJava(sources []string) []string {
	return append([]string{"javac", "-encoding", "UTF-8", "-d", "."}, sources...)
}

func buildGo(sources []string) []string {
	return append([]string{"go", "build", "-o", builtName}, sources...)
}

// languageOf finds the language of a file by its name.
func languageOf(name string) (language, bool) {
	base := strings.ToLower(filepath.Base(name))
	for _, l := range languages {
		for _, e := range l.extensions {
			if strings.HasSuffix(base, e) {
				return l, true
			}
		}
	}
	return language{}, false
}

// languagesNamed returns the entries of a language; none for one that is not known.
func languagesNamed(name string) []language {
	name = strings.ToLower(name)
	switch name {
	case "python3", "python2":
		name = "python"
	case "cpp", "cxx":
		name = "c++"
	case "golang":
		name = "go"
	}
	var list []language
	for _, l := range languages {
		if l.name == name {
			list = append(list, l)
		}
	}
	return list
}

func languageNames() []string {
	names := make([]string, len(languages))
	for i, l := range languages {
		names[i] = l.name
	}
	return distinct(names)
}

// Extensions lists the ends of the names of source files, as patterns.
func Extensions() []string {
	var list []string
	for _, l := range languages {
		for _, e := range l.extensions {
			list = append(list, "*"+e)
		}
	}
	return list
}

// byProgram is the language of what an interpreter or compiler of this name runs; "" if not known.
func byProgram(name string) string {
	name = strings.ToLower(filepath.Base(name))
	for prefix, lang := range map[string]string{"python": "python", "pypy": "python", "perl": "perl", "node": "node", "ruby": "ruby", "java": "java", "lua": "lua"} {
		if strings.HasPrefix(name, prefix) {
			return lang
		}
	}
	return ""
}

// packages says, by tool, what to install for it on Debian and its kin.
var packages = map[string]string{
	"python3": "python3", "perl": "perl", "node": "nodejs", "ruby": "ruby", "java": "default-jre-headless", "go": "golang-go",
	"ghc": "ghc", "cc": "gcc", "gcc": "gcc", "c++": "g++", "g++": "g++", "make": "make", "lua": "lua5.4", "cargo": "cargo", "rustc": "rustc",
	"javac": "default-jdk-headless", "clang": "clang", "cabal": "cabal-install", "stack": "haskell-stack", "tar": "tar", "pypy3": "pypy3",
}
