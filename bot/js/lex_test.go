package js

import (
	"strings"
	"testing"
)

// The last name at the top level is found in a script of any length, and few of its tokens are held
// at a time.
func TestStatements(t *testing.T) {
	const many = 200_000
	for name, tt := range map[string]struct{ source, want string }{
		"statements":      {"function bot() {}\n" + strings.Repeat("x;\n", many), "bot"},
		"no semicolons":   {strings.Repeat("f(1)\n", many) + "function bot() {}\n", "bot"},
		"inside":          {"var bot = function () {\n" + strings.Repeat("x = 1;\n", many) + "};\n", "bot"},
		"values":          {"var bot = [\n" + strings.Repeat("[],\n", many) + "0]\n", "bot"},
		"operators":       {"bot =\n" + strings.Repeat("a +\n", many) + "0\n", "bot"},
		"generator":       {strings.Repeat("+1", many) + ";\nasync function * bot() {}\n", "bot"},
		"regexp in parts": {strings.Repeat("if (a) /[{]/;\n", many) + "class bot {}\n", "bot"},
		"templates":       {"var a = `" + strings.Repeat("${b;}", many) + "`\nbot = 1\n", "bot"},
		"nested":          {"bot = 1;\n" + strings.Repeat("[", many), "bot"},
		"nothing":         {strings.Repeat(" x = 1;\n", many), ""},
	} {
		t.Run(name, func(t *testing.T) {
			most := 0
			statements(tt.source, func(tokens []token) { most = max(most, len(tokens)) })
			if limit := maxNested + 4*maxPart; most > limit {
				t.Errorf("%d tokens are held at a time, want at most %d", most, limit)
			}
			if got := lastTopLevel(tt.source); got != tt.want {
				t.Errorf("the last name is %q, want %q", got, tt.want)
			}
		})
	}
}
