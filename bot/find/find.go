// Package find makes bots of what a user names: a house bot, a file, a folder, NAME=PATH, an
// external Gomocup brain, or every bot in a folder. It is the one entry to finding bots: what kind
// of bot something is, is decided here; how a program is described and built is bot/program's
// business. Nothing here runs a bot.
package find

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"koth/bot"
	"koth/bot/program"
	"koth/bot/python"
	"koth/game"
)

// MaxSource is the size of the largest source file that is taken for a bot, in bytes.
const MaxSource = 4 << 20

// ErrNotFound is wrapped when there is no bot where one was named.
var ErrNotFound = errors.New("no such bot")

// House finds a house bot by name.
type House func(name string) (bot.Spec, bool)

// Finder finds the bots of one game.
type Finder struct {
	Game  game.Game
	House House
	Cache *program.Cache // of what has to be built
}

// brainPrefix begins an argument that names an external Gomocup brain by its command: brain:COMMAND,
// or with quirks brain+QUIRK+QUIRK:COMMAND.
var brainPrefix = regexp.MustCompile(`^brain((?:\+[a-z0-9-]+)*):`)

// Find returns the bot that an argument of the command line names: a house bot's name, the path of
// a file or a folder, brain:COMMAND, or NAME= and one of these. A house bot's name wins over a file
// of that name; ./NAME is the file. A program is built if need be. Errors name the argument and
// what to do, those for nothing there wrap ErrNotFound.
func (f Finder) Find(ctx context.Context, arg string) (bot.Spec, error) {
	if spec, ok := f.House(arg); ok {
		return spec, nil
	}
	name, path := "", arg
	if before, after, ok := strings.Cut(arg, "="); ok && !strings.ContainsRune(before, filepath.Separator) &&
		!brainPrefix.MatchString(arg) && !exists(arg) {
		name, path = before, after
		if name == "" || path == "" {
			return bot.Spec{}, fmt.Errorf("bot %q: want NAME=PATH", arg)
		}
		if spec, ok := f.House(path); ok {
			spec.Name = name
			return spec, nil
		}
	}
	spec, err := f.Open(ctx, path)
	if err != nil {
		return bot.Spec{}, err
	}
	if name != "" {
		spec.Name = name
	}
	return spec, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// Open returns the bot in a file or a folder, or the one that brain:COMMAND starts.
func (f Finder) Open(ctx context.Context, path string) (bot.Spec, error) {
	if m := brainPrefix.FindStringSubmatch(path); m != nil && !exists(path) {
		quirks := strings.FieldsFunc(m[1], func(r rune) bool { return r == '+' })
		d, c, err := program.Brain(path[len(m[0]):], quirks, f.protocols())
		return bot.Spec{Name: d.Name, Kind: bot.Program, Path: path, Command: c}, err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return bot.Spec{}, fmt.Errorf("%s: %w: neither a house bot nor a file or folder (koth bots GAME lists the house bots)", path, ErrNotFound)
	case err != nil:
		return bot.Spec{}, fmt.Errorf("bot %w", err)
	case info.Mode().IsRegular():
		if spec, ok, err := f.function(path); ok || err != nil {
			return spec, err
		}
	case info.IsDir():
		if spec, ok, err := f.only(path); ok || err != nil {
			return spec, err
		}
	}
	d, err := program.Describe(path)
	if errors.Is(err, program.ErrNoProgram) && info.Mode().IsRegular() {
		return bot.Spec{}, fmt.Errorf("%s: cannot play a file of this kind: it is not executable (chmod +x), nor source by its name (have %s)", path, strings.Join(extensions(), ", "))
	}
	if err != nil {
		return bot.Spec{}, err
	}
	c, err := d.Resolve(ctx, f.Cache, f.protocols())
	if err != nil {
		return bot.Spec{}, err
	}
	return bot.Spec{Name: d.Name, Kind: bot.Program, Path: path, Command: c}, nil
}

// only returns the function that is all there is in a folder without a description. Several bots in
// one are an error.
func (f Finder) only(dir string) (spec bot.Spec, ok bool, err error) {
	if program.IsFolder(dir) {
		return bot.Spec{}, false, nil
	}
	names, err := candidates(dir)
	if len(names) > 1 {
		return bot.Spec{}, false, fmt.Errorf("%s is a folder with %d bots: name one of them, or enter all by --bots %s", dir, len(names), dir)
	}
	if err != nil || len(names) == 0 || program.IsFolder(filepath.Join(dir, names[0])) {
		return bot.Spec{}, false, err
	}
	spec, ok, err = f.function(filepath.Join(dir, names[0]))
	if full, pathErr := filepath.Abs(dir); pathErr == nil {
		spec.Name = filepath.Base(full)
	}
	return spec, ok, err
}

// function returns the bot in a file that is a function, if it is one: by its name, or, for
// Python, by what is in it (python.IsFunction).
func (f Finder) function(path string) (spec bot.Spec, ok bool, err error) {
	kind, isScript := kindOf(path)
	dialect, takesPython := f.Game.(game.Pythonic)
	isPython := takesPython && strings.EqualFold(filepath.Ext(path), ".py")
	if !isScript && !isPython {
		return bot.Spec{}, false, nil
	}
	source, err := read(path)
	if err != nil {
		return bot.Spec{}, false, err
	}
	base := filepath.Base(path)
	spec = bot.Spec{Name: strings.TrimSuffix(base, filepath.Ext(base)), Kind: kind, Path: path}
	if isScript {
		spec.Source = source
		return spec, true, nil
	}
	if !python.IsFunction(source, dialect) {
		return bot.Spec{}, false, nil
	}
	spec.Kind = bot.Program
	spec.Command, err = python.Command(path, dialect)
	return spec, err == nil, err
}

// protocols are the text protocols of the game.
func (f Finder) protocols() []string {
	if texted, ok := f.Game.(game.Texted); ok {
		return texted.TextProtocols()
	}
	return nil
}

func read(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("bot %w", err)
	}
	defer f.Close()
	source, err := io.ReadAll(io.LimitReader(f, MaxSource+1))
	if err != nil {
		return nil, fmt.Errorf("bot %w", err)
	}
	if len(source) > MaxSource {
		return nil, fmt.Errorf("%s: larger than %d MiB, too large for a bot", path, MaxSource>>20)
	}
	if source == nil {
		source = []byte{}
	}
	return source, nil
}

// Dir returns every bot in a folder, by name: files that are bots, and folders that describe one
// (program.IsFolder). Hidden ones and what is no bot are passed over. A folder without any bot is
// an error, and so is a bot that cannot be played here; all of those are named at once.
func (f Finder) Dir(ctx context.Context, path string) ([]bot.Spec, error) {
	if program.IsFolder(path) {
		return nil, fmt.Errorf("%s is itself a bot: name it without --bots", path)
	}
	names, err := candidates(path)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s: no bots in this folder (looked for %s, programs, and folders with %s or %s)",
			path, strings.Join(extensions(), ", "), program.CommandFile, program.ManifestFile)
	}
	var specs []bot.Spec
	var errs []error
	for _, name := range names {
		spec, err := f.Open(ctx, filepath.Join(path, name))
		specs, errs = append(specs, spec), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return specs, nil
}

// Named returns the bot of a name in a folder. Others there are not looked at, let alone built. One
// that is not there gives an error wrapping ErrNotFound.
func (f Finder) Named(ctx context.Context, dir, name string, kind bot.Kind) (bot.Spec, error) {
	names, err := candidates(dir)
	if err != nil {
		return bot.Spec{}, err
	}
	for _, file := range names {
		if file != name && !strings.HasPrefix(file, name+".") {
			continue
		}
		if spec, err := f.Open(ctx, filepath.Join(dir, file)); err == nil && spec.Name == name && spec.Kind == kind {
			return spec, nil
		}
	}
	return bot.Spec{}, fmt.Errorf("%s: %w in %s", name, ErrNotFound, dir)
}

// candidates lists what in a folder is a bot, by name.
func candidates(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("bots: %w", err)
	}
	var names []string
	for _, e := range entries {
		full := filepath.Join(dir, e.Name())
		info, err := os.Stat(full)
		if strings.HasPrefix(e.Name(), ".") || err != nil {
			continue
		}
		_, isScript := kindOf(full)
		if info.IsDir() && program.IsFolder(full) || info.Mode().IsRegular() && (isScript || program.IsFile(full)) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Distinct gives bots of one name different ones: the second "lazy" becomes "lazy#2".
func Distinct(specs []bot.Spec) {
	used := make(map[string]bool, len(specs))
	for i := range specs {
		name := specs[i].Name
		for n := 2; used[specs[i].Name]; n++ {
			specs[i].Name = fmt.Sprintf("%s#%d", name, n)
		}
		used[specs[i].Name] = true
	}
}

// kinds are the bots that are functions, by the end of their file's name.
var kinds = map[string]bot.Kind{".js": bot.JavaScript, ".lua": bot.Lua}

// kindOf returns the kind of a function bot by its file's name. NAME.node.js is a program.
func kindOf(path string) (bot.Kind, bool) {
	base := strings.ToLower(filepath.Base(path))
	if strings.HasSuffix(base, ".node.js") {
		return "", false
	}
	k, ok := kinds[filepath.Ext(base)]
	return k, ok
}

func extensions() []string {
	list := program.Extensions()
	for e := range kinds {
		list = append(list, "*"+e)
	}
	slices.Sort(list)
	return list
}
