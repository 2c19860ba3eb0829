package pacman

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"koth/game"
)

// conversation returns the text dialect of a program in the first seat.
func conversation(t testing.TB) game.TextDialect {
	t.Helper()
	d, err := Game{}.Text(game.TextSeating{Protocol: Game{}.TextProtocols()[0], Seats: 1})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestTextConversation: the maze comes before the first turn line, and Q at the end.
func TestTextConversation(t *testing.T) {
	s := scene{players: [][2]int{{3, 3}}, walls: []wallAt{{0, 0, East}, {3, 3, West}}, items: map[[2]int]byte{{3, 0}: fruit}}.open(t)
	d := conversation(t)
	if lines, await := d.Hello(); len(lines) > 0 || await {
		t.Errorf("Hello = %q, %t", lines, await)
	}
	lines := slices.Clone(d.Ask(s.Observe(0), game.TextClock{}))
	if len(lines) != 2 || len(lines[0]) != 100 || lines[0][:2] != "28" || !strings.HasPrefix(lines[1], "3,3X 3,2X 3,1X 3,0F") {
		t.Errorf("the first turn is %q", lines)
	}
	s.do(t, "N")
	if lines := d.Ask(s.Observe(0), game.TextClock{}); len(lines) != 1 || !strings.HasPrefix(lines[0], "3,2X 2,2X") {
		t.Errorf("the second turn is %q", lines)
	}
	if lines := d.Goodbye(); !slices.Equal(lines, []string{"Q"}) || d.LineEnd() != "\n" {
		t.Errorf("Goodbye = %q, lines end in %q", lines, d.LineEnd())
	}
	for _, bad := range []game.TextSeating{{Protocol: "gomocup"}, {Protocol: "pacman", Quirks: []string{"loud"}}} {
		if d, err := (Game{}).Text(bad); err == nil || d != nil {
			t.Errorf("Text(%+v) gives no error", bad)
		}
	}
}

// TestTextAnswers is section 3.3 of the rules.
func TestTextAnswers(t *testing.T) {
	tests := []struct {
		line      string
		action    Action
		done      bool
		reply     string
		malformed bool
	}{
		{"N", North, true, "", false},
		{"e", East, true, "", false},
		{" S\t", South, true, "", false},
		{"W\r", West, true, "", false},
		{"x", Stay, true, "", false},
		{"", Stay, true, "", true},
		{"north", Stay, true, "", true},
		{"NN", Stay, true, "", true},
		{"\x0e", Stay, true, "", true}, // N without the bits of a letter
		{"1,2,3", Stay, true, "", true},
		{"12", Stay, true, "", true},

		{"3,3", Stay, false, "8", false},
		{" 3,3 ", Stay, false, "8", false},
		{"13,1003", Stay, false, "8", false}, // modulo the size
		{"2,3", Stay, false, "2", false},
		{"3,100000000000000000000000000003", Stay, false, "8", false},
		{"0,0", Stay, false, "0", false},

		{"3, 3", Stay, false, "", false}, // one comma, but not two numbers: passed over
		{"-1,2", Stay, false, "", false},
		{"+1,2", Stay, false, "", false},
		{"1.5,2", Stay, false, "", false},
		{"N,", Stay, false, "", false},
		{",", Stay, false, "", false},
		{"hello, world", Stay, false, "", false},
	}
	s := scene{players: [][2]int{{3, 3}}, walls: []wallAt{{3, 3, West}}}.open(t)
	for _, tt := range tests {
		a, err := conversation(t).Line(s.Observe(0), []byte(tt.line))
		if a.Done != tt.done || strings.Join(a.Reply, "|") != tt.reply || (err != nil) != tt.malformed {
			t.Errorf("%q: %+v, %v", tt.line, a, err)
		}
		if err != nil && (!errors.Is(err, game.ErrMalformed) || a.Action != nil) {
			t.Errorf("%q: %+v, %v", tt.line, a, err)
		}
		if err == nil && tt.done && a.Action != game.Action(tt.action) {
			t.Errorf("%q: %v, want %v", tt.line, a.Action, tt.action)
		}
	}
}

// TestTextBeforeTheFirstTurn: what a program says before it is asked is read all the same.
func TestTextBeforeTheFirstTurn(t *testing.T) {
	for line, done := range map[string]bool{"3,3": false, "N": true, "hello": true} {
		if a, _ := conversation(t).Line(nil, []byte(line)); a.Done != done || a.Reply != nil {
			t.Errorf("%q: %+v", line, a)
		}
	}
}

func FuzzLine(f *testing.F) {
	for _, line := range []string{"N", "x", "3,4", "3,", "", "north", "99999999999999999999,1"} {
		f.Add([]byte(line))
	}
	s := scene{players: [][2]int{{3, 3}}}.open(f)
	f.Fuzz(func(t *testing.T, line []byte) {
		a, err := conversation(t).Line(s.Observe(0), line)
		switch {
		case err != nil && (!a.Done || a.Action != nil || a.Reply != nil || !errors.Is(err, game.ErrMalformed)):
			t.Errorf("%q: %+v, %v", line, a, err)
		case err == nil && a.Done && s.Check(0, a.Action) != nil:
			t.Errorf("%q is the action %v", line, a.Action)
		case !a.Done && len(a.Reply) > 1:
			t.Errorf("%q is answered by %q", line, a.Reply)
		}
	})
}
