package native_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/bot/native"
	"koth/game"
)

// clock is a clock that only bots move.
type clock struct{ time.Duration }

func (c *clock) now() time.Duration { return c.Duration }

// echo is a bot of bottest's game: it counts, and answers as its behaviour says.
type echo struct {
	clock     *clock
	behaviour bottest.Behaviour
	rng       *rand.Rand
	asked     int
}

func (e *echo) Act(obs game.Observation) game.Action {
	e.asked++
	h := obs.(bottest.Heard)
	second := h.Turn == 2
	switch e.behaviour {
	case bottest.Draws:
		for range h.Turn - 1 {
			e.rng.Uint32()
		}
		return bottest.Number(e.rng.Uint32())
	case bottest.Nonsense:
		if second {
			return nil
		}
	case bottest.Throws:
		if second {
			panic(boom())
		}
		return bottest.Number(e.asked)
	case bottest.ThrowsNovel:
		if second {
			panic(fmt.Errorf("a novel: %s", strings.Repeat("It was a dark\nand stormy night. \xff", 1<<15)))
		}
	case bottest.SlowOnce:
		if second {
			e.clock.Duration += bottest.ShortMove
		}
		return bottest.Number(e.asked)
	case bottest.Counts:
		return bottest.Number(e.asked)
	}
	return bottest.Want(h.Turn, h.Payload)
}

// boomLine is the line from which boom was called last: panics are told there.
var boomLine int

func boom() string {
	_, _, boomLine, _ = runtime.Caller(1)
	return bottest.Boom
}

func constructor(c *clock, b bottest.Behaviour) native.Constructor {
	return func(_ bot.Seating, rng *rand.Rand) native.Bot {
		switch b {
		case bottest.FailsStart:
			panic(boom())
		case bottest.SlowStart:
			c.Duration += 2 * bottest.ShortMove
		}
		return &echo{clock: c, behaviour: b, rng: rng}
	}
}

func TestRuntime(t *testing.T) {
	var c clock
	const trusted = "it is trusted Go code in this process"
	bottest.Run(t, bottest.Config{
		New: func(testing.TB) bot.Runtime { return newRuntime(&c) },
		Bot: func(b bottest.Behaviour) bottest.Bot {
			made := bottest.Bot{Spec: spec(b)}
			if b == bottest.Throws || b == bottest.FailsStart {
				made.Fails = fmt.Sprintf("koth/bot/native_test/native_test.go:%d", boomLine)
			}
			return made
		},
		Without: map[bottest.Behaviour]string{
			bottest.Marks:        trusted + " and could keep a package variable",
			bottest.Huge:         "an action is a value of the game's own types",
			bottest.DoesNotLoad:  "it is compiled with the program",
			bottest.LoopsOnce:    trusted + " and cannot be broken off",
			bottest.LoopsOnStart: trusted + " and cannot be broken off",
			bottest.EatsMemory:   trusted + " and has no heap of its own",
			bottest.Talks:        "it has no console",
			bottest.TalksMuch:    "it has no console",
		},
		Random: func(seed uint32) func() uint32 { return rand.New(rand.NewPCG(uint64(seed), 0)).Uint32 },
	})
}

func spec(b bottest.Behaviour) bot.Spec {
	return bot.Spec{Name: string(b), Kind: bot.Native, Path: "house:" + string(b)}
}

func newRuntime(c *clock) *native.Runtime {
	bots := make(native.Bots)
	for _, b := range bottest.Behaviours {
		bots["house:"+string(b)] = constructor(c, b)
	}
	r := native.New(bots)
	r.Now, r.CPU = c.now, nil
	return r
}

func TestOpenUnknown(t *testing.T) {
	r := native.New(native.Bots{"house:a": constructor(nil, bottest.Answers), "house:b": constructor(nil, bottest.Answers)})
	const want = `no bot "house:c" in this program (have house:a, house:b)`
	if _, err := r.Open(bot.Spec{Path: "house:c"}, bot.Seating{}); err == nil || err.Error() != want {
		t.Errorf("err = %v, want %s", err, want)
	}
}

func TestNoBot(t *testing.T) {
	r := native.New(native.Bots{"house:a": func(bot.Seating, *rand.Rand) native.Bot { return nil }})
	if reply := open(t, r, "house:a").Start(); reply.Fault == nil || reply.Fault.Kind != game.FaultCrash {
		t.Errorf("Start = %+v, want a crash", reply)
	}
}

// TestSlowStart: what comes up too late has timed out, though it came up.
func TestSlowStart(t *testing.T) {
	var c clock
	r := newRuntime(&c)
	p, err := r.Open(spec(bottest.SlowStart), bot.Seating{Limits: bot.Limits{Start: 2 * bottest.ShortMove}})
	if err != nil {
		t.Fatal(err)
	}
	want := game.Fault{Kind: game.FaultTimeout, Text: "took longer than 500ms", Used: 500 * time.Millisecond, Limit: 500 * time.Millisecond}
	if reply := p.Start(); reply.Fault == nil || *reply.Fault != want {
		t.Errorf("Start = %+v, want %+v", reply.Fault, want)
	}
}

// repeater panics in a library, by way of a function of its own.
type repeater struct{}

func (r repeater) Act(game.Observation) game.Action { return r.help() }

func (repeater) help() game.Action {
	return bottest.Number(len(strings.Repeat(boom(), -1)))
}

// TestLibraryPanic: a panic in a library is told at the bot's line that called it.
func TestLibraryPanic(t *testing.T) {
	p := open(t, native.New(native.Bots{"house:a": func(bot.Seating, *rand.Rand) native.Bot { return repeater{} }}), "house:a")
	p.Start()
	p.Ask(bottest.Heard{Turn: 1})
	f := p.Answer().Fault
	want := fmt.Sprintf("strings: negative Repeat count (koth/bot/native_test/native_test.go:%d)", boomLine)
	if f == nil || f.Text != want {
		t.Errorf("fault = %+v, want the text %s", f, want)
	}
}

// TestNoAllocations: a turn costs no memory beside the bot's own.
func TestNoAllocations(t *testing.T) {
	p := open(t, native.New(native.Bots{"house:a": func(bot.Seating, *rand.Rand) native.Bot { return &constant{bottest.Number(7)} }}), "house:a")
	p.Start()
	var obs game.Observation = bottest.Heard{Turn: 1}
	if n := testing.AllocsPerRun(100, func() { p.Ask(obs); p.Answer() }); n != 0 {
		t.Errorf("%v allocations a turn, want 0", n)
	}
}

type constant struct{ action game.Action }

func (c *constant) Act(game.Observation) game.Action { return c.action }

func open(t testing.TB, r *native.Runtime, path string) bot.Player {
	t.Helper()
	p, err := r.Open(bot.Spec{Path: path}, bot.Seating{Game: bottest.Echo{}, Seats: 1, Limits: bot.DefaultLimits})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func BenchmarkTurn(b *testing.B) {
	p := open(b, native.New(native.Bots{"house:a": func(bot.Seating, *rand.Rand) native.Bot { return &constant{bottest.Number(7)} }}), "house:a")
	p.Start()
	var obs game.Observation = bottest.Heard{Turn: 1}
	b.ReportAllocs()
	for b.Loop() {
		p.Ask(obs)
		p.Answer()
	}
}

// TestBusyMachine has a move that takes long by the clock and little of its thread's time: it is late
// only where the clock on the wall is what counts.
func TestBusyMachine(t *testing.T) {
	const limit, worked = 100 * time.Millisecond, 30 * time.Millisecond
	tests := []struct {
		clock bot.Clock
		takes time.Duration // by the clock on the wall
		used  time.Duration
		late  bool
	}{
		{bot.ClockAuto, 90 * time.Millisecond, 90 * time.Millisecond, false},
		{bot.ClockAuto, 200 * time.Millisecond, worked, false},
		{bot.ClockWall, 200 * time.Millisecond, 200 * time.Millisecond, true},
		{bot.ClockCPU, 90 * time.Millisecond, worked, false},
	}
	for _, tt := range tests {
		wall, cpu := new(clock), new(clock)
		var seen time.Duration // of its move, by the clock that decides
		r := native.New(native.Bots{"house:a": func(s bot.Seating, _ *rand.Rand) native.Bot {
			return sleeper(func() {
				began := s.Worked()
				wall.Duration += tt.takes
				cpu.Duration += worked
				seen = s.Worked() - began
			})
		}})
		r.Now, r.CPU = wall.now, cpu.now
		p, err := r.Open(bot.Spec{Path: "house:a"}, bot.Seating{Game: bottest.Echo{}, Seats: 1, Limits: bot.Limits{Move: limit, Clock: tt.clock}.OrDefault()})
		if err != nil {
			t.Fatal(err)
		}
		p.Start()
		p.Ask(bottest.Heard{Turn: 1})
		if reply := p.Answer(); reply.Used != tt.used || (reply.Fault != nil) != tt.late {
			t.Errorf("clock %s: %v by the wall is charged %v, fault %v; want %v, late = %v", tt.clock, tt.takes, reply.Used, reply.Fault, tt.used, tt.late)
		}
		if late := seen >= limit; late != tt.late {
			t.Errorf("clock %s: the bot sees %v of %v, late = %v", tt.clock, seen, limit, tt.late)
		}
	}
}

// sleeper is a bot that does something and answers.
type sleeper func()

func (s sleeper) Act(game.Observation) game.Action { s(); return bottest.Number(1) }

// TestCPUClockIsReadSeldom: quick moves share a reading of the CPU clock, and a slow one after them is
// still not charged what they worked.
func TestCPUClockIsReadSeldom(t *testing.T) {
	const limit, worked = 100 * time.Millisecond, 30 * time.Millisecond
	wall, cpu, reads := &clock{time.Hour}, new(clock), 0
	takes := 100 * time.Microsecond
	r := native.New(native.Bots{"house:a": func(bot.Seating, *rand.Rand) native.Bot {
		return sleeper(func() { wall.Duration += takes; cpu.Duration += min(takes, worked) })
	}})
	r.Now, r.CPU = wall.now, func() time.Duration { reads++; return cpu.now() }
	p, err := r.Open(bot.Spec{Path: "house:a"}, bot.Seating{Game: bottest.Echo{}, Seats: 1, Limits: bot.Limits{Move: limit}.OrDefault()})
	if err != nil {
		t.Fatal(err)
	}
	p.Start()
	reads = 0
	for turn := range 7 {
		p.Ask(bottest.Heard{Turn: turn + 1})
		p.Answer()
	}
	if reads != 1 {
		t.Errorf("the clock was read %d times in 7 quick moves, want 1", reads)
	}
	takes = 2 * limit
	p.Ask(bottest.Heard{Turn: 8})
	if reply := p.Answer(); reply.Used != worked || reply.Fault != nil || reads != 2 {
		t.Errorf("a slow move is charged %v, fault %v, after %d readings; want %v and none, after 2", reply.Used, reply.Fault, reads, worked)
	}
}
