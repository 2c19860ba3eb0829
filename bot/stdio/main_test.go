package stdio_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"koth/bot"
	"koth/bot/stdio"
	"koth/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.MaybeChild()
	os.Exit(m.Run())
}

// needTier skips a test, aloud, where programs cannot be confined.
func needTier(t testing.TB) {
	t.Helper()
	if _, err := sandbox.ChildTier(); err != nil {
		t.Skipf("no programs are started here: %v", err)
	}
}

// find returns an interpreter, or skips the test where there is none.
func find(t testing.TB, name string) sandbox.Program {
	t.Helper()
	p, err := sandbox.FindProgram(name)
	if err != nil {
		t.Skipf("skipped: %v", err)
	}
	return p
}

// launcher starts children of the test's process, and waits for the end of those that are let go.
type launcher struct{ testing.TB }

func (l launcher) Launch(spec bot.Spec, s bot.Seating) (stdio.Child, error) {
	p, err := stdio.Local{}.Start(spec.Command, s.Limits)
	if err != nil {
		return nil, err
	}
	return child{p, l}, nil
}

type child struct {
	*stdio.Process
	testing.TB
}

func (c child) Release() {
	if err := c.Finish(); err != nil {
		c.Error(err)
	}
}

// program is a bot in testdata/bots that an interpreter runs.
func program(t testing.TB, interpreter sandbox.Program, file string, args ...string) bot.Spec {
	t.Helper()
	dir, err := filepath.Abs("testdata/bots")
	if err != nil {
		t.Fatal(err)
	}
	return bot.Spec{
		Name: file, Kind: bot.Program, Path: "bots/" + file,
		Command: &bot.Command{
			Args: append([]string{interpreter.Path, file}, args...), Dir: dir, ReadOnly: interpreter.Prefixes,
			Language: map[string]string{".py": "python", ".pl": "perl", ".js": "node", ".sh": "sh"}[filepath.Ext(file)],
		},
	}
}

// compile builds a bot in testdata/bots that is written in C.
func compile(t testing.TB, file string, args ...string) bot.Spec {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skipf("skipped: %v", err)
	}
	dir := t.TempDir()
	exe := filepath.Join(dir, "bot")
	if out, err := exec.Command(gcc, "-O1", "-o", exe, filepath.Join("testdata/bots", file)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return bot.Spec{
		Name: file, Kind: bot.Program, Path: "bots/" + file,
		Command: &bot.Command{Args: append([]string{exe}, args...), Dir: dir, Language: "c"},
	}
}
