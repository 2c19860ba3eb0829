package program

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"koth/sandbox"
)

// canBuild skips a test where no build can be confined, or the tool is missing.
func canBuild(t *testing.T, tool string) {
	t.Helper()
	if tier, err := sandbox.ChildTier(); err != nil || tier != sandbox.TierFull {
		t.Skipf("builds cannot be confined here: tier %q, %v", tier, err)
	}
	if _, err := find(tool); err != nil {
		t.Skipf("it %v", err)
	}
}

// said runs what was built. It is the test's own code.
func said(t *testing.T, dir, name string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(dir, name))
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestBuildLanguages(t *testing.T) {
	for name, tt := range map[string]struct{ tool, text string }{
		"bot é.c":   {"cc", "#include <stdio.h>\n#include <math.h>\nint main(int n, char **a) { printf(\"%g\\n\", sqrt(n * 4)); }\n"},
		"bot é.cpp": {"c++", "#include <iostream>\nint main() { std::cout << 2 << std::endl; }\n"},
		"bot é.go":  {"go", "package main\n\nfunc main() { print2() }\n\nfunc print2() { os.Stdout.WriteString(\"2\\n\") }\n"},
		"bot é.hs":  {"ghc", "main = print (1 + 1)\n"},
		"bot é.rs":  {"rustc", "fn main() { println!(\"{}\", 1 + 1); }\n"},
	} {
		t.Run(tt.tool, func(t *testing.T) {
			t.Parallel()
			canBuild(t, tt.tool)
			text := strings.Replace(tt.text, "package main\n", "package main\n\nimport \"os\"\n", 1)
			for _, folder := range []bool{false, true} {
				if folder && tt.tool == "go" {
					break // it takes long, and would show nothing new
				}
				dir := t.TempDir()
				path := put(t, dir, name, text, 0o600)
				if folder {
					path = dir
				}
				d, c, err := open(t, path)
				if err != nil {
					t.Fatal(err)
				}
				if !folder && d.Name != "bot é" || c.Language != d.Language || len(c.Args) != 1 {
					t.Errorf("%+v %+v", d, c)
				}
				if got := said(t, c.Dir, filepath.Base(c.Args[0])); got != "2\n" {
					t.Errorf("what was built says %q", got)
				}
			}
		})
	}
}

// A bot in Java is not a file that could be executed: the Java that runs it is told where it lies.
func TestBuildJava(t *testing.T) {
	canBuild(t, "javac")
	canBuild(t, "java")
	text := "class Main { public static void main(String[] a) { System.out.println(new Part().two()); } }\nclass Part { int two() { return 2; } }\n"
	d, c, err := open(t, put(t, t.TempDir(), "Main.java", text, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if d.Name != "Main" || c.Language != "java" {
		t.Errorf("%+v %+v", d, c)
	}
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	if out, err := cmd.Output(); err != nil || string(out) != "2\n" {
		t.Errorf("what was built says %q, %v", out, err)
	}
}

// The standard library of Go is compiled once, and builds can read it but not change it.
func TestGoLibrary(t *testing.T) {
	canBuild(t, "go")
	var notices []string
	cache := &Cache{Dir: t.TempDir(), Notify: func(text string) { notices = append(notices, text) }}
	for _, name := range []string{"one", "two"} {
		dir := filepath.Join(t.TempDir(), name)
		put(t, dir, "bot.go", "package main\n\nimport (\n\t\"encoding/json\"\n\t\"fmt\"\n)\n\nfunc main() {\n\ttext, _ := json.Marshal(\""+name+"\")\n\tfmt.Println(string(text))\n}\n", 0o644)
		put(t, dir, "bot.toml", "command = \"./run\"\nbuild = \"\"\"\ntouch $KOTH_GO_LIBRARY/new || touch $KOTH_GO_LIBRARY/README || echo held >held\ngo build -v -o run bot.go 2>compiled\n\"\"\"\n", 0o644)
		d, err := Describe(dir)
		if err != nil {
			t.Fatal(err)
		}
		c, err := d.Resolve(t.Context(), cache, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := said(t, c.Dir, "run"); got != fmt.Sprintf("%q\n", name) {
			t.Errorf("what was built says %q", got)
		}
		for file, want := range map[string]string{"compiled": "command-line-arguments\n", "held": "held\n"} {
			if got, err := os.ReadFile(filepath.Join(c.Dir, file)); string(got) != want {
				t.Errorf("%s: %q, %v; want %q", file, got, err, want)
			}
		}
	}
	if want := []string{"building Go's standard library, once for all bots in Go", "building one (its own commands)", "building two (its own commands)"}; !slices.Equal(notices, want) {
		t.Errorf("notices %q, want %q", notices, want)
	}
}

// counted is a bot whose build can be counted: what it makes has the time in it.
func counted(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), oddName)
	put(t, dir, "command.txt", "./run", 0o644)
	put(t, dir, "Makefile", "run: lines\n\t(echo '#!/bin/sh'; sed 's/^/echo /' lines; cat /proc/sys/kernel/random/uuid /proc/self/stat 2>/dev/null | sed 's/^/# /'; od -An -N8 -tx1 /dev/urandom | sed 's/^/#/') >run; chmod +x run; echo noise; echo more >&2\n", 0o644)
	put(t, dir, "lines", "one\ntwo\n", 0o644)
	put(t, dir, ".git/config", "secret", 0o644)
	put(t, dir, "data/deep/file", "data", 0o600)
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "stolen")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("data/deep", filepath.Join(dir, "short")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestBuildOnce(t *testing.T) {
	canBuild(t, "make")
	dir := counted(t)
	d, err := Describe(dir)
	if err != nil {
		t.Fatal(err)
	}
	notices := 0
	cache := &Cache{Dir: t.TempDir(), Notify: func(string) { notices++ }}
	build := func() string {
		t.Helper()
		c, err := d.Resolve(t.Context(), cache, nil)
		if err != nil {
			t.Fatal(err)
		}
		return c.Dir
	}
	first := build()
	if got := said(t, first, "run"); got != "one\ntwo\n" {
		t.Errorf("it says %q", got)
	}
	if again := build(); again != first || notices != 1 {
		t.Errorf("%s, then %s, built %d times", first, again, notices)
	}
	for name, want := range map[string]string{"data/deep/file": "data", "short/file": "data", ".git/config": "", "stolen": ""} {
		got, _ := os.ReadFile(filepath.Join(first, name))
		if string(got) != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "run")); err == nil {
		t.Error("the build wrote into the bot's own folder")
	}
	put(t, dir, "lines", "three\n", 0o644)
	if other := build(); other == first || said(t, other, "run") != "three\n" {
		t.Error("a changed file is not built again")
	}
	entries, err := os.ReadDir(filepath.Join(cache.Dir, "builds"))
	if err != nil || len(entries) != 2 {
		t.Errorf("%v, %v in the cache, want 2", entries, err)
	}
}

// Many that build the same at a time end up with one of the results, whole.
func TestBuildTogether(t *testing.T) {
	canBuild(t, "make")
	d, err := Describe(counted(t))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	results := make([]string, 4)
	var all sync.WaitGroup
	for i := range results {
		all.Go(func() {
			c, err := d.Resolve(t.Context(), &Cache{Dir: dir}, nil)
			if err != nil {
				t.Error(err)
				return
			}
			results[i] = c.Dir
		})
	}
	all.Wait()
	for _, r := range results {
		if r != results[0] || said(t, r, "run") != "one\ntwo\n" {
			t.Errorf("%q", results)
		}
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "builds")); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v left in the cache, want 1", entries, err)
	}
}

func TestBuildFails(t *testing.T) {
	canBuild(t, "make")
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"compiler":        {map[string]string{"command.txt": "./x", "Makefile": "x:\n\techo first >&2; echo 'x.c:3: what is this' >&2; false\n"}, "its build (make) exited with status 2: "},
		"its last lines":  {map[string]string{"command.txt": "./x", "Makefile": "x:\n\techo first >&2; echo 'x.c:3: what is this' >&2; false\n"}, "x.c:3: what is this | make: "},
		"missing tool":    {map[string]string{"command.txt": "./x", "Makefile": "x:\n\tcargo build\n"}, "cargo is not installed here (on Debian: apt install cargo)"},
		"nothing built":   {map[string]string{"command.txt": "./x", "Makefile": "x:\n\ttrue\n"}, "there is no ./x"},
		"no make target":  {map[string]string{"command.txt": "./x", "Makefile": ""}, "No targets"},
		"missing builder": {map[string]string{"bot.toml": "command = './x'\nbuild = ['no-such-tool', 'x']"}, "its build needs no-such-tool"},
		"first failure":   {map[string]string{"bot.toml": "command = './x'\nbuild = '''\nfalse\ntouch x'''"}, "its build (its own commands) exited with status 1"},
		"no network":      {map[string]string{"bot.toml": "command = './x'\nbuild = 'perl -MIO::Socket::INET -e \"IO::Socket::INET->new(q(127.0.0.1:9)) or die qq(\\\\$!)\"'"}, "exited with status"},
		"writes to us":    {map[string]string{"bot.toml": "command = './x'\nbuild = 'echo x >&3'"}, "exited with status"},
		"kills":           {map[string]string{"bot.toml": "command = './x'\nbuild = 'kill -9 $PPID $$'"}, "killed by signal 9"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "missing tool" {
				if _, err := find("cargo"); err == nil {
					t.Skip("cargo is installed here")
				}
			}
			dir := filepath.Join(t.TempDir(), oddName)
			for file, text := range tt.files {
				put(t, dir, file, text, 0o644)
			}
			_, _, err := open(t, dir)
			wants(t, err, dir, tt.want)
		})
	}
}

func TestBuildStops(t *testing.T) {
	canBuild(t, "sh")
	dir := t.TempDir()
	put(t, dir, "bot.toml", "command = './x'\nbuild = 'while :; do :; done'", 0o644)
	d, err := Describe(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cache := &Cache{Dir: t.TempDir(), Notify: func(string) { cancel() }}
	if _, err := d.Resolve(ctx, cache, nil); err == nil || ctx.Err() == nil {
		t.Errorf("err = %v", err)
	}
	if entries, err := os.ReadDir(filepath.Join(cache.Dir, "builds")); err != nil || len(entries) > 0 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestPrune(t *testing.T) {
	base := t.TempDir()
	for name, age := range map[string]time.Duration{"new": time.Hour, "old": keepBuilt + time.Hour, unfinished + "1": time.Hour, unfinished + "2": keepUnfinished + time.Hour} {
		put(t, base, name+"/x", "", 0o644)
		then := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(base, name), then, then); err != nil {
			t.Fatal(err)
		}
	}
	new(Cache).prune(base)
	entries, err := os.ReadDir(base)
	if err != nil || len(entries) != 2 || entries[0].Name() != "new" || entries[1].Name() != unfinished+"1" {
		t.Errorf("%v, %v", entries, err)
	}
}

// What a build hands back is a stranger's: nothing of it lands outside.
func TestUnpackHostile(t *testing.T) {
	for name, headers := range map[string][]tar.Header{
		"up":             {{Typeflag: tar.TypeReg, Name: "../x"}},
		"absolute":       {{Typeflag: tar.TypeReg, Name: "/tmp/koth-test-x"}},
		"through a link": {{Typeflag: tar.TypeSymlink, Name: "l", Linkname: "."}, {Typeflag: tar.TypeSymlink, Name: "l/m", Linkname: ".."}, {Typeflag: tar.TypeReg, Name: "l/m/x"}},
		"link up":        {{Typeflag: tar.TypeSymlink, Name: "l", Linkname: ".."}, {Typeflag: tar.TypeReg, Name: "l/x"}},
		"hard link":      {{Typeflag: tar.TypeLink, Name: "l", Linkname: "../secret"}},
		"device":         {{Typeflag: tar.TypeChar, Name: "d", Devmajor: 1, Devminor: 5}},
		"twice":          {{Typeflag: tar.TypeReg, Name: "x"}, {Typeflag: tar.TypeReg, Name: "x"}},
		"huge":           {{Typeflag: tar.TypeReg, Name: "x", Size: maxBytes + 1}},
	} {
		t.Run(name, func(t *testing.T) {
			base := t.TempDir()
			put(t, base, "secret", "secret", 0o644)
			dir := filepath.Join(base, "in")
			if err := os.Mkdir(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			var archive bytes.Buffer
			w := tar.NewWriter(&archive)
			for _, h := range headers {
				if err := w.WriteHeader(&h); err != nil {
					t.Fatal(err)
				}
			}
			err := unpack(&archive, dir)
			t.Logf("error: %v", err)
			outside, readErr := os.ReadDir(base)
			if readErr != nil || len(outside) != 2 {
				t.Errorf("outside: %v, %v", outside, readErr)
			}
			filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
				if text, err := os.ReadFile(path); err == nil && strings.Contains(string(text), "secret") {
					t.Errorf("%s shows what is outside", path)
				}
				return nil
			})
		})
	}
}

func FuzzUnpack(f *testing.F) {
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: "x", Size: 1})
	w.Write([]byte("y"))
	w.Close()
	f.Add(archive.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) { unpack(bytes.NewReader(data), t.TempDir()) })
}

// What is handed to a build has the times that it had: rounded, a file just written would lie in the
// future, of which tar and make complain in front of what is wrong.
func TestPackKeepsTimes(t *testing.T) {
	dir := t.TempDir()
	name := put(t, dir, "bot.c", "int main() {}\n", 0o644)
	at := time.Date(2026, 1, 2, 3, 4, 5, 987654321, time.UTC)
	if err := os.Chtimes(name, at, at); err != nil {
		t.Fatal(err)
	}
	f, err := openFolder(Description{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer f.close()
	var packed bytes.Buffer
	if err := f.pack(&packed); err != nil {
		t.Fatal(err)
	}
	h, err := tar.NewReader(&packed).Next()
	if err != nil || !h.ModTime.Equal(at) {
		t.Errorf("%v, %v; want the time %v", h, err, at)
	}
}

// Where the cache cannot be, the error says how to name another place.
func TestNoCache(t *testing.T) {
	canBuild(t, "cc")
	dir := t.TempDir()
	put(t, dir, "bot.c", "int main() { return 0; }\n", 0o644)
	d, err := Describe(dir)
	if err != nil {
		t.Fatal(err)
	}
	cache := &Cache{Dir: put(t, t.TempDir(), "file", "", 0o644)}
	_, err = d.Resolve(t.Context(), cache, nil)
	wants(t, err, dir, "no place for what is built (KOTH_CACHE names another)")
}
