package blobs

import (
	_ "embed"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"koth/game"
)

//go:embed dialect.js
var prelude string

// dialect is the conversation with a family in JavaScript (rules, What a bot gets). Its other end
// is dialect.js, which calls the bot once for each blob; the two forms below are between them
// alone. Numbers are little-endian; energies of blobs are doubles, all else is 32-bit, and a
// position is x | y << 16.
//
// A turn is: side, number of own blobs; for each of them UID, position, number of pellets it sees,
// number of blobs it sees, energy; for each such pellet position, energy; for each such blob UID,
// position, energy.
//
// An answer is 16 bytes for each own blob: a code, four bytes of no meaning, and the amount of a
// Send as a double. The code is 0 for nothing, else 1 + 4 * (Kind - 1) + Dir.
type dialect struct {
	action Action // what ParseAnswer returns
}

const answerSize = 16

// JavaScript returns the dialect of one seat.
func (Game) JavaScript(game.Seat) game.ScriptDialect { return new(dialect) }

// Prelude returns dialect.js.
func (*dialect) Prelude() string { return prelude }

// AppendTurn appends a *View.
func (*dialect) AppendTurn(dst []byte, obs game.Observation) []byte {
	v := obs.(*View)
	le := binary.LittleEndian
	dst = le.AppendUint32(dst, uint32(v.Side()))
	dst = le.AppendUint32(dst, uint32(v.Len()))
	for i, index := range v.state.family(v.seat) {
		v.look(i)
		b := &v.state.blobs[index]
		slices.Sort(v.keys)
		slices.Sort(v.seen)
		dst = le.AppendUint32(dst, uint32(b.uid))
		dst = le.AppendUint32(dst, uint32(b.x|b.y<<16))
		dst = le.AppendUint32(dst, uint32(len(v.keys)))
		dst = le.AppendUint32(dst, uint32(len(v.seen)))
		dst = le.AppendUint64(dst, math.Float64bits(b.energy))
		for _, p := range v.keys {
			dst = le.AppendUint32(dst, uint32(p))
			dst = le.AppendUint32(dst, uint32(pellet(p>>32).energy()))
		}
		for _, other := range v.seen {
			o := &v.state.blobs[other]
			dst = le.AppendUint32(dst, uint32(o.uid))
			dst = le.AppendUint32(dst, uint32(o.x|o.y<<16))
			dst = le.AppendUint64(dst, math.Float64bits(o.energy))
		}
	}
	return dst
}

// ParseAnswer reads an *Action, which is valid until the next call.
func (d *dialect) ParseAnswer(obs game.Observation, answer []byte) (game.Action, error) {
	if want := obs.(*View).Len(); len(answer) != answerSize*want {
		return nil, fmt.Errorf("%d bytes for the orders of %d blobs: %w", len(answer), want, game.ErrMalformed)
	}
	d.action = d.action[:0]
	for ; len(answer) > 0; answer = answer[answerSize:] {
		o, ok := decodeOrder(binary.LittleEndian.Uint32(answer), math.Float64frombits(binary.LittleEndian.Uint64(answer[8:])))
		if !ok {
			return nil, fmt.Errorf("order %d: % x is none: %w", len(d.action), answer[:answerSize], game.ErrMalformed)
		}
		d.action = append(d.action, o)
	}
	return &d.action, nil
}

// decodeOrder reads the code of an order and the amount beside it.
func decodeOrder(code uint32, amount float64) (Order, bool) {
	if code == 0 {
		return Order{}, true
	}
	code--
	o := Order{Kind: Kind(1 + code/uint32(dirs)), Dir: Dir(code % uint32(dirs))}
	if code >= uint32(kinds-1)*uint32(dirs) {
		return Order{}, false
	}
	if o.Kind == Send {
		o.Amount = amount
	}
	return o, o.check() == nil
}
