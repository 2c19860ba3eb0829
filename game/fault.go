package game

import "time"

// FaultKind says in one word what a bot did wrong.
type FaultKind string

// The kinds of fault. What each costs is the rules' business.
const (
	FaultTimeout   FaultKind = "timeout"   // it answered too late, or had to be broken off
	FaultCrash     FaultKind = "crash"     // it threw, exited, ran out of memory or did not load
	FaultMalformed FaultKind = "malformed" // its answer is not an action of the game
	FaultIllegal   FaultKind = "illegal"   // its answer is an action that may not be done now
)

// FaultKinds lists all kinds in the order of tables and JSON.
var FaultKinds = [...]FaultKind{FaultTimeout, FaultCrash, FaultMalformed, FaultIllegal}

// Fault is what a bot did wrong on one turn. It is data: it never stops the arena.
type Fault struct {
	Kind  FaultKind
	Text  string        // what happened, in one line: what the bot said, or its error with file, line and column
	Count int           // how often it happened on this turn: blobs of one family can fault one by one; 0 counts as 1
	Used  time.Duration // time that the bot used on this turn
	Limit time.Duration // the limit that it had; 0 where none applies
}

// Times returns how many faults f stands for, at least 1.
func (f *Fault) Times() int { return max(1, f.Count) }
