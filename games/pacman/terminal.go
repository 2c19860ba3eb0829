package pacman

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"koth/game"
)

// The widths, in characters, of a terminal's line, what parts the maze from the table, and the parts
// of the table.
const (
	lineWidth  = 80
	gapWidth   = 1
	nameWidth  = 12
	tableWidth = 2 + nameWidth + 6 + 4 // sign, name, score, state
)

const (
	dim     game.Color = "#7a7a7a"
	black   game.Color = "#000000"
	white   game.Color = "#ffffff"
	blue    game.Color = "#3f5fff" // walls
	crumb   game.Color = "#d8b48c" // pellets
	bright  game.Color = "#ffe9c7" // power pellets
	cherry  game.Color = "#ff4d4d" // fruit
	caught  game.Color = "#33333a" // behind a dead player
	shining game.Color = "#ffffff" // behind an invincible one
)

// ghostColors are those of the arcade machine.
var ghostColors = [kinds]game.Color{Blinky: "#ff3b30", Pinky: "#ff9fdc", Inky: "#3fe0e8", Clyde: "#ffb347"}

// signs tell the players apart where colours do not: there are only eight of those.
const signs = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func sign(seat game.Seat) string { i := int(seat) % len(signs); return signs[i : i+1] }

// Board draws the maze with a table of the players, best first. Walls are lines between the squares as
// far as that fits a terminal; on larger mazes a character is a square, without walls, and on the
// largest a block of squares that shows the most important thing in it. A Pac-Man is its sign on its
// colour, on white while it is invincible; a dead player is its sign on grey; the computer's ghosts are
// their colours.
func (s *state) Board(names []string) game.Board {
	var grid [][]game.Span
	width := 2*s.maze.size + 1
	if width <= lineWidth {
		grid = s.walled()
	} else {
		grid = s.blocks()
		width = len(grid[0])
	}
	table := s.table(names)

	var b game.Board
	b.Add(s.headline()...)
	if width+gapWidth+tableWidth > lineWidth {
		for _, line := range grid {
			b.Add(join(line)...)
		}
		columns := (lineWidth + gapWidth) / (tableWidth + gapWidth)
		rows := (len(table) + columns - 1) / columns
		for i := range rows {
			var line []game.Span
			for k := i; k < len(table); k += rows {
				line = append(append(line, table[k]...), game.Span{Text: blank(gapWidth)})
			}
			b.Add(line...)
		}
		return b
	}
	for i := range max(len(grid), len(table)) {
		line := []game.Span{{Text: blank(width)}}
		if i < len(grid) {
			line = join(grid[i])
		}
		if i < len(table) {
			line = append(append(line, game.Span{Text: blank(gapWidth)}), table[i]...)
		}
		b.Add(line...)
	}
	return b
}

// headline says where the game stands.
func (s *state) headline() []game.Span {
	if s.end != "" {
		return []game.Span{{Text: fmt.Sprintf("over after %d turns: %s", s.turn, s.end)}}
	}
	return []game.Span{{Text: fmt.Sprintf("turn %d of %d, %d pellets", s.turn, s.maxTurns, s.pellets)}}
}

// lines are the characters of wall corners, by the sum of the arms North 1, East 2, South 4, West 8.
var lines = [16]string{" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"}

// walled draws the squares with a line of characters between each two, for the walls.
func (s *state) walled() [][]game.Span {
	size := s.maze.size
	grid := make([][]game.Span, 2*size+1)
	for r := range grid {
		row := make([]game.Span, 2*size+1)
		for c := range row {
			x, y := c/2, r/2
			switch {
			case r%2 == 1 && c%2 == 1:
				row[c] = s.mark(s.maze.At(x, y))
			case r%2 == 1:
				row[c] = line(5, s.walledOff(x, y, West))
			case c%2 == 1:
				row[c] = line(10, s.walledOff(x, y, North))
			default:
				row[c] = line(s.corner(x, y, r == 0, r == 2*size, c == 0, c == 2*size), true)
			}
		}
		grid[r] = row
	}
	return grid
}

// line draws the arms of a wall, if it is there.
func line(arms int, there bool) game.Span {
	if !there || arms == 0 {
		return game.Span{Text: " "}
	}
	return game.Span{Text: lines[arms], Fg: blue}
}

func (s *state) walledOff(x, y int, d Action) bool {
	_, open := s.maze.Next(s.maze.At(x, y), d)
	return !open
}

// corner returns the arms of the corner at the top left of x, y. At the edges of the picture no arm
// leads out of it.
func (s *state) corner(x, y int, top, bottom, leftmost, rightmost bool) int {
	arms := 0
	if !top && s.walledOff(x, y-1, West) {
		arms |= 1
	}
	if !rightmost && s.walledOff(x, y, North) {
		arms |= 2
	}
	if !bottom && s.walledOff(x, y, West) {
		arms |= 4
	}
	if !leftmost && s.walledOff(x-1, y, North) {
		arms |= 8
	}
	return arms
}

// blocks draws a character for each square, or for each block of squares.
func (s *state) blocks() [][]game.Span {
	size := s.maze.size
	block := (size + lineWidth - 1) / lineWidth
	var grid [][]game.Span
	for y := 0; y < size; y += block {
		var row []game.Span
		for x := 0; x < size; x += block {
			best := s.maze.At(x, y)
			for v := y; v < min(y+block, size); v++ {
				for u := x; u < min(x+block, size); u++ {
					if at := s.maze.At(u, v); s.weight(at) > s.weight(best) {
						best = at
					}
				}
			}
			row = append(row, s.mark(best))
		}
		grid = append(grid, row)
	}
	return grid
}

// weight orders squares by what is worth showing.
func (s *state) weight(at int) int {
	if s.pacsOn[at] > 0 {
		return 6
	}
	return strings.IndexByte(sightLetters, s.looks[at])
}

// mark draws what is on a square: a living Pac-Man before all else, so that it is seen to be caught.
func (s *state) mark(at int) game.Span {
	if s.pacsOn[at] > 0 {
		for _, seat := range s.alive {
			if s.pacs[seat].at == int32(at) {
				return s.player(seat)
			}
		}
	}
	if s.looks[at] == 'G' {
		for i := range s.ghosts {
			if s.ghosts[i].at == int32(at) {
				return game.Span{Text: "∩", Fg: ghostColors[s.ghosts[i].kind], Bold: true}
			}
		}
		for _, seat := range s.dead {
			if s.pacs[seat].at == int32(at) {
				return s.player(seat)
			}
		}
	}
	return look(s.items[at])
}

// look draws a thing that lies on a square.
func look(item byte) game.Span {
	switch item {
	case power:
		return game.Span{Text: "●", Fg: bright, Bold: true}
	case fruit:
		return game.Span{Text: "♦", Fg: cherry, Bold: true}
	case pellet:
		return game.Span{Text: "·", Fg: crumb}
	}
	return game.Span{Text: " "}
}

// player draws the sign of a player.
func (s *state) player(seat game.Seat) game.Span {
	p := &s.pacs[seat]
	look := game.Span{Text: sign(seat), Fg: black, Bg: game.SeatColor(seat), Bold: true}
	switch {
	case p.gone:
		return game.Span{Text: sign(seat), Fg: dim}
	case p.dead:
		look.Fg, look.Bg = game.SeatColor(seat), caught
	case p.invincible > 0:
		look.Bg = shining
	}
	return look
}

// table has a line for each player, those with most points first, and what the signs mean.
func (s *state) table(names []string) [][]game.Span {
	order := make([]game.Seat, len(s.pacs))
	for i := range order {
		order[i] = game.Seat(i)
	}
	slices.SortStableFunc(order, func(a, b game.Seat) int { return cmp.Compare(s.pacs[b].score, s.pacs[a].score) })

	var table [][]game.Span
	for _, seat := range order {
		p := &s.pacs[seat]
		name := game.Span{Text: fmt.Sprintf(" %-*s", nameWidth, cut(names[seat], nameWidth)), Fg: game.SeatColor(seat)}
		score := game.Span{Text: fmt.Sprintf("%6d", p.score)}
		how := game.Span{Text: blank(4)}
		switch {
		case p.gone:
			how = game.Span{Text: " off", Fg: dim}
		case p.dead:
			how = game.Span{Text: "  ∩ ", Fg: game.SeatColor(seat)}
		case p.invincible > 0:
			how = game.Span{Text: fmt.Sprintf(" +%-2d", p.invincible), Fg: white, Bold: true}
		}
		if p.gone || p.dead {
			name.Fg, score.Fg = dim, dim
		}
		table = append(table, []game.Span{s.player(seat), name, score, how})
	}
	return append(append(table, []game.Span{{Text: blank(tableWidth)}}), legend()...)
}

// legend says what is what: the computer's ghosts, and things to eat.
func legend() [][]game.Span {
	var ghosts, food []game.Span
	for k, color := range ghostColors {
		ghosts = append(ghosts, game.Span{Text: Kind(k).String() + " ", Fg: color})
	}
	for _, item := range []struct {
		letter byte
		name   string
	}{{power, " power "}, {fruit, " fruit "}, {pellet, " pellet"}} {
		food = append(food, look(item.letter), game.Span{Text: item.name, Fg: dim})
	}
	return [][]game.Span{ghosts, food}
}

// join makes one span of neighbours that look the same.
func join(row []game.Span) []game.Span {
	var out []game.Span
	for _, span := range row {
		if last := len(out) - 1; last >= 0 && sameLook(out[last], span) {
			out[last].Text += span.Text
			continue
		}
		out = append(out, span)
	}
	return out
}

func sameLook(a, b game.Span) bool { return a.Fg == b.Fg && a.Bg == b.Bg && a.Bold == b.Bold }

func blank(width int) string { return strings.Repeat(" ", width) }

// cut shortens a text to width characters.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}
