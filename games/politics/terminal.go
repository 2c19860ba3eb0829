package politics

import (
	"fmt"
	"strings"

	"koth/game"
)

// The widths, in characters, of a voter, what parts the city from the panel, and the panel:
// 16 voters, 5 borders, gap and panel are 80 together.
const (
	voterWidth = 3
	gapWidth   = 2
	panelWidth = 25
)

const (
	dim   game.Color = "#7a7a7a"
	black game.Color = "#000000"
	white game.Color = "#ffffff"
)

// strong is the support from which a voter counts more for its neighbours (rules, Neighbours'
// part).
const strong = 2

// Board draws the city with a panel at its right. A voter is three characters: "1" or "2" for
// the bot that it supports, doubled from a support of 2 on, or a dot; with colours its square is
// the stronger in the bot's colour the stronger the support. Lines part the regions, and each
// region's number stands over its first block.
func (s *state) Board(names []string) game.Board {
	city := s.drawCity()
	panel := s.panel(names)
	var b game.Board
	for i := range max(len(city), len(panel)) {
		line := []game.Span{{Text: strings.Repeat(" ", Size*voterWidth+blocksAcross+1)}}
		if i < len(city) {
			line = city[i]
		}
		if i < len(panel) && len(panel[i]) > 0 {
			line = append(line, game.Span{Text: strings.Repeat(" ", gapWidth)})
			line = append(line, panel[i]...)
		}
		b.Add(line...)
	}
	return b
}

// drawCity returns a line for each row of voters, and for each row of borders between blocks.
func (s *state) drawCity() [][]game.Span {
	var lines [][]game.Span
	for y := range Size {
		if y%BlockSize == 0 {
			lines = append(lines, s.border(y/BlockSize))
		}
		var line []game.Span
		for x := range Size {
			if x%BlockSize == 0 {
				line = append(line, s.upright(x/BlockSize, y/BlockSize))
			}
			line = append(line, voter(s.city.Support[x][y]))
		}
		lines = append(lines, append(line, s.upright(blocksAcross, y/BlockSize)))
	}
	return append(lines, s.border(blocksAcross))
}

// region returns the region of block bx, by, both 0 to 3, or -1 off the city.
func (s *state) region(bx, by int) int {
	if bx < 0 || bx >= blocksAcross || by < 0 || by >= blocksAcross {
		return -1
	}
	return s.city.Regions.Of(Block(bx + by*blocksAcross))
}

// upright is the border at the left of block bx in row by of blocks.
func (s *state) upright(bx, by int) game.Span {
	if s.region(bx-1, by) == s.region(bx, by) {
		return game.Span{Text: " "}
	}
	return game.Span{Text: "│", Fg: dim}
}

// corners are the characters where lines meet, by 1 for a line going up, 2 right, 4 down, 8 left.
var corners = []rune(" ╵╶└╷│┌├╴┘─┴┐┤┬┼")

// border is the row of borders over row by of blocks.
func (s *state) border(by int) []game.Span {
	var line []game.Span
	for bx := range blocksAcross + 1 {
		nw, ne, sw, se := s.region(bx-1, by-1), s.region(bx, by-1), s.region(bx-1, by), s.region(bx, by)
		corner := 0
		for i, parts := range []bool{nw != ne, ne != se, sw != se, nw != sw} {
			if parts {
				corner |= 1 << i
			}
		}
		line = append(line, game.Span{Text: string(corners[corner]), Fg: dim})
		if bx < blocksAcross {
			line = append(line, s.lintel(bx, by)...)
		}
	}
	return line
}

// lintel is the border over block bx, by, with the region's number if the block is its first.
func (s *state) lintel(bx, by int) []game.Span {
	width := BlockSize * voterWidth
	region := s.region(bx, by)
	stroke := "─"
	if s.region(bx, by-1) == region {
		stroke = " "
	}
	if region < 0 || s.city.Regions.Blocks(region)[0] != Block(bx+by*blocksAcross) {
		return []game.Span{{Text: strings.Repeat(stroke, width), Fg: dim}}
	}
	number := fmt.Sprintf(" %d ", region)
	return []game.Span{{Text: stroke, Fg: dim}, {Text: number}, {Text: strings.Repeat(stroke, width-1-len(number)), Fg: dim}}
}

// shades are the squares of voters, by how strong the support is: how much of the bot's colour is
// in them, in percent.
var shades = []struct {
	from    float64
	percent int
}{{strong, 100}, {1, 70}, {0.5, 48}, {0, 30}}

// voter is the square of one voter.
func voter(support float64) game.Span {
	if support == 0 {
		return game.Span{Text: " · ", Fg: dim}
	}
	seat := game.Seat(0)
	if support > 0 {
		seat = 1
	}
	size := max(support, -support)
	for _, shade := range shades {
		if size >= shade.from {
			text, fg := fmt.Sprintf(" %d ", seat+1), white
			if size >= strong {
				text, fg = fmt.Sprintf(" %d%d", seat+1, seat+1), black
			}
			return game.Span{Text: text, Fg: fg, Bg: darker(game.SeatColor(seat), shade.percent), Bold: size >= strong}
		}
	}
	panic("politics: a support that is no number")
}

// darker returns so many percent of a colour.
func darker(c game.Color, percent int) game.Color {
	var r, g, b int
	fmt.Sscanf(string(c), "#%02x%02x%02x", &r, &g, &b)
	return game.Color(fmt.Sprintf("#%02x%02x%02x", r*percent/100, g*percent/100, b*percent/100))
}

// panel is the text beside the city: the bots, and how each region stands.
func (s *state) panel(names []string) [][]game.Span {
	var lines [][]game.Span
	for i, money := range s.city.Money {
		dollars := fmt.Sprintf(" $%d", money)
		width := panelWidth - 4 - len(dollars)
		lines = append(lines, []game.Span{
			{Text: fmt.Sprintf(" %d ", i+1), Fg: black, Bg: game.SeatColor(game.Seat(i)), Bold: true},
			{Text: fmt.Sprintf(" %-*s", width, cut(names[i], width)), Fg: game.SeatColor(game.Seat(i)), Bold: true},
			{Text: dollars},
		})
	}
	lines = append(lines, []game.Span{{Text: "region  1 :  2  open", Fg: dim}})
	leads := [seats]int{}
	for i := range s.city.Regions.n {
		t := &s.tallies[i]
		line := fmt.Sprintf("%4d  %3d :%3d  %4d  ", i, t.Voters[0], t.Voters[1], t.Neutral)
		verdict := game.Span{Text: " - ", Fg: dim} // no election while there is one like it
		if t.Neutral*2 < t.Neutral+t.Voters[0]+t.Voters[1] {
			verdict = game.Span{Text: " = ", Fg: dim}
			for seat, other := range [seats]int{1, 0} {
				if t.Voters[seat] > t.Voters[other] {
					leads[seat]++
					verdict = game.Span{Text: fmt.Sprintf(" %d ", seat+1), Fg: black, Bg: game.SeatColor(game.Seat(seat)), Bold: true}
				}
			}
		}
		lines = append(lines, []game.Span{{Text: line}, verdict})
	}
	status := fmt.Sprintf("turn %d: %d to %d regions", s.turn, leads[0], leads[1])
	return append(lines, []game.Span{{Text: status}}, []game.Span{{Text: s.outcome(names), Bold: true}})
}

// outcome says how the match ended, if it has.
func (s *state) outcome(names []string) string {
	switch {
	case s.end == "":
		return ""
	case s.scores[0] == s.scores[1]:
		return "over: a draw"
	case s.scores[0] > s.scores[1]:
		return cut(names[0], panelWidth-len(" is elected")) + " is elected"
	}
	return cut(names[1], panelWidth-len(" is elected")) + " is elected"
}

// cut shortens a text to width characters.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}
