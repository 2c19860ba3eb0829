package game

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Info describes a game to the rest of the arena.
type Info struct {
	Name     string // the word for the command line: "tokens"
	Title    string // for people: "Everybody loves tokens"
	Summary  string // what bots do in it, one line
	Version  int    // of the rules as coded here; raised when the same moves can give another result
	MinSeats int
	MaxSeats int
	Scoring  Scoring
	Format   Format
	Options  []Option

	RankByWins bool     // tournaments rank by wins, not by the sum of scores
	Varied     []string // settings for comparing two bots: without them all matches of a pair would be alike
	Rounds     int      // of a tournament, unless a user says otherwise; 0 means DefaultRounds
}

// DefaultRounds are the rounds of a tournament of a game that does not say how many.
const DefaultRounds = 100

// Scoring says what State.Scores counts.
type Scoring int

// The ways to score.
const (
	ScorePoints  Scoring = iota // the game's own points; a tournament adds them up
	ScoreOutcome                // 1, 0.5, 0 for win, draw, loss
)

// Format says how a game's tournaments are scheduled by default.
type Format string

// The tournament formats; tournament/ makes their schedules.
const (
	FormatPairs      Format = "pairs"        // each two bots once, the earlier entry in the first seat
	FormatBothSeats  Format = "both-seats"   // every ordered pair of different bots, each round on one board
	FormatFreeForAll Format = "free-for-all" // all bots in every match
)

// Option is one thing about a game that a user can set with --set NAME=VALUE.
type Option struct {
	Name    string
	Help    string
	Default string
	Choices []string // the values allowed, if it is a choice
	Min     int      // the range, if it is a number
	Max     int
}

// Options are a game's options by name. Made by ParseOptions, they are complete and valid.
type Options map[string]string

// ParseOptions reads settings of the form NAME=VALUE over the defaults. An unknown name, a value
// out of range or a text without "=" gives an error wrapping ErrOption that names the choices.
func (i Info) ParseOptions(settings []string) (Options, error) {
	opts := make(Options, len(i.Options))
	for _, o := range i.Options {
		opts[o.Name] = o.Default
	}
	for _, s := range settings {
		name, value, ok := strings.Cut(s, "=")
		if !ok {
			return nil, fmt.Errorf("--set %q: want NAME=VALUE: %w", s, ErrOption)
		}
		o, err := i.option(name)
		if err != nil {
			return nil, err
		}
		if err := o.check(value); err != nil {
			return nil, err
		}
		opts[name] = value
	}
	return opts, nil
}

func (i Info) option(name string) (Option, error) {
	var have []string
	for _, o := range i.Options {
		if o.Name == name {
			return o, nil
		}
		have = append(have, o.Name)
	}
	if len(have) == 0 {
		return Option{}, fmt.Errorf("%s has no options, so no %q: %w", i.Name, name, ErrOption)
	}
	return Option{}, fmt.Errorf("%s has no option %q (have %s): %w", i.Name, name, strings.Join(have, ", "), ErrOption)
}

func (o Option) check(value string) error {
	if len(o.Choices) > 0 {
		if !slices.Contains(o.Choices, value) {
			return fmt.Errorf("option %s: %q is none of %s: %w", o.Name, value, strings.Join(o.Choices, ", "), ErrOption)
		}
		return nil
	}
	if n, err := strconv.Atoi(value); err != nil || n < o.Min || n > o.Max {
		return fmt.Errorf("option %s: %q is not a number from %d to %d: %w", o.Name, value, o.Min, o.Max, ErrOption)
	}
	return nil
}

// Int returns a number option. A name that the game does not declare as a number panics: that is
// a mistake in the game.
func (o Options) Int(name string) int {
	n, err := strconv.Atoi(o[name])
	if err != nil {
		panic("game: option " + name + " is not a declared number")
	}
	return n
}

// Registry is a set of games by name.
type Registry struct {
	games map[string]Game
}

// NewRegistry returns a registry of the games. Two of one name panic, so that the first test run
// shows it.
func NewRegistry(games ...Game) *Registry {
	r := &Registry{games: make(map[string]Game, len(games))}
	for _, g := range games {
		name := g.Info().Name
		if _, dup := r.games[name]; dup {
			panic("game: two games named " + name)
		}
		r.games[name] = g
	}
	return r
}

// Names returns the names of all games, sorted.
func (r *Registry) Names() []string { return slices.Sorted(maps.Keys(r.games)) }

// Get returns the game of that name, or an error that lists those there are.
func (r *Registry) Get(name string) (Game, error) {
	if g, ok := r.games[name]; ok {
		return g, nil
	}
	return nil, fmt.Errorf("unknown game %q (have %s)", name, strings.Join(r.Names(), ", "))
}
