package gomoku

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"koth/game"
)

// setup is a given starting position; nil members are those of the options, or drawn.
type setup struct {
	size   *int
	rule   *Rule
	board  []Stone // row by row
	toMove *Stone
	moves  []Point // not nil, but perhaps empty, if given
}

// empty reports whether no stones are given, so that an opening may be drawn.
func (s *setup) empty() bool { return s.board == nil && s.moves == nil }

// parseSetup reads an object with any of the members size, rule, board and toMove, or moves
// (rules, Setup). Empty data gives nothing.
func parseSetup(data []byte) (given setup, err error) {
	if err := game.ReadSetup(data, given.set); err != nil {
		return setup{}, err
	}
	return given, given.check()
}

// set reads one member.
func (s *setup) set(name string, value json.RawMessage) error {
	switch name {
	case "size":
		var n *int
		if json.Unmarshal(value, &n) != nil || n == nil || *n < MinSize || *n > MaxSize {
			return fmt.Errorf("size: %.40s is not a whole number from %d to %d", value, MinSize, MaxSize)
		}
		s.size = n
	case "rule":
		var word string
		if json.Unmarshal(value, &word) != nil {
			return fmt.Errorf("rule: %.40s is not the name of a rule", value)
		}
		r, err := ParseRule(word)
		if err != nil {
			return fmt.Errorf("rule: %w", err)
		}
		s.rule = &r
	case "board":
		stones, err := parseBoard(value)
		if err != nil {
			return fmt.Errorf("board: %w", err)
		}
		s.board = stones
	case "toMove":
		color, ok := parseColor(value)
		if !ok {
			return fmt.Errorf("toMove: %.40s is none of \"X\", \"O\", 1, -1", value)
		}
		s.toMove = &color
	case "moves":
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil || list == nil {
			return fmt.Errorf("moves: %.40s is not a list of [x,y]", value)
		}
		s.moves = make([]Point, len(list))
		for i, raw := range list {
			p, ok := parsePoint(raw)
			if !ok {
				return fmt.Errorf("moves[%d]: %.40s is not [x,y]", i, raw)
			}
			s.moves[i] = p
		}
	default:
		return fmt.Errorf("%.40q: no such member (have size, rule, board, toMove, moves)", name)
	}
	return nil
}

// parseBoard reads a text of one letter a cell, row by row, or a list of such rows: X is black, O
// white, "." empty.
func parseBoard(value json.RawMessage) ([]Stone, error) {
	var text string
	if json.Unmarshal(value, &text) != nil {
		var rows []string
		if json.Unmarshal(value, &rows) != nil {
			return nil, fmt.Errorf("%.40s is neither a text nor a list of texts", value)
		}
		for i, row := range rows {
			if len(row) != len(rows) {
				return nil, fmt.Errorf("row %d has %d cells, and there are %d rows", i, len(row), len(rows))
			}
			text += row
		}
	}
	stones := make([]Stone, len(text))
	for i := range len(text) {
		s := bytes.IndexByte([]byte(letters), text[i])
		if s < 0 {
			return nil, fmt.Errorf("cell %d is %q, want X (black), O (white) or \".\"", i, text[i])
		}
		stones[i] = Stone(s)
	}
	return stones, nil
}

// letters are how stones are written in a board, by Stone.
const letters = ".XO"

// parseColor reads "X" or 1 for black, "O" or -1 for white.
func parseColor(value json.RawMessage) (Stone, bool) {
	switch string(value) {
	case `"X"`, "1":
		return Black, true
	case `"O"`, "-1":
		return White, true
	}
	return Empty, false
}

// check says whether the members go together.
func (s *setup) check() error {
	switch {
	case s.board != nil && s.moves != nil:
		return game.SetupError("moves and board: give one of them")
	case s.toMove != nil && s.board == nil:
		return game.SetupError("toMove: it goes with a board only; moves alternate, black first")
	case s.board == nil:
		return nil
	}
	for size := MinSize; size <= MaxSize; size++ {
		if size*size != len(s.board) {
			continue
		}
		if s.size == nil {
			s.size = &size
		}
		if *s.size != size {
			return game.SetupError("board: %d cells make a board of size %d, and size is %d", len(s.board), size, *s.size)
		}
		return nil
	}
	return game.SetupError("board: %d cells are no square of %d to %d a side", len(s.board), MinSize, MaxSize)
}

// position returns where the match starts, with what is not given from the options.
func (s *setup) position(opts game.Options) (position, error) {
	p := position{toMove: Black}
	size := defaultSize
	var err error
	if _, ok := opts[optionSize]; ok {
		size = opts.Int(optionSize)
	}
	if name, ok := opts[optionRule]; ok {
		if p.rule, err = ParseRule(name); err != nil {
			return position{}, err
		}
	}
	if s.size != nil {
		size = *s.size
	}
	if s.rule != nil {
		p.rule = *s.rule
	}
	p.board = NewBoard(size)
	if s.board != nil {
		p.given = true
		p.fill(s.board, s.toMove)
		return p, nil
	}
	for i, m := range s.moves {
		if err := p.board.May(p.rule, m.X, m.Y, p.toMove); err != nil {
			return position{}, game.SetupError("moves[%d]: %w", i, err)
		}
		p.board.Set(m.X, m.Y, p.toMove)
		if p.board.Wins(p.rule, m.X, m.Y) {
			return position{}, game.SetupError("moves[%d]: %v wins, so there is no match left to play", i, m)
		}
		p.stones = append(p.stones, Placed{m, p.toMove})
		p.toMove = p.toMove.Other()
	}
	return p, nil
}

// fill puts the stones of a given board. In what order they came is not known: they are listed in
// turns, row by row, so that colours alternate as long as they can.
func (p *position) fill(cells []Stone, toMove *Stone) {
	var lists [3][]Placed
	size := p.board.Size()
	for i, s := range cells {
		if s != Empty {
			p.board.Set(i%size, i/size, s)
			lists[s] = append(lists[s], Placed{Point{i % size, i / size}, s})
		}
	}
	p.toMove = Black
	if len(lists[Black]) > len(lists[White]) {
		p.toMove = White
	}
	if toMove != nil {
		p.toMove = *toMove
	}
	last := p.toMove.Other()
	for len(lists[Black])+len(lists[White]) > 0 { // from the last stone back to the first
		if len(lists[last]) == 0 {
			last = last.Other()
		}
		list := lists[last]
		p.stones = append(p.stones, list[len(list)-1])
		lists[last] = list[:len(list)-1]
		last = last.Other()
	}
	slices.Reverse(p.stones)
}

// appendSetup appends the position as an object in the form of a setup: the board if it was given
// by one, else its moves. In an opening by swap2 nothing is given but size and rule.
func (s *state) appendSetup(dst []byte) []byte {
	dst = append(dst, `{"size":`...)
	dst = strconv.AppendInt(dst, int64(s.now.Board.Size()), 10)
	dst = append(dst, `,"rule":"`...)
	dst = append(dst, s.now.Rule.String()...)
	dst = append(dst, '"')
	switch {
	case s.now.Phase != PhaseMove:
	case s.given:
		dst = append(dst, `,"board":"`...)
		for y := range s.now.Board.Size() {
			for x := range s.now.Board.Size() {
				dst = append(dst, letters[s.now.Board.At(x, y)])
			}
		}
		dst = append(dst, `","toMove":"`...)
		dst = append(dst, letters[s.toMove], '"')
	default:
		dst = append(dst, `,"moves":[`...)
		for i, p := range s.now.Stones {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = p.appendJSON(dst)
		}
		dst = append(dst, ']')
	}
	return append(dst, '}')
}
