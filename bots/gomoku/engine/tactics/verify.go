package main

import "koth/games/gomoku"

// verifier tries everything, with the game's own rules and no knowledge of patterns.
type verifier struct {
	board gomoku.Board
	rule  gomoku.Rule
}

// lines are the four directions.
var lines = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// legal tells whether a colour may play on a cell.
func (v *verifier) legal(p gomoku.Point, s gomoku.Stone) bool {
	return v.board.At(p.X, p.Y) == gomoku.Empty &&
		(v.rule != gomoku.Renju || s != gomoku.Black || v.board.Forbidden(p.X, p.Y) == gomoku.Allowed)
}

// cells returns the empty cells for which keep is true.
func (v *verifier) cells(keep func(p gomoku.Point) bool) (list []gomoku.Point) {
	for y := range v.board.Size() {
		for x := range v.board.Size() {
			if p := (gomoku.Point{X: x, Y: y}); v.board.At(x, y) == gomoku.Empty && keep(p) {
				list = append(list, p)
			}
		}
	}
	return list
}

// fives returns the cells on which a colour wins at once.
func (v *verifier) fives(s gomoku.Stone) []gomoku.Point {
	return v.cells(func(p gomoku.Point) bool { return v.board.WouldWin(v.rule, p.X, p.Y, s) })
}

// fivesThrough returns those of fives that lie in line with a cell, near enough for a row of five.
func (v *verifier) fivesThrough(c gomoku.Point, s gomoku.Stone) (list []gomoku.Point) {
	for _, d := range lines {
		for k := -4; k <= 4; k++ {
			x, y := c.X+k*d[0], c.Y+k*d[1]
			if v.board.Has(x, y) && v.board.At(x, y) == gomoku.Empty && v.board.WouldWin(v.rule, x, y, s) {
				list = append(list, gomoku.Point{X: x, Y: y})
			}
		}
	}
	return list
}

// wins returns the first moves with which a colour, to move, makes five with its last of plies
// plies and every move before it a four, whatever is answered. It does not ask for quicker ways.
func (v *verifier) wins(s gomoku.Stone, plies int) (first []gomoku.Point) {
	if plies == 1 {
		return v.fives(s)
	}
	if len(v.fives(s)) > 0 {
		return nil // it wins quicker
	}
	against := v.fives(s.Other())
	for _, c := range v.cells(func(p gomoku.Point) bool { return v.legal(p, s) }) {
		if len(against) > 1 || len(against) == 1 && against[0] != c {
			continue
		}
		if v.four(c, s, plies) {
			first = append(first, c)
		}
	}
	return first
}

// four tells whether a stone makes a four that wins in plies plies, itself the first.
func (v *verifier) four(c gomoku.Point, s gomoku.Stone, plies int) bool {
	v.board.Set(c.X, c.Y, s)
	defer v.board.Set(c.X, c.Y, gomoku.Empty)
	fives := v.fivesThrough(c, s)
	switch {
	case len(fives) == 0:
		return false
	case len(fives) > 1 || !v.legal(fives[0], s.Other()):
		return plies == 3
	case plies == 3:
		return false
	}
	answer := fives[0]
	v.board.Set(answer.X, answer.Y, s.Other())
	defer v.board.Set(answer.X, answer.Y, gomoku.Empty)
	return len(v.wins(s, plies-2)) > 0
}

// quickest returns the least number of plies, up to most, in which a colour wins by fours, and its
// first moves then; 0 for none.
func (v *verifier) quickest(s gomoku.Stone, most int) (plies int, first []gomoku.Point) {
	for n := 1; n <= most; n += 2 {
		if first := v.wins(s, n); len(first) > 0 {
			return n, first
		}
	}
	return 0, nil
}

// saves returns the moves after which the other colour has no win by fours of up to most plies. It
// stops after two.
func (v *verifier) saves(s gomoku.Stone, most int) (moves []gomoku.Point) {
	for _, c := range v.cells(func(p gomoku.Point) bool { return v.legal(p, s) }) {
		v.board.Set(c.X, c.Y, s)
		n, _ := v.quickest(s.Other(), most)
		v.board.Set(c.X, c.Y, gomoku.Empty)
		if n == 0 {
			if moves = append(moves, c); len(moves) > 1 {
				break
			}
		}
	}
	return moves
}
