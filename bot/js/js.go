package js

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"koth/bot"
	"koth/bot/internal/say"
	"koth/game"
)

//go:embed realm.js
var realmScript string

// Runtime runs bots written in JavaScript. It is used from one goroutine that stays on one thread
// (runtime.LockOSThread); the V8 engine panics when called from another.
type Runtime struct {
	engine engine
	seated []*seatedRealm // realms with a player
	idle   []*seatedRealm // realms proven clean, to be used again; the one longest idle first

	share   bool            // heaps may be shared
	apart   bool            // but not in this match
	crowded bool            // memory or time ran out in a shared heap in this match
	loners  map[string]bool // sources of bots that have heaps of their own, after what they did
}

// maxIdle bounds the realms kept for later matches: each holds a heap of a few megabytes, and costs
// as much time to make as some fifty short matches.
const maxIdle = 256

// seatedRealm is a realm and what it is made of.
type seatedRealm struct {
	realm
	config realmConfig
}

// New starts the engine. Nothing of it runs before the first call, so that a process can lock
// itself down before that.
func New() (*Runtime, error) {
	e, err := newEngine()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", Engine(), err)
	}
	return &Runtime{engine: e, loners: map[string]bool{}}, nil
}

// Bots share a heap where it cannot show: a collection of what another bot left takes some
// milliseconds of a move, and a bot must be able to take much more than what realms hold that take
// nothing.
const (
	leastShareMove   = 200 * time.Millisecond
	leastShareMemory = 32 << 20
)

// Share lets bots of different seats have their realms in one heap, which makes turns and new realms
// cheaper. They still share no object. Whoever asks for it calls Crowded after every match.
func (r *Runtime) Share() { r.share = true }

// Apart gives the seats of the next match heaps of their own.
func (r *Runtime) Apart() { r.apart = true }

// Crowded is called when a match is over. It tells that memory or time ran out in a heap that bots
// shared, so that nobody can be blamed: the result counts for nothing. The match is to be played again at
// once; it then has heaps of its own and comes to what it would have come to in the first place.
func (r *Runtime) Crowded() bool {
	r.apart, r.crowded = r.crowded, false
	return r.apart
}

// crowd notes that a bot ran out of memory or time in a shared heap, by its own doing or because of
// what another keeps the collector busy with.
func (r *Runtime) crowd(realm *seatedRealm) {
	if !r.crowded { // else it was not asked
		r.loners[realm.config.source] = true
	}
	r.crowded = true
}

// Engine names the engine that this program was built with: "V8 10.2.154.26 (libnode 108)" or
// "QuickJS ... (pure Go)". It starts nothing.
func Engine() string { return engineName() }

// About says how realms are checked between matches here, for people.
func (r *Runtime) About() string { return r.engine.about() }

// Open implements bot.Runtime.
func (r *Runtime) Open(spec bot.Spec, s bot.Seating) (bot.Player, error) {
	scripted, ok := s.Game.(game.JavaScripted)
	if !ok {
		return nil, fmt.Errorf("%s has no bots in JavaScript", s.Game.Info().Name)
	}
	dialect := scripted.JavaScript(s.Seat)
	realm, err := r.take(realmConfig{
		prelude: dialect.Prelude(),
		path:    spec.Path,
		memory:  s.Limits.Memory,
		debug:   s.Limits.Debug,
		shared:  r.share && !r.apart && s.Limits.Memory >= leastShareMemory && s.Limits.Move >= leastShareMove,
	}, spec.Source)
	if err != nil {
		return nil, err
	}
	c := control(realm.control())
	c.begin(s.Seed, int(s.Seat), s.Seats, s.Limits.Debug)
	return &player{runtime: r, realm: realm, control: c, dialect: dialect, limits: s.Limits, account: bot.NewAccount(s.Limits)}, nil
}

// Close implements bot.Runtime.
func (r *Runtime) Close() {
	for _, realm := range slices.Concat(r.seated, r.idle) {
		realm.close()
	}
	r.seated, r.idle = nil, nil
	r.engine.close()
}

// take returns an idle realm made of c and the source, or makes one.
func (r *Runtime) take(c realmConfig, source []byte) (*seatedRealm, error) {
	c.shared = c.shared && !r.loners[string(source)]
	for i := len(r.idle) - 1; i >= 0; i-- {
		realm := r.idle[i]
		c.source = realm.config.source
		if realm.config == c && string(source) == c.source {
			r.idle = slices.Delete(r.idle, i, i+1)
			if !realm.usable() {
				realm.close()
				continue
			}
			r.seated = append(r.seated, realm)
			return realm, nil
		}
	}
	c.source = string(source)
	made, err := r.engine.realm(c)
	if err != nil {
		return nil, err
	}
	realm := &seatedRealm{made, c}
	r.seated = append(r.seated, realm)
	return realm, nil
}

// give takes a realm back after a match, unless Close has been called since.
func (r *Runtime) give(realm *seatedRealm) {
	i := slices.Index(r.seated, realm)
	if i < 0 {
		return
	}
	r.seated = slices.Delete(r.seated, i, i+1)
	usable := realm.usable()
	outcast := realm.config.shared && r.loners[realm.config.source] // no match will ask for it again
	if !usable || outcast || !realm.reset() {
		if usable && !realm.usable() { // it has spoiled its heap for all that are in it: once is enough
			r.loners[realm.config.source] = true
		}
		realm.close()
		return
	}
	if len(r.idle) == maxIdle {
		r.idle[0].close()
		r.idle = slices.Delete(r.idle, 0, 1)
	}
	r.idle = append(r.idle, realm)
}

// player is a bot in its seat.
type player struct {
	runtime *Runtime
	realm   *seatedRealm
	control control
	dialect game.ScriptDialect
	limits  bot.Limits
	account bot.Account
	obs     game.Observation
	draws   int
}

// Start implements bot.Player.
func (p *player) Start() bot.Reply {
	if p.runtime.crowded {
		return bot.Reply{Fault: p.fault(&result{status: statusCrowded}, p.limits.Start)}
	}
	p.control.next()
	res := p.realm.start(limit{p.limits.Start, p.limits.Clock})
	p.control = p.realm.control() // of another realm, perhaps, after the start
	return bot.Reply{Fault: p.fault(res, p.limits.Start), Used: res.used, Debug: p.control.output()}
}

// Ask implements bot.Player.
func (p *player) Ask(obs game.Observation) { p.obs = obs }

// Answer implements bot.Player.
func (p *player) Answer() bot.Reply {
	if p.runtime.crowded {
		return bot.Reply{Fault: p.fault(&result{status: statusCrowded}, p.limits.Move)}
	}
	p.control.next()
	allowed := p.account.Limit()
	res := p.realm.turn(p.dialect.AppendTurn(p.realm.input(), p.obs), limit{allowed, p.limits.Clock})
	p.account.Spend(res.used)
	reply := bot.Reply{Used: res.used, Debug: p.control.output()}
	reply.Fault = p.fault(res, allowed)
	if res.status != statusOK {
		return reply
	}
	action, err := p.dialect.ParseAnswer(p.obs, res.answer)
	if err != nil {
		reply.Fault = &game.Fault{Kind: game.FaultMalformed, Text: say.OneLine(err.Error()), Used: res.used, Limit: allowed}
		return reply
	}
	reply.Action = action
	return reply
}

// Draws implements bot.Player.
func (p *player) Draws() int {
	if p.realm != nil {
		p.draws = p.control.draws()
	}
	return p.draws
}

// Close implements bot.Player.
func (p *player) Close() {
	if p.realm == nil {
		return
	}
	p.Draws() // the last that can be told of it
	p.runtime.give(p.realm)
	p.realm, p.control = nil, nil
}

// fault says what the bot did wrong in a call, nil for nothing.
func (p *player) fault(res *result, limit time.Duration) *game.Fault {
	c := p.control
	crashes, malformed := c.i32(ctlCrashes), c.i32(ctlMalformed)
	if res.status == statusOK && crashes == 0 && malformed == 0 {
		return nil // nearly always, so without an allocation
	}
	f := &game.Fault{Used: res.used, Limit: limit}
	switch {
	case res.status == statusCrowded || res.status == statusTimeout && p.realm.config.shared: // nobody will read it
		p.runtime.crowd(p.realm)
		f.Kind, f.Text = game.FaultCrash, "in a crowded heap"
	case res.status == statusTimeout:
		f.Kind, f.Text = game.FaultTimeout, fmt.Sprintf("took longer than %v", limit) // how long is in Used: texts are in replays
	case res.status == statusMemory:
		f.Kind, f.Text = game.FaultCrash, "out of memory ("+say.Size(p.limits.Memory)+")"
	case res.status == statusCrash:
		f.Kind, f.Text = game.FaultCrash, say.OneLine(res.text)
	case res.status == statusMalformed:
		f.Kind, f.Text = game.FaultMalformed, "answered "+say.OneLine(c.note(ctlMalformedLen, ctlMalformedText))
	case crashes > 0:
		f.Kind, f.Count, f.Text = game.FaultCrash, crashes, say.OneLine(c.note(ctlCrashLen, ctlCrashText))
		if malformed > 0 {
			f.Text = say.OneLine(fmt.Sprintf("%s; also %d malformed, first %s", f.Text, malformed, c.note(ctlMalformedLen, ctlMalformedText)))
		}
	default:
		f.Kind, f.Count, f.Text = game.FaultMalformed, malformed, "answered "+say.OneLine(c.note(ctlMalformedLen, ctlMalformedText))
	}
	return f
}

// thrown is the text of an error thrown by a bot, with its place in the bot's file; line and
// column count from 1, and line 0 means that the place is not in that file.
func thrown(text, path string, line, column int) string {
	text = strings.TrimPrefix(text, "Uncaught ")
	if line == 0 {
		return fmt.Sprintf("%s (%s)", say.Cut(text, 200), path)
	}
	return fmt.Sprintf("%s (%s:%d:%d)", say.Cut(text, 200), path, line, column)
}

// unparsed is the text of an error that keeps a source from being parsed. A place behind the end
// of the source, which is in our wrapping of it, is shown as its end.
func unparsed(text, path, source string, line, column int) string {
	if last := strings.Count(source, "\n") + 1; line > last {
		line, column = last, utf8.RuneCountInString(source[strings.LastIndexByte(source, '\n')+1:])+1
		text = "SyntaxError: Unexpected end of input"
	}
	return fmt.Sprintf("%s:%d:%d: %s", path, line, max(column, 1), strings.TrimPrefix(text, "Uncaught "))
}
