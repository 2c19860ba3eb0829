package js

import (
	"time"

	"koth/bot"
)

// engine is a JavaScript engine. Everything is called on the Runtime's one thread.
type engine interface {
	// realm makes a realm and evaluates realm.js and the game's prelude in it. None of the bot's
	// code is compiled or run. An error is the arena's trouble: no memory, or a prelude that throws.
	realm(c realmConfig) (realm, error)

	// about describes how realms are checked between matches, for people.
	about() string

	// close frees the engine; all its realms are closed before.
	close()
}

// realmConfig is what a realm is made of. Equal configs make interchangeable realms.
type realmConfig struct {
	prelude string // the game's
	path    string // the bot's file, for messages
	source  string // the bot's
	memory  int    // bytes of heap, and again as much for array buffers
	debug   int    // bytes of console output kept per turn
	shared  bool   // its heap may be shared with other realms, if the engine can do that
}

// realm is one bot's world, ready for one match at a time: start, then turns, then reset.
type realm interface {
	// control is the block shared with realm.js, of controlSize(c.debug) bytes. The engine makes
	// what is written there visible to the script before each call, and the script's changes
	// visible when the call returns.
	control() []byte

	// input returns an empty slice over the block shared with the prelude, to append an
	// observation to.
	input() []byte

	// start begins a match: compiles the source unless that is done, which is part of its time,
	// calls prelude(host), calls the compiled function, and hands its value to start. The result is
	// valid until the next call. The control block can be another one afterwards.
	start(l limit) *result

	// turn puts obs at offset 0 of the shared block (which costs nothing if it was appended to
	// input) and calls turn. The result is valid until the next call.
	turn(obs []byte, l limit) *result

	// reset ends a match and reports whether the realm is as it was before the first one. If not,
	// all that may be done is close.
	reset() bool

	// usable reports whether the realm's heap is still good for another match: one that is shared
	// can be spoiled by another realm.
	usable() bool

	close()
}

// limit is what a call may take.
type limit struct {
	time  time.Duration
	clock bot.Clock
}

// result is what came of a call.
type result struct {
	status status
	used   time.Duration
	answer []byte // what turn wrote, if the status is statusOK
	text   string // what happened, if the status is statusCrash: one line, not yet cut
}

type status int

const (
	statusOK        status = iota // start returned, or turn returned a length that fits
	statusMalformed               // turn returned malformed's number, or one that is no length
	statusCrash                   // something was thrown, or the source does not parse
	statusTimeout                 // broken off, or too late
	statusMemory                  // out of memory; the realm cannot be used for another match
	statusCrowded                 // the same in a heap that is shared: the match counts for nothing
)
