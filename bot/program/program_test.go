package program

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koth/internal/reference"
)

// Paths may hold anything.
const oddName = `my "bot's" é folder`

func TestDescribe(t *testing.T) {
	base := filepath.Join(t.TempDir(), oddName)
	put(t, base, "old/command.txt", "\ufeffperl bot.pl  \r\n\n", 0o644)
	put(t, base, "lines/command.txt", "cc -o x x.c\n./x 'a b'\n", 0o644)
	put(t, base, "make/command.txt", "./x", 0o644)
	put(t, base, "make/Makefile", "x: x.c\n", 0o644)
	put(t, base, "toml/bot.toml", "name = \"Ünï\"\ncommand = \"./x 'a b'\"\nbuild = \"make x && strip x\"\nlanguage = \"Rust\"\nprotocol = \"json\"\nquirks = [\"loud\"]\n[env]\nB = \"2\"\nA = \"1 1\"\n", 0o644)
	put(t, base, "nobuild/bot.toml", "command = ['./x']\nbuild = \"\"\n", 0o644)
	put(t, base, "nobuild/Makefile", "x: x.c\n", 0o644)
	put(t, base, "language/bot.toml", "language = 'C'\n", 0o644)
	put(t, base, "language/b.c", "", 0o644)
	put(t, base, "language/a.c", "", 0o644)
	put(t, base, "only/main.py", "", 0o644)
	put(t, base, "only/README.md", "", 0o644)
	put(t, base, "program/x", "#!/bin/sh\n", 0o755)
	put(t, base, "single.node.js", "", 0o644)
	put(t, base, "single", "#!/bin/sh\n", 0o755)
	for name, want := range map[string]Description{
		"old":            {Name: "old", Command: []string{"perl", "bot.pl"}, Original: true},
		"lines":          {Name: "lines", Command: []string{"./x", "a b"}, Build: []string{"sh", "-e", "-c", "cc -o x x.c"}, Original: true},
		"make":           {Name: "make", Command: []string{"./x"}, Build: []string{"make"}, Original: true},
		"toml":           {Name: "Ünï", Command: []string{"./x", "a b"}, Build: []string{"sh", "-e", "-c", "make x && strip x"}, Language: "Rust", Protocol: "json", Quirks: []string{"loud"}, Env: []string{"A=1 1", "B=2"}},
		"nobuild":        {Name: "nobuild", Command: []string{"./x"}, Build: []string{}},
		"language":       {Name: "language", Language: "c", Sources: []string{"a.c", "b.c"}},
		"only":           {Name: "only", Language: "python", Sources: []string{"main.py"}},
		"program":        {Name: "program", Command: []string{"./x"}},
		"single.node.js": {Name: "single", File: filepath.Join(base, "single.node.js"), Language: "node", Sources: []string{filepath.Join(base, "single.node.js")}},
		"single":         {Name: "single", File: filepath.Join(base, "single"), Command: []string{filepath.Join(base, "single")}},
	} {
		t.Run(name, func(t *testing.T) {
			want.Path = filepath.Join(base, name)
			if want.File == "" {
				want.Dir = want.Path
			}
			got, err := Describe(want.Path)
			if err != nil {
				t.Fatal(err)
			}
			if !equal(got, want) || (got.Build == nil) != (want.Build == nil) {
				t.Errorf("got  %+v\nwant %+v", got, want)
			}
		})
	}
}

func equal(a, b Description) bool {
	return a.Name == b.Name && a.Path == b.Path && a.Dir == b.Dir && a.File == b.File && slices.Equal(a.Command, b.Command) &&
		slices.Equal(a.Build, b.Build) && slices.Equal(a.Sources, b.Sources) && a.Language == b.Language && slices.Equal(a.Env, b.Env) &&
		slices.Equal(a.Quirks, b.Quirks) && a.Original == b.Original && a.Protocol == b.Protocol
}

// Whatever is wrong with a bot is one line that says what.
func TestErrors(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string // by name; those that begin with #! are executable
		want  string
	}{
		"empty folder":         {map[string]string{"README": "x"}, "a folder is a bot if it has"},
		"two programs":         {map[string]string{"a.py": "", "b.py": ""}, "it has 2 of them"},
		"empty command.txt":    {map[string]string{"command.txt": " \n\n"}, "command.txt is empty"},
		"open quote":           {map[string]string{"command.txt": "python 'x"}, "never closed"},
		"pipe":                 {map[string]string{"command.txt": "a | b"}, "takes a shell"},
		"huge command.txt":     {map[string]string{"command.txt": strings.Repeat("x", maxDescription+1)}, "too large"},
		"zero bytes":           {map[string]string{"command.txt": "a\x00b\nc"}, "zero byte"},
		"both":                 {map[string]string{"command.txt": "x", "bot.toml": ""}, "remove one of them"},
		"missing interpreter":  {map[string]string{"command.txt": "no-such-program bot.x"}, "needs no-such-program, which is not installed here"},
		"missing file":         {map[string]string{"command.txt": "./physicist"}, "there is no ./physicist"},
		"no execute bit":       {map[string]string{"command.txt": "./x", "x": "x"}, "./x is not executable: chmod +x ./x"},
		"not in PATH":          {map[string]string{"command.txt": "the-bot-of-mine", "the-bot-of-mine": "#!"}, "write ./the-bot-of-mine"},
		"a folder":             {map[string]string{"command.txt": "./x", "x/y": ""}, "is a folder"},
		"lost interpreter":     {map[string]string{"command.txt": "./x", "x": "#!/no/such/thing\n"}, "its first line names /no/such/thing"},
		"empty bot.toml":       {map[string]string{"bot.toml": ""}, "neither a command nor a language"},
		"bad toml":             {map[string]string{"bot.toml": "x = 1\ny = ["}, "bot.toml: line 2: "},
		"unknown key":          {map[string]string{"bot.toml": "comand = 'x'"}, "unknown key \"comand\" (have build, command,"},
		"wrong type":           {map[string]string{"bot.toml": "command = 7"}, "want a string or a list"},
		"wrong element":        {map[string]string{"bot.toml": "command = ['x', 7]"}, "7 is not a string"},
		"empty list":           {map[string]string{"bot.toml": "command = []"}, "the command is empty"},
		"wrong name":           {map[string]string{"bot.toml": "name = 7"}, "name"},
		"control characters":   {map[string]string{"bot.toml": `name = "a\u001b[2J"`}, "no control characters"},
		"bad environment":      {map[string]string{"bot.toml": "command = 'sh'\n[env]\n'A=B' = 'x'"}, "cannot be an environment variable"},
		"unknown language":     {map[string]string{"bot.toml": "language = 'intercal'"}, "unknown language \"intercal\""},
		"no source":            {map[string]string{"bot.toml": "language = 'perl'"}, "0 files of language perl"},
		"unknown protocol":     {map[string]string{"bot.toml": "command = 'sh'\nprotocol = 'xmpp'"}, "does not speak the protocol \"xmpp\" (have json, first)"},
		"a build that is none": {map[string]string{"bot.toml": "command = 'sh'\nbuild = ['']"}, "build: the command is empty"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), oddName)
			for file, text := range tt.files {
				mode := os.FileMode(0o644)
				if strings.HasPrefix(text, "#!") {
					mode = 0o755
				}
				put(t, dir, file, text, mode)
			}
			_, _, err := open(t, dir, "first")
			wants(t, err, dir, tt.want)
		})
	}
	closed := t.TempDir()
	put(t, closed, "notes.txt", "x", 0o644)
	put(t, closed, "prog", "#!/bin/sh\n", 0o644)
	_, err := Describe(closed)
	wants(t, err, closed, "prog is not executable: chmod +x it")
	plain := put(t, t.TempDir(), "plain", "x", 0o644)
	if _, err := Describe(plain); !errors.Is(err, ErrNoProgram) {
		t.Errorf("a plain file: %v", err)
	}
}

func TestResolve(t *testing.T) {
	dir := filepath.Join(t.TempDir(), oddName)
	put(t, dir, "bot.toml", "command = ['./run it', '-v']\nenv = {X = 'y'}", 0o644)
	script := put(t, dir, "run it", "#!/usr/bin/env -S perl -w\n", 0o755)
	_, c, err := open(t, dir, "first")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Args) != 4 || filepath.Base(c.Args[0]) != "perl" || c.Args[1] != "-w" || c.Args[2] != script || c.Args[3] != "-v" ||
		c.Dir != dir || c.Language != "perl" || c.Protocol != "" || !slices.Equal(c.Env, []string{"X=y"}) {
		t.Errorf("%+v", c)
	}
	single := put(t, t.TempDir(), "a b.py", "print(1)", 0o644)
	_, c, err = open(t, single)
	if err != nil {
		t.Fatal(err)
	}
	if c.Dir != "" || !slices.Contains(c.ReadOnly, single) || c.Args[len(c.Args)-1] != single || !slices.Contains(c.Env, Repeatable) {
		t.Errorf("%+v", c)
	}
}

// A path in a stranger's description shows the bot that file, and nothing around it.
func TestCommandElsewhere(t *testing.T) {
	elsewhere := put(t, filepath.Join(t.TempDir(), "bin"), "tool", "\x7fELF", 0o755)
	dir := t.TempDir()
	put(t, dir, "bot.toml", "command = ['"+elsewhere+"']", 0o644)
	_, c, err := open(t, dir)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.ReadOnly, []string{elsewhere}) {
		t.Errorf("it sees %q", c.ReadOnly)
	}
}

func FuzzManifest(f *testing.F) {
	f.Add("command = 'x'\nbuild = ['a']\n[env]\nA = 'b'")
	f.Add("language = 'go'\nname = ''\nquirks = ['a']\nprotocol = 'json'")
	f.Add("command = [[1]]")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseManifest(text)
		if err != nil {
			return
		}
		d := Description{Dir: "/nonexistent"}
		if err := d.apply(m); err == nil && d.Command != nil {
			if err := checkWords(d.Command); err != nil {
				t.Errorf("%q: %v", text, err)
			}
		}
	})
}

// Without Python 2 its bots are refused, and told what to do.
func TestNoPython2(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "command.txt", "python old.py", 0o644)
	put(t, dir, "old.py", "print 'N'", 0o644)
	_, c, err := open(t, dir)
	if err != nil {
		wants(t, err, dir, "is written in Python 2 and there is no python2.7 here: install it")
		return
	}
	if c.Language != "python" || !strings.Contains(c.Args[0], "python2") {
		t.Errorf("%+v", c)
	}
}

// Every original Pac-Man bot is found; one whose tools are missing says so.
func TestOriginals(t *testing.T) {
	base := filepath.Join(reference.Folder(t), "seedbots", "pacman")
	entries, err := os.ReadDir(base)
	if err != nil {
		t.Skipf("no original bots: %v (set KOTH_SHARED)", err)
	}
	found := 0
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		found++
		t.Run(e.Name(), func(t *testing.T) {
			_, c, err := open(t, filepath.Join(base, e.Name()), "maze")
			switch {
			case err != nil && strings.Contains(err.Error(), "install"):
				wants(t, err, filepath.Join(base, e.Name()), "install")
				t.Skipf("cannot be played here: %v", err)
			case err != nil:
				t.Fatal(err)
			case c.Protocol != "maze" || !filepath.IsAbs(c.Args[0]):
				t.Errorf("%+v", c)
			}
			t.Logf("%v in %s", c.Args, c.Dir)
		})
	}
	if found != 8 {
		t.Errorf("%d bots, want 8", found)
	}
}
