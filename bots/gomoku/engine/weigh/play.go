package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"koth/bots/gomoku/engine"
)

// variant is a rule on a board.
type variant struct {
	rule engine.Rule
	size int
}

// variants are what is played; one that stands here twice is played twice as often.
var variants = []variant{
	{engine.Freestyle, 15}, {engine.Freestyle, 15}, {engine.Freestyle, 15}, {engine.Freestyle, 20}, {engine.Freestyle, 20},
	{engine.Standard, 15}, {engine.Standard, 15}, {engine.Standard, 20},
	{engine.Renju, 15}, {engine.Renju, 15}, {engine.Renju, 15}, {engine.Renju, 20},
}

const (
	mostDrawn    = 7   // stones of an opening; the least is 1
	farAway      = 12  // one in so many stones of an opening may lie anywhere
	blunderEvery = 18  // one in so many moves is drawn, near a stone
	decided      = 500 // score, either way, of an opening that is not worth playing
	leastFound   = 4   // moves after the opening in a game that is kept
)

// selfPlay plays games of the engine against itself.
type selfPlay struct {
	rng     *rand.Rand
	nodes   uint64 // positions a move
	engines map[variant]*engine.Engine
}

func newSelfPlay(seed, nodes uint64) *selfPlay {
	return &selfPlay{rng: rand.New(rand.NewPCG(seed, 0)), nodes: nodes, engines: map[variant]*engine.Engine{}}
}

// game returns a game that is worth keeping.
func (p *selfPlay) game() (game, error) {
	for {
		v := variants[p.rng.IntN(len(variants))]
		drawn := 1 + p.rng.IntN(mostDrawn)
		g, err := p.play(v, drawn)
		if err != nil || len(g.moves) > drawn+leastFound {
			return g, err
		}
	}
}

// engine returns one for a variant, with an empty board.
func (p *selfPlay) engine(v variant) (*engine.Engine, error) {
	if e := p.engines[v]; e != nil {
		e.Reset()
		return e, nil
	}
	e, err := engine.New(engine.Config{Size: v.size, Rule: v.rule, Memory: engine.MinMemory})
	p.engines[v] = e
	return e, err
}

// play plays a game from so many drawn stones; it ends early if they decide it.
func (p *selfPlay) play(v variant, drawn int) (game, error) {
	g := game{rule: v.rule, size: v.size, result: 1}
	e, err := p.engine(v)
	if err != nil {
		return g, err
	}
	for len(g.moves) < v.size*v.size {
		m, err := p.move(e, &g, drawn)
		if err != nil {
			return g, err
		}
		if len(g.moves) == drawn && max(m.score, -m.score) > decided {
			return g, nil
		}
		g.moves = append(g.moves, m)
		black := !e.WhiteToMove()
		foul := black && e.Forbidden(m.at)
		if foul || e.Wins(m.at) {
			if g.result = 0; black && !foul {
				g.result = 2
			}
			return g, nil
		}
		if err := e.Play(m.at); err != nil {
			return g, fmt.Errorf("move %d: %w", len(g.moves), err)
		}
	}
	return g, nil
}

// move returns the next move.
func (p *selfPlay) move(e *engine.Engine, g *game, drawn int) (move, error) {
	if len(g.moves) < drawn {
		return move{at: p.draw(e, g, p.openingCell), kind: opening}, nil
	}
	info, err := e.Think(context.Background(), engine.Limits{Nodes: p.nodes}, nil)
	if err != nil {
		return move{}, err
	}
	m := move{at: info.Move, score: info.Score, win: info.Win}
	if m.win == 0 && p.rng.IntN(blunderEvery) == 0 {
		m.at, m.kind = p.draw(e, g, p.nearStone), blunder
	}
	return m, nil
}

// mostDraws is how often a cell is drawn in one way before it is drawn from all of the board.
const mostDraws = 1000

// draw draws cells until one may be played.
func (p *selfPlay) draw(e *engine.Engine, g *game, from func(*game) engine.Point) engine.Point {
	for n := 0; ; n++ {
		at := from(g)
		if n > mostDraws {
			at = p.anyCell(g)
		}
		if at.X < 0 || at.Y < 0 || at.X >= g.size || at.Y >= g.size || g.taken(at) {
			continue
		}
		if n > 2*mostDraws || e.WhiteToMove() || !e.Forbidden(at) { // nearly all may be forbidden
			return at
		}
	}
}

func (g *game) taken(p engine.Point) bool {
	for _, m := range g.moves {
		if m.at == p {
			return true
		}
	}
	return false
}

func (p *selfPlay) anyCell(g *game) engine.Point {
	return engine.Point{X: p.rng.IntN(g.size), Y: p.rng.IntN(g.size)}
}

func (p *selfPlay) openingCell(g *game) engine.Point {
	if p.rng.IntN(farAway) == 0 {
		return p.anyCell(g)
	}
	return p.around(engine.Point{X: g.size / 2, Y: g.size / 2}, 2+p.rng.IntN(3))
}

func (p *selfPlay) nearStone(g *game) engine.Point {
	return p.around(g.moves[p.rng.IntN(len(g.moves))].at, 2)
}

// around returns a cell at most reach columns and rows from another; it may be off the board.
func (p *selfPlay) around(c engine.Point, reach int) engine.Point {
	return engine.Point{X: c.X - reach + p.rng.IntN(2*reach+1), Y: c.Y - reach + p.rng.IntN(2*reach+1)}
}
