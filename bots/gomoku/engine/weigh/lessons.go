package main

import (
	"fmt"
	"math"
	"slices"

	"koth/bots/gomoku/engine"
	"koth/bots/gomoku/engine/weights"
	"koth/games/gomoku"
)

// lessons makes of games what is learnt from.
type lessons struct {
	rule    engine.Rule
	combos  []engine.Combo
	engines map[int]*engine.Engine // by size of board
}

func newLessons(rule gomoku.Rule) (*lessons, error) {
	l := &lessons{rule: engine.Rule(rule.Number()), engines: map[int]*engine.Engine{}}
	e, err := l.engine(engine.MaxSize)
	if err != nil {
		return nil, err
	}
	l.combos = e.Combos()
	return l, nil
}

// engine returns one with an empty board.
func (l *lessons) engine(size int) (*engine.Engine, error) {
	if e := l.engines[size]; e != nil {
		e.Reset()
		return e, nil
	}
	e, err := engine.New(engine.Config{Size: size, Rule: l.rule, Memory: engine.MinMemory})
	if err == nil {
		l.engines[size] = e
	}
	return e, err
}

// visit calls see before each move of a game.
func (l *lessons) visit(g game, see func(e *engine.Engine, ply int, m move)) error {
	e, err := l.engine(g.size)
	if err != nil {
		return err
	}
	for ply, m := range g.moves {
		see(e, ply, m)
		if err := e.Play(m.at); err != nil {
			return fmt.Errorf("move %d: %w", ply+1, err)
		}
	}
	return nil
}

// valued is a position and what it should be worth to the side to move: the chance that it wins.
type valued struct {
	white, threatened bool
	cells             [2][]count // the own and the other side's combos
	chance            float32
}

// count is in how many cells there is a combo.
type count struct {
	combo uint16
	cells uint16
}

const (
	trust     = 0.5 // of what a position should be worth, how much the result counts against the search
	foursSeen = 300 // positions that are looked at to see whether fours win
)

// values returns the positions of a game that networks are asked about.
func (l *lessons) values(g game) (list []valued, err error) {
	lastBlunder := -1
	for i, m := range g.moves {
		if m.kind == blunder {
			lastBlunder = i
		}
	}
	err = l.visit(g, func(e *engine.Engine, ply int, m move) {
		unclear := m.score == 0 && ply <= lastBlunder // neither the search nor the result says anything
		if m.kind == opening || m.win == 1 || m.win == 3 || unclear {
			return
		}
		f := e.Features()
		if f.Decided || e.WinsByFours(foursSeen) {
			return
		}
		v := valued{white: e.WhiteToMove(), threatened: f.Threatened, chance: chance(g, ply, lastBlunder)}
		for _, c := range f.Cells {
			v.cells[0] = append(v.cells[0], count{c.Own, 1})
			v.cells[1] = append(v.cells[1], count{c.Other, 1})
		}
		v.cells[0], v.cells[1] = gather(v.cells[0]), gather(v.cells[1])
		list = append(list, v)
	})
	return list, err
}

// chance returns how likely the side to move before a move is to win, as the game and the search say.
func chance(g game, ply, lastBlunder int) float32 {
	result := float64(g.result) / 2
	if ply%2 == 1 {
		result = 1 - result
	}
	m := g.moves[ply]
	searched := logistic(float64(m.score) / weights.Logit)
	switch {
	case m.win > 0:
		return 1
	case m.win < 0:
		return 0
	case m.score == 0: // most likely the search was broken off at once
		return float32(result)
	case ply <= lastBlunder: // the result is not that of this position
		return float32(searched)
	}
	return float32(trust*result + (1-trust)*searched)
}

// gather adds up the counts of each combo; those of nothing are left out, and they are in order.
func gather(list []count) []count {
	slices.SortFunc(list, func(a, b count) int { return int(a.combo) - int(b.combo) })
	sums := make([]count, 0, len(list)/4)
	for _, c := range list {
		switch n := len(sums); {
		case c.combo == 0:
		case n > 0 && sums[n-1].combo == c.combo:
			sums[n-1].cells += c.cells
		default:
			sums = append(sums, c)
		}
	}
	return sums
}

// choice is a move that was found, among those that the search would look at.
type choice struct {
	white, threatened bool
	combos            [][2]uint16 // of each of them, for the own and the other side
	found             int         // its place among them
}

// orders returns the moves of a game that were found and prove nothing.
func (l *lessons) orders(g game) (list []choice, err error) {
	err = l.visit(g, func(e *engine.Engine, _ int, m move) {
		if m.kind != found || m.win != 0 || m.score == 0 {
			return
		}
		f := e.Features()
		at := slices.IndexFunc(f.Choices, func(c engine.Cell) bool { return c.At == m.at })
		if f.Decided || at < 0 || len(f.Choices) < 2 {
			return
		}
		c := choice{white: e.WhiteToMove(), threatened: f.Threatened, found: at}
		for _, cell := range f.Choices {
			c.combos = append(c.combos, [2]uint16{cell.Own, cell.Other})
		}
		list = append(list, c)
	})
	return list, err
}

// examples are what is learnt from, and what a fit is judged by.
type examples[E any] struct{ train, check []E }

// checkEvery is which part of the games a fit is judged by.
const checkEvery = 10

// collect returns what games teach, those of each tenth apart.
func collect[E any](games []game, teach func(game) ([]E, error)) (all examples[E], err error) {
	for i, g := range games {
		list, err := teach(g)
		if err != nil {
			return all, fmt.Errorf("game %d: %w", i+1, err)
		}
		if i%checkEvery == checkEvery-1 {
			all.check = append(all.check, list...)
		} else {
			all.train = append(all.train, list...)
		}
	}
	return all, nil
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
