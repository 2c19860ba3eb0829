// Package bottest is the suite that every bot.Runtime passes.
//
// It plays a small game of its own, Echo, with bots that each behave in one named way, good or
// bad, and checks every promise of bot.Runtime and bot.Player: answers, seeds, limits, faults,
// debug output, and that nothing of one match reaches another. A runtime brings a bot for each
// Behaviour in its own language; those in JavaScript and Lua are here already.
//
//	func TestRuntime(t *testing.T) {
//		bottest.Run(t, bottest.Config{
//			New:    newRuntime,
//			Bot:    bottest.JavaScript,
//			Random: bottest.Mulberry32,
//		})
//	}
//
// What only one kind of runtime can get wrong (a regular expression that never ends, a child
// that forks) is tested beside that runtime; for scripts Probe is a game for such tests, and
// HostileConfig plays hostile bots.
package bottest

import (
	"fmt"
	"math/bits"
	"runtime"
	"testing"
	"time"

	"koth/bot"
	"koth/game"
)

// Behaviour names one way in which a bot behaves.
type Behaviour string

// The behaviours. "Turn n" is the n-th turn of a match; where nothing else is said, a bot answers
// with Want.
const (
	Answers      Behaviour = "answers"              // does nothing else
	Counts       Behaviour = "counts"               // answers how often it has been asked in this match, this time included
	Marks        Behaviour = "leaves marks"         // answers how many marks it finds of the many that it leaves, on each turn, wherever its language lets it
	Draws        Behaviour = "draws"                // on turn n draws n random numbers and answers with the last, as a uint32
	Nonsense     Behaviour = "answers nonsense"     // on turn 2 answers with something that is no action
	Huge         Behaviour = "answers huge"         // on turn 2 answers with something of 16 MiB or more that is no action
	Throws       Behaviour = "throws"               // counts, but on turn 2 fails with the message Boom
	ThrowsNovel  Behaviour = "throws a novel"       // on turn 2 fails with a message of many lines and 1 MiB
	FailsStart   Behaviour = "fails to start"       // fails with the message Boom while it starts
	DoesNotLoad  Behaviour = "does not load"        // is not a program at all
	LoopsOnce    Behaviour = "loops on one turn"    // counts, but on turn 2 never comes back
	SlowOnce     Behaviour = "is slow on one turn"  // counts, but takes longer than ShortMove on turn 2
	LoopsOnStart Behaviour = "loops while starting" // never comes up
	SlowStart    Behaviour = "is slow to start"     // takes longer than ShortMove to come up
	EatsMemory   Behaviour = "eats memory"          // on turn 2 takes and keeps memory until it cannot any more
	Talks        Behaviour = "talks"                // writes the line "starting" while it starts, and "turn n" on turn n
	TalksMuch    Behaviour = "talks much"           // on turn 2 writes the lines "first", 20 000 times "more", "last"
)

// Behaviours lists all behaviours.
var Behaviours = []Behaviour{
	Answers, Counts, Marks, Draws, Nonsense, Huge, Throws, ThrowsNovel, FailsStart, DoesNotLoad,
	LoopsOnce, SlowOnce, LoopsOnStart, SlowStart, EatsMemory, Talks, TalksMuch,
}

// Boom is the message that bots fail with.
const Boom = "boom, says the bot"

// ShortMove is the move limit that bots must exceed to be slow.
const ShortMove = 250 * time.Millisecond

// Bot is a bot that shows a behaviour.
type Bot struct {
	Spec bot.Spec
	// Fails is what the text of its crash must contain to point at the place in its source, as
	// in "bots/throws.js:4:". Empty where there is no such place.
	Fails string
}

// Config is what the suite needs to know about a runtime.
type Config struct {
	// New returns a new runtime. The suite closes it.
	New func(t testing.TB) bot.Runtime

	// Bot returns the bot that shows a behaviour. It is not asked for those of Without.
	Bot func(Behaviour) Bot

	// Without names the behaviours that no bot of this runtime can have, and why.
	Without map[Behaviour]string

	// Mortal says that a crash is a bot's end: on every later turn it crashes again.
	Mortal bool

	// Uncounted says that nobody knows how many random numbers a bot draws: Player.Draws returns -1.
	Uncounted bool

	// Random returns the stream of random numbers of a bot with that seed. Required unless
	// Without has Draws.
	Random func(seed uint32) func() uint32
}

// Mulberry32 returns the stream of random numbers that JavaScript is given as Math.random, which
// is this divided by 2^32. docs/rules/tokens.md, section Randomness.
func Mulberry32(seed uint32) func() uint32 {
	return func() uint32 {
		seed += 0x6D2B79F5
		t := (seed ^ seed>>15) * (seed | 1)
		t ^= t + (t^t>>7)*(t|61)
		return t ^ t>>14
	}
}

// Xoshiro returns the stream of random numbers of Lua 5.4, which is the upper half of what
// math.random(0) returns after math.randomseed(seed): xoshiro256**, by Blackman and Vigna.
func Xoshiro(seed uint32) func() uint32 {
	s := [4]uint64{uint64(seed), 0xff, 0, 0}
	next := func() uint32 {
		result := bits.RotateLeft64(s[1]*5, 7) * 9
		t := s[1] << 17
		s[2] ^= s[0]
		s[3] ^= s[1]
		s[1] ^= s[2]
		s[0] ^= s[3]
		s[2] ^= t
		s[3] = bits.RotateLeft64(s[3], 45)
		return uint32(result >> 32)
	}
	for range 16 { // Lua passes over the first
		next()
	}
	return next
}

// Run checks a runtime.
func Run(t *testing.T, c Config) {
	for _, check := range checks {
		t.Run(check.name, func(t *testing.T) {
			for _, b := range check.needs {
				if why, without := c.Without[b]; without {
					t.Skipf("no bot here %s: %s", b, why)
				}
			}
			runtime.LockOSThread() // as bot.Runtime asks, until the last Cleanup
			t.Cleanup(runtime.UnlockOSThread)
			check.run(newBench(t, c))
		})
	}
}

// check is one promise, or a few that belong together.
type check struct {
	name  string
	needs []Behaviour
	run   func(*bench)
}

// bench is a runtime on the bench.
type bench struct {
	testing.TB
	Config
	runtime bot.Runtime
}

func newBench(t testing.TB, c Config) *bench {
	b := &bench{TB: t, Config: c, runtime: c.New(t)}
	t.Cleanup(func() { b.runtime.Close() })
	return b
}

// patient are limits that a bot that comes back never meets, on however slow a machine.
var patient = bot.Limits{Start: time.Minute, Move: time.Minute}.OrDefault()

// with returns patient limits with those changes.
func with(change func(*bot.Limits)) bot.Limits {
	l := patient
	change(&l)
	return l
}

// seated is one bot's part in one match of Echo.
type seated struct {
	*bench
	player bot.Player
	turn   int
	closed bool
}

// open gives a bot a seat and does not start it.
func (b *bench) open(spec bot.Spec, seat game.Seat, seed uint32, l bot.Limits) *seated {
	b.Helper()
	p, err := b.runtime.Open(spec, bot.Seating{Game: Echo{}, Seat: seat, Seats: 2, Seed: seed, Limits: l})
	if err != nil {
		b.Fatalf("Open of a bot that %s: %v", spec.Name, err)
	}
	m := &seated{bench: b, player: p}
	b.Cleanup(m.close)
	return m
}

// start seats a bot that shows a behaviour and starts it; its start must not fail.
func (b *bench) start(behaviour Behaviour, seed uint32, l bot.Limits) *seated {
	b.Helper()
	m := b.open(b.Bot(behaviour).Spec, 0, seed, l)
	if r := m.player.Start(); r.Fault != nil {
		b.Fatalf("Start of a bot that %s: %s", behaviour, describe(r))
	}
	return m
}

func (m *seated) close() {
	if !m.closed {
		m.closed = true
		m.player.Close()
	}
}

// payload returns a payload that differs from turn to turn.
func payload(turn int) int { return turn * 271 % payloads }

// ask starts the next turn.
func (m *seated) ask() {
	m.turn++
	m.player.Ask(Heard{m.turn, payload(m.turn)})
}

// play plays the next turn.
func (m *seated) play() bot.Reply {
	m.ask()
	return m.player.Answer()
}

// answers plays the next turn; the answer must be want and nothing else.
func (m *seated) answers(want Number) {
	m.Helper()
	if r := m.play(); r.Action != want || r.Fault != nil {
		m.Fatalf("turn %d: %s, want the answer %d", m.turn, describe(r), want)
	}
}

// answersRight plays the next turn; the answer must be that of Want.
func (m *seated) answersRight() {
	m.Helper()
	m.answers(Want(m.turn+1, payload(m.turn+1)))
}

// goesOn plays the turn after a crash.
func (m *seated) goesOn(want Number) {
	m.Helper()
	if m.Mortal {
		m.faults(game.FaultCrash, patient.Move)
		return
	}
	m.answers(want)
}

// faults plays the next turn; it must bring a fault of that kind and no action.
func (m *seated) faults(kind game.FaultKind, limit time.Duration) bot.Reply {
	m.Helper()
	r := m.play()
	m.isFault(r, kind, limit)
	return r
}

// isFault checks a reply that must be a whole fault of that kind.
func (b *bench) isFault(r bot.Reply, kind game.FaultKind, limit time.Duration) {
	b.Helper()
	f := r.Fault
	switch {
	case f == nil || f.Kind != kind:
		b.Fatalf("%s, want a %s", describe(r), kind)
	case r.Action != nil:
		b.Errorf("%s: want no action beside a fault", describe(r))
	case f.Used != r.Used:
		b.Errorf("fault.Used = %v, but the reply's is %v", f.Used, r.Used)
	case f.Limit != limit:
		b.Errorf("fault.Limit = %v, want %v", f.Limit, limit)
	case kind == game.FaultTimeout && f.Used < limit:
		b.Errorf("fault.Used = %v, under the limit of %v", f.Used, limit)
	}
	b.isLine(f.Text)
}

// maxText is how long the text of a fault may be, in bytes: it stands in tables and on pages.
const maxText = 1000

func (b *bench) isLine(text string) {
	b.Helper()
	if text == "" || len(text) > maxText {
		b.Errorf("fault.Text has %d bytes, want 1 to %d: %.80q", len(text), maxText, text)
	}
	for _, r := range text {
		if r < ' ' || r == '\ufffd' {
			b.Errorf("fault.Text is not one clean line: %.200q", text)
			return
		}
	}
}

func describe(r bot.Reply) string {
	if r.Fault != nil {
		return fmt.Sprintf("action %v, fault %s (%s) after %v", r.Action, r.Fault.Kind, r.Fault.Text, r.Used)
	}
	return fmt.Sprintf("action %v after %v", r.Action, r.Used)
}
