package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"

	"koth/bots/gomoku/engine"
	"koth/games/gomoku"
)

// game is a game as it was played. As text it is a line: the rule's number, the size of the board, the
// result (2 black won, 1 drawn, 0 white won), and the moves, X,Y:SCORE:WIN:KIND each.
type game struct {
	rule   engine.Rule
	size   int
	result int
	moves  []move
}

// move is a stone, with what a search said before it was put: the score to the side to move and in how many
// plies it wins (negative: loses) if that was proved.
type move struct {
	at         engine.Point
	score, win int
	kind       kind
}

// kind is where a move came from.
type kind string

const (
	found   kind = ""
	opening kind = "o" // drawn, without a search
	blunder kind = "r" // drawn, after a search
)

func (g game) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %d %d", g.rule, g.size, g.result)
	for _, m := range g.moves {
		fmt.Fprintf(&b, " %d,%d:%d:%d:%s", m.at.X, m.at.Y, m.score, m.win, m.kind)
	}
	return b.String()
}

// parseGame reads what String wrote.
func parseGame(line string) (g game, err error) {
	words := strings.Fields(line)
	if len(words) < 3 {
		return game{}, fmt.Errorf("%.40q is no game: want a rule, a size, a result and moves", line)
	}
	for i, n := range []*int{(*int)(&g.rule), &g.size, &g.result} {
		if *n, err = strconv.Atoi(words[i]); err != nil {
			return game{}, fmt.Errorf("word %d: %w", i+1, err)
		}
	}
	if g.result < 0 || g.result > 2 {
		return game{}, fmt.Errorf("result %d: want 2 (black won), 1 (drawn) or 0", g.result)
	}
	for _, word := range words[3:] {
		m, err := parseMove(word)
		if err != nil {
			return game{}, err
		}
		g.moves = append(g.moves, m)
	}
	return g, nil
}

func parseMove(word string) (move, error) {
	parts := strings.FieldsFunc(word, func(r rune) bool { return r == ',' || r == ':' })
	if len(parts) == 4 {
		parts = append(parts, string(found))
	}
	if len(parts) != 5 {
		return move{}, fmt.Errorf("move %.40q: want X,Y:SCORE:WIN:KIND", word)
	}
	m := move{kind: kind(parts[4])}
	for i, n := range []*int{&m.at.X, &m.at.Y, &m.score, &m.win} {
		var err error
		if *n, err = strconv.Atoi(parts[i]); err != nil {
			return move{}, fmt.Errorf("move %.40q: %w", word, err)
		}
	}
	return m, nil
}

// longestLine is how long the line of a game may be, in bytes.
const longestLine = 1 << 20

// readGames returns the games of a file that teach a rule: its own, and freestyle and standard teach each
// other.
func readGames(name string, rule gomoku.Rule) ([]game, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []game
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longestLine)
	for n := 1; lines.Scan(); n++ {
		g, err := parseGame(lines.Text())
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		if (g.rule == engine.Renju) == (rule == gomoku.Renju) {
			list = append(list, g)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return list, nil
}
