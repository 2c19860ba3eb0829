package politics

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"

	"koth/game"
)

//go:embed dialect.js
var prelude string

// dialect is the conversation with a bot in JavaScript (rules, Bot interface and Moves). Its other
// end is dialect.js; the two forms below are between them alone.
//
// A turn is, little-endian, with every number at a multiple of its size:
//
//	money i32, regions u8, poll u8 (0 none, 1 made), u16 of no use
//	for each region: average f64, neutral u16, you u16, blocks i32
//	16 blocks u8, region after region: x | y<<4
//	and for a poll: average f64, neutral u16, you u16, people i32
//	    for each person: support f64
//	    for each person: position u8, x | y<<4; region u8
//
// An answer is bytes: the Kind, then x and y of its points.
type dialect struct{}

// JavaScript returns the dialect of one seat.
func (Game) JavaScript(game.Seat) game.ScriptDialect { return dialect{} }

// Prelude returns dialect.js.
func (dialect) Prelude() string { return prelude }

// AppendTurn appends a *View.
func (dialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	v := obs.(*View)
	polled := byte(0)
	if v.Poll != nil {
		polled = 1
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(v.Money))
	dst = append(dst, byte(len(v.Regions)), polled, 0, 0)
	for i := range v.Regions {
		r := &v.Regions[i]
		dst = r.Counts.appendBytes(dst, len(r.Blocks))
	}
	for i := range v.Regions {
		for _, p := range v.Regions[i].Blocks {
			dst = append(dst, p.packed())
		}
	}
	if polled == 0 {
		return dst
	}
	dst = v.Poll.Counts.appendBytes(dst, len(v.Poll.People))
	for i := range v.Poll.People {
		dst = appendFloat(dst, v.Poll.People[i].Support)
	}
	for i := range v.Poll.People {
		p := &v.Poll.People[i]
		dst = append(dst, p.Position.packed(), byte(p.Region))
	}
	return dst
}

// appendBytes appends counts and the number of what they are counts of.
func (c *Counts) appendBytes(dst []byte, n int) []byte {
	dst = appendFloat(dst, c.Average)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(c.Neutral))
	dst = binary.LittleEndian.AppendUint16(dst, uint16(c.You))
	return binary.LittleEndian.AppendUint32(dst, uint32(n))
}

func appendFloat(dst []byte, f float64) []byte {
	return binary.LittleEndian.AppendUint64(dst, math.Float64bits(f))
}

func (p Point) packed() byte { return byte(p.X | p.Y<<4) }

// ParseAnswer reads an Action with points within its limits.
func (dialect) ParseAnswer(_ game.Observation, answer []byte) (game.Action, error) {
	var a Action
	if len(answer) > 0 {
		a.Kind = Kind(answer[0])
	}
	if len(answer) != 1+2*a.Kind.points() {
		return nil, fmt.Errorf("%.40q is not a move: %w", answer, game.ErrMalformed)
	}
	for i, p := range []*Point{&a.From, &a.To}[:a.Kind.points()] {
		*p = Point{int(answer[1+2*i]), int(answer[2+2*i])}
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	return a, nil
}
