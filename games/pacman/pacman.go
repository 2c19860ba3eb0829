// Package pacman is the game "Pac-Man": many Pac-Men in one maze eat pellets, power pellets and
// fruit before the others do, and keep away from ghosts. One that is caught plays on as a ghost.
//
// The rules are in docs/rules/pacman.md; comments here name its sections. pacman.go says what the
// game is, maze.go has the maze, setup.go reads given starting positions, contents.go fills the
// maze, chance.go draws what is random later, state.go plays, ghost.go moves the computer's ghosts,
// check.go settles who meets whom, sight.go is what a player sees, view.go and action.go are what it
// is told and does, text.go is the conversation with programs, javascript.go and dialect.js that
// with bots written in JavaScript, and terminal.go draws a position for people. Nothing here runs
// bots or keeps time.
package pacman

import (
	"fmt"
	"math"
	"math/rand/v2"

	"koth/game"
)

// The numbers of the rules.
const (
	PelletPoints = 10
	PowerPoints  = 50
	FruitPoints  = 100
	GhostPoints  = 200
	Invincible   = 10 // what a power pellet sets the counter to, in turns
	DeadSight    = 5  // squares that a dead player sees in each direction

	powersEach = 4 // for each player, at the start
	fruitEach  = 2
	ghostsEach = 2
	minPhase   = 5 // moves of a computer ghost's phase
	maxPhase   = 11

	minSeats = 1
	maxSeats = 100 // a maze of 100 squares a side
)

// Names of the options.
const (
	optGhosts = "ghosts"
	optTurns  = "turns"
)

// Game makes opening positions.
type Game struct{}

var (
	_ game.JavaScripted = Game{}
	_ game.Texted       = Game{}
)

// Info describes the game.
func (Game) Info() game.Info {
	return game.Info{
		Name:     "pacman",
		Title:    "Pac-Man",
		Summary:  "many Pac-Men eat pellets in one maze and keep away from ghosts, which the caught become",
		Version:  1,
		MinSeats: minSeats,
		MaxSeats: maxSeats,
		Scoring:  game.ScorePoints,
		Format:   game.FormatFreeForAll,
		Rounds:   10,
		Options: []game.Option{
			{Name: optGhosts, Help: "whether a chasing ghost may turn back: as the original controller has it, or as its text says", Default: "original", Choices: []string{"original", "strict"}},
			{Name: optTurns, Help: "turns after which a game is over", Default: "500", Min: 1, Max: 100000},
		},
	}
}

// New returns the opening of a game for n players, after the first steps of the computer's ghosts.
// setup is nil or an object with any of the members walls, items, players, ghosts, steps, targets,
// references and teleports, as in docs/rules/pacman.md, section Setup.
func (Game) New(n int, opts game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	if n < minSeats || n > maxSeats {
		return nil, fmt.Errorf("pacman is for %d to %d players, not %d", minSeats, maxSeats, n)
	}
	given, err := parseSetup(setup, n)
	if err != nil {
		return nil, err
	}
	o, err := open(n, given, rng)
	if err != nil {
		return nil, err
	}
	return newState(o, opts.Int(optTurns), opts[optGhosts] == "strict", newChance(rng, given)), nil
}

// sideFor is the side of the maze for n players (rules, Board).
func sideFor(n int) int { return int(math.Ceil(10 * math.Sqrt(float64(n)))) }
