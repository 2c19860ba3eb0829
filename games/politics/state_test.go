package politics

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"koth/game"
)

// newMatch returns the state before the first turn. setup is "" for the usual start; settings are
// NAME=VALUE.
func newMatch(t testing.TB, setup string, settings ...string) *state {
	t.Helper()
	opts, err := Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Game{}.New(seats, opts, []byte(setup), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatalf("New with setup %.200s: %v", setup, err)
	}
	return s.(*state)
}

// play plays a turn of two answers in JSON, judged as a match does, and returns the moves as they
// were carried out, "null" for none.
func play(t testing.TB, s *state, one, two string) (done [seats]string) {
	t.Helper()
	answers := [seats]json.RawMessage{[]byte(one), []byte(two)}
	moves := judge(s, answers)
	if err := s.Step(moves); err != nil {
		t.Fatalf("Step(%s, %s): %v", one, two, err)
	}
	for i, m := range moves {
		done[i] = "null"
		if m.Action != nil {
			done[i] = string(m.Action.AppendJSON(nil))
		}
	}
	return done
}

// judge makes moves of answers as the step loop of a match does.
func judge(s *state, answers [seats]json.RawMessage) []game.Move {
	moves := make([]game.Move, seats)
	for i := range moves {
		m := &moves[i]
		m.Seat = game.Seat(i)
		a, err := Game{}.ParseAction(answers[i])
		if err == nil {
			err = s.Check(m.Seat, a)
		}
		switch {
		case err == nil:
			m.Action = a
		case errors.Is(err, game.ErrMalformed):
			m.Fault = &game.Fault{Kind: game.FaultMalformed, Text: err.Error()}
		default:
			m.Fault, m.Refused = &game.Fault{Kind: game.FaultIllegal, Text: err.Error()}, a
		}
	}
	return moves
}

// rich is a setup with more money than any single move costs.
const rich = `{"money":[1000,1000]}`

// people makes a setup in which the given voters have support; the others are neutral.
func people(money string, support map[Point]float64) string {
	var c City
	for p, v := range support {
		c.Support[p.X][p.Y] = v
	}
	setup := string(c.appendSetup(nil))
	from, to := strings.Index(setup, `"people":`), strings.Index(setup, `,"regions"`)
	return fmt.Sprintf(`{%s,"money":%s}`, setup[from:to], money)
}

// TestTurn has a case or more for each paragraph of the rules about a turn and the moves. Support is
// compared at the points of want.
func TestTurn(t *testing.T) {
	type voters = map[Point]float64
	const none = "null"
	tests := []struct {
		name     string
		setup    string
		settings []string
		one, two string // answers
		done     [seats]string
		money    [seats]int
		regions  string // as in a setup; "" for the usual
		want     voters
	}{
		{name: "State: 100 dollars each, and 10 more a turn", one: none, two: none,
			done: [2]string{none, none}, money: [2]int{110, 110}, want: voters{{0, 0}: 0}},
		{name: "campaign: 1 dollar a voter; candidates' part 0.25 towards the bot",
			one: `["campaign",[0,0],[2,3]]`, two: `["campaign",[12,12],[16,16]]`,
			done:  [2]string{`["campaign",[0,0],[2,3]]`, `["campaign",[12,12],[16,16]]`},
			money: [2]int{104, 94}, want: voters{{0, 0}: -0.25, {1, 2}: -0.25, {2, 2}: 0, {1, 3}: 0, {15, 15}: 0.25}},
		{name: "Moves: corners in any order", one: `["campaign",[5,1],[3,4]]`, two: `["campaign",[9,9],[8,10]]`,
			done:  [2]string{`["campaign",[5,1],[3,4]]`, `["campaign",[9,9],[8,10]]`},
			money: [2]int{104, 109}, want: voters{{3, 1}: -0.25, {4, 3}: -0.25, {5, 3}: 0, {4, 4}: 0, {8, 9}: 0.25}},
		{name: "Moves: an area of size 0 is allowed, costs nothing and does nothing",
			one: `["campaign",[5,1],[5,9]]`, two: `["poll",[16,16],[16,16]]`,
			done:  [2]string{`["campaign",[5,1],[5,9]]`, `["poll",[16,16],[16,16]]`},
			money: [2]int{110, 110}, want: voters{{5, 1}: 0}},
		{name: "Moves: with just the money it is possible", setup: `{"money":[16,15]}`,
			one: `["campaign",[0,0],[4,4]]`, two: `["campaign",[8,8],[12,12]]`,
			done:  [2]string{`["campaign",[0,0],[4,4]]`, none},
			money: [2]int{10, 25}, want: voters{{0, 0}: -0.25, {8, 8}: 0}},
		{name: "Neighbours' part: 0.1 towards the neighbourhood, not the campaigner",
			setup: people(`[100,100]`, voters{{7, 7}: 0.25}),
			one:   `["campaign",[6,6],[9,9]]`, two: none,
			done:  [2]string{`["campaign",[6,6],[9,9]]`, none},
			money: [2]int{101, 110}, want: voters{{7, 7}: 0, {6, 6}: added(0.1, -0.25), {8, 7}: added(0.1, -0.25), {5, 5}: 0}},
		{name: "Neighbours' part: neighbours outside the area count",
			setup: people(`[100,100]`, voters{{7, 7}: 3}),
			one:   `["campaign",[6,6],[7,7]]`, two: none,
			done:  [2]string{`["campaign",[6,6],[7,7]]`, none},
			money: [2]int{109, 110}, want: voters{{6, 6}: added(0.1, -0.25), {7, 7}: 3}},
		{name: "Neighbours' part: a support of 2 or more weighs four times as much",
			setup: people(`[100,100]`, voters{{6, 6}: 2, {6, 7}: -1.9, {6, 8}: -1.9, {7, 6}: -1.9}),
			one:   none, two: `["campaign",[7,7],[8,8]]`,
			done:  [2]string{none, `["campaign",[7,7],[8,8]]`},
			money: [2]int{110, 109}, want: voters{{7, 7}: added(0.1, 0.25)}},
		{name: "Neighbours' part: weights that cancel leave no step",
			setup: people(`[100,100]`, voters{{6, 7}: 5, {8, 7}: -2}),
			one:   none, two: `["campaign",[7,7],[8,8]]`,
			done:  [2]string{none, `["campaign",[7,7],[8,8]]`},
			money: [2]int{110, 109}, want: voters{{7, 7}: 0.25}},
		{name: "Neighbours' part: both campaigns count a voter twice, above 2 the step is 0.2",
			setup: people(`[100,100]`, ring(Point{7, 7}, 2)),
			one:   `["campaign",[7,7],[8,8]]`, two: `["campaign",[7,7],[8,8]]`,
			done:  [2]string{`["campaign",[7,7],[8,8]]`, `["campaign",[7,7],[8,8]]`},
			money: [2]int{109, 109}, want: voters{{7, 7}: added(0.2, -0.25, 0.25), {6, 6}: 2}},
		{name: "Neighbours' part: one campaign alone never reaches 0.2",
			setup: people(`[100,100]`, ring(Point{7, 7}, 2)),
			one:   none, two: `["campaign",[7,7],[8,8]]`,
			done:  [2]string{none, `["campaign",[7,7],[8,8]]`},
			money: [2]int{110, 109}, want: voters{{7, 7}: added(0.1, 0.25)}},
		{name: "Neighbours' part: sums of overlapping campaigns make one step",
			setup: people(`[100,100]`, voters{{6, 6}: 1}),
			one:   `["campaign",[7,7],[8,8]]`, two: `["campaign",[7,7],[9,9]]`,
			done:  [2]string{`["campaign",[7,7],[8,8]]`, `["campaign",[7,7],[9,9]]`},
			money: [2]int{109, 106}, want: voters{{7, 7}: added(0.1, -0.25, 0.25), {8, 8}: 0.25}},
		{name: "Candidates' part: equal campaigns on neutral ground cancel to 0",
			one: `["campaign",[4,4],[6,6]]`, two: `["campaign",[4,4],[6,6]]`,
			done:  [2]string{`["campaign",[4,4],[6,6]]`, `["campaign",[4,4],[6,6]]`},
			money: [2]int{106, 106}, want: voters{{4, 4}: 0, {5, 5}: 0}},
		{name: "poll: a quarter dollar a voter, rounded up", one: `["poll",[0,0],[1,1]]`, two: `["poll",[0,0],[3,3]]`,
			done: [2]string{`["poll",[0,0],[1,1]]`, `["poll",[0,0],[3,3]]`}, money: [2]int{109, 107}},
		{name: "bribe: 5 dollars, 3.5 towards the bot", one: `["bribe",[3,15]]`, two: `["bribe",[4,15]]`,
			done: [2]string{`["bribe",[3,15]]`, `["bribe",[4,15]]`}, money: [2]int{105, 105},
			want: voters{{3, 15}: -3.5, {4, 15}: 3.5}},
		{name: "bribe: each in the block makes the next dearer and weaker",
			setup: `{"bribes":[[0,0,0,7],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}`, one: `["bribe",[3,15]]`, two: none,
			done: [2]string{`["bribe",[3,15]]`, none}, money: [2]int{98, 110},
			want: voters{{3, 15}: -(3.5 - 1.05)}},
		{name: "bribe: from the 25th in a block on it works against the briber",
			setup: `{"bribes":[[24,0,0,0],[0,0,0,0],[0,0,0,0],[0,0,0,0]]}`, one: `["bribe",[0,0]]`, two: none,
			done: [2]string{`["bribe",[0,0]]`, none}, money: [2]int{81, 110},
			want: voters{{0, 0}: added(3.5999999999999996, -3.5)}},
		{name: "bribe: two in one block have the same price and strength", one: `["bribe",[0,0]]`, two: `["bribe",[3,3]]`,
			done: [2]string{`["bribe",[0,0]]`, `["bribe",[3,3]]`}, money: [2]int{105, 105},
			want: voters{{0, 0}: -3.5, {3, 3}: 3.5}},
		{name: "A turn: bribes come before the neighbours look", one: `["bribe",[7,7]]`, two: `["campaign",[8,8],[9,9]]`,
			done: [2]string{`["bribe",[7,7]]`, `["campaign",[8,8],[9,9]]`}, money: [2]int{105, 109},
			want: voters{{8, 8}: added(-0.1, 0.25)}},
		{name: "merge: the first region is appended to the second, later ones move up", setup: rich,
			one: `["merge",[3,3],[4,0]]`, two: none,
			done: [2]string{`["merge",[3,3],[4,0]]`, none}, money: [2]int{985, 1010},
			regions: `[[[4,0],[0,0]],[[8,0]],[[12,0]],[[0,4]],[[4,4]],[[8,4]],[[12,4]],[[0,8]],[[4,8]],[[8,8]],[[12,8]],[[0,12]],[[4,12]],[[8,12]],[[12,12]]]`},
		{name: "merge: the price is that of all blocks but one", setup: mapped(`[[[0,0],[4,0]],[[8,0],[12,0]]`),
			one: none, two: `["merge",[0,0],[15,0]]`,
			done: [2]string{none, `["merge",[0,0],[15,0]]`}, money: [2]int{1010, 935},
			regions: mappedRegions(`[[[8,0],[12,0],[0,0],[4,0]]`)},
		{name: "merge: within one region it is impossible", setup: mapped(`[[[0,0],[4,0]],[[8,0],[12,0]]`),
			one: `["merge",[0,0],[7,3]]`, two: none,
			done: [2]string{none, none}, money: [2]int{1010, 1010}, regions: mappedRegions(`[[[0,0],[4,0]],[[8,0],[12,0]]`)},
		{name: "merge: diagonal contact is not enough", setup: rich, one: `["merge",[0,0],[4,4]]`, two: none,
			done: [2]string{none, none}, money: [2]int{1010, 1010}},
		{name: "merge: the far ends of two rows do not touch", setup: rich, one: `["merge",[12,0],[0,4]]`, two: none,
			done: [2]string{none, none}, money: [2]int{1010, 1010}},
		{name: "merge: without the money", setup: `{"money":[24,24]}`, one: `["merge",[0,0],[4,0]]`, two: none,
			done: [2]string{none, none}, money: [2]int{34, 34}},
		{name: "unmerge: each block becomes a region at the end", setup: mapped(`[[[4,0],[0,0]],[[8,0],[12,0]]`),
			one: `["unmerge",[7,3]]`, two: none,
			done: [2]string{`["unmerge",[7,3]]`, none}, money: [2]int{960, 1010},
			regions: `[[[8,0],[12,0]],[[0,4]],[[4,4]],[[8,4]],[[12,4]],[[0,8]],[[4,8]],[[8,8]],[[12,8]],[[0,12]],[[4,12]],[[8,12]],[[12,12]],[[4,0]],[[0,0]]]`},
		{name: "unmerge: one block only moves to the end, for 25 dollars", one: `["unmerge",[0,0]]`, two: none,
			done: [2]string{`["unmerge",[0,0]]`, none}, money: [2]int{85, 110},
			regions: `[[[4,0]],[[8,0]],[[12,0]],[[0,4]],[[4,4]],[[8,4]],[[12,4]],[[0,8]],[[4,8]],[[8,8]],[[12,8]],[[0,12]],[[4,12]],[[8,12]],[[12,12]],[[0,0]]]`},
		{name: "Merge conflict: both are cancelled and nobody pays", one: `["merge",[0,0],[4,0]]`, two: `["unmerge",[15,15]]`,
			done: [2]string{none, none}, money: [2]int{110, 110}},
		{name: "Merge conflict: also with one that cannot be paid", setup: `{"money":[100,10]}`,
			one: `["merge",[0,0],[4,0]]`, two: `["merge",[8,8],[12,8]]`,
			done: [2]string{none, none}, money: [2]int{110, 20}},
		{name: "Merge conflict: also with one that is impossible", one: `["merge",[0,0],[8,8]]`, two: `["unmerge",[12,8]]`,
			done: [2]string{none, none}, money: [2]int{110, 110}},
		{name: "Merge conflict: one of bad form does not count", one: `["merge",[0,0],[16,0]]`, two: `["unmerge",[0,0]]`,
			done: [2]string{none, `["unmerge",[0,0]]`}, money: [2]int{110, 85},
			regions: `[[[4,0]],[[8,0]],[[12,0]],[[0,4]],[[4,4]],[[8,4]],[[12,4]],[[0,8]],[[4,8]],[[8,8]],[[12,8]],[[0,12]],[[4,12]],[[8,12]],[[12,12]],[[0,0]]]`},
		{name: "post, 1: the sum of the neighbours' support counts", settings: []string{"variant=post"},
			setup: people(`[100,100]`, voters{{6, 6}: 1.5, {6, 7}: -0.5, {6, 8}: -0.5}),
			one:   none, two: `["campaign",[7,7],[8,8]]`,
			done:  [2]string{none, `["campaign",[7,7],[8,8]]`},
			money: [2]int{110, 109}, want: voters{{7, 7}: added(0.1, 0.25)}},
		{name: "post, 1: at 2 or more the step is 0.2", settings: []string{"variant=post"},
			setup: people(`[100,100]`, voters{{6, 6}: -1, {6, 7}: -1}),
			one:   none, two: `["campaign",[7,7],[8,8]]`,
			done:  [2]string{none, `["campaign",[7,7],[8,8]]`},
			money: [2]int{110, 109}, want: voters{{7, 7}: added(-0.2, 0.25)}},
		{name: "post, 1: each campaign makes a step of its own", settings: []string{"variant=post"},
			setup: people(`[100,100]`, voters{{6, 6}: 1}),
			one:   `["campaign",[7,7],[8,8]]`, two: `["campaign",[7,7],[8,8]]`,
			done:  [2]string{`["campaign",[7,7],[8,8]]`, `["campaign",[7,7],[8,8]]`},
			money: [2]int{109, 109}, want: voters{{7, 7}: added(0.1, 0.1, -0.25, 0.25)}},
		{name: "post, 4: the first corner is 0 to 15", settings: []string{"variant=post"},
			one: `["campaign",[16,16],[15,15]]`, two: `["campaign",[15,15],[16,16]]`,
			done:  [2]string{none, `["campaign",[15,15],[16,16]]`},
			money: [2]int{110, 109}, want: voters{{15, 15}: 0.25}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newMatch(t, tt.setup, tt.settings...)
			if done := play(t, s, tt.one, tt.two); done != tt.done {
				t.Errorf("carried out %v, want %v", done, tt.done)
			}
			if s.city.Money != tt.money {
				t.Errorf("money %v, want %v", s.city.Money, tt.money)
			}
			regions := tt.regions
			if regions == "" {
				regions = usualRegions
			}
			if !strings.Contains(string(s.city.appendSetup(nil)), `"regions":`+regions+`,`) {
				t.Errorf("position %s, want regions %s", s.city.appendSetup(nil), regions)
			}
			for p, want := range tt.want {
				if got := s.city.Support[p.X][p.Y]; got != want {
					t.Errorf("support of %v = %v, want %v", p, got, want)
				}
			}
		})
	}
}

const usualRegions = `[[[0,0]],[[4,0]],[[8,0]],[[12,0]],[[0,4]],[[4,4]],[[8,4]],[[12,4]],[[0,8]],[[4,8]],[[8,8]],[[12,8]],[[0,12]],[[4,12]],[[8,12]],[[12,12]]]`

// mapped is a rich setup whose first row of blocks is divided as given, without the last bracket.
func mapped(firstRow string) string {
	return `{"money":[1000,1000],"regions":` + mappedRegions(firstRow) + `}`
}

func mappedRegions(firstRow string) string {
	return firstRow + strings.TrimPrefix(usualRegions, `[[[0,0]],[[4,0]],[[8,0]],[[12,0]]`)
}

// added adds up at run time, where each sum is rounded; constants would be exact.
func added(numbers ...float64) (sum float64) {
	for _, x := range numbers {
		sum += x
	}
	return sum
}

// ring gives the eight voters around p a support.
func ring(p Point, support float64) map[Point]float64 {
	voters := make(map[Point]float64)
	for x := p.X - 1; x <= p.X+1; x++ {
		for y := p.Y - 1; y <= p.Y+1; y++ {
			if (Point{x, y}) != p {
				voters[Point{x, y}] = support
			}
		}
	}
	return voters
}

// TestFloatingPoint: neutral is exactly 0, so the order of additions shows (rules, Floating point).
func TestFloatingPoint(t *testing.T) {
	s := newMatch(t, people(`[100,100]`, map[Point]float64{{7, 7}: 0.1, {6, 6}: 1}))
	play(t, s, `["campaign",[7,7],[8,8]]`, `["campaign",[7,7],[8,8]]`)
	if got, want := s.city.Support[7][7], added(0.1, 0.1, -0.25, 0.25); got != want {
		t.Errorf("support %v, want %v", got, want)
	}
	if sum := added(0.25, 0.1, -0.25, -0.1); sum == 0 {
		t.Error("0.25 + 0.1 - 0.25 - 0.1 is 0 here: additions are not rounded one by one")
	}
	// Six weights of 0.05, of both signs, do not cancel in every order: this one leaves 2^-56.
	s = newMatch(t, people(`[100,100]`, map[Point]float64{
		{6, 7}: 1, {8, 7}: 1, {7, 6}: 1, {7, 8}: -1, {6, 6}: -1, {6, 8}: -1}))
	want := added(0.05, 0.05, 0.05, -0.05, -0.05, -0.05)
	if want == 0 {
		t.Fatal("the sum is 0: the case shows nothing")
	}
	play(t, s, "null", `["campaign",[7,7],[8,8]]`)
	if got := s.city.Support[7][7]; got != math.Copysign(0.1, want)+0.25 {
		t.Errorf("support %v after a sum of %v", got, want)
	}
}

// TestElection sets up voters and plays a turn without moves.
func TestElection(t *testing.T) {
	// halves gives the first n voters of every block to seat 0 and the next m to seat 1.
	halves := func(n, m int) *City {
		c := NewCity()
		for x := range Size {
			for y := range Size {
				switch i := x%4*4 + y%4; {
				case i < n:
					c.Support[x][y] = -0.25
				case i < n+m:
					c.Support[x][y] = 7
				}
			}
		}
		return &c
	}
	// give gives blocks to one side.
	give := func(c *City, support float64, blocks ...Block) *City {
		for _, b := range blocks {
			at := b.Corner()
			for i := range blockVoters {
				c.Support[at.X+i%4][at.Y+i/4] = support
			}
		}
		return c
	}
	one, two, goesOn := [2]float64{1, 0}, [2]float64{0, 1}, [2]float64{}
	tests := []struct {
		name    string
		city    *City
		regions string
		variant string
		want    [2]float64
	}{
		{"neutral in half of a region's voters: no election", halves(8, 0), "", "", goesOn},
		{"one voter more: elected", halves(9, 0), "", "", one},
		{"a vote counts the same whatever its size", halves(8, 7), "", "", one},
		{"the positive side is bot two", halves(1, 8), "", "", two},
		{"a tied region: no election", halves(8, 8), "", "", goesOn},
		{"one tied region is enough", give(halves(9, 0), 0, 5), "", "", goesOn},
		{"one region too neutral is enough", give(halves(9, 1), 0, 15), "", "", goesOn},
		{"equal numbers of regions: it goes on", give(halves(9, 0), 1, 0, 1, 2, 3, 4, 5, 6, 7), "", "", goesOn},
		{"more regions win", give(halves(9, 0), 1, 0, 1, 2, 3, 4, 5, 6, 7, 8), "", "", two},
		{"a region counts one, however many blocks it has", give(halves(9, 0), 1, 0, 1, 2, 3, 4, 5, 6, 7, 8),
			`[[[0,0],[4,0],[8,0],[12,0]]` + strings.TrimPrefix(usualRegions, `[[[0,0]],[[4,0]],[[8,0]],[[12,0]]`), "", one},
		{"neutral voters are counted over the whole region", give(halves(13, 0), 0, 1),
			mappedRegions(`[[[0,0],[4,0],[8,0]],[[12,0]]`), "", one},
		{"post, 5: tied regions count for nobody", give(give(halves(8, 8), 1, 0), -1, 5, 6), "", "post", one},
		{"post, 5: with all tied it goes on", halves(8, 8), "", "post", goesOn},
		{"post, 5: neutral voters still prevent it", give(halves(9, 0), 0, 3), "", "post", goesOn},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			setup := string(tt.city.appendSetup(nil))
			if tt.regions != "" {
				setup = strings.Replace(setup, usualRegions, tt.regions, 1)
			}
			var settings []string
			if tt.variant != "" {
				settings = append(settings, "variant="+tt.variant)
			}
			s := newMatch(t, setup, settings...)
			if s.End() != "" {
				t.Fatal("an election before the first turn")
			}
			play(t, s, "null", "null")
			if [2]float64(s.Scores()) != tt.want || (s.End() == "election") != (tt.want != goesOn) {
				t.Errorf("end %q, scores %v, want %v", s.End(), s.Scores(), tt.want)
			}
			winner, ok := s.city.Winner()
			if ok != (s.End() != "") || ok && s.scores[winner] != 1 {
				t.Errorf("City.Winner = %v, %v beside scores %v", winner, ok, s.scores)
			}
		})
	}
}

// TestTurnLimit: End without a winner.
func TestTurnLimit(t *testing.T) {
	for _, tt := range []struct {
		settings []string
		turns    int
	}{{nil, 1000}, {[]string{"max-turns=7"}, 7}} {
		s := newMatch(t, "", tt.settings...)
		for range tt.turns - 1 {
			play(t, s, "null", "null")
		}
		if s.End() != "" || len(s.ToAct()) != 2 {
			t.Errorf("%v: over after %d turns", tt.settings, tt.turns-1)
		}
		play(t, s, "null", "null")
		if s.End() != "turns" || [2]float64(s.Scores()) != [2]float64{0.5, 0.5} || len(s.ToAct()) != 0 {
			t.Errorf("%v: end %q, scores %v after %d turns", tt.settings, s.End(), s.Scores(), tt.turns)
		}
	}
}

// TestStepRefuses: moves that are not one of each seat, or not possible, change nothing.
func TestStepRefuses(t *testing.T) {
	campaign := Action{Campaign, Point{0, 0}, Point{4, 4}}
	dear := Action{Campaign, Point{0, 0}, Point{16, 16}}
	tests := []struct {
		name  string
		moves []game.Move
	}{
		{"none", nil},
		{"one", []game.Move{{Seat: 0, Action: campaign}}},
		{"wrong order", []game.Move{{Seat: 1, Action: campaign}, {Seat: 0, Action: campaign}}},
		{"too dear", []game.Move{{Seat: 0, Action: campaign}, {Seat: 1, Action: dear}}},
		{"bad form", []game.Move{{Seat: 0, Action: Action{Bribe, Point{16, 0}, Point{}}}, {Seat: 1}}},
		{"no such move", []game.Move{{Seat: 0, Action: Action{Kind: kinds}}, {Seat: 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newMatch(t, "")
			before := *s
			if err := s.Step(tt.moves); !errors.Is(err, game.ErrMoves) {
				t.Errorf("Step = %v, want ErrMoves", err)
			}
			if s.city != before.city || s.turn != 0 {
				t.Error("the state has changed")
			}
		})
	}
}

// TestCheckErrors: what is wrong is named, and of the right kind.
func TestCheckErrors(t *testing.T) {
	s := newMatch(t, `{"money":[100,20]}`)
	tests := []struct {
		seat   game.Seat
		action Action
		kind   error
		parts  []string
	}{
		{0, Action{Campaign, Point{0, 0}, Point{17, 0}}, game.ErrMalformed, []string{"campaign", "[17,0]", "16"}},
		{0, Action{Bribe, Point{0, -1}, Point{}}, game.ErrMalformed, []string{"bribe", "[0,-1]", "15"}},
		{0, Action{Campaign, Point{0, 0}, Point{11, 10}}, game.ErrIllegal, []string{`["campaign",[0,0],[11,10]]`, "110 dollars of 100"}},
		{1, Action{Merge, Point{0, 0}, Point{4, 0}}, game.ErrIllegal, []string{"25 dollars of 20"}},
		{0, Action{Merge, Point{0, 0}, Point{3, 3}}, game.ErrIllegal, []string{"both points", "region 0"}},
		{0, Action{Merge, Point{0, 0}, Point{8, 0}}, game.ErrIllegal, []string{"regions 0 and 2", "touch"}},
		{2, Action{}, game.ErrIllegal, []string{"seat 2"}},
	}
	for _, tt := range tests {
		err := s.Check(tt.seat, tt.action)
		if !errors.Is(err, tt.kind) {
			t.Errorf("Check(%v) = %v, want %v", tt.action, err, tt.kind)
			continue
		}
		for _, part := range tt.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("error %q does not name %s", err, part)
			}
		}
	}
}
