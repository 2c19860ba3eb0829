// Package match plays one match: Run is the arena's only step loop.
//
// It asks the seats that owe an action, hands their actions and faults to the rules, and reports
// each turn to a Recorder. It keeps no clock of its own (a bot.Player measures what it uses),
// opens no file and knows neither games nor kinds of bot.
package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"koth/bot"
	"koth/game"
)

// Streams of a match's seeds. They are part of the replay format: add, never renumber.
const (
	streamRules = 0       // of the board seed: all that the rules draw
	streamBot   = 1 << 32 // of the match seed, plus the seat: the seed that bot is told
)

// Match says what is to be played. Its fields are all that decides the result of deterministic
// bots.
type Match struct {
	Game    game.Game
	Options game.Options
	Setup   []byte     // a given starting position, or nil
	Seed    uint64     // of the bots' random numbers
	Board   uint64     // of what the rules draw: matches of one round can share it
	Bots    []bot.Spec // by seat
	Limits  bot.Limits
	Absent  []Absence // seats that are not asked any more from some turn on
}

// Absence says that a seat's bot is not asked any more. The arena uses it to play a match again
// without a bot that could not be interrupted: up to then everything is as it was.
type Absence struct {
	Seat  game.Seat
	Turn  int        // the first turn on which it is not asked; 0 is the start
	Fault game.Fault // what it did wrong, on that turn and all later ones
}

// Result is how a match ended.
type Result struct {
	Turns int
	End   string // in the words of the rules
	Seats []SeatResult
}

// SeatResult is one seat's part of a result.
type SeatResult struct {
	Score  float64       `json:",omitzero"`
	Rank   int           // 1 is best; equal scores share a rank
	Faults FaultCount    `json:",omitzero"`
	First  []TurnFault   `json:",omitzero"` // the first few faults, whole
	Start  time.Duration `json:",omitzero"` // used for loading and construction
	Time   time.Duration // used for all moves
	Max    time.Duration // used for the slowest move
	Moves  int           // how often it was asked
	Draws  int           `json:",omitzero"` // random numbers it drew; -1 where not known
}

// FaultCount counts faults by kind.
type FaultCount struct {
	Timeout   int `json:"timeout"`
	Crash     int `json:"crash"`
	Malformed int `json:"malformed"`
	Illegal   int `json:"illegal"`
}

// Add counts f.
func (c *FaultCount) Add(f *game.Fault) {
	switch n := f.Times(); f.Kind {
	case game.FaultTimeout:
		c.Timeout += n
	case game.FaultCrash:
		c.Crash += n
	case game.FaultMalformed:
		c.Malformed += n
	case game.FaultIllegal:
		c.Illegal += n
	}
}

// Plus returns the sum of two counts.
func (c FaultCount) Plus(d FaultCount) FaultCount {
	return FaultCount{c.Timeout + d.Timeout, c.Crash + d.Crash, c.Malformed + d.Malformed, c.Illegal + d.Illegal}
}

// Total returns the number of faults of all kinds.
func (c FaultCount) Total() int { return c.Timeout + c.Crash + c.Malformed + c.Illegal }

// TurnFault is a fault and the turn on which it happened; turn 0 is the start.
type TurnFault struct {
	Turn int
	game.Fault
}

// firstFaults is how many faults of a seat a result keeps whole.
const firstFaults = 4

// Recorder is told what happens in a match, as it happens. Nothing that it is given may be kept.
type Recorder interface {
	// Opening gives what the rules drew, and each seat's start.
	Opening(chance []byte, starts []bot.Reply)
	// Turn gives turn n (from 1), or one round of its moves if the game has several in a turn
	// (game.Turned): the moves as they were carried out, the replies in the same order, and what the
	// rules drew.
	Turn(n int, moves []game.Move, replies []bot.Reply, chance []byte)
	// End gives the result.
	End(r Result)
}

// Watcher is told which seat is about to run, so that somebody outside can say who hangs.
type Watcher interface {
	// Asking says that a seat's bot runs next, on a turn; turn 0 is the start.
	Asking(turn int, seat game.Seat)
	// Leaving says that the match is over and what a seat's bot left behind is cleared away next.
	// That is the arena's work: whoever hangs in it, no seat is to blame for its match.
	Leaving(seat game.Seat)
}

// Runner plays matches. Runtimes is required, the rest may be nil.
type Runner struct {
	Runtimes map[bot.Kind]bot.Runtime
	Recorder Recorder
	Watcher  Watcher
}

// Run plays m to its end and lets its bots go. A bot's misbehaviour is in the result; an error is
// the arena's trouble or an impossible request (a setup that the rules refuse, a kind of bot
// without a runtime).
func (r *Runner) Run(m Match) (Result, error) {
	res, leave, err := r.Play(m)
	leave()
	return res, err
}

// Play is Run with the bots still in their seats when it returns: leave, which is never nil, lets
// them go. What they left behind can make that slow, and the result need not wait for it.
func (r *Runner) Play(m Match) (res Result, leave func(), err error) {
	state, err := m.Opening()
	if err != nil {
		return Result{}, func() {}, err
	}
	seeds, _, err := botSeeds(m)
	if err != nil {
		return Result{}, func() {}, err
	}
	t := table{
		Runner:  r,
		state:   state,
		limits:  m.Limits.OrDefault(),
		players: make([]bot.Player, len(m.Bots)),
		program: make([]bool, len(m.Bots)),
		gone:    make([]*Absence, len(m.Bots)),
		seats:   make([]SeatResult, len(m.Bots)),
	}
	if err := t.open(m, seeds); err != nil {
		return Result{}, t.leave, err
	}
	if err := t.start(m.Absent); err != nil {
		return Result{}, t.leave, err
	}
	turned, _ := state.(game.Turned)
	for n := 1; len(state.ToAct()) > 0; n++ {
		if turned != nil {
			n = turned.Turn()
		}
		if err := t.turn(n); err != nil {
			return Result{}, t.leave, fmt.Errorf("turn %d: %w", n, err)
		}
	}
	if turned != nil {
		t.turnNow = turned.Turn()
	}
	res = t.result()
	if t.outside {
		t.conclude(res)
	}
	if r.Recorder != nil {
		r.Recorder.End(res)
	}
	return res, t.leave, nil
}

// Opening returns the state that Run starts from. It uses the bots' number only, so that a
// replay can be driven through the rules without any bot.
func (m Match) Opening() (game.State, error) {
	_, setup, err := botSeeds(m)
	if err != nil {
		return nil, err
	}
	return m.Game.New(len(m.Bots), m.Options, setup, rand.New(rand.NewPCG(m.Board, streamRules)))
}

// botSeeds returns the seed of each bot's random numbers, and the setup without its member
// "seeds", which gives them for any game.
func botSeeds(m Match) (seeds []uint32, setup []byte, err error) {
	seeds = make([]uint32, len(m.Bots))
	for i := range seeds {
		seeds[i] = rand.New(rand.NewPCG(m.Seed, streamBot+uint64(i))).Uint32()
	}
	if len(m.Setup) == 0 {
		return seeds, nil, nil
	}
	raw, setup, err := cutMember(m.Setup, "seeds")
	if err != nil {
		return nil, nil, err
	}
	if raw == nil {
		return seeds, m.Setup, nil
	}
	var given []uint32
	if err := json.Unmarshal(raw, &given); err != nil || len(given) != len(seeds) {
		return nil, nil, game.SetupError("seeds: want %d whole numbers from 0 to 4294967295, have %.80s", len(seeds), raw)
	}
	return given, setup, nil
}

// cutMember returns a member of a JSON object, nil if it has none, and the object without it. The
// errors are those of game.ReadSetup.
func cutMember(object []byte, name string) (value json.RawMessage, rest []byte, err error) {
	rest = []byte{'{'}
	err = game.ReadSetup(object, func(key string, v json.RawMessage) error {
		if key == name {
			value = v
			return nil
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		k, err := json.Marshal(key)
		rest = append(append(append(rest, k...), ':'), v...)
		return err
	})
	return value, append(rest, '}'), err
}

// table is a match being played.
type table struct {
	*Runner
	state   game.State
	limits  bot.Limits
	players []bot.Player // by seat; nil for a program that has been ended (dismiss)
	program []bool       // by seat: it is a process of its own
	outside bool         // some are
	gone    []*Absence   // by seat: who is not asked any more
	seats   []SeatResult
	moves   []game.Move
	replies []bot.Reply
	turnNow int
}

func (t *table) open(m Match, seeds []uint32) error {
	for i, spec := range m.Bots {
		rt, ok := t.Runtimes[spec.Kind]
		if !ok {
			return fmt.Errorf("%s: no runtime for %s bots here", spec.Path, spec.Kind)
		}
		p, err := rt.Open(spec, bot.Seating{Game: m.Game, Options: m.Options, Seat: game.Seat(i), Seats: len(m.Bots), Seed: seeds[i], Limits: t.limits})
		if err != nil {
			return fmt.Errorf("%s: %w", spec.Path, err)
		}
		t.players[i] = p
		t.program[i] = spec.Kind == bot.Program
		t.outside = t.outside || t.program[i]
	}
	return nil
}

// start makes the bots, first seat first. A bot that does not come up is absent from turn 1 on:
// the rules see the same fault on each of its turns.
func (t *table) start(absent []Absence) error {
	for i := range absent {
		a := &absent[i]
		t.gone[a.Seat] = a
	}
	starts := make([]bot.Reply, len(t.players))
	for i, p := range t.players {
		seat := game.Seat(i)
		if a := t.gone[i]; a != nil && a.Turn == 0 {
			starts[i] = bot.Reply{Fault: &a.Fault}
		} else {
			t.watch(0, seat)
			starts[i] = p.Start()
			t.seats[i].Start = starts[i].Used
			if in, ok := p.(bot.Troubled); ok && in.Trouble() != nil {
				return fmt.Errorf("seat %d: %w", i, in.Trouble())
			}
			if f := starts[i].Fault; f != nil {
				t.gone[i] = &Absence{Seat: seat, Fault: *f}
			}
		}
		if f := starts[i].Fault; f != nil {
			t.fault(seat, f)
		}
	}
	if t.Recorder != nil {
		t.Recorder.Opening(t.state.Chance(), starts)
	}
	return nil
}

// turn plays turn n: asks all seats that owe an action, then hears them, so that programs think at
// the same time. What is recorded is in seat order.
func (t *table) turn(n int) error {
	t.turnNow = n
	toAct := t.state.ToAct()
	t.moves, t.replies = t.moves[:0], t.replies[:0]
	for _, seat := range toAct {
		if !t.absent(seat, n) {
			t.players[seat].Ask(t.state.Observe(seat))
		}
	}
	for i := range toAct {
		t.moves, t.replies = append(t.moves, game.Move{}), append(t.replies, bot.Reply{})
		if !t.outside {
			t.take(i, toAct[i], n)
		}
	}
	if t.outside {
		t.takeOutside(toAct, n)
	}
	if err := t.state.Step(t.moves); err != nil {
		return err
	}
	if t.Recorder != nil {
		t.Recorder.Turn(n, t.moves, t.replies, t.state.Chance())
	}
	t.dismiss()
	return nil
}

// dismiss ends the programs of those that are out of the match after the turn's moves.
func (t *table) dismiss() {
	state, ok := t.state.(game.Leavable)
	if !ok || !t.outside {
		return
	}
	for i := range t.moves {
		if seat := t.moves[i].Seat; t.program[seat] && t.moves[i].Fault != nil && state.Left(seat) {
			t.seats[seat].Draws = t.players[seat].Draws()
			t.players[seat].Close()
			t.players[seat] = nil
		}
	}
}

// takeOutside hears the programs first and then the bots that think inside this process: while one
// of these does, nobody listens to a program, whose time would seem to be longer than it was.
func (t *table) takeOutside(toAct []game.Seat, n int) {
	for _, program := range []bool{true, false} {
		for i, seat := range toAct {
			if t.program[seat] == program {
				t.take(i, seat, n)
			}
		}
	}
}

// take hears the seat that is the i-th to act.
func (t *table) take(i int, seat game.Seat, n int) {
	reply, refused := t.hear(seat, n)
	if f := reply.Fault; f != nil {
		t.fault(seat, f)
	}
	t.moves[i] = game.Move{Seat: seat, Action: reply.Action, Fault: reply.Fault, Refused: refused}
	t.replies[i] = reply
}

// hear returns the answer of a seat, judged by the rules, and the action that they refused as illegal.
func (t *table) hear(seat game.Seat, n int) (reply bot.Reply, refused game.Action) {
	if t.absent(seat, n) {
		return bot.Reply{Fault: &t.gone[seat].Fault}, nil
	}
	t.watch(n, seat)
	reply = t.players[seat].Answer()
	s := &t.seats[seat]
	s.Moves++
	s.Time += reply.Used
	s.Max = max(s.Max, reply.Used)
	if reply.Action == nil {
		return reply, nil
	}
	if err := t.state.Check(seat, reply.Action); err != nil {
		kind := game.FaultIllegal
		if errors.Is(err, game.ErrMalformed) {
			kind = game.FaultMalformed
		} else {
			refused = reply.Action
		}
		reply.Action = nil
		reply.Fault = &game.Fault{Kind: kind, Text: err.Error(), Used: reply.Used, Limit: t.limits.Move}
	}
	return reply, refused
}

func (t *table) absent(seat game.Seat, n int) bool {
	a := t.gone[seat]
	return a != nil && n >= a.Turn
}

func (t *table) watch(n int, seat game.Seat) {
	if t.Watcher != nil {
		t.Watcher.Asking(n, seat)
	}
}

func (t *table) fault(seat game.Seat, f *game.Fault) {
	s := &t.seats[seat]
	if t.turnNow > 0 { // a failed start shows again on every turn: count those
		s.Faults.Add(f)
	}
	if len(s.First) < firstFaults {
		s.First = append(s.First, TurnFault{Turn: t.turnNow, Fault: *f})
	}
}

func (t *table) result() Result {
	res := Result{Turns: t.turnNow, End: t.state.End(), Seats: t.seats}
	scores := t.state.Scores()
	for i := range t.seats {
		s := &t.seats[i]
		s.Score = scores[i]
		s.Rank = 1
		for _, other := range scores {
			if other > s.Score {
				s.Rank++
			}
		}
		if p := t.players[i]; p != nil {
			s.Draws = p.Draws()
		}
	}
	return res
}

// conclude tells the bots that want to know it how the match ended.
func (t *table) conclude(res Result) {
	c := game.Conclusion{End: res.End}
	for _, s := range res.Seats {
		c.Scores, c.Ranks = append(c.Scores, s.Score), append(c.Ranks, s.Rank)
	}
	for _, p := range t.players {
		if p, ok := p.(bot.Concluded); ok {
			p.Conclude(c)
		}
	}
}

func (t *table) leave() {
	for i, p := range t.players {
		if p == nil {
			continue
		}
		if t.Watcher != nil {
			t.Watcher.Leaving(game.Seat(i))
		}
		p.Close()
	}
}
