// Package bot is the contract for the program that plays a seat.
//
// A Spec describes a bot before it plays; a Runtime (bot/js, bot/lua, bot/native, bot/stdio) gives it
// a seat in a match; a Player is that seat's program, asked once a turn. Finding bots on disk is
// bot/find's business. The package starts no match and knows no rules.
package bot

import (
	"time"

	"koth/game"
)

// Kind says what runs a bot.
type Kind string

// The kinds of bot.
const (
	JavaScript Kind = "javascript" // a function in a file, run by bot/js inside a locked-down worker
	Lua        Kind = "lua"        // a function drop(board, t) or a chunk, run by bot/lua inside a locked-down worker
	Native     Kind = "native"     // Go code that is part of this program
	Program    Kind = "program"    // a program in any language, run by bot/stdio as a confined child
)

// Spec describes a bot before it plays.
type Spec struct {
	Name   string // as tables show it
	Kind   Kind
	Path   string // where it came from, for messages; a house bot's is "house:NAME"
	Source []byte // the text of a script; nil for other kinds

	Command *Command // how a program is started; nil for other kinds
}

// Command says how a program is started. It is complete: its interpreter has been found, what
// has to be built is built. All paths are absolute.
type Command struct {
	Args     []string // the program's path and its arguments
	Env      []string // more environment, NAME=VALUE
	Dir      string   // the bot's own folder: it starts there and may read it; "" for a bot that is one file
	ReadOnly []string // what else it may read: an interpreter's prefix, a harness, a build
	Protocol string   // what it talks: a name of game.Texted, or "" for JSON lines
	Language string   // for messages and hints, such as "python"; "" where not known
	Quirks   []string // switches for what existing programs do their own way (docs/protocol.md)
}

// Limits are what a bot may use. Zero means the default of DefaultLimits; there is no bank by default.
type Limits struct {
	Start  time.Duration // for loading and construction; never billed to a move
	Move   time.Duration // for one answer
	Bank   time.Duration // for all answers of a match together, beyond Move; 0 for none
	Memory int           // bytes of a script's heap, and again as much for array buffers
	Child  int           // bytes of memory of a program, all its processes together
	Debug  int           // bytes of debug output kept per turn: half from its head, half from its tail
	Clock  Clock
}

// Clock says which time a move is charged.
type Clock string

// The clocks.
const (
	ClockAuto Clock = "auto" // wall time; a move that looks too long is judged by the CPU time of its thread
	ClockWall Clock = "wall"
	ClockCPU  Clock = "cpu"
)

// DefaultLimits are the limits that apply where a user sets none.
var DefaultLimits = Limits{
	Start:  5 * time.Second,
	Move:   time.Second,
	Memory: 64 << 20,
	Child:  512 << 20,
	Debug:  2 << 10,
	Clock:  ClockAuto,
}

// OrDefault returns l with every zero replaced by its default.
func (l Limits) OrDefault() Limits {
	d := DefaultLimits
	if l.Start > 0 {
		d.Start = l.Start
	}
	if l.Move > 0 {
		d.Move = l.Move
	}
	d.Bank = max(l.Bank, 0)
	if l.Memory > 0 {
		d.Memory = l.Memory
	}
	if l.Child > 0 {
		d.Child = l.Child
	}
	if l.Debug > 0 {
		d.Debug = l.Debug
	}
	if l.Clock != "" {
		d.Clock = l.Clock
	}
	return d
}

// Account is what a bot has left of its time in a match.
type Account struct {
	move, bank time.Duration
}

// NewAccount returns the account at the start of a match.
func NewAccount(l Limits) Account { return Account{l.Move, l.Bank} }

// Limit returns how long the next answer may take.
func (a *Account) Limit() time.Duration { return a.move + a.bank }

// Spend takes what an answer used beyond the limit of a move from the bank.
func (a *Account) Spend(used time.Duration) {
	a.bank = min(a.bank, max(0, a.move+a.bank-used))
}

// Seating is a bot's place in one match.
type Seating struct {
	Game    game.Game
	Options game.Options // of the match
	Seat    game.Seat
	Seats   int    // players in the match
	Seed    uint32 // of the bot's own random numbers
	Limits  Limits // complete: OrDefault has been applied

	// Now and Worked are clocks for bots that think until their time is up, from any zero: Now is the time
	// that passes and that a move is charged, Worked the one by which it is too late or not (Limits.Clock:
	// on a busy machine less of it passes). They are set by bot/native; other runtimes have no use for them.
	Now, Worked func() time.Duration
}

// Runtime runs bots of one kind. It is used from one goroutine, which stays on one thread
// (runtime.LockOSThread): script engines are bound to it.
type Runtime interface {
	// Open gives the bot a seat: a player that nothing from earlier matches can influence. The
	// bot's own code does not run before Player.Start. An error is the arena's trouble, never
	// the bot's.
	Open(spec Spec, s Seating) (Player, error)

	// Close frees everything. Players that are still open are gone.
	Close()
}

// Player is the program of one seat in one match. Start comes first, then Ask and Answer in
// turn, then Close. A player that faulted may be asked again, unless it faulted in Start.
type Player interface {
	// Start loads and constructs the bot within Limits.Start. Only the fault, the time and the
	// debug output of the reply count.
	Start() Reply

	// Ask hands over what the seat may know. It does not wait, so that the seats of one turn can
	// think at the same time where their programs are processes.
	Ask(obs game.Observation)

	// Answer waits for the answer to the last Ask, within Limits.Move.
	Answer() Reply

	// Draws returns how many random numbers the bot has drawn, or -1 where that is not known.
	Draws() int

	// Close ends the bot's part in the match.
	Close()
}

// Troubled is implemented by players whose start can fail through no fault of the bot's.
type Troubled interface {
	// Trouble returns what went wrong on the arena's side in Start, nil for nothing. The match is
	// then void.
	Trouble() error
}

// Concluded is implemented by players that tell their bot how the match ended. Conclude comes
// once, after the last Answer and before Close.
type Concluded interface {
	Conclude(c game.Conclusion)
}

// Reply is what came back from a player. It is valid until the player is used again.
type Reply struct {
	Action game.Action // nil if there is none that counts
	Fault  *game.Fault // nil if the bot did nothing wrong
	Used   time.Duration
	Debug  []byte // what the bot wrote to its console on this turn, cut to Limits.Debug
}
