// Package politics is the game "Political simulator": two bots campaign in a city of 256 voters,
// poll and bribe them, and redraw the voting regions, until every region has a verdict and one bot
// leads in more of them.
//
// The rules are in docs/rules/politics.md; comments here name its sections. politics.go says what
// the game is and action.go what a bot can do. The rules themselves are city.go (a position, and
// one turn of it), campaign.go (how support spreads) and regions.go (the voting map); a bot written
// in Go can use them to look ahead. state.go plays a match with them, setup.go reads given starting
// positions, view.go is what a bot sees, javascript.go and dialect.js are the conversation with
// bots written in JavaScript, and terminal.go draws a position for people. Nothing here runs bots
// or keeps time.
package politics

import (
	"fmt"
	"math/rand/v2"

	"koth/game"
)

const (
	seats         = 2
	startMoney    = 100
	income        = 10   // dollars a turn
	maxTurns      = 1000 // by default
	maxTurnsLimit = 10000
)

// Game makes opening cities.
type Game struct{}

var _ game.JavaScripted = Game{}

// Info describes the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:       "politics",
		Title:      "Political simulator",
		Summary:    "two players campaign, poll, bribe and gerrymander in a city of 256 voters",
		Version:    1,
		MinSeats:   seats,
		MaxSeats:   seats,
		Scoring:    game.ScoreOutcome,
		Format:     game.FormatPairs,
		RankByWins: true,
		Rounds:     1, // nothing is random: a second round is the first again
		Options: []game.Option{
			{Name: "variant", Default: Controller.String(), Choices: variantNames[:],
				Help: "where the challenge post and its controller differ, whose rules are played"},
			{Name: "rawpoll", Default: "off", Choices: []string{"off", "on"},
				Help: "polls show support as it is stored, negative for bot one, as the controller did"},
			{Name: "max-turns", Default: fmt.Sprint(maxTurns), Min: 1, Max: maxTurnsLimit,
				Help: "turns after which a match without a winner is a draw"},
		},
	}
}

// New returns the state before the first turn. Nothing is drawn in this game. setup is nil or an
// object with any of the members people, regions, bribes and money, as in docs/rules/politics.md,
// section Setup.
func (Game) New(n int, opts game.Options, setup []byte, _ *rand.Rand) (game.State, error) {
	if n != seats {
		return nil, fmt.Errorf("politics is for %d players, not %d", seats, n)
	}
	city := NewCity()
	if err := city.set(setup); err != nil {
		return nil, err
	}
	if opts["variant"] == Post.String() {
		city.Variant = Post
	}
	return newState(city, opts.Int("max-turns"), opts["rawpoll"] == "on"), nil
}
