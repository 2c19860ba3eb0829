package bot

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// MaxSource is the size of the largest source file that is taken for a bot, in bytes.
const MaxSource = 4 << 20

// ErrNotFound is wrapped when there is no bot where one was named.
var ErrNotFound = errors.New("no such bot")

// House finds a house bot by name.
type House func(name string) (Spec, bool)

// Find returns the bot that an argument of the command line names: the name of a house bot, the
// path of a file, or NAME=PATH. A house bot's name wins over a file of that name; ./NAME is the
// file. Errors name the argument and what to do, those for nothing there wrap ErrNotFound.
func Find(arg string, house House) (Spec, error) {
	if spec, ok := house(arg); ok {
		return spec, nil
	}
	name, path := "", arg
	if before, after, ok := strings.Cut(arg, "="); ok && !strings.ContainsRune(before, filepath.Separator) && !exists(arg) {
		name, path = before, after
		if name == "" || path == "" {
			return Spec{}, fmt.Errorf("bot %q: want NAME=PATH", arg)
		}
		if spec, ok := house(path); ok {
			spec.Name = name
			return spec, nil
		}
	}
	spec, err := Open(path)
	if err != nil {
		return Spec{}, err
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

// Open describes the bot in a file.
func Open(path string) (Spec, error) {
	kind, ok := kindOf(path)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Spec{}, fmt.Errorf("%s: %w: neither a house bot nor a file (koth bots GAME lists the house bots)", path, ErrNotFound)
	case err != nil:
		return Spec{}, fmt.Errorf("bot %w", err)
	case info.IsDir():
		return Spec{}, fmt.Errorf("%s is a folder; to enter every bot in it use --bots %s", path, path)
	case !ok:
		return Spec{}, fmt.Errorf("%s: cannot play a file of this kind (have %s)", path, strings.Join(extensions(), ", "))
	case !info.Mode().IsRegular():
		return Spec{}, fmt.Errorf("%s is not a regular file", path)
	}
	source, err := read(path)
	if err != nil {
		return Spec{}, err
	}
	base := filepath.Base(path)
	return Spec{Name: strings.TrimSuffix(base, filepath.Ext(base)), Kind: kind, Path: path, Source: source}, nil
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

// Dir returns every bot in a folder, by name of file; hidden files and what is no bot are passed
// over. A folder without any bot is an error.
func Dir(path string) ([]Spec, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("bots: %w", err)
	}
	var specs []Spec
	for _, e := range entries {
		file := filepath.Join(path, e.Name())
		if _, ok := kindOf(file); !ok || strings.HasPrefix(e.Name(), ".") || e.IsDir() {
			continue
		}
		spec, err := Open(file)
		if err != nil {
			return nil, err
		}
		specs = append(specs, spec)
	}
	if len(specs) == 0 {
		return nil, fmt.Errorf("%s: no bots in this folder (looked for %s)", path, strings.Join(extensions(), ", "))
	}
	return specs, nil
}

// Distinct gives bots of one name different ones: the second "lazy" becomes "lazy#2".
func Distinct(specs []Spec) {
	used := make(map[string]bool, len(specs))
	for i := range specs {
		name := specs[i].Name
		for n := 2; used[specs[i].Name]; n++ {
			specs[i].Name = fmt.Sprintf("%s#%d", name, n)
		}
		used[specs[i].Name] = true
	}
}

var kinds = map[string]Kind{".js": JavaScript}

func kindOf(path string) (Kind, bool) {
	k, ok := kinds[strings.ToLower(filepath.Ext(path))]
	return k, ok
}

func extensions() []string {
	var list []string
	for e := range kinds {
		list = append(list, "*"+e)
	}
	slices.Sort(list)
	return list
}
