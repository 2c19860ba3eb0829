package gomoku

import (
	"strconv"

	"koth/game"
)

// Phase says what is asked of the player who is to act.
type Phase uint8

// The phases. All but PhaseMove belong to swap2 (rules, Swap2).
const (
	PhaseMove   Phase = iota // put one stone
	PhaseOpen                // put the first three: black, white, black
	PhaseChoose              // with three on the board: put one, or two, or swap
	PhaseDecide              // with five on the board: put one, or swap
)

var phaseNames = [...]string{PhaseMove: "move", PhaseOpen: "open", PhaseChoose: "choose", PhaseDecide: "decide"}

// String returns "move", "open", "choose" or "decide".
func (p Phase) String() string { return phaseNames[p] }

// allows reports whether the phase takes an action of so many stones; 0 is a swap.
func (p Phase) allows(stones int) bool {
	switch p {
	case PhaseOpen:
		return stones == 3
	case PhaseChoose:
		return stones <= 2
	case PhaseDecide:
		return stones <= 1
	}
	return stones == 1
}

// Placed is a stone and where it lies.
type Placed struct {
	Point
	Stone Stone
}

// View is all that a player may know: the whole position and its own seat. Whoever gets one may
// read it, and keep copies.
type View struct {
	Seat   game.Seat
	Me     Stone // the colour of the stone that this player puts next, if it puts one
	Rule   Rule
	Phase  Phase
	Board  Board
	Stones []Placed // all stones in the order in which they were put, those of an opening first
}

// Last returns the stone that was put last; ok is false on an empty board.
func (v *View) Last() (p Placed, ok bool) {
	if len(v.Stones) == 0 {
		return Placed{}, false
	}
	return v.Stones[len(v.Stones)-1], true
}

// AppendJSON appends the view as one object (rules, JSON):
//
//	{"size":15,"rule":"freestyle","phase":"move","me":1,"board":[[0,0,...],...],"moves":[[7,7],...],"seat":0}
//
// board is a list of rows, the top one first: board[y][x] is 1 for black, -1 for white, 0 for
// empty. moves has all stones in the order in which they were put.
func (v *View) AppendJSON(dst []byte) []byte {
	dst = append(dst, `{"size":`...)
	dst = strconv.AppendInt(dst, int64(v.Board.Size()), 10)
	dst = append(dst, `,"rule":"`...)
	dst = append(dst, v.Rule.String()...)
	dst = append(dst, `","phase":"`...)
	dst = append(dst, v.Phase.String()...)
	dst = append(dst, `","me":`...)
	dst = strconv.AppendInt(dst, int64(v.Me.Value()), 10)
	dst = append(dst, `,"board":[`...)
	for y := range v.Board.Size() {
		if y > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '[')
		for x := range v.Board.Size() {
			if x > 0 {
				dst = append(dst, ',')
			}
			dst = strconv.AppendInt(dst, int64(v.Board.At(x, y).Value()), 10)
		}
		dst = append(dst, ']')
	}
	dst = append(dst, `],"moves":[`...)
	for i, s := range v.Stones {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = s.appendJSON(dst)
	}
	dst = append(dst, `],"seat":`...)
	dst = strconv.AppendInt(dst, int64(v.Seat), 10)
	return append(dst, '}')
}
