// Package game is the contract between a game's rules and the rest of the arena.
//
// A game is rules; a match is one playing of it; a seat is a bot's place in one match. This
// package names those ideas (Game, State, Seat, Observation, Action, Move, Fault) and says how
// a game talks to bots (the dialects, dialect.go). It holds no rules, runs nothing, and knows
// no clock, file, process or network: rules live in games/, the step loop in match/, and the
// programs that answer in bot/.
package game

import (
	"errors"
	"math/rand/v2"
	"time"
)

// Seat is a bot's place in one match, counted from 0.
type Seat int

// Game makes opening states. It holds no mutable data: one value serves all matches, from any
// number of goroutines.
type Game interface {
	Info() Info

	// New returns the opening state for seats players.
	//
	// opts has passed Info.ParseOptions. setup is nil, or the JSON object of a given starting
	// position (docs/rules/<game>.md lists its members; any that is left out is drawn as usual),
	// which ReadSetup reads; a setup that the rules do not allow gives an error wrapping ErrSetup,
	// which names the member. Every random choice of the rules, now and later in the match, is
	// drawn from rng, in the order that the rules give.
	New(seats int, opts Options, setup []byte, rng *rand.Rand) (State, error)

	// ParseAction reads an action from its JSON form, the one of docs/protocol.md and of
	// replays. What it accepts round-trips through Action.AppendJSON. Anything else gives an
	// error wrapping ErrMalformed.
	ParseAction(data []byte) (Action, error)
}

// State is one position of one match. It is owned by a single goroutine.
type State interface {
	// ToAct returns the seats that owe an action now, ascending; empty once the match is over.
	// The slice is valid until the next Step.
	ToAct() []Seat

	// Observe returns what seat may know now, and nothing else. It is valid until the next
	// Step; who wants to keep it copies it.
	Observe(seat Seat) Observation

	// Check returns nil if the seat may do a now, or an error wrapping ErrMalformed or
	// ErrIllegal. It changes nothing.
	Check(seat Seat, a Action) error

	// Step plays one round of moves: exactly one Move for each seat of ToAct, in that order. A
	// move with a fault has an action only where the rules let part of it count. On return
	// every Move.Action is the action as it was carried out, nil for none. An error means that
	// the caller broke this contract; the state is then unchanged.
	Step(moves []Move) error

	// Scores returns the points by seat, final once ToAct is empty: the game's own points, or
	// 1, 0.5 and 0 for win, draw and loss, as Info.Scoring says. The slice is valid until the
	// next Step.
	Scores() []float64

	// End names how the match ended, in the words of the rules ("tokens", "idle"); it is empty
	// while the match goes on.
	End() string

	// Chance returns what the rules drew since the last call, as JSON in the game's own terms,
	// or nil for nothing. The first call gives the opening in the form that New takes as setup.
	Chance() []byte
}

// Observation is what one seat may know of a state, in a type of the game's own, so that bots
// written in Go read it without a codec.
type Observation interface {
	// AppendJSON appends the observation as one JSON object on one line (docs/protocol.md).
	AppendJSON(dst []byte) []byte
}

// Action is what a seat does, in a type of the game's own.
type Action interface {
	// AppendJSON appends the action as JSON on one line, in the game's own terms.
	AppendJSON(dst []byte) []byte
}

// Move is what one seat brought to one turn.
type Move struct {
	Seat   Seat
	Action Action // nil if the seat brought none that counts
	Fault  *Fault // what the seat did wrong, nil for nothing

	// Refused is the action that Check refused, beside a fault of kind illegal: the few rules in
	// which even that has an effect on others read it (politics, Merge conflict).
	Refused Action
}

// Terminal is implemented by states that can draw themselves in a terminal.
type Terminal interface {
	// Board returns the position as lines of cells, for people. names are the bots' names, by
	// seat.
	Board(names []string) Board
}

// Turned is implemented by states whose turns can have several rounds of moves, each a Step (pacman:
// first the dead players, then the living ones), or none. Where it is not, each Step is a turn.
type Turned interface {
	// Turn returns the number of the turn that the moves of ToAct belong to, from 1; once the match
	// is over, that of the last turn. It never goes back, and no seat acts twice in one turn.
	Turn() int
}

// Opened is implemented by games whose starting positions people collect in files.
type Opened interface {
	Game

	// ParseOpenings reads such a file and returns each starting position in the form that New
	// takes as setup, at least one. A position that the rules do not allow under the options gives
	// an error wrapping ErrSetup, which names the line.
	ParseOpenings(data []byte, opts Options) ([][]byte, error)
}

// Exporter is implemented by states that can write their whole match for other programs.
type Exporter interface {
	// ExportFormats returns the names of the formats, the usual ending of a file's name each.
	ExportFormats() []string

	// Export writes the match so far in one of them. An error says what the format cannot say, or
	// which formats there are.
	Export(format string, m Played) ([]byte, error)
}

// Played is what an Exporter is told of a match beside its moves.
type Played struct {
	Names []string          // of the bots, by seat
	Times [][]time.Duration // by turn from 1, and by move of the turn, what was used; nil if not known
}

// Leavable is implemented by states in which a seat can be out for good before the match is over
// (pacman: one whose bot was late). A program there is ended at once, so that it takes no time from
// those that play on.
type Leavable interface {
	// Left tells whether the seat never acts again and nothing more is to be said to its bot.
	Left(seat Seat) bool
}

// Errors that states and games wrap, so that callers can tell what happened.
var (
	ErrMalformed = errors.New("malformed action") // not an action of this game at all
	ErrIllegal   = errors.New("illegal action")   // an action, but not one that may be done now
	ErrSetup     = errors.New("bad setup")        // a starting position that the rules do not allow
	ErrOption    = errors.New("bad option")       // an option that the game does not have, or a value out of range
	ErrMoves     = errors.New("moves do not fit") // Step was not given one move per seat of ToAct
)
