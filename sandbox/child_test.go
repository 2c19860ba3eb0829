//go:build linux

package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// order tells a confineChild what to run. A confined child's parent is a process of its own in
// these tests, so that it can be root or an ordinary user.
type order struct {
	Config ChildConfig // without streams
	Tier   Tier        // "" is the best
	Input  string
}

// outcome is what came of it.
type outcome struct {
	Out, Said string
	End       End
	Tier      Tier
	Layers    Layers
	Error     string
}

const orderVariable = "KOTH_SANDBOX_TEST_ORDER"

// confineChild runs a program as a confined child.
func confineChild() error {
	var o order
	if err := json.Unmarshal([]byte(os.Getenv(orderVariable)), &o); err != nil {
		return err
	}
	return say(confine(o))
}

func confine(o order) outcome {
	fail := func(err error) outcome { return outcome{Error: err.Error()} }
	var pipes [3][2]*os.File
	for i := range pipes {
		var err error
		if pipes[i][0], pipes[i][1], err = os.Pipe(); err != nil {
			return fail(err)
		}
	}
	o.Config.Stdin, o.Config.Stdout, o.Config.Stderr = pipes[0][0], pipes[1][1], pipes[2][1]
	start := Child
	if o.Tier != "" {
		start = func(cfg ChildConfig) (*Confined, error) { return startChild(o.Tier, cfg) }
	}
	c, err := start(o.Config)
	pipes[0][0].Close()
	pipes[1][1].Close()
	pipes[2][1].Close()
	if err != nil {
		return fail(err)
	}
	said := make(chan []byte, 1)
	go func() {
		text, _ := io.ReadAll(pipes[2][0])
		said <- text
	}()
	io.WriteString(pipes[0][1], o.Input) // a program that does not read it may be gone
	pipes[0][1].Close()
	out, err := io.ReadAll(pipes[1][0])
	if err != nil {
		return fail(err)
	}
	return outcome{Out: string(out), Said: string(<-said), End: c.Wait(), Tier: c.Tier, Layers: c.Layers}
}

// confiner runs orders as one user.
type confiner func(t *testing.T, o order) outcome

// forEachConfiner runs a test as this user and, if that is root, as an ordinary one, in each tier
// that the machine has.
func forEachConfiner(t *testing.T, test func(t *testing.T, tier Tier, run confiner)) {
	forEachUser(t, func(t *testing.T, command func(string, ...string) *exec.Cmd) {
		for _, tier := range []Tier{TierFull, TierNoNamespace} {
			run := func(t *testing.T, o order) outcome {
				t.Helper()
				o.Tier = tier
				text, err := json.Marshal(o)
				if err != nil {
					t.Fatal(err)
				}
				c := talk(t, command("confine", orderVariable+"="+string(text)))
				var got outcome
				c.hear(t, &got)
				return got
			}
			t.Run(string(tier), func(t *testing.T) {
				if got := run(t, order{Config: ChildConfig{Path: "/bin/true"}}); got.Error != "" {
					t.Skipf("this tier does not hold here: %s", got.Error)
				}
				test(t, tier, run)
			})
		}
	})
}

// publicDir is a folder that every user can read.
func publicDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "koth child's \"ö\" ")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func script(t *testing.T, dir, name, text string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return file
}

func sh(text string) ChildConfig {
	return ChildConfig{Path: "/bin/sh", Args: []string{"sh", "-c", text}}
}

func TestChildLanguages(t *testing.T) {
	dir := publicDir(t)
	c := filepath.Join(dir, "prog c")
	if gcc, err := exec.LookPath("gcc"); err == nil {
		script(t, dir, "prog.c", `#include <stdio.h>
int main(void) { char b[100]; while (fgets(b, sizeof b, stdin)) { printf("<%s", b); fflush(stdout); } return 3; }`)
		if out, err := exec.Command(gcc, "-o", c, filepath.Join(dir, "prog.c")).CombinedOutput(); err != nil {
			t.Fatalf("gcc: %v: %s", err, out)
		}
	}
	tests := []struct{ name, program, file, text string }{
		{"sh", "sh", "a.sh", "while read l; do echo \"<$l\"; done; exit 3"},
		{"python3", "python3", "a.py", "import sys, random, json, threading\nt = threading.Thread(target=lambda: None); t.start(); t.join()\nfor l in sys.stdin: print('<' + l, end='', flush=True)\nsys.exit(3)"},
		{"system python3", "/usr/bin/python3", "a.py", ""},
		{"perl", "perl", "a.pl", "use strict; use List::Util; $| = 1; while (<STDIN>) { print '<', $_ } exit 3"},
		{"node", "node", "a.js", "require('readline').createInterface({input: process.stdin}).on('line', l => console.log('<' + l)).on('close', () => process.exit(3))"},
		{"c", c, "", ""},
		{"go", testBinary, "", ""},
	}
	for _, tt := range tests {
		if tt.text != "" {
			script(t, dir, tt.file, tt.text)
		}
	}
	forEachConfiner(t, func(t *testing.T, tier Tier, run confiner) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				p, err := FindProgram(tt.program)
				if err != nil {
					t.Skipf("cannot try %s: %v", tt.name, err)
				}
				cfg := ChildConfig{Path: p.Path, Dir: dir, ReadOnly: p.Prefixes, Memory: 1 << 30}
				if tt.file != "" {
					cfg.Args = []string{p.Path, filepath.Join(dir, tt.file)}
				}
				if tt.name == "go" {
					cfg.ReadOnly, cfg.Env = []string{testBinary}, []string{childVariable + "=echo"}
				}
				got := run(t, order{Config: cfg, Input: "one\ntwo\n"})
				if own := tier == TierFull && os.Geteuid() == 0 && strings.Contains(t.Name(), "/root/"); !own && !readableByAll(p.Path) && got.Out == "" {
					t.Skipf("%s lies where only its user may read, so this one cannot run it in this tier: %s%s", p.Path, got.Error, got.Said)
				}
				if got.Error != "" || got.Out != "<one\n<two\n" || got.End.Kind != EndExited || got.End.Code != 3 {
					t.Errorf("got %+v", got)
				}
			})
		}
	})
}

// readableByAll says whether all users may reach a file.
func readableByAll(name string) bool {
	for dir := filepath.Dir(name); dir != "/"; dir = filepath.Dir(dir) {
		st, err := os.Stat(dir)
		if err != nil || st.Mode()&0o005 != 0o005 {
			return false
		}
	}
	return true
}

// echoChild answers lines and exits with status 3.
func echoChild() error {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		fmt.Print("<", line)
	}
	os.Exit(3)
	return nil
}

func TestChildSees(t *testing.T) {
	dir := publicDir(t)
	script(t, dir, "own", "mine")
	single := script(t, publicDir(t), "single", "also mine")
	forEachConfiner(t, func(t *testing.T, tier Tier, run confiner) {
		cfg := sh(`pwd; cat own; echo; cat "$SINGLE"; echo; ls "$(dirname "$SINGLE")" 2>/dev/null; echo "$HOME $LANG $X $(id -u 2>/dev/null)"; env | wc -l; echo x >own; echo x >/tmp/x && cat /tmp/x; cat /etc/passwd; ls /root; ls -A /`)
		if tier == TierNoNamespace { // no processes
			cfg = sh(`pwd; read l <own; echo $l; read l <"$SINGLE"; echo $l; echo "$HOME $LANG $X"; echo x >own; echo x >/tmp/x; l=; read l </etc/passwd; echo $l`)
		}
		cfg.Dir, cfg.ReadOnly, cfg.Env = dir, []string{single}, []string{"X=y", "SINGLE=" + single}
		got := run(t, order{Config: cfg})
		t.Logf("layers: %v; it said: %s", got.Layers, got.Said)
		want := dir + "\nmine\nalso mine\nsingle\n/tmp C.UTF-8 y 0\n7\nx\nbin"
		if tier == TierNoNamespace {
			want = dir + "\nmine\nalso mine\n/tmp C.UTF-8 y\n\n"
		}
		if !strings.HasPrefix(got.Out, want) {
			t.Errorf("out = %q, want %q first", got.Out, want)
		}
		for _, hidden := range []string{"root", "home", "var", "sys"} {
			if slices.Contains(strings.Fields(got.Out), hidden) {
				t.Errorf("it sees /%s", hidden)
			}
		}
		if text, err := os.ReadFile(filepath.Join(dir, "own")); err != nil || string(text) != "mine" {
			t.Errorf("own = %q, %v: it was written to", text, err)
		}
	})
}

func TestChildEnds(t *testing.T) {
	forEachConfiner(t, func(t *testing.T, tier Tier, run confiner) {
		spin := sh("while :; do :; done")
		spin.CPU = time.Second
		hoard := ChildConfig{
			Path: testBinary, ReadOnly: []string{testBinary}, Memory: 64 << 20,
			Env: []string{childProbeVariable + `={"Role":"hoard","Memory":67108864}`},
		}
		for _, tt := range []struct {
			name string
			cfg  ChildConfig
			want End
		}{
			{"exit 0", sh("exit 0"), End{Kind: EndExited}},
			{"exit 137", sh("exit 137"), End{Kind: EndExited, Code: 137}},
			{"kill", sh("kill -9 $$"), End{Kind: EndSignal, Signal: unix.SIGKILL}},
			{"term", sh("kill -TERM $$"), End{Kind: EndSignal, Signal: unix.SIGTERM}},
			{"abort", sh("kill -ABRT $$"), End{Kind: EndSignal, Signal: unix.SIGABRT}},
			{"cpu", spin, End{Kind: EndCPU}},
			{"memory", hoard, End{Kind: EndMemory}},
		} {
			t.Run(tt.name, func(t *testing.T) {
				got := run(t, order{Config: tt.cfg})
				got.End.CPU = 0
				if got.Error != "" || got.End != tt.want {
					t.Errorf("got %+v, want %+v", got, tt.want)
				}
			})
		}
	})
}

func TestChildErrors(t *testing.T) {
	dir := publicDir(t)
	plain := script(t, dir, "plain", "not a program")
	if err := os.Chmod(plain, 0o644); err != nil {
		t.Fatal(err)
	}
	forEachConfiner(t, func(t *testing.T, tier Tier, run confiner) {
		for want, path := range map[string]string{
			"no such file or directory": filepath.Join(dir, "missing"),
			"permission denied":         plain,
			"exec format error":         script(t, dir, "garbage", "garbage"),
			"names an interpreter":      script(t, dir, "lost", "#!/nonexistent/interpreter\n"),
		} {
			got := run(t, order{Config: ChildConfig{Path: path, Dir: dir}})
			if !strings.Contains(got.Error, want) {
				t.Errorf("%s: error = %q, want one with %q", filepath.Base(path), got.Error, want)
			}
		}
	})
	if _, err := ChildTier(); err != nil {
		t.Skip(err)
	}
	if _, err := Child(ChildConfig{Path: filepath.Join(dir, "missing"), Dir: dir}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("err = %v, want %v", err, os.ErrNotExist)
	}
	// To show a child a folder is to show all of it.
	for _, wide := range []string{"/", "/tmp", "/etc/", "/home", os.Getenv("HOME")} {
		if _, err := Child(ChildConfig{Path: "/bin/true", Dir: wide}); err == nil || !strings.Contains(err.Error(), "folder of its own") {
			t.Errorf("%s: err = %v, want a refusal", wide, err)
		}
	}
}
