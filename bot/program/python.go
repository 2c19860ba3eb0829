package program

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"koth/sandbox"
)

// maxScript is how much of a script is looked at to tell its version of Python, in bytes.
const maxScript = 4 << 20

// pythonFor finds the interpreter for a script that only asks for python: Python 2.7 if it is
// Python 2 by its syntax, else Python 3.
func pythonFor(script string) (sandbox.Program, error) {
	if script != "" && python2(readHead(script, maxScript)) {
		return findPython2()
	}
	return find("python3")
}

// FindPython3 finds the interpreter of function bots.
func FindPython3() (sandbox.Program, error) { return find("python3") }

// errNoPython2 is what somebody reads whose bot is an old one.
var errNoPython2 = errors.New("is written in Python 2 and there is no python2.7 here: install it (for example pyenv install 2.7.18), or translate the bot to Python 3 and start it by python3")

// findPython2 looks for Python 2.7 in PATH and where version managers and hand-made installations
// put it.
func findPython2() (sandbox.Program, error) {
	for _, name := range append([]string{"python2.7", "python2"}, python2Places()...) {
		if p, err := sandbox.FindProgram(name); err == nil {
			return p, nil
		}
	}
	return sandbox.Program{}, errNoPython2
}

// python2Places lists the paths at which a Python 2.7 lies outside of PATH, later versions, as text, first.
func python2Places() []string {
	home, _ := os.UserHomeDir()
	under := func(variable string, otherwise ...string) string {
		if dir := os.Getenv(variable); dir != "" {
			return dir
		}
		return filepath.Join(append([]string{home}, otherwise...)...)
	}
	var found []string
	for _, pattern := range []string{
		filepath.Join(under("PYENV_ROOT", ".pyenv"), "versions", "2.7*", "bin", "python2.7"),
		filepath.Join(under("ASDF_DATA_DIR", ".asdf"), "installs", "python", "2.7*", "bin", "python2.7"),
		filepath.Join(under("MISE_DATA_DIR", ".local", "share", "mise"), "installs", "python", "2.7*", "bin", "python2.7"),
		"/usr/local/bin/python2.7",
		"/usr/local/*/bin/python2.7",
		"/opt/*/bin/python2.7",
		"/opt/*/*/bin/python2.7",
	} {
		paths, _ := filepath.Glob(pattern) // an odd path in the environment matches nothing
		slices.Reverse(paths)
		found = append(found, paths...)
	}
	return found
}
