package find

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"koth/bot"
	"koth/bot/program"
	"koth/game"
	"koth/games/blobs"
	"koth/games/tokens"
	"koth/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.MaybeChild() // builds are confined
	os.Exit(m.Run())
}

// finder finds bots of a game, and keeps what it builds in a folder of the test's.
func finder(t *testing.T, g game.Game) Finder {
	return Finder{Game: g, House: house, Cache: &program.Cache{Dir: t.TempDir()}}
}

// texted is a game with a protocol of its own.
type texted struct{ tokens.Game }

func (texted) TextProtocols() []string { return []string{"original", program.Gomocup} }

func (texted) Text(game.TextSeating) (game.TextDialect, error) { return nil, nil }

func house(name string) (bot.Spec, bool) {
	return bot.Spec{Name: name, Kind: bot.Native, Path: "house:" + name}, name == "lazy"
}

// write makes a file in a folder of the test's and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	js := write(t, "my bot é.js", "function () {}")
	odd := write(t, "a=b.js", "x")
	perl := write(t, "bot é 'x'.pl", "")
	tests := []struct {
		arg        string
		name, path string
		kind       bot.Kind
	}{
		{"lazy", "lazy", "house:lazy", bot.Native},
		{"L=lazy", "L", "house:lazy", bot.Native},
		{js, "my bot é", js, bot.JavaScript},
		{"mine=" + js, "mine", js, bot.JavaScript},
		{odd, "a=b", odd, bot.JavaScript}, // a file's name may have the sign
		{perl, "bot é 'x'", perl, bot.Program},
		{"mine=" + perl, "mine", perl, bot.Program},
	}
	for _, tt := range tests {
		t.Run(tt.arg, func(t *testing.T) {
			got, err := finder(t, tokens.Game{}).Find(t.Context(), tt.arg)
			if err != nil {
				t.Fatal(err)
			}
			if got.Name != tt.name || got.Path != tt.path || got.Kind != tt.kind {
				t.Errorf("%+v, want %s %s %s", got, tt.name, tt.path, tt.kind)
			}
		})
	}
}

func TestFindErrors(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "dir.js")
	if err := os.Mkdir(fifo, 0o777); err != nil {
		t.Fatal(err)
	}
	large := write(t, "large.js", strings.Repeat(" ", MaxSource+1))
	tests := []struct{ arg, want string }{
		{"nothing", "nothing: no such bot"},
		{filepath.Join(dir, "nothing.js"), "no such bot"},
		{"=x.js", "want NAME=PATH"},
		{"x=", "want NAME=PATH"},
		{dir, "use --bots"},
		{fifo, "a folder is a bot if"},
		{"/dev/null", "neither a file nor a folder"},
		{write(t, "bot.exe", ""), "have *.c, "},
		{"brain:./x", "this game does not speak"},
		{large, "larger than 4 MiB"},
	}
	for _, tt := range tests {
		t.Run(tt.arg, func(t *testing.T) {
			got, err := finder(t, tokens.Game{}).Find(t.Context(), tt.arg)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%+v, error %v, want %q", got, err, tt.want)
			}
		})
	}
	if _, err := finder(t, tokens.Game{}).Find(t.Context(), "nothing"); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v does not wrap ErrNotFound", err)
	}
}

// put makes a file below a folder.
func put(t *testing.T, dir, name, text string, mode os.FileMode) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func TestDir(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.js", "a.js", ".hidden.js", "notes.txt", "folder.js/x", "plain/README", "plain/bot.py"} {
		put(t, dir, name, "", 0o666)
	}
	put(t, dir, "old/command.txt", "./old\n", 0o666)
	put(t, dir, "old/old", "#!/bin/sh\n", 0o777)
	put(t, dir, "new/bot.toml", "command = [\"perl\", \"x y.pl\"]\nname = \"Newest\"", 0o666)
	put(t, dir, "script", "#!/usr/bin/env perl\n", 0o777)
	put(t, dir, "all files are executable here.txt", "", 0o777)
	f := finder(t, texted{})
	got, err := f.Dir(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range got {
		names = append(names, s.Name+" "+string(s.Kind))
		if (s.Source == nil) == (s.Command == nil) {
			t.Errorf("%+v", s)
		}
	}
	if list := strings.Join(names, ", "); list != "a javascript, b javascript, Newest program, old program, script program" {
		t.Errorf("%s", list)
	}
	if c := got[3].Command; c.Protocol != "original" || c.Dir != filepath.Join(dir, "old") {
		t.Errorf("%+v", c)
	}
	if c := got[2].Command; c.Protocol != "" || c.Language != "perl" || c.Args[1] != "x y.pl" {
		t.Errorf("%+v", c)
	}
	if _, err := f.Dir(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "no bots in this folder") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := f.Dir(t.Context(), filepath.Join(dir, "nothing")); err == nil {
		t.Error("no error for a folder that is not there")
	}
	if _, err := f.Dir(t.Context(), filepath.Join(dir, "old")); err == nil || !strings.Contains(err.Error(), "is itself a bot") {
		t.Errorf("a folder that is a bot: %v", err)
	}
	if _, err := f.Open(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "is a folder with 5 bots") {
		t.Errorf("a folder of bots named as one: %v", err)
	}
	put(t, dir, "plain/index.js", "", 0o666)
	if _, err := f.Open(t.Context(), filepath.Join(dir, "plain")); err == nil || !strings.Contains(err.Error(), "is a folder with 2 bots") {
		t.Errorf("a function beside a program: %v", err)
	}
	put(t, dir, "alone/f.js", "", 0o666)
	if s, err := f.Open(t.Context(), filepath.Join(dir, "alone")); err != nil || s.Kind != bot.JavaScript || s.Name != "alone" {
		t.Errorf("%+v, %v", s, err)
	}
	if s, err := f.Named(t.Context(), dir, "old", bot.Program); err != nil || s.Command == nil {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := f.Named(t.Context(), dir, "old", bot.JavaScript); !errors.Is(err, ErrNotFound) {
		t.Errorf("another kind: %v", err)
	}
	put(t, dir, "broken/bot.toml", "", 0o666)
	put(t, dir, "lost/command.txt", "no-such-program", 0o666)
	if _, err := f.Dir(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "neither a command nor a language") || !strings.Contains(err.Error(), "needs no-such-program") {
		t.Errorf("not all that is wrong: %v", err)
	}
}

func TestPythonFunction(t *testing.T) {
	function := write(t, "f.py", "def bot(map_length, near, me, storage):\n    return 0\n")
	whole := write(t, "p.py", "import sys\ndef f(a, b, c, d): pass\nfor line in sys.stdin: print(0)\n")
	for _, tt := range []struct {
		path  string
		game  game.Game
		quick string // what the command must hold
	}{
		{function, blobs.Game{}, "4"},
		{whole, blobs.Game{}, "-u"},
		{function, tokens.Game{}, "-u"}, // tokens has no functions in Python
	} {
		s, err := finder(t, tt.game).Find(t.Context(), tt.path)
		if err != nil {
			t.Fatal(err)
		}
		if s.Kind != bot.Program || s.Command.Language != "python" || !strings.Contains(strings.Join(s.Command.Args, "\n")+"\n", "\n"+tt.quick+"\n") {
			t.Errorf("%+v %+v, want %s in the command", s, s.Command, tt.quick)
		}
	}
}

func TestBrain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my brains é")
	put(t, dir, "pbrain-x", "#!/bin/sh\n", 0o777)
	put(t, dir, "brain.py", "", 0o666)
	t.Chdir(dir)
	for _, tt := range []struct{ arg, name, arg1 string }{
		{"brain:./pbrain-x", "x", filepath.Join(dir, "pbrain-x")},
		{"brain:'" + dir + "/pbrain-x'", "x", filepath.Join(dir, "pbrain-x")},
		{"brain:python3 brain.py --level 3", "brain", filepath.Join(dir, "brain.py")},
	} {
		s, err := finder(t, texted{}).Find(t.Context(), tt.arg)
		if err != nil {
			t.Fatal(err)
		}
		if s.Name != tt.name || s.Kind != bot.Program || s.Command.Protocol != program.Gomocup || s.Command.Dir != dir || s.Command.Args[1] != tt.arg1 {
			t.Errorf("%s: %+v %+v", tt.arg, s, s.Command)
		}
	}
	if _, err := finder(t, texted{}).Find(t.Context(), "brain:./nothing here"); err == nil || !strings.Contains(err.Error(), "there is no ./nothing") {
		t.Errorf("%v", err)
	}
	if s, err := finder(t, texted{}).Find(t.Context(), "deep=brain:./pbrain-x a=b"); err != nil || s.Name != "deep" || len(s.Command.Quirks) > 0 {
		t.Errorf("%+v, %v", s, err)
	}
	for _, arg := range []string{"brain+lf+start-first:./pbrain-x a=b:c", "deep=brain+lf+start-first:./pbrain-x"} {
		if s, err := finder(t, texted{}).Find(t.Context(), arg); err != nil || !slices.Equal(s.Command.Quirks, []string{"lf", "start-first"}) {
			t.Errorf("%s: %+v, %v", arg, s.Command, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	specs := []bot.Spec{{Name: "a"}, {Name: "a#2"}, {Name: "a"}, {Name: "b"}, {Name: "a"}}
	Distinct(specs)
	seen := map[string]bool{}
	for _, s := range specs {
		if seen[s.Name] {
			t.Errorf("two bots named %q in %+v", s.Name, specs)
		}
		seen[s.Name] = true
	}
	if specs[0].Name != "a" || specs[3].Name != "b" {
		t.Errorf("the first of a name keeps it: %+v", specs)
	}
}
