package politics

import (
	"encoding/json"
	"fmt"
	"strings"

	"koth/game"
)

// Kind is one of the moves.
type Kind uint8

// The moves (rules, Moves). The zero value is no move, made on purpose.
const (
	Wait Kind = iota
	Campaign
	Poll
	Bribe
	Merge
	Unmerge

	kinds // how many there are
)

var kindNames = [kinds]string{"wait", "campaign", "poll", "bribe", "merge", "unmerge"}

// String returns the move's name: "campaign".
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// points returns how many points the move has: none, one or two.
func (k Kind) points() int {
	switch k {
	case Campaign, Poll, Merge:
		return 2
	case Bribe, Unmerge:
		return 1
	}
	return 0
}

// limit returns the largest coordinate of the move's points: corners of an area may lie on the far
// edge of the city, voters not.
func (k Kind) limit() int {
	if k == Campaign || k == Poll {
		return Size
	}
	return Size - 1
}

// redraws tells whether the move changes the voting regions.
func (k Kind) redraws() bool { return k == Merge || k == Unmerge }

// Point is a voter, or a corner of an area.
type Point struct{ X, Y int }

// Action is one move. To is of no use in a Bribe and an Unmerge, and both points in a Wait.
type Action struct {
	Kind Kind
	From Point
	To   Point
}

// Area is the voters with X0 <= x < X1 and Y0 <= y < Y1.
type Area struct{ X0, Y0, X1, Y1 int }

// Area returns what a Campaign or a Poll covers: its points are opposite corners in any order.
func (a Action) Area() Area {
	return Area{min(a.From.X, a.To.X), min(a.From.Y, a.To.Y), max(a.From.X, a.To.X), max(a.From.Y, a.To.Y)}
}

// Size returns the number of voters in the area.
func (a Area) Size() int { return (a.X1 - a.X0) * (a.Y1 - a.Y0) }

// check returns nil if the points lie within the limits (rules, Moves), or an error wrapping
// ErrMalformed.
func (a Action) check() error {
	if a.Kind >= kinds {
		return fmt.Errorf("no move %v: %w", a.Kind, game.ErrMalformed)
	}
	for _, p := range []Point{a.From, a.To}[:a.Kind.points()] {
		if limit := a.Kind.limit(); p.X < 0 || p.X > limit || p.Y < 0 || p.Y > limit {
			return fmt.Errorf("%v: [%d,%d] is not within 0 to %d: %w", a.Kind, p.X, p.Y, limit, game.ErrMalformed)
		}
	}
	return nil
}

// String returns the action as its JSON.
func (a Action) String() string { return string(a.AppendJSON(nil)) }

// AppendJSON appends the action as bots in JavaScript return it: ["campaign",[0,0],[4,4]],
// ["bribe",[3,7]]; a Wait is null.
func (a Action) AppendJSON(dst []byte) []byte {
	if a.Kind == Wait {
		return append(dst, "null"...)
	}
	dst = fmt.Appendf(dst, `["%v"`, a.Kind)
	for _, p := range []Point{a.From, a.To}[:a.Kind.points()] {
		dst = fmt.Appendf(dst, ",[%d,%d]", p.X, p.Y)
	}
	return append(dst, ']')
}

// ParseAction reads what AppendJSON writes, exactly: no further elements, whole numbers within the
// limits of the move.
func (Game) ParseAction(data []byte) (game.Action, error) {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return nil, fmt.Errorf("%.60q is neither a list nor null: %w", data, game.ErrMalformed)
	}
	if parts == nil {
		return Action{}, nil
	}
	var a Action
	var err error
	if len(parts) > 0 {
		a.Kind, err = parseKind(parts[0])
	} else {
		err = fmt.Errorf("an empty list")
	}
	if err == nil && len(parts) != 1+a.Kind.points() {
		err = fmt.Errorf("%v with %d points, not %d", a.Kind, len(parts)-1, a.Kind.points())
	}
	for i, p := range []*Point{&a.From, &a.To} {
		if err == nil && i < a.Kind.points() {
			*p, err = parsePoint(parts[1+i])
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%.60q: %w: %w", data, err, game.ErrMalformed)
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	return a, nil
}

func parseKind(raw json.RawMessage) (Kind, error) {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		for k := Campaign; k < kinds; k++ {
			if kindNames[k] == name {
				return k, nil
			}
		}
	}
	return 0, fmt.Errorf("%.20s is none of %s", raw, strings.Join(kindNames[Campaign:], ", "))
}

func parsePoint(raw json.RawMessage) (Point, error) {
	var parts []*int
	if json.Unmarshal(raw, &parts) != nil || len(parts) != 2 || parts[0] == nil || parts[1] == nil {
		return Point{}, fmt.Errorf("%.20s is not a point [x,y] of whole numbers", raw)
	}
	return Point{*parts[0], *parts[1]}, nil
}
