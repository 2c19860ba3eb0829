package sandbox

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Program is a program on this machine and what a confined child has to see to run it.
type Program struct {
	Path string // absolute; not a shim

	// Prefixes are folders that belong to it and lie outside of the system's, such as that of a
	// version manager. They belong in ChildConfig.ReadOnly.
	Prefixes []string
}

// FindProgram finds a program by its name, in PATH, or by its path.
//
// A version manager often puts a shim into PATH: a script that looks for the interpreter that is
// wanted here, and could not find it in a confined child. Interpreters of known languages are
// asked where they really are, once.
func FindProgram(name string) (Program, error) {
	foundPrograms.Lock()
	defer foundPrograms.Unlock()
	if p, ok := foundPrograms.by[name]; ok {
		return p, nil
	}
	p, err := findProgram(name)
	if err == nil {
		foundPrograms.by[name] = p
	}
	return p, err
}

var foundPrograms = struct {
	sync.Mutex
	by map[string]Program
}{by: make(map[string]Program)}

// systemFolders are what programs need to run: themselves and their libraries. Some are links into
// /usr on most machines, and are links inside then.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}

// isSystem says whether a path is visible to every child.
func isSystem(name string) bool {
	for _, folder := range systemFolders {
		if name == folder || strings.HasPrefix(name, folder+"/") {
			return true
		}
	}
	return false
}

// questions make an interpreter print its own path and then the folders that belong to it, one a
// line, by how the interpreter's name begins.
var questions = []struct {
	name string
	args []string
}{
	{"python", []string{"-c", "import sys\nfor p in (sys.executable, sys.prefix, getattr(sys, 'base_prefix', sys.prefix)): print(p)"}},
	{"pypy", []string{"-c", "import sys\nfor p in (sys.executable, sys.prefix): print(p)"}},
	{"node", []string{"-p", "process.execPath"}},
	{"ruby", []string{"-e", "puts RbConfig.ruby, RbConfig::CONFIG['prefix']"}},
	{"perl", []string{"-MConfig", "-e", `print "$^X\n$Config{prefix}\n"`}},
}

// askTime is how long an interpreter may take to answer.
const askTime = 20 * time.Second

func findProgram(name string) (Program, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return Program{}, fmt.Errorf("%q is not installed here, or not in PATH: %w", name, err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return Program{}, err
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Program{}, err
	}
	if isSystem(path) && isSystem(real) {
		return Program{Path: path}, nil
	}
	var folders []string
	if filepath.Base(real) == "rustup" { // cargo and rustc are links to it, which go by their name
		if path, folders, err = ask(real, []string{"which", filepath.Base(path)}); err != nil {
			return Program{}, err
		}
		if real, err = filepath.EvalSymlinks(path); err != nil {
			return Program{}, err
		}
	}
	for _, q := range questions {
		if strings.HasPrefix(filepath.Base(path), q.name) {
			if path, folders, err = ask(path, q.args); err != nil {
				return Program{}, err
			}
			if real, err = filepath.EvalSymlinks(path); err != nil {
				return Program{}, err
			}
			break
		}
	}
	for _, p := range []string{path, real} {
		if bin := filepath.Dir(p); filepath.Base(bin) == "bin" && !tooWide(filepath.Dir(bin)) {
			folders = append(folders, filepath.Dir(bin))
		} else {
			folders = append(folders, p)
		}
	}
	p := Program{Path: path}
	for _, f := range folders {
		if f != "/" && !isSystem(f) && !slices.Contains(p.Prefixes, f) {
			p.Prefixes = append(p.Prefixes, f)
		}
	}
	return p, nil
}

// tooWide says whether a folder holds so much that no bot can be meant to see all of it.
func tooWide(name string) bool {
	if home, err := os.UserHomeDir(); err == nil && name == filepath.Clean(home) {
		return true
	}
	return slices.Contains([]string{"/", "/dev", "/etc", "/home", "/opt", "/proc", "/root", "/run", "/srv", "/sys", "/tmp", "/var"}, name)
}

// ask has an interpreter say where it is.
func ask(path string, args []string) (real string, folders []string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = os.TempDir() // version managers look for settings in the working folder
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || !filepath.IsAbs(lines[0]) {
		return "", nil, fmt.Errorf("%s does not say where it is installed (%v): %.200q", path, err, out)
	}
	return lines[0], lines[1:], nil
}
