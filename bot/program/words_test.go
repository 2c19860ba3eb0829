package program

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct {
		command string
		want    []string
	}{
		{"./physicist", []string{"./physicist"}},
		{"  python3\t pathy.py \r\n", []string{"python3", "pathy.py"}},
		{`java -jar 'my bot é.jar' "a b" c\ d ""`, []string{"java", "-jar", "my bot é.jar", "a b", "c d", ""}},
		{`x "say \"hi\" \n \\" 'it''s' it\'s`, []string{"x", `say "hi" \n \`, "its", "it's"}},
		{`x '$HOME' "a|b" \$HOME * ~ a=b #c`, []string{"x", "$HOME", "a|b", "$HOME", "*", "~", "a=b", "#c"}},
		{`"./my bot"`, []string{"./my bot"}},
	} {
		got, err := Words(tt.command)
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, %v; want %q", tt.command, got, err, tt.want)
		}
	}
	for command, want := range map[string]string{
		"":                        "empty",
		" \t":                     "empty",
		`""`:                      "empty",
		`"" x`:                    "empty",
		`x 'y`:                    "never closed",
		`x "y\"`:                  "never closed",
		`x \`:                     "backslash",
		"x | y":                   "takes a shell",
		"a && b":                  "takes a shell",
		"x > /dev/null":           "takes a shell",
		"x $HOME":                 "takes a shell",
		"x\x00y":                  "control character",
		"x\ny":                    "control character",
		"x '\x1b'":                "control character",
		strings.Repeat("a ", 300): "300 words",
	} {
		if got, err := Words(command); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v; want an error with %q", command, got, err, want)
		}
	}
}

// quote writes words so that Words reads them.
func quote(words []string) string {
	var out []string
	for _, w := range words {
		out = append(out, "'"+strings.ReplaceAll(w, "'", `'\''`)+"'")
	}
	return strings.Join(out, " ")
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"python bot.py", `a "b c" d\ e 'f'`, `"`, `\`, "\xff'\xfe'", "''", "a\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, command string) {
		words, err := Words(command)
		if err != nil {
			return
		}
		for _, w := range words {
			if strings.ContainsFunc(w, unicode.IsControl) {
				t.Fatalf("control character in %q of %q", w, command)
			}
		}
		again, err := Words(quote(words))
		if err != nil || !slices.Equal(again, words) {
			t.Errorf("%q: %q, again %q, %v", command, words, again, err)
		}
	})
}
