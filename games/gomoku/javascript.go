package gomoku

import (
	_ "embed"
	"encoding/binary"
	"fmt"

	"koth/game"
)

//go:embed dialect.js
var preludeJS string

// script is the conversation with a bot in a script (rules, Bots in JavaScript, Bots in Lua). Its
// other end is dialect.js or dialect.lua; the two forms below are between them alone.
//
// A turn is bytes: size; colour of the next stone, 1 black, 2 white; Phase; Rule; number of stones,
// low and high byte; the cells row by row, 0 empty, 1 black, 2 white; for each stone, in the order
// in which they were put, x and y.
//
// An answer is bytes: x and y of each stone, or the single byte 's' for a swap, or 'd' for the
// opening of a bot that does not know swap2. A coordinate is two bytes, low byte first, of the number
// and coordinateZero; numbers beyond maxCoordinate either way are sent as that.
type script struct{ prelude string }

const (
	answerSwap    = 's'
	answerOpening = 'd'

	coordinateZero  = maxCoordinate + 1
	coordinateBytes = 2
	pointBytes      = 2 * coordinateBytes
)

// JavaScript returns the dialect of one seat.
func (Game) JavaScript(game.Seat) game.ScriptDialect { return script{preludeJS} }

// Prelude returns the script's end of the dialect.
func (s script) Prelude() string { return s.prelude }

// AppendTurn appends a *View.
func (script) AppendTurn(dst []byte, obs game.Observation) []byte {
	v := obs.(*View)
	dst = append(dst, byte(v.Board.size), byte(v.Me), byte(v.Phase), byte(v.Rule), byte(len(v.Stones)), byte(len(v.Stones)>>8))
	for y := range v.Board.size {
		for _, s := range v.Board.cells[at(0, y):][:v.Board.size] {
			dst = append(dst, byte(s))
		}
	}
	for _, s := range v.Stones {
		dst = append(dst, byte(s.X), byte(s.Y))
	}
	return dst
}

// ParseAnswer reads an Action.
func (script) ParseAnswer(obs game.Observation, answer []byte) (game.Action, error) {
	switch {
	case len(answer) == 1 && answer[0] == answerSwap:
		return Swap(), nil
	case len(answer) == 1 && answer[0] == answerOpening:
		return DefaultOpening(obs.(*View).Board.size), nil
	case len(answer) == 0 || len(answer)%pointBytes != 0 || len(answer) > pointBytes*maxStones:
		return nil, fmt.Errorf("%.40q is not a move: %w", answer, game.ErrMalformed)
	}
	points := make([]Point, 0, maxStones)
	for i := 0; i < len(answer); i += pointBytes {
		points = append(points, Point{coordinate(answer[i:]), coordinate(answer[i+coordinateBytes:])})
	}
	return Put(points...), nil
}

func coordinate(b []byte) int { return int(binary.LittleEndian.Uint16(b)) - coordinateZero }
