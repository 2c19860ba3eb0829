// Package blobs is the game "Hungry Blobs": families of blobs move on a square map, eat pellets
// and weaker blobs, split, and starve.
//
// A family is one seat, however many blobs it has: it is asked once a turn and answers with one
// order for each of its blobs. The rules are in docs/rules/blobs.md; comments here name its
// sections. blobs.go says what the game is, setup.go reads given starting positions, arena.go has
// the map, chance.go draws what is random, state.go and turn.go play, view.go is what a family
// sees, action.go what it does, javascript.go and dialect.js are the conversation with bots written
// in JavaScript, and terminal.go draws a position for people. Nothing here runs bots or keeps time.
package blobs

import (
	"fmt"
	"math/rand/v2"

	"koth/game"
)

// The numbers of the rules (section Constants). Energies are in the game's own unit.
const (
	StartEnergy = 100
	MoveCost    = 1
	StandCost   = 0.25 // also of every order that comes to nothing
	SplitCost   = 50   // a split needs strictly more
	Vision      = 4    // cells, in the metric of the option vision
	MinPellet   = 5
	MaxPellet   = 15
	WavePeriod  = 30 // turns
	MaxUID      = 999999

	minSide   = 9
	minSeats  = 2
	maxSeats  = 1000 // more births than MaxUID has numbers could follow from many more
	safeTurns = 20000
)

// Names of the options.
const (
	optVision   = "vision"
	optMaxTurns = "max-turns"
)

// Game makes opening positions.
type Game struct{}

var _ game.JavaScripted = Game{}

// Info describes the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:     "blobs",
		Title:    "Hungry Blobs",
		Summary:  "families of blobs eat pellets and each other, split and starve",
		Version:  1,
		MinSeats: minSeats,
		MaxSeats: maxSeats,
		Scoring:  game.ScorePoints,
		Format:   game.FormatFreeForAll,
		Options: []game.Option{
			{Name: optVision, Help: "how the distance to which a blob sees is measured", Default: "taxi", Choices: []string{"taxi", "euclid", "square"}},
			{Name: optMaxTurns, Help: "turns after which a round is over; 0 is the bound of the rules, or 20000 if that is larger", Default: "0", Min: 0, Max: 1000000000},
		},
	}
}

// New returns the opening of a round for n families, with the first wave on the map. setup is nil
// or an object with any of the members slots, uids, waves and births, as in docs/rules/blobs.md,
// section Setup.
func (Game) New(n int, opts game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	if n < minSeats || n > maxSeats {
		return nil, fmt.Errorf("blobs is for %d to %d players, not %d", minSeats, maxSeats, n)
	}
	given, err := parseSetup(setup, n)
	if err != nil {
		return nil, err
	}
	maxTurns := opts.Int(optMaxTurns)
	if maxTurns == 0 {
		maxTurns = max(safeTurns, turnBound(n))
	}
	return newState(n, sightOf(opts[optVision]), maxTurns, newChance(rng, given)), nil
}

// firstWave is how many pellets the first wave of a round has; each later one has one fewer.
func firstWave(n int) int { return max(2*n, sideFor(n)) }

// turnBound is how many turns a round of n families can last (rules, A1): all the energy that ever
// comes into play, at the lowest price of a turn.
func turnBound(n int) int {
	q := firstWave(n)
	return 4 * (StartEnergy*n + MaxPellet*q*(q+1)/2)
}
