package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"koth/bot/starter"
	"koth/bots"
	"koth/games"
	"koth/internal/term"
)

type newCmd struct {
	Bot newBotCmd `cmd:"" help:"Write a bot to start from, which plays at once."`
}

type newBotCmd struct {
	Game     string `arg:"" help:"The game (koth games lists them)."`
	Language string `arg:"" optional:"" help:"Its language; left out, those there are."`
	Dir      string `arg:"" optional:"" help:"The folder to write it to (GAME-LANGUAGE)."`
}

// Run writes a starter bot, or lists the languages.
func (c *newBotCmd) Run(s streams) error {
	if _, err := games.All().Get(c.Game); err != nil {
		return usage(err)
	}
	if c.Language == "" {
		for _, l := range starter.Languages(c.Game) {
			fmt.Fprintf(s.out, "%-12s %s\n", l.Name, l.About)
		}
		return nil
	}
	files, err := starter.Bot(c.Game, c.Language)
	if err != nil {
		return usage(err)
	}
	dir := c.Dir
	if dir == "" {
		dir = c.Game + "-" + strings.ToLower(c.Language)
	}
	paths, err := starter.Write(dir, files)
	if err != nil {
		return usage(err)
	}
	for _, p := range paths {
		fmt.Fprintf(s.out, "wrote %s\n", term.Clean(p))
	}
	bot := shellWord(dir)
	if !strings.ContainsRune(dir, filepath.Separator) {
		bot = "./" + bot
	}
	fmt.Fprintf(s.out, "\nkoth check %s %s\nkoth match %s %s %s --watch\n", c.Game, bot, c.Game, bot, bots.House(c.Game)[0].Spec.Name)
	return nil
}

// shellWord quotes a word for a shell, if it has to be.
func shellWord(word string) string {
	if !strings.ContainsFunc(word, func(r rune) bool {
		return !strings.ContainsRune("+-./_=,@%:", r) && !('0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z')
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
