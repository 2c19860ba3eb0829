package pacman

import (
	"bytes"
	"fmt"

	"koth/game"
)

// protocol is the name of the original challenge's text protocol (rules, Protocol).
const protocol = "pacman"

// TextProtocols returns "pacman".
func (Game) TextProtocols() []string { return []string{protocol} }

// Text returns the dialect of one seat. There are no quirks.
func (Game) Text(s game.TextSeating) (game.TextDialect, error) {
	if s.Protocol != protocol {
		return nil, fmt.Errorf("pacman has no protocol %.40q (have %s)", s.Protocol, protocol)
	}
	if len(s.Quirks) > 0 {
		return nil, fmt.Errorf("the protocol %s has no quirk %.40q, or any other", protocol, s.Quirks[0])
	}
	return &text{}, nil
}

// text is the conversation with a program of the original challenge.
type text struct {
	asked bool
	lines [2]string
}

// Hello returns nothing: the maze goes before the first turn line (Ask).
func (t *text) Hello() ([]string, bool) { return nil, false }

// Ask returns the turn line, the first time after the line of the maze.
func (t *text) Ask(obs game.Observation, _ game.TextClock) []string {
	v := obs.(*View)
	t.lines[1] = v.line()
	if t.asked {
		return t.lines[1:]
	}
	t.asked = true
	t.lines[0] = string(v.Maze.appendText(nil))
	return t.lines[:]
}

// Line reads a move, or a question for the walls of a square (rules, Answer).
func (t *text) Line(obs game.Observation, line []byte) (game.TextAnswer, error) {
	said := bytes.TrimSpace(line)
	if x, y, ok := bytes.Cut(said, []byte{','}); ok && !bytes.Contains(y, []byte{','}) {
		v, ok := obs.(*View)
		if !ok {
			return game.TextAnswer{}, nil // before the first turn line there is no maze to ask about
		}
		col, okX := remainder(x, v.Maze.size)
		row, okY := remainder(y, v.Maze.size)
		if !okX || !okY {
			return game.TextAnswer{}, nil // passed over: the move is still awaited
		}
		digit := v.Maze.Walls(v.Maze.At(col, row))
		return game.TextAnswer{Reply: []string{hexDigits[digit : digit+1]}}, nil
	}
	if len(said) == 1 {
		if a, ok := parseLetter(said[0] &^ 0x20); ok {
			return game.TextAnswer{Done: true, Action: a}, nil
		}
	}
	return game.TextAnswer{Done: true}, fmt.Errorf("%.40q is none of N, E, S, W, X: %w", line, game.ErrMalformed)
}

// remainder reads a non-negative decimal number of any length, modulo n.
func remainder(digits []byte, n int) (r int, ok bool) {
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		r = (10*r + int(c-'0')) % n
	}
	return r, len(digits) > 0
}

// Goodbye returns the line that ends a game.
func (t *text) Goodbye() []string { return []string{"Q"} }

// LineEnd returns "\n".
func (t *text) LineEnd() string { return "\n" }

// line returns the turn line.
func (v *View) line() string {
	dst := make([]byte, 0, 8*(1+len(v.Sight)))
	dst = append(appendSquare(dst, v.Maze, int32(v.Me.At)), v.Me.Letter)
	for _, q := range v.Sight {
		dst = append(appendSquare(append(dst, ' '), v.Maze, int32(q.At)), q.Letter)
	}
	return string(dst)
}
