package gomoku

import (
	_ "embed"

	"koth/game"
)

//go:embed dialect.lua
var preludeLua string

// Lua returns the dialect of one seat for bots in Lua: the same bytes as for JavaScript.
func (Game) Lua(game.Seat) game.ScriptDialect { return script{preludeLua} }
