package play

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"koth/game"
	"koth/games/gomoku"
)

// Colours of what is drawn over the board.
const (
	cursorBack game.Color = "#3d9df2"
	hintBack   game.Color = "#4cc38a"
	winBack    game.Color = "#e6a817"
	banned     game.Color = "#c02020"
	cursorText game.Color = "#ffffff"
	quietText  game.Color = "#7a7a7a"
)

// keys are the help on the last line, from the most to the least important: a narrow screen shows
// fewer.
var keys = []string{"arrows move", "enter puts", "q quits", "h hint", "u takes back", "n new game", "c changes colour"}

// View implements tea.Model.
func (m *Model) View() tea.View {
	v := tea.NewView(m.Screen())
	v.AltScreen = true
	v.WindowTitle = "koth play gomoku"
	return v
}

// Screen returns the whole picture, cut to the screen. Of a board that is too large the part around
// the cursor is shown, and nothing beside it.
func (m *Model) Screen() string {
	note := m.note
	switch {
	case m.thinks:
		note = m.setting.Level + " is thinking ..."
	case note == "":
		note = m.outcome()
	}
	var text game.Board
	text.Add()
	text.Add(game.Span{Text: " " + note, Bold: true})
	text.Add(game.Span{Text: " " + m.help(), Fg: quietText})
	board, below := m.colors.Lines(m.fit(m.board()), m.width), m.colors.Lines(text, m.width)
	if room := m.height - len(below); m.height > 0 && len(board) > room {
		room = max(1, room)
		from := max(0, min(len(board)-room, m.cursor.Y+1-room/2))
		board = board[from : from+room]
	}
	return strings.Join(append(board, below...), "\n")
}

// outcome says how the game ended, nothing before that.
func (m *Model) outcome() string {
	if !m.over() {
		return ""
	}
	for seat, score := range m.state.Scores() {
		switch name := m.names()[seat]; {
		case score == 1 && name == "you":
			return "you win"
		case score == 1:
			return name + " wins"
		}
	}
	return "a draw"
}

// label is the width of a row's number, in front of its cells.
const label = 3

// fit cuts a picture to the screen's width: what is beside the board goes if there is no room for
// all of it, and of a board that is too wide the columns around the cursor stay.
func (m *Model) fit(b game.Board) game.Board {
	widest := 0
	for _, line := range b.Lines {
		widest = max(widest, width(line))
	}
	if m.width == 0 || widest <= m.width {
		return b
	}
	size := m.view().Board.Size()
	cells := 2*size + 1
	room := min(cells, max(1, m.width-label))
	from := max(0, min(cells-room, 2*m.cursor.X+1-room/2))
	var cut game.Board
	for _, line := range b.Lines[:1+size] {
		cut.Add(append(part(line, 0, label), part(line, label+from, room)...)...)
	}
	return cut
}

// width returns how many characters a line has.
func width(line []game.Span) int {
	n := 0
	for _, span := range line {
		n += utf8.RuneCountInString(span.Text)
	}
	return n
}

// part returns n characters of a line, or as many as it has, from one on.
func part(line []game.Span, from, n int) []game.Span {
	var spans []game.Span
	for _, span := range line {
		text := []rune(span.Text)
		skipped := min(from, len(text))
		text = text[skipped:]
		text = text[:min(n, len(text))]
		from, n = from-skipped, n-len(text)
		if len(text) > 0 {
			span.Text = string(text)
			spans = append(spans, span)
		}
	}
	return spans
}

// help returns as many of the keys as the screen has room for.
func (m *Model) help() string {
	text := keys[0]
	for _, k := range keys[1:] {
		if next := text + " · " + k; m.width == 0 || len([]rune(next)) < m.width {
			text = next
		}
	}
	return text
}

// board returns the game's own picture with the cursor, hint, winning row and forbidden cells on
// it. Where there are no colours the cursor is seen by its brackets.
func (m *Model) board() game.Board {
	b := m.state.(game.Terminal).Board(m.names())
	v := m.view()
	size := v.Board.Size()
	won := m.winning(v)
	for y := range size {
		for x := range size {
			p := gomoku.Point{X: x, Y: y}
			span := crossing(b, p)
			empty := v.Board.At(x, y) == gomoku.Empty
			if empty && !m.over() && m.ban(v, p) != gomoku.Allowed {
				span.Text, span.Fg, span.Bold = "×", banned, true
			}
			if won[p] {
				span.Bg = winBack
			}
			if m.hint != nil && *m.hint == p && empty {
				span.Text, span.Bg, span.Fg, span.Bold = "◆", hintBack, cursorText, true
			}
			if m.cursor == p && !m.over() {
				span.Bg = cursorBack
				if empty && m.hint == nil {
					span.Fg = cursorText
				}
				left, right := joints(b, p)
				*left = game.Span{Text: "▸", Fg: cursorBack, Bg: left.Bg, Bold: true}
				*right = game.Span{Text: "◂", Fg: cursorBack, Bg: right.Bg, Bold: true}
			}
		}
	}
	return b
}

// crossing returns the span that shows a cell, in a line of the game's picture: a label, and then
// a joint and a crossing for each cell.
func crossing(b game.Board, p gomoku.Point) *game.Span { return &b.Lines[1+p.Y][2+2*p.X] }

// joints returns the spans left and right of a cell.
func joints(b game.Board, p gomoku.Point) (left, right *game.Span) {
	return &b.Lines[1+p.Y][1+2*p.X], &b.Lines[1+p.Y][3+2*p.X]
}

// names are the players' names by seat: black's first.
func (m *Model) names() []string {
	if m.human == gomoku.Black {
		return []string{"you", m.setting.Level}
	}
	return []string{m.setting.Level, "you"}
}

// winning returns the stones of the rows that won.
func (m *Model) winning(v *gomoku.View) map[gomoku.Point]bool {
	last, ok := v.Last()
	if !ok || !m.over() || !v.Board.Wins(v.Rule, last.X, last.Y) {
		return nil
	}
	row := map[gomoku.Point]bool{}
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		stones := []gomoku.Point{last.Point}
		for _, way := range []int{1, -1} {
			for x, y := last.X+way*d[0], last.Y+way*d[1]; v.Board.Has(x, y) && v.Board.At(x, y) == last.Stone; x, y = x+way*d[0], y+way*d[1] {
				stones = append(stones, gomoku.Point{X: x, Y: y})
			}
		}
		if len(stones) >= 5 {
			for _, p := range stones {
				row[p] = true
			}
		}
	}
	return row
}

// name returns a cell as the board's edges name it: a letter and a number from 1.
func name(p gomoku.Point) string { return fmt.Sprintf("%c%d", 'a'+p.X, p.Y+1) }
