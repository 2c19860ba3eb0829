// Package stdio runs bots that are programs: confined children that talk lines of text over their
// standard input and output. Runtime is the bot.Runtime for them.
//
// What is said is a game.TextDialect's business: one of the game's own (game.Texted), or the JSON
// lines that every game has (json.go, docs/protocol.md). This package carries the lines, measures
// time, and bounds what a program may do:
//
//   - player.go is a program in its seat: what it was asked, what it owes, what it is charged.
//   - loop.go waits for all programs of a match at once, on one thread and without a goroutine: a
//     question of one is answered while another thinks, and each answer is timed when it comes.
//   - lines.go cuts output into lines of bounded length; debug.go keeps some of stderr.
//   - end.go says how a program ended, in words that are the same every time.
//   - local.go starts programs as children of this process. A process that may start none gets
//     them from another by a Launcher of its own (package worker).
//
// A program is charged wall time, whatever Limits.Clock says: what it does may happen in other
// processes, or nowhere. How late the arena itself is to look is not charged.
package stdio

import (
	"fmt"
	"slices"

	"koth/bot"
	"koth/game"
	"koth/sandbox"
)

// Launcher starts programs.
type Launcher interface {
	// Launch starts the program of a seat. An error that wraps ErrProgram is the program's own
	// fault: it cannot be executed. Any other is the arena's trouble.
	Launch(spec bot.Spec, s bot.Seating) (Child, error)
}

// Child is a program that runs.
type Child interface {
	// Streams returns the arena's ends of the program's streams. They are the caller's to close.
	Streams() Streams

	// End kills the program with all that it started, and says how it ended. With patience it
	// first gives one that is about to end the time for that: sandbox.EndKilled then means that
	// it would have lived on.
	End(patience bool) (sandbox.End, error)

	// Release lets go of a program whose match is over: it is gone soon, and nobody waits for it.
	Release()
}

// Streams are descriptors of pipes, none of which blocks.
type Streams struct {
	In  int // to write the program's standard input
	Out int // to read its standard output
	Err int // to read its standard error
}

// Runtime implements bot.Runtime.
type Runtime struct {
	// Keep is how many programs are kept between matches, to play again, of those whose dialect
	// can ask for that (game.Reusable). What they remember is then their own affair.
	Keep int

	launcher Launcher
	idle     []*program
	players  []*player // whose program runs
	poll     poll
	chunk    []byte // what was read last
}

var _ bot.Runtime = (*Runtime)(nil)

// keep puts a program aside for another match.
func (r *Runtime) keep(p *program) {
	if len(r.idle) == r.Keep {
		r.idle[0].release()
		r.idle = slices.Delete(r.idle, 0, 1)
	}
	r.idle = append(r.idle, p)
}

// kept returns a program that was put aside and is started by that command, nil for none.
func (r *Runtime) kept(c *bot.Command) *program {
	for i, p := range slices.Backward(r.idle) {
		if p.command == c {
			r.idle = slices.Delete(r.idle, i, i+1)
			return p
		}
	}
	return nil
}

// chunkSize is how much is read at a time: all that a pipe holds.
const chunkSize = 64 << 10

// New returns a runtime whose programs are started by l.
func New(l Launcher) *Runtime {
	return &Runtime{launcher: l, chunk: make([]byte, chunkSize)}
}

// Open implements bot.Runtime. Nothing is started before Player.Start.
func (r *Runtime) Open(spec bot.Spec, s bot.Seating) (bot.Player, error) {
	if spec.Command == nil {
		return nil, fmt.Errorf("%s: a program without a command", spec.Path)
	}
	d, err := dialectOf(spec.Command, s)
	if err != nil {
		return nil, err
	}
	return newPlayer(r, spec, s, d), nil
}

// dialectOf returns what a program talks.
func dialectOf(c *bot.Command, s bot.Seating) (game.TextDialect, error) {
	if c.Protocol == "" {
		return newJSONDialect(s), nil
	}
	texted, ok := s.Game.(game.Texted)
	if !ok {
		return nil, fmt.Errorf("%s has no protocol %q: its programs talk JSON lines (docs/protocol.md)", s.Game.Info().Name, c.Protocol)
	}
	account := bot.NewAccount(s.Limits)
	return texted.Text(game.TextSeating{
		Protocol: c.Protocol, Seat: s.Seat, Seats: s.Seats, Options: s.Options, Quirks: c.Quirks,
		Clock: clock(s.Limits, &account),
	})
}

// Close implements bot.Runtime.
func (r *Runtime) Close() {
	for _, p := range slices.Clone(r.players) {
		p.drop()
	}
	for _, p := range r.idle {
		p.release()
	}
	r.idle = nil
}
