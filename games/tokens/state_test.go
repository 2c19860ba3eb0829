package tokens

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"koth/game"
)

// newMatch returns the state before the first turn on a given board.
func newMatch(t testing.TB, setup string) *state {
	t.Helper()
	s, err := Game{}.New(2, nil, []byte(setup), rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatalf("New with setup %s: %v", setup, err)
	}
	return s.(*state)
}

// letters are actions in one letter each, "-" for PASS and "!" for a turn with a fault.
var letters = map[rune]Action{'U': Up, 'R': Right, 'D': Down, 'L': Left, 'E': Eat, '-': Pass}

// play plays turns, given in letters, the first by the side to move.
func play(t testing.TB, s *state, turns string) {
	t.Helper()
	for i, c := range turns {
		if c == ' ' {
			continue
		}
		toAct := s.ToAct()
		if len(toAct) != 1 {
			t.Fatalf("turns %q: the match is over before %d", turns, i)
		}
		move := game.Move{Seat: toAct[0]}
		if a, ok := letters[c]; ok {
			move.Action = a
		} else {
			move.Fault = &game.Fault{Kind: game.FaultCrash}
		}
		if err := s.Step([]game.Move{move}); err != nil {
			t.Fatalf("turns %q, at %d: %v", turns, i, err)
		}
	}
}

// TestTurns has one case or more for each paragraph of the rules that a turn depends on.
func TestTurns(t *testing.T) {
	const far = `{"size":5,"start":[2,2],"tokens":[[0,0,"R",1]]}` // nothing to eat near the start
	tests := []struct {
		name  string
		setup string
		turns string
		want  [2]Player
		idle  int
		end   string
	}{
		{name: "State: both players start on one cell with nothing", setup: far,
			want: [2]Player{{X: 2, Y: 2}, {X: 2, Y: 2}}},
		{name: "One match: player 1 is first, then they alternate", setup: far, turns: "RD",
			want: [2]Player{{X: 3, Y: 2}, {X: 2, Y: 3}}, idle: 2},
		{name: "Actions: y is 0 at the top", setup: far, turns: "UD",
			want: [2]Player{{X: 2, Y: 1}, {X: 2, Y: 3}}, idle: 2},
		{name: "Actions: x is 0 at the left", setup: far, turns: "LR",
			want: [2]Player{{X: 1, Y: 2}, {X: 3, Y: 2}}, idle: 2},
		{name: "Actions: blocked at the top left, and the turn is used", setup: far, turns: "UL UL UL",
			want: [2]Player{{X: 2, Y: 0}, {X: 0, Y: 2}}, idle: 6},
		{name: "Actions: blocked at the bottom right", setup: far, turns: "DR DR DR",
			want: [2]Player{{X: 2, Y: 4}, {X: 4, Y: 2}}, idle: 6},
		{name: "Actions: EAT on an empty cell and PASS do nothing", setup: far, turns: "E-",
			want: [2]Player{{X: 2, Y: 2}, {X: 2, Y: 2}}, idle: 2},
		{name: "Answers: a turn with a fault is a PASS", setup: far, turns: "!!!",
			want: [2]Player{{X: 2, Y: 2}, {X: 2, Y: 2}}, idle: 3},
		{name: "Board generation: a token may lie on the start cell",
			setup: `{"size":5,"start":[2,2],"tokens":[[2,2,"R",3],[0,0,"R",1]]}`, turns: "E",
			want: [2]Player{{X: 2, Y: 2, Score: 3, LastColor: Red}, {X: 2, Y: 2}}},
		{name: "One match, 2: the other finds the cell empty",
			setup: `{"size":5,"start":[2,2],"tokens":[[2,2,"R",3],[0,0,"R",1]]}`, turns: "EE",
			want: [2]Player{{X: 2, Y: 2, Score: 3, LastColor: Red}, {X: 2, Y: 2}}, idle: 1},
		{name: "Eating: the example, green 2, green 1, green 3, red 1",
			setup: `{"size":5,"start":[0,0],"tokens":[[0,0,"G",2],[1,0,"G",1],[2,0,"G",3],[3,0,"R",1],[4,4,"R",1]]}`,
			turns: "E- R- E- R- E- R- E",
			want:  [2]Player{{X: 3, Y: 0, Score: 10, LastColor: Red}, {X: 0, Y: 0}}},
		{name: "Eating: three in a row leave a bonus of 2",
			setup: `{"size":5,"start":[0,0],"tokens":[[0,0,"G",2],[1,0,"G",1],[2,0,"G",3],[3,0,"R",1]]}`,
			turns: "E- R- E- R- E",
			want:  [2]Player{{X: 2, Y: 0, Score: 9, ColorBonus: 2, LastColor: Green}, {X: 0, Y: 0}}},
		{name: "Eating: eating nothing does not break a run",
			setup: `{"size":5,"start":[0,0],"tokens":[[0,0,"B",1],[1,0,"B",1],[4,4,"R",1]]}`,
			turns: "E- E- R- E",
			want:  [2]Player{{X: 1, Y: 0, Score: 3, ColorBonus: 1, LastColor: Blue}, {X: 0, Y: 0}}},
		{name: "Eating: what the other eats has no influence on a run",
			setup: `{"size":5,"start":[0,0],"tokens":[[0,0,"B",1],[0,1,"R",2],[1,0,"B",1],[4,4,"R",1]]}`,
			turns: "ED RE E",
			want:  [2]Player{{X: 1, Y: 0, Score: 3, ColorBonus: 1, LastColor: Blue}, {X: 0, Y: 1, Score: 2, LastColor: Red}}},
		{name: "One match: ends with the last token",
			setup: `{"size":5,"start":[0,0],"tokens":[[0,0,"B",1]]}`, turns: "-E",
			want: [2]Player{{}, {Score: 1, LastColor: Blue}}, end: "tokens"},
		{name: "One match, 5: not over after 4 times size turns without eating",
			setup: far, turns: strings.Repeat("-", 20),
			want: [2]Player{{X: 2, Y: 2}, {X: 2, Y: 2}}, idle: 20},
		{name: "One match, 5: over one turn later", setup: far, turns: strings.Repeat("-", 21),
			want: [2]Player{{X: 2, Y: 2}, {X: 2, Y: 2}}, idle: 21, end: "idle"},
		{name: "One match, 3: eating sets the idle counter to 0",
			setup: `{"size":5,"start":[2,2],"tokens":[[2,2,"R",3],[0,0,"R",1]]}`,
			turns: strings.Repeat("-", 20) + "E" + strings.Repeat("-", 20),
			want:  [2]Player{{X: 2, Y: 2, Score: 3, LastColor: Red}, {X: 2, Y: 2}}, idle: 20},
		{name: "Setup: a board without tokens is over before the first turn",
			setup: `{"size":5,"start":[2,2],"tokens":[]}`,
			want:  [2]Player{{X: 2, Y: 2}, {X: 2, Y: 2}}, end: "tokens"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newMatch(t, tt.setup)
			play(t, s, tt.turns)
			if s.now.Players != tt.want {
				t.Errorf("players = %+v, want %+v", s.now.Players, tt.want)
			}
			if s.idle != tt.idle {
				t.Errorf("idle counter = %d, want %d", s.idle, tt.idle)
			}
			if s.End() != tt.end {
				t.Errorf("end = %q, want %q", s.End(), tt.end)
			}
			if over := len(s.ToAct()) == 0; over != (tt.end != "") {
				t.Errorf("ToAct = %v with end %q", s.ToAct(), tt.end)
			}
			if got := s.Scores(); got[0] != float64(tt.want[0].Score) || got[1] != float64(tt.want[1].Score) {
				t.Errorf("scores = %v, want those of %+v", got, tt.want)
			}
		})
	}
}

func TestStepTellsWhatWasCarriedOut(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[2,2],"tokens":[[0,0,"R",1]]}`)
	moves := []game.Move{{Seat: 0, Action: Up, Fault: &game.Fault{Kind: game.FaultTimeout}}}
	if err := s.Step(moves); err != nil {
		t.Fatal(err)
	}
	if moves[0].Action != Pass || s.now.Players[0].Y != 2 {
		t.Errorf("after a late UP: action %v, player %+v; want PASS in place", moves[0].Action, s.now.Players[0])
	}
	moves = []game.Move{{Seat: 1, Action: Up}}
	if err := s.Step(moves); err != nil {
		t.Fatal(err)
	}
	if moves[0].Action != Up {
		t.Errorf("action = %v, want UP", moves[0].Action)
	}
}

func TestStepRefuses(t *testing.T) {
	crash := &game.Fault{Kind: game.FaultCrash}
	const open, over = `{"size":5,"tokens":[[0,0,"R",1]]}`, `{"size":5,"tokens":[]}`
	tests := []struct {
		name  string
		setup string
		moves []game.Move
	}{
		{"no move", open, nil},
		{"two moves", open, []game.Move{{Seat: 0, Action: Up}, {Seat: 1, Action: Up}}},
		{"the other seat", open, []game.Move{{Seat: 1, Action: Up}}},
		{"a fault of the other seat", open, []game.Move{{Seat: 1, Fault: crash}}},
		{"neither action nor fault", open, []game.Move{{Seat: 0}}},
		{"not an action", open, []game.Move{{Seat: 0, Action: Action(6)}}},
		{"after the end", over, []game.Move{{Seat: 0, Action: Up}}},
		{"a fault after the end", over, []game.Move{{Seat: 0, Fault: crash}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := newMatch(t, tt.setup)
			before := string(s.Observe(0).AppendJSON(nil))
			if err := s.Step(tt.moves); !errors.Is(err, game.ErrMoves) {
				t.Errorf("Step = %v, want ErrMoves", err)
			}
			if after := string(s.Observe(0).AppendJSON(nil)); after != before || s.idle != 0 {
				t.Errorf("a refused Step changed\n%s\nto\n%s", before, after)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[0,0],"tokens":[[4,4,"R",1]]}`)
	for a := range actions {
		if err := s.Check(0, a); err != nil { // Actions: blocked moves and empty cells are legal
			t.Errorf("Check(0, %v) = %v", a, err)
		}
	}
	if err := s.Check(1, Up); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("Check out of turn = %v, want ErrIllegal", err)
	}
	if err := s.Check(0, actions); !errors.Is(err, game.ErrMalformed) {
		t.Errorf("Check(0, %v) = %v, want ErrMalformed", actions, err)
	}
	if err := s.Check(0, nil); !errors.Is(err, game.ErrMalformed) {
		t.Errorf("Check(0, nil) = %v, want ErrMalformed", err)
	}
}

// TestViewIsACopy: changing what a bot was given has no effect on the match (rules, Bot interface).
func TestViewIsACopy(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[0,0],"tokens":[[0,0,"R",1],[4,4,"R",1]]}`)
	before := string(s.Observe(0).AppendJSON(nil))
	v := s.Observe(0).(*View)
	v.Size = 7
	v.Players[0] = Player{X: 4, Y: 4, Score: 100}
	v.Tokens[0][0].Points = 3
	if after := string(s.Observe(0).AppendJSON(nil)); after != before {
		t.Errorf("a bot changed\n%s\nto\n%s", before, after)
	}
}

func TestViewOfEachSeat(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[0,0],"tokens":[[4,4,"R",1]]}`)
	play(t, s, "RD")
	first, second := s.Observe(0).(*View), s.Observe(1).(*View)
	if first.Me().X != 1 || first.Other().Y != 1 || second.Me().Y != 1 || second.Other().X != 1 {
		t.Errorf("seat 0 sees me %+v, other %+v; seat 1 sees me %+v, other %+v",
			first.Me(), first.Other(), second.Me(), second.Other())
	}
}

func TestViewJSON(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[3,1],"tokens":[[3,1,"G",3],[1,0,"R",1],[0,4,"B",2]]}`)
	play(t, s, "E")
	want := `{"player1":{"pos":[3,1],"score":3,"colorBonus":0,"lastColor":"#00FF00"},` +
		`"player2":{"pos":[3,1],"score":0,"colorBonus":0,"lastColor":"#000000"},` +
		`"tokens":[[false,false,false,false,{"color":"#0000FF","points":2}],` +
		`[{"color":"#FF0000","points":1},false,false,false,false],` +
		`[false,false,false,false,false],[false,false,false,false,false],[false,false,false,false,false]],"seat":1}`
	if got := string(s.Observe(1).AppendJSON(nil)); got != want {
		t.Errorf("view of seat 1 =\n%s\nwant\n%s", got, want)
	}
}

// TestNoAllocations plays turns in the way of the arena: what a turn allocates it pays for
// millions of times in a tournament.
func TestNoAllocations(t *testing.T) {
	s := newMatch(t, `{"size":15,"start":[0,0],"tokens":[[0,0,"R",1],[4,4,"R",1]]}`)
	js := Game{}.JavaScript(0)
	buf := make([]byte, 0, 1024)
	answer := make([]byte, 1)
	moves := make([]game.Move, 1)
	turns := 0
	allocs := testing.AllocsPerRun(50, func() {
		seat := s.ToAct()[0]
		obs := s.Observe(seat)
		buf = js.AppendTurn(buf[:0], obs)
		answer[0] = byte(turns % int(actions))
		turns++
		a, err := js.ParseAnswer(obs, answer)
		if err == nil {
			err = s.Check(seat, a)
		}
		moves[0] = game.Move{Seat: seat, Action: a}
		if err == nil {
			err = s.Step(moves)
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations a turn", allocs)
	}
}

func TestActionJSON(t *testing.T) {
	for a := range actions {
		data := a.AppendJSON(nil)
		if again, err := (Game{}).ParseAction(data); err != nil || again != a {
			t.Errorf("ParseAction(%s) = %v, %v", data, again, err)
		}
	}
	for _, bad := range []string{``, `UP`, `"up"`, `" UP"`, `"UP "`, `null`, `0`, `["UP"]`, `"UP" "UP"`, `"#FF0000"`} {
		if a, err := (Game{}).ParseAction([]byte(bad)); a != nil || !errors.Is(err, game.ErrMalformed) {
			t.Errorf("ParseAction(%s) = %v, %v, want ErrMalformed", bad, a, err)
		}
	}
}

func TestNewRefusesOtherNumbersOfPlayers(t *testing.T) {
	for _, n := range []int{0, 1, 3} {
		if _, err := (Game{}).New(n, nil, nil, rand.New(rand.NewPCG(1, 2))); err == nil {
			t.Errorf("New for %d players gave no error", n)
		}
	}
}

func TestListFollowsTheBoard(t *testing.T) {
	s := newMatch(t, `{"size":5,"start":[1,0],"tokens":[[3,3,"B",2],[1,0,"R",1],[0,4,"G",3]]}`)
	play(t, s, "E")
	want := []placed{{0, 4, Token{Green, 3}}, {3, 3, Token{Blue, 2}}}
	if !slices.Equal(s.now.list, want) {
		t.Errorf("list = %v, want %v", s.now.list, want)
	}
}
