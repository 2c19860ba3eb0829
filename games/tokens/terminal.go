package tokens

import (
	"fmt"
	"strings"

	"koth/game"
)

// The widths, in characters, of a row's number, a cell, what parts the board from the panel, and
// the panel: together 80 at most.
const (
	labelWidth = 3
	cellWidth  = 4
	gapWidth   = 1
	panelWidth = 16
)

const (
	dim   game.Color = "#7a7a7a"
	black game.Color = "#000000"
	white game.Color = "#ffffff"
)

// paint is the look of a colour: a token's background and the text on it, and its name.
var paint = [colors]struct {
	back, text game.Color
	name       string
}{
	Red:   {"#ff0000", white, "red"},
	Green: {"#00ff00", black, "green"},
	Blue:  {"#0000ff", white, "blue"},
}

// Board draws the board with a panel at its right. A cell is four characters: "1" if player 1 is
// there, the token's colour and points ("R3") or a dot, and "2" if player 2 is there.
func (s *state) Board(names []string) game.Board {
	grid := make([][]game.Span, 1+s.now.Size)
	grid[0] = []game.Span{{Text: blank(labelWidth)}}
	for x := range s.now.Size {
		grid[0] = append(grid[0], game.Span{Text: fmt.Sprintf("%3d ", x), Fg: dim})
	}
	for y := range s.now.Size {
		row := []game.Span{{Text: fmt.Sprintf("%2d ", y), Fg: dim}}
		for x := range s.now.Size {
			row = append(row, s.mark(0, x, y), look(s.now.Tokens[x][y]), s.mark(1, x, y))
		}
		grid[1+y] = row
	}
	panel := s.panel(names)

	var b game.Board
	for i := range max(len(grid), len(panel)) {
		var line []game.Span
		switch {
		case i < len(grid):
			line = append(grid[i], game.Span{Text: blank(gapWidth)})
		case i < len(panel) && len(panel[i]) > 0:
			line = []game.Span{{Text: blank(labelWidth + cellWidth*s.now.Size + gapWidth)}}
		}
		if i < len(panel) {
			line = append(line, panel[i]...)
		}
		b.Add(line...)
	}
	return b
}

// mark shows whether a player is on a cell.
func (s *state) mark(seat game.Seat, x, y int) game.Span {
	if p := s.now.Players[seat]; p.X != x || p.Y != y {
		return game.Span{Text: " "}
	}
	return game.Span{Text: fmt.Sprint(seat + 1), Fg: black, Bg: game.SeatColor(seat), Bold: true}
}

// look is the middle of a cell.
func look(t Token) game.Span {
	if t == (Token{}) {
		return game.Span{Text: " ·", Fg: dim}
	}
	p := paint[t.Color]
	return game.Span{Text: fmt.Sprint(colorLetters[t.Color], t.Points), Fg: p.text, Bg: p.back, Bold: true}
}

// panel is the text beside the board.
func (s *state) panel(names []string) [][]game.Span {
	plain := func(format string, args ...any) []game.Span {
		return []game.Span{{Text: fmt.Sprintf(format, args...)}}
	}
	var lines [][]game.Span
	for i, p := range s.now.Players {
		seat := game.Seat(i)
		lines = append(lines,
			[]game.Span{s.mark(seat, p.X, p.Y), {Text: " " + cut(names[i], panelWidth-2), Fg: game.SeatColor(seat), Bold: true}},
			plain("  score %d", p.Score),
			append(plain("  bonus %d ", p.ColorBonus), lastColor(p)),
			nil)
	}
	lines = append(lines, plain("tokens left %d", len(s.now.list)), plain("idle %d of %d", s.idle, idleFactor*s.now.Size))
	if s.end != "" {
		return append(lines, plain("over: %s", s.end))
	}
	return append(lines, plain("player %d to move", s.mover[0]+1))
}

// lastColor shows the colour of the token that a player ate last.
func lastColor(p Player) game.Span {
	if p.LastColor == None {
		return game.Span{Text: "-", Fg: dim}
	}
	look := paint[p.LastColor]
	return game.Span{Text: " " + look.name + " ", Fg: look.text, Bg: look.back}
}

func blank(width int) string { return strings.Repeat(" ", width) }

// cut shortens a text to width characters.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}
