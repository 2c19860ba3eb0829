// Package starter holds the bots that koth new bot writes for newcomers: whole, commented, and able
// to play at once. They are in files, by language and game; the part that talks to the arena is the
// same for all games of a language (loop.*). The go tool passes over a folder whose name begins with _:
// what is in it for Go is one program for each game.
//
// The package writes files and runs nothing. docs/add-a-bot.md goes on from where a starter ends.
package starter

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed _files
var files embed.FS

// File is one file of a bot.
type File struct {
	Name, Text string
}

// language says what a bot in it is made of.
type language struct {
	name, about string
	extension   string // of its files
	manifest    string // bot.toml; "" for a function, which needs none
	loop        string // the file for the conversation with the arena, where that is not part of the bot's own; "-" for none
}

var languages = []language{
	{name: "python", about: "a program, or a function where the game takes them", extension: ".py", manifest: "command = \"python3 bot.py\"\n"},
	{name: "javascript", about: "a function inside the arena, the fastest kind of bot", extension: ".js", loop: "-"},
	{name: "lua", about: "a function inside the arena", extension: ".lua", loop: "-"},
	{name: "node", about: "a program in JavaScript", extension: ".mjs", manifest: "command = \"node bot.mjs\"\n"},
	{name: "go", about: "a program, built when it first plays", extension: ".go", manifest: "language = \"go\"\n", loop: "arena.go"},
	{name: "perl", about: "a program", extension: ".pl", manifest: "command = \"perl bot.pl\"\n"},
	{name: "c", about: "a program, built when it first plays", extension: ".c", manifest: "language = \"c\"\n"},
}

// Language is one that there is a starter in.
type Language struct {
	Name, About string
}

// Languages returns those that there are starters in for a game.
func Languages(game string) []Language {
	var list []Language
	for _, l := range languages {
		if l.has(game) {
			list = append(list, Language{l.name, l.about})
		}
	}
	return list
}

// has says whether there is a starter for a game.
func (l language) has(game string) bool {
	_, err := fs.Stat(files, l.path(game))
	return err == nil && game != "loop"
}

func (l language) path(name string) string { return "_files/" + l.name + "/" + name + l.extension }

// Bot returns the files of a starter. An error lists the languages that there are for the game.
func Bot(game, name string) ([]File, error) {
	i := slices.IndexFunc(languages, func(l language) bool { return l.name == strings.ToLower(name) && l.has(game) })
	if i < 0 {
		var have []string
		for _, l := range Languages(game) {
			have = append(have, l.Name)
		}
		if len(have) == 0 {
			return nil, fmt.Errorf("there is no starter for %.60q; docs/add-a-bot.md says how to write one", game)
		}
		return nil, fmt.Errorf("there is no starter for %s in %.60q (have %s); docs/add-a-bot.md says how a program in any language plays",
			game, name, strings.Join(have, ", "))
	}
	return languages[i].bot(game), nil
}

func (l language) bot(game string) []File {
	main := File{"bot" + l.extension, l.read(game)}
	switch {
	case l.loop == "-" || l.isFunction(main.Text):
	case l.loop != "":
		return []File{main, {l.loop, l.read("loop")}, {"bot.toml", l.manifest}}
	default:
		main.Text += "\n\n" + l.read("loop")
	}
	if l.manifest == "" || l.isFunction(main.Text) {
		return []File{main}
	}
	return []File{main, {"bot.toml", l.manifest}}
}

// isFunction says whether a starter in Python is a function that the arena calls.
func (l language) isFunction(text string) bool {
	return l.name == "python" && !strings.Contains(text, "import sys")
}

func (l language) read(name string) string {
	text, err := files.ReadFile(l.path(name))
	if err != nil {
		panic(err) // it is part of this program
	}
	return string(text)
}

// Write writes a starter into a folder, which is made if need be. Nothing that is there is
// overwritten. The paths of the files are returned.
func Write(dir string, bot []File) ([]string, error) {
	for _, f := range bot {
		if path := filepath.Join(dir, f.Name); exists(path) {
			return nil, fmt.Errorf("%s is there already: name another folder", path)
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	var paths []string
	for _, f := range bot {
		path := filepath.Join(dir, f.Name)
		mode := fs.FileMode(0o666)
		if strings.HasPrefix(f.Text, "#!") {
			mode = 0o777
		}
		if err := os.WriteFile(path, []byte(f.Text), mode); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
