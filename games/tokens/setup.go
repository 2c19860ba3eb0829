package tokens

import (
	"encoding/json"
	"fmt"
	"slices"

	"koth/game"
)

// setup is a given starting position; nil members are drawn.
type setup struct {
	size   *int
	start  *[2]int
	tokens []givenToken // not nil, but perhaps empty, if given
}

// givenToken is a token of a setup, whose cell is not yet known to be on the board.
type givenToken struct {
	x, y int
	Token
}

// parseSetup reads {"size": 5, "start": [x,y], "tokens": [[x,y,"R|G|B",points]...]}, each member
// optional. Any number of tokens will do, also none, when the match ends before its first turn:
// the rules bound how many are drawn, not how many can be played. Empty data gives nothing.
func parseSetup(data []byte) (given setup, err error) {
	if err := game.ReadSetup(data, given.set); err != nil {
		return setup{}, err
	}
	return given, nil
}

// set reads one member.
func (s *setup) set(name string, value json.RawMessage) error {
	switch name {
	case "size":
		n, ok := whole(value)
		if !ok || n < MinSize || n > MaxSize {
			return fmt.Errorf("size: %.40s is not a whole number from %d to %d", value, MinSize, MaxSize)
		}
		s.size = &n
	case "start":
		var parts []json.RawMessage
		if json.Unmarshal(value, &parts) != nil || len(parts) != 2 {
			return fmt.Errorf("start: %.40s is not [x,y]", value)
		}
		x, okX := whole(parts[0])
		y, okY := whole(parts[1])
		if !okX || !okY {
			return fmt.Errorf("start: %.40s is not [x,y]", value)
		}
		s.start = &[2]int{x, y}
	case "tokens":
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil || list == nil {
			return fmt.Errorf("tokens: %.40s is not a list of [x,y,\"R|G|B\",points]", value)
		}
		s.tokens = make([]givenToken, len(list))
		for i, raw := range list {
			if err := s.tokens[i].parse(raw); err != nil {
				return fmt.Errorf("tokens[%d]: %w", i, err)
			}
		}
	default:
		return fmt.Errorf("%.40q: no such member (have size, start, tokens)", name)
	}
	return nil
}

// parse reads [x,y,"R|G|B",points].
func (t *givenToken) parse(raw json.RawMessage) error {
	var parts []json.RawMessage
	if json.Unmarshal(raw, &parts) != nil || len(parts) != 4 {
		return fmt.Errorf("%.40s is not [x,y,\"R|G|B\",points]", raw)
	}
	x, okX := whole(parts[0])
	y, okY := whole(parts[1])
	if !okX || !okY {
		return fmt.Errorf("[%.20s,%.20s] is not a cell [x,y]", parts[0], parts[1])
	}
	var letter string
	color := -1
	if json.Unmarshal(parts[2], &letter) == nil {
		color = slices.Index(colorLetters[:], letter)
	}
	if color < int(Red) {
		return fmt.Errorf("color %.20s is not \"R\", \"G\" or \"B\"", parts[2])
	}
	points, ok := whole(parts[3])
	if !ok || points < 1 || points > maxPoints {
		return fmt.Errorf("points %.20s is not 1, 2 or 3", parts[3])
	}
	*t = givenToken{x, y, Token{Color(color), uint8(points)}}
	return nil
}

// whole reads a whole number; null is none.
func whole(raw json.RawMessage) (n int, ok bool) {
	var p *int
	if json.Unmarshal(raw, &p) != nil || p == nil {
		return 0, false
	}
	return *p, true
}
