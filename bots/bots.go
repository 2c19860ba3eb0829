// Package bots is the one list of the house bots, by game.
//
// A bot in JavaScript or Lua is one file, GAME/NAME.js or GAME/NAME.lua: the first sentence of the
// comment on its top describes it. A bot in Go is code in GAME/ and one line in natives, below. What
// they are for is to be played against and to be learnt from; the arena knows no difference between
// them and anybody's bot.
package bots

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"koth/bot"
	"koth/bot/native"
	"koth/bots/gomoku"
	"koth/bots/pacman"
	"koth/bots/politics"
	"koth/bots/tokens"
)

//go:embed blobs/*.js gomoku/*.js gomoku/*.lua pacman/*.js politics/*.js tokens/*.js
var scripts embed.FS

// natives are the house bots in Go, by game; the one a newcomer should meet first leads.
var natives = map[string][]goBot{
	"gomoku": {
		{"classic", "Classic scores every cell along its four lines, without any search, and plays one of the best.", gomoku.NewClassic},
		{"easy", "Easy sees threats and little else, and makes mistakes.", gomoku.NewLevel("easy")},
		{"medium", "Medium looks two stones ahead, about as good as classic.", gomoku.NewLevel("medium")},
		{"hard", "Hard searches some ten thousand positions a move and finds most forced wins.", gomoku.NewLevel("hard")},
		{"master", "Master searches some hundred thousand positions a move, the strongest of the house.", gomoku.NewLevel("master")},
	},
	"pacman": {
		{"houdini", "Houdini weighs the points of every walk against the odds of meeting a ghost on it.", pacman.NewHoudini},
	},
	"politics": {
		{"strategist", "Strategist works out what its opponent did from the counts it is shown, and plays the rules ahead.", politics.NewStrategist},
	},
	"tokens": {
		{"magpie", "Magpie foresees what its rival will eat and plans its own bites to the end of the match.", tokens.NewMagpie},
	},
}

type goBot struct {
	name, about string
	construct   native.Constructor
}

// Bot is a house bot.
type Bot struct {
	Spec  bot.Spec
	About string // one sentence
}

// scriptKinds are the kinds of house bots that are files, by the ending of the file's name, and how
// a comment on one line begins there.
var scriptKinds = map[string]struct {
	kind    bot.Kind
	comment string
}{
	".js":  {bot.JavaScript, "//"},
	".lua": {bot.Lua, "--"},
}

// House returns the house bots of a game: those in Go, then those in scripts by name. A game
// without any, or an unknown one, has none.
func House(game string) []Bot {
	var list []Bot
	for _, b := range natives[game] {
		list = append(list, Bot{bot.Spec{Name: b.name, Kind: bot.Native, Path: specPath(game, b.name)}, b.about})
	}
	entries, err := scripts.ReadDir(game)
	if err != nil {
		return list // no folder, no scripts
	}
	for _, e := range entries {
		ext := path.Ext(e.Name())
		script, isScript := scriptKinds[ext]
		if !isScript {
			continue
		}
		name := strings.TrimSuffix(e.Name(), ext)
		source, err := scripts.ReadFile(path.Join(game, e.Name()))
		if err != nil {
			panic(err) // it is part of this program
		}
		list = append(list, Bot{bot.Spec{Name: name, Kind: script.kind, Path: specPath(game, name), Source: source}, about(source, script.comment)})
	}
	return list
}

// Find returns a house bot of a game, or an error that lists those there are.
func Find(game, name string) (bot.Spec, error) {
	house := House(game)
	if i := slices.IndexFunc(house, func(b Bot) bool { return b.Spec.Name == name }); i >= 0 {
		return house[i].Spec, nil
	}
	if len(house) == 0 {
		return bot.Spec{}, fmt.Errorf("no house bot %.80q: %.80q has none", name, game)
	}
	have := make([]string, len(house))
	for i, b := range house {
		have[i] = b.Spec.Name
	}
	return bot.Spec{}, fmt.Errorf("%s has no house bot %.80q (have %s)", game, name, strings.Join(have, ", "))
}

// Natives returns the house bots in Go of all games, for the runtime that plays them.
func Natives() native.Bots {
	all := make(native.Bots)
	for game, list := range natives {
		for _, b := range list {
			all[specPath(game, b.name)] = b.construct
		}
	}
	return all
}

// specPath is where a house bot says that it comes from. Games may have bots of one name.
func specPath(game, name string) string { return "house:" + game + "/" + name }

// about returns the first sentence of the comment that a script begins with.
func about(source []byte, comment string) string {
	var words []string
	for line := range strings.Lines(string(source)) {
		text, isComment := strings.CutPrefix(line, comment)
		if !isComment {
			break
		}
		for _, w := range strings.Fields(text) {
			words = append(words, w)
			if strings.HasSuffix(w, ".") {
				return strings.Join(words, " ")
			}
		}
	}
	return strings.Join(words, " ")
}
