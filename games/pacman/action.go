package pacman

import (
	"encoding/json"
	"fmt"

	"koth/game"
)

// Action is what a player does on its turn: a direction to step in, or Stay. Directions are also
// where the ways out of a square lead.
type Action uint8

// The actions. North is y-1, East x+1, South y+1, West x-1.
const (
	North Action = iota
	East
	South
	West
	Stay // also: no direction

	actions // how many there are
)

const letters = "NESWX"

// String returns the action as bots write it: "N", "E", "S", "W" or "X".
func (a Action) String() string {
	if a >= actions {
		return fmt.Sprintf("Action(%d)", uint8(a))
	}
	return letters[a : a+1]
}

// left, right and back return directions as seen from one that looks in direction a, which is not
// Stay.
func (a Action) left() Action  { return (a + 3) % 4 }
func (a Action) right() Action { return (a + 1) % 4 }
func (a Action) back() Action  { return (a + 2) % 4 }

// AppendJSON appends the action as a JSON string: "N", "E", "S", "W" or "X".
func (a Action) AppendJSON(dst []byte) []byte {
	dst = append(dst, '"')
	dst = append(dst, a.String()...)
	return append(dst, '"')
}

// ParseAction reads one of the five JSON strings, exactly: upper case, no blanks inside.
func (Game) ParseAction(data []byte) (game.Action, error) {
	var name string
	if json.Unmarshal(data, &name) == nil && len(name) == 1 {
		if a, ok := parseLetter(name[0]); ok {
			return a, nil
		}
	}
	return nil, fmt.Errorf("%.40q is none of N, E, S, W, X: %w", data, game.ErrMalformed)
}

func parseLetter(c byte) (Action, bool) {
	for a := North; a < actions; a++ {
		if letters[a] == c {
			return a, true
		}
	}
	return Stay, false
}
