package js

import (
	"encoding/binary"
	"math"

	"koth/bot/internal/say"
)

// The control block is shared by Go and realm.js, which has the same numbers: change both. All
// values are little-endian. At offset 0 are 32-bit numbers, at 64 doubles, then two notes and the
// console's bytes.
const (
	ctlRandom       = 0  // state of Math.random
	ctlSeat         = 4  // host.seat
	ctlSeats        = 8  // host.seats
	ctlDebug        = 12 // bytes kept of the console's output
	ctlMalformed    = 16 // answers of this turn found malformed by fault
	ctlCrashes      = 20 // calls of this turn that threw, by crash
	ctlMalformedLen = 24 // bytes of the note at ctlMalformedText
	ctlCrashLen     = 28 // bytes of the note at ctlCrashText
	ctlDraws        = 64 // calls of Math.random in this match, a double
	ctlWritten      = 72 // bytes written to the console in this turn, a double

	ctlMalformedText = 128
	ctlCrashText     = 512
	ctlConsole       = 1024

	noteSize = 384 // bytes of either note at most
)

// controlSize is the size of a control block that keeps debug bytes of console output.
func controlSize(debug int) int { return ctlConsole + debug }

// control gives names to the parts of a control block.
type control []byte

func (c control) i32(at int) int       { return int(int32(binary.LittleEndian.Uint32(c[at:]))) }
func (c control) set(at int, v uint32) { binary.LittleEndian.PutUint32(c[at:], v) }
func (c control) f64(at int) float64   { return math.Float64frombits(binary.LittleEndian.Uint64(c[at:])) }
func (c control) clear(at, bytes int)  { clear(c[at : at+bytes]) }
func (c control) note(len, at int) string {
	return string(c[at : at+min(max(c.i32(len), 0), noteSize)])
}

// begin prepares the block for a match.
func (c control) begin(seed uint32, seat, seats, debug int) {
	c.clear(0, ctlMalformedText)
	c.set(ctlRandom, seed)
	c.set(ctlSeat, uint32(seat))
	c.set(ctlSeats, uint32(seats))
	c.set(ctlDebug, uint32(debug))
}

// next prepares the block for a turn.
func (c control) next() {
	c.clear(ctlMalformed, 16)
	c.clear(ctlWritten, 8)
}

func (c control) draws() int { return int(c.f64(ctlDraws)) }

// output returns what was written to the console in this turn. It is valid until the next turn.
func (c control) output() []byte {
	return say.Console(c[ctlConsole:], int(c.f64(ctlWritten)))
}
