// Package program makes of what lies on disk the command that starts a bot: a folder with
// command.txt or bot.toml, an executable, a source file of a known language, an external Gomocup
// brain. It reads descriptions (Describe), builds what has to be built, confined and once (Cache),
// and finds interpreters (Description.Resolve).
//
// It runs no bot, which is bot/stdio's work, and knows no game: what a program talks is a name.
// Which argument of the command line is a bot at all is bot/find's business. docs/add-a-bot.md says
// what is described here to authors of bots.
package program

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Description is what a bot's folder or file says about it. Nothing has been run, built or looked
// for yet.
type Description struct {
	Name string // as tables show it
	Path string // as it was given, for messages
	Dir  string // its folder, absolute; "" for a bot that is one file, which sees nothing beside it
	File string // that file, absolute; "" for a folder

	Command []string // the words that start it; nil where its language says how
	Build   []string // the words that build it; nil for none, or where its language says how
	Sources []string // names in Dir, or File alone: what its language runs or builds; nil with Command

	Language string   // such as "python"; "" where not known
	Env      []string // NAME=VALUE
	Quirks   []string

	// Original is set for a program with a command.txt: it was written for the game's original
	// controller and talks what that talked.
	Original bool
	Protocol string // as bot.toml names it; "" for none named
}

// Names of the files that describe a bot.
const (
	CommandFile  = "command.txt"
	ManifestFile = "bot.toml"
)

// maxDescription is the size of the largest file that describes a bot, in bytes.
const maxDescription = 64 << 10

// ErrNoProgram is wrapped where a file or folder is no program at all.
var ErrNoProgram = errors.New("no program")

// IsFolder says whether a folder describes a bot.
func IsFolder(dir string) bool { return exists(dir, CommandFile) || exists(dir, ManifestFile) }

// IsFile says whether a file is a program by its name or its mode: source of a known language, or
// executable, which a script or a program for Linux is.
func IsFile(name string) bool {
	if _, ok := languageOf(name); ok {
		return true
	}
	st, err := os.Stat(name)
	if err != nil || !st.Mode().IsRegular() || st.Mode()&0o111 == 0 {
		return false
	}
	return isExecutable(name) // some file systems call every file executable
}

// isExecutable says whether a file is a script or a program for Linux by how it begins.
func isExecutable(name string) bool {
	head := readHead(name, 4)
	return strings.HasPrefix(head, "#!") || head == "\x7fELF"
}

func exists(dir, name string) bool {
	st, err := os.Stat(filepath.Join(dir, name))
	return err == nil && !st.IsDir()
}

// Describe reads what a bot's folder or file says. Errors name the file and what to do; one for
// what is no program wraps ErrNoProgram.
func Describe(path string) (Description, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return Description{}, err
	}
	st, err := os.Stat(full)
	switch {
	case err != nil:
		return Description{}, fmt.Errorf("bot %w", err)
	case st.IsDir():
		return describeFolder(path, full)
	case st.Mode().IsRegular():
		return describeFile(path, full, st)
	}
	return Description{}, fmt.Errorf("%s: %w: neither a file nor a folder", path, ErrNoProgram)
}

func describeFile(path, full string, st os.FileInfo) (Description, error) {
	d := Description{Name: baseName(full), Path: path, File: full}
	if lang, ok := languageOf(full); ok {
		d.Language, d.Sources = lang.name, []string{full}
		return d, nil
	}
	if st.Mode()&0o111 == 0 {
		return Description{}, fmt.Errorf("%s: %w: neither executable nor source by its name", path, ErrNoProgram)
	}
	d.Command = []string{full}
	return d, nil
}

func describeFolder(path, dir string) (Description, error) {
	d := Description{Name: baseName(dir), Path: path, Dir: dir}
	original, manifest := exists(dir, CommandFile), exists(dir, ManifestFile)
	var err error
	switch {
	case original && manifest:
		return Description{}, fmt.Errorf("%s has both %s and %s: remove one of them", path, CommandFile, ManifestFile)
	case original:
		err = d.readCommand()
	case manifest:
		err = d.readManifest()
	default:
		return describeOnly(path, dir)
	}
	if err != nil {
		return Description{}, err
	}
	if d.Build == nil && d.Command != nil {
		for _, name := range []string{"GNUmakefile", "makefile", "Makefile"} { // the order in which make looks
			if exists(dir, name) {
				d.Build = []string{"make"}
				break
			}
		}
	}
	return d, nil
}

// describeOnly describes a folder without a description by the only program in it.
func describeOnly(path, dir string) (Description, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return Description{}, fmt.Errorf("bot %w", err)
	}
	var names, closed []string // programs, and those that are only not executable
	for _, e := range entries {
		switch full := filepath.Join(dir, e.Name()); {
		case strings.HasPrefix(e.Name(), ".") || e.IsDir():
		case IsFile(full):
			names = append(names, e.Name())
		case e.Type().IsRegular() && isExecutable(full):
			closed = append(closed, e.Name())
		}
	}
	if len(names) == 0 && len(closed) == 1 {
		return Description{}, fmt.Errorf("%s: %s is not executable: chmod +x it", path, closed[0])
	}
	if len(names) != 1 {
		found := "none"
		if len(names) > 1 {
			found = fmt.Sprintf("%d", len(names))
		}
		return Description{}, fmt.Errorf("%s: %w: a folder is a bot if it has a %s, a %s, or just one program or source file, and it has %s of them; to enter every bot in it use --bots %s",
			path, ErrNoProgram, CommandFile, ManifestFile, found, path)
	}
	d := Description{Name: baseName(dir), Path: path, Dir: dir}
	if lang, ok := languageOf(names[0]); ok {
		d.Language, d.Sources = lang.name, names
	} else {
		d.Command = []string{"./" + names[0]}
	}
	return d, nil
}

// baseName is the name of a bot by that of its file or folder.
func baseName(path string) string {
	base := filepath.Base(path)
	if lang, ok := languageOf(base); ok {
		for _, e := range lang.extensions {
			if n := len(base) - len(e); n > 0 && strings.EqualFold(base[n:], e) {
				return base[:n]
			}
		}
	}
	return base
}

// readCommand reads command.txt: the command, after the commands that build it, if there are any.
func (d *Description) readCommand() error {
	text, err := readDescription(d.Dir, CommandFile)
	if err != nil {
		return err
	}
	where := filepath.Join(d.Path, CommandFile)
	var lines []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return fmt.Errorf("%s is empty: its first line should be the command that starts the bot", where)
	}
	last := len(lines) - 1
	if d.Command, err = Words(lines[last]); err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	if last > 0 { // as the original controller did it
		for _, line := range lines[:last] {
			if strings.ContainsRune(line, 0) {
				return fmt.Errorf("%s: a line has a zero byte", where)
			}
		}
		d.Build = shell(strings.Join(lines[:last], "\n"))
	}
	d.Original = true
	return nil
}

// shell is the command that has a shell run a script, up to its first failure.
func shell(script string) []string { return []string{"sh", "-e", "-c", script} }

// readDescription reads a file that describes a bot, without a byte order mark.
func readDescription(dir, name string) (string, error) {
	f, err := os.Open(filepath.Join(dir, name))
	if err != nil {
		return "", fmt.Errorf("bot %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxDescription+1))
	if err != nil {
		return "", fmt.Errorf("bot %w", err)
	}
	if len(text) > maxDescription {
		return "", fmt.Errorf("%s: larger than %d KiB, too large to describe a bot", f.Name(), maxDescription>>10)
	}
	return strings.TrimPrefix(string(text), "\ufeff"), nil
}
