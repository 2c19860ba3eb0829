package gomoku

import (
	"fmt"
	"strings"

	"koth/game"
)

// Colours of the board: wood, and the lines on it.
const (
	wood  game.Color = "#d9a441"
	ink   game.Color = "#6b4a12"
	jet   game.Color = "#000000"
	chalk game.Color = "#ffffff"
	dim   game.Color = "#7a7a7a"
)

// panelWidth is the width of the text beside the board, in characters.
const panelWidth = 24

// Board draws the board as lines that cross, stones on the crossings, black filled and white as a
// ring filled with white, the stone put last in brackets; columns are letters from a, rows numbers
// from 1 at the top, as in the notation of openings.
func (s *state) Board(names []string) game.Board {
	size := s.now.Board.Size()
	lines := make([][]game.Span, 0, size+2)
	lines = append(lines, s.letterRow())
	for y := range size {
		lines = append(lines, s.row(y))
	}
	panel := s.panel(names)
	var b game.Board
	for i, line := range lines {
		if at := i - 1; at >= 0 && at < len(panel) {
			line = append(line, game.Span{Text: "  "})
			line = append(line, panel[at]...)
		}
		b.Add(line...)
	}
	for at := len(lines) - 1; at < len(panel); at++ { // a small board is shorter than what is said beside it
		b.Add(append([]game.Span{{Text: strings.Repeat(" ", 3+2*size+1+2)}}, panel[at]...)...)
	}
	return b
}

func (s *state) letterRow() []game.Span {
	var text strings.Builder
	text.WriteString("    ")
	for x := range s.now.Board.Size() {
		text.WriteByte(byte('a' + x))
		text.WriteByte(' ')
	}
	return []game.Span{{Text: text.String(), Fg: dim}}
}

// row draws a row of the board. A cell is a crossing and what joins it to the one before; the stone
// put last has brackets in both joints.
func (s *state) row(y int) []game.Span {
	size := s.now.Board.Size()
	line := []game.Span{{Text: fmt.Sprintf("%2d ", y+1), Fg: dim}}
	last, any := s.now.Last()
	for x := range size {
		line = append(line, s.joint(x, y, last, any), s.crossing(x, y))
	}
	return append(line, s.joint(size, y, last, any))
}

// joint draws what lies left of a crossing.
func (s *state) joint(x, y int, last Placed, any bool) game.Span {
	span := game.Span{Text: "─", Fg: ink, Bg: wood}
	if x == 0 || x == s.now.Board.Size() {
		span.Text = " "
	}
	if !any || y != last.Y {
		return span
	}
	switch x {
	case last.X:
		span = game.Span{Text: "[", Fg: paint(last.Stone), Bg: wood, Bold: true}
	case last.X + 1:
		span = game.Span{Text: "]", Fg: paint(last.Stone), Bg: wood, Bold: true}
	}
	return span
}

// paint is the colour of a stone.
func paint(s Stone) game.Color {
	if s == Black {
		return jet
	}
	return chalk
}

// crossing draws a stone, or lines that cross.
func (s *state) crossing(x, y int) game.Span {
	switch t := s.now.Board.At(x, y); t {
	case Black:
		return game.Span{Text: "●", Fg: jet, Bg: wood, Bold: true}
	case White:
		return game.Span{Text: "○", Fg: chalk, Bg: wood, Bold: true}
	}
	return game.Span{Text: string(crossings[side(y, s.now.Board.Size())][side(x, s.now.Board.Size())]), Fg: ink, Bg: wood}
}

// crossings are the crossings of a board: at its first line, inside, at its last one.
var crossings = [3][3]rune{
	{'┌', '┬', '┐'},
	{'├', '┼', '┤'},
	{'└', '┴', '┘'},
}

// side says where on the board a line is: 0 the first, 1 inside, 2 the last.
func side(i, size int) int {
	switch i {
	case 0:
		return 0
	case size - 1:
		return 2
	}
	return 1
}

// panel is the text beside the board.
func (s *state) panel(names []string) [][]game.Span {
	plain := func(format string, args ...any) []game.Span {
		return []game.Span{{Text: fmt.Sprintf(format, args...)}}
	}
	var lines [][]game.Span
	for _, color := range []Stone{Black, White} {
		seat := s.sides[color]
		lines = append(lines, []game.Span{
			{Text: " " + mark(color) + " ", Fg: paint(color), Bg: wood, Bold: true},
			{Text: " " + cut(names[seat], panelWidth-4), Fg: game.SeatColor(seat), Bold: true},
		})
	}
	lines = append(lines, nil, plain("%v, stone %d", s.now.Rule, len(s.now.Stones)))
	if last, ok := s.now.Last(); ok {
		lines = append(lines, plain("last %v at %s", last.Stone, last.Point.name()))
	}
	return append(lines, plain("%s", s.status()))
}

// status says what is asked next, or how the match ended.
func (s *state) status() string {
	switch {
	case s.end != "" && s.scores[0] == s.scores[1]:
		return "over: " + s.end + ", a draw"
	case s.end != "":
		winner := Black
		if s.scores[s.sides[White]] == 1 {
			winner = White
		}
		return fmt.Sprintf("over: %s, %v wins", s.end, winner)
	case s.now.Phase != PhaseMove:
		return fmt.Sprintf("swap2: player %d to %v", s.mover[0]+1, s.now.Phase)
	}
	return s.toMove.String() + " to move"
}

func mark(s Stone) string {
	if s == Black {
		return "●"
	}
	return "○"
}

// name returns a point in the notation of openings: a letter for the column, a number from 1 for
// the row.
func (p Point) name() string { return fmt.Sprintf("%c%d", 'a'+p.X, p.Y+1) }

// cut shortens a text to width characters.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}
