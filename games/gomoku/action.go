package gomoku

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"koth/game"
)

// Action is what a player does on its turn: it puts one stone, or, while an opening is settled by
// swap2, several, or swaps. The zero value swaps.
type Action struct {
	count  uint8
	points [maxStones]Point
}

// maxStones is how many stones an action puts at most (rules, Swap2).
const maxStones = 3

// maxCoordinate bounds the coordinates of an action; those of any board are far below.
const maxCoordinate = 999

// Put returns the action that puts stones, in this order; 1 to 3 of them, else it panics.
func Put(points ...Point) Action {
	if len(points) < 1 || len(points) > maxStones {
		panic(fmt.Sprintf("gomoku: an action of %d stones", len(points)))
	}
	a := Action{count: uint8(len(points))}
	copy(a.points[:], points)
	return a
}

// moves are the actions that put one stone, by row and column, made once: an Action becomes a
// game.Action without a copy of its own.
var moves = func() (table [MaxSize][MaxSize]game.Action) {
	for y := range MaxSize {
		for x := range MaxSize {
			table[y][x] = Put(Point{x, y})
		}
	}
	return table
}()

// Move returns Put(p) for bots that are asked often: it allocates nothing. p is a cell of some
// board, else it panics.
func Move(p Point) game.Action { return moves[p.Y][p.X] }

// Swap returns the action of swap2 that has the other player put the next stone, and takes the
// other colour.
func Swap() Action { return Action{} }

// Points returns where the action puts stones, in order; none if it swaps.
func (a Action) Points() []Point { return a.points[:a.count] }

// IsSwap reports whether the action swaps.
func (a Action) IsSwap() bool { return a.count == 0 }

// swapWord is how a swap is written.
const swapWord = "swap"

// AppendJSON appends [x,y] for a stone, [[x,y],[x,y]] for several, and "swap".
func (a Action) AppendJSON(dst []byte) []byte {
	switch a.count {
	case 0:
		return strconv.AppendQuote(dst, swapWord)
	case 1:
		return a.points[0].appendJSON(dst)
	}
	return appendPoints(dst, a.Points())
}

func (p Point) appendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	dst = strconv.AppendInt(dst, int64(p.X), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(p.Y), 10)
	return append(dst, ']')
}

func appendPoints(dst []byte, points []Point) []byte {
	dst = append(dst, '[')
	for i, p := range points {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = p.appendJSON(dst)
	}
	return append(dst, ']')
}

// String returns the action as JSON.
func (a Action) String() string { return string(a.AppendJSON(nil)) }

// ParseAction reads what AppendJSON writes. Coordinates are whole numbers from -999 to 999: those
// off the board are illegal, not malformed.
func (Game) ParseAction(data []byte) (game.Action, error) {
	if text := bytes.TrimSpace(data); len(text) > 0 && text[0] == '"' {
		var word string
		if json.Unmarshal(text, &word) == nil && word == swapWord {
			return Swap(), nil
		}
		return nil, notAnAction(data)
	}
	var parts []json.RawMessage
	if json.Unmarshal(data, &parts) != nil || len(parts) < 2 || len(parts) > maxStones {
		return nil, notAnAction(data)
	}
	if p, ok := parsePoint(data); ok {
		return Put(p), nil
	}
	points := make([]Point, len(parts))
	for i, part := range parts {
		p, ok := parsePoint(part)
		if !ok {
			return nil, notAnAction(data)
		}
		points[i] = p
	}
	return Put(points...), nil
}

func notAnAction(data []byte) error {
	return fmt.Errorf("%.40q is not [x,y] (nor, in swap2, several of them in a list, nor \"swap\"): %w", data, game.ErrMalformed)
}

// parsePoint reads [x,y].
func parsePoint(data []byte) (Point, bool) {
	var parts []*int
	if json.Unmarshal(data, &parts) != nil || len(parts) != 2 || parts[0] == nil || parts[1] == nil {
		return Point{}, false
	}
	p := Point{*parts[0], *parts[1]}
	return p, inRange(p.X) && inRange(p.Y)
}

func inRange(n int) bool { return n >= -maxCoordinate && n <= maxCoordinate }
