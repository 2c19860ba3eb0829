package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"koth/bot"
	"koth/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.MaybeChild() // builds are confined
	os.Exit(m.Run())
}

// put makes a file below a folder and returns its path.
func put(t *testing.T, dir, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// resolve describes and resolves what lies at path, with a cache of the test's own.
func open(t *testing.T, path string, protocols ...string) (Description, *bot.Command, error) {
	t.Helper()
	d, err := Describe(path)
	if err != nil {
		return d, nil, err
	}
	c, err := d.Resolve(t.Context(), &Cache{Dir: t.TempDir()}, protocols)
	return d, c, err
}

// wants fails the test unless err is one line that begins with path and holds a text.
func wants(t *testing.T, err error, path, text string) {
	t.Helper()
	switch {
	case err == nil:
		t.Errorf("no error, want %q", text)
	case !strings.Contains(err.Error(), text) || !strings.HasPrefix(err.Error(), path) || strings.Contains(err.Error(), "\n"):
		t.Errorf("error %q, want one line that begins with %q and has %q", err, path, text)
	}
}
