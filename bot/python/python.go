// Package python makes programs of bots that are a function in Python: the function, a prelude of
// the game's and a harness that talks JSON lines (docs/protocol.md) run together as one process.
//
// harness.py is the harness, for Python 3 and its standard library; what a bot may hold and what it
// is handed is in docs/add-a-bot.md. The package starts nothing: bot/stdio runs what Command
// returns, like any other program.
package python

import (
	_ "embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"koth/bot"
	"koth/bot/program"
	"koth/game"
)

//go:embed harness.py
var harness string

// IsFunction says whether a source file is a function bot of the game: at the left margin it
// defines a function of as many parameters as the game calls it with (by def, or as a lambda that
// is given a name), and it does not look like a program, which mentions stdin, calls input or asks
// for __main__.
func IsFunction(source []byte, g game.Pythonic) bool {
	text := comment.ReplaceAllString(string(source), "")
	if isProgram.MatchString(text) {
		return false
	}
	_, parameters := g.Python()
	for _, m := range slices.Concat(definition.FindAllStringSubmatch(text, -1), lambda.FindAllStringSubmatch(text, -1)) {
		if count(m[1]) == parameters {
			return true
		}
	}
	return false
}

var (
	comment    = regexp.MustCompile(`(?m)#.*$`)
	isProgram  = regexp.MustCompile(`\b(stdin|__main__)\b|(^|[^.\w])(raw_)?input\s*\(`)
	definition = regexp.MustCompile(`(?m)^def\s+\w+\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)`)
	lambda     = regexp.MustCompile(`(?m)^\w+\s*=\s*lambda\b([^:]*):`)
)

// count counts parameters.
func count(list string) int {
	n := 0
	for p := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(p) != "" {
			n++
		}
	}
	return n
}

// Command returns what runs the function bot in a file.
func Command(path string, g game.Pythonic) (*bot.Command, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	python, err := program.FindPython3()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	prelude, parameters := g.Python()
	return &bot.Command{
		// The harness comes as an argument, so that it needs no place on disk.
		Args:     []string{python.Path, "-B", "-s", "-c", harness, full, fmt.Sprint(parameters), prelude},
		Env:      []string{program.Repeatable},
		ReadOnly: append(slices.Clone(python.Prefixes), full),
		Language: "python",
	}, nil
}
