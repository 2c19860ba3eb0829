package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

func TestLibraries(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skipf("nothing to look into: %v", err)
	}
	dir := t.TempDir()
	put(t, dir, "a.c", "int main(void) { return 0; }", 0o644)
	lib := filepath.Join(dir, "lib")
	if err := os.Mkdir(lib, 0o755); err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "a")
	build := exec.Command(gcc, "-o", exe, filepath.Join(dir, "a.c"), "-Wl,-rpath,"+lib+":/nowhere:$ORIGIN/lib:relative")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := libraries(exe); !slices.Equal(got, []string{lib, lib}) {
		t.Errorf("libraries %q, want %q, as it is said both ways", got, lib)
	}
	if got := libraries(filepath.Join(dir, "a.c")); got != nil {
		t.Errorf("libraries of a text: %q", got)
	}
	r, err := resolve([]string{exe}, dir, false)
	if err != nil || slices.Contains(r.readOnly, lib) {
		t.Errorf("a program that its user did not name sees %q (%v)", r.readOnly, err)
	}
}
