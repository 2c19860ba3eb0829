package stdio_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"koth/bot"
	"koth/bot/bottest"
	"koth/bot/stdio"
	"koth/game"
)

// plainGame is Echo with a protocol of its own, that testdata/bots/plain.sh talks.
type plainGame struct{ bottest.Echo }

func (plainGame) TextProtocols() []string { return []string{"plain", "unasked"} }

func (plainGame) Text(s game.TextSeating) (game.TextDialect, error) {
	return plain{await: s.Protocol == "plain"}, nil
}

type plain struct{ await bool }

var (
	_ game.Reusable = plain{}
	_ game.Advising = plain{}
)

func (p plain) Hello() ([]string, bool)                      { return []string{"hello"}, p.await }
func (p plain) HelloAgain(game.TextDialect) ([]string, bool) { return []string{"again"}, p.await }
func (plain) Goodbye() []string                              { return []string{"bye"} }
func (plain) LineEnd() string                                { return "\n" }

func (plain) Advice(ended bool) string {
	if ended {
		return "try it in the morning"
	}
	return "give it tea"
}

func (plain) Ask(obs game.Observation, _ game.TextClock) []string {
	h := obs.(bottest.Heard)
	return []string{fmt.Sprint(h.Turn, h.Payload)}
}

func (p plain) Line(obs game.Observation, line []byte) (game.TextAnswer, error) {
	switch text := string(line); {
	case text == "ok":
		return game.TextAnswer{Done: p.await && obs == nil}, nil
	case text == "may I?":
		return game.TextAnswer{Reply: []string{"yes"}}, nil
	case strings.HasPrefix(text, "talk"):
		return game.TextAnswer{Note: true}, nil
	}
	a, err := plainGame{}.ParseAction(line)
	return game.TextAnswer{Done: true, Action: a}, err
}

// sitPlain seats the program in a match of plainGame.
func sitPlain(t testing.TB, r *stdio.Runtime, spec bot.Spec, protocol string, l bot.Limits) *seat {
	t.Helper()
	spec.Command.Protocol = protocol
	p, err := r.Open(spec, bot.Seating{Game: plainGame{}, Seats: 2, Limits: l.OrDefault()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return &seat{TB: t, Player: p}
}

var patient = bot.Limits{Start: time.Minute, Move: time.Minute}

// A program may ask back and talk before it answers, in a protocol of the game's own.
func TestConversation(t *testing.T) {
	r := talkers(t)
	for _, protocol := range []string{"plain", "unasked"} {
		s := sitPlain(t, r, program(t, find(t, "sh"), "plain.sh", "1"), protocol, patient)
		if reply := s.Start(); reply.Fault != nil {
			t.Fatal(reply.Fault)
		}
		for turn := 1; turn <= 3; turn++ {
			if debug := string(s.right().Debug); !strings.Contains(debug, fmt.Sprintf("talk of turn %d\n", turn)) {
				t.Errorf("turn %d: debug output %q", turn, debug)
			}
		}
	}
}

// A program that does not have to say that it is ready has its time to start on its first move too.
func TestStartOnFirstMove(t *testing.T) {
	r := talkers(t)
	spec := program(t, find(t, "sh"), "plain.sh", "1", "2")
	s := sitPlain(t, r, spec, "unasked", bot.Limits{Start: time.Minute, Move: time.Nanosecond})
	s.Start()
	s.right()
	s.wrong(game.FaultTimeout, "timed out")
}

// A program that ends without a word before it is ready, or never answers, has a guess at the reason
// in its fault; one that says why has not.
func TestAdvice(t *testing.T) {
	r := talkers(t)
	never := program(t, find(t, "sh"), "plain.sh", "1", "1")
	s := sitPlain(t, r, never, "plain", bot.Limits{Start: time.Minute, Move: time.Millisecond})
	s.Start()
	s.wrong(game.FaultTimeout, "timed out: took longer than 1ms; it has answered nothing so far: give it tea")
	never.Command.Args = []string{never.Command.Args[0], "-c", "while read a; do :; done"}
	s = sitPlain(t, r, never, "plain", bot.Limits{Start: 100 * time.Millisecond, Move: time.Minute})
	if fault, want := s.Start().Fault, "timed out: was not ready within 100ms; nothing has come from it so far: does it flush its output? give it tea"; fault == nil || fault.Text != want {
		t.Errorf("fault %+v, want %q", fault, want)
	}
	for script, want := range map[string]string{
		`exit 3`:                   "exited with status 3 before it was ready: try it in the morning",
		`echo no tape >&2; exit 3`: "exited with status 3 before it was ready: no tape",
		`read a; echo ok; exit 3`:  "exited with status 3",
		`read a; kill -s SEGV $$`:  "crashed: signal 11 (SIGSEGV, segmentation fault) before it was ready: try it in the morning",
	} {
		spec := program(t, find(t, "sh"), "plain.sh")
		spec.Command.Args = []string{spec.Command.Args[0], "-c", script}
		s := sitPlain(t, r, spec, "plain", patient)
		fault := s.Start().Fault
		if fault == nil {
			s.Ask(bottest.Heard{Turn: 1})
			fault = s.Answer().Fault
		}
		if fault == nil || fault.Text != want {
			t.Errorf("%s: fault %+v, want %q", script, fault, want)
		}
	}
}

// Programs that can play several matches do so where that is wanted; a new one is started for one
// that has ended.
func TestReuse(t *testing.T) {
	for _, keep := range []int{0, 1} {
		r := talkers(t)
		r.Keep = keep
		spec := program(t, find(t, "sh"), "plain.sh", "2")
		var begun []string
		for range 4 {
			s := sitPlain(t, r, spec, "plain", patient)
			reply := s.Start()
			begun = append(begun, strings.TrimSpace(string(reply.Debug)))
			if reply.Fault == nil {
				s.right()
				s.right()
			} else if !strings.HasPrefix(reply.Fault.Text, "exited with status 3") {
				t.Error(reply.Fault)
			}
			s.Close()
		}
		want := "[match 1 match 1 match 1 match 1]"
		if keep > 0 {
			want = "[match 1 match 2 match 3 match 1]" // it ends at its third
		}
		if got := fmt.Sprint(begun); got != want {
			t.Errorf("keep %d: %s, want %s", keep, got, want)
		}
	}
}
