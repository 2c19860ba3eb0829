// Package weights holds what the gomoku engine has learnt about each rule, and the form in which it is
// kept. The files here are made by bots/gomoku/engine/weigh.
package weights

import (
	"embed"
	"encoding/binary"
	"fmt"
)

const (
	// Combos is how many combos there are: what a stone on an empty cell makes of the four lines
	// through it, each of 14 shapes, in any order.
	Combos = 17 * 16 * 15 * 14 / 24

	// Lanes is how many numbers say what an empty cell is worth to a side.
	Lanes = 8

	// Hidden is how many units a network has between what goes in and its result.
	Hidden = 16
)

// What numbers may be, up or down, so that nothing overflows.
const (
	MostLane  = (1<<15 - 1) / (20 * 20) // of a cell: all of the largest board fit 16 bits together
	MostIn    = 1 << 11                 // of Network.In: what goes into a unit and a bias fit 32 bits
	MostBias  = 1 << 30
	MostOut   = 32000 // of Network.Out and Network.Direct
	MostLevel = 1 << 30
)

// Scales: what stands for 1.
const (
	ScaleCell   = 32
	ScaleIn     = 256
	ScaleBias   = ScaleCell * ScaleIn
	scaleUnit   = 128 // of a unit, when it is passed on
	ScaleOut    = 256
	ScaleDirect = ScaleLevel / ScaleCell
	ScaleLevel  = scaleUnit * ScaleOut
	ScaleOrder  = 12 // one unit of log odds of an order
	Logit       = 130
)

// Weights are what was learnt about a rule.
type Weights struct {
	Cells    [2][Combos][Lanes]int8 // what a combo counts, for black and for white
	Networks [2][2]Network          // by colour to move and whether the other side would make an open four
	// Orders are how early a move is looked at, ScaleOrder times the logarithm of its odds: by colour to
	// move, whether there is an open four to prevent, and what the cell is to the own or the other side.
	Orders [2][2][2][Combos]int8
}

// Network values a position for the side to move from the sums of what the empty cells count, those of the
// own side before those of the other.
type Network struct {
	In     [Hidden][2 * Lanes]int16
	Bias   [Hidden]int32
	Out    [Hidden]int16
	Direct [2 * Lanes]int16 // past the units
	Level  int32            // the value of nothing
}

// Value returns the value of sums to the side to move, in scores: Logit of them are one unit of log odds.
func (n *Network) Value(sums *[2 * Lanes]int32) int {
	v := int(n.Level)
	for i, w := range &n.Direct {
		v += int(w) * int(sums[i])
	}
	for h := range &n.In {
		z := n.Bias[h]
		for i, w := range &n.In[h] {
			z += int32(w) * sums[i]
		}
		if z > 0 {
			v += int(z) / (ScaleBias / scaleUnit) * int(n.Out[h])
		}
	}
	return v * Logit / ScaleLevel
}

// Size is that of a file, in bytes.
const Size = 2*Combos*Lanes + 2*2*(2*Hidden*2*Lanes+4*Hidden+2*Hidden+2*2*Lanes+4) + 8*Combos

// walk visits all numbers in the order of a file, which is that of their fields.
func (w *Weights) walk(bytes func([]int8), shorts func([]int16), long func(*int32)) {
	for s := range w.Cells {
		for c := range w.Cells[s] {
			bytes(w.Cells[s][c][:])
		}
	}
	for s := range w.Networks {
		for t := range w.Networks[s] {
			w.Networks[s][t].walk(shorts, long)
		}
	}
	for s := range w.Orders {
		for t := range w.Orders[s] {
			for role := range w.Orders[s][t] {
				bytes(w.Orders[s][t][role][:])
			}
		}
	}
}

func (n *Network) walk(shorts func([]int16), long func(*int32)) {
	for h := range n.In {
		shorts(n.In[h][:])
	}
	for h := range n.Bias {
		long(&n.Bias[h])
	}
	shorts(n.Out[:])
	shorts(n.Direct[:])
	long(&n.Level)
}

// Encode returns weights as a file: their numbers one after the other, little end first.
func (w *Weights) Encode() []byte {
	data := make([]byte, 0, Size)
	w.walk(
		func(list []int8) {
			for _, n := range list {
				data = append(data, uint8(n))
			}
		},
		func(list []int16) {
			for _, n := range list {
				data = binary.LittleEndian.AppendUint16(data, uint16(n))
			}
		},
		func(n *int32) { data = binary.LittleEndian.AppendUint32(data, uint32(*n)) },
	)
	return data
}

// Decode reads what Encode wrote. Data of another size gives an error.
func Decode(data []byte) (*Weights, error) {
	if len(data) != Size {
		return nil, fmt.Errorf("weights of %d bytes: want %d", len(data), Size)
	}
	w := new(Weights)
	take := func(n int) []byte {
		taken := data[:n]
		data = data[n:]
		return taken
	}
	w.walk(
		func(list []int8) {
			for i, b := range take(len(list)) {
				list[i] = int8(b)
			}
		},
		func(list []int16) {
			for i := range list {
				list[i] = int16(binary.LittleEndian.Uint16(take(2)))
			}
		},
		func(n *int32) { *n = int32(binary.LittleEndian.Uint32(take(4))) },
	)
	return w, nil
}

//go:embed *.bin
var files embed.FS

// Of returns the weights of a rule that the engine plays with: freestyle, standard or renju.
func Of(rule string) *Weights {
	data, err := files.ReadFile(rule + ".bin")
	if err != nil {
		panic(err) // it is part of the program
	}
	w, err := Decode(data)
	if err != nil {
		panic(fmt.Sprintf("%s: %v", rule, err))
	}
	return w
}
