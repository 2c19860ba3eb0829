package gomoku

import (
	"fmt"
	"slices"
	"strings"

	"koth/game"
)

var _ game.Exporter = (*state)(nil)

// ExportFormats returns the formats that a match can be written in: that of Piskvork and Gomocup,
// and the Smart Game Format.
func (s *state) ExportFormats() []string { return []string{"psq", "sgf"} }

// Export writes the match so far.
func (s *state) Export(format string, m game.Played) ([]byte, error) {
	switch format {
	case "psq":
		return s.psq(m)
	case "sgf":
		return s.sgf(m), nil
	}
	return nil, fmt.Errorf("gomoku has no format %.40q (have %s)", format, strings.Join(s.ExportFormats(), ", "))
}

// psq writes a head with the size; for each stone its column and row, counted from 1, and the time
// in milliseconds that its turn took; the players, black first; -1; and who won, 1 black, 2 white, 0
// nobody, with the rule. Colours alternate in it, black first, so not every given board can be said.
func (s *state) psq(m game.Played) ([]byte, error) {
	size := s.now.Board.Size()
	out := fmt.Appendf(nil, "Piskvorky %dx%d, 11:11, 0\n", size, size)
	before := 0 // the turn of the stone before: a turn of several is timed once
	for i, p := range s.now.Stones {
		if want := []Stone{Black, White}[i%2]; p.Stone != want {
			return nil, fmt.Errorf("psq cannot say this match: stone %d is %v, and colours alternate in psq (sgf can)", i+1, p.Stone)
		}
		ms := int64(0)
		if turn := s.turns[i]; turn > before && turn < len(m.Times) && len(m.Times[turn]) > 0 {
			ms = m.Times[turn][0].Milliseconds()
			before = turn
		}
		out = fmt.Appendf(out, "%d,%d,%d\n", p.X+1, p.Y+1, ms)
	}
	for _, color := range []Stone{Black, White} {
		out = fmt.Appendf(out, "%s\n", oneLine(m.Names[s.sides[color]]))
	}
	rule := s.now.Rule.String()
	return fmt.Appendf(out, "-1\n%d,%s\n", s.winner(), strings.ToUpper(rule[:1])+rule[1:]), nil
}

// winner returns the colour that has won, Empty for none.
func (s *state) winner() Stone {
	for _, color := range []Stone{Black, White} {
		if s.scores[s.sides[color]] == 1 {
			return color
		}
	}
	return Empty
}

// sgf writes one game of type 4, gomoku, with all stones as moves; those of a given board are
// placed.
func (s *state) sgf(m game.Played) []byte {
	out := fmt.Appendf(nil, "(;GM[4]FF[4]CA[UTF-8]AP[koth]SZ[%d]RU[%v]PB[%s]PW[%s]RE[%s]",
		s.now.Board.Size(), s.now.Rule, sgfText(m.Names[s.sides[Black]]), sgfText(m.Names[s.sides[White]]), s.sgfResult())
	moves := slices.IndexFunc(s.turns, func(turn int) bool { return turn > 0 })
	if moves < 0 {
		moves = len(s.turns)
	}
	if !s.given {
		moves = 0
	} else {
		for _, color := range []Stone{Black, White} {
			property := "A" + sgfColor(color)
			for _, p := range s.now.Stones[:moves] {
				if p.Stone == color {
					out = fmt.Appendf(out, "%s[%s]", property, sgfPoint(p.Point))
					property = "" // one property, several values
				}
			}
		}
		if moves < len(s.now.Stones) {
			out = fmt.Appendf(out, "PL[%s]", sgfColor(s.now.Stones[moves].Stone))
		}
	}
	for _, p := range s.now.Stones[moves:] {
		out = fmt.Appendf(out, "\n;%s[%s]", sgfColor(p.Stone), sgfPoint(p.Point))
	}
	return append(out, ")\n"...)
}

func sgfColor(s Stone) string {
	if s == Black {
		return "B"
	}
	return "W"
}

func sgfPoint(p Point) string { return string([]byte{byte('a' + p.X), byte('a' + p.Y)}) }

// sgfResult says who won and, where it was not by five, how: T on time, F by another fault.
func (s *state) sgfResult() string {
	winner := s.winner()
	switch {
	case s.end == "":
		return "?"
	case winner == Empty:
		return "0"
	case s.end == endFive:
		return sgfColor(winner) + "+"
	case s.end == string(game.FaultTimeout):
		return sgfColor(winner) + "+T"
	}
	return sgfColor(winner) + "+F"
}

// sgfText makes a text fit for a property: brackets and backslashes escaped, on one line.
func sgfText(text string) string {
	return strings.NewReplacer(`\`, `\\`, "]", `\]`, ":", `\:`).Replace(oneLine(text))
}

func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, text)
}
