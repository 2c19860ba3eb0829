package game

import "time"

// ScriptDialect is how a game talks to a bot that is a function inside a script engine. It has
// two ends that meet in a block of bytes: the game's Go code writes an observation there and
// reads an answer from it, and the game's prelude, script source running beside the bot, does
// the opposite. The engine carries the bytes and calls the prelude; it knows no game.
//
// A value is one seat's conversation in one match: it may keep buffers between turns and is
// used from one goroutine.
type ScriptDialect interface {
	// Prelude returns the source that is evaluated in the bot's realm before the bot. bot/js and
	// bot/lua say what it must evaluate to.
	Prelude() string

	// AppendTurn appends the observation in the form that the prelude reads.
	AppendTurn(dst []byte, obs Observation) []byte

	// ParseAnswer reads what the prelude wrote for that observation. The bytes come from a
	// process that runs strangers' code: anything may be in them, and what is not an answer
	// gives an error wrapping ErrMalformed. The answer is not kept.
	ParseAnswer(obs Observation, answer []byte) (Action, error)
}

// JavaScripted is implemented by games that bots in JavaScript can play.
type JavaScripted interface {
	Game
	JavaScript(seat Seat) ScriptDialect
}

// LuaScripted is implemented by games that bots in Lua can play. bot/lua says what a prelude in
// Lua is; it and the one in JavaScript may use the same bytes, so that one dialect's AppendTurn
// and ParseAnswer serve both.
type LuaScripted interface {
	Game
	Lua(seat Seat) ScriptDialect
}

// TextDialect is how a game talks to a program over lines of text, beside the JSON lines that
// every game speaks (docs/protocol.md). It is a conversation: a program may ask back, or say
// other things, before it answers. Lines are without their end; the runtime adds and removes it,
// measures time, and bounds how much a program may say.
//
// A value is one seat's conversation in one match, used from one goroutine. It keeps no reference
// to what it is given.
type TextDialect interface {
	// Hello returns the lines that a program is sent when it has started. With await, it has to
	// answer them (Line says when it has) before the match goes on, within the limit for starting;
	// without, its first move is due within the limits for starting and moving together.
	Hello() (lines []string, await bool)

	// Ask returns the lines that ask for the move. They end with the line that the clock starts at.
	Ask(obs Observation, clock TextClock) []string

	// Line takes one line of the program's: an answer, something that is answered by reply, or
	// something to pass over. obs is that of the last Ask, nil for an answer to Hello. An error that
	// wraps ErrMalformed, with Done, is an answer that is none. The line comes from a stranger's
	// program: anything may be in it.
	//
	// An answer may also come when none is awaited, or be one to an earlier Ask, too late. The
	// runtime keeps count and drops it: the dialect treats every line alike, and Line changes
	// nothing that a dropped answer could spoil.
	Line(obs Observation, line []byte) (TextAnswer, error)

	// Goodbye returns the lines that end the match for a program that still runs.
	Goodbye() []string

	// LineEnd returns what ends each line that the program is sent: "\n" or "\r\n". What it sends
	// may end in either.
	LineEnd() string
}

// TextAnswer is what a TextDialect made of a line.
type TextAnswer struct {
	Done   bool     // the answer that was awaited has come
	Turn   int      // the Ask that it answers, counted from 1; 0 where the line does not say
	Action Action   // what it is; nil for an answer to Hello
	Reply  []string // lines to send back
	Note   bool     // the line was none of the protocol's answers but talk: keep it as debug output
	Stray  bool     // it is no talk that the protocol knows: if no answer comes in time, this line may be why

	// Fault is what went wrong in part of an answer that counts all the same, as its program says:
	// kind crash or malformed, how often, and a text. nil for nothing.
	Fault *Fault
}

// TextClock is what a program may be told about its time. Zero is no limit.
type TextClock struct {
	Turn   int           // which Ask of the match this is, from 1
	Move   time.Duration // the most that this answer may take, its bank included
	Match  time.Duration // the account that moves may draw on beyond their own limit; 0 for none
	Left   time.Duration // of a match with an account: what this answer may take; else 0
	Last   time.Duration // what the last answer took; 0 before the first
	Memory int           // bytes
}

// TextSeating is what a TextDialect is told about the program that it talks with.
type TextSeating struct {
	Protocol string // one of Texted.TextProtocols
	Seat     Seat
	Seats    int // players in the match
	Options  Options
	Clock    TextClock // as before the first move
	Folder   string    // where the program may keep files from match to match; "" is nowhere
	Quirks   []string  // bot.Command.Quirks: what this program does its own way
}

// Conclusion is what bots are told when a match is over.
type Conclusion struct {
	End    string    // in the words of the rules
	Scores []float64 // by seat
	Ranks  []int     // by seat; 1 is best, equal scores share a rank
}

// Concluded is implemented by text dialects that tell their program how the match ended:
// Conclude comes before Goodbye.
type Concluded interface {
	Conclude(c Conclusion)
}

// Advising is implemented by text dialects that can guess why their program never came to an answer.
type Advising interface {
	// Advice returns the guess and what to do, "" for none: why a program ended, without a word, before
	// it was ready, or else why it has not answered in time, neither that it is ready nor any Ask.
	Advice(ended bool) string
}

// Returning is implemented by text dialects whose programs may end their lines in CR alone; LF and
// CR LF end one in every dialect.
type Returning interface {
	EndsInCR()
}

// Reusable is implemented by text dialects whose program can play one match after another. Only
// where a user wants that is it not started anew for each.
type Reusable interface {
	// HelloAgain is Hello for a program that has played a match, whose dialect was before.
	HelloAgain(before TextDialect) (lines []string, await bool)
}

// Texted is implemented by games that programs can play in other protocols than JSON lines.
type Texted interface {
	Game

	// TextProtocols returns their names. The first is what a program talks that was written for
	// the game's original controller (one with a command.txt); "" there stands for JSON lines.
	TextProtocols() []string

	// Text returns the dialect of one seat. An unknown protocol, or a quirk that it does not know,
	// gives an error that lists those there are.
	Text(s TextSeating) (TextDialect, error)
}

// Pythonic is implemented by games that bots can play which are a function in Python. Such a bot
// is run by the harness of bot/python, as a program of its own that talks JSON lines.
type Pythonic interface {
	Game

	// Python returns the game's part of the harness, as source, and how many arguments a bot's
	// function is called with. bot/python says what the source must define.
	Python() (prelude string, parameters int)
}
