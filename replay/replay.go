// Package replay keeps whole matches in files: it writes them while they are played, reads them
// back, drives the rules with what they recorded, and plays them again to prove them.
//
// docs/replay.md is the format. Writer is the match.Recorder that makes a replay; Reader reads
// one, from anybody; Play gives the states of a replayed match turn by turn, Verify plays it
// again with the real bots, and Show makes the JSON of `koth replay show`. The package runs no
// bot (the caller of Verify does), draws nothing on a terminal, and opens no file but for
// WriteFile: everything else works on readers and writers, so that a worker process without
// access to files can make a replay too.
package replay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"

	"koth/bot"
	"koth/game"
	"koth/match"
)

// Format names the format of a replay and its version; it is the first member of a replay.
const Format = "koth-replay/1"

// Ext is the usual ending of a replay's name.
const Ext = ".replay"

// Errors that this package wraps.
var (
	ErrDamaged = errors.New("damaged")                 // not a whole file as it was written
	ErrDigest  = errors.New("digest does not match")   // whole, but changed since it was written; comes with ErrDamaged
	ErrDiffers = errors.New("differs from the replay") // the rules or the bots do something else now
	ErrCannot  = errors.New("cannot be played here")   // another version of the format or the game, or another bot
)

// Header is the first line of a replay: all that decides the result of deterministic bots.
type Header struct {
	Game    string
	Version int // of the game's rules
	Seed    uint64
	Board   uint64 // the seed of what the rules draw
	Options game.Options
	Setup   json.RawMessage // the given starting position on one line, or nil
	Limits  bot.Limits      // complete
	Seats   []Seat
}

// Seat is the bot of one seat. Where its file lay is not recorded: the same match gives the same
// replay from any folder.
type Seat struct {
	Name   string   `json:"name"`
	Kind   bot.Kind `json:"kind"`
	SHA256 string   `json:"sha256,omitempty"` // of its source, in hexadecimal; empty for a native bot
}

// Turn is one line of a replay: the opening as turn 0, then the turns of the match from 1. A turn with
// several rounds of moves (game.Turned) has a line for each.
type Turn struct {
	Turn   int
	Moves  []Move          // of the opening: one for each seat, without an action
	Chance json.RawMessage // what the rules drew, nil for nothing
}

// Move is what one seat brought to one turn.
type Move struct {
	Seat    game.Seat
	Action  json.RawMessage // as it was carried out, in the game's own terms; null for none, nil at the opening
	Refused json.RawMessage // what the bot wanted to do and the rules refused, nil for nothing
	Fault   *Fault          // nil for none
	Debug   string          // what the bot wrote to its console
}

// Fault is what a bot did wrong on one turn.
type Fault struct {
	Kind  game.FaultKind
	Text  string
	Count int // at least 1
}

// End is how the match ended. The slices have one element a seat.
type End struct {
	End    string // in the words of the rules
	Turns  int
	Scores []float64
	Ranks  []int
	Faults []match.FaultCount
}

// HeaderOf returns the header of m's replay.
func HeaderOf(m match.Match) Header {
	info := m.Game.Info()
	h := Header{
		Game:    info.Name,
		Version: info.Version,
		Seed:    m.Seed,
		Board:   m.Board,
		Options: m.Options,
		Setup:   m.Setup,
		Limits:  m.Limits.OrDefault(),
		Seats:   make([]Seat, len(m.Bots)),
	}
	if h.Options == nil {
		h.Options = game.Options{} // the same replay, whichever way a caller says "none"
	}
	for i, b := range m.Bots {
		h.Seats[i] = Seat{Name: b.Name, Kind: b.Kind, SHA256: sourceSum(b)}
	}
	return h
}

func sourceSum(b bot.Spec) string {
	if b.Source == nil {
		return ""
	}
	sum := sha256.Sum256(b.Source)
	return hex.EncodeToString(sum[:])
}

// Game returns f as the rules take it, nil for nil. The times are not in a replay, and 0.
func (f *Fault) Game() *game.Fault {
	if f == nil {
		return nil
	}
	return &game.Fault{Kind: f.Kind, Text: f.Text, Count: f.Count}
}
