package program

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"koth/internal/reference"
)

func TestPython2(t *testing.T) {
	for source, want := range map[string]bool{
		"print 'x'":                             true,
		"print x":                               true,
		"if a: print x, y":                      true,
		"x = 1; print x":                        true,
		"print >>sys.stderr, 'x'":               true,
		"print":                                 false,
		"print('x')":                            false,
		"print ('x')":                           false,
		"print = 3":                             false,
		"print.flush":                           false,
		"x.print 'y'":                           false, // not a statement, nor anything else
		"'print x'":                             false,
		"# print x":                             false,
		"'''\nprint x\n'''":                     false,
		"\"it's\"\nprint(x)":                    false,
		"f(\nprint\n)":                          false,
		"exec 'x' in d":                         true,
		"exec('x')":                             false,
		"try: pass\nexcept X, e: pass":          true,
		"try: pass\nexcept (X, Y), e:\n pass":   true,
		"try: pass\nexcept (X, Y) as e: pass":   false,
		"try: pass\nexcept A, B: pass":          false, // Python 3.14
		"raise X, 'y'":                          true,
		"raise X('y', 'z')":                     false,
		"x = `y`":                               true,
		"x = '`y`'":                             false,
		"a <> b":                                true,
		"a < b > c":                             false,
		"x = 0777":                              true,
		"x = 0o777 + 00 + 0x1L":                 true,
		"x = 0o777 + 00 + 0xF + 1_000 + 1e5":    false,
		"time.sleep(.05)":                       false,
		"x = 1e-05 + 1.5E+07":                   false,
		"x = 0x1e-010":                          true,
		"x = 1 if y else.05":                    false,
		"x = 10L":                               true,
		"x = ur'y'":                             true,
		"x = rb'y' + f'{z}' + u'é'":             false,
		"for i in xrange(3): pass":              true,
		"xrange = range\nfor i in xrange(3): 0": false,
		"def raw_input(): pass\nraw_input()":    false,
		"d.iteritems()":                         true,
		"six.iteritems(d)":                      false,
		"d.has_key(1)":                          true,
		"sys.stdout = os.fdopen(sys.stdout.fileno(), 'w', 0)": true,
		"sys.stdout = os.fdopen(sys.stdout.fileno(), 'w', 1)": false,
		"x = {'a': print, 'b': 2}":                            false,
		"print(*args, file=sys.stderr)":                       false,
		"":                                                    false,
		"\xff\x00'":                                           false,
	} {
		if got := python2(source); got != want {
			t.Errorf("%q: %v, want %v", source, got, want)
		}
	}
}

func FuzzPython2(f *testing.F) {
	f.Add("print 'x' # y\n'''", true)
	f.Add("except (X, e): raise ]", false)
	f.Fuzz(func(t *testing.T, source string, _ bool) { python2(source) }) // ends, and does not panic
}

// All original bots whose command is python are written in Python 2, the other one is not.
func TestOriginalPython(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(reference.Folder(t), "seedbots", "pacman", "*", "*.py"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skip("no original bots here (set KOTH_SHARED)")
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := python2(string(source)), filepath.Base(file) != "pathy.py"; got != want {
			t.Errorf("%s: %v, want %v", file, got, want)
		}
	}
}

// Python 2.7 is found where version managers put it, in no PATH.
func TestPython2Places(t *testing.T) {
	home := t.TempDir()
	for _, variable := range []string{"PYENV_ROOT", "ASDF_DATA_DIR", "MISE_DATA_DIR"} {
		t.Setenv(variable, "")
	}
	t.Setenv("HOME", home)
	var want []string
	for _, place := range []string{".pyenv/versions/2.7.18", ".pyenv/versions/2.7.9", ".asdf/installs/python/2.7.18", ".local/share/mise/installs/python/2.7.18"} {
		want = append(want, put(t, home, place+"/bin/python2.7", "", 0o755))
	}
	put(t, home, ".pyenv/versions/3.11.0/bin/python2.7", "", 0o755)
	want[0], want[1] = want[1], want[0] // as text, which is all that Glob knows
	got := python2Places()
	if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
		t.Errorf("%q, want %q first", got, want)
	}
	t.Setenv("PYENV_ROOT", filepath.Join(home, "elsewhere"))
	moved := put(t, home, "elsewhere/versions/2.7.1/bin/python2.7", "", 0o755)
	if got := python2Places(); got[0] != moved {
		t.Errorf("%q, want %s first", got, moved)
	}
}
