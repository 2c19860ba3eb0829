package bottest

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"koth/bot"
	"koth/game"
	"koth/match"
)

// TestChecksCanFail runs the suite on a runtime that only plays at running bots: as it should be,
// and with each of its sins, which the check of that name must find.
func TestChecksCanFail(t *testing.T) {
	if failed := failing(t, ""); len(failed) > 0 {
		t.Fatalf("without a sin these checks fail: %q", failed)
	}
	sins := map[string]string{ // what is wrong, and the check that must see it
		"wrong answers":             "the action arrives",
		"forgets":                   "a bot remembers within a match",
		"keeps marks":               "nothing survives a match",
		"keeps marks after a crash": "nothing survives a fault",
		"shares marks":              "seats share nothing",
		"shares counts":             "seats remember apart",
		"one question for all":      "seats can be asked before others answer",
		"one console for all":       "debug output is kept by seat",
		"one fault for all":         "a reply stays while others are asked",
		"caches by path":            "the source counts and not its name",
		"ignores the seed":          "the seed is honoured",
		"other numbers":             "the seed is honoured",
		"does not count draws":      "draws are counted",
		"nonsense crashes":          "nonsense is malformed",
		"nonsense is an action":     "nonsense is malformed",
		"huge is nothing":           "huge nonsense is malformed",
		"no message":                "throwing is a crash",
		"no place":                  "throwing is a crash",
		"no limit":                  "throwing is a crash",
		"no time":                   "throwing is a crash",
		"text of two lines":         "the text of a fault is one short line",
		"long text":                 "the text of a fault is one short line",
		"starts the unstartable":    "failing to start is a crash",
		"loads anything":            "what does not load is a crash",
		"timeout is a crash":        "a loop times out and the state stays",
		"forgets on timeout":        "a slow move times out and the state stays",
		"early timeout":             "a loop times out and the state stays",
		"starts by the move limit":  "a start is not billed to a move",
		"bills the start":           "a start is not billed to a move",
		"start told by the move":    "a start has its own limit",
		"endless memory":            "memory is limited",
		"console never emptied":     "debug output is kept by turn",
		"deaf to the start":         "debug output is kept by turn",
		"endless console":           "debug output is cut in the middle",
		"console without a tail":    "debug output is cut in the middle",
		"console all tail":          "debug output is cut in the middle",
		"open runs the bot":         "opening runs nothing",
		"close closes all":          "a seat can be closed at any time",
		"opens once":                "a runtime can be closed and made again",
		"goroutines stay":           "matches leave nothing running",
	}
	for sin, check := range sins {
		if failed := failing(t, sin); !slices.Contains(failed, check) {
			t.Errorf("sin %q: failed are %q, want %q among them", sin, failed, check)
		}
	}
	for _, c := range checks {
		found := false
		for _, check := range sins {
			found = found || check == c.name
		}
		if !found {
			t.Errorf("no sin shows that %q can fail", c.name)
		}
	}
}

// failing returns the names of the checks that a runtime with that sin fails.
func failing(t *testing.T, sin string) (names []string) {
	stop := make(chan struct{})
	defer close(stop)
	opened := 0
	c := Config{
		New: func(testing.TB) bot.Runtime {
			opened++
			return &model{sin: sin, stop: stop, nth: opened}
		},
		Bot: func(b Behaviour) Bot {
			return Bot{Spec: bot.Spec{Name: string(b), Path: string(b), Source: []byte(b)}, Fails: "here:1:"}
		},
		Random: Mulberry32,
	}
	for _, check := range checks {
		r := &recorder{TB: t}
		done := make(chan struct{})
		opened = 0
		go func() { // Fatalf ends a goroutine
			defer close(done)
			check.run(newBench(r, c))
		}()
		<-done
		for _, f := range slices.Backward(r.cleanups) {
			f()
		}
		if r.failed {
			names = append(names, check.name)
		}
	}
	return names
}

// recorder is a testing.TB that only notes failures.
type recorder struct {
	testing.TB
	failed   bool
	cleanups []func()
}

func (r *recorder) Helper()               {}
func (r *recorder) Cleanup(f func())      { r.cleanups = append(r.cleanups, f) }
func (r *recorder) Error(...any)          { r.failed = true }
func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Fatal(...any)          { r.failed = true; runtime.Goexit() }
func (r *recorder) Fatalf(string, ...any) { r.failed = true; runtime.Goexit() }

// model answers as bots of each behaviour would, without running any.
type model struct {
	sin    string
	stop   chan struct{}
	nth    int
	marks  int
	counts int
	obs    Heard
	debug  []byte
	fault  game.Fault
	closed bool
	byPath map[string]Behaviour
}

func (m *model) Open(spec bot.Spec, s bot.Seating) (bot.Player, error) {
	b := Behaviour(spec.Source)
	if m.byPath == nil {
		m.byPath = make(map[string]Behaviour)
	}
	if cached, ok := m.byPath[spec.Path]; ok && m.sin == "caches by path" {
		b = cached
	}
	m.byPath[spec.Path] = b
	if m.sin == "open runs the bot" && b == FailsStart || m.sin == "opens once" && m.nth > 1 {
		return nil, fmt.Errorf("not here")
	}
	if m.sin == "goroutines stay" {
		go func() { <-m.stop }()
	}
	seed := s.Seed
	if m.sin == "ignores the seed" {
		seed = 5
	}
	return &modelPlayer{model: m, b: b, seating: s, random: Mulberry32(seed)}, nil
}

func (m *model) Close() {}

type modelPlayer struct {
	*model
	b       Behaviour
	seating bot.Seating
	random  func() uint32
	marks   int
	counts  int
	draws   int
	obs     Heard
	debug   []byte
	fault   game.Fault
}

// write is the bot's console.
func (p *modelPlayer) write(lines ...string) {
	debug := &p.debug
	if p.sin == "one console for all" {
		debug = &p.model.debug
	}
	if p.sin != "console never emptied" {
		*debug = (*debug)[:0]
	}
	for _, line := range lines {
		*debug = append(*debug, line+"\n"...)
	}
}

// written cuts what was written to its limit.
func (p *modelPlayer) written() []byte {
	debug := p.debug
	if p.sin == "one console for all" {
		debug = p.model.debug
	}
	n := p.seating.Limits.Debug
	switch {
	case len(debug) <= n || p.sin == "endless console":
		return debug
	case p.sin == "console without a tail":
		return debug[:n]
	case p.sin == "console all tail":
		return debug[len(debug)-n:]
	}
	return slices.Concat(debug[:n/2], []byte("\n...\n"), debug[len(debug)-n/2:])
}

// faulty returns a reply with a fault.
func (p *modelPlayer) faulty(kind game.FaultKind, text string, atStart bool) bot.Reply {
	limit := p.seating.Limits.Move
	if atStart && p.sin != "start told by the move" {
		limit = p.seating.Limits.Start
	}
	used := limit / 2
	if kind == game.FaultTimeout && p.sin != "early timeout" {
		used = limit
	}
	if kind == game.FaultTimeout && p.sin == "timeout is a crash" {
		kind = game.FaultCrash
	}
	if p.sin == "no limit" {
		limit = 0
	}
	fault := &p.fault
	if p.sin == "one fault for all" {
		fault = &p.model.fault
	}
	*fault = game.Fault{Kind: kind, Text: text, Used: used, Limit: limit}
	if p.sin == "no time" {
		fault.Used = 0
	}
	return bot.Reply{Fault: fault, Used: used, Debug: p.written()}
}

func (p *modelPlayer) crash(atStart bool) bot.Reply {
	text := Boom + " (here:1:1)"
	switch p.sin {
	case "no message":
		text = "here:1:1"
	case "no place":
		text = Boom
	}
	return p.faulty(game.FaultCrash, text, atStart)
}

func (p *modelPlayer) Start() bot.Reply {
	p.write()
	switch {
	case p.b == FailsStart && p.sin != "starts the unstartable", p.b == DoesNotLoad && p.sin != "loads anything":
		return p.crash(true)
	case p.b == LoopsOnStart:
		return p.faulty(game.FaultTimeout, "too late", true)
	case p.b == SlowStart && p.sin == "starts by the move limit":
		return p.faulty(game.FaultTimeout, "too late", false)
	case p.b == SlowStart:
		return bot.Reply{Used: 2 * ShortMove}
	case p.b == Talks && p.sin != "deaf to the start":
		p.write("starting")
	}
	return bot.Reply{Debug: p.written()}
}

func (p *modelPlayer) Ask(obs game.Observation) { p.obs, p.model.obs = obs.(Heard), obs.(Heard) }

func (p *modelPlayer) Answer() bot.Reply {
	h, second := p.obs, p.obs.Turn == 2
	p.counts++
	p.model.counts++
	p.write()
	if p.closed && p.sin == "close closes all" {
		return p.crash(false)
	}
	answer := Want(h.Turn, h.Payload)
	if p.sin == "wrong answers" {
		answer++
	}
	switch {
	case p.b == Marks:
		answer = Number(p.findMarks())
	case p.b == Draws:
		for range h.Turn {
			answer = Number(p.random())
			p.draws++
		}
		if p.sin == "other numbers" {
			answer ^= 1
		}
	case p.b == Counts || p.b == Throws || p.b == LoopsOnce || p.b == SlowOnce:
		answer = p.count()
	}
	switch {
	case !second:
	case p.b == Nonsense && p.sin == "nonsense crashes":
		return p.crash(false)
	case p.b == Nonsense && p.sin != "nonsense is an action", p.b == Huge && p.sin != "huge is nothing":
		return p.faulty(game.FaultMalformed, "nonsense", false)
	case p.b == Huge:
		return bot.Reply{}
	case p.b == Throws:
		return p.crash(false)
	case p.b == ThrowsNovel && p.sin == "text of two lines":
		return p.faulty(game.FaultCrash, "a\nb", false)
	case p.b == ThrowsNovel && p.sin == "long text":
		return p.faulty(game.FaultCrash, strings.Repeat("long", 1000), false)
	case p.b == ThrowsNovel, p.b == EatsMemory && p.sin != "endless memory":
		return p.faulty(game.FaultCrash, "no more", false)
	case p.b == LoopsOnce, p.b == SlowOnce:
		if p.sin == "forgets on timeout" {
			p.counts = 0
		}
		return p.faulty(game.FaultTimeout, "too late", false)
	}
	switch {
	case p.b == SlowStart && p.sin == "bills the start":
		return p.faulty(game.FaultTimeout, "too late", false)
	case p.b == Talks:
		p.write(fmt.Sprint("turn ", h.Turn))
	case p.b == TalksMuch && second:
		p.write(slices.Concat([]string{"first"}, slices.Repeat([]string{"more"}, 20000), []string{"last"})...)
	}
	return bot.Reply{Action: answer, Debug: p.written()}
}

func (p *modelPlayer) findMarks() int {
	marks := &p.marks
	if p.sin == "keeps marks" || p.sin == "shares marks" || p.sin == "keeps marks after a crash" {
		marks = &p.model.marks
	}
	*marks++
	return *marks - 1
}

func (p *modelPlayer) count() Number {
	switch p.sin {
	case "forgets":
		return 1
	case "shares counts":
		return Number(p.model.counts)
	case "one question for all":
		return Number(p.model.obs.Turn)
	}
	return Number(p.counts)
}

func (p *modelPlayer) Draws() int {
	if p.sin == "does not count draws" {
		return -1
	}
	return p.draws
}

func (p *modelPlayer) Close() { p.closed = true }

// TestMulberry32 compares with the values that the formula of docs/rules/tokens.md gives in an
// engine for JavaScript: the first three of three seeds, times 2^32.
func TestMulberry32(t *testing.T) {
	tests := map[uint32][3]uint32{
		0:          {1144304738, 1416247, 958946056},
		1:          {2693262067, 11749833, 2265367787},
		0xFFFFFFFF: {3850105811, 813802916, 3073704848},
	}
	for seed, want := range tests {
		next := Mulberry32(seed)
		if got := [3]uint32{next(), next(), next()}; got != want {
			t.Errorf("seed %d: %d, want %d", seed, got, want)
		}
	}
}

// TestJavaScript: every behaviour has its bot.
func TestJavaScript(t *testing.T) {
	for _, b := range Behaviours {
		if made := JavaScript(b); len(made.Spec.Source) == 0 {
			t.Errorf("no source for a bot that %s", b)
		}
	}
	if got, want := JavaScript(Throws).Fails, "bottest/throws.js:4:"; got != want {
		t.Errorf("throws.js fails at %q, want %q", got, want)
	}
}

// TestEcho plays a whole match with one bot that is right and one that is not.
func TestEcho(t *testing.T) {
	opts, err := Echo{}.Info().ParseOptions([]string{"turns=4"})
	if err != nil {
		t.Fatal(err)
	}
	spec := func(b Behaviour) bot.Spec { return bot.Spec{Name: string(b), Source: []byte(b)} }
	runner := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{"": &model{}}}
	res, err := runner.Run(match.Match{Game: Echo{}, Options: opts, Bots: []bot.Spec{spec(Nonsense), spec(Counts)}})
	if err != nil {
		t.Fatal(err)
	}
	if res.Turns != 4 || res.End != "turns" || res.Seats[0].Score != 3 || res.Seats[1].Score != 0 {
		t.Errorf("result %+v, want 4 turns and the scores 3 and 0", res)
	}
}

func TestEchoAction(t *testing.T) {
	for _, n := range []Number{0, 1, 4294967295} {
		if got, err := (Echo{}).ParseAction(n.AppendJSON(nil)); got != n || err != nil {
			t.Errorf("round trip of %d = %v, %v", n, got, err)
		}
	}
	for _, bad := range []string{"", "null", "-1", "1.5", "4294967296", `"1"`, "[1]", "1 2"} {
		if got, err := (Echo{}).ParseAction([]byte(bad)); err == nil || got != nil {
			t.Errorf("ParseAction(%q) = %v, %v; want an error alone", bad, got, err)
		}
	}
	if _, err := (Echo{}).New(1, game.Options{"turns": "1"}, []byte("{}"), rand.New(rand.NewPCG(1, 1))); err == nil {
		t.Error("New takes a setup")
	}
}
