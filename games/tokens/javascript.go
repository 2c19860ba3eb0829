package tokens

import (
	_ "embed"
	"fmt"

	"koth/game"
)

//go:embed dialect.js
var prelude string

// dialect is the conversation with a bot in JavaScript (rules, Bot interface and Answers). Its
// other end is dialect.js; the two forms below are between them alone.
//
// A turn is bytes: size, number of tokens; for each player x, y, low and high byte of the score,
// colorBonus, colour; for each token x, y, colour, points. An answer is one byte, the Action.
type dialect struct{}

// JavaScript returns the dialect of one seat.
func (Game) JavaScript(game.Seat) game.ScriptDialect { return dialect{} }

// Prelude returns dialect.js.
func (dialect) Prelude() string { return prelude }

// AppendTurn appends a *View.
func (dialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	v := obs.(*View)
	dst = append(dst, byte(v.Size), byte(len(v.list)))
	for i := range v.Players {
		p := &v.Players[i]
		dst = append(dst, byte(p.X), byte(p.Y), byte(p.Score), byte(p.Score>>8), byte(p.ColorBonus), byte(p.LastColor))
	}
	for _, t := range v.list {
		dst = append(dst, t.x, t.y, byte(t.Color), t.Points)
	}
	return dst
}

// ParseAnswer reads an Action.
func (dialect) ParseAnswer(_ game.Observation, answer []byte) (game.Action, error) {
	if len(answer) != 1 || Action(answer[0]) >= actions {
		return nil, fmt.Errorf("%.40q is not the number of an action: %w", answer, game.ErrMalformed)
	}
	return Action(answer[0]), nil
}
