// Package tokens is the game "Everybody loves tokens": two players walk on a square grid and eat
// coloured tokens, and eating one colour in a row pays a growing bonus.
//
// The rules are in docs/rules/tokens.md; comments here name its sections. tokens.go says what the
// game is, setup.go and draw.go make opening boards, state.go plays, view.go is what a bot sees,
// action.go what it does, javascript.go and dialect.js are the conversation with bots written in
// JavaScript, and terminal.go draws a position for people. Nothing here runs bots or keeps time.
package tokens

import (
	"fmt"
	"math/rand/v2"

	"koth/game"
)

// The limits of a board.
const (
	MinSize = 5
	MaxSize = 15

	seats     = 2
	maxPoints = 3
)

// Game makes opening boards.
type Game struct{}

var _ game.JavaScripted = Game{}

// Info describes the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:     "tokens",
		Title:    "Everybody loves tokens",
		Summary:  "two players eat coloured tokens; one colour in a row pays a growing bonus",
		Version:  1,
		MinSeats: seats,
		MaxSeats: seats,
		Scoring:  game.ScorePoints,
		Format:   game.FormatBothSeats,
	}
}

// New returns an opening board for two players. setup is nil or an object with any of the
// members size, start and tokens, as in docs/rules/tokens.md, section Setup.
func (Game) New(n int, _ game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	if n != seats {
		return nil, fmt.Errorf("tokens is for %d players, not %d", seats, n)
	}
	given, err := parseSetup(setup)
	if err != nil {
		return nil, err
	}
	b, err := draw(rng.Float64, given)
	if err != nil {
		return nil, err
	}
	return newState(b), nil
}
