package gomoku

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"koth/game"

	"github.com/google/go-cmp/cmp"
)

// talk is a conversation with a brain as text: lines that it is sent begin with "> ", those that it
// writes with "< "; what came of one stands behind "= ".
type talk struct {
	t     *testing.T
	brain game.TextDialect
	state *state
	clock game.TextClock
	obs   game.Observation
	log   []string
}

func startTalk(t *testing.T, s *state, seating game.TextSeating, opts ...string) *talk {
	t.Helper()
	seating.Protocol = gomocupName
	var err error
	if seating.Options, err = (Game{}).Info().ParseOptions(opts); err != nil {
		t.Fatal(err)
	}
	d, err := Game{}.Text(seating)
	if err != nil {
		t.Fatal(err)
	}
	c := &talk{t: t, brain: d, state: s, clock: seating.Clock}
	lines, await := d.Hello()
	if !await {
		t.Error("it does not wait for the OK")
	}
	c.sent(lines)
	return c
}

func (c *talk) sent(lines []string) {
	for _, line := range lines {
		c.log = append(c.log, "> "+line)
	}
}

// says has the brain write lines, and plays the action that they come to.
func (c *talk) says(lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		c.log = append(c.log, strings.TrimSpace("< "+strings.TrimSpace(line)))
		a, err := c.brain.Line(c.obs, []byte(line))
		c.sent(a.Reply)
		switch {
		case err != nil:
			c.log = append(c.log, "= "+err.Error())
			if !a.Done || !errors.Is(err, game.ErrMalformed) {
				c.t.Errorf("error %v with %+v", err, a)
			}
		case a.Done && a.Action == nil:
			c.log = append(c.log, "= started")
		case a.Done:
			c.log = append(c.log, "= "+a.Action.(Action).String())
			c.plays(a.Action)
		}
	}
}

// plays plays an action of whoever is to act.
func (c *talk) plays(a game.Action) {
	c.t.Helper()
	seat := c.state.ToAct()[0]
	if err := c.state.Check(seat, a); err != nil {
		c.log = append(c.log, "= "+err.Error())
		return
	}
	if err := c.state.Step([]game.Move{{Seat: seat, Action: a}}); err != nil {
		c.t.Fatal(err)
	}
}

// asks asks the brain, which has to be the side to move.
func (c *talk) asks() {
	c.t.Helper()
	c.obs = c.state.Observe(c.state.ToAct()[0])
	c.clock.Turn++
	c.sent(c.brain.Ask(c.obs, c.clock))
}

// want compares the conversation.
func (c *talk) want(lines string) {
	c.t.Helper()
	var want []string
	for line := range strings.Lines(lines) {
		if line = strings.TrimSpace(line); line != "" {
			want = append(want, line)
		}
	}
	if diff := cmp.Diff(want, c.log); diff != "" {
		c.t.Errorf("conversation (-want +got):\n%s", diff)
	}
	c.log = nil
}

const (
	infos = `
	> INFO timeout_turn 1000
	> INFO timeout_match 1000000000
	> INFO time_left 1000000000
	> INFO game_type 1
	> INFO rule 0
	> INFO max_memory 0`
	hello = infos + `
	> START 15
	< OK` + infos + `
	= started`
)

func put(x, y int) game.Action { return Put(Point{x, y}) }

var oneSecond = game.TextClock{Move: time.Second}

func TestGomocupOpens(t *testing.T) {
	c := startTalk(t, open(t, ""), game.TextSeating{Clock: oneSecond})
	c.says("OK")
	c.asks()
	c.says("7,7")
	c.plays(put(8, 8))
	c.asks()
	c.says("  6 , 6 # and so on")
	c.plays(put(9, 9))
	c.asks()
	c.says("")
	c.want(hello + `
	> BEGIN
	< 7,7
	= [7,7]
	> TURN 8,8
	< 6 , 6 # and so on
	= [6,6]
	> TURN 9,9
	<`)
	if got := c.brain.Goodbye(); len(got) != 1 || got[0] != "END" {
		t.Errorf("goodbye %q", got)
	}
	if c.brain.LineEnd() != "\r\n" {
		t.Errorf("lines end in %q", c.brain.LineEnd())
	}
}

func TestGomocupFollows(t *testing.T) {
	c := startTalk(t, open(t, ""), game.TextSeating{Seat: 1, Clock: oneSecond})
	c.says("message hello", "OK - ready for 15")
	c.plays(put(7, 7))
	c.asks()
	c.says("MESSAGE depth 1", "debug 3,3", "thinking...", "OK", "suggest 5,5", "5,5")
	c.want(strings.Replace(strings.Replace(hello, "< OK", "< OK - ready for 15", 1), "< OK", "< message hello\n< OK", 1) + `
	> TURN 7,7
	< MESSAGE depth 1
	< debug 3,3
	< thinking...
	< OK
	< suggest 5,5
	> PLAY 5,5
	< 5,5
	= [5,5]`)
}

func TestGomocupBoard(t *testing.T) {
	c := startTalk(t, open(t, `{"moves":[[7,7],[8,8],[6,6]]}`), game.TextSeating{Seat: 1, Clock: oneSecond})
	c.says("OK")
	c.asks()
	c.says("9,9")
	c.plays(put(5, 5))
	c.asks()
	c.want(hello + `
	> BOARD
	> 7,7,2
	> 8,8,1
	> 6,6,2
	> DONE
	< 9,9
	= [9,9]
	> TURN 5,5`)
}

// TestGomocupSetup: a setup of another size or rule than the options say is told in time.
func TestGomocupSetup(t *testing.T) {
	c := startTalk(t, open(t, `{"size":9,"rule":"renju"}`), game.TextSeating{Clock: oneSecond})
	c.says("OK")
	c.asks()
	c.says("OK", "4,4")
	renju := strings.Replace(infos, "rule 0", "rule 4", 1)
	c.want(hello + renju + `
	> START 9
	< OK` + renju + `
	> BEGIN
	< 4,4
	= [4,4]`)
}

func TestGomocupQuirks(t *testing.T) {
	c := startTalk(t, open(t, ""), game.TextSeating{
		Seat: 1, Folder: "/tmp/x y", Quirks: []string{"lf", "board", "seconds"},
		Clock: game.TextClock{Move: 2500 * time.Millisecond, Match: 90 * time.Second, Memory: 1 << 20},
	}, "size=20", "rule=standard")
	c.says("ok")
	c.state = open(t, "", "size=20", "rule=standard")
	c.plays(put(7, 7))
	c.clock.Left = 300 * time.Millisecond
	c.asks()
	c.says("1,1")
	c.plays(put(8, 8))
	c.asks()
	c.want(`
	> INFO timeout_turn 2
	> INFO timeout_match 90
	> INFO time_left 90
	> INFO game_type 1
	> INFO rule 1
	> INFO max_memory 1048576
	> INFO folder /tmp/x y
	> START 20
	< ok
	> INFO timeout_turn 2
	> INFO timeout_match 90
	> INFO time_left 90
	> INFO game_type 1
	> INFO rule 1
	> INFO max_memory 1048576
	> INFO folder /tmp/x y
	= started
	> INFO time_left 1
	> BOARD
	> 7,7,2
	> DONE
	< 1,1
	= [1,1]
	> INFO time_left 1
	> BOARD
	> 7,7,2
	> 1,1,1
	> 8,8,2
	> DONE`)
	if c.brain.LineEnd() != "\n" {
		t.Errorf("lines end in %q", c.brain.LineEnd())
	}
	if _, err := (Game{}).Text(game.TextSeating{Protocol: gomocupName, Quirks: []string{"loud"}}); err == nil || !strings.Contains(err.Error(), `"loud"`) {
		t.Errorf("an unknown quirk: %v", err)
	}
	if _, err := (Game{}).Text(game.TextSeating{Protocol: "uci"}); err == nil || !strings.Contains(err.Error(), "have gomocup") {
		t.Errorf("an unknown protocol: %v", err)
	}
}

func TestGomocupRefusals(t *testing.T) {
	c := startTalk(t, open(t, ""), game.TextSeating{Clock: oneSecond})
	c.says("UNKNOWN INFO game_type", "ERROR 20 only")
	if got := c.log[len(c.log)-1]; got != `= answered "ERROR 20 only" to START 15: malformed action` {
		t.Errorf("came to %s", got)
	}
	c = startTalk(t, open(t, ""), game.TextSeating{Clock: oneSecond})
	c.says("UNKNOWN", "unknown INFO rule", "OK")
	c.asks()
	c.says("7,7")
	c.want(infos + `
	> START 15
	< UNKNOWN
	< unknown INFO rule
	< OK
	= started
	> BEGIN
	< 7,7
	= [7,7]`)
	for _, line := range []string{"ERROR what", "unknown command", "Unknown"} {
		c := startTalk(t, open(t, ""), game.TextSeating{Clock: oneSecond})
		c.says("OK")
		c.asks()
		c.says(line)
		if got := c.log[len(c.log)-1]; !strings.Contains(got, "instead of a move: malformed") {
			t.Errorf("%s came to %s", line, got)
		}
	}
	for line, want := range map[string]string{
		"15,3":                   "15,3 is not on the board",
		"99999999999999999999,1": "999,1 is not on the board",
	} {
		c := startTalk(t, open(t, ""), game.TextSeating{Clock: oneSecond})
		c.says("OK")
		c.asks()
		c.says(line)
		if got := c.log[len(c.log)-1]; !strings.Contains(got, want) {
			t.Errorf("%s came to %s, want %s", line, got, want)
		}
	}
}

func TestGomocupSwap2(t *testing.T) {
	// It opens, decides and goes on.
	c := startTalk(t, open(t, "", "opening=swap2"), game.TextSeating{Clock: oneSecond})
	c.says("OK")
	c.asks()
	c.says("7,7", "7,7 8,8 6,6 ") // the first is no answer
	c.plays(Put(Point{1, 1}, Point{2, 2}))
	c.asks()
	c.says("swap")
	c.plays(put(3, 3))
	c.asks()
	c.says("OK", "4,4")
	c.want(hello + `
	> SWAP2BOARD
	> DONE
	< 7,7
	< 7,7 8,8 6,6 
	= [[7,7],[8,8],[6,6]]
	> SWAP2BOARD
	> 7,7
	> 8,8
	> 6,6
	> 1,1
	> 2,2
	> DONE
	< swap
	= "swap"
	> RESTART
	< OK
	> BOARD
	> 7,7,1
	> 8,8,2
	> 6,6,1
	> 1,1,2
	> 2,2,1
	> 3,3,2
	> DONE
	< 4,4
	= [4,4]`)
}

// TestGomocupWithoutSwap2: one that answers UNKNOWN to every line that it does not know.
func TestGomocupWithoutSwap2(t *testing.T) {
	s := open(t, "", "opening=swap2")
	c := startTalk(t, s, game.TextSeating{Clock: oneSecond})
	c.says("OK")
	c.asks()
	c.says("UNKNOWN SWAP2BOARD", "UNKNOWN DONE")
	c.plays(Put(Point{1, 1}, Point{2, 2}))
	c.asks()
	c.says("UNKNOWN SWAP2BOARD", "UNKNOWN 9,7", "UNKNOWN 7,8", "UNKNOWN 6,5", "UNKNOWN 1,1", "UNKNOWN 2,2", "UNKNOWN DONE", "4,4")
	c.plays(put(5, 5))
	c.asks()
	c.says("ERROR")
	c.want(hello + `
	> SWAP2BOARD
	> DONE
	< UNKNOWN SWAP2BOARD
	= [[9,7],[7,8],[6,5]]
	< UNKNOWN DONE
	> SWAP2BOARD
	> 9,7
	> 7,8
	> 6,5
	> 1,1
	> 2,2
	> DONE
	< UNKNOWN SWAP2BOARD
	> BOARD
	> 9,7,2
	> 7,8,1
	> 6,5,2
	> 1,1,1
	> 2,2,2
	> DONE
	< UNKNOWN 9,7
	< UNKNOWN 7,8
	< UNKNOWN 6,5
	< UNKNOWN 1,1
	< UNKNOWN 2,2
	< UNKNOWN DONE
	< 4,4
	= [4,4]
	> TURN 5,5
	< ERROR
	= answered "ERROR" instead of a move: malformed action`)
}

// TestGomocupNoSwap2: one that would not even answer that.
func TestGomocupNoSwap2(t *testing.T) {
	c := startTalk(t, open(t, "", "opening=swap2"), game.TextSeating{Clock: oneSecond, Quirks: []string{"no-swap2"}})
	c.says("OK")
	c.asks()
	c.says("OK")
	c.plays(Swap())
	c.asks()
	c.says("4,4")
	c.want(hello + infos + `
	> START 15
	< OK` + infos + `
	= [[9,7],[7,8],[6,5]]
	> BOARD
	> 9,7,2
	> 7,8,1
	> 6,5,2
	> DONE
	< 4,4
	= [4,4]`)
}

// TestGomocupRestart: where RESTART is unknown, another START has to do.
func TestGomocupRestart(t *testing.T) {
	c := startTalk(t, open(t, "", "opening=swap2"), game.TextSeating{Clock: oneSecond})
	c.says("OK")
	c.asks()
	c.says("7,7 8,8 6,6")
	c.plays(Swap())
	c.asks()
	c.says("UNKNOWN", "OK", "4,4")
	c.want(hello + `
	> SWAP2BOARD
	> DONE
	< 7,7 8,8 6,6
	= [[7,7],[8,8],[6,6]]
	> RESTART
	< UNKNOWN
	> START 15
	< OK
	> BOARD
	> 7,7,2
	> 8,8,1
	> 6,6,2
	> DONE
	< 4,4
	= [4,4]`)
}

// TestGomocupStartFirst: INFO comes after OK, also where the board changes its size.
func TestGomocupStartFirst(t *testing.T) {
	seating := game.TextSeating{Clock: oneSecond, Quirks: []string{"start-first"}}
	c := startTalk(t, open(t, ""), seating)
	c.says("OK")
	c.asks()
	c.says("7,7")
	c.want(`
	> START 15
	< OK` + infos + `
	= started
	> BEGIN
	< 7,7
	= [7,7]`)

	seating.Protocol = gomocupName
	next, err := Game{}.Text(seating)
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := next.(game.Reusable).HelloAgain(c.brain)
	c = &talk{t: t, brain: next, state: open(t, `{"size":9,"rule":"renju"}`), clock: seating.Clock}
	c.sent(lines)
	c.says("UNKNOWN", "OK")
	c.asks()
	c.says("OK", "4,4")
	c.want(`
	> RESTART
	< UNKNOWN
	> START 15
	< OK` + infos + `
	= started
	> START 9
	< OK` + strings.Replace(infos, "rule 0", "rule 4", 1) + `
	> BEGIN
	< 4,4
	= [4,4]`)
}

// TestGomocupAdvice: a brain that never comes to an answer is told the quirk that may help, if it has
// not got that.
func TestGomocupAdvice(t *testing.T) {
	type step struct {
		opening string
		asked   bool
		ended   bool
	}
	for s, want := range map[step]string{
		{"none", false, true}:  "start-first",
		{"none", false, false}: "lf",
		{"swap2", true, false}: "no-swap2",
		{"none", true, false}:  "seconds",
	} {
		for _, quirks := range [][]string{nil, {want}} {
			c := startTalk(t, open(t, "", "opening="+s.opening), game.TextSeating{Clock: oneSecond, Quirks: quirks})
			if s.asked {
				c.says("OK")
				c.asks()
			}
			advice := c.brain.(game.Advising).Advice(s.ended)
			if named := strings.Contains(advice, "brain+"+want+":COMMAND"); named != (quirks == nil) || !named && advice != "" {
				t.Errorf("%+v, quirks %v: %q", s, quirks, advice)
			}
		}
	}
}

// FuzzGomocupLine: whatever a program writes, an action comes only with Done, nothing beside an
// error, and replies are single lines.
func FuzzGomocupLine(f *testing.F) {
	f.Add("OK\n7,7", uint8(0))
	f.Add("UNKNOWN\nERROR\nSUGGEST 3,3\nPLAY\n3,3", uint8(1))
	f.Add("OK\nSWAP\n1,1 2,2 3,3\nswap", uint8(2))
	f.Add("MESSAGE x\nOK\n\x00,\xff\n-1,-1\n7;7\n7,7,7", uint8(3))
	f.Fuzz(func(t *testing.T, text string, how uint8) {
		settings := [][]string{nil, {"opening=swap2"}, {"rule=renju", "opening=random"}}[how%3]
		opts, err := Game{}.Info().ParseOptions(settings)
		if err != nil {
			t.Fatal(err)
		}
		st, err := Game{}.New(seats, opts, nil, rand.New(rand.NewPCG(uint64(how), 0)))
		if err != nil {
			t.Fatal(err)
		}
		var q []string
		if how >= 128 {
			q = []string{quirkNoSwap2}
		}
		d, err := Game{}.Text(game.TextSeating{Protocol: gomocupName, Options: opts, Quirks: q, Clock: oneSecond})
		if err != nil {
			t.Fatal(err)
		}
		d.Hello()
		var obs game.Observation
		rng := rand.New(rand.NewPCG(1, 1))
		for line := range strings.SplitSeq(text, "\n") {
			a, err := d.Line(obs, []byte(line))
			for _, reply := range a.Reply {
				if strings.ContainsAny(reply, "\r\n") {
					t.Errorf("%q is replied to by %q", line, reply)
				}
			}
			if err != nil && (!a.Done || a.Action != nil || !errors.Is(err, game.ErrMalformed)) {
				t.Errorf("%q gives %+v, %v", line, a, err)
			}
			if !a.Done && a.Action != nil || a.Done && err == nil && (a.Action == nil) != (obs == nil) {
				t.Errorf("%q gives %+v", line, a)
			}
			if err != nil {
				return // the match is over
			}
			if !a.Done || len(st.ToAct()) == 0 {
				continue
			}
			if a.Action != nil {
				seat := st.ToAct()[0]
				if err := st.Check(seat, a.Action); errors.Is(err, game.ErrMalformed) {
					t.Errorf("%q gives %v, which is malformed: %v", line, a.Action, err)
				} else if err == nil {
					if err := st.Step([]game.Move{{Seat: seat, Action: a.Action}}); err != nil {
						t.Fatal(err)
					}
				}
			}
			for len(st.ToAct()) > 0 && st.ToAct()[0] != 0 {
				seat := st.ToAct()[0]
				if err := st.Step([]game.Move{{Seat: seat, Action: randomAction(rng, st.Observe(seat))}}); err != nil {
					t.Fatal(err)
				}
			}
			if len(st.ToAct()) > 0 {
				obs = st.Observe(0)
				d.Ask(obs, oneSecond)
			}
		}
	})
}
