package pacman

import (
	_ "embed"
	"fmt"

	"koth/game"
)

//go:embed dialect.js
var prelude string

// dialect is the conversation with a bot in JavaScript (rules, In JavaScript). Its other end is
// dialect.js; the two forms below are between them alone.
//
// A turn is bytes: 1 if the maze comes with it, size, x, y and letter of the player's square, low
// and high byte of the number of squares in sight; for each of those x, y, letter; then, the first
// time, the walls of each square, row by row. A letter is an index into sightLetters. An answer is
// one byte, the Action.
type dialect struct {
	asked bool
}

const sightLetters = "XoOFPG"

// letterIndex is the inverse of sightLetters.
var letterIndex = [256]byte{'o': 1, 'O': 2, 'F': 3, 'P': 4, 'G': 5}

// JavaScript returns the dialect of one seat.
func (Game) JavaScript(game.Seat) game.ScriptDialect { return new(dialect) }

// Prelude returns dialect.js.
func (*dialect) Prelude() string { return prelude }

// AppendTurn appends a *View.
func (d *dialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	v := obs.(*View)
	first := byte(1)
	if d.asked {
		first = 0
	}
	dst = append(dst, first, byte(v.Maze.size), v.Maze.x[v.Me.At], v.Maze.y[v.Me.At], letterIndex[v.Me.Letter])
	dst = append(dst, byte(len(v.Sight)), byte(len(v.Sight)>>8))
	for _, q := range v.Sight {
		dst = append(dst, v.Maze.x[q.At], v.Maze.y[q.At], letterIndex[q.Letter])
	}
	if !d.asked {
		dst = append(dst, v.Maze.walls...)
	}
	d.asked = true
	return dst
}

// ParseAnswer reads an Action.
func (*dialect) ParseAnswer(_ game.Observation, answer []byte) (game.Action, error) {
	if len(answer) != 1 || Action(answer[0]) >= actions {
		return nil, fmt.Errorf("%.40q is not the number of an action: %w", answer, game.ErrMalformed)
	}
	return Action(answer[0]), nil
}
