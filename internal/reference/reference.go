// Package reference finds the material that tests compare with and that is not part of the
// project: recorded matches, bots of the original challenges, reference programs. It is for tests
// only, and knows where things are, not what is in them.
package reference

import (
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Folder returns the folder of reference material: KOTH_SHARED, or shared beside the checkout. It
// need not be there.
func Folder(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("KOTH_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(filepath.Dir(dir), "shared")
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Fatal("no go.mod above the test's folder")
		}
		dir = up
	}
}

// Traces opens a file of recorded matches in the folder KOTH_TRACES, or in traces of Folder, and
// unpacks it. It is closed with the test. Where there is none the test is skipped, aloud.
func Traces(t testing.TB, name string) io.Reader {
	t.Helper()
	dir := os.Getenv("KOTH_TRACES")
	if dir == "" {
		dir = filepath.Join(Folder(t), "traces")
	}
	f, err := os.Open(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no recorded matches: %v (set KOTH_TRACES to their folder)", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
