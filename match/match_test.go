package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"koth/bot"
	"koth/game"
)

// race is a game for tests. In each of three turns all seats (or, one after the other, one of
// them) name a number, which is added to their score; 9 may not be named.
type race struct{ oneByOne bool }

func (race) Info() game.Info { return game.Info{Name: "race", MinSeats: 1, MaxSeats: 9} }

func (g race) New(seats int, _ game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	s := &raceState{race: g, scores: make([]float64, seats), drawn: rng.IntN(1000)}
	if setup != nil {
		var given struct{ Head []float64 }
		if err := json.Unmarshal(setup, &given); err != nil || len(given.Head) != seats {
			return nil, fmt.Errorf("%w: head", game.ErrSetup)
		}
		copy(s.scores, given.Head)
	}
	return s, nil
}

func (race) ParseAction([]byte) (game.Action, error) { panic("no test reads actions") }

type raceState struct {
	race
	turn   int
	scores []float64
	drawn  int
}

func (s *raceState) ToAct() []game.Seat {
	if s.turn == 3 {
		return nil
	}
	if s.oneByOne {
		return []game.Seat{game.Seat(s.turn % len(s.scores))}
	}
	var all []game.Seat
	for i := range s.scores {
		all = append(all, game.Seat(i))
	}
	return all
}

type word string

func (w word) AppendJSON(dst []byte) []byte { return strconv.AppendQuote(dst, string(w)) }

type points int

func (p points) AppendJSON(dst []byte) []byte { return strconv.AppendInt(dst, int64(p), 10) }

func (s *raceState) Observe(seat game.Seat) game.Observation {
	return word(fmt.Sprintf("turn %d seat %d", s.turn, seat))
}

func (s *raceState) Check(_ game.Seat, a game.Action) error {
	switch p := a.(points); {
	case p < 0:
		return fmt.Errorf("%d: %w", p, game.ErrMalformed)
	case p == 9:
		return fmt.Errorf("%d: %w", p, game.ErrIllegal)
	}
	return nil
}

func (s *raceState) Step(moves []game.Move) error {
	for i := range moves {
		if moves[i].Action == nil {
			moves[i].Action = points(0)
		}
		s.scores[moves[i].Seat] += float64(moves[i].Action.(points))
	}
	s.turn++
	return nil
}

func (s *raceState) Scores() []float64 { return s.scores }

func (s *raceState) End() string {
	if s.turn == 3 {
		return "done"
	}
	return ""
}

func (s *raceState) Chance() []byte {
	if s.turn > 0 {
		return nil
	}
	return strconv.AppendInt(nil, int64(s.drawn), 10)
}

// fake is a runtime whose bots are functions of the turn; it notes all calls.
type fake struct {
	log    []string
	start  map[string]bot.Reply
	answer map[string]func(n int) bot.Reply
	seeds  []uint32
	failed error // of Open
}

type fakePlayer struct {
	*fake
	name string
	n    int
}

func (f *fake) Open(spec bot.Spec, s bot.Seating) (bot.Player, error) {
	f.note("open %s in seat %d of %d", spec.Name, s.Seat, s.Seats)
	f.seeds = append(f.seeds, s.Seed)
	return &fakePlayer{fake: f, name: spec.Name}, f.failed
}

func (f *fake) note(format string, args ...any) { f.log = append(f.log, fmt.Sprintf(format, args...)) }
func (f *fake) Close()                          {}

func (p *fakePlayer) Start() bot.Reply {
	p.note("start %s", p.name)
	return p.start[p.name]
}
func (p *fakePlayer) Ask(obs game.Observation) { p.note("ask %s: %s", p.name, obs) }
func (p *fakePlayer) Answer() bot.Reply {
	p.n++
	p.note("hear %s", p.name)
	return p.answer[p.name](p.n)
}
func (p *fakePlayer) Draws() int { return 7 }
func (p *fakePlayer) Close()     { p.note("close %s", p.name) }

// always answers with a number that took a time.
func always(p points, used time.Duration) func(int) bot.Reply {
	return func(int) bot.Reply { return bot.Reply{Action: p, Used: used} }
}

func specs(names ...string) []bot.Spec {
	var list []bot.Spec
	for _, n := range names {
		list = append(list, bot.Spec{Name: n, Kind: "fake", Path: n})
	}
	return list
}

func runner(f *fake) *Runner {
	return &Runner{Runtimes: map[bot.Kind]bot.Runtime{"fake": f}}
}

func play(t *testing.T, f *fake, m Match) Result {
	t.Helper()
	res, err := runner(f).Run(m)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// All seats of a turn are asked before the first is heard, and heard in seat order.
func TestOrderOfCalls(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(2, 0)}}
	play(t, f, Match{Game: race{}, Bots: specs("a", "b")})
	want := []string{"open a in seat 0 of 2", "open b in seat 1 of 2", "start a", "start b"}
	for turn := range 3 {
		want = append(want, fmt.Sprintf("ask a: turn %d seat 0", turn), fmt.Sprintf("ask b: turn %d seat 1", turn), "hear a", "hear b")
	}
	want = append(want, "close a", "close b")
	if diff := cmp.Diff(want, f.log); diff != "" {
		t.Error(diff)
	}
}

func TestResult(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{
		"a": always(1, 2*time.Millisecond), "b": always(5, time.Millisecond), "c": always(1, 3*time.Millisecond),
	}}
	res := play(t, f, Match{Game: race{}, Bots: specs("a", "b", "c")})
	want := Result{Turns: 3, End: "done", Seats: []SeatResult{
		{Score: 3, Rank: 2, Time: 6 * time.Millisecond, Max: 2 * time.Millisecond, Moves: 3, Draws: 7},
		{Score: 15, Rank: 1, Time: 3 * time.Millisecond, Max: time.Millisecond, Moves: 3, Draws: 7},
		{Score: 3, Rank: 2, Time: 9 * time.Millisecond, Max: 3 * time.Millisecond, Moves: 3, Draws: 7},
	}}
	if diff := cmp.Diff(want, res); diff != "" {
		t.Error(diff)
	}
}

func TestFaults(t *testing.T) {
	crash := &game.Fault{Kind: game.FaultCrash, Text: "boom", Count: 3}
	f := &fake{answer: map[string]func(int) bot.Reply{
		"bad": func(n int) bot.Reply {
			return []bot.Reply{
				{Action: points(9), Used: time.Millisecond}, // illegal
				{Action: points(-1)},                        // malformed
				{Action: points(4), Fault: crash},           // part of it counts
			}[n-1]
		},
		"good": always(1, 0),
	}}
	limits := bot.Limits{Move: 5 * time.Second}
	res := play(t, f, Match{Game: race{}, Bots: specs("bad", "good"), Limits: limits})
	bad := res.Seats[0]
	if want := (FaultCount{Crash: 3, Malformed: 1, Illegal: 1}); bad.Faults != want || bad.Score != 4 {
		t.Errorf("faults %+v, score %v; want %+v, 4", bad.Faults, bad.Score, want)
	}
	if want := bad.Faults.Total(); want != 5 {
		t.Errorf("total %d, want 5", want)
	}
	first := []TurnFault{
		{1, game.Fault{Kind: game.FaultIllegal, Text: "9: illegal action", Used: time.Millisecond, Limit: limits.Move}},
		{2, game.Fault{Kind: game.FaultMalformed, Text: "-1: malformed action", Limit: limits.Move}},
		{3, *crash},
	}
	if diff := cmp.Diff(first, bad.First); diff != "" {
		t.Error(diff)
	}
	if good := res.Seats[1]; good.Score != 3 || good.Faults.Total() != 0 {
		t.Errorf("the other seat: %+v", good)
	}
}

// A bot that does not come up is never asked; each of its turns is a fault.
func TestFailedStart(t *testing.T) {
	f := &fake{
		start:  map[string]bot.Reply{"dead": {Fault: &game.Fault{Kind: game.FaultCrash, Text: "SyntaxError"}}},
		answer: map[string]func(int) bot.Reply{"good": always(1, 0)},
	}
	res := play(t, f, Match{Game: race{}, Bots: specs("dead", "good")})
	if slices.ContainsFunc(f.log, func(s string) bool { return strings.HasPrefix(s, "ask dead") || s == "hear dead" }) {
		t.Errorf("the dead bot was asked: %q", f.log)
	}
	dead := res.Seats[0]
	if dead.Faults != (FaultCount{Crash: 3}) || dead.Moves != 0 || dead.First[0].Turn != 0 || dead.First[1].Turn != 1 {
		t.Errorf("%+v", dead)
	}
	if res.Seats[1].Score != 3 {
		t.Errorf("the other seat: %+v", res.Seats[1])
	}
}

func TestAbsence(t *testing.T) {
	hung := game.Fault{Kind: game.FaultTimeout, Text: "hung"}
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(2, 0)}}
	res := play(t, f, Match{Game: race{}, Bots: specs("a", "b"), Absent: []Absence{{Seat: 1, Turn: 2, Fault: hung}}})
	if b := res.Seats[1]; b.Score != 2 || b.Moves != 1 || b.Faults != (FaultCount{Timeout: 2}) || b.First[0].Turn != 2 {
		t.Errorf("absent from turn 2: %+v", b)
	}
	if res.Seats[0].Score != 3 {
		t.Errorf("the other seat: %+v", res.Seats[0])
	}
	f.log = nil
	res = play(t, f, Match{Game: race{}, Bots: specs("a", "b"), Absent: []Absence{{Seat: 1, Turn: 0, Fault: hung}}})
	if b := res.Seats[1]; b.Faults != (FaultCount{Timeout: 3}) || slices.Contains(f.log, "start b") {
		t.Errorf("absent from the start: %+v, %q", b, f.log)
	}
}

func TestOneSeatATurn(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(2, 0)}}
	res := play(t, f, Match{Game: race{oneByOne: true}, Bots: specs("a", "b")})
	if res.Seats[0].Moves != 2 || res.Seats[1].Moves != 1 {
		t.Errorf("%+v", res.Seats)
	}
}

// The streams of a seed are part of the replay format.
func TestSeeds(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(1, 0)}}
	m := Match{Game: race{}, Bots: specs("a", "b"), Seed: 5, Board: 6}
	play(t, f, m)
	for i, got := range f.seeds {
		if want := rand.New(rand.NewPCG(5, 1<<32+uint64(i))).Uint32(); got != want {
			t.Errorf("seed of seat %d = %d, want %d", i, got, want)
		}
	}
	s, err := m.Opening()
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(s.Chance()), strconv.Itoa(rand.New(rand.NewPCG(6, 0)).IntN(1000)); got != want {
		t.Errorf("the rules drew %s, want %s", got, want)
	}
}

func TestSetup(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(1, 0)}}
	res := play(t, f, Match{Game: race{}, Bots: specs("a", "b"), Setup: []byte(`{"head":[10,20],"seeds":[1,4294967295]}`)})
	if res.Seats[0].Score != 13 || res.Seats[1].Score != 23 || !slices.Equal(f.seeds, []uint32{1, 4294967295}) {
		t.Errorf("scores %v %v, seeds %v", res.Seats[0].Score, res.Seats[1].Score, f.seeds)
	}
	for _, bad := range []string{`[]`, `{`, `{} {}`, `{"seeds":[1,2],"seeds":[1,2]}`, `{"seeds":[1]}`, `{"seeds":[1,-2]}`, `{"seeds":[1,4294967296]}`, `{"seeds":"x"}`, `{"head":[1]}`} {
		_, err := runner(f).Run(Match{Game: race{}, Bots: specs("a", "b"), Setup: []byte(bad)})
		if !errors.Is(err, game.ErrSetup) {
			t.Errorf("setup %s: error %v, want ErrSetup", bad, err)
		}
	}
}

// What a setup has beside the seeds reaches the rules as it is written.
func TestCutMember(t *testing.T) {
	value, rest, err := cutMember([]byte(`{"a": 1, "seeds" : [1, 2], "b":{"b":[ ]}, "c\u0041":null}`), "seeds")
	if err != nil || string(value) != `[1, 2]` || string(rest) != `{"a":1,"b":{"b":[ ]},"cA":null}` {
		t.Errorf("%s, %s, %v", value, rest, err)
	}
	if value, rest, err := cutMember([]byte(` { } `), "seeds"); err != nil || value != nil || string(rest) != `{}` {
		t.Errorf("%s, %s, %v", value, rest, err)
	}
}

// The result is there before the bots are let go, which can take long.
func TestPlayLeavesBotsSeated(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(2, 0)}}
	res, leave, err := runner(f).Play(Match{Game: race{}, Bots: specs("a", "b")})
	if err != nil || res.Seats[1].Score != 6 || slices.Contains(f.log, "close a") {
		t.Fatalf("%+v, %v after %q", res, err, f.log)
	}
	leave()
	if n := len(f.log); f.log[n-2] != "close a" || f.log[n-1] != "close b" {
		t.Errorf("%q", f.log)
	}
}

func TestArenasTrouble(t *testing.T) {
	f := &fake{failed: errors.New("no memory")}
	if _, err := runner(f).Run(Match{Game: race{}, Bots: specs("a")}); err == nil || err.Error() != "a: no memory" {
		t.Errorf("error = %v", err)
	}
	m := Match{Game: race{}, Bots: []bot.Spec{{Name: "x", Kind: "cobol", Path: "x.cob"}}}
	if _, err := runner(f).Run(m); err == nil || err.Error() != "x.cob: no runtime for cobol bots here" {
		t.Errorf("error = %v", err)
	}
}

// tape is a Recorder and a Watcher that writes down what it is told.
type tape struct{ bytes.Buffer }

func (w *tape) Opening(chance []byte, starts []bot.Reply) {
	fmt.Fprintf(w, "opening %s, %d starts\n", chance, len(starts))
}

func (w *tape) Turn(n int, moves []game.Move, replies []bot.Reply, chance []byte) {
	fmt.Fprintf(w, "turn %d:", n)
	for i, m := range moves {
		fmt.Fprintf(w, " %s", m.Action.AppendJSON(nil))
		if f := replies[i].Fault; f != nil {
			fmt.Fprintf(w, " (%s)", f.Kind)
		}
	}
	fmt.Fprintf(w, " chance %q\n", chance)
}

func (w *tape) End(r Result)                    { fmt.Fprintf(w, "end %s after %d\n", r.End, r.Turns) }
func (w *tape) Asking(turn int, seat game.Seat) { fmt.Fprintf(w, "%d/%d ", turn, seat) }
func (w *tape) Leaving(seat game.Seat)          { fmt.Fprintf(w, "%d leaves\n", seat) }

func TestRecorderAndWatcher(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(9, 0)}}
	w := &tape{}
	r := runner(f)
	r.Recorder, r.Watcher = w, w
	if _, err := r.Run(Match{Game: race{}, Bots: specs("a", "b")}); err != nil {
		t.Fatal(err)
	}
	drawn := rand.New(rand.NewPCG(0, 0)).IntN(1000)
	want := fmt.Sprintf(`0/0 0/1 opening %d, 2 starts
1/0 1/1 turn 1: 1 0 (illegal) chance ""
2/0 2/1 turn 2: 1 0 (illegal) chance ""
3/0 3/1 turn 3: 1 0 (illegal) chance ""
end done after 3
0 leaves
1 leaves
`, drawn)
	if diff := cmp.Diff(want, w.String()); diff != "" {
		t.Error(diff)
	}
}

// halves is race with turns of two rounds of moves: that of the even seats and that of the odd ones.
// After the second turn there is one more, without moves.
type halves struct{ race }

type halvesState struct {
	*raceState
	steps int
}

func (g halves) New(seats int, opts game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	s, err := g.race.New(seats, opts, setup, rng)
	return &halvesState{raceState: s.(*raceState)}, err
}

func (s *halvesState) Turn() int { return 1 + s.steps/2 }

func (s *halvesState) ToAct() []game.Seat {
	if s.steps == 4 {
		return nil
	}
	return []game.Seat{game.Seat(s.steps % 2)}
}

func (s *halvesState) Step(moves []game.Move) error {
	moves[0].Action = points(1)
	s.steps++
	return nil
}

// A turn can have several rounds of moves, and the last one none: reported is the game's own number.
func TestTurned(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"a": always(1, 0), "b": always(9, 0)}}
	w := &tape{}
	r := runner(f)
	r.Recorder, r.Watcher = w, w
	res, err := r.Run(Match{Game: halves{}, Bots: specs("a", "b")})
	if err != nil {
		t.Fatal(err)
	}
	if b := res.Seats[1]; res.Turns != 3 || b.Faults != (FaultCount{Illegal: 2}) || b.First[0].Turn != 1 || b.First[1].Turn != 2 {
		t.Errorf("%+v", res)
	}
	for _, want := range []string{"1/0 turn 1: 1", "1/1 turn 1:", "2/0 turn 2: 1", "2/1 turn 2:"} {
		if !strings.Contains(w.String(), want) {
			t.Errorf("no %q in\n%s", want, w)
		}
	}
}

// leaving is race with seats that are out after their first fault.
type leaving struct{ race }

type leavingState struct {
	*raceState
	left map[game.Seat]bool
}

func (g leaving) New(seats int, opts game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	s, err := g.race.New(seats, opts, setup, rng)
	return &leavingState{s.(*raceState), map[game.Seat]bool{}}, err
}

func (s *leavingState) Step(moves []game.Move) error {
	for _, m := range moves {
		s.left[m.Seat] = s.left[m.Seat] || m.Fault != nil
	}
	return s.raceState.Step(moves)
}

func (s *leavingState) ToAct() []game.Seat {
	return slices.DeleteFunc(s.raceState.ToAct(), s.Left)
}

func (s *leavingState) Left(seat game.Seat) bool { return s.left[seat] }

// The program of a seat that is out is ended before the match goes on; other bots stay until its end.
func TestLeavable(t *testing.T) {
	f := &fake{answer: map[string]func(int) bot.Reply{"late": always(9, 0), "script": always(9, 0), "good": always(1, 0)}}
	bots := specs("late", "script", "good")
	bots[0].Kind, bots[2].Kind = bot.Program, bot.Program
	r := &Runner{Runtimes: map[bot.Kind]bot.Runtime{"fake": f, bot.Program: f}}
	if _, err := r.Run(Match{Game: leaving{}, Bots: bots}); err != nil {
		t.Fatal(err)
	}
	second := slices.Index(f.log, "ask good: turn 1 seat 2")
	if early := f.log[:second]; !slices.Contains(early, "close late") || slices.Contains(early, "close script") || slices.Contains(early, "close good") {
		t.Errorf("before the second turn: %q", early)
	}
}
