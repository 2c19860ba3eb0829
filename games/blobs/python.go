package blobs

import (
	_ "embed"

	"koth/game"
)

//go:embed dialect.py
var pythonPrelude string

// parameters are those of a bot's function: map_length, near, me, storage.
const parameters = 4

var _ game.Pythonic = Game{}

// Python returns dialect.py, which is to functions in Python what dialect.js is to those in
// JavaScript.
func (Game) Python() (prelude string, count int) { return pythonPrelude, parameters }
