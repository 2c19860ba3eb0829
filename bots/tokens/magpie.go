// Package tokens holds the house bots of the game tokens. Those in JavaScript are files beside
// this one and need no Go; Magpie is the one in Go.
//
// Magpie's idea: nothing here is secret or left to chance but the rival's mind, so guess that, and
// the rest is arithmetic. It keeps a handful of habits that a rival might have, believes in the
// one that has foretold the rival's actions best (rival.go), and searches for the order of bites
// that pays most to the end of the match while that rival eats along (plan.go).
//
// What to learn from it: a run of m tokens of one colour pays m(m-1)/2 on top, so whole colours
// are worth a detour, but only those that the rival will not break into; and a plan is only as
// good as the forecast under it.
package tokens

import (
	"math/rand/v2"

	"koth/bot"
	"koth/bot/native"
	"koth/game"
	"koth/games/tokens"
)

// Magpie collects one colour at a time, before the others come.
type Magpie struct {
	scene  scene
	watch  watch
	target token
}

// NewMagpie makes a Magpie for one match. It draws no random numbers.
func NewMagpie(bot.Seating, *rand.Rand) native.Bot { return &Magpie{watch: newWatch()} }

// Act goes on to its target, and looks for another when that is gone or the rival does not do what
// the plan was made for.
func (m *Magpie) Act(obs game.Observation) game.Action {
	v := obs.(*tokens.View)
	me, rival := walkerOf(v.Me()), walkerOf(v.Other())
	m.scene.read(v)
	if asExpected := m.watch.learn(v.Other()); !asExpected || !m.scene.has(m.target) {
		m.target = m.scene.plan(m.watch.habit(), me, rival)
	}
	action := longerFirst.step(me.x, me.y, m.target)
	m.watch.expect(&m.scene, rival, v.Other(), me, m.target, action)
	return action
}

// token is a token and where it lies.
type token struct {
	x, y   int
	color  tokens.Color
	points int
}

// walker is a player as far as a plan cares.
type walker struct {
	x, y  int
	color tokens.Color // of its run, None before the first token
	bonus int          // what the latest token of the run paid on top
}

func walkerOf(p *tokens.Player) walker { return walker{p.X, p.Y, p.LastColor, p.ColorBonus} }

// run returns what a token of a colour would pay on top of its points.
func (w *walker) run(c tokens.Color) int {
	if c == w.color {
		return w.bonus + 1
	}
	return 0
}

// eat returns what the token pays, bonus included (rules, Eating).
func (w *walker) eat(t token) int {
	w.bonus = w.run(t.color)
	w.color = t.color
	return t.points + w.bonus
}

func (w *walker) walk(a tokens.Action) {
	switch a {
	case tokens.Up:
		w.y--
	case tokens.Down:
		w.y++
	case tokens.Left:
		w.x--
	case tokens.Right:
		w.x++
	}
}

func (w *walker) stepsTo(t token) int { return abs(t.x-w.x) + abs(t.y-w.y) }

// gait is the order in which the steps to a token are taken.
type gait int

const (
	longerFirst gait = iota // along the longer way, so that both ways stay open
	acrossFirst
	downFirst

	gaits
)

// step returns the next action on the way from a cell to a token: EAT once there.
func (g gait) step(x, y int, to token) tokens.Action {
	dx, dy := to.x-x, to.y-y
	across := g == acrossFirst || g == longerFirst && abs(dx) >= abs(dy)
	switch {
	case dx == 0 && dy == 0:
		return tokens.Eat
	case dx > 0 && (across || dy == 0):
		return tokens.Right
	case dx < 0 && (across || dy == 0):
		return tokens.Left
	case dy > 0:
		return tokens.Down
	default:
		return tokens.Up
	}
}

func abs(n int) int { return max(n, -n) }
