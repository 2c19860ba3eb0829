package blobs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"koth/game"
)

// The widths, in characters, of a terminal's line, a row's number, what parts the map from the
// table, and the table.
const (
	lineWidth  = 80
	labelWidth = 3
	gapWidth   = 1
	tableWidth = 31
	nameWidth  = 10

	maxRows = 20 // of the table
)

const (
	dim   game.Color = "#7a7a7a"
	food  game.Color = "#d7d75f"
	black game.Color = "#000000"
)

// signs tell the families apart where colours do not: there are only eight of those.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func sign(f game.Seat) string { i := int(f) % len(signs); return signs[i : i+1] }

// Board draws the map with a table of the families, best first. On a small map a cell is five
// characters: a blob's family and energy ("A100"), a pellet ("+12") or a dot. On larger ones it is
// two or one, without the numbers, and on the largest a character stands for a block of cells and
// shows the strongest blob in it.
func (s *state) Board(names []string) game.Board {
	side := s.arena.side
	width, block := 1, 1
	switch beside := lineWidth - labelWidth - gapWidth - tableWidth; {
	case 5*side <= beside:
		width = 5
	case 2*side <= beside:
		width = 2
	default:
		block = (side + lineWidth - labelWidth - 1) / (lineWidth - labelWidth)
	}
	grid := s.grid(width, block)
	table := s.table(names)

	var b game.Board
	b.Add(s.headline()...)
	if width == 1 {
		for _, line := range grid {
			b.Add(line...)
		}
		half := (len(table) + 1) / 2
		for i, row := range table[:half] {
			if half+i < len(table) {
				row = append(append(row, game.Span{Text: blank(2 * gapWidth)}), table[half+i]...)
			}
			b.Add(row...)
		}
		return b
	}
	mapWidth := labelWidth + width*side
	for i := range max(len(grid), len(table)) {
		line := []game.Span{{Text: blank(mapWidth)}}
		if i < len(grid) {
			line = grid[i]
		}
		if i < len(table) {
			line = append(append(line, game.Span{Text: blank(gapWidth)}), table[i]...)
		}
		b.Add(line...)
	}
	return b
}

// headline says where the round stands.
func (s *state) headline() []game.Span {
	text := fmt.Sprintf("turn %d, pellets %d", s.turn, s.pellets)
	if s.quantity > 0 {
		next := (s.turn + WavePeriod) / WavePeriod * WavePeriod
		text += fmt.Sprintf(", %d more on turn %d", s.quantity, next)
	}
	if s.end != "" {
		text = fmt.Sprintf("over after %d turns: %s", s.turn, s.end)
	}
	return []game.Span{{Text: text}}
}

// grid draws the map, width characters for a block of cells.
func (s *state) grid(width, block int) [][]game.Span {
	var lines [][]game.Span
	for y := 0; y < s.arena.side; y += block {
		line := []game.Span{{Text: fmt.Sprintf("%2d ", y), Fg: dim}}
		for x := 0; x < s.arena.side; x += block {
			line = append(line, s.mark(width, x, y, block)...)
		}
		lines = append(lines, line)
	}
	return lines
}

// mark draws the block of cells at x, y: its strongest blob, else a pellet, else nothing.
func (s *state) mark(width, x, y, block int) []game.Span {
	var best *blob
	var p pellet
	for v := y; v < min(y+block, s.arena.side); v++ {
		for u := x; u < min(x+block, s.arena.side); u++ {
			c := s.arena.at(u, v)
			p = max(p, c.pellet)
			if c.blob != 0 {
				if b := &s.blobs[c.blob-1]; best == nil || b.energy > best.energy {
					best = b
				}
			}
		}
	}
	look := game.Span{Text: "·", Fg: dim}
	switch {
	case best != nil:
		f := game.Seat(best.family)
		look = game.Span{Text: sign(f), Fg: black, Bg: game.SeatColor(f), Bold: true}
		if width == 5 {
			look.Text += short(best.energy)
		}
	case p != 0 && width == 5:
		look = game.Span{Text: fmt.Sprintf("+%d", p.energy()), Fg: food}
	case p != 0:
		look = game.Span{Text: "+", Fg: food}
	}
	return []game.Span{look, {Text: blank(width - utf8.RuneCountInString(look.Text))}}
}

// table has a line for each family, those that scored most first, as far as there is room.
func (s *state) table(names []string) [][]game.Span {
	order := make([]game.Seat, len(s.scores))
	blobs := make([]int, len(s.scores))
	energy := make([]float64, len(s.scores))
	for i := range order {
		order[i] = game.Seat(i)
	}
	for i := range s.blobs {
		b := &s.blobs[i]
		blobs[b.family]++
		energy[b.family] += b.energy
	}
	slices.SortStableFunc(order, func(a, b game.Seat) int { return cmp.Compare(s.scores[b], s.scores[a]) })

	lines := [][]game.Span{{{Text: fmt.Sprintf("  %-*s%7s%6s%6s", nameWidth, "", "score", "blobs", "has"), Fg: dim}}}
	for i, f := range order {
		if i == maxRows {
			lines = append(lines, []game.Span{{Text: fmt.Sprintf("  and %d more", len(order)-i), Fg: dim}})
			break
		}
		name := game.Span{Text: fmt.Sprintf(" %-*s", nameWidth, cut(names[f], nameWidth)), Fg: game.SeatColor(f)}
		row := game.Span{Text: fmt.Sprintf("%7s%6d%6s", short(s.scores[f]), blobs[f], short(energy[f]))}
		if blobs[f] == 0 {
			name.Fg, row.Fg = dim, dim
		}
		lines = append(lines, []game.Span{{Text: sign(f), Fg: black, Bg: game.SeatColor(f), Bold: true}, name, row})
	}
	return lines
}

// short writes an energy in few characters, rounded up, so that only nothing is 0.
func short(energy float64) string {
	switch e := math.Ceil(energy); {
	case e < 1000:
		return fmt.Sprintf("%.0f", e)
	case e < 1e6:
		return fmt.Sprintf("%.0fk", e/1000)
	default:
		return fmt.Sprintf("%.0fM", e/1e6)
	}
}

func blank(width int) string { return strings.Repeat(" ", width) }

// cut shortens a text to width characters.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}
