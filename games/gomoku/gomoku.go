// Package gomoku is five in a row on a square board, freestyle, standard and renju.
//
// The rules are in docs/rules/gomoku.md; comments here name its sections. gomoku.go says what the
// game is; board.go has the stones, rule.go which rows win, renju.go what is forbidden to black;
// setup.go, draw.go and openings.go make opening positions, state.go and swap.go play, view.go is what a bot
// sees, action.go what it does. javascript.go and dialect.js, lua.go and dialect.lua are the
// conversations with bots in scripts, gomocup.go that with programs that speak the Gomocup
// protocol. terminal.go draws a position for people, export.go writes a whole match for other
// programs. Nothing here runs bots, searches or keeps time.
package gomoku

import (
	"fmt"
	"math/rand/v2"

	"koth/game"
)

const seats = 2

// Names of the options, and the values of option opening.
const (
	optionSize    = "size"
	optionRule    = "rule"
	optionOpening = "opening"

	openingNone     = "none"
	openingRandom   = "random"
	openingBalanced = "balanced"
	openingSwap2    = "swap2"
)

// defaultSize is the size of a board where nobody says another.
const defaultSize = 15

// Game makes opening positions.
type Game struct{}

var (
	_ game.JavaScripted = Game{}
	_ game.LuaScripted  = Game{}
)

// Info describes the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:     "gomoku",
		Title:    "Gomoku",
		Summary:  "two players put stones on a board in turn; five in a row win",
		Version:  1,
		MinSeats: seats,
		MaxSeats: seats,
		Scoring:  game.ScoreOutcome,
		Format:   game.FormatBothSeats,
		Rounds:   10,
		Varied:   []string{optionOpening + "=" + openingBalanced},
		Options: []game.Option{
			{Name: optionSize, Help: "Cells along each side of the board.", Default: fmt.Sprint(defaultSize), Min: MinSize, Max: MaxSize},
			{Name: optionRule, Help: "freestyle: five or more win; standard: exactly five; renju: black is forbidden overlines, double fours and double threes.", Default: Freestyle.String(), Choices: ruleNames()},
			{Name: optionOpening, Help: "How a match begins: none (the empty board), random (2 to 4 stones near the middle), balanced (stones that give neither side much) or swap2 (the players settle it).", Default: openingNone, Choices: []string{openingNone, openingRandom, openingBalanced, openingSwap2}},
		},
	}
}

// New returns an opening position for two players. setup is nil or an object as in
// docs/rules/gomoku.md, section Setup; an opening is drawn only where it gives no stones.
func (Game) New(n int, opts game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	if n != seats {
		return nil, fmt.Errorf("gomoku is for %d players, not %d", seats, n)
	}
	given, err := parseSetup(setup)
	if err != nil {
		return nil, err
	}
	p, err := given.position(opts)
	if err != nil {
		return nil, err
	}
	s := newState(p)
	if given.empty() {
		switch opts[optionOpening] {
		case openingRandom:
			s.lay(drawRandom(rng, p.board.Size()))
		case openingBalanced:
			s.lay(drawBalanced(rng, p.board.Size()))
		case openingSwap2:
			s.now.Phase = PhaseOpen
		}
	}
	s.opening = s.appendSetup(nil)
	s.exhaust()
	return s, nil
}
