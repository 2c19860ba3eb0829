// Package gametest is the suite that every game passes. A game's test calls Run:
//
//	func TestGame(t *testing.T) {
//		gametest.Run(t, tokens.Game{}, gametest.Config{Act: randomAction, MaxTurns: 2000})
//	}
//
// It plays the rules by themselves, with random actions and without any bot, and checks what the
// contract in package game promises of all games; the rules of one game are that game's own
// tests' business. gametest.go has the list of checks, play.go the matches that they are made on.
package gametest

import (
	"math/rand/v2"
	"testing"

	"koth/game"
)

// Config is what the suite has to be told about a game.
type Config struct {
	// Act returns a random action that the seat with this observation may do now. It is the only
	// part that must be given.
	Act func(rng *rand.Rand, obs game.Observation) game.Action

	// Illegal returns an action that Check must refuse as illegal now, or nil if it knows none. A
	// game without illegal actions leaves it nil.
	Illegal func(rng *rand.Rand, obs game.Observation) game.Action

	// Hide changes something in the state that the seat may not know, and reports whether there
	// was anything to change: what the seat observes must stay the same. A game of open positions
	// leaves it nil. The match is not continued.
	Hide func(rng *rand.Rand, s game.State, seat game.Seat) bool

	MaxTurns int   // by which every match must be over; 0 means 10000
	Matches  int   // random matches for each number of players; 0 means 20
	Seats    []int // the numbers of players that are tried; nil means the least and the most
}

// Run tests g.
func Run(t *testing.T, g game.Game, c Config) {
	s := newSuite(g, c)
	for _, check := range checks {
		t.Run(check.name, func(t *testing.T) {
			if err := check.run(s); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("Imports", func(t *testing.T) { // go test runs a package's tests in its folder
		if err := Pure(".", g.Info().Name); err != nil {
			t.Error(err)
		}
	})
}

// checks are the parts of the suite. Each returns what it found wrong, so that the suite's own
// tests can see it fail.
var checks = []struct {
	name string
	run  func(*suite) error
}{
	{"Info", (*suite).checkInfo},
	{"Options", (*suite).checkOptions},
	{"RandomPlay", (*suite).checkRandomPlay},
	{"SameSeedTwice", (*suite).checkSameSeed},
	{"MovesAlone", (*suite).checkMovesAlone},
	{"Faults", (*suite).checkFaults},
	{"WrongMoves", (*suite).checkWrongMoves},
	{"HiddenFacts", (*suite).checkHidden},
	{"Setup", (*suite).checkSetup},
	{"Actions", (*suite).checkActions},
	{"ScriptDialect", (*suite).checkScript},
	{"Terminal", (*suite).checkTerminal},
}

// suite is a game under test.
type suite struct {
	game game.Game
	info game.Info
	Config
}

func newSuite(g game.Game, c Config) *suite {
	s := &suite{game: g, info: g.Info(), Config: c}
	if s.MaxTurns == 0 {
		s.MaxTurns = 10000
	}
	if s.Matches == 0 {
		s.Matches = 20
	}
	if s.Seats == nil {
		s.Seats = []int{s.info.MinSeats}
		if s.info.MaxSeats > s.info.MinSeats {
			s.Seats = append(s.Seats, s.info.MaxSeats)
		}
	}
	return s
}

// defaults returns the game's options as they are when a user sets none.
func (s *suite) defaults() game.Options {
	opts := make(game.Options)
	for _, o := range s.info.Options {
		opts[o.Name] = o.Default
	}
	return opts
}
