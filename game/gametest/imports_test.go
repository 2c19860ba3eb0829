package gametest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPure(t *testing.T) {
	tests := []struct {
		name, source string
		want         string // in the error; "" for none
	}{
		{"plain", `package toy; import ("fmt"; "math/rand/v2"; "koth/game"); var _ = fmt.Sprint; func f(r *rand.Rand) game.Seat { return game.Seat(r.IntN(2)) }`, ""},
		{"its own package", `package toy; import "koth/games/toy/maze"; var _ = maze.New`, ""},
		{"embed", `package toy; import _ "embed"`, ""},
		{"another game", `package toy; import "koth/games/tokens"; var _ = tokens.Eat`, "koth/games/tokens"},
		{"the arena", `package toy; import "koth/match"; var _ = match.Run`, "koth/match"},
		{"files", `package toy; import "os"; var _ = os.Open`, "imports os"},
		{"clock", `package toy; import "time"; var _ = time.Now`, "imports time"},
		{"old random", `package toy; import "math/rand"; var _ = rand.Int`, "imports math/rand"},
		{"the program's random", `package toy; import "math/rand/v2"; var _ = rand.IntN(3)`, "rand.IntN"},
		{"renamed", `package toy; import r "math/rand/v2"; var _ = r.IntN(3)`, "renames"},
		{"goroutine", `package toy; func f() { go f() }`, "goroutines"},
		{"prints", `package toy; import "fmt"; func f() { fmt.Println() }`, "fmt.Println"},
		{"builtin print", `package toy; func f() { println() }`, "println"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, "sub", "toy.go"), tt.source)
			write(t, filepath.Join(dir, "toy_test.go"), `package toy; import "os"`)
			write(t, filepath.Join(dir, "testdata", "x.go"), `package x; import "os"`)
			err := Pure(dir, "toy")
			if tt.want == "" && err != nil {
				t.Errorf("Pure = %v", err)
			}
			if tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("Pure = %v, want it to name %q", err, tt.want)
			}
		})
	}
	if err := Pure(t.TempDir(), "toy"); err == nil {
		t.Error("Pure of an empty folder gives no error")
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
