// Package gomoku holds the house bots of the game gomoku that are written in Go. Those in scripts
// are files beside this one and need no Go; the engine that searches is in engine/.
//
// Classic plays without any search: it scores every empty cell for the side to move and plays one
// of the best. classic.go chooses, score.go says what a cell is worth.
package gomoku

import (
	"math/rand/v2"

	"koth/bot"
	"koth/bot/native"
	"koth/game"
	"koth/games/gomoku"
)

// Classic is a well-known scoring program of 300 lines of Lua, as exactly as its description goes:
// the same scores for every cell, quirks included, and the same choice among the best.
type Classic struct {
	rng   *rand.Rand
	table *scoreTable
	sheet sheet
	best  [gomoku.MaxCells]gomoku.Point
}

// NewClassic makes a Classic for one match. It draws a random number where several cells are best.
func NewClassic(_ bot.Seating, rng *rand.Rand) native.Bot {
	return &Classic{rng: rng, table: scores()}
}

// Act plays one of the best cells.
func (c *Classic) Act(obs game.Observation) game.Action {
	v := obs.(*gomoku.View)
	if v.Phase == gomoku.PhaseOpen {
		return gomoku.DefaultOpening(v.Board.Size())
	}
	best := c.choose(&v.Board, v.Me)
	if v.Rule == gomoku.Renju && v.Me == gomoku.Black {
		best = c.legal(&v.Board, best)
	}
	if len(best) == 1 {
		return gomoku.Move(best[0])
	}
	return gomoku.Move(best[c.rng.IntN(len(best))])
}

// choose returns the best cells for a colour, row by row: all that have the highest four scores,
// or, where nothing scores, the nearest to the middle that comes last.
func (c *Classic) choose(b *gomoku.Board, me gomoku.Stone) []gomoku.Point {
	c.sheet.fill(b, me, c.table)
	best := c.collect(b)
	if c.sheet.at(best[0]) > 0 {
		return best
	}
	return nearest(best, b.Size())
}

// collect returns the cells with the highest four scores, row by row.
func (c *Classic) collect(b *gomoku.Board) []gomoku.Point {
	highest := four(0)
	n := 0
	for y := range b.Size() {
		for x := range b.Size() {
			if b.At(x, y) != gomoku.Empty {
				continue
			}
			p := gomoku.Point{X: x, Y: y}
			switch s := c.sheet.at(p); {
			case s > highest:
				highest, n = s, 0
				fallthrough
			case s == highest:
				c.best[n] = p
				n++
			}
		}
	}
	return c.best[:n]
}

// nearest moves the nearest to the middle to the front, in their order, and returns the last of
// them alone. The program measures from a point half a cell above and left of the true middle.
func nearest(cells []gomoku.Point, size int) []gomoku.Point {
	n := 0
	for _, p := range cells {
		if n > 0 {
			switch d := distance(p, size) - distance(cells[0], size); {
			case d > 0:
				continue
			case d < 0:
				n = 0
			}
		}
		cells[n] = p
		n++
	}
	return cells[n-1 : n]
}

// distance is twice the distance of a cell, in steps along rows and columns, from the point that
// the program takes for the middle.
func distance(p gomoku.Point, size int) int {
	return abs(2*(p.X+1)-size) + abs(2*(p.Y+1)-size)
}

func abs(n int) int { return max(n, -n) }

// legal returns the best cells that renju does not forbid black: the program does not know renju,
// and would lose at once. If none is left, the first cell that is allowed will do.
func (c *Classic) legal(b *gomoku.Board, best []gomoku.Point) []gomoku.Point {
	n := 0
	for _, p := range best {
		if b.Forbidden(p.X, p.Y) == gomoku.Allowed {
			best[n] = p
			n++
		}
	}
	if n > 0 {
		return best[:n]
	}
	for y := range b.Size() {
		for x := range b.Size() {
			if b.At(x, y) == gomoku.Empty && b.Forbidden(x, y) == gomoku.Allowed {
				c.best[0] = gomoku.Point{X: x, Y: y}
				return c.best[:1]
			}
		}
	}
	return best // the rules would have ended the match
}
