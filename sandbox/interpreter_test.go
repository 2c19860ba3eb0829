//go:build linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// A shim is a script that asks a version manager; the interpreter says where it really is.
func TestFindProgramBehindShim(t *testing.T) {
	home := publicDir(t)
	prefix := filepath.Join(home, "real")
	for _, dir := range []string{filepath.Join(prefix, "bin"), filepath.Join(home, "shims")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	real := script(t, filepath.Join(prefix, "bin"), "python3", "the interpreter")
	answer := script(t, home, "answer", real+"\n"+prefix+"\n"+prefix+"\n")
	t.Setenv("KOTH_TEST_ANSWER", answer)
	shim := script(t, filepath.Join(home, "shims"), "python3", "#!/bin/sh\ncat \"$KOTH_TEST_ANSWER\"\n")
	p, err := FindProgram(shim)
	if err != nil {
		t.Fatal(err)
	}
	if p.Path != real || !slices.Equal(p.Prefixes, []string{prefix}) {
		t.Errorf("program = %+v, want %s and its prefix", p, real)
	}
}

// rustup's cargo is a link to rustup, which says where that of the toolchain is.
func TestFindProgramOfRustup(t *testing.T) {
	home := publicDir(t)
	bin := filepath.Join(home, "toolchain", "bin")
	for _, dir := range []string{bin, filepath.Join(home, "cargo", "bin")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	real := script(t, bin, "cargo", "the tool")
	t.Setenv("KOTH_TEST_BIN", bin)
	proxy := filepath.Join(home, "cargo", "bin", "cargo")
	script(t, filepath.Dir(proxy), "rustup", "#!/bin/sh\n[ \"$1\" = which ] && echo \"$KOTH_TEST_BIN/$2\"\n")
	if err := os.Symlink("rustup", proxy); err != nil {
		t.Fatal(err)
	}
	p, err := FindProgram(proxy)
	if err != nil {
		t.Fatal(err)
	}
	if p.Path != real || !slices.Equal(p.Prefixes, []string{filepath.Dir(bin)}) {
		t.Errorf("program = %+v, want %s and its toolchain", p, real)
	}
}

func TestFindProgram(t *testing.T) {
	if p, err := FindProgram("sh"); err != nil || len(p.Prefixes) > 0 || !isSystem(p.Path) {
		t.Errorf("sh = %+v, %v; want the system's", p, err)
	}
	if _, err := FindProgram("no-such-interpreter"); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("err = %v, want %v", err, exec.ErrNotFound)
	}
}
