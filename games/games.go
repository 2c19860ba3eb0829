// Package games is the one list of the arena's games. Each game's rules live in a folder of
// their own below this one; a new game is one folder and one line here.
package games

import (
	"koth/game"
	"koth/games/blobs"
	"koth/games/gomoku"
	"koth/games/pacman"
	"koth/games/politics"
	"koth/games/tokens"
)

// All returns every game of the arena. Two games of one name panic.
func All() *game.Registry {
	return game.NewRegistry(
		blobs.Game{},
		gomoku.Game{},
		pacman.Game{},
		politics.Game{},
		tokens.Game{},
	)
}
