package blobs

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"koth/game"
)

// Kind is a kind of order.
type Kind uint8

// The kinds of order. The zero value lets the blob stand still.
const (
	None Kind = iota
	Move
	Split
	Send

	kinds // how many there are
)

var kindNames = [kinds]string{Move: "move", Split: "split", Send: "send"}

// Order is what one blob is to do. The zero value lets it stand still.
type Order struct {
	Kind   Kind
	Dir    Dir
	Amount float64 // of a Send: the energy to give away. Finite; the rules say which amounts do anything
}

// Action is what a family does on a turn: an order for each of its living blobs, in the order of
// the list. Its pointer is the game.Action, so that handing it over costs no memory.
type Action []Order

// AppendJSON appends the action as an array with one entry for each blob: ["move","north"],
// ["split","east"], ["send","west",12.5] or null.
func (a *Action) AppendJSON(dst []byte) []byte {
	dst = append(dst, '[')
	for i, o := range *a {
		dst = appendComma(dst, i)
		dst = o.appendJSON(dst)
	}
	return append(dst, ']')
}

func (o Order) appendJSON(dst []byte) []byte {
	if o.Kind == None || o.Kind >= kinds {
		return append(dst, "null"...)
	}
	dst = append(dst, '[', '"')
	dst = append(dst, kindNames[o.Kind]...)
	dst = append(dst, '"', ',', '"')
	dst = append(dst, o.Dir.String()...)
	dst = append(dst, '"')
	if o.Kind == Send {
		dst = append(dst, ',')
		dst = appendNumber(dst, o.Amount)
	}
	return append(dst, ']')
}

// check tells what is wrong with an order, as an error without its context; nil for nothing.
func (o Order) check() error {
	switch {
	case o.Kind >= kinds || o.Dir >= dirs:
		return fmt.Errorf("kind %d towards %d is no order", o.Kind, o.Dir)
	case math.IsNaN(o.Amount) || math.IsInf(o.Amount, 0):
		return fmt.Errorf("an amount of %v", o.Amount)
	}
	return nil
}

// ParseAction reads what AppendJSON writes. An amount may be any number that a float64 holds.
func (Game) ParseAction(data []byte) (game.Action, error) {
	var entries []json.RawMessage
	if err := json.Unmarshal(data, &entries); err != nil || entries == nil {
		return nil, fmt.Errorf("%.60q is not a list of orders: %w", data, game.ErrMalformed)
	}
	a := make(Action, len(entries))
	for i, raw := range entries {
		var err error
		if a[i], err = parseOrder(raw); err != nil {
			return nil, fmt.Errorf("order %d: %w: %w", i, err, game.ErrMalformed)
		}
	}
	return &a, nil
}

func parseOrder(raw json.RawMessage) (Order, error) {
	if string(raw) == "null" {
		return Order{}, nil
	}
	var parts []json.RawMessage
	var kind, dir string
	wrong := fmt.Errorf(`%.60q is none of ["move",DIR], ["split",DIR], ["send",DIR,AMOUNT] and null`, raw)
	if json.Unmarshal(raw, &parts) != nil || len(parts) < 2 ||
		json.Unmarshal(parts[0], &kind) != nil || json.Unmarshal(parts[1], &dir) != nil {
		return Order{}, wrong
	}
	k, d := slices.Index(kindNames[:], kind), slices.Index(dirNames[:], dir)
	if k <= int(None) || d < 0 {
		return Order{}, wrong
	}
	o := Order{Kind: Kind(k), Dir: Dir(d)}
	if o.Kind != Send {
		if len(parts) != 2 {
			return Order{}, wrong
		}
		return o, nil
	}
	var amount *float64
	if len(parts) != 3 || json.Unmarshal(parts[2], &amount) != nil || amount == nil {
		return Order{}, wrong
	}
	o.Amount = *amount
	return o, nil
}

// appendNumber appends a finite number as JSON, in as few digits as give it back.
func appendNumber(dst []byte, v float64) []byte {
	if size := math.Abs(v); size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.AppendFloat(dst, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(dst, v, 'f', -1, 64)
}

// appendComma separates element i of a JSON array from the one before it.
func appendComma(dst []byte, i int) []byte {
	if i > 0 {
		dst = append(dst, ',')
	}
	return dst
}
