// Package native runs bots that are Go code in this program: house bots, and what a game's author
// wants to try out. Runtime is the bot.Runtime for them.
//
// Such a bot is trusted as the rest of the program is. It runs on the caller's goroutine, so one
// that never comes back hangs the match, and one that is slow is found out when it has answered.
// Nothing stops it from keeping something between matches in a package variable, or from sharing
// it: it must not. It has no console. Limits.Clock decides about its moves; starting is charged by
// the monotonic clock. Limits.Memory means nothing.
package native

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"koth/bot"
	"koth/bot/internal/cpu"
	"koth/game"
)

// Bot plays one seat in one match.
type Bot interface {
	// Act answers an observation, which is of the type that the game's Observe returns and must
	// not be kept or changed. No action (nil) is malformed; a panic is a crash, and the bot is
	// asked again on its next turn.
	Act(obs game.Observation) game.Action
}

// Constructor makes a bot for a seat. All of the bot's chance must come from rng: it is seeded
// from the seating, so that a match can be played again. One that thinks until its time is up reads
// the seating's clock and limits; it should need less on an idle machine, for the same reason.
type Constructor func(s bot.Seating, rng *rand.Rand) Bot

// Bots are constructors by bot.Spec.Path ("house:greedy"): the name of a spec is the user's to
// change.
type Bots map[string]Constructor

// Runtime implements bot.Runtime.
type Runtime struct {
	// Now reads a clock that only goes forward, from any zero. New sets it to the monotonic clock.
	Now func() time.Duration

	// CPU reads the CPU time of the calling thread, or a negative number where that is not known. New
	// sets it; nil is not known.
	CPU func() time.Duration

	bots Bots
	read reading
}

// reading is what the CPU clock showed at some time.
type reading struct {
	at     time.Duration // by Runtime.Now
	worked time.Duration // negative where it is not known
}

// readingAge is how old a reading may be that a move begins with: the clock of a thread is read by a
// system call, which takes longer than many a bot thinks.
const readingAge = time.Millisecond

var _ bot.Runtime = (*Runtime)(nil)

// New returns a runtime for those bots.
func New(bots Bots) *Runtime {
	zero := time.Now()
	return &Runtime{Now: func() time.Duration { return time.Since(zero) }, CPU: cpu.Thread, bots: bots}
}

// Open implements bot.Runtime. A path that is not among the bots is an error that lists them.
func (r *Runtime) Open(spec bot.Spec, s bot.Seating) (bot.Player, error) {
	construct, ok := r.bots[spec.Path]
	if !ok {
		have := strings.Join(slices.Sorted(maps.Keys(r.bots)), ", ")
		return nil, fmt.Errorf("no bot %.80q in this program (have %s)", spec.Path, have)
	}
	s.Now, s.Worked = r.Now, r.Now
	p := &player{now: r.Now, cpu: r.CPU, read: &r.read, construct: construct, account: bot.NewAccount(s.Limits)}
	if s.Limits.Clock == bot.ClockWall {
		p.cpu = nil
	}
	if p.cpu != nil && p.cpu() >= 0 {
		s.Worked = p.cpu
	}
	p.seating = s
	p.source.Seed(uint64(s.Seed), 0)
	return p, nil
}

// Close implements bot.Runtime.
func (r *Runtime) Close() {}

// player implements bot.Player.
type player struct {
	now       func() time.Duration
	cpu       func() time.Duration // nil where it does not count
	read      *reading
	construct Constructor
	seating   bot.Seating
	source    source
	account   bot.Account
	bot       Bot
	obs       game.Observation
	fault     game.Fault // of the latest reply
}

// source counts what is drawn from it.
type source struct {
	rand.PCG
	draws int
}

func (s *source) Uint64() uint64 {
	s.draws++
	return s.PCG.Uint64()
}

// Start implements bot.Player.
func (p *player) Start() bot.Reply {
	began := p.now()
	crash := p.constructed()
	used, limit := p.now()-began, p.seating.Limits.Start
	if crash != "" || used >= limit {
		return p.faulted(used, limit, game.FaultCrash, crash)
	}
	return bot.Reply{Used: used}
}

// constructed makes the bot and returns how that crashed, or "".
func (p *player) constructed() (crash string) {
	defer func() {
		if v := recover(); v != nil {
			crash = describe(v)
		}
	}()
	if p.bot = p.construct(p.seating, rand.New(&p.source)); p.bot == nil {
		return "its constructor returned nil"
	}
	return ""
}

// Ask implements bot.Player. The bot thinks in Answer.
func (p *player) Ask(obs game.Observation) { p.obs = obs }

// Answer implements bot.Player.
func (p *player) Answer() bot.Reply {
	limit := p.account.Limit()
	action, crash, used := p.timed(limit)
	p.account.Spend(used)
	switch {
	case crash != "":
		return p.faulted(used, limit, game.FaultCrash, crash)
	case action == nil:
		return p.faulted(used, limit, game.FaultMalformed, "answered nil")
	case used >= limit:
		return p.faulted(used, limit, game.FaultTimeout, "")
	}
	return bot.Reply{Action: action, Used: used}
}

// timed asks the bot and says what it is charged: the time that passed, but where that looks too
// long, or Limits.Clock says so, what its thread has worked.
func (p *player) timed(limit time.Duration) (action game.Action, crash string, used time.Duration) {
	exact := p.seating.Limits.Clock == bot.ClockCPU
	began := p.now()
	if p.cpu != nil && (exact || *p.read == reading{} || began-p.read.at >= readingAge) {
		*p.read = reading{at: began, worked: p.cpu()}
		began = p.now()
	}
	action, crash = p.act()
	used = p.now() - began
	if p.cpu != nil && p.read.worked >= 0 && (exact || used >= limit) {
		used = p.cpu() - p.read.worked
		if !exact { // what was worked between the reading and the beginning was not the bot's
			used = max(0, used-(began-p.read.at))
		}
	}
	return action, crash, used
}

// act asks the bot and returns its action, or how it crashed.
func (p *player) act() (action game.Action, crash string) {
	defer func() {
		if v := recover(); v != nil {
			action, crash = nil, describe(v)
		}
	}()
	return p.bot.Act(p.obs), ""
}

// faulted returns the reply for a fault. Whatever else was wrong, what comes too late is late.
func (p *player) faulted(used, limit time.Duration, kind game.FaultKind, text string) bot.Reply {
	if used >= limit {
		kind, text = game.FaultTimeout, fmt.Sprintf("took longer than %v", limit) // how long is in Used: texts are in replays
	}
	p.fault = game.Fault{Kind: kind, Text: text, Used: used, Limit: limit}
	return bot.Reply{Fault: &p.fault, Used: used}
}

// Draws implements bot.Player: it counts words of 64 bits, of which rng.IntN can take several.
func (p *player) Draws() int { return p.source.draws }

// Close implements bot.Player.
func (p *player) Close() {}
