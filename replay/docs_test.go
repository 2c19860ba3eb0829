package replay_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The script of docs/replay.md reads what the Writer writes, and notices a change.
func TestScriptOfTheDocs(t *testing.T) {
	doc, err := os.ReadFile("../docs/replay.md")
	if err != nil {
		t.Fatal(err)
	}
	script := regexp.MustCompile("(?s)```python\n(.*?)```").FindSubmatch(doc)
	if script == nil {
		t.Fatal("docs/replay.md has no script in Python")
	}
	if n := strings.Count(string(script[1]), "\n"); n > 20 {
		t.Errorf("the script of docs/replay.md has %d lines, at most 20 are promised", n)
	}
	for _, tool := range []string{"python3", "zstd"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the script of docs/replay.md is not run: %v", err)
		}
	}
	file, _ := record(t, sumMatch(t, 3, "nine", "wild"))
	text := unpack(t, file)
	path := filepath.Join(t.TempDir(), "a.replay")
	run := func(file []byte) (string, error) {
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("python3", "-c", string(script[1]), path).CombinedOutput()
		return string(out), err
	}
	out, err := run(file)
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	want := `sum seed 7 nine against wild
0 nine null 
0 wild null 
1 nine 9 
1 wild null illegal
2 nine 9 
2 wild null timeout
3 nine 9 
3 wild 4 
1 nine 1812
2 wild 4
`
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("the script prints (-want +got):\n%s", diff)
	}
	if out, err := run(pack(t, strings.Replace(text, `"action":9`, `"action":8`, 1))); err == nil || !strings.Contains(out, "damaged") {
		t.Errorf("a changed replay: %v\n%s", err, out)
	}
}
