package bot

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func house(name string) (Spec, bool) {
	return Spec{Name: name, Kind: Native, Path: "house:" + name}, name == "lazy"
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
	tests := []struct {
		arg        string
		name, path string
		kind       Kind
	}{
		{"lazy", "lazy", "house:lazy", Native},
		{"L=lazy", "L", "house:lazy", Native},
		{js, "my bot é", js, JavaScript},
		{"mine=" + js, "mine", js, JavaScript},
		{odd, "a=b", odd, JavaScript}, // a file's name may have the sign
	}
	for _, tt := range tests {
		t.Run(tt.arg, func(t *testing.T) {
			got, err := Find(tt.arg, house)
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
		{fifo, "is a folder"},
		{"/dev/null", "cannot play a file of this kind"},
		{write(t, "bot.exe", ""), "have *.js"},
		{large, "larger than 4 MiB"},
	}
	for _, tt := range tests {
		t.Run(tt.arg, func(t *testing.T) {
			got, err := Find(tt.arg, house)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%+v, error %v, want %q", got, err, tt.want)
			}
		})
	}
	if _, err := Find("nothing", house); !errors.Is(err, ErrNotFound) {
		t.Errorf("error %v does not wrap ErrNotFound", err)
	}
}

func TestDir(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.js", "a.js", ".hidden.js", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder.js"), 0o777); err != nil {
		t.Fatal(err)
	}
	got, err := Dir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].Name != "a" || got[1].Name != "b" || got[0].Source == nil {
		t.Errorf("%+v", got)
	}
	if _, err := Dir(t.TempDir()); err == nil || !strings.Contains(err.Error(), "no bots in this folder") {
		t.Errorf("an empty folder: %v", err)
	}
	if _, err := Dir(filepath.Join(dir, "nothing")); err == nil {
		t.Error("no error for a folder that is not there")
	}
}

func TestDistinct(t *testing.T) {
	specs := []Spec{{Name: "a"}, {Name: "a#2"}, {Name: "a"}, {Name: "b"}, {Name: "a"}}
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

func TestLimitsOrDefault(t *testing.T) {
	if got := (Limits{}).OrDefault(); got != DefaultLimits {
		t.Errorf("%+v", got)
	}
	want := Limits{Start: 1, Move: 2, Bank: 3, Memory: 4, Child: 5, Debug: 6, Clock: ClockCPU}
	if got := want.OrDefault(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}
