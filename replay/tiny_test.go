package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"koth/bot"
	"koth/game"
	"koth/match"
	"koth/replay"
)

// sum is a game small enough to be read at a glance: both seats name a number from 1 to 9 at
// once, a fault counts as 0, and each turn a drawn bonus goes to the higher one.
type sum struct{ version int }

func (g sum) Info() game.Info {
	return game.Info{
		Name: "sum", Title: "Sum", Version: max(1, g.version), MinSeats: 2, MaxSeats: 2, Format: game.FormatPairs,
		Options: []game.Option{{Name: "turns", Default: "3", Min: 1, Max: 100000}},
	}
}

func (g sum) New(seats int, opts game.Options, setup []byte, rng *rand.Rand) (game.State, error) {
	s := &sumState{rng: rng, left: opts.Int("turns"), scores: make([]float64, seats)}
	if setup != nil {
		if err := json.Unmarshal(setup, &s.opening); err != nil {
			return nil, fmt.Errorf("%w: %w", game.ErrSetup, err)
		}
	} else {
		s.opening.First = rng.IntN(100)
	}
	s.chance = fmt.Appendf(nil, `{"first":%d}`, s.opening.First)
	return s, nil
}

func (g sum) ParseAction(data []byte) (game.Action, error) {
	n, err := strconv.Atoi(string(data))
	if err != nil {
		return nil, fmt.Errorf("%w: %.20q", game.ErrMalformed, data)
	}
	return number(n), nil
}

type number int

func (n number) AppendJSON(dst []byte) []byte { return strconv.AppendInt(dst, int64(n), 10) }

type sumState struct {
	rng     *rand.Rand
	opening struct{ First int }
	left    int
	scores  []float64
	chance  []byte
}

func (s *sumState) ToAct() []game.Seat {
	if s.left == 0 {
		return nil
	}
	return []game.Seat{0, 1}
}

func (s *sumState) Observe(game.Seat) game.Observation { return number(s.left) }

func (s *sumState) Check(_ game.Seat, a game.Action) error {
	if n := a.(number); n < 1 || n > 9 {
		return fmt.Errorf("%d is not from 1 to 9: %w", n, game.ErrIllegal)
	}
	return nil
}

func (s *sumState) Step(moves []game.Move) error {
	var said [2]float64
	for i, m := range moves {
		if m.Action != nil {
			said[i] = float64(m.Action.(number))
		}
		s.scores[i] += said[i]
	}
	bonus := s.rng.IntN(1000)
	if said[1] > said[0] {
		s.scores[1] += float64(bonus)
	} else {
		s.scores[0] += float64(bonus)
	}
	s.chance = fmt.Appendf(nil, `[%d]`, bonus)
	s.left--
	return nil
}

func (s *sumState) Scores() []float64 { return s.scores }

func (s *sumState) End() string {
	if s.left > 0 {
		return ""
	}
	return "done"
}

func (s *sumState) Chance() []byte {
	c := s.chance
	s.chance = nil
	return c
}

func registry() *game.Registry { return game.NewRegistry(sum{}) }

// seat is a program as a function of the turn.
type seat struct {
	start bot.Reply
	play  func(turn int) bot.Reply
	asked int
}

func (s *seat) Start() bot.Reply     { return s.start }
func (s *seat) Ask(game.Observation) { s.asked++ }
func (s *seat) Answer() bot.Reply    { return s.play(s.asked) }
func (s *seat) Draws() int           { return -1 }
func (s *seat) Close()               {}

// runtime opens a seat by the bot's name.
type runtime map[string]func() *seat

func (r runtime) Open(spec bot.Spec, _ bot.Seating) (bot.Player, error) { return r[spec.Name](), nil }
func (r runtime) Close()                                                {}

// bots are a well-behaved bot, and one that does everything wrong in turn.
var bots = runtime{
	"nine": func() *seat {
		return &seat{play: func(turn int) bot.Reply {
			return bot.Reply{Action: number(9), Used: 1500 * time.Nanosecond, Debug: fmt.Appendf(nil, "turn <%d>\n\"é\"\xff", turn)}
		}}
	},
	"wild": func() *seat {
		return &seat{start: bot.Reply{Debug: []byte("up"), Used: 2 * time.Millisecond}, play: func(turn int) bot.Reply {
			used := time.Duration(turn) * time.Millisecond
			switch turn {
			case 1:
				return bot.Reply{Action: number(10), Used: used} // illegal
			case 2:
				return bot.Reply{Fault: &game.Fault{Kind: game.FaultTimeout, Text: "no answer", Count: 3}, Used: used}
			}
			return bot.Reply{Action: number(turn%9 + 1), Used: used}
		}}
	},
	"broken": func() *seat {
		return &seat{start: bot.Reply{Fault: &game.Fault{Kind: game.FaultCrash, Text: "broken.js:1:2: SyntaxError: &"}}}
	},
}

// sumMatch is a match of two bots for a number of turns.
func sumMatch(t testing.TB, turns int, names ...string) match.Match {
	t.Helper()
	opts, err := sum{}.Info().ParseOptions([]string{fmt.Sprintf("turns=%d", turns)})
	if err != nil {
		t.Fatal(err)
	}
	m := match.Match{Game: sum{}, Options: opts, Seed: 7, Board: 1<<64 - 1}
	for _, n := range names {
		m.Bots = append(m.Bots, bot.Spec{Name: n, Kind: bot.JavaScript, Path: "/some/where/" + n + ".js", Source: []byte("// " + n)})
	}
	return m
}

// record plays m and returns its replay and the times.
func record(t testing.TB, m match.Match) (file, times []byte) {
	t.Helper()
	var f, tm bytes.Buffer
	w := replay.NewWriter(&f, &tm, replay.HeaderOf(m))
	r := match.Runner{Runtimes: map[bot.Kind]bot.Runtime{bot.JavaScript: bots}, Recorder: w}
	if _, err := r.Run(m); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return f.Bytes(), tm.Bytes()
}

// open begins to read a replay.
func open(t testing.TB, file []byte) *replay.Reader {
	t.Helper()
	r, err := replay.NewReader(bytes.NewReader(file), replay.Bounds{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}
