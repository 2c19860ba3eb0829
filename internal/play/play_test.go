package play

import (
	"bytes"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"koth/games/gomoku"
	"koth/internal/term"
)

// table is a model whose opponent answers at once, by a clock that only its looks move.
type table struct {
	t *testing.T
	*Model
}

func newTable(t *testing.T, human gomoku.Stone, settings ...string) table {
	t.Helper()
	options, err := gomoku.Game{}.Info().ParseOptions(settings)
	if err != nil {
		t.Fatal(err)
	}
	var looks atomic.Int64
	o := &Opponent{Level: "easy", Seed: 1, Time: 50 * time.Millisecond, Now: func() time.Duration {
		return time.Duration(looks.Add(1)) * time.Millisecond
	}}
	m, err := New(Setting{Options: options, Human: human, Level: "easy"}, o, term.New(new(bytes.Buffer), nil))
	if err != nil {
		t.Fatal(err)
	}
	tb := table{t, m}
	tb.run(m.Init())
	return tb
}

// run lets a command answer, and what comes of that.
func (tb table) run(cmd tea.Cmd) {
	for cmd != nil {
		msg := cmd()
		if _, quits := msg.(tea.QuitMsg); quits {
			tb.note = "quit"
			return
		}
		_, cmd = tb.Update(msg)
	}
}

// press presses keys, and waits for the opponent after each.
func (tb table) press(keys ...string) {
	special := map[string]tea.KeyPressMsg{
		"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
		"enter": {Code: tea.KeyEnter}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl},
	}
	for _, k := range keys {
		msg, ok := special[k]
		if !ok {
			msg = tea.KeyPressMsg{Code: rune(k[0]), Text: k}
		}
		_, cmd := tb.Update(msg)
		tb.run(cmd)
	}
}

func (tb table) wantStones(n int) {
	tb.t.Helper()
	if len(tb.stones) != n {
		tb.t.Errorf("%d stones on the board, want %d", len(tb.stones), n)
	}
}

func (tb table) wantNote(part string) {
	tb.t.Helper()
	if !strings.Contains(tb.note, part) {
		tb.t.Errorf("it says %q, want something with %q", tb.note, part)
	}
}

func TestPlaysAndTakesBack(t *testing.T) {
	tb := newTable(t, gomoku.Black)
	tb.wantStones(0)
	tb.press("enter")
	tb.wantStones(2)
	tb.wantNote("easy plays")
	if tb.stones[0] != (gomoku.Point{X: 7, Y: 7}) {
		t.Errorf("the stone is at %v, want the cursor's place in the middle", tb.stones[0])
	}
	tb.press("enter")
	tb.wantStones(2)
	tb.wantNote("taken")
	tb.press("u")
	tb.wantStones(0)
	tb.press("u")
	tb.wantNote("nothing to take back")
	tb.press("left", "left", "up", "enter")
	if tb.stones[0] != (gomoku.Point{X: 5, Y: 6}) {
		t.Errorf("the stone is at %v, want 5,6", tb.stones[0])
	}
	tb.press("n")
	tb.wantStones(0)
}

func TestCursorGoesAround(t *testing.T) {
	tb := newTable(t, gomoku.Black, "size=5")
	tb.press("right", "right", "right", "up", "up", "up")
	if want := (gomoku.Point{X: 0, Y: 4}); tb.cursor != want {
		t.Errorf("cursor = %v, want %v", tb.cursor, want)
	}
}

func TestColours(t *testing.T) {
	tb := newTable(t, gomoku.White)
	tb.wantStones(1)
	tb.press("u")
	tb.wantStones(1)
	tb.press("c")
	tb.wantStones(0)
	tb.press("c")
	tb.wantStones(1)
}

func TestHint(t *testing.T) {
	tb := newTable(t, gomoku.Black)
	tb.press("enter", "h")
	tb.wantNote("hint:")
	tb.wantStones(2)
	if tb.hint == nil || *tb.hint != tb.cursor {
		t.Errorf("hint = %v with the cursor at %v", tb.hint, tb.cursor)
	}
	if !strings.Contains(tb.Screen(), "◆") {
		t.Errorf("no hint on\n%s", tb.Screen())
	}
	tb.press("enter")
	if tb.hint != nil {
		t.Error("the hint is still there after the move")
	}
}

// TestLateAnswer has the opponent answer after its question has been taken back.
func TestLateAnswer(t *testing.T) {
	tb := newTable(t, gomoku.Black)
	_, cmd := tb.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	if !tb.thinks || cmd == nil {
		t.Fatal("the opponent was not asked")
	}
	if !strings.Contains(tb.Screen(), "easy is thinking") {
		t.Errorf("no word of it on\n%s", tb.Screen())
	}
	tb.press("enter")
	tb.wantNote("thinking")
	tb.press("u")
	tb.run(cmd)
	tb.wantStones(0)
}

func TestRenjuRefuses(t *testing.T) {
	tb := newTable(t, gomoku.Black, "rule=renju")
	tb.set([]gomoku.Point{{X: 7, Y: 5}, {X: 0, Y: 0}, {X: 7, Y: 6}, {X: 0, Y: 14}, {X: 5, Y: 7}, {X: 14, Y: 0}, {X: 6, Y: 7}, {X: 14, Y: 14}})
	tb.cursor = gomoku.Point{X: 7, Y: 7}
	if !strings.Contains(tb.Screen(), "×") {
		t.Errorf("no forbidden cell on\n%s", tb.Screen())
	}
	tb.press("enter")
	tb.wantStones(8)
	tb.wantNote("forbidden")
	tb.wantNote("double three")
}

func TestEnd(t *testing.T) {
	tb := newTable(t, gomoku.Black)
	tb.set([]gomoku.Point{{X: 3, Y: 3}, {X: 0, Y: 0}, {X: 4, Y: 3}, {X: 0, Y: 14}, {X: 5, Y: 3}, {X: 14, Y: 0}, {X: 6, Y: 3}, {X: 14, Y: 14}})
	tb.cursor = gomoku.Point{X: 7, Y: 3}
	tb.press("enter")
	tb.wantStones(9)
	if screen := tb.Screen(); !strings.Contains(screen, "black wins") {
		t.Errorf("nobody won on\n%s", screen)
	}
	if screen := tb.Screen(); !strings.Contains(screen, " you win\n") {
		t.Errorf("no word of it below the board on\n%s", screen)
	}
	if won := tb.winning(tb.view()); len(won) != 5 {
		t.Errorf("the winning row is %v, want five stones", won)
	}
	tb.press("enter")
	tb.wantNote("over")
	tb.press("h")
	tb.wantStones(9)
	tb.press("u")
	tb.wantStones(8)
}

// TestLoses has the opponent put the last stone.
func TestLoses(t *testing.T) {
	tb := newTable(t, gomoku.White)
	tb.set([]gomoku.Point{{X: 3, Y: 3}, {X: 0, Y: 0}, {X: 4, Y: 3}, {X: 0, Y: 14}, {X: 5, Y: 3}, {X: 14, Y: 0}, {X: 6, Y: 3}})
	tb.cursor = gomoku.Point{X: 14, Y: 14}
	tb.press("enter")
	tb.wantStones(9)
	tb.wantNote(": easy wins")
}

func TestQuits(t *testing.T) {
	for _, key := range []string{"q", "ctrl+c"} {
		tb := newTable(t, gomoku.Black)
		tb.press(key)
		tb.wantNote("quit")
	}
}

// TestFits draws on screens of many sizes: never more than there is room for, always the cursor,
// and what is beside the board only where all of it is seen.
func TestFits(t *testing.T) {
	tb := newTable(t, gomoku.Black, "size=20")
	for _, size := range [][2]int{{120, 50}, {80, 24}, {80, 10}, {60, 24}, {44, 24}, {40, 20}, {40, 12}, {50, 5}, {9, 5}} {
		for i := range 40 {
			tb.press([]string{"down", "left"}[i/20])
			tb.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			lines := strings.Split(tb.Screen(), "\n")
			if len(lines) > size[1] {
				t.Fatalf("%d lines on a screen of %v", len(lines), size)
			}
			for _, l := range lines {
				if n := len([]rune(l)); n > size[0] {
					t.Fatalf("a line of %d on a screen of %v: %q", n, size, l)
				}
			}
			board := strings.Join(lines[:len(lines)-3], "\n") // without the texts below it
			if strings.Contains(board, "…") {
				t.Fatalf("the board is cut on a screen of %v:\n%s", size, board)
			}
			if beside := strings.Contains(board, "to move"); size[1] >= 24 && beside != (size[0] >= 80) {
				t.Fatalf("beside the board: %v on a screen of %v:\n%s", beside, size, board)
			}
			if !strings.Contains(tb.Screen(), "▸") {
				t.Fatalf("no cursor at %v on a screen of %v:\n%s", tb.cursor, size, tb.Screen())
			}
		}
	}
}
