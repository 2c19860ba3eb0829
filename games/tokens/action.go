package tokens

import (
	"encoding/json"
	"fmt"
	"strings"

	"koth/game"
)

// Action is what a player does on its turn.
type Action uint8

// The actions. The zero value does nothing.
const (
	Pass Action = iota
	Up
	Right
	Down
	Left
	Eat

	actions // how many there are
)

var actionNames = [actions]string{"PASS", "UP", "RIGHT", "DOWN", "LEFT", "EAT"}

// String returns the action as bots write it: "UP".
func (a Action) String() string {
	if a >= actions {
		return fmt.Sprintf("Action(%d)", uint8(a))
	}
	return actionNames[a]
}

// AppendJSON appends the action as a JSON string: "UP", "RIGHT", "DOWN", "LEFT", "EAT" or "PASS".
func (a Action) AppendJSON(dst []byte) []byte {
	dst = append(dst, '"')
	dst = append(dst, a.String()...)
	return append(dst, '"')
}

// ParseAction reads one of the six JSON strings, exactly: upper case, no blanks inside.
func (Game) ParseAction(data []byte) (game.Action, error) {
	var name string
	if json.Unmarshal(data, &name) == nil {
		for a, n := range actionNames {
			if n == name {
				return Action(a), nil
			}
		}
	}
	return nil, fmt.Errorf("%.40q is none of %s: %w", data, strings.Join(actionNames[:], ", "), game.ErrMalformed)
}
