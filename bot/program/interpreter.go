package program

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"koth/sandbox"
)

// find finds a tool by its bare name. Its error says what to install.
func find(name string) (sandbox.Program, error) {
	p, err := sandbox.FindProgram(name)
	if errors.Is(err, exec.ErrNotFound) {
		return p, fmt.Errorf("needs %s, which is not installed here or not in PATH%s", name, install(name))
	}
	return p, err
}

// install says how a tool is installed.
func install(name string) string {
	if pkg, ok := packages[name]; ok {
		return fmt.Sprintf(" (on Debian: apt install %s)", pkg)
	}
	return ""
}

// resolved is a program that has been found.
type resolved struct {
	args     []string // what replaces the command's first word
	readOnly []string // what it has to see
	language string   // of what it runs; "" where not known
}

// resolve finds the program that a command begins with. dir is the bot's folder, "" for a bot that
// is one file; trusted says that its user wrote the command, so that a program anywhere may show
// what lies around it.
func resolve(words []string, dir string, trusted bool) (resolved, error) {
	name := words[0]
	if strings.ContainsRune(name, filepath.Separator) {
		return resolveFile(name, dir, trusted)
	}
	if name == "python" {
		version, err := pythonFor(scriptOf(words, dir))
		return resolved{[]string{version.Path}, version.Prefixes, "python"}, err
	}
	p, err := find(name)
	if err != nil {
		if dir != "" && exists(dir, name) {
			return resolved{}, fmt.Errorf("%s is not in PATH: to start the file of that name in the bot's folder write ./%s", name, name)
		}
		return resolved{}, err
	}
	return resolved{[]string{p.Path}, p.Prefixes, byProgram(name)}, nil
}

// resolveFile finds a program by its path.
func resolveFile(name, dir string, trusted bool) (resolved, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	st, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return resolved{}, fmt.Errorf("there is no %s", name)
	case err != nil:
		return resolved{}, err
	case st.IsDir():
		return resolved{}, fmt.Errorf("%s is a folder, not a program", name)
	case st.Mode()&0o111 == 0:
		return resolved{}, fmt.Errorf("%s is not executable: chmod +x %s", name, name)
	}
	if interpreter := shebang(path); interpreter != nil {
		return resolveScript(path, interpreter)
	}
	r := resolved{args: []string{path}}
	if trusted {
		p, err := sandbox.FindProgram(path)
		return resolved{[]string{p.Path}, append(p.Prefixes, libraries(path)...), ""}, err
	}
	if dir == "" || !strings.HasPrefix(path, dir+string(filepath.Separator)) {
		r.readOnly = []string{path}
	}
	return r, nil
}

// resolveScript finds the interpreter that a script's first line names, which a confined program
// could not: it may be a version manager's shim.
func resolveScript(path string, interpreter []string) (resolved, error) {
	name := interpreter[0]
	if filepath.Base(name) == "env" && len(interpreter) > 1 {
		interpreter = interpreter[1:]
		if interpreter[0] == "-S" && len(interpreter) > 1 {
			interpreter = interpreter[1:]
		}
		name = interpreter[0]
	}
	var p sandbox.Program
	var err error
	if filepath.Base(name) == "python" {
		p, err = pythonFor(path)
	} else if p, err = sandbox.FindProgram(name); err != nil {
		err = fmt.Errorf("its first line names %s, which is not here%s", name, install(filepath.Base(name)))
	}
	if err != nil {
		return resolved{}, err
	}
	args := append([]string{p.Path}, interpreter[1:]...)
	return resolved{append(args, path), append(slices.Clone(p.Prefixes), path), byProgram(name)}, nil
}

// shebang returns the words after #! of a script's first line; nil for what is no script.
func shebang(path string) []string {
	head := readHead(path, 256)
	if !strings.HasPrefix(head, "#!") {
		return nil
	}
	line, _, _ := strings.Cut(head[2:], "\n")
	return strings.Fields(line)
}

// readHead returns the first bytes of a file, as far as it can be read.
func readHead(path string, most int64) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, most))
	return string(text)
}

// scriptOf returns the path of the script that a Python command runs; "" if that is not to be seen.
func scriptOf(words []string, dir string) string {
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case w == "-c":
			return ""
		case w == "-m" && i+1 < len(words):
			return filepath.Join(dir, words[i+1]+".py")
		case w == "-W" || w == "-X" || w == "-Q":
			i++
		case strings.HasPrefix(w, "-"):
		case filepath.IsAbs(w):
			return w
		default:
			return filepath.Join(dir, w)
		}
	}
	return ""
}
